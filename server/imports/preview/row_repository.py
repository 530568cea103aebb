"""The rows of an import, as its pages ask for them.

A row counts as created when it was valid and its chunk is done: creating writes a row again only where it failed.
"""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.database import Connection, Row
from server.identity.invitation_state import Invitation
from server.imports.files.layout import Cells
from server.imports.states import RowFilter, RowStatus
from server.users.repository import invitation_state

RECENT_ROWS: Final = 10
CREATED: Final = "Created"

_IS_CREATED: Final = "r.status IN ('valid', 'warning') AND r.row <@ done.rows"
_STATUS: Final = f"CASE WHEN {_IS_CREATED} THEN 'created' ELSE r.status END"
# Ranges of rows of finished chunks: adjacent ones are merged, so that at the end there is one range.
_DONE: Final = """
    WITH done AS MATERIALIZED (
        SELECT range_agg(int4range(first_row, last_row, '[]')) AS rows
        FROM import_chunks WHERE import_id = :import_id AND done_at IS NOT NULL
    )
"""
_CONDITIONS: Final = {
    None: "r.status <> 'deleted'",
    RowFilter.VALID: "r.status IN ('valid', 'warning')",
    RowFilter.WARNING: "(r.status = 'warning' OR (r.status = 'failed' AND r.warnings IS NOT NULL))",
    RowFilter.INVALID: "r.status = 'invalid'",
    RowFilter.CREATED: _IS_CREATED,
    RowFilter.FAILED: "r.status IN ('failed', 'invalid')",
}


@dataclass(frozen=True, kw_only=True)
class StoredRow:
    """`user_id` is None unless the account was created."""

    row: int
    position: int
    line: int | None
    status: RowStatus
    values: Cells
    errors: list[dict[str, str]]
    warnings: list[dict[str, str]]
    message: str | None
    user_id: UUID | None
    invitation: Invitation | None


@dataclass(frozen=True, kw_only=True)
class ResultRow:
    row: int
    line: int | None
    status: RowStatus
    values: Cells
    reason: str
    invitation: Invitation | None


@dataclass(frozen=True, kw_only=True)
class RecentRow:
    row: int
    email: str
    status: RowStatus
    message: str


async def list_rows(
    connection: Connection, *, import_id: UUID, status: RowFilter | None, offset: int, limit: int
) -> list[StoredRow]:
    """One page in the order of the file. The caller must have read the import for its company before."""
    rows = await connection.fetch_all(
        f"""
        {_DONE}
        SELECT page.*, u.id AS account_id, {invitation_state("u")} AS invitation,
               page.row - (SELECT count(*) FROM import_rows d WHERE d.import_id = :import_id
                                                                AND d.status = 'deleted' AND d.row < page.row)
                   AS position
        FROM (
            SELECT r.*, {_STATUS} AS present_status FROM import_rows r CROSS JOIN done
            WHERE r.import_id = :import_id AND {_CONDITIONS[status]}
            ORDER BY r.row OFFSET :offset LIMIT :limit
        ) page
        LEFT JOIN users u ON u.id = page.user_id
        ORDER BY page.row
        """,  # noqa: S608 - constants
        import_id=import_id,
        offset=offset,
        limit=limit,
    )
    return [_row(row) for row in rows]


async def rows_after(
    connection: Connection, *, import_id: UUID, status: RowFilter | None, row: int, limit: int
) -> list[ResultRow]:
    """The rows with the next greater numbers. The caller must have read the import for its company before."""
    rows = await connection.fetch_all(
        f"""
        {_DONE}
        SELECT r.*, {_STATUS} AS present_status,
               CASE WHEN {_IS_CREATED} THEN (SELECT {invitation_state("u")} FROM users u WHERE u.id = r.user_id) END
                   AS invitation
        FROM import_rows r CROSS JOIN done
        WHERE r.import_id = :import_id AND r.row > :row AND {_CONDITIONS[status]}
        ORDER BY r.row LIMIT :limit
        """,  # noqa: S608 - constants
        import_id=import_id,
        row=row,
        limit=limit,
    )
    return [
        ResultRow(
            row=each.row,
            line=each.line,
            status=RowStatus(each.present_status),
            values=_values(each),
            reason=each.message or join_messages(each.errors),
            invitation=None if each.invitation is None else Invitation(each.invitation),
        )
        for each in rows
    ]


async def recent_rows(connection: Connection, *, import_id: UUID) -> list[RecentRow]:
    """The last ten rows of the most recently finished chunks, newest first."""
    rows = await connection.fetch_all(
        """
        SELECT r.row, r.email, r.message, r.status
        FROM (SELECT * FROM import_chunks WHERE import_id = :import_id AND done_at IS NOT NULL
              ORDER BY done_at DESC, number DESC LIMIT :limit) c
        CROSS JOIN LATERAL (
            SELECT row, email, message, status FROM import_rows
            WHERE import_id = c.import_id AND row BETWEEN c.first_row AND c.last_row
              AND status IN ('valid', 'warning', 'failed')
            ORDER BY row DESC LIMIT :limit
        ) r
        ORDER BY c.done_at DESC, c.number DESC, r.row DESC LIMIT :limit
        """,
        import_id=import_id,
        limit=RECENT_ROWS,
    )
    return [
        RecentRow(row=row.row, email=row.email, status=_final_status(row.status), message=row.message or CREATED)
        for row in rows
    ]


async def failed_rows(connection: Connection, *, import_id: UUID) -> dict[int, str]:
    """Row number → reason, of the invalid and the failed rows."""
    rows = await connection.fetch_all(
        """
        SELECT row, message, errors FROM import_rows
        WHERE import_id = :import_id AND status IN ('invalid', 'failed') ORDER BY row
        """,
        import_id=import_id,
    )
    return {row.row: row.message or join_messages(row.errors) for row in rows}


def _final_status(status: str) -> RowStatus:
    """The status of a row whose chunk is finished."""
    return RowStatus.FAILED if status == RowStatus.FAILED else RowStatus.CREATED


def join_messages(problems: list[dict[str, Any]] | None) -> str:
    return "; ".join(problem["message"] for problem in problems or [])


def _values(row: Row) -> Cells:
    return Cells._make(row[name] for name in Cells._fields)


def _row(row: Row) -> StoredRow:
    status = RowStatus(row.present_status)
    created = status is RowStatus.CREATED
    return StoredRow(
        row=row.row,
        position=row.position,
        line=row.line,
        status=status,
        values=_values(row),
        errors=row.errors or [],
        warnings=row.warnings or [],
        message=row.message or (CREATED if created else join_messages(row.errors) or None),
        user_id=row.account_id if created else None,
        invitation=Invitation(row.invitation) if created and row.invitation else None,
    )
