"""Imports and their files. Every function takes the company, except those of the worker, which serves all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from pydantic import InstanceOf, TypeAdapter
from pydantic_core import to_jsonable_python
from sqlalchemy import Update, case, func, text, update

from server.company.companies.suspension import is_suspended
from server.people.imports.files.layout import Dialect, FieldMap, HeaderRows, Layout
from server.people.imports.files.questions import Answer, Question, QuestionKind
from server.people.imports.mending.edits import ReadValue
from server.people.imports.schemas import EarlierImport, FileLines, HistoryQuery
from server.people.imports.states import FORMAT, ImportMode, ImportState, RowStatus
from server.people.imports.tables import imports
from server.platform.database.connections import Connection, Row, quoted
from server.platform.errors import existing
from server.vocabulary.birth_dates import DateOrder
from server.vocabulary.fields import BESIDE, BUILT_IN, FieldSet
from server.vocabulary.own_fields import PREFIX, OwnField
from server.vocabulary.profiles import Profile, creatable_by

_UNCOUNTED: Final = dict.fromkeys(
    ("checked_rows", "valid_rows", "warning_rows", "invalid_rows", "changed_rows", "unchanged_rows"), 0
)
_COUNT_CHECKED: Final = f"""
    UPDATE imports SET {", ".join(f"{name} = {name} + :{name}" for name in _UNCOUNTED)},
           touched_at = now(), version = version + 1
     WHERE id = :import_id AND state = 'validating' RETURNING set_config('synchronous_commit', 'off', true)
"""  # noqa: S608 - constants
_UNCHECKED: Final = {"state": ImportState.VALIDATING, "date_example": None, **_UNCOUNTED}
_TOUCHED: Final = {"touched_at": func.now(), "version": imports.c.version + 1}
# The counters of what becomes of a row.
_COUNTERS: Final = {
    "created_count": RowStatus.CREATED,
    "failed_count": RowStatus.FAILED,
    "changed_count": RowStatus.UPDATED,
    "unchanged_count": RowStatus.UNCHANGED,
}
_READ_VALUES: Final = TypeAdapter(list[ReadValue])
_IS_CHECKED: Final = imports.c.state == ImportState.VALIDATING
# By the filters of a history.
_MATCHING: Final = {
    "state": "i.state = :state",
    "search": "i.file_name ILIKE :search",
    "started_by": "i.started_by = :started_by",
    "since": "i.created_at >= :since",
    "until": "i.created_at < :until",
}
# What this version can process: an older worker would lose the columns of a field that it does not know.
IS_KNOWN: Final = f"""
    format <= {FORMAT} AND NOT EXISTS (
        SELECT FROM jsonb_object_keys(fields->'columns') AS key
         WHERE key NOT IN ({quoted((*BUILT_IN.places, *BESIDE))}) AND NOT starts_with(key, '{PREFIX}'))
"""


@dataclass(frozen=True, kw_only=True)
class Sync:
    """The scope whose whole list the file is. Of its people who are missing in the file, `people` were counted.

    `job_id` is the job that deactivates them; None where none does, or not yet.
    """

    batch_id: UUID | None = None
    work_location: str | None = None
    profile: Profile | None = None
    deactivates: bool
    people: int
    job_id: UUID | None = None


@dataclass(frozen=True, kw_only=True)
class Import:
    id: UUID
    company_id: UUID
    state: ImportState
    reason: str | None
    file_name: str
    encoding: str
    delimiter: str
    header_line: int
    fields: FieldMap
    sheets: list[str]
    sheet: str | None
    date_order: DateOrder | None
    date_example: str | None
    unknown_headers: list[str]
    remarks: list[str]
    lines: FileLines | None
    questions: list[Question]
    answers: dict[QuestionKind, Answer]
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
    sync: Sync | None
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
    # Read from the database it has those of all people: see own_fields.with_fields.
    known: InstanceOf[FieldSet] = BUILT_IN

    @property
    def own(self) -> list[OwnField]:
        """The company's own fields that the file has."""
        return [field for field in self.known.own if field.name in self.fields.columns]

    @property
    def key(self) -> dict[str, UUID]:
        """The parameters by which a statement finds what belongs to the import."""
        return {"company_id": self.company_id, "import_id": self.id}

    @cached_property
    def layout(self) -> Layout:
        quotes = self.sheet is not None or self.answers.get(QuestionKind.JOINED_LINES) is not Answer.NO_QUOTES
        dialect = Dialect(encoding=self.encoding, delimiter=self.delimiter, quotes=quotes)
        rows = HeaderRows(self.header_line, self.lines.heading if self.lines else int(self.header_line > 0))
        return Layout(
            dialect=dialect,
            header_rows=rows,
            fields=self.fields,
            known=self.known,
            answers=frozenset(self.answers.values()),
        )

    @cached_property
    def only_updates(self) -> bool:
        """Whether it is to update accounts, and lacks a column of what new people need."""
        missing = self.fields.missing(self.layout.known)
        return self.mode is ImportMode.UPDATE and not set(missing).isdisjoint(self.layout.known.required_in_files)

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
    def open_questions(self) -> list[Question]:
        return [question for question in self.questions if question.kind not in self.answers]

    @property
    def needs_date_order(self) -> bool:
        return self.date_order is None and self.date_example is not None


