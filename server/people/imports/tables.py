"""Tables of imports: the files, their rows, what is changed in a preview, and what a start keeps besides."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from server.platform.database.metadata import MOMENT, Json, company_key, needed, optional, table
from server.vocabulary.field_kinds import Kind
from server.vocabulary.fields import BUILT_IN


def _of_user(name: str) -> sa.ForeignKeyConstraint:
    """The user is forgotten with the account, and what the user did stays."""
    return company_key(name, "users", ondelete=f"SET NULL ({name})")


imports = table(
    "imports",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    *needed(sa.Text, "state", default="'validating'"),
    *optional(sa.Text, "reason"),
    *needed(sa.Text, "file_name", "delimiter"),
    # The line of the header, counted from 1 as in a spreadsheet; 0 where the file has none.
    *needed(sa.Integer, "header_line", default="1"),
    # Which columns are the fields.
    *needed(Json, "fields", default="'{\"columns\": {}}'"),
    # A workbook has the names of its sheets, and the one that is read.
    *needed(ARRAY(sa.Text), "sheets", default="'{}'"),
    *optional(sa.Text, "sheet"),
    *needed(sa.Text, "encoding"),
    # The order in which dates are read: what the file needs, else what was chosen. Without one and with an example
    # (a date as typed that the order changes) it is to be chosen before the import can be started.
    *optional(sa.Text, "date_order", "date_example"),
    *needed(ARRAY(sa.Text), "unknown_headers", default="'{}'"),
    # Notes about the whole file that the page shows ("dates are read day/month").
    *needed(ARRAY(sa.Text), "remarks", default="'{}'"),
    # Where its lines went, what only a person can decide about it, and what was answered: see files/questions.py.
    *optional(Json, "lines"),
    *needed(Json, "questions", default="'[]'"),
    *needed(Json, "answers", default="'{}'"),
    *optional(sa.Uuid, "uploaded_by"),
    *optional(sa.Text, "uploader_profile"),
    *optional(sa.Uuid, "started_by"),
    # Chosen at the start, or with the columns of a file that only updates.
    *needed(sa.Text, "mode", default="'create'"),
    # Whether its accounts are invited: at once, unless the start says later.
    *needed(sa.Boolean, "invite", default="true"),
    # When they are invited where that was planned, and when their inviting began.
    *optional(MOMENT, "invite_at", "invited_at"),
    # The user who asked for the invitations later; null where the start did.
    *optional(sa.Uuid, "invited_by"),
    # The scope whose whole list the file is, what becomes of people who are missing in it, and the job that
    # deactivates them: see run/sync_people.py.
    *optional(Json, "sync"),
    # SHA-256 of the uploaded bytes.
    *optional(sa.LargeBinary, "content_digest"),
    *needed(sa.Integer, "total_rows", "checked_rows", "valid_rows", "warning_rows", "invalid_rows", default="0"),
    # Rows of people who have an account: what updating would do. They are invalid rows of the mode `create`.
    *needed(sa.Integer, "changed_rows", "unchanged_rows", default="0"),
    *needed(sa.Integer, "processed", "created_count", "failed_count", "changed_count", "unchanged_count", default="0"),
    *needed(sa.Integer, "invited", default="0"),
    *needed(ARRAY(sa.Text), "profiles", default="'{}'"),
    # The mappings of the company that the check applied: [{"field", "before", "after", "rows",
    # "choice": {"by", "at"}}].
    *needed(Json, "read_values", default="'[]'"),
    *needed(MOMENT, "created_at", default="now()"),
    *optional(MOMENT, "ready_at", "started_at", "finished_at"),
    # Since when it is paused, and how long it was paused before.
    *optional(MOMENT, "paused_at"),
    *needed(sa.Interval, "paused_for", default="'0'"),
    # Where it was resumed on a later day: when, and how many accounts count for earlier days.
    *optional(MOMENT, "resumed_at"),
    *needed(sa.Integer, "created_before", default="0"),
    # Rows taken back by an undo, and the user whose rights decide what it may delete.
    *needed(sa.Integer, "undone", default="0"),
    *optional(sa.Uuid, "undone_by"),
    # When a worker last wrote to the import: the sweeper enqueues a stalled one again.
    *needed(MOMENT, "touched_at", default="now()"),
    *needed(sa.BigInteger, "version", default="1"),
    # What a worker must know to process it: see server/people/imports/states.py.
    *needed(sa.SmallInteger, "format", default="1"),
    # The version that `import_problems` counts; an earlier one from the start on.
    *optional(sa.BigInteger, "problems_version"),
    sa.UniqueConstraint("company_id", "id"),
    *map(_of_user, ("uploaded_by", "started_by", "undone_by", "invited_by")),
    sa.Index(
        "ix_imports_unfinished",
        "touched_at",
        postgresql_where=sa.text("state IN ('validating', 'processing', 'undoing')"),
    ),
    # The filters of the history, each in its order.
    sa.Index("ix_imports_by_state", "company_id", "state", "id"),
    sa.Index("ix_imports_by_starter", "company_id", "started_by", "id"),
    sa.Index("ix_imports_by_day", "company_id", "created_at"),
    sa.Index("ix_imports_by_content", "company_id", "content_digest", "id"),
    sa.Index("ix_imports_to_invite", "invite_at", postgresql_where=sa.text("invite_at IS NOT NULL")),
    *(sa.Index(None, name) for name in ("uploaded_by", "started_by", "undone_by", "invited_by")),
)

# The bytes as they were uploaded: a worker that takes over reads the same file, and the failed rows are
# given back with their original columns. EXTERNAL storage: compressing 10 MB would cost more than it saves.
import_files = table(
    "import_files",
    sa.Column("import_id", sa.Uuid, sa.ForeignKey("imports.id", ondelete="CASCADE"), primary_key=True),
    *needed(sa.LargeBinary, "content"),
    # The sheet of a workbook as CSV, which is read in its place.
    *optional(sa.LargeBinary, "converted"),
)

# The fields that a company has chosen for files with these headings: found again when the next such file comes.
import_layouts = table(
    "import_layouts",
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    # SHA-256 of the header.
    *needed(sa.LargeBinary, "header_digest"),
    *needed(Json, "fields"),
    # The choice is taken without asking only where this user is active and may create all that the uploader may.
    *optional(sa.Uuid, "chosen_by"),
    *needed(MOMENT, "chosen_at", default="now()"),
    sa.PrimaryKeyConstraint("company_id", "header_digest"),
    _of_user("chosen_by"),
    sa.Index(None, "company_id", "chosen_by"),
)

# One row a data row. A row that will be created holds normalised values, an invalid one what was typed.
# `status` is the verdict of the check, until creating changes it to failed; a row is created when it is
# valid and its chunk is done, which saves a second write of every row. No foreign key, which would be checked a
# hundred thousand times: rows are written only by the holder of their import's lock, and a trigger on
# `imports` deletes them with it.
import_rows = table(
    "import_rows",
    *needed(sa.Uuid, "import_id"),
    *needed(sa.Integer, "row"),
    # The line in the file, counted as in a spreadsheet: the header is line 1, blank lines count.
    *optional(sa.Integer, "line"),
    *needed(sa.Text, "status"),
    *(
        sa.Column(
            field.column,
            sa.Text(collation="C" if field.kind in {Kind.EMAIL, Kind.PHONE, Kind.CODE} else None),
            nullable=False,
            # A worker of an older version, which does not know the field, fills the others.
            server_default="",
        )
        for field in BUILT_IN.in_files
    ),
    *optional(sa.Text, "batch"),  # the cell, as typed; see import_batches
    *optional(sa.Text, "stage"),  # the name of a stage; the cell, as typed, where it names none
    *optional(sa.Date, "birth_date"),
    # The values of the company's own fields as person_fields has them; one that is wrong is the text that was typed.
    *optional(Json, "errors", "warnings", "fields"),
    *optional(sa.Text, "message"),
    # The id of the future account, chosen in advance so that it cannot be created twice.
    *needed(sa.Uuid, "user_id", default="waymark_uuid7()"),
    # The company's account with this email; what updating would change of it (`before`: by field, what it has), or
    # why an update is refused. `errors` are those of creating.
    *optional(sa.Uuid, "account_id"),
    *optional(sa.Text, "change"),
    *optional(Json, "before", "update_errors"),
    # Why an undo has left what the row has done; null where it was taken back. Of a failed row, which account or import
    # has changed the person since the preview.
    *optional(sa.Text, "kept"),
    sa.PrimaryKeyConstraint("import_id", "row"),
    sa.Index(
        "ix_import_rows_of_accounts", "import_id", "change", "row", postgresql_where=sa.text("change IS NOT NULL")
    ),
    sa.Index("ix_import_rows_remarkable", "import_id", "status", "row", postgresql_where=sa.text("status <> 'valid'")),
)

# What an import has changed of accounts, by field as sent, for undoing it and for an editor who meets the change.
# `version` is the account's after it. No foreign key to the account: like the row, it outlives the account.
import_updates = table(
    "import_updates",
    sa.Column("import_id", sa.Uuid, sa.ForeignKey("imports.id", ondelete="CASCADE"), nullable=False),
    *needed(sa.Integer, "row"),
    *needed(sa.Uuid, "user_id"),
    *needed(Json, "before", "after"),
    *needed(sa.Integer, "version"),
    sa.PrimaryKeyConstraint("import_id", "row"),
    sa.Index(None, "user_id"),
)

# The accounts that an import is to deactivate once it has ended, because their people are missing in its file. They
# have no foreign key: an id is judged anew.
import_missing = table(
    "import_missing",
    sa.Column("import_id", sa.Uuid, sa.ForeignKey("imports.id", ondelete="CASCADE"), nullable=False),
    *needed(sa.Uuid, "user_id"),
    sa.PrimaryKeyConstraint("import_id", "user_id"),
)

# The changes that people make in a preview, in their order: `number` counts from 1 and is never used again.
# Undone changes stay here without their edits.
import_changes = table(
    "import_changes",
    *needed(sa.Uuid, "company_id", "import_id"),
    *needed(sa.Integer, "number"),
    *needed(sa.Text, "kind"),
    *optional(sa.Uuid, "changed_by"),
    *needed(MOMENT, "changed_at", default="now()"),
    *needed(sa.Boolean, "undone", default="false"),
    # A mapping, or an edit of a single cell, has its field and values. A mapping says whether the company keeps it,
    # and what it had before.
    *optional(sa.Text, "field", "from_value", "to_value"),
    *needed(sa.Boolean, "kept", default="false"),
    *optional(sa.Text, "earlier_value"),
    # The number of the first of several changes that were made, and are undone, as one; null in the first itself.
    *optional(sa.Integer, "together"),
    sa.PrimaryKeyConstraint("import_id", "number"),
    company_key("import_id", "imports"),
    _of_user("changed_by"),
    sa.Index(None, "company_id", "changed_by"),
)

# The cells that a change replaced, by field; null where it deleted the row. Every check reads the file with them.
import_edits = table(
    "import_edits",
    *needed(sa.Uuid, "import_id"),
    *needed(sa.Integer, "row", "change"),
    *optional(Json, "cells"),
    sa.PrimaryKeyConstraint("import_id", "row", "change"),
    sa.ForeignKeyConstraint(
        ["import_id", "change"], ["import_changes.import_id", "import_changes.number"], ondelete="CASCADE"
    ),
)

# The batches that the cells of a started import name; `is_new`: the start has made it.
import_batches = table(
    "import_batches",
    *needed(sa.Uuid, "company_id", "import_id"),
    *needed(sa.Text(collation="C"), "cell"),
    *needed(sa.Uuid, "batch_id"),
    *needed(sa.Boolean, "is_new"),
    # A cell may be too long for an index.
    sa.Index(None, "import_id"),
    company_key("import_id", "imports"),
    company_key("batch_id", "batches"),
    sa.Index(None, "batch_id"),
)

# Why rows of a preview are refused, by field and message without the number of a row, counted by the check and by each
# change: rows without an account, rows with one, and rows whose account is not updated for this reason.
# No foreign key, as import_rows have none: a file of different errors has hundreds of thousands. The same trigger.
import_problems = table(
    "import_problems",
    *needed(sa.Uuid, "import_id"),
    *needed(sa.Text(collation="C"), "field", "message"),
    *needed(sa.Integer, "new_rows", "known_rows", "refused_rows"),
    sa.PrimaryKeyConstraint("import_id", "field", "message"),
)

# What a company reads values of its files as: applied by the check of its later files, where the user who chose it is
# active and may create all that the uploader may.
import_value_maps = table(
    "import_value_maps",
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    *needed(sa.Text, "field", "from_value", "to_value"),
    *optional(sa.Uuid, "chosen_by"),
    *needed(MOMENT, "chosen_at", default="now()"),
    sa.PrimaryKeyConstraint("company_id", "field", "from_value"),
    company_key("chosen_by", "users"),
    sa.Index(None, "company_id", "chosen_by"),
)
