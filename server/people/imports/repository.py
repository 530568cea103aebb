"""Imports and their files. Every function takes the company, except those of the worker, which serves all."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from server.people.imports.checking.mending import ReadValue
from server.people.imports.files.birth_dates import DateOrder
from server.people.imports.files.layout import Choice, Dialect, FieldMap, Layout
from server.people.imports.formats import FORMAT
from server.people.imports.history import HistoryFilter
from server.people.imports.states import ImportMode, ImportState, RowStatus
from server.platform.database.connections import Connection, Row
from server.vocabulary.profiles import Profile

_IMPORTS: Final = """
    SELECT i.id, i.company_id, i.state, i.reason, i.file_name, i.delimiter, i.encoding,
    i.header_line, i.fields, i.sheets, i.sheet, i.date_order, i.date_example, i.read_values,
    i.unknown_headers, i.remarks, i.uploaded_by, i.uploader_profile, i.started_by, i.mode, i.invite, i.invite_at,
    i.invited_at, i.content_digest, i.paused_at, i.paused_for, i.undone, i.undone_by, i.total_rows,
    i.checked_rows, i.valid_rows, i.warning_rows, i.invalid_rows, i.changed_rows, i.unchanged_rows, i.processed,
    i.created_count, i.changed_count, i.unchanged_count, i.failed_count, i.invited, i.profiles, i.created_at,
    i.started_at, i.finished_at, i.version, i.format, i.problems_version, now() AS read_at,
    uploader.full_name AS uploader_name, starter.full_name AS starter_name
      FROM imports i
      LEFT JOIN users uploader ON uploader.id = i.uploaded_by
      LEFT JOIN users starter ON starter.id = i.started_by
"""
# The rows of a started import that `processed` reaches: see `Import.rows_to_process`.
TO_PROCESS: Final = "(valid_rows + CASE WHEN mode = 'create' THEN 0 ELSE changed_rows + unchanged_rows END)"


@dataclass(frozen=True, kw_only=True)
class Import:
    id: UUID
    company_id: UUID
    state: ImportState
    reason: str | None
    file_name: str
    layout: Layout
    sheets: list[str]
    sheet: str | None
    date_order: DateOrder | None
    date_example: str | None
    unknown_headers: list[str]
    remarks: list[str]
    read_values: list[ReadValue]
    uploaded_by: UUID | None
    uploader_name: str | None
    uploader_profile: Profile | None
    started_by: UUID | None
    starter_name: str | None
    mode: ImportMode
    invite: bool
    invite_at: datetime | None
    invited_at: datetime | None
    content_digest: bytes | None
    paused_at: datetime | None
    paused_for: timedelta
    undone: int
    undone_by: UUID | None
    total_rows: int
    checked_rows: int
    valid_rows: int
    warning_rows: int
    invalid_rows: int
    changed_rows: int
    unchanged_rows: int
    processed: int
    created_count: int
    changed_count: int
    unchanged_count: int
    failed_count: int
    invited: int
    profiles: frozenset[Profile]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    version: int
    format: int
    problems_version: int | None
    read_at: datetime

    @property
    def updates(self) -> bool:
        """Whether it was started to update accounts: then the rows with a `change` are processed, too."""
        return self.started_at is not None and self.mode is not ImportMode.CREATE

    @property
    def rows_to_process(self) -> int:
        """What `processed` reaches. An update processes new rows by refusing them: they have no account."""
        return self.valid_rows + (self.changed_rows + self.unchanged_rows if self.updates else 0)

    @property
    def counts(self) -> dict[str, Any]:
        """The results so far, for the audit trail."""
        counts: dict[str, Any] = {"created": self.created_count, "failed": self.failed_count}
        if not self.updates:
            return counts
        return {"mode": self.mode.value, **counts, "changed": self.changed_count, "unchanged": self.unchanged_count}

    @property
    def refused_rows(self) -> int:
        """The rows that are not processed."""
        return self.invalid_rows - (self.changed_rows + self.unchanged_rows if self.updates else 0)

    @property
    def needs_date_order(self) -> bool:
        return self.date_order is None and self.date_example is not None


async def find_import(
    connection: Connection, *, company_id: UUID, import_id: UUID, locks: bool = False
) -> Import | None:
    """`locks`: against any other change of its state until the transaction ends."""
    row = await connection.fetch_one(
        f"{_IMPORTS} WHERE i.company_id = :company_id AND i.id = :import_id"
        f"{' FOR NO KEY UPDATE OF i' if locks else ''}",
        company_id=company_id,
        import_id=import_id,
    )
    return None if row is None else _import(row)


async def get_import(connection: Connection, *, import_id: UUID) -> Import | None:
    """For a worker: the import of any company."""
    row = await connection.fetch_one(f"{_IMPORTS} WHERE i.id = :import_id", import_id=import_id)
    return None if row is None else _import(row)


async def list_imports(
    connection: Connection, *, company_id: UUID, matching: HistoryFilter, offset: int, limit: int
) -> tuple[list[Import], int]:
    """(one page, newest first; total number)."""
    conditions, values = matching.conditions(), {"company_id": company_id, **matching.values()}
    rows = await connection.fetch_all(
        f"{_IMPORTS} WHERE i.company_id = :company_id {conditions} ORDER BY i.id DESC OFFSET :offset LIMIT :limit",
        offset=offset,
        limit=limit,
        **values,
    )
    total: int = await connection.fetch_value(
        f"SELECT count(*) FROM imports i WHERE i.company_id = :company_id {conditions}",  # noqa: S608 - constants
        **values,
    )
    return [_import(row) for row in rows], total


async def find_same(connection: Connection, found: Import) -> Import | None:
    """The company's newest earlier import of the same content, unless it failed or was cancelled before its start."""
    row = await connection.fetch_one(
        f"""
        {_IMPORTS}
        WHERE i.company_id = :company_id AND i.content_digest = CAST(:content_digest AS bytea) AND i.id < :import_id
          AND i.state <> 'failed' AND (i.state <> 'cancelled' OR i.started_at IS NOT NULL)
        ORDER BY i.id DESC LIMIT 1
        """,
        company_id=found.company_id,
        content_digest=found.content_digest,
        import_id=found.id,
    )
    return None if row is None else _import(row)


