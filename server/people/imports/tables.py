"""Tables of imports: the files, their rows, what is changed in a preview, and what a start keeps besides."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Interval,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, UUID

from server.platform.database.metadata import Json, metadata
from server.vocabulary.fields import FILE_FIELDS, Kind

_ZERO = text("0")

imports = Table(
    "imports",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    Column("state", Text, nullable=False, server_default=text("'validating'")),
    Column("reason", Text),
    Column("file_name", Text, nullable=False),
    Column("delimiter", Text, nullable=False),
    # The line of the header, counted from 1 as in a spreadsheet.
    Column("header_line", Integer, nullable=False, server_default=text("1")),
    # Which columns are the fields; null where an earlier version received the file: found by our own headings.
    Column("fields", Json),
    # A workbook has the names of its sheets, and the one that is read.
    Column("sheets", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    Column("sheet", Text),
    Column("encoding", Text, nullable=False),
    # The order in which dates are read: what the file needs, else what was chosen. Without one and with an example
    # (a date as typed that the order changes) it is to be chosen before the import can be started.
    Column("date_order", Text),
    Column("date_example", Text),
    Column("unknown_headers", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    # Notes about the whole file that the page shows ("dates are read day/month").
    Column("remarks", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    Column("uploaded_by", UUID(as_uuid=True)),
    Column("uploader_profile", Text),
    Column("started_by", UUID(as_uuid=True)),
    # Chosen at the start, or with the columns of a file that only updates.
    Column("mode", Text, nullable=False, server_default=text("'create'")),
    # Whether its accounts are invited: at once, unless the start says later.
    Column("invite", Boolean, nullable=False, server_default=text("true")),
    # When they are invited where that was planned, and when their inviting began.
    Column("invite_at", DateTime(timezone=True)),
    Column("invited_at", DateTime(timezone=True)),
    # The user who asked for the invitations later; null where the start did.
    Column("invited_by", UUID(as_uuid=True)),
    # SHA-256 of the uploaded bytes; null where an earlier version received them.
    Column("content_digest", LargeBinary),
    Column("total_rows", Integer, nullable=False, server_default=_ZERO),
    Column("checked_rows", Integer, nullable=False, server_default=_ZERO),
    Column("valid_rows", Integer, nullable=False, server_default=_ZERO),
    Column("warning_rows", Integer, nullable=False, server_default=_ZERO),
    Column("invalid_rows", Integer, nullable=False, server_default=_ZERO),
    # Rows of people who have an account: what updating would do. They are invalid rows of the mode `create`.
    Column("changed_rows", Integer, nullable=False, server_default=_ZERO),
    Column("unchanged_rows", Integer, nullable=False, server_default=_ZERO),
    Column("processed", Integer, nullable=False, server_default=_ZERO),
    Column("created_count", Integer, nullable=False, server_default=_ZERO),
    Column("failed_count", Integer, nullable=False, server_default=_ZERO),
    Column("changed_count", Integer, nullable=False, server_default=_ZERO),
    Column("unchanged_count", Integer, nullable=False, server_default=_ZERO),
    Column("invited", Integer, nullable=False, server_default=_ZERO),
    Column("profiles", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    # The mappings of the company that the check applied: [{"field", "before", "after", "rows",
    # "choice": {"by", "at"}}].
    Column("read_values", Json, nullable=False, server_default=text("'[]'")),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("ready_at", DateTime(timezone=True)),
    Column("started_at", DateTime(timezone=True)),
    Column("finished_at", DateTime(timezone=True)),
    # Since when it is paused, and how long it was paused before.
    Column("paused_at", DateTime(timezone=True)),
    Column("paused_for", Interval, nullable=False, server_default=text("'0'")),
    # Where it was resumed on a later day: when, and how many accounts count for earlier days.
    Column("resumed_at", DateTime(timezone=True)),
    Column("created_before", Integer, nullable=False, server_default=_ZERO),
    # Rows taken back by an undo, and the user whose rights decide what it may delete.
    Column("undone", Integer, nullable=False, server_default=_ZERO),
    Column("undone_by", UUID(as_uuid=True)),
    # When a worker last wrote to the import: the sweeper enqueues a stalled one again.
    Column("touched_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("version", BigInteger, nullable=False, server_default=text("1")),
    # What a worker must know to process it: see server/people/imports/formats.py.
    Column("format", SmallInteger, nullable=False, server_default=text("1")),
    # The version that `import_problems` counts; an earlier one from the start on.
    Column("problems_version", BigInteger),
    UniqueConstraint("company_id", "id"),
    ForeignKeyConstraint(
        ["company_id", "uploaded_by"], ["users.company_id", "users.id"], ondelete="SET NULL (uploaded_by)"
    ),
    ForeignKeyConstraint(
        ["company_id", "started_by"], ["users.company_id", "users.id"], ondelete="SET NULL (started_by)"
    ),
    ForeignKeyConstraint(
        ["company_id", "undone_by"], ["users.company_id", "users.id"], ondelete="SET NULL (undone_by)"
    ),
    ForeignKeyConstraint(
        ["company_id", "invited_by"], ["users.company_id", "users.id"], ondelete="SET NULL (invited_by)"
    ),
    CheckConstraint("mode IN ('create', 'update', 'upsert')", name="mode"),
    CheckConstraint("date_order IN ('day', 'month')", name="date_order"),
    CheckConstraint(
        "state IN ('mapping', 'validating', 'ready', 'processing', 'paused', 'completed', 'cancelled', 'failed',"
        " 'undoing', 'undone')",
        name="state",
    ),
    Index(
        "ix_imports_unfinished", "touched_at", postgresql_where=text("state IN ('validating', 'processing', 'undoing')")
    ),
    # The filters of the history, each in its order.
    Index("ix_imports_by_state", "company_id", "state", "id"),
    Index("ix_imports_by_starter", "company_id", "started_by", "id"),
    Index("ix_imports_by_day", "company_id", "created_at"),
    Index("ix_imports_by_content", "company_id", "content_digest", "id"),
    Index("ix_imports_to_invite", "invite_at", postgresql_where=text("invite_at IS NOT NULL")),
    Index(None, "uploaded_by"),
    Index(None, "started_by"),
    Index(None, "undone_by"),
    Index(None, "invited_by"),
)

# The bytes as they were uploaded: a worker that takes over reads the same file, and the failed rows are
# given back with their original columns. EXTERNAL storage: compressing 10 MB would cost more than it saves.
import_files = Table(
    "import_files",
    metadata,
    Column("import_id", UUID(as_uuid=True), ForeignKey("imports.id", ondelete="CASCADE"), primary_key=True),
    Column("content", LargeBinary, nullable=False),
    # The sheet of a workbook as CSV, which is read in its place.
    Column("converted", LargeBinary),
)

# The fields that a company has chosen for files with these headings: found again when the next such file comes.
import_layouts = Table(
    "import_layouts",
    metadata,
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    # SHA-256 of the header.
    Column("header_digest", LargeBinary, nullable=False),
    Column("fields", Json, nullable=False),
    # The choice is taken without asking only where this user is active and may create all that the uploader may.
    Column("chosen_by", UUID(as_uuid=True)),
    Column("chosen_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("company_id", "header_digest"),
    ForeignKeyConstraint(
        ["company_id", "chosen_by"], ["users.company_id", "users.id"], ondelete="SET NULL (chosen_by)"
    ),
    Index(None, "company_id", "chosen_by"),
)

# One row a data row. A row that will be created holds normalised values, an invalid one what was typed.
# `status` is the verdict of the check, until creating changes it to failed; a row is created when it is
# valid and its chunk is done, which saves a second write of every row. No foreign key, which would be checked a
# hundred thousand times: rows are written only by the holder of their import's lock, and a trigger on
# `imports` deletes them with it.
import_rows = Table(
    "import_rows",
    metadata,
    Column("import_id", UUID(as_uuid=True), nullable=False),
    Column("row", Integer, nullable=False),
    # The line in the file, counted as in a spreadsheet: the header is line 1, blank lines count.
    Column("line", Integer),
    Column("status", Text, nullable=False),
    *(
        Column(field.column, Text(collation="C" if field.kind in {Kind.EMAIL, Kind.PHONE} else None), nullable=False)
        for field in FILE_FIELDS
    ),
    Column("batch", Text),  # the cell, as typed; see import_batches
    Column("birth_date", Date),
    Column("errors", Json),
    Column("warnings", Json),
    Column("message", Text),
    # The id of the future account, chosen in advance so that it cannot be created twice.
    Column("user_id", UUID(as_uuid=True), nullable=False, server_default=text("waymark_uuid7()")),
    # The company's account with this email; what updating would change of it (`before`: by field, what it has), or
    # why an update is refused. `errors` are those of creating.
    Column("account_id", UUID(as_uuid=True)),
    Column("change", Text),
    Column("before", Json),
    Column("update_errors", Json),
    # Why an undo has left what the row has done; null where it was taken back.
    Column("kept", Text),
    PrimaryKeyConstraint("import_id", "row"),
    Index("ix_import_rows_of_accounts", "import_id", "change", "row", postgresql_where=text("change IS NOT NULL")),
    Index(
        "ix_import_rows_remarkable",
        "import_id",
        "status",
        "row",
        postgresql_where=text("status <> 'valid'"),
    ),
)

# What an import has changed of accounts, by field as sent, for undoing it and for an editor who meets the change.
# `version` is the account's after it. No foreign key to the account: like the row, it outlives the account.
import_updates = Table(
    "import_updates",
    metadata,
    Column("import_id", UUID(as_uuid=True), ForeignKey("imports.id", ondelete="CASCADE"), nullable=False),
    Column("row", Integer, nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    *(Column(name, Json, nullable=False) for name in ("before", "after")),
    Column("version", Integer, nullable=False),
    PrimaryKeyConstraint("import_id", "row"),
    Index(None, "user_id"),
)

# The changes that people make in a preview, in their order: `number` counts from 1 and is never used again.
# Undone changes stay here without their edits.
import_changes = Table(
    "import_changes",
    metadata,
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("import_id", UUID(as_uuid=True), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("changed_by", UUID(as_uuid=True)),
    Column("changed_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("undone", Boolean, nullable=False, server_default=text("false")),
    # A mapping, or an edit of a single cell, has its field and values. A mapping says whether the company keeps it,
    # and what it had before.
    Column("field", Text),
    Column("from_value", Text),
    Column("to_value", Text),
    Column("kept", Boolean, nullable=False, server_default=text("false")),
    Column("earlier_value", Text),
    # The number of the first of several changes that were made, and are undone, as one; null in the first itself.
    Column("together", Integer),
    PrimaryKeyConstraint("import_id", "number"),
    ForeignKeyConstraint(["company_id", "import_id"], ["imports.company_id", "imports.id"], ondelete="CASCADE"),
    ForeignKeyConstraint(
        ["company_id", "changed_by"], ["users.company_id", "users.id"], ondelete="SET NULL (changed_by)"
    ),
    CheckConstraint("kind IN ('edit', 'deletion', 'mapping')", name="kind"),
    Index(None, "company_id", "changed_by"),
)

# The cells that a change replaced, by field; null where it deleted the row. Every check reads the file with them.
import_edits = Table(
    "import_edits",
    metadata,
    Column("import_id", UUID(as_uuid=True), nullable=False),
    Column("row", Integer, nullable=False),
    Column("change", Integer, nullable=False),
    Column("cells", Json),
    PrimaryKeyConstraint("import_id", "row", "change"),
    ForeignKeyConstraint(
        ["import_id", "change"], ["import_changes.import_id", "import_changes.number"], ondelete="CASCADE"
    ),
)

# The batches that the cells of a started import name; `is_new`: the start has made it.
import_batches = Table(
    "import_batches",
    metadata,
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("import_id", UUID(as_uuid=True), nullable=False),
    Column("cell", Text(collation="C"), nullable=False),
    Column("batch_id", UUID(as_uuid=True), nullable=False),
    Column("is_new", Boolean, nullable=False),
    # A cell may be too long for an index.
    Index(None, "import_id"),
    ForeignKeyConstraint(["company_id", "import_id"], ["imports.company_id", "imports.id"], ondelete="CASCADE"),
    ForeignKeyConstraint(["company_id", "batch_id"], ["batches.company_id", "batches.id"], ondelete="CASCADE"),
    Index(None, "batch_id"),
)

# Why rows of a preview are refused, by field and message without the number of a row, counted by the check and by each
# change: rows without an account, rows with one, and rows whose account is not updated for this reason.
# No foreign key, as import_rows have none: a file of different errors has hundreds of thousands. The same trigger.
import_problems = Table(
    "import_problems",
    metadata,
    Column("import_id", UUID(as_uuid=True), nullable=False),
    Column("field", Text(collation="C"), nullable=False),
    Column("message", Text(collation="C"), nullable=False),
    Column("new_rows", Integer, nullable=False),
    Column("known_rows", Integer, nullable=False),
    Column("refused_rows", Integer, nullable=False),
    PrimaryKeyConstraint("import_id", "field", "message"),
)

# What a company reads values of its files as: applied by the check of its later files, where the user who chose it is
# active and may create all that the uploader may.
import_value_maps = Table(
    "import_value_maps",
    metadata,
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    Column("field", Text, nullable=False),
    Column("from_value", Text, nullable=False),
    Column("to_value", Text, nullable=False),
    Column("chosen_by", UUID(as_uuid=True)),
    Column("chosen_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("company_id", "field", "from_value"),
    ForeignKeyConstraint(["company_id", "chosen_by"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    Index(None, "company_id", "chosen_by"),
)
