"""Statements of what was removed from the front of chains, and the removal: by the owner of the tables alone."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from server.company.audit.seal_repository import CHAIN, NO_COMPANY
from server.platform.database.connections import Connection


@dataclass(frozen=True, kw_only=True)
class Statement:
    """What an entry states, not verified."""

    chain: UUID
    stated: dict[str, Any]


async def read_statements(connection: Connection) -> list[Statement]:
    """The newest first. Each chain has its own few, found by an index."""
    rows = await connection.fetch_all(
        f"""
        SELECT {CHAIN} AS chain, e.after FROM audit_entries e
         WHERE e.company_id IN (SELECT id FROM companies) AND e.action = 'audit_trimmed' AND e.after IS NOT NULL
        UNION ALL
        SELECT {CHAIN}, e.after FROM audit_entries e
         WHERE e.company_id IS NULL AND e.action = 'audit_trimmed' AND e.after IS NOT NULL
        """  # noqa: S608 - constants
    )
    return [Statement(chain=row.chain, stated=row.after) for row in rows if isinstance(row.after, dict)]


async def first_id_of(connection: Connection, *, days: int) -> UUID:
    """The smallest id of an entry that is no older than so many days."""
    milliseconds: int = await connection.fetch_value(
        "SELECT CAST(extract(epoch FROM now() - make_interval(days => :days)) * 1000 AS bigint)", days=days
    )
    return UUID(int=max(milliseconds, 0) << 80)


async def oldest_sealed(connection: Connection) -> datetime | None:
    """When the oldest sealed entry of any chain was written."""
    moment: datetime | None = await connection.fetch_value(
        """
        SELECT to_timestamp(('x' || left(replace(entry_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
          FROM (SELECT entry_id FROM audit_seals ORDER BY entry_id LIMIT 1) AS oldest
        """
    )
    return moment


async def remove_entries(connection: Connection, *, chain: UUID, until: int, limit: int) -> int:
    """Entries and seals of a chain up to a position, the first of them; how many there were."""
    removed: int = await connection.fetch_value(
        """
        WITH seals AS (
            DELETE FROM audit_seals
             WHERE chain = :chain AND position IN (
                SELECT position FROM audit_seals WHERE chain = :chain AND position <= :until
                 ORDER BY position LIMIT :limit)
            RETURNING entry_id),
        entries AS (DELETE FROM audit_entries e USING seals WHERE e.id = seals.entry_id),
        redactions AS (DELETE FROM audit_redactions r USING seals WHERE r.entry_id = seals.entry_id)
        SELECT count(*) FROM seals
        """,
        chain=chain,
        until=until,
        limit=limit,
    )
    return removed


def company_of(chain: UUID) -> UUID | None:
    return None if chain == NO_COMPANY else chain
