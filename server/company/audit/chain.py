"""The hash chain of audit entries: each hash includes the previous one and is authenticated by a key."""

import hashlib
import hmac
from typing import Final

from server.company.audit.seal_repository import Entry, Seal
from server.platform.process.crypto import Keyring, Purpose

FIRST: Final = bytes(32)


def link(previous: bytes, *, position: int, entry: Entry) -> bytes:
    """The hash of an entry at its place."""
    parts = (previous, position.to_bytes(8, "big"), entry.id.bytes, entry.chain.bytes, entry.content.encode())
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()


def make_seal(keys: Keyring, *, head: tuple[int, bytes], entry: Entry) -> Seal:
    """The seal that follows `head`, which is a position and a hash."""
    position = head[0] + 1
    linked = link(head[1], position=position, entry=entry)
    key_id, key = keys.derive(Purpose.AUDIT)[0]
    return Seal(
        chain=entry.chain,
        position=position,
        entry_id=entry.id,
        hash=linked,
        key_id=key_id,
        mac=vouch(key, entry_hash=linked),
    )


def vouch(key: bytes, *, entry_hash: bytes) -> bytes:
    return hmac.digest(key, entry_hash, "sha256")
