"""SQL of bulk jobs: started, read, counted, moved from state to state, and erased."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from server.people.account.account_rules import Editor, profile_of
from server.people.bulk.orders import Order
from server.people.bulk.states import UNDOABLE, BulkAction, BulkRowStatus, BulkState
from server.people.work.chunk_repository import Step
from server.platform.database.connections import Connection, Row
from server.vocabulary.emails import Contacts
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import Profile

UNDO_LIFE: Final = timedelta(hours=24)
_JOBS: Final = """
    SELECT j.id, j.company_id, j.action, j.changes, j.batch_id, b.name AS batch_name, j.state, j.total,
           j.processed, j.done, j.unchanged, j.failed, j.undone, j.started_by, j.starter_profile,
           starter.full_name AS starter_name, j.undone_by, j.started_at, j.finished_at, j.version,
           clock_timestamp() AS read_at
      FROM bulk_jobs j LEFT JOIN users starter ON starter.company_id = j.company_id AND starter.id = j.started_by
      LEFT JOIN batches b ON b.company_id = j.company_id AND b.id = j.batch_id
"""
_ENDED: Final = frozenset({BulkState.COMPLETED, BulkState.CANCELLED})
# The state in which a job's chunks wait for the step.
_STATES: Final = {Step.RUN: BulkState.PROCESSING, Step.UNDO: BulkState.UNDOING}


@dataclass(frozen=True, kw_only=True)
class StoredJob:
    """A job as stored. `changes` are by field as sent; `starter_profile` is that of the start."""

    id: UUID
    company_id: UUID
    action: BulkAction
    changes: dict[str, Any]
    batch_id: UUID | None
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
    started_at: datetime
    finished_at: datetime | None
    version: int
    read_at: datetime

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


@dataclass(frozen=True, kw_only=True)
class Assignment:
    """An assignment says what the chunks of a job are to do, and holds the account whose present rights decide.

    It is the starter's, or that of the user who undoes the job.
    """

    job_id: UUID
    company_id: UUID
    order: Order
    editor: Editor
    batch_name: str | None


async def count_running(connection: Connection, *, company_id: UUID) -> int:
    """Jobs under way. Until the transaction ends no other job of the company starts."""
    await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('bulk ' || :id, 0))", id=str(company_id))
    running: int = await connection.fetch_value(
        "SELECT count(*) FROM bulk_jobs WHERE company_id = :company_id AND state IN ('processing', 'undoing')",
        company_id=company_id,
    )
    return running


async def add_job(connection: Connection, order: Order, *, job_id: UUID, by: Identity, total: int) -> None:
    await connection.execute(
        """
        INSERT INTO bulk_jobs (id, company_id, action, changes, batch_id, total, started_by, starter_profile)
        VALUES (:job_id, :company_id, :action, :changes, :batch_id, :total, :started_by, :starter_profile)
        """,
        job_id=job_id,
        company_id=by.company_id,
        action=order.action.value,
        changes=order.changes,
        batch_id=order.batch_id,
        total=total,
        started_by=by.user_id,
        starter_profile=by.profile and by.profile.value,
    )


async def find_job(connection: Connection, *, company_id: UUID, job_id: UUID, locks: bool = False) -> StoredJob | None:
    """`locks`: against any other change of its state until the transaction ends."""
    row = await connection.fetch_one(
        f"{_JOBS} WHERE j.company_id = :company_id AND j.id = :job_id {'FOR NO KEY UPDATE OF j' if locks else ''}",
        company_id=company_id,
        job_id=job_id,
    )
    return None if row is None else _job(row)


async def get_job(connection: Connection, *, job_id: UUID) -> StoredJob | None:
    """For a worker: the job of any company."""
    row = await connection.fetch_one(f"{_JOBS} WHERE j.id = :job_id", job_id=job_id)
    return None if row is None else _job(row)


async def list_jobs(
    connection: Connection, *, company_id: UUID, offset: int, limit: int
) -> tuple[Sequence[StoredJob], int]:
    """(one page, newest first; total number)."""
    rows = await connection.fetch_all(
        f"{_JOBS} WHERE j.company_id = :company_id ORDER BY j.id DESC OFFSET :offset LIMIT :limit",
        company_id=company_id,
        offset=offset,
        limit=limit,
    )
    total: int = await connection.fetch_value(
        "SELECT count(*) FROM bulk_jobs WHERE company_id = :company_id", company_id=company_id
    )
    return [_job(row) for row in rows], total


async def set_state(
    connection: Connection, *, company_id: UUID, job_id: UUID, state: BulkState, undone_by: UUID | None = None
) -> None:
    """Move a locked job to another state. The moment of its end is that of the work, not of its undoing."""
    await connection.execute(
        """
        UPDATE bulk_jobs
           SET state = :state, undone_by = COALESCE(CAST(:undone_by AS uuid), undone_by),
               finished_at = CASE WHEN state = 'processing' THEN clock_timestamp() ELSE finished_at END,
               touched_at = now(), version = version + 1
         WHERE company_id = :company_id AND id = :job_id
        """,
        company_id=company_id,
        job_id=job_id,
        state=state.value,
        undone_by=undone_by,
    )


async def read_assignment(connection: Connection, *, job_id: UUID, step: Step) -> Assignment | None:
    """Read the assignment; None where the job does not wait for this step."""
    row = await connection.fetch_one(
        """
        SELECT j.company_id, j.action, j.changes, j.batch_id, b.name AS batch_name, e.id AS editor_id,
               CASE WHEN e.is_active THEN e.profile END AS editor_profile
          FROM bulk_jobs j
          LEFT JOIN batches b ON b.company_id = j.company_id AND b.id = j.batch_id
          LEFT JOIN users e ON e.company_id = j.company_id
               AND e.id = CASE WHEN j.state = 'undoing' THEN j.undone_by ELSE j.started_by END
         WHERE j.id = :job_id AND j.state = :state
        """,
        job_id=job_id,
        state=_STATES[step].value,
    )
    if row is None:
        return None
    return Assignment(
        job_id=job_id,
        company_id=row.company_id,
        order=Order(action=BulkAction(row.action), changes=row.changes, batch_id=row.batch_id),
        editor=Editor(company_id=row.company_id, user_id=row.editor_id, profile=profile_of(row.editor_profile)),
        batch_name=row.batch_name,
    )


async def count_chunk(connection: Connection, job: Assignment, *, counted: Mapping[BulkRowStatus, int]) -> bool:
    """Add people by what became of them; False where the job was cancelled meanwhile."""
    found = await connection.fetch_value(
        """
        UPDATE bulk_jobs
           SET processed = processed + :done + :unchanged + :failed, done = done + :done,
               unchanged = unchanged + :unchanged, failed = failed + :failed, undone = undone + :undone,
               touched_at = now(), version = version + 1
         WHERE company_id = :company_id AND id = :job_id AND state IN ('processing', 'undoing') RETURNING id
        """,
        company_id=job.company_id,
        job_id=job.job_id,
        done=counted[BulkRowStatus.DONE],
        unchanged=counted[BulkRowStatus.UNCHANGED],
        failed=counted[BulkRowStatus.FAILED],
        undone=counted[BulkRowStatus.UNDONE],
    )
    return found is not None


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


def _job(row: Row) -> StoredJob:
    read: dict[str, Any] = {
        "action": BulkAction(row.action),
        "state": BulkState(row.state),
        "starter_profile": profile_of(row.starter_profile),
    }
    as_stored = {field.name: row[field.name] for field in fields(StoredJob) if field.name not in read}
    return StoredJob(**read, **as_stored)


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
    found: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM bulk_rows WHERE job_id = :job_id AND (user_id = :user_id OR email = CAST(:email AS text)))
        """,
        job_id=work_id,
        user_id=user_id,
        email=contacts.email,
    )
    return found


async def erase_person(connection: Connection, *, work_id: UUID, user_id: UUID, contacts: Contacts) -> bool:
    """Blank the person's rows of an ended job; they keep their numbers, results and the account's id."""
    found: bool = await connection.fetch_value(
        """
        WITH erased AS (
            UPDATE bulk_rows SET full_name = '', email = '', message = NULL, before = NULL
             WHERE job_id = :job_id AND (user_id = :user_id OR email = CAST(:email AS text)) RETURNING row)
        SELECT EXISTS (SELECT FROM erased)
        """,
        job_id=work_id,
        user_id=user_id,
        email=contacts.email,
    )
    return found


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
        await connection.execute("DELETE FROM bulk_jobs WHERE id = :job_id", job_id=job_id)