_COLUMNS: Final = [each.name for each in fields(Import) if each.name != "known"]
_JOINED: Final = {"uploader_name": "uploader.full_name", "starter_name": "starter.full_name", "read_at": "now()"}
# Named one by one: Postgres refuses a prepared `SELECT *` once a migration has added a column.
_IMPORTS: Final = f"""
    SELECT {", ".join(f"{_JOINED.get(name, f'i.{name}')} AS {name}" for name in _COLUMNS)}
      FROM imports i
      LEFT JOIN users uploader ON uploader.id = i.uploaded_by
      LEFT JOIN users starter ON starter.id = i.started_by
"""  # noqa: S608 - constants


def may_act(profile: Profile | None, *, is_uploader: bool, profiles: frozenset[Profile]) -> bool:
    """Whether a user of `profile` may act on an import of these `profiles`; None is one who may no longer sign in."""
    creatable = creatable_by(profile)
    return bool(creatable) and (is_uploader or profiles <= creatable)


async def find_import(connection: Connection, *, company_id: UUID, import_id: UUID, locks: bool = False) -> Import:
    """`locks`: against any other change of its state until the transaction ends.

    Raises NotFoundError, also for another company's import.
    """
    return existing(
        await connection.fetch_record(
            Import,
            f"{_IMPORTS} WHERE i.company_id = :company_id AND i.id = :import_id"
            f"{' FOR NO KEY UPDATE OF i' if locks else ''}",
            company_id=company_id,
            import_id=import_id,
        )
    )


async def get_import(connection: Connection, *, import_id: UUID) -> Import | None:
    """For a worker: the import of any company."""
    return await connection.fetch_record(Import, f"{_IMPORTS} WHERE i.id = :import_id", import_id=import_id)


async def list_imports(connection: Connection, *, company_id: UUID, query: HistoryQuery) -> tuple[list[Import], int]:
    """(one page, newest first; total number)."""
    escaped = query.search.strip().replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
    given = {
        "state": query.state,
        "search": escaped and f"%{escaped}%",
        "started_by": query.started_by,
        "since": _moment(query.since, days=0),
        "until": _moment(query.until, days=1),
    }
    # Only the given ones: an optional condition would keep Postgres from using its index.
    conditions = "".join(f" AND {condition}" for name, condition in _MATCHING.items() if given[name])
    values = {"company_id": company_id, **given}
    statement = (
        f"{_IMPORTS} WHERE i.company_id = :company_id {conditions} ORDER BY i.id DESC OFFSET :offset LIMIT :limit"
    )
    found = await connection.fetch_records(Import, statement, offset=query.offset, limit=query.page_size, **values)
    statement = f"SELECT count(*) FROM imports i WHERE i.company_id = :company_id {conditions}"  # noqa: S608 - constants
    total = await connection.fetch_number(statement, **values)
    return found, total


def _moment(given: datetime | date | None, *, days: int) -> datetime | None:
    """A day counts from its beginning (UTC), or that of the day so many days later."""
    if given is None or isinstance(given, datetime):
        return given
    return datetime(given.year, given.month, given.day, tzinfo=UTC) + timedelta(days=days)