async def unfinished_imports(
    connection: Connection, *, silent_seconds: int, known: int = FORMAT
) -> list[tuple[UUID, ImportState]]:
    """Imports of a known format that a worker should process, and that none has written to for so long."""
    rows = await connection.fetch_all(
        """
        SELECT id, state FROM imports
        WHERE state IN ('validating', 'processing', 'undoing')
          AND touched_at < now() - make_interval(secs => :silent_seconds) AND format <= :known
        ORDER BY touched_at LIMIT 100
        """,
        known=known,
        silent_seconds=silent_seconds,
    )
    return [(row.id, ImportState(row.state)) for row in rows]


async def mark_cancelled(connection: Connection, *, import_id: UUID) -> None:
    await connection.execute(
        """
        UPDATE imports
        SET state = 'cancelled', paused_for = paused_for + COALESCE(now() - paused_at, '0'), paused_at = NULL,
            invite_at = NULL, finished_at = now(), touched_at = now(), version = version + 1
        WHERE id = :import_id
        """,
        import_id=import_id,
    )


async def judge_anew(
    connection: Connection, *, company_id: UUID, import_id: UUID, date_order: DateOrder, remarks: list[str]
) -> None:
    """Back to `validating`: the next check reads the file again, with this order of its dates."""
    await connection.execute(
        """
        UPDATE imports
        SET state = 'validating', date_order = :date_order, date_example = NULL,
            remarks = CAST(:remarks AS text[]), checked_rows = 0, valid_rows = 0, warning_rows = 0, invalid_rows = 0,
            changed_rows = 0, unchanged_rows = 0, touched_at = now(), version = version + 1
        WHERE company_id = :company_id AND id = :import_id
        """,
        company_id=company_id,
        import_id=import_id,
        date_order=date_order.value,
        remarks=remarks,
    )


async def mark_started(
    connection: Connection, *, import_id: UUID, started_by: UUID, mode: ImportMode, invite: bool
) -> None:
    await connection.execute(
        """
        UPDATE imports
        SET state = 'processing', started_by = :started_by, mode = :mode, invite = :invite, started_at = now(),
            touched_at = now(), version = version + 1
        WHERE id = :import_id
        """,
        import_id=import_id,
        started_by=started_by,
        mode=mode.value,
        invite=invite,
    )


async def mark_paused(connection: Connection, *, company_id: UUID, import_id: UUID) -> None:
    await connection.execute(
        """
        UPDATE imports SET state = 'paused', paused_at = now(), touched_at = now(), version = version + 1
        WHERE company_id = :company_id AND id = :import_id
        """,
        company_id=company_id,
        import_id=import_id,
    )


