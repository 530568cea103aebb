"""The hash chain of audit entries: each hash includes the previous one and is authenticated by a key.

Entries are not sealed in the transaction that adds them: all transactions of a company would wait for the lock on the
end of its chain. An entry that is removed before it is sealed, within seconds, is not missed.

What the owner of the tables has taken out is stated under a key that neither role of the database has: anyone who may
insert an entry could claim that earlier ones were removed, so an entry alone proves nothing. An erased person is taken
out of the entries about them: the seal keeps the hash of what the entry was, and the chain continues from it, while a
statement says what the entry is now. The subject's id, the action, the actor, the moment and the address stay.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from server.company.audit import chain_repository
from server.company.audit.chain_repository import Entry, Seal
from server.platform.database.connections import UnitOfWork
from server.platform.process.crypto import Keyring, Purpose, same
from server.platform.services import Services

FIRST: Final = bytes(32)


def link(previous: bytes, *, position: int, entry: Entry) -> bytes:
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
    return None if any(same(key_id.encode(), known.encode()) for known, _ in keys.derive(Purpose.AUDIT)) else key_id


BATCH: Final = 500
# After an upgrade millions may be unsealed: they take many runs.
MOST_BATCHES: Final = 40


async def seal_entries(services: Services) -> None:
    """Seal the unsealed entries; one worker at a time."""
    for _ in range(MOST_BATCHES):
        if await seal_some(services, limit=BATCH) < BATCH:
            return


async def seal_some(services: Services, *, limit: int) -> int:
    """Seal at most `limit` entries; the number of them."""
    async with services.unit_of_work() as unit:
        if not await chain_repository.try_sealing_lock(unit.connection):
            return 0
        since, until = await chain_repository.sealed_until(unit.connection)
        entries = await chain_repository.unsealed_entries(unit.connection, since=since, until=until, limit=limit)
        if not entries:
            return 0
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
        return len(seals)


# What the values of these say is of the account and not of the person.
_KEPT: Final = frozenset(
    {
        *("role", "profile", "invitation", "kind", "method", "methods", "channel", "context", "factor", "session"),
        "sessions",
    }
)


async def redact_some(unit: UnitOfWork, *, keys: Keyring, company_id: UUID, subject_id: UUID) -> int:
    """Redact the oldest sealed entries about a subject; the number of them."""
    of = {"company_id": company_id, "subject_id": subject_id}
    named = await chain_repository.list_named(unit.connection, **of, limit=BATCH)
    left = [replace(each, before=_left(each.before), after=_left(each.after)) for each in named]
    if not left:
        return 0
    contents = await chain_repository.rewrite(unit.connection, left, company_id=company_id, label="Erased person")
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
