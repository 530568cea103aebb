"""SQL of bulk jobs: started, read, counted, moved from state to state, and erased."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from server.people.account.account_rules import Editor
from server.people.bulk.rules import UNDOABLE, BulkRowStatus, BulkState, Order
from server.people.bulk.tables import bulk_jobs, bulk_rows
from server.people.work.chunk_repository import Step
from server.platform.database.connections import Connection
from server.vocabulary.emails import Contacts
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import Profile

UNDO_LIFE: Final = timedelta(hours=24)
_JOBS: Final = """
    SELECT j.id, j.company_id, j.action, j.changes, j.batch_id, b.name AS batch_name, j.state, j.total, j.processed,
           j.done, j.unchanged, j.failed, j.undone, j.started_by, j.starter_profile, starter.full_name AS starter_name,
           j.undone_by, CASE WHEN editor.is_active THEN editor.profile END AS editor_profile, j.started_at,
           j.finished_at, j.version, clock_timestamp() AS read_at
      FROM bulk_jobs j
      LEFT JOIN users starter ON starter.company_id = j.company_id AND starter.id = j.started_by
      LEFT JOIN users editor ON editor.company_id = j.company_id
           AND editor.id = CASE WHEN j.state IN ('undoing', 'undone') THEN j.undone_by ELSE j.started_by END
      LEFT JOIN batches b ON b.company_id = j.company_id AND b.id = j.batch_id
"""
_ENDED: Final = frozenset({BulkState.COMPLETED, BulkState.CANCELLED})
# The state in which a job's chunks wait for the step.
_STATES: Final = {Step.RUN: BulkState.PROCESSING, Step.UNDO: BulkState.UNDOING}


@dataclass(frozen=True, kw_only=True)
class StoredJob(Order):
    """A job as stored. `starter_profile` is that of the start."""

    id: UUID
    company_id: UUID
    batch_name: str | None
    state: BulkState
    total: int
    processed: int
    done: int
    unchanged: int
    failed: int
    undone: int
    started_by: UUID | None
    starter_profile: Profile | None
    starter_name: str | None
    undone_by: UUID | None
    editor_profile: Profile | None
    started_at: datetime
    finished_at: datetime | None
    version: int
    read_at: datetime

    @cached_property
    def editor(self) -> Editor:
        """The account whose present rights decide: the starter, or who undoes the job."""
        is_undone = self.state in {BulkState.UNDOING, BulkState.UNDONE}
        user_id = self.undone_by if is_undone else self.started_by
        return Editor(company_id=self.company_id, user_id=user_id, profile=self.editor_profile)

    @property
    def undo_until(self) -> datetime | None:
        """Until when the job can be undone; None where there is nothing to undo (any more)."""
        if self.finished_at is None or self.state not in _ENDED or self.action not in UNDOABLE or not self.done:
            return None
        return self.finished_at + UNDO_LIFE

    @property
    def can_be_undone(self) -> bool:
        return self.undo_until is not None and self.read_at < self.undo_until

    @property
    def label(self) -> str:
        """The name of the job in the audit trail."""
        return people_label(self.total)

    @property
    def counts(self) -> dict[str, Any]:
        """The results so far, for the audit trail."""
        return {"action": self.action.value, "done": self.done, "unchanged": self.unchanged, "failed": self.failed}


def people_label(number: int) -> str:
    return "1 person" if number == 1 else f"{number:,} people"


async def count_running(connection: Connection, *, company_id: UUID) -> int:
    """Jobs under way. Until the transaction ends no other job of the company starts."""
    await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('bulk ' || :id, 0))", id=str(company_id))
    return await connection.fetch_number(
        "SELECT count(*) FROM bulk_jobs WHERE company_id = :company_id AND state IN ('processing', 'undoing')",
        company_id=company_id,
    )


async def add_job(connection: Connection, order: Order, *, job_id: UUID, by: Identity, total: int) -> None:
    values = {"id": job_id, "total": total, "starter_profile": by.profile, "started_by": by.user_id}
    await connection.execute(insert(bulk_jobs).values(company_id=by.company_id, **asdict(order), **values))


async def find_job(connection: Connection, *, company_id: UUID, job_id: UUID, locks: bool = False) -> StoredJob | None:
    """`locks`: against any other change of its state until the transaction ends."""
    query = f"{_JOBS} WHERE j.company_id = :company_id AND j.id = :job_id {'FOR NO KEY UPDATE OF j' if locks else ''}"
    return await connection.fetch_record(StoredJob, query, company_id=company_id, job_id=job_id)


async def get_job(connection: Connection, *, job_id: UUID, step: Step | None = None) -> StoredJob | None:
    """For a worker: the job of any company, which waits for the step where one is given."""
    query = f"{_JOBS} WHERE j.id = :job_id AND (CAST(:state AS text) IS NULL OR j.state = CAST(:state AS text))"
    return await connection.fetch_record(StoredJob, query, job_id=job_id, state=step and _STATES[step])


async def list_jobs(
    connection: Connection, *, company_id: UUID, offset: int, limit: int
) -> tuple[Sequence[StoredJob], int]:
    """(one page, newest first; total number)."""
    query = f"{_JOBS} WHERE j.company_id = :company_id ORDER BY j.id DESC OFFSET :offset LIMIT :limit"
    jobs = await connection.fetch_records(StoredJob, query, company_id=company_id, offset=offset, limit=limit)
    counted = select(func.count()).select_from(bulk_jobs).where(bulk_jobs.c.company_id == company_id)
    return jobs, await connection.fetch_number(counted)


async def set_state(
    connection: Connection, job: StoredJob, state: BulkState, *, undone_by: UUID | None = None
) -> StoredJob:
    """Move a locked job to another state. The moment of its end is that of the work, not of its undoing."""
    await connection.execute(
        """
        UPDATE bulk_jobs
           SET state = :state, undone_by = COALESCE(CAST(:undone_by AS uuid), undone_by),
               finished_at = CASE WHEN state = 'processing' THEN clock_timestamp() ELSE finished_at END,
               touched_at = now(), version = version + 1
         WHERE company_id = :company_id AND id = :job_id
        """,
        company_id=job.company_id,
        job_id=job.id,
        state=state.value,
        undone_by=undone_by,
    )
    moved = await find_job(connection, company_id=job.company_id, job_id=job.id)
    assert moved is not None  # noqa: S101 - it is locked
    return moved


async def count_chunk(connection: Connection, job: StoredJob, *, counted: Mapping[BulkRowStatus, int]) -> bool:
    """Add people by what became of them; False where the job was cancelled meanwhile."""
    return await connection.has_row(
        """
        UPDATE bulk_jobs
           SET processed = processed + :done + :unchanged + :failed, done = done + :done,
               unchanged = unchanged + :unchanged, failed = failed + :failed, undone = undone + :undone,
               touched_at = now(), version = version + 1
         WHERE company_id = :company_id AND id = :job_id AND state IN ('processing', 'undoing') RETURNING id
        """,
        company_id=job.company_id,
        job_id=job.id,
        done=counted[BulkRowStatus.DONE],
        unchanged=counted[BulkRowStatus.UNCHANGED],
        failed=counted[BulkRowStatus.FAILED],
        undone=counted[BulkRowStatus.UNDONE],
    )


async def unfinished_jobs(connection: Connection, *, silent_seconds: int) -> list[tuple[UUID, BulkState]]:
    """Jobs that a worker should continue, and that none has written to for so long."""
    rows = await connection.fetch_all(
        """
        SELECT id, state FROM bulk_jobs
        WHERE state IN ('processing', 'undoing') AND touched_at < now() - make_interval(secs => :silent_seconds)
        ORDER BY touched_at LIMIT 100
        """,
        silent_seconds=silent_seconds,
    )
    return [(row.id, BulkState(row.state)) for row in rows]


async def next_work(connection: Connection, *, company_id: UUID, after: UUID) -> tuple[UUID, bool] | None:
    """The company's next job, locked until the transaction ends, and whether it has ended."""
    row = await connection.fetch_one(
        """
        SELECT id, state IN ('completed', 'cancelled', 'undone') AS ended FROM bulk_jobs
         WHERE company_id = :company_id AND id > :after ORDER BY id LIMIT 1 FOR NO KEY UPDATE
        """,
        company_id=company_id,
        after=after,
    )
    return None if row is None else (row.id, row.ended)


