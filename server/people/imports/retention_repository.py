"""Deletes ended imports, a part of the rows at a time."""

from server.people.imports.checking.counts_repository import forget_counts
from server.platform.database.connections import Connection


async def delete_old_import(connection: Connection, *, days: int, limit: int) -> None:
    """Of the oldest import that has not been touched for so many days: rows, and the import with the last of them."""
    import_id = await connection.fetch_value(
        """
        SELECT id FROM imports
         WHERE state IN ('mapping', 'ready', 'completed', 'cancelled', 'failed', 'undone')
           AND touched_at < now() - make_interval(days => :days) AND (invite_at IS NULL OR invite_at < now())
         ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
        """,
        days=days,
    )
    if import_id is None:
        return
    left = await connection.fetch_value(
        """
        WITH deleted AS (
            DELETE FROM import_rows WHERE import_id = :import_id AND row IN (
                SELECT row FROM import_rows WHERE import_id = :import_id ORDER BY row LIMIT :limit)
            RETURNING row)
        SELECT count(*) = :limit FROM deleted
        """,
        import_id=import_id,
        limit=limit,
    )
    if not left:
        await forget_counts(connection, import_id=import_id)
        await connection.execute("DELETE FROM imports WHERE id = :import_id", import_id=import_id)
