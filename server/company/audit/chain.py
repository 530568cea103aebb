"""The hash chain of audit entries, its check, and its trimming: each hash includes the previous one, under a key.

Entries are not sealed in the transaction that adds them: all transactions of a company would wait for the lock on the
end of its chain. An entry that is removed before it is sealed, within seconds, is not missed.

What the owner of the tables has taken out is stated under a key that neither role of the database has: anyone who may
insert an entry could claim that earlier ones were removed, so an entry alone proves nothing. An erased person is taken
out of the entries about them: the seal keeps the hash of what the entry was, and the chain continues from it, while a
statement says what the entry is now. The subject's id, the action, the actor, the moment and the address stay.

What is older than AUDIT_DAYS is removed by the operator's command. It is verified first, and a chain that does not hold
is left as it is: nothing that was tampered with disappears unseen.
"""

import hashlib
import hmac
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final, Unpack
from uuid import UUID

from structlog import get_logger

from server.company.audit import chain_repository
from server.company.audit.chain_repository import NO_COMPANY, ChainedEntry, Seal, Sealed
from server.company.audit.record import AuditAction, record
from server.platform.database.connections import Database, UnitOfWork
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Services

FIRST: Final = bytes(32)


def link(previous: bytes, *, position: int, entry: ChainedEntry) -> bytes:
    """The hash of an entry at its place."""
    parts = (previous, position.to_bytes(8, "big"), entry.id.bytes, entry.chain.bytes, entry.content.encode())
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()


def vouch(key: bytes, *, entry_hash: bytes) -> bytes:
    return hmac.digest(key, entry_hash, "sha256")


_BEGINNING: Final = b"beginning"
_REDACTION: Final = b"redaction"


@dataclass(frozen=True, kw_only=True)
class Beginning:
    """Everything up to `position`, where the chain had `hash`, was removed."""

    chain: UUID
    position: int
    hash: bytes

    def parts(self) -> tuple[bytes, ...]:
        return _BEGINNING, self.chain.bytes, self.position.to_bytes(8, "big"), self.hash


def redaction_parts(seal: Seal, *, content: str) -> tuple[bytes, ...]:
    """Return what is stated of an entry that was sealed with other content, and has this one now."""
    return (
        _REDACTION,
        seal.chain.bytes,
        seal.position.to_bytes(8, "big"),
        seal.entry_id.bytes,
        seal.hash,
        content.encode(),
    )


def state(keys: Keyring, *parts: bytes) -> tuple[str, bytes]:
    """The id of the newest key, and a mac under it."""
    return keys.derive(Purpose.AUDIT_STATEMENT)[0][0], keys.mac(Purpose.AUDIT_STATEMENT, *parts)


def write_beginning(keys: Keyring, beginning: Beginning) -> dict[str, Any]:
    """The statement, as it stands in an entry."""
    key_id, mac = state(keys, *beginning.parts())
    return {"position": beginning.position, "hash": beginning.hash.hex(), "keyId": key_id, "mac": mac.hex()}


def read_beginning(keys: Keyring, *, chain: UUID, stated: Mapping[str, Any]) -> Beginning | str | None:
    """The beginning; the id of the key where it is not held; None where the statement is forged."""
    try:
        beginning = Beginning(chain=chain, position=int(stated["position"]), hash=bytes.fromhex(stated["hash"]))
        key_id, mac = str(stated["keyId"]), bytes.fromhex(stated["mac"])
        if keys.verify_mac(Purpose.AUDIT_STATEMENT, mac, *beginning.parts()):
            return beginning
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return None if key_id in dict(keys.derive(Purpose.AUDIT)) else key_id


BATCH: Final = 2_000
# After an upgrade millions may be unsealed: they take many runs.
MOST_BATCHES: Final = 20


async def seal_entries(services: Services) -> None:
    """Seal the unsealed entries; one worker at a time.

    Only the first batch passes over all that is sealed already of the last minutes: what was committed late, in the
    middle of a run, is found by the next one.
    """
    after: UUID | None = None
    for _ in range(MOST_BATCHES):
        after = await seal_some(services, limit=BATCH, after=after)
        if after is None:
            return


async def seal_some(services: Services, *, limit: int, after: UUID | None = None) -> UUID | None:
    """Seal at most `limit` entries, which follow `after`; the last of them, None where no more are known to wait."""
    async with services.unit_of_work() as unit:
        if not await chain_repository.try_sealing_lock(unit.connection):
            return None
        since, until = await chain_repository.sealed_until(unit.connection)
        since = since if after is None else max(since, after)
        entries = await chain_repository.unsealed_entries(unit.connection, since=since, until=until, limit=limit)
        if not entries:
            return None
        heads = await chain_repository.chain_heads(unit.connection, list({entry.chain for entry in entries}))
        key_id, key = services.keys.derive(Purpose.AUDIT)[0]
        seals = []
        for entry in entries:
            last, head = heads.get(entry.chain, (0, FIRST))
            at, chain = last + 1, entry.chain
            linked = link(head, position=at, entry=entry)
            mac = vouch(key, entry_hash=linked)
            seals.append(Seal(chain=chain, position=at, entry_id=entry.id, hash=linked, key_id=key_id, mac=mac))
            heads[chain] = at, linked
        await chain_repository.add_seals(unit.connection, seals)
        return entries[-1].id if len(entries) == limit else None


# What the values of these say is of the account and not of the person.
_KEPT: Final = frozenset(
    {
        *("role", "profile", "invitation", "kind", "method", "methods", "channel", "context", "factor", "session"),
        "sessions",
    }
)


