"""The chunks in which work on many rows is done, and undone."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from server.platform.database.connections import Connection
from server.platform.database.query_plans import keep_plans

CHUNK_ROWS: Final = 2_500
# The first chunk of each lane is small: progress shows at once, and statistics are updated early.
FIRST_CHUNK_ROWS: Final = 250


class Step(StrEnum):
    """What is to be done with a chunk; INVITE sends invitations to the accounts that an import has created."""

    RUN = "run"
    INVITE = "invite"
    UNDO = "undo"


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """A range of rows of an import or a bulk job. `done_at` is the moment of the transaction that has run it."""

    work_id: UUID
    number: int
    first_row: int
    last_row: int
    done_at: datetime | None = None


async def make_chunks(
    connection: Connection, *, work_id: UUID, last_row: int, rows: int = CHUNK_ROWS, first_rows: int = FIRST_CHUNK_ROWS
) -> None:
    """Divide the rows from 1 to `last_row`: two chunks of `first_rows`, then all of `rows`."""
    query = """
        WITH starts AS (
            SELECT first, CAST(:first_rows AS int) AS rows
              FROM unnest(ARRAY[1, 1 + CAST(:first_rows AS int)]) AS first WHERE first <= CAST(:last_row AS int)
            UNION ALL
            SELECT first, CAST(:rows AS int)
              FROM generate_series(1 + 2 * CAST(:first_rows AS int), :last_row, CAST(:rows AS int)) AS first
        )
        INSERT INTO work_chunks (work_id, number, first_row, last_row)
        SELECT :work_id, row_number() OVER (ORDER BY first), first, first + rows - 1 FROM starts
    """
    await connection.execute(query, work_id=work_id, last_row=last_row, rows=rows, first_rows=first_rows)


async def claim_chunk(connection: Connection, *, work_id: UUID, step: Step) -> Chunk | None:
    """Lock the next chunk that waits for this step and that none has claimed, until the transaction ends."""
    await keep_plans(connection)
    query = """
        SELECT work_id, number, first_row, last_row, done_at FROM work_chunks
         WHERE work_id = :work_id AND to_do = :step ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED
    """
    return await connection.fetch_record(Chunk, query, work_id=work_id, step=step.value)


async def finish_chunk(connection: Connection, chunk: Chunk, *, step: Step, then: Step | None = None) -> None:
    query = """
        UPDATE work_chunks
           SET to_do = :next_step, done_at = CASE WHEN :step = 'run' THEN now() ELSE done_at END,
               undone_at = CASE WHEN :step = 'undo' THEN now() ELSE undone_at END
         WHERE work_id = :work_id AND number = :number
    """
    await connection.execute(
        query, work_id=chunk.work_id, number=chunk.number, step=step.value, next_step=then and then.value
    )


async def has_chunks(connection: Connection, *, work_id: UUID, step: Step) -> bool:
    """Whether one waits for this step, or is in work; all others see the same where the work itself is locked."""
    query = "SELECT number FROM work_chunks WHERE work_id = :work_id AND to_do = :step LIMIT 1"
    return await connection.has_row(query, work_id=work_id, step=step)


async def begin_step(connection: Connection, *, work_id: UUID, step: Step) -> None:
    """All chunks that were run wait for this step now."""
    query = "UPDATE work_chunks SET to_do = :step WHERE work_id = :work_id AND done_at IS NOT NULL"
    await connection.execute(query, work_id=work_id, step=step)
