"""Take a person out of the rows of a company's bulk jobs."""

from uuid import UUID

from server.platform.database.connections import Connection


async def next_job(connection: Connection, *, company_id: UUID, after: UUID) -> tuple[UUID, bool] | None:
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


async def holds_person(connection: Connection, *, job_id: UUID, user_id: UUID, email: str | None) -> bool:
    found: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM bulk_rows WHERE job_id = :job_id AND (user_id = :user_id OR email = CAST(:email AS text)))
        """,
        job_id=job_id,
        user_id=user_id,
        email=email,
    )
    return found


async def erase_person(connection: Connection, *, job_id: UUID, user_id: UUID, email: str | None) -> bool:
    """Blank the person's rows of an ended job; they keep their numbers, results and the account's id."""
    found: bool = await connection.fetch_value(
        """
        WITH erased AS (
            UPDATE bulk_rows SET full_name = '', email = '', message = NULL, before = NULL
             WHERE job_id = :job_id AND (user_id = :user_id OR email = CAST(:email AS text)) RETURNING row)
        SELECT EXISTS (SELECT FROM erased)
        """,
        job_id=job_id,
        user_id=user_id,
        email=email,
    )
    return found
