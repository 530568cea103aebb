"""The signed code of the link "I don't know this company"; it can only stop these invitations."""

import base64
import binascii
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.people.invitations.errors import StopCodeInvalidError
from server.people.invitations.mailboxes import remembered_as
from server.platform.process.crypto import Keyring, Purpose

_ID_BYTES: Final = 16
_MAC_BYTES: Final = 32
_CONTENT_BYTES: Final = 2 * _ID_BYTES + 32


@dataclass(frozen=True, kw_only=True)
class StopTarget:
    """Who was invited, by which company, and the hash of the mailbox."""

    company_id: UUID
    user_id: UUID
    mailbox: bytes


def make_stop_code(keys: Keyring, *, company_id: UUID, user_id: UUID, contact: str) -> str:
    """URL-safe; the same for the same invitation."""
    content = company_id.bytes + user_id.bytes + remembered_as(contact)
    return base64.urlsafe_b64encode(content + keys.mac(Purpose.STOP_INVITATIONS, content)).decode()


def read_stop_code(keys: Keyring, code: str) -> StopTarget:
    """Raises StopCodeInvalidError."""
    try:
        raw = base64.b64decode(code, altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise StopCodeInvalidError from None
    content, mac = raw[:_CONTENT_BYTES], raw[_CONTENT_BYTES:]
    if len(mac) != _MAC_BYTES or not keys.verify_mac(Purpose.STOP_INVITATIONS, mac, content):
        raise StopCodeInvalidError
    return StopTarget(
        company_id=UUID(bytes=content[:_ID_BYTES]),
        user_id=UUID(bytes=content[_ID_BYTES : 2 * _ID_BYTES]),
        mailbox=content[2 * _ID_BYTES :],
    )
