"""Tables of imports: the files, their rows, what is changed in a preview, and what a start keeps besides."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from server.platform.database.metadata import Json, metadata
from server.vocabulary.fields import FILE_FIELDS, Kind


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False, server_default=sa.text("0"))


def _of_user(name: str) -> sa.ForeignKeyConstraint:
    """The user is forgotten with the account, and what the user did stays."""
    return sa.ForeignKeyConstraint(
        ["company_id", name], ["users.company_id", "users.id"], ondelete=f"SET NULL ({name})"
    )


imports = sa.Table(
    "imports",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("state", sa.Text, nullable=False, server_default=sa.text("'validating'")),
    sa.Column("reason", sa.Text),
    sa.Column("file_name", sa.Text, nullable=False),
    sa.Column("delimiter", sa.Text, nullable=False),
    # The line of the header, counted from 1 as in a spreadsheet; 0 where the file has none.
    sa.Column("header_line", sa.Integer, nullable=False, server_default=sa.text("1")),
    # Which columns are the fields.
    sa.Column("fields", Json, nullable=False, server_default=sa.text("'{\"columns\": {}}'")),
    # A workbook has the names of its sheets, and the one that is read.
    sa.Column("sheets", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),
    sa.Column("sheet", sa.Text),
    sa.Column("encoding", sa.Text, nullable=False),
    # The order in which dates are read: what the file needs, else what was chosen. Without one and with an example
    # (a date as typed that the order changes) it is to be chosen before the import can be started.
    sa.Column("date_order", sa.Text),
    sa.Column("date_example", sa.Text),
    sa.Column("unknown_headers", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),
    # Notes about the whole file that the page shows ("dates are read day/month").
    sa.Column("remarks", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),
    # Where its lines went, what only a person can decide about it, and what was answered: see files/questions.py.
    sa.Column("lines", Json),
    sa.Column("questions", Json, nullable=False, server_default=sa.text("'[]'")),
    sa.Column("answers", Json, nullable=False, server_default=sa.text("'{}'")),
    sa.Column("uploaded_by", sa.Uuid),
    sa.Column("uploader_profile", sa.Text),
    sa.Column("started_by", sa.Uuid),
    # Chosen at the start, or with the columns of a file that only updates.
    sa.Column("mode", sa.Text, nullable=False, server_default=sa.text("'create'")),
    # Whether its accounts are invited: at once, unless the start says later.
    sa.Column("invite", sa.Boolean, nullable=False, server_default=sa.text("true")),
    # When they are invited where that was planned, and when their inviting began.
    sa.Column("invite_at", sa.DateTime(timezone=True)),
    sa.Column("invited_at", sa.DateTime(timezone=True)),
    # The user who asked for the invitations later; null where the start did.
    sa.Column("invited_by", sa.Uuid),
    # The scope whose whole list the file is, what becomes of people who are missing in it, and the job that
    # deactivates them: see run/sync_people.py.
    sa.Column("sync", Json),
    # SHA-256 of the uploaded bytes.
    sa.Column("content_digest", sa.LargeBinary),
    *map(_count, ("total_rows", "checked_rows", "valid_rows", "warning_rows", "invalid_rows")),
    # Rows of people who have an account: what updating would do. They are invalid rows of the mode `create`.
    *map(_count, ("changed_rows", "unchanged_rows")),
    *map(_count, ("processed", "created_count", "failed_count", "changed_count", "unchanged_count", "invited")),
    sa.Column("profiles", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),
    # The mappings of the company that the check applied: [{"field", "before", "after", "rows",
    # "choice": {"by", "at"}}].
    sa.Column("read_values", Json, nullable=False, server_default=sa.text("'[]'")),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("ready_at", sa.DateTime(timezone=True)),
    sa.Column("started_at", sa.DateTime(timezone=True)),
    sa.Column("finished_at", sa.DateTime(timezone=True)),
    # Since when it is paused, and how long it was paused before.
    sa.Column("paused_at", sa.DateTime(timezone=True)),
    sa.Column("paused_for", sa.Interval, nullable=False, server_default=sa.text("'0'")),
    # Where it was resumed on a later day: when, and how many accounts count for earlier days.
    sa.Column("resumed_at", sa.DateTime(timezone=True)),
    _count("created_before"),
    # Rows taken back by an undo, and the user whose rights decide what it may delete.
    _count("undone"),
    sa.Column("undone_by", sa.Uuid),
    # When a worker last wrote to the import: the sweeper enqueues a stalled one again.
    sa.Column("touched_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("version", sa.BigInteger, nullable=False, server_default=sa.text("1")),
    # What a worker must know to process it: see server/people/imports/states.py.
    sa.Column("format", sa.SmallInteger, nullable=False, server_default=sa.text("1")),
    # The version that `import_problems` counts; an earlier one from the start on.
    sa.Column("problems_version", sa.BigInteger),
    sa.UniqueConstraint("company_id", "id"),
    *map(_of_user, ("uploaded_by", "started_by", "undone_by", "invited_by")),
    sa.CheckConstraint("mode IN ('create', 'update', 'upsert')", name="mode"),
    sa.CheckConstraint("date_order IN ('day', 'month')", name="date_order"),
    sa.CheckConstraint(
        "state IN ('mapping', 'validating', 'ready', 'processing', 'paused', 'completed', 'cancelled', 'failed',"
        " 'undoing', 'undone')",
        name="state",
    ),
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
import_files = sa.Table(
    "import_files",
    metadata,
    sa.Column("import_id", sa.Uuid, sa.ForeignKey("imports.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
    # The sheet of a workbook as CSV, which is read in its place.
    sa.Column("converted", sa.LargeBinary),
)

# The fields that a company has chosen for files with these headings: found again when the next such file comes.
import_layouts = sa.Table(
    "import_layouts",
    metadata,
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    # SHA-256 of the header.
    sa.Column("header_digest", sa.LargeBinary, nullable=False),
    sa.Column("fields", Json, nullable=False),
    # The choice is taken without asking only where this user is active and may create all that the uploader may.
    sa.Column("chosen_by", sa.Uuid),
    sa.Column("chosen_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("company_id", "header_digest"),
    _of_user("chosen_by"),
    sa.Index(None, "company_id", "chosen_by"),
)

# One row a data row. A row that will be created holds normalised values, an invalid one what was typed.
# `status` is the verdict of the check, until creating changes it to failed; a row is created when it is
# valid and its chunk is done, which saves a second write of every row. No foreign key, which would be checked a
# hundred thousand times: rows are written only by the holder of their import's lock, and a trigger on
# `imports` deletes them with it.
import_rows = sa.Table(
    "import_rows",
    metadata,
    sa.Column("import_id", sa.Uuid, nullable=False),
    sa.Column("row", sa.Integer, nullable=False),
    # The line in the file, counted as in a spreadsheet: the header is line 1, blank lines count.
    sa.Column("line", sa.Integer),
    sa.Column("status", sa.Text, nullable=False),
    *(
        sa.Column(
            field.column, sa.Text(collation="C" if field.kind in {Kind.EMAIL, Kind.PHONE} else None), nullable=False
        )
        for field in FILE_FIELDS
    ),
    sa.Column("batch", sa.Text),  # the cell, as typed; see import_batches
    sa.Column("birth_date", sa.Date),
    sa.Column("errors", Json),
    sa.Column("warnings", Json),
    sa.Column("message", sa.Text),
    # The id of the future account, chosen in advance so that it cannot be created twice.
    sa.Column("user_id", sa.Uuid, nullable=False, server_default=sa.text("waymark_uuid7()")),
    # The company's account with this email; what updating would change of it (`before`: by field, what it has), or
    # why an update is refused. `errors` are those of creating.
    sa.Column("account_id", sa.Uuid),
    sa.Column("change", sa.Text),
    sa.Column("before", Json),
    sa.Column("update_errors", Json),
    # Why an undo has left what the row has done; null where it was taken back.
    sa.Column("kept", sa.Text),
    sa.PrimaryKeyConstraint("import_id", "row"),
    sa.Index(
        "ix_import_rows_of_accounts", "import_id", "change", "row", postgresql_where=sa.text("change IS NOT NULL")
    ),
    sa.Index("ix_import_rows_remarkable", "import_id", "status", "row", postgresql_where=sa.text("status <> 'valid'")),
)

# What an import has changed of accounts, by field as sent, for undoing it and for an editor who meets the change.
# `version` is the account's after it. No foreign key to the account: like the row, it outlives the account.
import_updates = sa.Table(
    "import_updates",
    metadata,
    sa.Column("import_id", sa.Uuid, sa.ForeignKey("imports.id", ondelete="CASCADE"), nullable=False),
    sa.Column("row", sa.Integer, nullable=False),
    sa.Column("user_id", sa.Uuid, nullable=False),
    *(sa.Column(name, Json, nullable=False) for name in ("before", "after")),
    sa.Column("version", sa.Integer, nullable=False),
    sa.PrimaryKeyConstraint("import_id", "row"),
    sa.Index(None, "user_id"),
)

# The accounts that an import is to deactivate once it has ended, because their people are missing in its file. They
# have no foreign key: an id is judged anew.
import_missing = sa.Table(
    "import_missing",
    metadata,
    sa.Column("import_id", sa.Uuid, sa.ForeignKey("imports.id", ondelete="CASCADE"), nullable=False),
    sa.Column("user_id", sa.Uuid, nullable=False),
    sa.PrimaryKeyConstraint("import_id", "user_id"),
)

# The changes that people make in a preview, in their order: `number` counts from 1 and is never used again.
# Undone changes stay here without their edits.
import_changes = sa.Table(
    "import_changes",
    metadata,
    sa.Column("company_id", sa.Uuid, nullable=False),
    sa.Column("import_id", sa.Uuid, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("changed_by", sa.Uuid),
    sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("undone", sa.Boolean, nullable=False, server_default=sa.text("false")),
    # A mapping, or an edit of a single cell, has its field and values. A mapping says whether the company keeps it,
    # and what it had before.
    sa.Column("field", sa.Text),
    sa.Column("from_value", sa.Text),
    sa.Column("to_value", sa.Text),
    sa.Column("kept", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("earlier_value", sa.Text),
    # The number of the first of several changes that were made, and are undone, as one; null in the first itself.
    sa.Column("together", sa.Integer),
    sa.PrimaryKeyConstraint("import_id", "number"),
    sa.ForeignKeyConstraint(["company_id", "import_id"], ["imports.company_id", "imports.id"], ondelete="CASCADE"),
    _of_user("changed_by"),
    sa.CheckConstraint("kind IN ('edit', 'deletion', 'mapping')", name="kind"),
    sa.Index(None, "company_id", "changed_by"),
)

# The cells that a change replaced, by field; null where it deleted the row. Every check reads the file with them.
import_edits = sa.Table(
    "import_edits",
    metadata,
    sa.Column("import_id", sa.Uuid, nullable=False),
    sa.Column("row", sa.Integer, nullable=False),
    sa.Column("change", sa.Integer, nullable=False),
    sa.Column("cells", Json),
    sa.PrimaryKeyConstraint("import_id", "row", "change"),
    sa.ForeignKeyConstraint(
        ["import_id", "change"], ["import_changes.import_id", "import_changes.number"], ondelete="CASCADE"
    ),
)

# The batches that the cells of a started import name; `is_new`: the start has made it.
import_batches = sa.Table(
    "import_batches",
    metadata,
    sa.Column("company_id", sa.Uuid, nullable=False),
    sa.Column("import_id", sa.Uuid, nullable=False),
    sa.Column("cell", sa.Text(collation="C"), nullable=False),
    sa.Column("batch_id", sa.Uuid, nullable=False),
    sa.Column("is_new", sa.Boolean, nullable=False),
    # A cell may be too long for an index.
    sa.Index(None, "import_id"),
    sa.ForeignKeyConstraint(["company_id", "import_id"], ["imports.company_id", "imports.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["company_id", "batch_id"], ["batches.company_id", "batches.id"], ondelete="CASCADE"),
    sa.Index(None, "batch_id"),
)

# Why rows of a preview are refused, by field and message without the number of a row, counted by the check and by each
# change: rows without an account, rows with one, and rows whose account is not updated for this reason.
# No foreign key, as import_rows have none: a file of different errors has hundreds of thousands. The same trigger.
import_problems = sa.Table(
    "import_problems",
    metadata,
    sa.Column("import_id", sa.Uuid, nullable=False),
    sa.Column("field", sa.Text(collation="C"), nullable=False),
    sa.Column("message", sa.Text(collation="C"), nullable=False),
    *(sa.Column(name, sa.Integer, nullable=False) for name in ("new_rows", "known_rows", "refused_rows")),
    sa.PrimaryKeyConstraint("import_id", "field", "message"),
)

# What a company reads values of its files as: applied by the check of its later files, where the user who chose it is
# active and may create all that the uploader may.
import_value_maps = sa.Table(
    "import_value_maps",
    metadata,
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("field", sa.Text, nullable=False),
    sa.Column("from_value", sa.Text, nullable=False),
    sa.Column("to_value", sa.Text, nullable=False),
    sa.Column("chosen_by", sa.Uuid),
    sa.Column("chosen_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("company_id", "field", "from_value"),
    sa.ForeignKeyConstraint(["company_id", "chosen_by"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    sa.Index(None, "company_id", "chosen_by"),
)
