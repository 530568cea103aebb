"""Bulk jobs: started, read, and moved from state to state. Their chunks have a module of their own."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from server.people.bulk.states import UNDOABLE, BulkAction, BulkState
from server.platform.database.connections import Connection, Row
from server.vocabulary.profiles import Profile

UNDO_LIFE: Final = timedelta(hours=24)
_COLUMNS: Final = """
    j.id, j.company_id, j.action, j.changes, j.batch_id, b.name AS batch_name, j.state, j.total,
    j.processed, j.done, j.unchanged, j.failed, j.undone, j.started_by, j.starter_profile,
    starter.full_name AS starter_name, j.undone_by, j.started_at, j.finished_at, j.version,
    clock_timestamp() AS read_at
"""
_SOURCE: Final = """
    bulk_jobs j LEFT JOIN users starter ON starter.company_id = j.company_id AND starter.id = j.started_by
    LEFT JOIN batches b ON b.company_id = j.company_id AND b.id = j.batch_id
"""
_ENDED: Final = frozenset({BulkState.COMPLETED, BulkState.CANCELLED})


@dataclass(frozen=True, kw_only=True)
class Job:
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
        """None where there is nothing to undo (any more)."""
        if self.finished_at is None or self.state not in _ENDED or self.action not in UNDOABLE or not self.done:
            return None
        return self.finished_at + UNDO_LIFE

    @property
    def can_be_undone(self) -> bool:
        return self.undo_until is not None and self.read_at < self.undo_until

    @property
    def label(self) -> str:
        """What the audit trail calls it."""
        return people_label(self.total)

    @property
    def counts(self) -> dict[str, Any]:
        """What it has done so far, for the audit trail."""
        return {"action": self.action.value, "done": self.done, "unchanged": self.unchanged, "failed": self.failed}


def people_label(number: int) -> str:
    return "1 person" if number == 1 else f"{number:,} people"


@dataclass(frozen=True, kw_only=True)
class NewJob:
    company_id: UUID
    action: BulkAction
    changes: dict[str, Any]
    batch_id: UUID | None
    started_by: UUID
    starter_profile: Profile | None


async def count_running(connection: Connection, *, company_id: UUID) -> int:
    """Jobs under way. Until the transaction ends no other job of the company starts."""
    await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('bulk ' || :id, 0))", id=str(company_id))
    running: int = await connection.fetch_value(
        "SELECT count(*) FROM bulk_jobs WHERE company_id = :company_id AND state IN ('processing', 'undoing')",
        company_id=company_id,
    )
    return running


async def add_job(connection: Connection, job: NewJob) -> UUID:
    job_id: UUID = await connection.fetch_value(
        """
        INSERT INTO bulk_jobs (company_id, action, changes, batch_id, started_by, starter_profile)
        VALUES (:company_id, :action, :changes, :batch_id, :started_by, :starter_profile) RETURNING id
        """,
        company_id=job.company_id,
        action=job.action.value,
        changes=job.changes,
        batch_id=job.batch_id,
        started_by=job.started_by,
        starter_profile=None if job.starter_profile is None else job.starter_profile.value,
    )
    return job_id


async def find_job(connection: Connection, *, company_id: UUID, job_id: UUID) -> Job | None:
    row = await connection.fetch_one(
        f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE j.company_id = :company_id AND j.id = :job_id",  # noqa: S608 - constants
        company_id=company_id,
        job_id=job_id,
    )
    return None if row is None else _job(row)


async def lock_job(connection: Connection, *, company_id: UUID, job_id: UUID) -> Job | None:
    """The job, locked against any other change of its state until the transaction ends."""
    row = await connection.fetch_one(
        f"""
        SELECT {_COLUMNS} FROM {_SOURCE} WHERE j.company_id = :company_id AND j.id = :job_id
        FOR NO KEY UPDATE OF j
        """,  # noqa: S608 - constants
        company_id=company_id,
        job_id=job_id,
    )
    return None if row is None else _job(row)


async def get_job(connection: Connection, *, job_id: UUID) -> Job | None:
    """For a worker: the job of any company."""
    row = await connection.fetch_one(f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE j.id = :job_id", job_id=job_id)  # noqa: S608 - constants
    return None if row is None else _job(row)


async def list_jobs(connection: Connection, *, company_id: UUID, offset: int, limit: int) -> tuple[Sequence[Job], int]:
    """(one page, newest first; total number)."""
    rows = await connection.fetch_all(
        f"""
        SELECT {_COLUMNS} FROM {_SOURCE} WHERE j.company_id = :company_id
        ORDER BY j.id DESC OFFSET :offset LIMIT :limit
        """,  # noqa: S608 - constants
        company_id=company_id,
        offset=offset,
        limit=limit,
    )
    total: int = await connection.fetch_value(
        "SELECT count(*) FROM bulk_jobs WHERE company_id = :company_id", company_id=company_id
    )
    return [_job(row) for row in rows], total


async def mark_cancelled(connection: Connection, *, company_id: UUID, job_id: UUID) -> None:
    await connection.execute(
        """
        UPDATE bulk_jobs SET state = 'cancelled', finished_at = now(), touched_at = now(), version = version + 1
        WHERE company_id = :company_id AND id = :job_id
        """,
        company_id=company_id,
        job_id=job_id,
    )


async def mark_undoing(connection: Connection, *, company_id: UUID, job_id: UUID, undone_by: UUID) -> None:
    """The chunks of a locked, ended job are to be undone."""
    await connection.execute(
        """
        WITH chunks AS (
            UPDATE bulk_chunks SET to_undo = true WHERE job_id = :job_id AND done_at IS NOT NULL
        )
        UPDATE bulk_jobs SET state = 'undoing', undone_by = :undone_by, touched_at = now(), version = version + 1
        WHERE company_id = :company_id AND id = :job_id
        """,
        company_id=company_id,
        job_id=job_id,
        undone_by=undone_by,
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


def _job(row: Row) -> Job:
    read: dict[str, Any] = {
        "action": BulkAction(row.action),
        "state": BulkState(row.state),
        "starter_profile": None if row.starter_profile is None else Profile(row.starter_profile),
    }
    as_stored = {field.name: row[field.name] for field in fields(Job) if field.name not in read}
    return Job(**read, **as_stored)
