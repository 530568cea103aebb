"""The hashes by which a mailbox, or a phone, is counted and remembered."""

import hashlib

from server.platform.process.crypto import Keyring, Purpose
from server.vocabulary.emails import mailbox_of


def counted_as(keys: Keyring, contact: str) -> bytes:
    """The keyed hash under which invitations to this email or phone are counted."""
    return keys.mac(Purpose.THROTTLE, b"invitation", mailbox_of(contact).encode())


def remembered_as(contact: str) -> bytes:
    """The hash under which a recipient's request to stop is stored. No key: it must outlive every key."""
    return hashlib.sha256(b"waymark mailbox " + mailbox_of(contact).encode()).digest()
