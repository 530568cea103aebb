"""What is stored of a company's bulk jobs: a person is taken out of it, and old jobs are deleted."""

from uuid import UUID

from server.platform.database.connections import Connection
from server.vocabulary.contacts import Contacts


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
