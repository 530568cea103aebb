"""Tables of bulk jobs: the jobs, and the people they concern."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import Json, metadata

_ZERO = text("0")

bulk_jobs = Table(
    "bulk_jobs",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    Column("action", Text, nullable=False),
    # By field as sent, what the action `set` gives.
    Column("changes", Json, nullable=False, server_default=text("'{}'")),
    # The batch of an action on batches; null once it is deleted.
    Column("batch_id", UUID(as_uuid=True)),
    Column("state", Text, nullable=False, server_default=text("'processing'")),
    Column("total", Integer, nullable=False, server_default=_ZERO),
    Column("processed", Integer, nullable=False, server_default=_ZERO),
    Column("done", Integer, nullable=False, server_default=_ZERO),
    Column("unchanged", Integer, nullable=False, server_default=_ZERO),
    Column("failed", Integer, nullable=False, server_default=_ZERO),
    Column("undone", Integer, nullable=False, server_default=_ZERO),
    Column("started_by", UUID(as_uuid=True)),
    # The profile at the start: users who may give as much may cancel and undo the job.
    Column("starter_profile", Text),
    Column("undone_by", UUID(as_uuid=True)),
    Column("started_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("finished_at", DateTime(timezone=True)),
    # When a worker last wrote to the job: the sweeper enqueues a stalled one again.
    Column("touched_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("version", BigInteger, nullable=False, server_default=text("1")),
    UniqueConstraint("company_id", "id"),
    ForeignKeyConstraint(
        ["company_id", "started_by"], ["users.company_id", "users.id"], ondelete="SET NULL (started_by)"
    ),
    ForeignKeyConstraint(
        ["company_id", "undone_by"], ["users.company_id", "users.id"], ondelete="SET NULL (undone_by)"
    ),
    ForeignKeyConstraint(
        ["company_id", "batch_id"], ["batches.company_id", "batches.id"], ondelete="SET NULL (batch_id)"
    ),
    CheckConstraint(
        "action IN ('set', 'activate', 'deactivate', 'delete', 'invite', 'sign-out', 'add-to-batch',"
        " 'remove-from-batch')",
        name="action",
    ),
    CheckConstraint("state IN ('processing', 'completed', 'cancelled', 'undoing', 'undone')", name="state"),
    Index("ix_bulk_jobs_unfinished", "touched_at", postgresql_where=text("state IN ('processing', 'undoing')")),
    Index(None, "started_by"),
    Index(None, "undone_by"),
    Index(None, "batch_id"),
)

# The people as they were selected, in the order of their ids, which is the order of every lock. No foreign keys: a row
# outlives its account, and a trigger on `bulk_jobs` deletes it with its job. What is named of deleted people stays
# as it was. `before` is what the action `set` has replaced, `version` the account's after the change.
# No index of what a result changes: it would be written for every result.
bulk_rows = Table(
    "bulk_rows",
    metadata,
    Column("job_id", UUID(as_uuid=True), nullable=False),
    Column("row", Integer, nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    Column("full_name", Text, nullable=False),
    Column("email", Text(collation="C"), nullable=False),
    Column("status", Text, nullable=False, server_default=text("'waiting'")),
    Column("message", Text),
    Column("before", Json),
    Column("version", Integer),
    PrimaryKeyConstraint("job_id", "row"),
    # The rows of one person, for their export.
    Index(None, "user_id"),
    # Room for the result beside the row, so that the index need not be written again.
    postgresql_with={"fillfactor": "60"},
)
