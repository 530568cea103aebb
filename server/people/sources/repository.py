"""SQL of recurring sources."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from sqlalchemy import delete, func, insert, update

from server.people.sources.schemas import StoredSource
from server.people.sources.tables import import_sources
from server.platform.database.connections import Connection

# A fingerprint as `ssh-keygen -l` writes it.
_SOURCES: Final = """
    SELECT s.*, c.time_zone, u.full_name AS owner_name, i.state AS import_state, i.content_digest AS digest,
           s.sealed_secret IS NOT NULL AS has_secret,
           'SHA256:' || rtrim(encode(sha256(decode(split_part(s.host_key, ' ', 2), 'base64')), 'base64'), '=')
           AS fingerprint
      FROM import_sources s JOIN companies c ON c.id = s.company_id
      LEFT JOIN users u ON u.company_id = s.company_id AND u.id = s.owner_id
      LEFT JOIN imports i ON i.company_id = s.company_id AND i.id = s.import_id
"""


async def list_sources(connection: Connection, *, company_id: UUID) -> list[StoredSource]:
    query = f"{_SOURCES} WHERE s.company_id = :company_id ORDER BY s.id"
    return await connection.fetch_records(StoredSource, query, company_id=company_id)


async def find_source(
    connection: Connection, source_id: UUID, *, company_id: UUID, locks: bool = False
) -> StoredSource | None:
    lock = "FOR NO KEY UPDATE OF s" if locks else ""
    query = f"{_SOURCES} WHERE s.company_id = :company_id AND s.id = :source_id {lock}"
    return await connection.fetch_record(StoredSource, query, company_id=company_id, source_id=source_id)


async def add_source(connection: Connection, *, company_id: UUID, values: Mapping[str, Any]) -> None:
    await connection.execute(insert(import_sources).values(company_id=company_id, **values))


async def change_source(
    connection: Connection, source: StoredSource, values: Mapping[str, Any], *, only_claimed: bool = False
) -> bool:
    """`only_claimed`: return False where the claim is another's by now, or the source was changed meanwhile."""
    claim = {"due_at": source.due_at} if only_claimed else {}
    changed = update(import_sources).filter_by(company_id=source.company_id, id=source.id, **claim)
    return await connection.has_row(changed.values(**values).returning(import_sources.c.id))


async def delete_source(connection: Connection, source_id: UUID, *, company_id: UUID) -> None:
    await connection.execute(delete(import_sources).filter_by(company_id=company_id, id=source_id))


async def claim_due(
    connection: Connection, *, busy: Collection[UUID], limit: int, lease: timedelta
) -> list[StoredSource]:
    """Claim what is to be read, or goes on after the check of its import: one of each company that is not busy."""
    query = f"""
        {_SOURCES}
         WHERE s.due_at <= now() AND s.company_id <> ALL(CAST(:busy AS uuid[])) AND c.suspended_at IS NULL
           AND CASE WHEN s.outcome = 'checking' THEN i.state IS DISTINCT FROM 'validating' ELSE s.enabled END
         ORDER BY s.due_at LIMIT 100 FOR NO KEY UPDATE OF s SKIP LOCKED
    """
    due = await connection.fetch_records(StoredSource, query, busy=list(busy))
    claimed = []
    for source in [*{each.company_id: each for each in reversed(due)}.values()][:limit]:
        row = update(import_sources).filter_by(company_id=source.company_id, id=source.id)
        row = row.values(due_at=func.now() + lease).returning(import_sources.c.due_at)
        claimed.append(source.model_copy(update={"due_at": await connection.fetch_value(row)}))
    return claimed
