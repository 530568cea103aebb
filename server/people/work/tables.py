"""The chunks of imports and of bulk jobs."""

from sqlalchemy import CheckConstraint, Column, DateTime, Index, Integer, PrimaryKeyConstraint, Table, Text, text
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import metadata

# A chunk is what one transaction does. A worker claims one with SKIP LOCKED; its lock dies with it. `work_id` is an
# import or a bulk job: a trigger on either deletes its chunks with it.
work_chunks = Table(
    "work_chunks",
    metadata,
    Column("work_id", UUID(as_uuid=True), nullable=False),
    Column("number", Integer, nullable=False),
    Column("first_row", Integer, nullable=False),
    Column("last_row", Integer, nullable=False),
    # What a worker is to do with it next; null where nothing is left to do.
    Column("to_do", Text, server_default=text("'run'")),
    # The moment of the transaction that has run it, which what it has written bears as well.
    Column("done_at", DateTime(timezone=True)),
    Column("undone_at", DateTime(timezone=True)),
    PrimaryKeyConstraint("work_id", "number"),
    CheckConstraint("to_do IN ('run', 'invite', 'undo')", name="to_do"),
    Index("ix_work_chunks_to_do", "to_do", "work_id", "number", postgresql_where=text("to_do IS NOT NULL")),
)