async def find_same(connection: Connection, found: Import) -> EarlierImport | None:
    """The company's newest earlier import of this content, and sheet, by which people came in, and stayed."""
    query = """
        SELECT i.id, i.file_name, i.created_at, CASE WHEN u.id IS NOT NULL
                    THEN jsonb_build_object('id', u.id, 'full_name', u.full_name) END AS uploaded_by
        FROM imports i LEFT JOIN users u ON u.company_id = i.company_id AND u.id = i.uploaded_by
        WHERE i.company_id = :company_id AND i.content_digest = CAST(:content_digest AS bytea) AND i.id < :import_id
          AND i.sheet IS NOT DISTINCT FROM CAST(:sheet AS text)
          AND (i.state IN ('processing', 'paused', 'completed')
               OR (i.state = 'cancelled' AND i.created_count + i.changed_count > 0))
        ORDER BY i.id DESC LIMIT 1
    """
    values = {"content_digest": found.content_digest, "sheet": found.sheet}
    return await connection.fetch_record(EarlierImport, query, **found.key, **values)


async def next_sheets(connection: Connection, found: Import) -> list[str]:
    """The sheets that remarks and questions name with their rows, and that no import of the same workbook has read."""
    asked = [each.text for each in found.questions if found.answers.get(each.kind) is Answer.ONE_SHEET]
    named = [name for name in found.sheets if any(f"“{name}” (" in text for text in (*found.remarks, *asked))]
    query = """
        SELECT sheet FROM imports WHERE company_id = :company_id AND content_digest = CAST(:content_digest AS bytea)
           AND state NOT IN ('failed', 'cancelled', 'undone') AND id <> :import_id
    """
    values = {**found.key, "content_digest": found.content_digest}
    read = await connection.fetch_column(query, **values) if named else []
    return [name for name in named if name not in read]


async def unfinished_imports(connection: Connection, *, silent_seconds: int) -> list[tuple[UUID, ImportState]]:
    """Imports of a known format that a worker should process, and that none has written to for so long."""
    query = f"""
        SELECT id, state FROM imports
        WHERE state IN ('validating', 'processing', 'undoing')
          AND touched_at < now() - make_interval(secs => :silent_seconds) AND {IS_KNOWN}
          AND NOT {is_suspended("company_id")}
        ORDER BY touched_at LIMIT 100
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, silent_seconds=silent_seconds)
    return [(row.id, ImportState(row.state)) for row in rows]


async def measure_longest_wait(connection: Connection) -> float:
    """Seconds for which a code or a notice was due, or nothing was written to an import or a bulk job.

    Bulk messages do not count: the invitations of a large import wait for each other.
    """
    is_open = f"NOT {is_suspended('company_id')}"
    query = f"""
        SELECT CAST(coalesce(extract(epoch FROM now() - least(
            (SELECT min(next_attempt_at) FROM messages WHERE NOT is_bulk AND next_attempt_at < now() AND {is_open}),
            (SELECT min(touched_at) FROM imports
              WHERE state IN ('validating', 'processing', 'undoing') AND format <= :known AND {is_open}),
            (SELECT min(touched_at) FROM bulk_jobs
              WHERE state IN ('processing', 'undoing') AND {is_open}))), 0) AS float)
    """  # noqa: S608 - constants
    return float(await connection.fetch_value(query, known=FORMAT))


async def measure_work(connection: Connection) -> Sequence[Row]:
    """`kind`, `depth` and `age` of imports and jobs: seconds for which nothing was written to the most silent one."""
    is_open = f"NOT {is_suspended('company_id')}"
    query = f"""
        SELECT kind, count(touched_at) AS depth, coalesce(extract(epoch FROM now() - min(touched_at)), 0) AS age FROM (
            (SELECT 'imports' AS kind, touched_at FROM imports
              WHERE state IN ('validating', 'processing', 'undoing') AND format <= :known AND {is_open}
              ORDER BY touched_at LIMIT 10000)
            UNION ALL (SELECT 'jobs', touched_at FROM bulk_jobs
                        WHERE state IN ('processing', 'undoing') AND {is_open} ORDER BY touched_at LIMIT 10000)
            UNION ALL SELECT unnest(ARRAY['imports', 'jobs']), CAST(NULL AS timestamptz)) AS work
         GROUP BY kind
    """  # noqa: S608 - constants
    return await connection.fetch_all(query, known=FORMAT)


async def mark_cancelled(connection: Connection, found: Import) -> None:
    await _change(
        connection,
        found,
        state=ImportState.CANCELLED,
        paused_for=imports.c.paused_for + func.coalesce(func.now() - imports.c.paused_at, timedelta()),
        paused_at=None,
        invite_at=None,
        finished_at=func.now(),
    )


async def check_anew(connection: Connection, found: Import, *, restored: int = 0, **values: Any) -> None:  # noqa: ANN401 - columns
    """Back to `validating` with these values of its columns: the next check reads the file again.

    `restored`: how many rows are deleted no more, less the newly deleted ones.
    """
    total_rows = imports.c.total_rows + restored
    await _change(connection, found, **(_UNCHECKED | {"total_rows": total_rows} | values))


async def check_previews_anew(connection: Connection, *, company_id: UUID, remark: str) -> list[UUID]:
    """Back to `validating`, with this remark: the company's imports that wait to be started; their ids."""
    remarks = func.array_append(func.array_remove(imports.c.remarks, remark), remark)
    ready = update(imports).where(imports.c.company_id == company_id, imports.c.state == ImportState.READY)
    anew = ready.values(**_UNCHECKED, **_TOUCHED, remarks=remarks)
    return await connection.fetch_column(anew.returning(imports.c.id))


