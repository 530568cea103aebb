"""Chunks whose people cannot be found by words yet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.database import Connection

# While an import runs both cores are busy with it; one that takes long is not waited for.
WAIT_SECONDS: Final = 15.0
_DUE: Final = """
    FROM import_chunks c JOIN imports i ON i.id = c.import_id
    WHERE c.done_at IS NOT NULL AND c.indexed_at IS NULL
      AND (i.state <> 'processing' OR c.done_at < now() - make_interval(secs => :wait))
"""


@dataclass(frozen=True, kw_only=True)
class UnindexedChunk:
    import_id: UUID
    number: int
    company_id: UUID
    user_ids: Sequence[UUID]


async def claim_unindexed_chunk(connection: Connection) -> UnindexedChunk | None:
    """Lock the oldest that nobody is at, for the rest of the transaction."""
    row = await connection.fetch_one(
        f"""
        SELECT c.import_id, c.number, c.first_row, c.last_row, i.company_id {_DUE}
        ORDER BY c.done_at LIMIT 1 FOR UPDATE OF c SKIP LOCKED
        """,
        wait=WAIT_SECONDS,
    )
    if row is None:
        return None
    people = await connection.fetch_all(
        """
        SELECT user_id FROM import_rows
        WHERE import_id = :import_id AND row BETWEEN :first AND :last AND status IN ('valid', 'warning')
        """,
        import_id=row.import_id,
        first=row.first_row,
        last=row.last_row,
    )
    return UnindexedChunk(
        import_id=row.import_id,
        number=row.number,
        company_id=row.company_id,
        user_ids=[person.user_id for person in people],
    )


async def mark_indexed(connection: Connection, *, import_id: UUID, number: int) -> None:
    await connection.execute(
        "UPDATE import_chunks SET indexed_at = now() WHERE import_id = :import_id AND number = :number",
        import_id=import_id,
        number=number,
    )


async def has_unindexed_chunks(connection: Connection) -> bool:
    """Any that no worker is at, because its job is lost or its worker has died."""
    found: bool = await connection.fetch_value(
        f"SELECT EXISTS (SELECT {_DUE} AND c.done_at < now() - interval '5 seconds' FOR UPDATE OF c SKIP LOCKED)",
        wait=WAIT_SECONDS,
    )
    return found
