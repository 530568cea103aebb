"""How many invitations may be sent, how a mailbox is counted, the codes that stop them, and the refusals."""

import base64
import binascii
import hashlib
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from struct import Struct
from typing import Final
from uuid import UUID

from server.platform.configuration.settings import Settings
from server.platform.errors import BadRequestError, ConflictError, TooManyRequestsError, ValidationFailedError
from server.platform.process.crypto import Keyring, Purpose
from server.vocabulary.emails import mailbox_of

# Between two to one mailbox, whichever company sends them.
COOLDOWN: Final = timedelta(minutes=10)
# To one mailbox a day (UTC), all companies together.
DESTINATION_DAILY: Final = 5
# A company is new for so long, unless the operator marks it as trusted.
NEW_COMPANY_AGE: Final = timedelta(days=7)
# After so many companies were asked to stop, only trusted ones may invite the address.
STOPS_FOR_ALL: Final = 2


@dataclass(frozen=True, kw_only=True)
class InvitationLimits:
    """Daily numbers, which grow with the other limits in load tests. The cooldown never does."""

    company: int
    new_company: int
    destination: int

    @classmethod
    def from_settings(cls, settings: Settings) -> "InvitationLimits":
        scale = settings.rate_limit_scale
        return cls(
            company=settings.daily_rows,
            new_company=min(settings.daily_rows, max(1, int(settings.new_company_daily_invitations * scale))),
            destination=max(1, int(DESTINATION_DAILY * scale)),
        )


def counted_as(keys: Keyring, contact: str) -> bytes:
    """The keyed hash under which invitations to this email or phone are counted."""
    return keys.mac(Purpose.THROTTLE, b"invitation", mailbox_of(contact).encode())


def remembered_as(contact: str) -> bytes:
    """The hash under which a recipient's request to stop is stored. No key: it must outlive every key."""
    return hashlib.sha256(b"waymark mailbox " + mailbox_of(contact).encode()).digest()


STOPPED: Final = "The recipient has asked not to be invited by this company."
_MINUTE: Final = 60
_HOUR: Final = 3600


class InvitationStoppedError(ConflictError):
    message = STOPPED


class InvitationTooSoonError(TooManyRequestsError):
    """The address has just been sent one, or as many as it may be sent in a day."""

    def __init__(self, *, retry_after: float) -> None:
        super().__init__(
            f"This address was sent an invitation recently. You can send the next one in {describe_wait(retry_after)}.",
            retry_after=max(1, ceil(retry_after)),
        )


class InvitationsUsedUpError(TooManyRequestsError):
    """A new company has sent all its invitations of today."""

    def __init__(self, *, daily: int, brand: str, retry_after: float) -> None:
        super().__init__(
            f"{describe_new_company_limit(daily=daily, brand=brand)} "
            f"You can send the next one in {describe_wait(retry_after)}.",
            retry_after=max(1, ceil(retry_after)),
        )


class InvitationLinkInvalidError(BadRequestError):
    """The link is forged, expired or replaced, or its account has a password or is closed; the answer does not say."""

    message = "This link is no longer valid. Please ask your administrator to invite you again."


class StopCodeInvalidError(ValidationFailedError, keeps_code=True):
    message = "This link is incomplete or not from us. Please open it again from the email."


def describe_new_company_limit(*, daily: int, brand: str) -> str:
    """Why invitations wait, and how to send more."""
    count = "1 invitation" if daily == 1 else f"{daily} invitations"
    return (
        f"A new company can send {count} a day in its first week. "
        f"To send more, ask the operator of {brand} to verify your company."
    )


def describe_wait(seconds: float) -> str:
    """`1 minute`, `9 minutes`, `14 hours`; rounded up."""
    unit, size = ("hour", _HOUR) if seconds > _HOUR else ("minute", _MINUTE)
    number = max(1, ceil(seconds / size))
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


# The company, the account, the hash of the mailbox, and the signature.
_CODE: Final = Struct(">16s16s32s32s")


def make_stop_code(keys: Keyring, *, company_id: UUID, user_id: UUID, contact: str) -> str:
    """URL-safe; the same for the same invitation."""
    content = company_id.bytes + user_id.bytes + remembered_as(contact)
    return base64.urlsafe_b64encode(content + keys.mac(Purpose.STOP_INVITATIONS, content)).decode()


def read_stop_code(keys: Keyring, code: str) -> tuple[UUID, UUID, bytes]:
    """(the company that invited, the account, the hash of the mailbox). Raises StopCodeInvalidError."""
    try:
        raw = base64.b64decode(code, altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise StopCodeInvalidError from None
    if len(raw) != _CODE.size:
        raise StopCodeInvalidError
    company, user, mailbox, mac = _CODE.unpack(raw)
    if not keys.verify_mac(Purpose.STOP_INVITATIONS, mac, company + user + mailbox):
        raise StopCodeInvalidError
    return UUID(bytes=company), UUID(bytes=user), mailbox
