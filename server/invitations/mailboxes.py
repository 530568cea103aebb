"""Which addresses are one mailbox, and the hashes by which it is counted and remembered."""

import hashlib
from typing import Final

from server.crypto import Keyring, Purpose

GMAIL: Final = "gmail.com"
_GMAIL_DOMAINS: Final = frozenset({GMAIL, "googlemail.com"})


def mailbox_of(email: str) -> str:
    """The address without what its provider ignores: a tag after `+`, and the dots of a Gmail address."""
    local, _, domain = email.rpartition("@")
    name = local.partition("+")[0] or local
    if domain in _GMAIL_DOMAINS:
        name, domain = name.replace(".", ""), GMAIL
    return f"{name}@{domain}"


def counted_as(keys: Keyring, email: str) -> bytes:
    """The keyed hash under which invitations to this address are counted."""
    return keys.mac(Purpose.THROTTLE, b"invitation", mailbox_of(email).encode())


def remembered_as(email: str) -> bytes:
    """The hash under which a recipient's request to stop is stored. No key: it must outlive every key."""
    return hashlib.sha256(b"waymark mailbox " + mailbox_of(email).encode()).digest()
