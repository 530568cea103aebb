"""Seals of the audit trail: unsealed entries, and all entries in the order of their chains."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.platform.database.connections import Connection, Row

LOCK: Final = "SELECT pg_try_advisory_xact_lock(hashtext('waymark audit seals'))"
NO_COMPANY: Final = UUID(int=0)
# A transaction that began before the newest seal ends within this.
LATE_SECONDS: Final = 300
# Clocks may be set back by so much, and the first of two reads sees an older moment than the second.
AHEAD_SECONDS: Final = 60
# All immutable columns of an entry as one text, the same with the settings of every session.
CONTENT: Final = """
    jsonb_build_array(e.company_id, e.action, e.actor_id, e.subject_id, e.subject_label, e.address, e.before, e.after,
                      extract(epoch FROM e.created_at))::text
"""
CHAIN: Final = f"coalesce(e.company_id, '{NO_COMPANY}')"
_MILLISECONDS: Final = "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """`content` is everything that a seal vouches for."""

    id: UUID
    chain: UUID
    content: str


@dataclass(frozen=True, kw_only=True)
class Redaction:
    """Vouches for an entry that was changed after it was sealed; see server.company.audit.redact_entries."""

    key_id: str
    mac: bytes


@dataclass(frozen=True, kw_only=True)
class Seal:
    """`mac` vouches for `hash`, which follows from everything before it in the chain."""

    chain: UUID
    position: int
    entry_id: UUID
    hash: bytes
    key_id: str
    mac: bytes


@dataclass(frozen=True, kw_only=True)
class Sealed:
    """A seal, and its entry; None for one that is gone."""

    seal: Seal
    entry: Entry | None
    redaction: Redaction | None = None


async def try_sealing_lock(connection: Connection) -> bool:
    """Hold the sealing lock until the transaction ends; False where another process holds it."""
    return bool(await connection.fetch_value(LOCK))


async def sealed_until(connection: Connection) -> tuple[UUID, UUID]:
    """The range of ids in which an entry may lack a seal: from shortly before the newest sealed one until now."""
    now = _id_at(await connection.fetch_value(f"SELECT {_MILLISECONDS}") + AHEAD_SECONDS * 1000)
    newest = await connection.fetch_value(
        "SELECT entry_id FROM audit_seals WHERE entry_id <= :now ORDER BY entry_id DESC LIMIT 1", now=now
    )
    since = UUID(int=0) if newest is None else _id_at(max((newest.int >> 80) - LATE_SECONDS * 1000, 0))
    return since, now


async def unsealed_entries(connection: Connection, *, since: UUID, until: UUID, limit: int) -> list[Entry]:
    """The oldest unsealed entries between two ids, in order of creation."""
    rows = await connection.fetch_all(
        f"""
        SELECT e.id, {CHAIN} AS chain, {CONTENT} AS content
          FROM audit_entries e
         WHERE e.id >= :since AND e.id <= :until
           AND NOT EXISTS (SELECT FROM audit_seals s
                            WHERE s.entry_id = e.id AND s.entry_id >= :since AND s.entry_id <= :until)
         ORDER BY e.id
         LIMIT :limit
        """,  # noqa: S608 - constants
        since=since,
        until=until,
        limit=limit,
    )
    return [Entry(id=row.id, chain=row.chain, content=row.content) for row in rows]


async def chain_heads(connection: Connection, chains: Sequence[UUID]) -> dict[UUID, tuple[int, bytes]]:
    """Position and hash of the last seal of each chain that has one."""
    rows = await connection.fetch_all(
        """
        SELECT c.chain, last.position, last.hash
          FROM unnest(CAST(:chains AS uuid[])) AS c (chain)
         CROSS JOIN LATERAL (
            SELECT position, hash FROM audit_seals s WHERE s.chain = c.chain ORDER BY position DESC LIMIT 1
         ) AS last
        """,
        chains=list(chains),
    )
    return {row.chain: (row.position, row.hash) for row in rows}


async def add_seals(connection: Connection, seals: Sequence[Seal]) -> None:
    await connection.execute(
        """
        INSERT INTO audit_seals (chain, position, entry_id, hash, key_id, mac)
        SELECT * FROM unnest(CAST(:chains AS uuid[]), CAST(:positions AS bigint[]), CAST(:entries AS uuid[]),
                             CAST(:hashes AS bytea[]), CAST(:keys AS text[]), CAST(:macs AS bytea[]))
        """,
        chains=[seal.chain for seal in seals],
        positions=[seal.position for seal in seals],
        entries=[seal.entry_id for seal in seals],
        hashes=[seal.hash for seal in seals],
        keys=[seal.key_id for seal in seals],
        macs=[seal.mac for seal in seals],
    )


async def read_chains(connection: Connection, *, after: tuple[UUID, int], limit: int) -> list[Sealed]:
    """The seals that follow a place (chain and position), with their entries."""
    rows = await connection.fetch_all(
        f"""
        SELECT s.*, e.id AS id, {CHAIN} AS entry_chain, {CONTENT} AS content,
               r.key_id AS redacted_by, r.mac AS redacted_mac
          FROM audit_seals s
          LEFT JOIN audit_entries e ON e.id = s.entry_id
          LEFT JOIN audit_redactions r ON r.entry_id = s.entry_id
         WHERE (s.chain, s.position) > (CAST(:chain AS uuid), CAST(:position AS bigint))
         ORDER BY s.chain, s.position
         LIMIT :limit
        """,  # noqa: S608 - constants
        chain=after[0],
        position=after[1],
        limit=limit,
    )
    return [
        Sealed(seal=seal_of(row), entry=None if row.id is None else _entry(row), redaction=_redaction(row))
        for row in rows
    ]


async def read_unsealed(connection: Connection, *, after: UUID, limit: int) -> tuple[UUID | None, list[UUID]]:
    """A page of the entries after an id: the last id that was read, and the entries without a seal."""
    row = await connection.fetch_one(
        """
        WITH page AS (SELECT id FROM audit_entries WHERE id > :after ORDER BY id LIMIT :limit)
        SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
               ARRAY(SELECT id FROM page WHERE NOT EXISTS (SELECT FROM audit_seals s WHERE s.entry_id = id)) AS unsealed
        """,
        after=after,
        limit=limit,
    )
    return (None, []) if row is None else (row.last, row.unsealed)


def _id_at(milliseconds: int) -> UUID:
    """The smallest id (UUID version 7) of a time."""
    return UUID(int=milliseconds << 80)


def seal_of(row: Row) -> Seal:
    return Seal(
        chain=row.chain,
        position=row.position,
        entry_id=row.entry_id,
        hash=row.hash,
        key_id=row.key_id,
        mac=row.mac,
    )


def _entry(row: Row) -> Entry:
    return Entry(id=row.id, chain=row.entry_chain, content=row.content)


def _redaction(row: Row) -> Redaction | None:
    return None if row.redacted_mac is None else Redaction(key_id=row.redacted_by, mac=row.redacted_mac)
