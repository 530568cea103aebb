"""Check that the audit trail has not changed since it was sealed."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from server.company.audit.chain import FIRST, Beginning, is_stated, link, read_beginning, redaction_parts, vouch
from server.company.audit.chain_repository import (
    NO_COMPANY,
    Sealed,
    read_chains,
    read_statements,
    read_unsealed,
    sealed_until,
)
from server.platform.database.connections import Database
from server.platform.process.crypto import Keyring, Purpose, same

PAGE: Final = 2_000


@dataclass(kw_only=True)
class Chain:
    """The state of one chain after the seals read so far; `problem` is the first entry that does not verify.

    `begins_after` is the last position that was removed, `remaining` the number of seals up to it that are there still,
    `redacted` the number of entries from which an erased person was taken.
    `unknown_statement` is the key of a statement that could not be verified.
    """

    name: UUID
    position: int = 0
    head: bytes = FIRST
    begins_after: int = 0
    remaining: int = 0
    problem: str | None = None
    unknown_key: str | None = None
    unknown_statement: str | None = None
    redacted: int = 0

    def __str__(self) -> str:
        whose = "without a company" if self.name == NO_COMPANY else f"of company {self.name}"
        if self.problem is not None:
            return f"BROKEN  {whose}: {self.problem}"
        if key := self.unknown_key or self.unknown_statement:
            done = "sealed" if self.unknown_key else "trimmed or redacted"
            return (
                f"UNKNOWN {whose}: {done} under key {key}, which SECRET_KEYS does not hold; "
                f"add that key at its end for this check"
            )
        trimmed = f" (those up to {self.begins_after} were trimmed)" if self.begins_after else ""
        unfinished = f"; {self.remaining} trimmed ones remain: run trim-audit again" if self.remaining else ""
        count = self.position - self.begins_after
        redacted = f", {self.redacted} without an erased person" if self.redacted else ""
        return f"OK      {whose}: {count} entries{trimmed}{redacted}, head {self.head.hex()[:16]}{unfinished}"

    @property
    def holds(self) -> bool:
        return not (self.problem or self.unknown_key or self.unknown_statement)


@dataclass(frozen=True, kw_only=True)
class Report:
    """`waiting` entries have no seal yet; `outside` ones have ids of a time that is sealed already, or future ones."""

    chains: list[Chain] = field(default_factory=list)
    waiting: int
    outside: int

    @property
    def holds(self) -> bool:
        return self.outside == 0 and all(chain.holds for chain in self.chains)

    def lines(self) -> list[str]:
        lines = [str(chain) for chain in self.chains]
        if self.outside:
            lines.append(f"BROKEN  {self.outside} entries were put among sealed ones, or ahead of their time")
        if self.waiting:
            lines.append(f"{self.waiting} entries are not sealed yet: a worker does it within seconds")
        return [*lines, "The audit trail holds." if self.holds else "THE AUDIT TRAIL DOES NOT HOLD."]


async def check_chains(database: Database, *, keys: Keyring) -> Report:
    """Verify every chain from its beginning."""
    begun = await read_beginnings(database, keys=keys)
    chains: dict[UUID, Chain] = {}
    async for sealed in read_sealed(database):
        name = sealed.seal.chain
        follow(chains.setdefault(name, begun.get(name) or Chain(name=name)), sealed, keys=keys)
    waiting, outside = await _count_unsealed(database)
    return Report(chains=list(chains.values()), waiting=waiting, outside=outside)


async def read_beginnings(database: Database, *, keys: Keyring) -> dict[UUID, Chain]:
    """Return the chains that begin after removed entries, by the last place that was stated under one of the keys."""
    async with database.reading() as connection:
        statements = await read_statements(connection)
    begun: dict[UUID, Chain] = {}
    for name, stated in statements:
        chain = begun.setdefault(name, Chain(name=name))
        match read_beginning(keys, chain=name, stated=stated):
            case Beginning() as found if found.position > chain.position:
                chain.position = chain.begins_after = found.position
                chain.head, chain.unknown_statement = found.hash, None
            case str() as key_id if not chain.begins_after:
                chain.unknown_statement = key_id
    return begun


async def read_sealed(database: Database) -> AsyncIterator[Sealed]:
    place = NO_COMPANY, 0
    while True:
        async with database.reading() as connection:
            page = await read_chains(connection, after=place, limit=PAGE)
        for sealed in page:
            yield sealed
        if len(page) < PAGE:
            return
        place = page[-1].seal.chain, page[-1].seal.position


async def _count_unsealed(database: Database) -> tuple[int, int]:
    """The number of entries that wait for a seal, and of those that will not get one."""
    waiting = outside = 0
    place: UUID | None = NO_COMPANY
    while place is not None:
        async with database.reading() as connection:
            place, unsealed = await read_unsealed(connection, after=place, limit=PAGE)
            since, until = await sealed_until(connection) if unsealed else (NO_COMPANY, NO_COMPANY)
        in_time = sum(since <= entry_id <= until for entry_id in unsealed)
        waiting, outside = waiting + in_time, outside + len(unsealed) - in_time
    return waiting, outside


def follow(chain: Chain, sealed: Sealed, *, keys: Keyring) -> None:
    """A later seal under a known key vouches for what an unknown one has sealed: its hash holds all before it."""
    seal = sealed.seal
    if seal.position <= chain.begins_after:
        chain.remaining += 1
        return
    known = dict(keys.derive(Purpose.AUDIT))
    if chain.problem is None:
        chain.problem = _problem(chain, sealed, keys=keys, known=known)
    chain.unknown_key = None if seal.key_id in known else seal.key_id
    chain.position, chain.head = seal.position, seal.hash


def _problem(chain: Chain, sealed: Sealed, *, keys: Keyring, known: Mapping[str, bytes]) -> str | None:
    seal, entry, redaction = sealed.seal, sealed.entry, sealed.redaction
    place = f"entry {seal.entry_id} at position {seal.position}"
    if seal.position != chain.position + 1:
        return f"position {chain.position + 1} is missing"
    if entry is None:
        return f"{place} is gone"
    if link(chain.head, position=seal.position, entry=entry) != seal.hash:
        # The seal's hash is that of what the entry was; a redaction vouches for what it is now.
        if redaction is None:
            return f"{place} was changed"
        if redaction.key_id not in known:
            chain.unknown_statement = redaction.key_id
        elif not is_stated(keys, redaction.mac, *redaction_parts(seal, content=entry.content)):
            return f"{place} was changed after a person was taken from it"
        else:
            chain.redacted += 1
    key = known.get(seal.key_id)
    if key is not None and not same(vouch(key, entry_hash=seal.hash), seal.mac):
        return f"{place} was sealed with another key"
    return None