async def begin_check(connection: Connection, *, import_id: UUID) -> bool:
    """Set the counters to zero; False where it waits for no check, or is of a newer format."""
    waiting = update(imports).where(imports.c.id == import_id, _IS_CHECKED, text(IS_KNOWN))
    return await connection.has_row(waiting.values(**_UNCOUNTED, **_TOUCHED).returning(imports.c.id))


async def count_checked(connection: Connection, *, import_id: UUID, counts: Mapping[str, int]) -> bool:
    """Add the checked rows of a batch by counter; False where the import was cancelled meanwhile.

    The commit waits for no disk: a crash of Postgres can lose the last batches, and the check begins anew. The commit
    of :func:`finish_check` waits, for these too.
    """
    return await connection.has_row(_COUNT_CHECKED, import_id=import_id, **counts)


async def finish_check(
    connection: Connection,
    found: Import,
    *,
    profiles: Iterable[str],
    date_example: str | None,
    values: Iterable[ReadValue],
    remarks: Mapping[str, bool],
) -> None:
    """The preview is ready, with its errors counted; `remarks` says which of these the check has to make."""
    others = [each for each in found.remarks if each not in remarks]
    kinds = {field.name: field.own_kind for field in found.own}
    await connection.execute(
        _changed(
            found,
            state=ImportState.READY,
            fields=replace(found.fields, kinds=kinds).stored(),
            ready_at=func.now(),
            profiles=sorted(profiles),
            date_example=date_example,
            read_values=_READ_VALUES.dump_python(list(values), mode="json"),
            problems_version=imports.c.version + 1,
            remarks=others + [text for text, is_made in remarks.items() if is_made],
        ).where(_IS_CHECKED)
    )


async def mark_failed(connection: Connection, found: Import, *, reason: str) -> bool:
    """False where it is no longer being checked."""
    failed = _changed(found, state=ImportState.FAILED, reason=reason, finished_at=func.now(), **_UNCOUNTED)
    return await connection.has_row(failed.where(_IS_CHECKED).returning(imports.c.id))


async def count_mended(
    connection: Connection,
    found: Import,
    *,
    gained: Mapping[str, int],
    profiles: Iterable[str],
    date_example: str | None,
) -> None:
    """Add what was gained to the counters of a preview, by column, and say what it has now.

    Counted errors are those of the new version where they were those of the last one.
    """
    added = {**gained, "total_rows": gained["checked_rows"]}
    is_counted = imports.c.problems_version == imports.c.version
    await _change(
        connection,
        found,
        **{name: imports.c[name] + rows for name, rows in added.items()},
        profiles=sorted(profiles),
        date_example=date_example,
        touched_at=imports.c.touched_at,
        problems_version=case((is_counted, imports.c.version + 1)),
    )


async def mark_started(
    connection: Connection,
    found: Import,
    *,
    started_by: UUID,
    mode: ImportMode,
    invite: bool | datetime,
    sync: Sync | None = None,
) -> None:
    """`invite`: at once, by a later call, or at this moment."""
    await _change(
        connection,
        found,
        state=ImportState.PROCESSING,
        started_by=started_by,
        mode=mode,
        invite=invite is True,
        invite_at=invite if isinstance(invite, datetime) else None,
        sync=sync and to_jsonable_python(sync),
        started_at=func.now(),
    )


