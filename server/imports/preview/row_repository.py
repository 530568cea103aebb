"""The rows of an import, as its pages ask for them.

A row counts as created when it was valid and its chunk is done: creating writes a row again only where it failed.
"""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.database import Connection, Row
from server.identity.invitation_state import Invitation
from server.imports.files.layout import Cells
from server.imports.states import RowChange, RowFilter, RowStatus
from server.users.repository import invitation_state

RECENT_ROWS: Final = 10
CREATED: Final = "Created"
# The messages of rows that were processed without a failure.
DONE: Final = {RowStatus.CREATED: CREATED, RowStatus.UPDATED: "Updated", RowStatus.UNCHANGED: "No change"}

_IS_CREATED: Final = "r.status IN ('valid', 'warning') AND r.row <@ done.rows"
# Of an import that updates: rows that wait to be compared with their account again.
_WAITS: Final = "(done.updates AND r.status = 'invalid' AND r.change IS NOT NULL)"
_STATUS: Final = f"""
    CASE WHEN {_IS_CREATED} THEN 'created'
         WHEN {_WAITS} THEN CASE WHEN r.warnings IS NULL THEN 'valid' ELSE 'warning' END
         ELSE r.status END
"""
# Once an import updates, a row whose account was found is no error for having one.
_ERRORS: Final = "CASE WHEN done.updates AND r.account_id IS NOT NULL THEN r.update_errors ELSE r.errors END"
# Ranges of rows of finished chunks: adjacent ones are merged, so that at the end there is one range. `updates`: the
# import was started to update accounts.
_DONE: Final = """
    WITH done AS MATERIALIZED (
        SELECT range_agg(int4range(first_row, last_row, '[]')) AS rows,
               (SELECT mode <> 'create' AND started_at IS NOT NULL FROM imports WHERE id = :import_id) AS updates
        FROM import_chunks WHERE import_id = :import_id AND done_at IS NOT NULL
    )
"""
_UPDATED: Final = "(done.updates AND r.change IS NOT NULL AND r.status IN ('invalid', 'updated', 'unchanged'))"
# The message of a problem without the number of the row that it names, which differs from row to row: only the one of a
# duplicate does. No regular expression, which takes twice as long for a file of duplicates.
WITHOUT_ROW: Final = "split_part(e->>'message', ' (row ', 1)"
_CONDITIONS: Final = {
    None: "r.status <> 'deleted'",
    RowFilter.VALID: f"(r.status IN ('valid', 'warning') OR {_UPDATED})",
    RowFilter.WARNING: f"""(
        r.status = 'warning' OR (r.status = 'failed' OR {_UPDATED}) AND r.warnings IS NOT NULL
    )""",
    RowFilter.INVALID: f"r.status = 'invalid' AND NOT {_WAITS}",
    RowFilter.CREATED: _IS_CREATED,
    RowFilter.FAILED: f"r.status IN ('failed', 'invalid') AND NOT {_WAITS}",
    RowFilter.CHANGED: f"r.change = 'changed' AND r.status IN ('invalid', 'updated') AND NOT {_WAITS}",
    RowFilter.UNCHANGED: f"r.change = 'unchanged' AND r.status IN ('invalid', 'unchanged') AND NOT {_WAITS}",
    RowFilter.NEW: "r.status IN ('valid', 'warning')",
    RowFilter.REFUSED: "r.status = 'invalid' AND r.change IS NULL",
}


@dataclass(frozen=True, kw_only=True)
class StoredRow:
    """`user_id` is None unless the account was created, updated or found unchanged."""

    row: int
    position: int
    line: int | None
    status: RowStatus
    change: RowChange | None
    before: dict[str, str | None]
    update_errors: list[dict[str, str]]
    values: Cells
    errors: list[dict[str, str]]
    warnings: list[dict[str, str]]
    message: str | None
    user_id: UUID | None
    invitation: Invitation | None
    version: int
    editor_id: UUID | None
    editor_name: str | None


@dataclass(frozen=True, kw_only=True)
class RowSelection:
    """Which rows of an import: by status, by a problem in a field, or a single one by its number."""

    status: RowFilter | None = None
    field: str | None = None
    problem: str | None = None
    row: int | None = None

    @property
    def has_problem(self) -> bool:
        return self.field is not None or self.problem is not None

    def condition(self) -> str:
        """SQL with the parameters :field, :problem and :row."""
        problems = "r.warnings" if self.status is RowFilter.WARNING else _ERRORS
        found = f"""
            EXISTS (SELECT FROM jsonb_array_elements({problems}) e
                    WHERE (CAST(:field AS text) IS NULL OR e->>'field' = :field)
                      AND (CAST(:problem AS text) IS NULL OR {WITHOUT_ROW} = :problem))
        """
        conditions = [_CONDITIONS[self.status], *([found] if self.has_problem else [])]
        return " AND ".join([*conditions, "(CAST(:row AS int) IS NULL OR r.row = :row)"])

    def values(self) -> dict[str, Any]:
        return {"row": self.row, **({"field": self.field, "problem": self.problem} if self.has_problem else {})}


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