async def holds_person(connection: Connection, *, work_id: UUID, user_id: UUID, contacts: Contacts) -> bool:
    return await connection.has_row(
        select(bulk_rows.c.row).where(*_of_person(work_id, user_id=user_id, contacts=contacts)).limit(1)
    )


async def erase_person(connection: Connection, *, work_id: UUID, user_id: UUID, contacts: Contacts) -> bool:
    """Blank the person's rows of an ended job; they keep their numbers, results and the account's id."""
    return await connection.has_row(
        update(bulk_rows)
        .where(*_of_person(work_id, user_id=user_id, contacts=contacts))
        .values(full_name="", email="", message=None, before=None)
        .returning(bulk_rows.c.row)
    )


def _of_person(work_id: UUID, *, user_id: UUID, contacts: Contacts) -> tuple[ColumnElement[bool], ...]:
    return bulk_rows.c.job_id == work_id, (bulk_rows.c.user_id == user_id) | (bulk_rows.c.email == contacts.email)


async def delete_old_job(connection: Connection, *, days: int, limit: int) -> None:
    """Delete rows of the oldest job that has not been touched for so many days, and the job with the last of them."""
    job_id = await connection.fetch_value(
        """
        SELECT id FROM bulk_jobs
         WHERE state IN ('completed', 'cancelled', 'undone') AND touched_at < now() - make_interval(days => :days)
         ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
        """,
        days=days,
    )
    if job_id is None:
        return
    left = await connection.fetch_value(
        """
        WITH deleted AS (
            DELETE FROM bulk_rows WHERE job_id = :job_id AND row IN (
                SELECT row FROM bulk_rows WHERE job_id = :job_id ORDER BY row LIMIT :limit)
            RETURNING row)
        SELECT count(*) = :limit FROM deleted
        """,
        job_id=job_id,
        limit=limit,
    )
    if not left:
        await connection.execute(delete(bulk_jobs).where(bulk_jobs.c.id == job_id))
