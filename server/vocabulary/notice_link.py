"""The token of "That was not me" in a notice's mail: signed, and nowhere stored.

It names the act that the notice is about, and is signed with the account's email: it ends when that changes.
"""

import base64
import binascii
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from typing import Any, Final
from uuid import UUID

from server.platform.process.crypto import Keyring, Purpose

_ID_BYTES: Final = 16
_MOMENT_BYTES: Final = 8
_MAC_BYTES: Final = 32
_CONTENT_BYTES: Final = 3 * _ID_BYTES + 1 + _MOMENT_BYTES
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class NoticeAct(IntEnum):
    """What a notice is about, as its token has it."""

    FACTOR_ADDED = 1
    FACTOR_REMOVED = 2
    RECOVERY_CODE_USED = 3
    RECOVERY_CODES_RENEWED = 4
    NEW_DEVICE = 5


@dataclass(frozen=True, kw_only=True)
class NoticeSubject:
    """An account and an act. `at` is when its transaction began, `about` its factor or session, where it has one."""

    company_id: UUID
    user_id: UUID
    act: NoticeAct
    about: UUID | None
    at: datetime

    def parameters(self) -> dict[str, str | int | None]:
        """As a message keeps it, beside its recipient; it is no secret without the key."""
        return {
            "company": str(self.company_id),
            "user": str(self.user_id),
            "act": self.act.value,
            "about": None if self.about is None else str(self.about),
            "at": self.at.isoformat(),
        }

    @staticmethod
    def of_parameters(parameters: dict[str, Any]) -> "NoticeSubject":
        about = parameters["about"]
        return NoticeSubject(
            company_id=UUID(parameters["company"]),
            user_id=UUID(parameters["user"]),
            act=NoticeAct(parameters["act"]),
            about=None if about is None else UUID(about),
            at=datetime.fromisoformat(parameters["at"]),
        )


@dataclass(frozen=True, kw_only=True)
class NoticeToken:
    """A token as it came, not verified yet."""

    subject: NoticeSubject
    mac: bytes = field(repr=False)


def make_notice_token(keys: Keyring, subject: NoticeSubject, *, email: str) -> str:
    """URL-safe; the same for the same subject."""
    content = _content(subject)
    mac = keys.mac(Purpose.NOTICE, content, email.encode())
    return base64.urlsafe_b64encode(content + mac).rstrip(b"=").decode()


def read_notice_token(token: str) -> NoticeToken | None:
    """None where it has not the form of one."""
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    if len(raw) != _CONTENT_BYTES + _MAC_BYTES:
        return None
    company, user, about = (raw[start : start + _ID_BYTES] for start in (0, _ID_BYTES, 2 * _ID_BYTES))
    moment = int.from_bytes(raw[3 * _ID_BYTES + 1 : _CONTENT_BYTES], "big")
    try:
        subject = NoticeSubject(
            company_id=UUID(bytes=company),
            user_id=UUID(bytes=user),
            act=NoticeAct(raw[3 * _ID_BYTES]),
            about=UUID(bytes=about) if any(about) else None,
            at=_EPOCH + timedelta(microseconds=moment),
        )
    except (ValueError, OverflowError):
        return None
    return NoticeToken(subject=subject, mac=raw[_CONTENT_BYTES:])


def is_notice_token(keys: Keyring, token: NoticeToken, *, email: str) -> bool:
    return keys.verify_mac(Purpose.NOTICE, token.mac, _content(token.subject), email.encode())


def _content(subject: NoticeSubject) -> bytes:
    about = bytes(_ID_BYTES) if subject.about is None else subject.about.bytes
    moment = (subject.at - _EPOCH) // _MICROSECOND
    return (
        subject.company_id.bytes
        + subject.user_id.bytes
        + about
        + bytes([subject.act])
        + moment.to_bytes(_MOMENT_BYTES, "big")
    )
