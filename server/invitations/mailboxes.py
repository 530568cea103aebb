"""Which addresses are one mailbox, and the hashes by which it, or a phone, is counted and remembered."""

import hashlib
from typing import Final

from server.crypto import Keyring, Purpose

GMAIL: Final = "gmail.com"
_GMAIL_DOMAINS: Final = frozenset({GMAIL, "googlemail.com"})


def mailbox_of(contact: str) -> str:
    """An email without what its provider ignores: a tag after `+`, the dots of a Gmail address. A phone as it is."""
    local, at, domain = contact.rpartition("@")
    if not at:
        return contact
    name = local.partition("+")[0] or local
    if domain in _GMAIL_DOMAINS:
        name, domain = name.replace(".", ""), GMAIL
    return f"{name}@{domain}"


def counted_as(keys: Keyring, contact: str) -> bytes:
    """The keyed hash under which invitations to this email or phone are counted."""
    return keys.mac(Purpose.THROTTLE, b"invitation", mailbox_of(contact).encode())


def remembered_as(contact: str) -> bytes:
    """The hash under which a recipient's request to stop is stored. No key: it must outlive every key."""
    return hashlib.sha256(b"waymark mailbox " + mailbox_of(contact).encode()).digest()