async def mark_resumed(connection: Connection, *, company_id: UUID, import_id: UUID) -> None:
    """Continue the import: on a later day (UTC), what it creates counts for that day."""
    await connection.execute(
        """
        UPDATE imports i
        SET state = 'processing', paused_for = paused_for + (now() - paused_at), paused_at = NULL,
            resumed_at = CASE WHEN day.is_later THEN now() ELSE resumed_at END,
            created_before = CASE WHEN day.is_later THEN created_count ELSE created_before END,
            touched_at = now(), version = version + 1
        FROM (SELECT COALESCE(resumed_at, started_at) < date_trunc('day', now(), 'UTC') AS is_later
              FROM imports WHERE company_id = :company_id AND id = :import_id) day
        WHERE i.company_id = :company_id AND i.id = :import_id
        """,
        company_id=company_id,
        import_id=import_id,
    )


async def count_chunk(
    connection: Connection, *, company_id: UUID, import_id: UUID, counted: Mapping[RowStatus, int]
) -> bool:
    """Add the rows of a chunk by what became of them; False where the import was cancelled meanwhile."""
    found = await connection.fetch_value(
        """
        UPDATE imports
        SET processed = processed + :created + :failed + :changed + :unchanged,
            created_count = created_count + :created, failed_count = failed_count + :failed,
            changed_count = changed_count + :changed, unchanged_count = unchanged_count + :unchanged,
            undone = undone + :undone, touched_at = now(), version = version + 1
        WHERE company_id = :company_id AND id = :import_id AND state IN ('processing', 'paused', 'undoing')
        RETURNING id
        """,
        company_id=company_id,
        import_id=import_id,
        created=counted[RowStatus.CREATED],
        failed=counted[RowStatus.FAILED],
        changed=counted[RowStatus.UPDATED],
        unchanged=counted[RowStatus.UNCHANGED],
        undone=counted[RowStatus.UNDONE],
    )
    return found is not None


async def mark_ended(connection: Connection, *, company_id: UUID, import_id: UUID) -> None:
    """Completed, or undone; also where it was paused during its last chunk."""
    await connection.execute(
        """
        UPDATE imports
        SET state = CASE WHEN state = 'undoing' THEN 'undone' ELSE 'completed' END, paused_at = NULL,
            finished_at = CASE WHEN state = 'undoing' THEN finished_at ELSE clock_timestamp() END
        WHERE company_id = :company_id AND id = :import_id
        """,
        company_id=company_id,
        import_id=import_id,
    )


async def lock_creating(connection: Connection, *, company_id: UUID) -> int:
    """Lock the company until the transaction ends; the accounts that its imports create today (UTC).

    What is still to be created counts too, however long it has been paused. So imports of one company start one
    after another. The import that is to be started must be locked before.
    """
    await connection.execute("SELECT FROM companies WHERE id = :company_id FOR NO KEY UPDATE", company_id=company_id)
    accounts: int = await connection.fetch_value(
        f"""
        SELECT COALESCE(sum(CASE WHEN is_of_today THEN created_count - created_before ELSE 0 END
                            + CASE WHEN state IN ('processing', 'paused') AND mode <> 'update'
                                   THEN LEAST(valid_rows - created_count, {TO_PROCESS} - processed) ELSE 0 END), 0)
        FROM (SELECT *, COALESCE(resumed_at, started_at) >= date_trunc('day', now(), 'UTC') AS is_of_today
              FROM imports WHERE company_id = :company_id) i
        WHERE is_of_today OR state IN ('processing', 'paused')
        """,  # noqa: S608 - a constant
        company_id=company_id,
    )
    return accounts


def _import(row: Row) -> Import:
    read: dict[str, Any] = {
        "state": ImportState(row.state),
        "layout": Layout(
            dialect=Dialect(encoding=row.encoding, delimiter=row.delimiter),
            header_line=row.header_line,
            fields=None if row.fields is None else FieldMap.of(row.fields),
        ),
        "date_order": None if row.date_order is None else DateOrder(row.date_order),
        "read_values": [ReadValue(**{**value, "choice": Choice.of(value["choice"])}) for value in row.read_values],
        "mode": ImportMode(row.mode),
        "uploader_profile": _profile(row.uploader_profile),
        "profiles": frozenset(map(Profile, row.profiles)),
    }
    as_stored = {field.name: row[field.name] for field in fields(Import) if field.name not in read}
    return Import(**read, **as_stored)


def _profile(value: str | None) -> Profile | None:
    return None if value is None else Profile(value)
