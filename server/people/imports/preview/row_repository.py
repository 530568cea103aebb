"""The rows of an import, as its pages ask for them.

A row counts as created when it was valid and its chunk is done: creating writes a row again only where it failed. So it
is undone when its chunk is, unless that has written down why it stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.people.account.repository import invitation_state
from server.people.imports.files.layout import Cells
from server.people.imports.kept import describe_kept
from server.people.imports.preview.selection_repository import (
    CONDITIONS,
    DONE_ROWS,
    ERRORS,
    IS_CREATED,
    STATUS,
    RowSelection,
)
from server.people.imports.states import RowChange, RowFilter, RowStatus
from server.platform.database.connections import Connection, Row
from server.vocabulary.fields import FILE_FIELDS
from server.vocabulary.invitation_state import Invitation

RECENT_ROWS: Final = 10
CREATED: Final = "Created"
# The messages of rows that were processed without a failure.
DONE: Final = {RowStatus.CREATED: CREATED, RowStatus.UPDATED: "Updated", RowStatus.UNCHANGED: "No change"}
# Of rows that were undone.
DELETED: Final = "The account was deleted"
TAKEN_BACK: Final = "The changes were taken back"


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
    batch: str
    errors: list[dict[str, str]]
    warnings: list[dict[str, str]]
    message: str | None
    user_id: UUID | None
    invitation: Invitation | None
    version: int
    editor_id: UUID | None
    editor_name: str | None


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
        {DONE_ROWS} SELECT count(*) FROM import_rows r CROSS JOIN done
        WHERE r.import_id = :import_id AND {selection.condition()}
        """,  # noqa: S608 - constants
        import_id=import_id,
        **selection.values(),
    )
    return count


async def find_row(connection: Connection, *, import_id: UUID, row: int) -> StoredRow | None:
    """A row that is not deleted. The caller must have read the import for its company before."""
    return (await find_rows(connection, import_id=import_id, rows=[row])).get(row)


async def find_rows(connection: Connection, *, import_id: UUID, rows: Sequence[int]) -> dict[int, StoredRow]:
    """Those that are not deleted, by number. The caller must have read the import for its company before."""
    found = await list_rows(connection, import_id=import_id, selection=RowSelection(rows=rows), limit=len(rows))
    return {row.row: row for row in found}


