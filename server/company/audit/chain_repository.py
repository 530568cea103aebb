"""Seals of the audit trail, all entries in the order of their chains, and what the owner of the tables takes out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, TypedDict, Unpack
from uuid import UUID

from server.platform.database.connections import Connection, Row

NO_COMPANY: Final = UUID(int=0)
# A transaction that began before the newest seal ends within this.
LATE_SECONDS: Final = 300
# Clocks may be set back by so much, and the first of two reads sees an older moment than the second.
AHEAD_SECONDS: Final = 60
# All immutable columns of an entry as one text, the same with the settings of every session.
CONTENT: Final = """
    (jsonb_build_array(e.company_id, e.action, e.actor_id, e.subject_id, e.subject_label, e.address, e.before, e.after,
                       extract(epoch FROM e.created_at))
     || CASE WHEN e.work_id IS NULL THEN '[]' ELSE jsonb_build_array(e.work_id) END)::text
"""
CHAIN: Final = f"coalesce(e.company_id, '{NO_COMPANY}')"
_MILLISECONDS: Final = "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)"


@dataclass(frozen=True, kw_only=True)
class ChainedEntry:
    """`content` is everything that a seal vouches for."""

    id: UUID
    chain: UUID
    content: str


@dataclass(frozen=True, kw_only=True)
class Redaction:
    """Vouches for an entry that was changed after it was sealed; see redact_some."""

    key_id: str
    mac: bytes


class Seal(NamedTuple):
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
    entry: ChainedEntry | None
    redaction: Redaction | None = None


async def try_sealing_lock(connection: Connection) -> bool:
    """Hold the sealing lock until the transaction ends; False where another process holds it."""
    return bool(await connection.fetch_value("SELECT pg_try_advisory_xact_lock(hashtext('waymark audit seals'))"))


async def sealed_until(connection: Connection) -> tuple[UUID, UUID]:
    """The range of ids in which an entry may lack a seal: from shortly before the newest sealed one until now."""
    now = _id_at(await connection.fetch_value(f"SELECT {_MILLISECONDS}") + AHEAD_SECONDS * 1000)
    newest = await connection.fetch_value(
        "SELECT entry_id FROM audit_seals WHERE entry_id <= :now ORDER BY entry_id DESC LIMIT 1", now=now
    )
    since = UUID(int=0) if newest is None else _id_at(max((newest.int >> 80) - LATE_SECONDS * 1000, 0))
    return since, now


async def unsealed_entries(connection: Connection, *, since: UUID, until: UUID, limit: int) -> list[ChainedEntry]:
    """The oldest unsealed entries between two ids, in order of creation."""
    query = f"""
        SELECT e.id, {CHAIN} AS chain, {CONTENT} AS content
          FROM audit_entries e
         WHERE e.id >= :since AND e.id <= :until
           AND NOT EXISTS (SELECT FROM audit_seals s
                            WHERE s.entry_id = e.id AND s.entry_id >= :since AND s.entry_id <= :until)
         ORDER BY e.id
         LIMIT :limit
    """  # noqa: S608 - constants
    return await connection.fetch_records(ChainedEntry, query, since=since, until=until, limit=limit)


async def chain_heads(connection: Connection, chains: Sequence[UUID]) -> dict[UUID, tuple[int, bytes]]:
    """Position and hash of the last seal of each chain that has one."""
    query = """
        SELECT c.chain, last.position, last.hash
          FROM unnest(CAST(:chains AS uuid[])) AS c (chain)
         CROSS JOIN LATERAL (
            SELECT position, hash FROM audit_seals s WHERE s.chain = c.chain ORDER BY position DESC LIMIT 1
         ) AS last
    """
    rows = await connection.fetch_all(query, chains=list(chains))
    return {row.chain: (row.position, row.hash) for row in rows}


async def add_seals(connection: Connection, seals: Sequence[Seal]) -> None:
    await connection.raw.copy_records_to_table("audit_seals", records=seals, columns=Seal._fields)


async def read_chains(connection: Connection, *, after: tuple[UUID, int], limit: int) -> list[Sealed]:
    """The seals that follow a place (chain and position), with their entries."""
    query = f"""
        SELECT s.*, e.id AS id, {CHAIN} AS entry_chain, {CONTENT} AS content,
               r.key_id AS redacted_by, r.mac AS redacted_mac
          FROM audit_seals s
          LEFT JOIN audit_entries e ON e.id = s.entry_id
          LEFT JOIN audit_redactions r ON r.entry_id = s.entry_id
         WHERE (s.chain, s.position) > (CAST(:chain AS uuid), CAST(:position AS bigint))
         ORDER BY s.chain, s.position
         LIMIT :limit
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, chain=after[0], position=after[1], limit=limit)
    return [
        Sealed(
            seal=seal_of(row),
            entry=None if row.id is None else ChainedEntry(id=row.id, chain=row.entry_chain, content=row.content),
            redaction=None if row.redacted_mac is None else Redaction(key_id=row.redacted_by, mac=row.redacted_mac),
        )
        for row in rows
    ]


async def read_unsealed(connection: Connection, *, after: UUID, limit: int) -> tuple[UUID | None, list[UUID]]:
    """A page of the entries after an id: the last id that was read, and the entries without a seal."""
    query = """
        WITH page AS (SELECT id FROM audit_entries WHERE id > :after ORDER BY id LIMIT :limit)
        SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
               ARRAY(SELECT id FROM page WHERE NOT EXISTS (SELECT FROM audit_seals s WHERE s.entry_id = id)) AS unsealed
    """
    row = await connection.fetch_one(query, after=after, limit=limit)
    return (None, []) if row is None else (row.last, row.unsealed)


