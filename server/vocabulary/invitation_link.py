"""The token of an invitation's link: signed, and nowhere stored.

It belongs to one temporary password, by the moment at which that ends: a new invitation, a password of the account's
own, another email or, without one, another phone makes it invalid. That of a text message is shorter: without the
company, whose id the account's implies, and with half of the signature.
"""

import base64
import binascii
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.platform.process.crypto import Keyring, Purpose, same

_ID_BYTES: Final = 16
_MAC_BYTES: Final = 32
_SHORT_MAC_BYTES: Final = 16


@dataclass(frozen=True, kw_only=True)
class LinkSubject:
    """What a token is signed for: an account, its email (else phone), and when its temporary password ends."""

    company_id: UUID
    user_id: UUID
    contact: str
    until: datetime

    def parameters(self) -> dict[str, str]:
        """As a message keeps it, beside its recipient; it is no secret without the key."""
        return {"company": str(self.company_id), "user": str(self.user_id), "until": self.until.isoformat()}

    @staticmethod
    def of_parameters(parameters: dict[str, Any], *, contact: str) -> "LinkSubject":
        return LinkSubject(
            company_id=UUID(parameters["company"]),
            user_id=UUID(parameters["user"]),
            contact=contact,
            until=datetime.fromisoformat(parameters["until"]),
        )


@dataclass(frozen=True, kw_only=True)
class LinkToken:
    """A token as it came, not verified yet; a short one names no company."""

    company_id: UUID | None
    user_id: UUID
    mac: bytes = field(repr=False)


def make_link_token(keys: Keyring, subject: LinkSubject) -> str:
    """URL-safe; the same for the same subject."""
    mac = keys.mac(Purpose.INVITATION, *_signed(subject))
    if "@" in subject.contact:
        return _encode(subject.company_id.bytes + subject.user_id.bytes + mac)
    return _encode(subject.user_id.bytes + mac[:_SHORT_MAC_BYTES])


def read_link_token(token: str) -> LinkToken | None:
    """None where it has not the form of one."""
    try:
        content = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    if len(content) == _ID_BYTES + _SHORT_MAC_BYTES:
        return LinkToken(company_id=None, user_id=UUID(bytes=content[:_ID_BYTES]), mac=content[_ID_BYTES:])
    if len(content) != 2 * _ID_BYTES + _MAC_BYTES:
        return None
    return LinkToken(
        company_id=UUID(bytes=content[:_ID_BYTES]),
        user_id=UUID(bytes=content[_ID_BYTES : 2 * _ID_BYTES]),
        mac=content[2 * _ID_BYTES :],
    )


def is_link_token(keys: Keyring, token: LinkToken, *, subject: LinkSubject) -> bool:
    """Each form counts for its own kind of contact alone."""
    is_short = token.company_id is None
    if is_short is ("@" in subject.contact):
        return False
    macs = keys.macs(Purpose.INVITATION, *_signed(subject))
    return any(same(token.mac, mac[:_SHORT_MAC_BYTES] if is_short else mac) for mac in macs)


def _encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _signed(subject: LinkSubject) -> tuple[bytes, ...]:
    until = round(subject.until.timestamp() * 1_000_000)
    return subject.company_id.bytes, subject.user_id.bytes, subject.contact.encode(), until.to_bytes(8, "big")