async def keep_sync_job(connection: Connection, found: Import, sync: Sync, *, job_id: UUID) -> None:
    await _change(connection, found, sync=to_jsonable_python(replace(sync, job_id=job_id)))


async def mark_paused(connection: Connection, found: Import) -> None:
    await _change(connection, found, state=ImportState.PAUSED, paused_at=func.now())


async def mark_undoing(connection: Connection, found: Import, *, undone_by: UUID) -> None:
    """No more invitations go out."""
    await _change(connection, found, state=ImportState.UNDOING, undone=0, undone_by=undone_by, invite_at=None)


async def _change(connection: Connection, found: Import, **values: Any) -> None:  # noqa: ANN401 - columns
    """Change an import that the caller has locked."""
    await connection.execute(_changed(found, **values))


def _changed(found: Import, **values: Any) -> Update:  # noqa: ANN401 - columns
    return update(imports).filter_by(company_id=found.company_id, id=found.id).values(**(_TOUCHED | values))


async def mark_resumed(connection: Connection, *, company_id: UUID, import_id: UUID) -> None:
    """Continue the import: on a later day (UTC), what it creates counts for that day."""
    query = """
        UPDATE imports i
        SET state = 'processing', paused_for = paused_for + (now() - paused_at), paused_at = NULL,
            resumed_at = CASE WHEN day.is_later THEN now() ELSE resumed_at END,
            created_before = CASE WHEN day.is_later THEN created_count ELSE created_before END,
            touched_at = now(), version = version + 1
        FROM (SELECT COALESCE(resumed_at, started_at) < date_trunc('day', now(), 'UTC') AS is_later
              FROM imports WHERE company_id = :company_id AND id = :import_id) day
        WHERE i.company_id = :company_id AND i.id = :import_id
    """
    await connection.execute(query, company_id=company_id, import_id=import_id)


async def count_chunk(
    connection: Connection, *, company_id: UUID, import_id: UUID, counted: Mapping[RowStatus, int]
) -> bool:
    """Add the rows of a chunk by what became of them; False where the import was cancelled meanwhile."""
    results = {name: counted[status] for name, status in _COUNTERS.items()}
    added = {**results, "processed": sum(results.values()), "undone": counted[RowStatus.UNDONE]}
    is_worked = imports.c.state.in_((ImportState.PROCESSING, ImportState.PAUSED, ImportState.UNDOING))
    changed = update(imports).filter_by(company_id=company_id, id=import_id).where(is_worked)
    changed = changed.values(**_TOUCHED, **{name: imports.c[name] + rows for name, rows in added.items()})
    return await connection.has_row(changed.returning(imports.c.id))


async def mark_ended(connection: Connection, *, company_id: UUID, import_id: UUID) -> None:
    """Completed, or undone; also where it was paused during its last chunk."""
    query = """
        UPDATE imports
        SET state = CASE WHEN state = 'undoing' THEN 'undone' ELSE 'completed' END, paused_at = NULL,
            finished_at = CASE WHEN state = 'undoing' THEN finished_at ELSE clock_timestamp() END
        WHERE company_id = :company_id AND id = :import_id
    """
    await connection.execute(query, company_id=company_id, import_id=import_id)


async def lock_creating(connection: Connection, *, company_id: UUID) -> int:
    """Lock the company until the transaction ends; the accounts that its imports create today (UTC).

    What is still to be created counts too, however long it has been paused. So imports of one company start one
    after another. The import that is to be started must be locked before.
    """
    await connection.execute("SELECT FROM companies WHERE id = :company_id FOR NO KEY UPDATE", company_id=company_id)
    # What `processed` reaches: see `Import.rows_to_process`.
    query = """
        SELECT COALESCE(sum(CASE WHEN is_of_today THEN created_count - created_before ELSE 0 END
                            + CASE WHEN state IN ('processing', 'paused') AND mode <> 'update'
                                   THEN LEAST(valid_rows - created_count, valid_rows - processed + CASE mode
                                              WHEN 'create' THEN 0 ELSE changed_rows + unchanged_rows END)
                                   ELSE 0 END), 0)
        FROM (SELECT *, COALESCE(resumed_at, started_at) >= date_trunc('day', now(), 'UTC') AS is_of_today
              FROM imports WHERE company_id = :company_id) i
        WHERE is_of_today OR state IN ('processing', 'paused')
    """
    return await connection.fetch_number(query, company_id=company_id)
