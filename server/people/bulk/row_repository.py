"""The rows of a job as pages and files show them."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.people.bulk.states import BulkRowFilter, BulkRowStatus
from server.platform.database.connections import Connection, Row


@dataclass(frozen=True, kw_only=True)
class StoredRow:
    row: int
    user_id: UUID
    full_name: str
    email: str
    status: BulkRowStatus
    message: str | None


RECENT_ROWS: Final = 10


async def recent_rows(connection: Connection, *, job_id: UUID) -> list[StoredRow]:
    """The last ten of the most recently done chunks, newest first."""
    rows = await connection.fetch_all(
        """
        SELECT r.row, r.user_id, r.full_name, r.email, r.status, r.message
          FROM (SELECT * FROM bulk_chunks WHERE job_id = :job_id AND done_at IS NOT NULL
                 ORDER BY done_at DESC, number DESC LIMIT :limit) AS c
         CROSS JOIN LATERAL (
            SELECT * FROM bulk_rows
             WHERE job_id = c.job_id AND row BETWEEN c.first_row AND c.last_row ORDER BY row DESC LIMIT :limit) AS r
         ORDER BY c.done_at DESC, c.number DESC, r.row DESC LIMIT :limit
        """,
        job_id=job_id,
        limit=RECENT_ROWS,
    )
    return [_stored(row) for row in rows]


async def list_rows(
    connection: Connection, *, job_id: UUID, status: BulkRowFilter | None, offset: int, limit: int
) -> list[StoredRow]:
    rows = await connection.fetch_all(
        """
        SELECT row, user_id, full_name, email, status, message FROM bulk_rows
         WHERE job_id = :job_id AND (CAST(:status AS text) IS NULL OR status = CAST(:status AS text))
         ORDER BY row OFFSET :offset LIMIT :limit
        """,
        job_id=job_id,
        status=None if status is None else status.value,
        offset=offset,
        limit=limit,
    )
    return [_stored(row) for row in rows]


async def rows_after(
    connection: Connection, *, job_id: UUID, status: BulkRowFilter | None, row: int, limit: int
) -> list[StoredRow]:
    """The rows behind `row`, in their order."""
    rows = await connection.fetch_all(
        """
        SELECT row, user_id, full_name, email, status, message FROM bulk_rows
         WHERE job_id = :job_id AND row > :row
           AND (CAST(:status AS text) IS NULL OR status = CAST(:status AS text))
         ORDER BY row LIMIT :limit
        """,
        job_id=job_id,
        status=None if status is None else status.value,
        row=row,
        limit=limit,
    )
    return [_stored(each) for each in rows]


def _stored(row: Row) -> StoredRow:
    return StoredRow(
        row=row["row"],
        user_id=row["user_id"],
        full_name=row["full_name"],
        email=row["email"],
        status=BulkRowStatus(row["status"]),
        message=row["message"],
    )
