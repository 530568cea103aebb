"""The chunks of imports and of bulk jobs."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, needed, optional, table

# A chunk is what one transaction does. A worker claims one with SKIP LOCKED; its lock dies with it. `work_id` is an
# import or a bulk job: a trigger on either deletes its chunks with it.
work_chunks = table(
    "work_chunks",
    sa.Column("work_id", sa.Uuid, nullable=False),
    *needed(sa.Integer, "number", "first_row", "last_row"),
    # What a worker is to do with it next; null where nothing is left to do.
    sa.Column("to_do", sa.Text, server_default=sa.text("'run'")),
    # The moment of the transaction that has run it, which what it has written bears as well.
    *optional(MOMENT, "done_at", "undone_at"),
    sa.PrimaryKeyConstraint("work_id", "number"),
    sa.Index("ix_work_chunks_to_do", "to_do", "work_id", "number", postgresql_where=sa.text("to_do IS NOT NULL")),
)
