"""Erasures: which are to be continued, and how far each has come."""

from dataclasses import dataclass
from uuid import UUID

from server.platform.database.connections import Connection


@dataclass(frozen=True, kw_only=True)
class Erasure:
    """`contacts` is sealed; `place` is the last import or bulk job that was searched."""

    id: UUID
    company_id: UUID
    user_id: UUID
    contacts: bytes
    place: str


async def add_erasure(
    connection: Connection, *, erasure_id: UUID, company_id: UUID, user_id: UUID, contacts: bytes
) -> bool:
    """False where this person is being erased, or was."""
    added: bool = await connection.fetch_value(
        """
        WITH added AS (
            INSERT INTO erasures (id, company_id, user_id, contacts)
            VALUES (:erasure_id, :company_id, :user_id, :contacts) ON CONFLICT DO NOTHING RETURNING id)
        SELECT EXISTS (SELECT FROM added)
        """,
        erasure_id=erasure_id,
        company_id=company_id,
        user_id=user_id,
        contacts=contacts,
    )
    return added


async def is_erased(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    """Whether this person is being erased, or was."""
    found: bool = await connection.fetch_value(
        "SELECT EXISTS (SELECT FROM erasures WHERE company_id = :company_id AND user_id = :user_id)",
        company_id=company_id,
        user_id=user_id,
    )
    return found


async def due_erasures(connection: Connection, *, silent_seconds: int, limit: int) -> list[UUID]:
    rows = await connection.fetch_all(
        """
        SELECT id FROM erasures WHERE next_at < now() - make_interval(secs => CAST(:silent_seconds AS int))
         ORDER BY next_at LIMIT :limit
        """,
        silent_seconds=silent_seconds,
        limit=limit,
    )
    return [row.id for row in rows]


async def claim_erasure(connection: Connection, *, erasure_id: UUID) -> Erasure | None:
    """Locked until the transaction ends; None where it is done, waits for a later time, or another worker has it."""
    row = await connection.fetch_one(
        """
        SELECT id, company_id, user_id, contacts, place FROM erasures
         WHERE id = :erasure_id AND next_at <= now() AND contacts IS NOT NULL FOR UPDATE SKIP LOCKED
        """,
        erasure_id=erasure_id,
    )
    return None if row is None else Erasure(**row)


async def note_place(connection: Connection, *, erasure_id: UUID, place: str, waits: bool) -> None:
    await connection.execute(
        "UPDATE erasures SET place = :place, waits = waits OR :waits, next_at = now() WHERE id = :erasure_id",
        erasure_id=erasure_id,
        place=place,
        waits=waits,
    )


async def finish_search(connection: Connection, *, erasure_id: UUID, again_seconds: int) -> bool:
    """Everything was searched: it is done, or searched again later where something had not ended. True where done."""
    done: bool = await connection.fetch_value(
        """
        UPDATE erasures
           SET place = '', waits = false, contacts = CASE WHEN waits THEN contacts END,
               next_at = CASE WHEN waits THEN now() + make_interval(secs => CAST(:again_seconds AS int)) END,
               erased_at = CASE WHEN NOT waits THEN now() END
         WHERE id = :erasure_id RETURNING erased_at IS NOT NULL
        """,
        erasure_id=erasure_id,
        again_seconds=again_seconds,
    )
    return done


async def unfinished_trails(connection: Connection, *, limit: int) -> list[tuple[UUID, UUID]]:
    """(company, account) of people whose names are in the audit trail still."""
    rows = await connection.fetch_all(
        "SELECT company_id, user_id FROM erasures WHERE trail_erased_at IS NULL ORDER BY id LIMIT :limit", limit=limit
    )
    return [(row.company_id, row.user_id) for row in rows]


async def mark_trail_erased(connection: Connection, *, company_id: UUID, user_id: UUID) -> None:
    await connection.execute(
        "UPDATE erasures SET trail_erased_at = now() WHERE company_id = :company_id AND user_id = :user_id",
        company_id=company_id,
        user_id=user_id,
    )
