"""SQL of who teaches which batch, and of what they see: what is read of batches and people is limited by a duty."""

from collections.abc import Collection, Sequence
from typing import Any, Final
from uuid import UUID

from server.people.batches.schemas import BatchFacts
from server.platform.database.connections import Connection
from server.platform.schemas import PageQuery
from server.training.schemas import AttendedBatchItem
from server.vocabulary.duties import Duty
from server.vocabulary.profiles import Profile

# A duty counts for active trainers alone.
TRAINERS: Final = f"""
    SELECT t.user_id FROM batch_trainers t
      JOIN users u ON u.company_id = :company_id AND u.id = t.user_id AND u.is_active
                  AND u.profile = '{Profile.TRAINER}'
     WHERE t.company_id = :company_id AND t.batch_id = b.id
"""  # noqa: S608 - a constant
REACHED: Final = f"""
    (:is_company OR b.id IN (
        SELECT t.batch_id FROM batch_trainers t
          JOIN users u ON u.company_id = :company_id AND u.id = t.user_id AND u.is_active
                      AND u.profile = '{Profile.TRAINER}'
         WHERE t.company_id = :company_id AND t.user_id = CAST(:trainer_id AS uuid)))
"""  # noqa: S608 - a constant
_BATCHES: Final = f"""
    SELECT b.id, b.name, b.code, b.location, b.starts_on, b.ends_on, b.archived_at, ARRAY({TRAINERS}) AS trainer_ids,
           (SELECT coalesce(sum(f.people), 0) FROM batch_figures f
             WHERE f.company_id = :company_id AND f.batch_id = b.id) AS people
      FROM batches b WHERE b.company_id = :company_id AND {REACHED}
"""  # noqa: S608 - constants
_MEMBERS: Final = f"""
      FROM batches b JOIN batch_members m ON m.company_id = :company_id AND m.batch_id = b.id
      JOIN users p ON p.company_id = :company_id AND p.id = m.user_id
     WHERE b.company_id = :company_id AND b.id = :batch_id AND {REACHED}
       AND (CAST(:profiles AS text[]) IS NULL OR p.profile IS NULL OR p.profile = ANY(CAST(:profiles AS text[])))
"""


class TaughtBatch(BatchFacts):
    trainer_ids: list[UUID]


def duty_values(duty: Duty) -> dict[str, Any]:
    return {"company_id": duty.company_id, "is_company": duty.is_company, "trainer_id": duty.owner_id}


async def list_batches(connection: Connection, query: PageQuery, *, duty: Duty) -> tuple[list[TaughtBatch], int]:
    """(one page, the open ones first; how many there are)."""
    page = f"{_BATCHES} ORDER BY b.archived_at IS NOT NULL, b.id DESC OFFSET :offset LIMIT :limit"
    place = {"offset": query.offset, "limit": query.page_size}
    found = await connection.fetch_records(TaughtBatch, page, **duty_values(duty), **place)
    count = f"SELECT count(*) FROM batches b WHERE b.company_id = :company_id AND {REACHED}"  # noqa: S608 - constants
    return found, await connection.fetch_number(count, **duty_values(duty))


async def find_batch(connection: Connection, batch_id: UUID, *, duty: Duty) -> TaughtBatch | None:
    query = f"{_BATCHES} AND b.id = :batch_id"
    return await connection.fetch_record(TaughtBatch, query, **duty_values(duty), batch_id=batch_id)


async def list_people(
    connection: Connection, query: PageQuery, *, batch_id: UUID, duty: Duty
) -> tuple[list[UUID], int]:
    """(the ids of one page of a batch's people, by name; how many there are)."""
    profiles = None if duty.profiles is None else [each.value for each in duty.profiles]
    values = {**duty_values(duty), "batch_id": batch_id, "profiles": profiles}
    page = f"SELECT m.user_id {_MEMBERS} ORDER BY p.sort_name, p.id OFFSET :offset LIMIT :limit"
    found = await connection.fetch_column(page, **values, offset=query.offset, limit=query.page_size)
    return found, await connection.fetch_number(f"SELECT count(*) {_MEMBERS}", **values)


async def list_attended(
    connection: Connection, *, company_id: UUID, user_id: UUID, limit: int
) -> list[AttendedBatchItem]:
    """The newest batches in which a person is, without archived ones."""
    query = f"""
        SELECT b.id, b.name, b.location, b.starts_on, b.ends_on,
               ARRAY(SELECT full_name FROM users WHERE company_id = :company_id AND id IN ({TRAINERS})
                      ORDER BY sort_name, id) AS trainers
          FROM batch_members m JOIN batches b ON b.company_id = :company_id AND b.id = m.batch_id
         WHERE m.company_id = :company_id AND m.user_id = :user_id AND b.archived_at IS NULL
         ORDER BY b.id DESC LIMIT :limit
    """  # noqa: S608 - constants
    return await connection.fetch_records(AttendedBatchItem, query, company_id=company_id, user_id=user_id, limit=limit)


async def count_trainers(connection: Connection, *, company_id: UUID, batch_id: UUID) -> int:
    """Return how many teach the batch, those who are inactive at present included."""
    query = "SELECT count(*) FROM batch_trainers WHERE company_id = :company_id AND batch_id = :batch_id"
    return await connection.fetch_number(query, company_id=company_id, batch_id=batch_id)


async def remove_trainers(
    connection: Connection, user_ids: Collection[UUID], *, company_id: UUID, batch_id: UUID
) -> list[UUID]:
    """Return those who taught the batch."""
    query = """
        DELETE FROM batch_trainers
         WHERE company_id = :company_id AND batch_id = :batch_id AND user_id = ANY(CAST(:user_ids AS uuid[]))
        RETURNING user_id
    """
    return await connection.fetch_column(query, company_id=company_id, batch_id=batch_id, user_ids=list(user_ids))


async def add_trainers(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, batch_id: UUID
) -> list[UUID]:
    """Return those who did not teach the batch."""
    query = """
        INSERT INTO batch_trainers (company_id, batch_id, user_id)
        SELECT :company_id, :batch_id, each.id FROM unnest(CAST(:user_ids AS uuid[])) AS each(id)
        ON CONFLICT DO NOTHING RETURNING user_id
    """
    return await connection.fetch_column(query, company_id=company_id, batch_id=batch_id, user_ids=user_ids)
