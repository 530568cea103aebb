"""Pauses of a running import, and planned invitations. The caller holds the import's lock."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.people.imports.formats import FORMAT, WITHOUT_EMAILS
from server.people.imports.run.inviter import Inviter, inviter_of
from server.platform.database.connections import Connection


@dataclass(frozen=True, kw_only=True)
class DuePlan:
    """A completed import whose people are to be invited now; `starter` is the user who has planned it."""

    import_id: UUID
    company_id: UUID
    starter: Inviter
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


async def drop_plan(connection: Connection, *, company_id: UUID, import_id: UUID) -> None:
    await connection.execute(
        "UPDATE imports SET invite_at = NULL, version = version + 1 WHERE company_id = :company_id AND id = :import_id",
        company_id=company_id,
        import_id=import_id,
    )


async def lock_due_plans(connection: Connection, *, known: int = FORMAT) -> list[DuePlan]:
    """Completed imports of a known format whose time has come, without those that another worker has locked."""
    rows = await connection.fetch_all(
        """
        SELECT i.id, i.company_id, i.file_name, i.created_count, i.started_by AS inviter, i.profiles,
               COALESCE(i.uploaded_by = i.started_by, false) AS is_uploader,
               CASE WHEN u.is_active THEN u.profile END AS inviter_profile
        FROM imports i LEFT JOIN users u ON u.company_id = i.company_id AND u.id = i.started_by
        WHERE i.invite_at <= now() AND i.state = 'completed' AND i.format <= :known
        ORDER BY i.invite_at LIMIT 100 FOR NO KEY UPDATE OF i SKIP LOCKED
        """,
        known=known,
    )
    return [
        DuePlan(
            import_id=row.id,
            company_id=row.company_id,
            starter=inviter_of(row),
            file_name=row.file_name,
            created_count=row.created_count,
        )
        for row in rows
    ]


async def reserve_for_new_workers(connection: Connection, *, company_id: UUID, import_id: UUID) -> None:
    """An import that creates people without an email, which workers of the version before would give an empty one."""
    await connection.execute(
        """
        UPDATE imports SET format = greatest(format, :format)
         WHERE company_id = :company_id AND id = :import_id
           AND EXISTS (SELECT FROM import_rows r
                        WHERE r.import_id = :import_id AND r.email = '' AND r.status IN ('valid', 'warning'))
        """,
        format=WITHOUT_EMAILS,
        company_id=company_id,
        import_id=import_id,
    )
