"""The token of an invitation's link: signed, and nowhere stored.

It belongs to one temporary password, by the moment at which that ends: a new invitation, a password of the account's
own or another email makes it invalid.
"""

import base64
import binascii
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.crypto import Keyring, Purpose

_ID_BYTES: Final = 16
_MAC_BYTES: Final = 32


@dataclass(frozen=True, kw_only=True)
class LinkSubject:
    """What a token is signed for: an account, its email, and until when its temporary password is valid."""

    company_id: UUID
    user_id: UUID
    email: str
    until: datetime

    def parameters(self) -> dict[str, str]:
        """As a message keeps it, beside its recipient; it is no secret without the key."""
        return {"company": str(self.company_id), "user": str(self.user_id), "until": self.until.isoformat()}

    @staticmethod
    def of_parameters(parameters: dict[str, Any], *, email: str) -> "LinkSubject":
        return LinkSubject(
            company_id=UUID(parameters["company"]),
            user_id=UUID(parameters["user"]),
            email=email,
            until=datetime.fromisoformat(parameters["until"]),
        )


@dataclass(frozen=True, kw_only=True)
class LinkToken:
    """A token as it came, not verified yet."""

    company_id: UUID
    user_id: UUID
    mac: bytes = field(repr=False)


def make_link_token(keys: Keyring, subject: LinkSubject) -> str:
    """URL-safe; the same for the same subject."""
    content = subject.company_id.bytes + subject.user_id.bytes + keys.mac(Purpose.INVITATION, *_signed(subject))
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def read_link_token(token: str) -> LinkToken | None:
    """None where it has not the form of one."""
    try:
        content = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    if len(content) != 2 * _ID_BYTES + _MAC_BYTES:
        return None
    return LinkToken(
        company_id=UUID(bytes=content[:_ID_BYTES]),
        user_id=UUID(bytes=content[_ID_BYTES : 2 * _ID_BYTES]),
        mac=content[2 * _ID_BYTES :],
    )


def is_link_token(keys: Keyring, token: LinkToken, *, subject: LinkSubject) -> bool:
    return keys.verify_mac(Purpose.INVITATION, token.mac, *_signed(subject))


def _signed(subject: LinkSubject) -> tuple[bytes, ...]:
    until = round(subject.until.timestamp() * 1_000_000)
    return subject.company_id.bytes, subject.user_id.bytes, subject.email.encode(), until.to_bytes(8, "big")
