"""Chunks of a bulk job, and the results of their rows: one transaction does, or undoes, one chunk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from server.people.account.account_rules import Editor
from server.people.bulk.facts import fact_columns, facts_of, read_facts
from server.people.bulk.judge import Facts
from server.people.bulk.orders import Order
from server.people.bulk.states import BulkAction, BulkRowStatus, BulkState
from server.platform.database.connections import Connection, Row
from server.platform.database.query_plans import keep_plans
from server.vocabulary.profiles import Profile


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """A claimed chunk, and the account whose present rights decide: the starter's, or that of who undoes the job.

    `moment` is that of the transaction; of a chunk that is undone, that of the one which did it.
    """

    job_id: UUID
    number: int
    first_row: int
    last_row: int
    company_id: UUID
    order: Order
    editor: Editor
    moment: datetime
    batch_name: str | None


class ChunkRow(NamedTuple):
    """A person of a chunk; `was_found` when the job was started. `before` and `version` are kept with what was done."""

    row: int
    user_id: UUID
    was_found: bool
    before: dict[str, Any] | None
    version: int | None


class RowResult(NamedTuple):
    """What became of a person, as it is stored."""

    row: int
    status: BulkRowStatus
    message: str | None = None
    before: Mapping[str, Any] | None = None
    version: int | None = None


@dataclass(frozen=True, kw_only=True)
class ChunkOutcome:
    done: int
    unchanged: int
    failed: int

    @property
    def processed(self) -> int:
        return self.done + self.unchanged + self.failed


async def make_chunks(
    connection: Connection, *, company_id: UUID, job_id: UUID, total: int, rows: int, first_rows: int
) -> None:
    """Divide the rows of a new job: two chunks of `first_rows`, then all of `rows`."""
    await connection.execute(
        """
        WITH starts AS (
            SELECT first, CAST(:first_rows AS int) AS rows
              FROM unnest(ARRAY[1, 1 + CAST(:first_rows AS int)]) AS first WHERE first <= CAST(:total AS int)
            UNION ALL
            SELECT first, CAST(:rows AS int)
              FROM generate_series(1 + 2 * CAST(:first_rows AS int), CAST(:total AS int), CAST(:rows AS int)) AS first
        ), chunks AS (
            INSERT INTO bulk_chunks (job_id, number, first_row, last_row)
            SELECT :job_id, row_number() OVER (ORDER BY first), first, first + rows - 1 FROM starts
        )
        UPDATE bulk_jobs SET total = :total WHERE company_id = :company_id AND id = :job_id
        """,
        company_id=company_id,
        job_id=job_id,
        total=total,
        rows=rows,
        first_rows=first_rows,
    )


async def claim_chunk(connection: Connection, *, job_id: UUID) -> Chunk | None:
    """Lock the next unclaimed chunk, within the transaction that does it.

    None: no chunk is left to claim, or the job is not `processing`.
    """
    await keep_plans(connection)
    row = await connection.fetch_one(
        """
        SELECT c.number, c.first_row, c.last_row, j.company_id, j.action, j.changes, j.batch_id,
               j.started_by AS editor_id, CASE WHEN e.is_active THEN e.profile END AS editor_profile, now() AS moment,
               b.name AS batch_name
          FROM bulk_chunks c JOIN bulk_jobs j ON j.id = c.job_id
          LEFT JOIN batches b ON b.company_id = j.company_id AND b.id = j.batch_id
          LEFT JOIN users e ON e.company_id = j.company_id AND e.id = j.started_by
         WHERE c.job_id = :job_id AND c.done_at IS NULL AND j.state = 'processing'
         ORDER BY c.number LIMIT 1
           FOR UPDATE OF c SKIP LOCKED
        """,
        job_id=job_id,
    )
    return None if row is None else _chunk(row, job_id=job_id)


async def claim_chunk_to_undo(connection: Connection, *, job_id: UUID) -> Chunk | None:
    """Lock the next unclaimed chunk, within the transaction that undoes it."""
    await keep_plans(connection)
    row = await connection.fetch_one(
        """
        SELECT c.number, c.first_row, c.last_row, j.company_id, j.action, j.changes, j.batch_id,
               j.undone_by AS editor_id, CASE WHEN e.is_active THEN e.profile END AS editor_profile,
               c.done_at AS moment, b.name AS batch_name
          FROM bulk_chunks c JOIN bulk_jobs j ON j.id = c.job_id
          LEFT JOIN batches b ON b.company_id = j.company_id AND b.id = j.batch_id
          LEFT JOIN users e ON e.company_id = j.company_id AND e.id = j.undone_by
         WHERE c.job_id = :job_id AND c.to_undo AND j.state = 'undoing'
         ORDER BY c.number LIMIT 1
           FOR UPDATE OF c SKIP LOCKED
        """,
        job_id=job_id,
    )
    return None if row is None else _chunk(row, job_id=job_id)


async def read_rows(connection: Connection, chunk: Chunk, *, status: BulkRowStatus) -> list[ChunkRow]:
    rows = await connection.fetch_all(
        """
        SELECT row, user_id, email <> '', before, version FROM bulk_rows
         WHERE job_id = :job_id AND row BETWEEN :first_row AND :last_row AND status = :status ORDER BY row
        """,
        job_id=chunk.job_id,
        first_row=chunk.first_row,
        last_row=chunk.last_row,
        status=status.value,
    )
    return [ChunkRow(*row.values()) for row in rows]


async def read_facts_of(connection: Connection, chunk: Chunk, user_ids: Sequence[UUID]) -> dict[UUID, Facts]:
    """What beside their accounts decides about them, as it is now: read it once they are locked."""
    action = chunk.order.action
    if not fact_columns(action):
        return dict.fromkeys(user_ids, Facts())
    rows = await connection.fetch_all(
        f"""
        SELECT u.id{facts_of(action)} FROM users u
         WHERE u.company_id = :company_id AND u.id = ANY(CAST(:user_ids AS uuid[]))
        """,  # noqa: S608 - constants
        company_id=chunk.company_id,
        user_ids=list(user_ids),
        wanted_batch=chunk.order.batch_id,
    )
    return {row.id: read_facts(row, action) for row in rows}


async def read_added_at(connection: Connection, chunk: Chunk, user_ids: Sequence[UUID]) -> dict[UUID, datetime]:
    """Those who are in the batch of the job, and since when."""
    rows = await connection.fetch_all(
        """
        SELECT user_id, added_at FROM batch_members
         WHERE company_id = :company_id AND batch_id = :batch_id AND user_id = ANY(CAST(:user_ids AS uuid[]))
        """,
        company_id=chunk.company_id,
        batch_id=chunk.order.batch_id,
        user_ids=user_ids,
    )
    return {row["user_id"]: row["added_at"] for row in rows}


async def store_results(connection: Connection, results: Sequence[RowResult], *, job_id: UUID) -> None:
    columns: list[tuple[Any, ...]] = list(zip(*results, strict=True))
    await connection.raw.execute(
        """
        UPDATE bulk_rows r SET status = c.status, message = c.message, before = c.before, version = c.version
          FROM unnest($2::int[], $3::text[], $4::text[], $5::jsonb[], $6::int[])
               AS c(row, status, message, before, version)
         WHERE r.job_id = $1 AND r.row = c.row
        """,
        job_id,
        *columns,
    )


async def finish_chunk(connection: Connection, chunk: Chunk, *, outcome: ChunkOutcome) -> BulkState | None:
    """Count the chunk; the state of the job. None: it was cancelled meanwhile, and the chunk is to be rolled back.

    The update of the job is the last statement of a chunk, so that its lock is held briefly.
    """
    await connection.execute(
        "UPDATE bulk_chunks SET done_at = now() WHERE job_id = :job_id AND number = :number",
        job_id=chunk.job_id,
        number=chunk.number,
    )
    state = await connection.fetch_value(
        """
        UPDATE bulk_jobs
           SET processed = processed + :processed, done = done + :done, unchanged = unchanged + :unchanged,
               failed = failed + :failed,
               state = CASE WHEN processed + :processed >= total THEN 'completed' ELSE state END,
               finished_at = CASE WHEN processed + :processed >= total THEN clock_timestamp() END,
               touched_at = now(), version = version + 1
         WHERE company_id = :company_id AND id = :job_id AND state = 'processing' RETURNING state
        """,
        job_id=chunk.job_id,
        company_id=chunk.company_id,
        processed=outcome.processed,
        done=outcome.done,
        unchanged=outcome.unchanged,
        failed=outcome.failed,
    )
    return None if state is None else BulkState(state)


async def finish_undoing(connection: Connection, chunk: Chunk, *, undone: int) -> bool:
    """Count the chunk; True where it was the last one, and the job is undone.

    The update of the job comes late, so that its lock is held briefly. Under it the chunks of all others are seen.
    """
    await connection.execute(
        "UPDATE bulk_chunks SET to_undo = false WHERE job_id = :job_id AND number = :number",
        job_id=chunk.job_id,
        number=chunk.number,
    )
    await connection.execute(
        """
        UPDATE bulk_jobs SET undone = undone + :undone, touched_at = now(), version = version + 1
         WHERE company_id = :company_id AND id = :job_id
        """,
        job_id=chunk.job_id,
        company_id=chunk.company_id,
        undone=undone,
    )
    ended = await connection.fetch_value(
        """
        UPDATE bulk_jobs SET state = 'undone'
         WHERE company_id = :company_id AND id = :job_id
           AND NOT EXISTS (SELECT FROM bulk_chunks WHERE job_id = :job_id AND to_undo)
        RETURNING id
        """,
        job_id=chunk.job_id,
        company_id=chunk.company_id,
    )
    return ended is not None


def _chunk(row: Row, *, job_id: UUID) -> Chunk:
    profile = row["editor_profile"]
    return Chunk(
        job_id=job_id,
        number=row["number"],
        first_row=row["first_row"],
        last_row=row["last_row"],
        company_id=row["company_id"],
        order=Order(action=BulkAction(row["action"]), changes=row["changes"], batch_id=row["batch_id"]),
        editor=Editor(user_id=row["editor_id"], profile=None if profile is None else Profile(profile)),
        moment=row["moment"],
        batch_name=row["batch_name"],
    )