async def redact_some(unit: UnitOfWork, *, keys: Keyring, **of: Unpack[chain_repository.Named]) -> int:
    """Redact the oldest sealed entries that name a person; the number of them."""
    named = await chain_repository.list_named(unit.connection, **of, limit=BATCH)
    left = [replace(each, before=_left(each.before), after=_left(each.after)) for each in named]
    if not left:
        return 0
    contents = await chain_repository.rewrite(unit.connection, left, company_id=of["company_id"])
    stated = [(each.seal, redaction_parts(each.seal, content=contents[each.seal.entry_id])) for each in left]
    await chain_repository.add_redactions(
        unit.connection, [(seal.entry_id, *state(keys, *parts)) for seal, parts in stated]
    )
    return len(left)


def _left(value: Any, *, is_kept: bool = False) -> Any:  # noqa: ANN401 - any JSON
    """Texts are removed, except those of the account; numbers, flags and the names of fields stay."""
    if isinstance(value, dict):
        return {name: _left(each, is_kept=name in _KEPT) for name, each in value.items()}
    if isinstance(value, list):
        return [_left(each, is_kept=is_kept) for each in value]
    return "***" if isinstance(value, str) and not is_kept else value


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
        statements = await chain_repository.read_statements(connection)
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
            page = await chain_repository.read_chains(connection, after=place, limit=PAGE)
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
            place, unsealed = await chain_repository.read_unsealed(connection, after=place, limit=PAGE)
            since, until = await chain_repository.sealed_until(connection) if unsealed else (NO_COMPANY, NO_COMPANY)
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
        elif not keys.verify_mac(Purpose.AUDIT_STATEMENT, redaction.mac, *redaction_parts(seal, content=entry.content)):
            return f"{place} was changed after a person was taken from it"
        else:
            chain.redacted += 1
    key = known.get(seal.key_id)
    if key is not None and not hmac.compare_digest(vouch(key, entry_hash=seal.hash), seal.mac):
        return f"{place} was sealed with another key"
    return None


@dataclass(kw_only=True)
class Front:
    """A chain, and the last of the old entries with which it begins: `end` is the last of them that another follows.

    So the newest entry of a chain stays, however old: the next one follows it.
    """

    chain: Chain
    end: Beginning | None = None
    last: Beginning | None = None
    met_newer: bool = False

    def add(self, seal: Seal, *, is_old: bool) -> None:
        self.end = self.last or self.end
        self.met_newer = self.met_newer or not is_old
        self.last = None
        if not self.met_newer:
            self.last = Beginning(chain=seal.chain, position=seal.position, hash=seal.hash)


@dataclass(frozen=True, kw_only=True)
class Trimmed:
    """`removed` entries of a chain; none of one that does not hold."""

    chain: Chain
    removed: int

    def __str__(self) -> str:
        return f"{self.removed:>9} removed  {self.chain}" if self.chain.holds else f"not trimmed  {self.chain}"


async def trim_chains(database: Database, *, keys: Keyring, days: int) -> list[Trimmed]:
    """Remove the sealed entries older than `days` of every chain that holds. Interrupted, it is run again."""
    async with database.reading() as connection:
        first_kept = await chain_repository.first_id_of(connection, days=days)
    begun = await read_beginnings(database, keys=keys)
    fronts: dict[UUID, Front] = {}
    async for sealed in read_sealed(database):
        seal = sealed.seal
        front = fronts.setdefault(seal.chain, Front(chain=begun.get(seal.chain) or Chain(name=seal.chain)))
        follow(front.chain, sealed, keys=keys)
        if seal.position > front.chain.begins_after:
            front.add(seal, is_old=seal.entry_id < first_kept)
    return [await _trim(database, front, keys=keys) for front in fronts.values()]


async def _trim(database: Database, front: Front, *, keys: Keyring) -> Trimmed:
    """The statement is written with the first part: an interrupted removal is known by it."""
    chain, end = front.chain, front.end
    if not chain.holds or (end is None and not chain.remaining):
        return Trimmed(chain=chain, removed=0)
    until = chain.begins_after if end is None else end.position
    async with database.unit_of_work() as unit:
        if end is not None:
            stated = {"entries": end.position - chain.begins_after, **write_beginning(keys, end)}
            company_id = None if chain.name == NO_COMPANY else chain.name
            await record(unit.connection, action=AuditAction.AUDIT_TRIMMED, company_id=company_id, after=stated)
        removed = part = await chain_repository.remove_entries(
            unit.connection, chain=chain.name, until=until, limit=PAGE
        )
    while part == PAGE:
        async with database.unit_of_work() as unit:
            part = await chain_repository.remove_entries(unit.connection, chain=chain.name, until=until, limit=PAGE)
        removed += part
    return Trimmed(chain=chain, removed=removed)


# The command is to run once a month; see docs/deployment.md.
OVERDUE_DAYS: Final = 35

logger = get_logger(__name__)


async def warn_of_untrimmed(services: Services) -> None:
    """Log `audit_not_trimmed` where the trail begins long before what is to be kept."""
    days = services.settings.audit_days
    if not days:
        return
    async with services.database.reading() as connection:
        oldest = await chain_repository.oldest_sealed(connection)
    if oldest is not None and oldest < utc_now() - timedelta(days=days + OVERDUE_DAYS):
        logger.warning("audit_not_trimmed", audit_days=days, begins=oldest.date().isoformat())
