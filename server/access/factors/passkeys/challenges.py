"""Challenges of passkeys: signed for one purpose and one holder, for five minutes, each accepted once.

A challenge carries its own end and a keyed hash, so that a sign-in page that is only looked at writes nothing. What
has been answered is stored until it would have expired.
"""

import secrets
import struct
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.passkeys.ceremonies import ALGORITHMS, TRANSPORTS, relying_party, to_base64url
from server.access.factors.passkeys.schemas import (
    AlgorithmJson,
    CreationOptions,
    DescriptorJson,
    PartyJson,
    PasskeyUserJson,
    RequestOptions,
    SelectionJson,
)
from server.access.factors.repository import Passkey, list_passkeys
from server.access.flows.flow import FlowExpiredError, FlowState
from server.access.flows.own_flow import read_own_flow
from server.access.robot_check.repository import spend_challenge
from server.access.sessions.repository import read_clock
from server.platform.database.connections import Connection
from server.platform.process.crypto import Keyring, Purpose, token_hash
from server.platform.services import Context, Services, Visit
from server.vocabulary.identity import Bearer

LIFETIME: Final = timedelta(minutes=5)
TIMEOUT: Final = int(LIFETIME.total_seconds() * 1000)
_NONCE_BYTES: Final = 16
_END: Final = struct.Struct(">Q")
_MAC_BYTES: Final = 32
_BYTES: Final = _NONCE_BYTES + _END.size + _MAC_BYTES


class ChallengeUse(StrEnum):
    """What a challenge is answered for, and by whom."""

    # A session adds a passkey, or proves its user again.
    REGISTRATION = "registration"
    STEP_UP = "step_up"
    # The flow of an opened invitation, or of a login that waits for a second factor.
    INVITATION = "invitation"
    SECOND_FACTOR = "second_factor"
    # A browser of whose user nothing is known, by the hash of its cookie.
    SIGN_IN = "sign_in"


class ChallengeHolder(NamedTuple):
    """A challenge may be answered by this browser, flow or session (`subject`), for this use."""

    use: ChallengeUse
    subject: bytes


async def make_challenge(connection: Connection, *, keys: Keyring, holder: ChallengeHolder) -> bytes:
    """Make a challenge that ends by the clock of the database."""
    end = _END.pack(int((await read_clock(connection) + LIFETIME).timestamp()))
    body = secrets.token_bytes(_NONCE_BYTES) + end
    return body + keys.mac(Purpose.PASSKEY, holder.use.encode(), holder.subject, body)


def is_challenge_of(challenge: bytes, *, keys: Keyring, holder: ChallengeHolder) -> bool:
    """Return whether it was made for this holder and use; `spend` judges its end and its first use."""
    body, mac = challenge[:-_MAC_BYTES], challenge[-_MAC_BYTES:]
    return len(challenge) == _BYTES and keys.verify_mac(Purpose.PASSKEY, mac, holder.use.encode(), holder.subject, body)


async def spend(connection: Connection, challenge: bytes) -> bool:
    """Return True for the first answer to a challenge that was made here and has not expired."""
    expires_at = datetime.fromtimestamp(_END.unpack_from(challenge, _NONCE_BYTES)[0], tz=UTC)
    if await read_clock(connection) >= expires_at:
        return False
    return await spend_challenge(connection, challenge_hash=token_hash(challenge.hex()), expires_at=expires_at)


async def creation_options(context: Context) -> CreationOptions:
    """Raises PasskeysUnavailableError, and StepUpRequiredError: the caller's last proof is too old."""
    identity = context.identity
    async with context.services.database.reading() as connection:
        await require_fresh_proof(connection, identity)
        holder = ChallengeHolder(ChallengeUse.REGISTRATION, identity.session_id.bytes)
        return await new_passkey_options(context.services, connection, account=identity, holder=holder)


async def new_passkey_options(
    services: Services, connection: Connection, *, account: Bearer, holder: ChallengeHolder
) -> CreationOptions:
    """Ask for a new passkey of this account; `holder` may answer. Raises PasskeysUnavailableError."""
    party = relying_party(services.settings)
    known = await list_passkeys(connection, **account.key)
    challenge = await make_challenge(connection, keys=services.keys, holder=holder)
    return CreationOptions(
        rp=PartyJson(id=party.id, name=party.name),
        user=PasskeyUserJson(
            id=to_base64url(account.user_id.bytes),
            name=account.email or account.full_name,
            display_name=account.full_name,
        ),
        challenge=to_base64url(challenge),
        pub_key_cred_params=[AlgorithmJson(alg=algorithm) for algorithm in ALGORITHMS],
        timeout=TIMEOUT,
        exclude_credentials=_descriptors(known),
        authenticator_selection=SelectionJson(),
    )


async def sign_in_options(services: Services, *, browser: str) -> RequestOptions:
    """Ask a browser of which only its secret is known. Raises PasskeysUnavailableError."""
    return await _request_options(
        services, holder=ChallengeHolder(ChallengeUse.SIGN_IN, token_hash(browser)), allowed=()
    )


async def second_factor_options(visit: Visit, *, handle: UUID) -> RequestOptions:
    """Raises FlowExpiredError: the flow is not the caller's, or waits for no second factor."""
    flow = await read_own_flow(visit, handle=handle)
    if flow.state is not FlowState.FACTOR_REQUIRED:
        raise FlowExpiredError
    async with visit.services.database.reading() as connection:
        allowed = await list_passkeys(connection, **flow.owner)
    holder = ChallengeHolder(ChallengeUse.SECOND_FACTOR, flow.id.bytes)
    return await _request_options(visit.services, holder=holder, allowed=allowed)


async def step_up_options(context: Context) -> RequestOptions:
    """Raises PasskeysUnavailableError."""
    async with context.services.database.reading() as connection:
        allowed = await list_passkeys(connection, **context.identity.key)
    holder = ChallengeHolder(ChallengeUse.STEP_UP, context.identity.session_id.bytes)
    return await _request_options(context.services, holder=holder, allowed=allowed)


async def _request_options(
    services: Services, *, holder: ChallengeHolder, allowed: Sequence[Passkey]
) -> RequestOptions:
    party = relying_party(services.settings)
    async with services.database.reading() as connection:
        challenge = await make_challenge(connection, keys=services.keys, holder=holder)
    return RequestOptions(
        challenge=to_base64url(challenge),
        timeout=TIMEOUT,
        rp_id=party.id,
        allow_credentials=_descriptors([each for each in allowed if not each.is_copied]),
    )


def _descriptors(passkeys: Sequence[Passkey]) -> list[DescriptorJson]:
    return [
        DescriptorJson(
            id=to_base64url(passkey.credential_id),
            transports=[each for each in TRANSPORTS if each in passkey.transports],
        )
        for passkey in passkeys
    ]
