"""What a browser is asked to do: to make a passkey, or to answer a challenge by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, get_args
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.passkey_ceremonies import ALGORITHMS, to_base64url
from server.access.factors.passkey_challenges import (
    LIFETIME,
    ChallengeUse,
    Holder,
    holding_browser,
    holding_flow,
    holding_session,
    make_challenge,
)
from server.access.factors.passkey_party import relying_party
from server.access.factors.passkey_repository import Passkey, list_passkeys
from server.access.factors.passkey_schemas import (
    AlgorithmJson,
    CreationOptions,
    DescriptorJson,
    PartyJson,
    PasskeyUserJson,
    RequestOptions,
    SelectionJson,
    Transport,
)
from server.access.flows.errors import FlowExpiredError
from server.access.flows.find_own_flow import read_own_flow
from server.access.flows.steps import FlowState
from server.platform.database.connections import Connection
from server.platform.process.crypto import random_token
from server.platform.services import Services
from server.vocabulary.identity import Bearer, Identity

TIMEOUT: Final = int(LIFETIME.total_seconds() * 1000)
TRANSPORTS: Final[Sequence[Transport]] = get_args(Transport)


@dataclass(frozen=True, kw_only=True)
class SignInOptions:
    """`secret` is for the browser alone: its challenge is answered with it."""

    options: RequestOptions
    secret: str


async def creation_options(services: Services, *, identity: Identity) -> CreationOptions:
    """Raises PasskeysUnavailableError, and StepUpRequiredError: the caller's last proof is too old."""
    async with services.database.reading() as connection:
        await require_fresh_proof(connection, identity)
        holder = holding_session(ChallengeUse.REGISTRATION, session_id=identity.session_id)
        return await new_passkey_options(services, connection, account=identity, holder=holder)


async def new_passkey_options(
    services: Services, connection: Connection, *, account: Bearer, holder: Holder
) -> CreationOptions:
    """For a passkey of this account, of which `holder` may answer the challenge. Raises PasskeysUnavailableError."""
    party = relying_party(services.settings)
    known = await list_passkeys(connection, company_id=account.company_id, user_id=account.user_id)
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


async def sign_in_options(services: Services, *, secret: str | None) -> SignInOptions:
    """For a browser of which nothing is known; `secret` is what it has from an earlier call.

    Raises:
        PasskeysUnavailableError: see relying_party.

    """
    browser = secret or random_token()
    options = await _request_options(services, holder=holding_browser(browser), allowed=())
    return SignInOptions(options=options, secret=browser)


async def second_factor_options(services: Services, *, secret: str | None, handle: UUID) -> RequestOptions:
    """Raises FlowExpiredError: the flow is not the caller's, or waits for no second factor."""
    flow = await read_own_flow(services, secret=secret, handle=handle)
    if flow.state is not FlowState.FACTOR_REQUIRED or flow.company_id is None or flow.user_id is None:
        raise FlowExpiredError
    async with services.database.reading() as connection:
        allowed = await list_passkeys(connection, company_id=flow.company_id, user_id=flow.user_id)
    return await _request_options(services, holder=holding_flow(flow.id), allowed=allowed)


async def step_up_options(services: Services, *, identity: Identity) -> RequestOptions:
    """Raises PasskeysUnavailableError."""
    async with services.database.reading() as connection:
        allowed = await list_passkeys(connection, company_id=identity.company_id, user_id=identity.user_id)
    holder = holding_session(ChallengeUse.STEP_UP, session_id=identity.session_id)
    return await _request_options(services, holder=holder, allowed=allowed)


async def _request_options(services: Services, *, holder: Holder, allowed: Sequence[Passkey]) -> RequestOptions:
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