async def count_rows(connection: Connection, *, import_id: UUID, selection: RowSelection) -> int:
    """The caller must have read the import for its company before."""
    count: int = await connection.fetch_value(
        f"""
        {_DONE} SELECT count(*) FROM import_rows r CROSS JOIN done
        WHERE r.import_id = :import_id AND {selection.condition()}
        """,  # noqa: S608 - constants
        import_id=import_id,
        **selection.values(),
    )
    return count


async def find_row(connection: Connection, *, import_id: UUID, row: int) -> StoredRow | None:
    """A row that is not deleted. The caller must have read the import for its company before."""
    rows = await list_rows(connection, import_id=import_id, selection=RowSelection(row=row))
    return rows[0] if rows else None


async def list_rows(
    connection: Connection, *, import_id: UUID, selection: RowSelection, offset: int = 0, limit: int = 1
) -> list[StoredRow]:
    """One page in the order of the file. The caller must have read the import for its company before."""
    rows = await connection.fetch_all(
        f"""
        {_DONE}
        SELECT page.*, u.id AS present_account, {invitation_state("u")} AS invitation, edit.number AS edit,
               editor.id AS editor_id, editor.full_name AS editor_name,
               page.row - (SELECT count(*) FROM import_rows d WHERE d.import_id = :import_id
                                                                AND d.status = 'deleted' AND d.row < page.row)
                   AS position
        FROM (
            SELECT r.*, {_STATUS} AS present_status, {_ERRORS} AS present_errors FROM import_rows r CROSS JOIN done
            WHERE r.import_id = :import_id AND {selection.condition()}
            ORDER BY r.row OFFSET :offset LIMIT :limit
        ) page
        LEFT JOIN users u
               ON u.id = CASE WHEN page.status IN ('updated', 'unchanged') THEN page.account_id ELSE page.user_id END
        LEFT JOIN LATERAL (
            SELECT c.number, c.changed_by FROM import_edits e
            JOIN import_changes c ON c.import_id = e.import_id AND c.number = e.change
            WHERE e.import_id = :import_id AND e.row = page.row ORDER BY e.change DESC LIMIT 1
        ) edit ON true
        LEFT JOIN users editor ON editor.id = edit.changed_by
        ORDER BY page.row
        """,  # noqa: S608 - constants
        import_id=import_id,
        offset=offset,
        limit=limit,
        **selection.values(),
    )
    return [_row(row) for row in rows]


async def rows_after(
    connection: Connection, *, import_id: UUID, status: RowFilter | None, row: int, limit: int
) -> list[ResultRow]:
    """The rows with the next greater numbers. The caller must have read the import for its company before."""
    rows = await connection.fetch_all(
        f"""
        {_DONE}
        SELECT r.*, {_STATUS} AS present_status, {_ERRORS} AS present_errors,
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
            reason=each.message or join_messages(each.present_errors),
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
              AND status IN ('valid', 'warning', 'updated', 'unchanged', 'failed')
            ORDER BY row DESC LIMIT :limit
        ) r
        ORDER BY c.done_at DESC, c.number DESC, r.row DESC LIMIT :limit
        """,
        import_id=import_id,
        limit=RECENT_ROWS,
    )
    return [
        RecentRow(row=row.row, email=row.email, status=status, message=row.message or DONE.get(status, CREATED))
        for row in rows
        for status in [_final_status(row.status)]
    ]


async def failed_rows(connection: Connection, *, import_id: UUID) -> dict[int, str]:
    """Row number → reason, of the invalid and the failed rows."""
    rows = await connection.fetch_all(
        f"""
        {_DONE}
        SELECT r.row, r.message, {_ERRORS} AS errors FROM import_rows r CROSS JOIN done
        WHERE r.import_id = :import_id AND {_CONDITIONS[RowFilter.FAILED]} ORDER BY r.row
        """,  # noqa: S608 - constants
        import_id=import_id,
    )
    return {row.row: row.message or join_messages(row.errors) for row in rows}


def _final_status(status: str) -> RowStatus:
    """The status of a row whose chunk is finished."""
    return RowStatus.CREATED if status in {RowStatus.VALID, RowStatus.WARNING} else RowStatus(status)


def join_messages(problems: list[dict[str, Any]] | None) -> str:
    return "; ".join(problem["message"] for problem in problems or [])


def _values(row: Row) -> Cells:
    return Cells._make(row[name] for name in Cells._fields)


def _row(row: Row) -> StoredRow:
    status = RowStatus(row.present_status)
    errors = row.present_errors or []
    return StoredRow(
        row=row.row,
        position=row.position,
        line=row.line,
        status=status,
        change=None if row.change is None else RowChange(row.change),
        before=row.before or {},
        update_errors=row.update_errors or [],
        values=_values(row),
        errors=errors,
        warnings=row.warnings or [],
        message=row.message or DONE.get(status) or join_messages(errors) or None,
        user_id=row.present_account if status in DONE else None,
        invitation=Invitation(row.invitation) if status is RowStatus.CREATED and row.invitation else None,
        version=(row.edit or 0) + 1,
        editor_id=row.editor_id,
        editor_name=row.editor_name,
    )
