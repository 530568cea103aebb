"""Deletes ended changes of many people, a part of the rows at a time."""

from server.platform.database.connections import Connection


async def delete_old_job(connection: Connection, *, days: int, limit: int) -> None:
    """Of the oldest job that has not been touched for so many days: rows, and the job with the last of them."""
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
