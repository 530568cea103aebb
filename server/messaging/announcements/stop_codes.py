"""The codes by which the recipient of a mail wants no more announcements by mail, without a sign-in."""

import base64
import binascii
from struct import Struct
from typing import Final
from uuid import UUID

from server.people.invitations.limits import StopCodeInvalidError
from server.platform.process.crypto import Keyring, Purpose

# The company, the account, and the signature.
_CODE: Final = Struct(">16s16s32s")


def make_stop_code(keys: Keyring, *, company_id: UUID, user_id: UUID) -> str:
    """URL-safe; the same for the same account."""
    content = company_id.bytes + user_id.bytes
    return base64.urlsafe_b64encode(content + keys.mac(Purpose.STOP_ANNOUNCEMENTS, content)).decode().rstrip("=")


def read_stop_code(keys: Keyring, code: str) -> tuple[UUID, UUID]:
    """(the company, the account). Raises StopCodeInvalidError."""
    try:
        raw = base64.b64decode(f"{code}{'=' * (-len(code) % 4)}", altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise StopCodeInvalidError from None
    if len(raw) != _CODE.size:
        raise StopCodeInvalidError
    company, user, mac = _CODE.unpack(raw)
    if not keys.verify_mac(Purpose.STOP_ANNOUNCEMENTS, mac, company + user):
        raise StopCodeInvalidError
    return UUID(bytes=company), UUID(bytes=user)