async def list_rows(
    connection: Connection, *, import_id: UUID, selection: RowSelection, offset: int = 0, limit: int = 1
) -> list[StoredRow]:
    """One page in the order of the file. The caller must have read the import for its company before."""
    rows = await connection.fetch_all(
        f"""
        {DONE_ROWS}
        SELECT page.*, u.id AS present_account, {invitation_state("u")} AS invitation, edit.number AS edit,
               editor.id AS editor_id, editor.full_name AS editor_name,
               page.row - (SELECT count(*) FROM import_rows d WHERE d.import_id = :import_id
                                                                AND d.status = 'deleted' AND d.row < page.row)
                   AS position
        FROM (
            SELECT r.*, {STATUS} AS present_status, {ERRORS} AS present_errors FROM import_rows r CROSS JOIN done
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


async def last_row(connection: Connection, *, import_id: UUID) -> int:
    """The greatest number of a row, 0 without any. The caller must have read the import for its company before."""
    last: int = await connection.fetch_value(
        "SELECT COALESCE(max(row), 0) FROM import_rows WHERE import_id = :import_id", import_id=import_id
    )
    return last


async def rows_between(
    connection: Connection, *, import_id: UUID, status: RowFilter | None, first: int, last: int
) -> list[ResultRow]:
    """The rows of these numbers: asked for the next so many instead, Postgres may sort all that are left.

    The caller must have read the import for its company before.
    """
    rows = await connection.fetch_all(
        f"""
        {DONE_ROWS}
        SELECT r.*, {STATUS} AS present_status, {ERRORS} AS present_errors,
               CASE WHEN {IS_CREATED} THEN (SELECT {invitation_state("u")} FROM users u WHERE u.id = r.user_id) END
                   AS invitation
        FROM import_rows r CROSS JOIN done
        WHERE r.import_id = :import_id AND r.row BETWEEN :first AND :last AND {CONDITIONS[status]} ORDER BY r.row
        """,  # noqa: S608 - constants
        import_id=import_id,
        first=first,
        last=last,
    )
    return [
        ResultRow(
            row=each.row,
            line=each.line,
            status=RowStatus(each.present_status),
            values=_values(each),
            reason=each.message or _told(each, RowStatus(each.present_status)) or join_messages(each.present_errors),
            invitation=None if each.invitation is None else Invitation(each.invitation),
        )
        for each in rows
    ]


async def recent_rows(connection: Connection, *, import_id: UUID) -> list[RecentRow]:
    """The last ten rows of the most recently finished chunks, newest first."""
    rows = await connection.fetch_all(
        """
        SELECT r.row, COALESCE(NULLIF(r.email, ''), r.phone) AS email, r.message, r.status, r.kept, c.undone_at
        FROM (SELECT * FROM import_chunks WHERE import_id = :import_id AND done_at IS NOT NULL
              ORDER BY done_at DESC, number DESC LIMIT :limit) c
        CROSS JOIN LATERAL (
            SELECT row, email, phone, message, status, kept FROM import_rows
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
        RecentRow(
            row=row.row,
            email=row.email,
            status=status,
            message=row.message or DONE.get(status) or _told(row, status) or CREATED,
        )
        for row in rows
        for status in [_final_status(row)]
    ]


async def failed_rows(connection: Connection, *, import_id: UUID, first: int, last: int) -> dict[int, str]:
    """Row number → reason, of the invalid and the failed rows of these numbers, as in rows_between."""
    rows = await connection.fetch_all(
        f"""
        {DONE_ROWS}
        SELECT r.row, r.message, {ERRORS} AS errors FROM import_rows r CROSS JOIN done
        WHERE r.import_id = :import_id AND r.row BETWEEN :first AND :last AND {CONDITIONS[RowFilter.FAILED]}
        ORDER BY r.row
        """,  # noqa: S608 - constants
        import_id=import_id,
        first=first,
        last=last,
    )
    return {each.row: each.message or join_messages(each.errors) for each in rows}


def _final_status(row: Row) -> RowStatus:
    """The status of a row whose chunk is finished, or undone since."""
    is_created = row.status in {RowStatus.VALID, RowStatus.WARNING}
    if row.undone_at is not None and (is_created or row.status == RowStatus.UPDATED):
        return RowStatus.UNDONE if row.kept is None else RowStatus.KEPT
    return RowStatus.CREATED if is_created else RowStatus(row.status)


def _was_created(row: Row, status: RowStatus) -> bool:
    """And the account is there: what an undo has kept, was created or updated."""
    return status is RowStatus.CREATED or (status is RowStatus.KEPT and row.status != RowStatus.UPDATED)


def _told(row: Row, status: RowStatus) -> str:
    """What an undo has done with the row, as a sentence; empty where it has done nothing."""
    is_update = row.status == RowStatus.UPDATED
    if status is RowStatus.UNDONE:
        return TAKEN_BACK if is_update else DELETED
    return describe_kept(row.kept, is_update=is_update) if status is RowStatus.KEPT else ""


def join_messages(problems: list[dict[str, Any]] | None) -> str:
    return "; ".join(problem["message"] for problem in problems or [])


def _values(row: Row) -> Cells:
    return Cells(row[field.column] for field in FILE_FIELDS)


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
        batch=row.batch or "",
        errors=errors,
        warnings=row.warnings or [],
        message=row.message or DONE.get(status) or _told(row, status) or join_messages(errors) or None,
        user_id=row.present_account if status in {*DONE, RowStatus.UNDONE, RowStatus.KEPT} else None,
        invitation=Invitation(row.invitation) if row.invitation and _was_created(row, status) else None,
        version=(row.edit or 0) + 1,
        editor_id=row.editor_id,
        editor_name=row.editor_name,
    )
