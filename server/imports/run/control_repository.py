"""Pauses of a running import, and planned invitations. The caller holds the import's lock."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.database import Connection


@dataclass(frozen=True, kw_only=True)
class DuePlan:
    """A completed import whose people are to be invited now."""

    import_id: UUID
    company_id: UUID
    started_by: UUID | None
    file_name: str
    created_count: int


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


async def plan_invitations(connection: Connection, *, company_id: UUID, import_id: UUID, moment: datetime) -> None:
    await connection.execute(
        "UPDATE imports SET invite_at = :moment WHERE company_id = :company_id AND id = :import_id",
        company_id=company_id,
        import_id=import_id,
        moment=moment,
    )


async def lock_due_plans(connection: Connection) -> list[DuePlan]:
    """Completed imports whose time has come. Those that another worker has locked are left out."""
    rows = await connection.fetch_all(
        """
        SELECT id, company_id, started_by, file_name, created_count FROM imports
        WHERE invite_at <= now() AND state = 'completed'
        ORDER BY invite_at LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED
        """
    )
    return [
        DuePlan(
            import_id=row.id,
            company_id=row.company_id,
            started_by=row.started_by,
            file_name=row.file_name,
            created_count=row.created_count,
        )
        for row in rows
    ]
