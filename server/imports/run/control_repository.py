"""Changes of the state of a running import. The caller holds the import's lock."""

from uuid import UUID

from server.database import Connection


async def mark_paused(connection: Connection, *, company_id: UUID, import_id: UUID) -> None:
    await connection.execute(
        """
        UPDATE imports SET state = 'paused', paused_at = now(), touched_at = now(), version = version + 1
        WHERE company_id = :company_id AND id = :import_id
        """,
        company_id=company_id,
        import_id=import_id,
    )


async def mark_resumed(connection: Connection, *, company_id: UUID, import_id: UUID) -> None:
    """From a later day (UTC) on, what it creates counts for that day."""
    await connection.execute(
        """
        UPDATE imports i
        SET state = 'processing', paused_for = paused_for + (now() - paused_at), paused_at = NULL,
            resumed_at = CASE WHEN day.is_later THEN now() ELSE resumed_at END,
            created_before = CASE WHEN day.is_later THEN created_count ELSE created_before END,
            touched_at = now(), version = version + 1
        FROM (SELECT COALESCE(resumed_at, started_at) < date_trunc('day', now(), 'UTC') AS is_later
              FROM imports WHERE company_id = :company_id AND id = :import_id) day
        WHERE i.company_id = :company_id AND i.id = :import_id
        """,
        company_id=company_id,
        import_id=import_id,
    )
