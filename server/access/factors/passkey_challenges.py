"""Challenges of passkeys: signed for one purpose and one holder, for five minutes, each accepted once.

A challenge carries its own end and a keyed hash, so that a sign-in page that is only looked at writes nothing. What
has been answered is stored until it would have expired.
"""

import secrets
import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

from server.access.factors.passkey_repository import read_clock
from server.access.robot_check.repository import spend_challenge
from server.platform.database.connections import Connection
from server.platform.process.crypto import Keyring, Purpose, token_hash

LIFETIME: Final = timedelta(minutes=5)
_NONCE_BYTES: Final = 16
_END: Final = struct.Struct(">Q")
_MAC_BYTES: Final = 32
_BYTES: Final = _NONCE_BYTES + _END.size + _MAC_BYTES


class ChallengeUse(StrEnum):
    REGISTRATION = "registration"
    INVITATION = "invitation"
    SIGN_IN = "sign_in"
    SECOND_FACTOR = "second_factor"
    STEP_UP = "step_up"


@dataclass(frozen=True, kw_only=True)
class Holder:
    """Who may answer a challenge, and for what: `subject` identifies a browser, a flow or a session."""

    use: ChallengeUse
    subject: bytes


def holding_browser(secret: str) -> Holder:
    """The browser that has this cookie, before anything is known of its user."""
    return Holder(use=ChallengeUse.SIGN_IN, subject=token_hash(secret))


def holding_flow(flow_id: UUID) -> Holder:
    """The login that waits for a second factor."""
    return Holder(use=ChallengeUse.SECOND_FACTOR, subject=flow_id.bytes)


def holding_invitation(flow_id: UUID) -> Holder:
    """The flow of an opened invitation, whose passkey will be the account's way in."""
    return Holder(use=ChallengeUse.INVITATION, subject=flow_id.bytes)


def holding_session(use: ChallengeUse, *, session_id: UUID) -> Holder:
    return Holder(use=use, subject=session_id.bytes)


async def make_challenge(connection: Connection, *, keys: Keyring, holder: Holder) -> bytes:
    """By the clock of the database."""
    end = _END.pack(int((await read_clock(connection) + LIFETIME).timestamp()))
    body = secrets.token_bytes(_NONCE_BYTES) + end
    return body + keys.mac(Purpose.PASSKEY, holder.use.encode(), holder.subject, body)


def is_challenge_of(challenge: bytes, *, keys: Keyring, holder: Holder) -> bool:
    """Whether it was made for this holder and use; its end and its first use are for `spend` to judge."""
    body, mac = challenge[:-_MAC_BYTES], challenge[-_MAC_BYTES:]
    return len(challenge) == _BYTES and keys.verify_mac(Purpose.PASSKEY, mac, holder.use.encode(), holder.subject, body)


async def spend(connection: Connection, challenge: bytes) -> bool:
    """True for the first answer to a challenge that was made here and has not expired."""
    expires_at = datetime.fromtimestamp(_END.unpack_from(challenge, _NONCE_BYTES)[0], tz=UTC)
    if await read_clock(connection) >= expires_at:
        return False
    return await spend_challenge(connection, challenge_hash=token_hash(challenge.hex()), expires_at=expires_at)