def _id_at(milliseconds: int) -> UUID:
    """The smallest id (UUID version 7) of a time."""
    return UUID(int=milliseconds << 80)


def seal_of(row: Row) -> Seal:
    return Seal(*(row[name] for name in Seal._fields))


async def read_statements(connection: Connection) -> list[tuple[UUID, dict[str, Any]]]:
    """(chain, what is stated), not verified. Each chain has its own few, found by an index."""
    query = f"""
        SELECT {CHAIN} AS chain, e.after FROM audit_entries e
         WHERE e.company_id IN (SELECT id FROM companies) AND e.action = 'audit_trimmed' AND e.after IS NOT NULL
        UNION ALL
        SELECT {CHAIN}, e.after FROM audit_entries e
         WHERE e.company_id IS NULL AND e.action = 'audit_trimmed' AND e.after IS NOT NULL
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query)
    return [(row.chain, row.after) for row in rows if isinstance(row.after, dict)]


async def first_id_of(connection: Connection, *, days: int) -> UUID:
    """The smallest id of an entry that is no older than so many days."""
    milliseconds = await connection.fetch_number(
        "SELECT CAST(extract(epoch FROM now() - make_interval(days => :days)) * 1000 AS bigint)", days=days
    )
    return _id_at(max(milliseconds, 0))


async def oldest_sealed(connection: Connection) -> datetime | None:
    """When the oldest sealed entry of any chain was written."""
    query = """
        SELECT to_timestamp(('x' || left(replace(entry_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
          FROM (SELECT entry_id FROM audit_seals ORDER BY entry_id LIMIT 1) AS oldest
    """
    return await connection.find_value(datetime, query)


async def remove_entries(connection: Connection, *, chain: UUID, until: int, limit: int) -> int:
    """Entries and seals of a chain up to a position, the first of them; how many there were."""
    query = """
        WITH seals AS (
            DELETE FROM audit_seals
             WHERE chain = :chain AND position IN (
                SELECT position FROM audit_seals WHERE chain = :chain AND position <= :until
                 ORDER BY position LIMIT :limit)
            RETURNING entry_id),
        entries AS (DELETE FROM audit_entries e USING seals WHERE e.id = seals.entry_id),
        redactions AS (DELETE FROM audit_redactions r USING seals WHERE r.entry_id = seals.entry_id)
        SELECT count(*) FROM seals
    """
    return await connection.fetch_number(query, chain=chain, until=until, limit=limit)


@dataclass(frozen=True, kw_only=True)
class SealedEntry:
    """A sealed entry about a person; `before` and `after` are what it says has changed."""

    seal: Seal
    before: Any
    after: Any


class Named(TypedDict):
    """Which entries name a person: those about this subject, and `entries`."""

    company_id: UUID
    subject_id: UUID
    entries: Sequence[UUID]


_OF_PERSON: Final = "(e.subject_id = :subject_id OR e.id = ANY(CAST(:entries AS uuid[])))"


async def list_named(connection: Connection, *, limit: int, **of: Unpack[Named]) -> list[SealedEntry]:
    """Sealed entries from which a person was not taken yet, locked until the transaction ends."""
    query = f"""
        SELECT s.*, e.before, e.after FROM audit_entries e JOIN audit_seals s ON s.entry_id = e.id
         WHERE e.company_id = :company_id AND {_OF_PERSON}
           AND (e.subject_label IS NOT NULL OR e.before IS NOT NULL OR e.after IS NOT NULL)
           AND NOT EXISTS (SELECT FROM audit_redactions r WHERE r.entry_id = e.id)
         ORDER BY e.id LIMIT :limit FOR UPDATE OF e
    """  # noqa: S608 - a constant
    rows = await connection.fetch_all(query, **of, limit=limit)
    return [SealedEntry(seal=seal_of(row), before=row.before, after=row.after) for row in rows]


async def is_sealed_whole(connection: Connection, **of: Unpack[Named]) -> bool:
    """Whether no entry that names a person waits for its seal."""
    query = f"""
        SELECT FROM audit_entries e WHERE e.company_id = :company_id AND {_OF_PERSON}
           AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.entry_id = e.id)
    """  # noqa: S608 - a constant
    return not await connection.has_row(query, **of)


async def rewrite(connection: Connection, entries: Sequence[SealedEntry], *, company_id: UUID) -> dict[UUID, str]:
    """Write the entries, nameless and with these changes; by id, the content that a seal would vouch for."""
    query = f"""
        UPDATE audit_entries e SET subject_label = 'Erased person', before = given.before, after = given.after
          FROM unnest(CAST(:ids AS uuid[]), CAST(:befores AS jsonb[]), CAST(:afters AS jsonb[]))
               AS given(id, before, after)
         WHERE e.company_id = :company_id AND e.id = given.id
        RETURNING e.id, {CONTENT} AS content
    """  # noqa: S608 - a constant
    rows = await connection.fetch_all(
        query,
        company_id=company_id,
        ids=[each.seal.entry_id for each in entries],
        befores=[each.before for each in entries],
        afters=[each.after for each in entries],
    )
    return {row.id: row.content for row in rows}


async def add_redactions(connection: Connection, redactions: Sequence[tuple[UUID, str, bytes]]) -> None:
    """Add redactions: each entry, the id of the key, and the mac."""
    columns = ("entry_id", "key_id", "mac")
    await connection.raw.copy_records_to_table("audit_redactions", records=redactions, columns=columns)
