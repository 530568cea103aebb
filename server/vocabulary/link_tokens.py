"""Tokens of the links in mails and text messages: signed, and nowhere stored.

An invitation's belongs to one temporary password, by the moment at which that ends: a new invitation, a password of the
account's own, another email or, without one, another phone makes it invalid. That of a text message is shorter: without
the company, whose id the account's implies, and with half of the signature.

An invitation to register a company is signed with the email that it was sent to, and has its end in it.

A notice's ("That was not me") names the act that the notice is about, and is signed with the account's email: it ends
when that changes.
"""

import base64
import binascii
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from hmac import compare_digest
from struct import Struct
from typing import Any, Final
from uuid import UUID

from pydantic import BaseModel, Field

from server.platform.process.clock import utc_now
from server.platform.process.crypto import Keyring, Purpose

_MAC_BYTES: Final = 32
_SHORT_MAC_BYTES: Final = 16
# Company, account and signature; in a text message account and signature.
_LINK: Final = Struct(f">16s16s{_MAC_BYTES}s")
_SHORT_LINK: Final = Struct(f">16s{_SHORT_MAC_BYTES}s")
# Company, account, what the notice is about, its act and its moment in microseconds; the signature follows.
_NOTICE: Final = Struct(">16s16s16sBQ")


class TokenSubject(BaseModel, frozen=True, populate_by_name=True):
    """What a token is signed for."""

    company_id: UUID = Field(alias="company")
    user_id: UUID = Field(alias="user")

    def parameters(self) -> dict[str, Any]:
        """Return what a message keeps beside its recipient; it is no secret without the key."""
        return self.model_dump(mode="json", by_alias=True)


class LinkSubject(TokenSubject):
    """An account, its email (else phone), and when its temporary password ends."""

    contact: str = Field(exclude=True)
    until: datetime


def make_link_token(keys: Keyring, subject: LinkSubject) -> str:
    """URL-safe; the same for the same subject."""
    return _link_token(subject, keys.mac(Purpose.INVITATION, *_signed(subject)))


def _link_token(subject: LinkSubject, mac: bytes) -> str:
    if "@" in subject.contact:
        return _encode(_LINK.pack(subject.company_id.bytes, subject.user_id.bytes, mac))
    return _encode(_SHORT_LINK.pack(subject.user_id.bytes, mac[:_SHORT_MAC_BYTES]))


def read_link_token(token: str) -> tuple[UUID | None, UUID] | None:
    """Read the company and the account of a token that is not verified yet; a short one names no company.

    Returns None where the text has not the form of one.
    """
    content = _decode(token)
    if len(content) == _SHORT_LINK.size:
        return None, UUID(bytes=content[:16])
    return (UUID(bytes=content[:16]), UUID(bytes=content[16:32])) if len(content) == _LINK.size else None


def is_link_token(keys: Keyring, token: str, *, subject: LinkSubject) -> bool:
    macs = keys.macs(Purpose.INVITATION, *_signed(subject))
    return any(compare_digest(token.encode(), _link_token(subject, mac).encode()) for mac in macs)


def _encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _decode(token: str) -> bytes:
    """Return the token's bytes, or none where it is not written as one."""
    try:
        return base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""


def _signed(subject: LinkSubject) -> tuple[bytes, ...]:
    until = round(subject.until.timestamp() * 1_000_000)
    return subject.company_id.bytes, subject.user_id.bytes, subject.contact.encode(), until.to_bytes(8, "big")


# An invitation to register a company states its id and its end in microseconds; the signature follows.
_FOUNDER: Final = Struct(">16sQ")


def make_founder_token(keys: Keyring, invitation: UUID, *, email: str, until: datetime) -> str:
    content = _FOUNDER.pack(invitation.bytes, round(until.timestamp() * 1_000_000))
    return _encode(content + keys.mac(Purpose.FOUNDING, content, email.encode()))


def read_founder_token(keys: Keyring, token: str, *, email: str) -> UUID | None:
    """Return the invitation; None for a token that is not ours, not this email's, or past its end."""
    raw = _decode(token)
    content = raw[: _FOUNDER.size]
    if len(raw) != _FOUNDER.size + _MAC_BYTES:
        return None
    if not keys.verify_mac(Purpose.FOUNDING, raw[_FOUNDER.size :], content, email.encode()):
        return None
    invitation, until = _FOUNDER.unpack(content)
    return UUID(bytes=invitation) if until / 1_000_000 > utc_now().timestamp() else None


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class NoticeAct(IntEnum):
    """What a notice is about, as its token has it."""

    FACTOR_ADDED = 1
    FACTOR_REMOVED = 2
    RECOVERY_CODE_USED = 3
    RECOVERY_CODES_RENEWED = 4
    NEW_DEVICE = 5


class NoticeSubject(TokenSubject):
    """An account and an act. `at` is when its transaction began, `about` its factor or session, where it has one."""

    act: NoticeAct
    about: UUID | None
    at: datetime


def make_notice_token(keys: Keyring, subject: NoticeSubject, *, email: str) -> str:
    """URL-safe; the same for the same subject."""
    content = _content(subject)
    mac = keys.mac(Purpose.NOTICE, content, email.encode())
    return _encode(content + mac)


def read_notice_token(token: str) -> NoticeSubject | None:
    """Read a token, which is not verified yet. Returns None where the text has not the form of one."""
    raw = _decode(token)
    if len(raw) != _NOTICE.size + _MAC_BYTES:
        return None
    company, user, about, act, moment = _NOTICE.unpack_from(raw)
    try:
        return NoticeSubject(
            company_id=UUID(bytes=company),
            user_id=UUID(bytes=user),
            act=NoticeAct(act),
            about=UUID(bytes=about) if any(about) else None,
            at=_EPOCH + timedelta(microseconds=moment),
        )
    except (ValueError, OverflowError):
        return None


def is_notice_token(keys: Keyring, token: str, *, subject: NoticeSubject, email: str) -> bool:
    content = _content(subject)
    return keys.verify_mac(Purpose.NOTICE, _decode(token)[_NOTICE.size :], content, email.encode())


def _content(subject: NoticeSubject) -> bytes:
    about = bytes(16) if subject.about is None else subject.about.bytes
    moment = (subject.at - _EPOCH) // _MICROSECOND
    return _NOTICE.pack(subject.company_id.bytes, subject.user_id.bytes, about, subject.act, moment)
