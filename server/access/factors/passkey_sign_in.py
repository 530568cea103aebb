"""Log in by a passkey alone: it names its account and proves two factors at once. All failures look alike."""

from dataclasses import dataclass, field
from typing import Final

from server.access.factors.passkey_challenges import holding_browser
from server.access.factors.passkey_errors import PasskeyRefusedError
from server.access.factors.passkey_proof import accept_proof, count_refusal, read_proof
from server.access.factors.passkey_repository import Passkey
from server.access.factors.passkey_schemas import AssertedCredentialJson
from server.access.factors.required import after_first_step
from server.access.failures.throttle import note_success
from server.access.flows.end_repository import end_flow
from server.access.flows.flow import Flow, offered_channels
from server.access.flows.publish_flow_state import announce_ended_flows
from server.access.flows.repository import open_flow
from server.access.flows.steps import FlowContext, FlowState
from server.platform.database.connections import UnitOfWork
from server.platform.process.crypto import random_token
from server.platform.services import Services, Visit
from server.vocabulary.methods import Method

METHODS: Final = (Method.PASSKEY,)


@dataclass(frozen=True, kw_only=True)
class PasskeyLogin:
    flow: Flow
    secret: str = field(repr=False)


async def log_in_by_passkey(
    services: Services, credential: AssertedCredentialJson, *, browser: str | None, caller: Visit
) -> PasskeyLogin:
    """Open a login that needs nothing more; `browser` is the secret that came with the options.

    Raises:
        PasskeysUnavailableError: see relying_party.
        TooManyFailuresError: too many failures before this one.
        PasskeyRefusedError: the login fails, for whatever reason.

    """
    proof = await read_proof(services, credential, holder=holding_browser(browser or ""), address=caller.address)
    async with services.database.unit_of_work() as unit:
        passkey = await accept_proof(services, unit, proof, address=caller.address)
        if passkey is not None:
            await note_success(unit.connection, proof.guesser)
            return await _open(services, unit, passkey, caller=caller)
        await count_refusal(unit.connection, proof, address=caller.address)
    raise PasskeyRefusedError


async def _open(services: Services, unit: UnitOfWork, passkey: Passkey, *, caller: Visit) -> PasskeyLogin:
    owner = {"company_id": passkey.company_id, "user_id": passkey.user_id}
    state = await after_first_step(unit.connection, **owner, methods=METHODS)
    secret = random_token()
    channels = offered_channels(
        services.settings, context=FlowContext.LOGIN, phone_is_verified=passkey.phone_is_verified
    )
    flow = await open_flow(
        unit.connection,
        secret=secret,
        **owner,
        context=FlowContext.LOGIN,
        # An administrator has set one since: it is replaced first, as after any other login.
        state=FlowState.PASSWORD_REQUIRED if passkey.has_temporary_password else state,
        channel=channels[0],
        temporary_password=passkey.has_temporary_password,
        methods=METHODS,
        address=caller.address,
    )
    if flow is None:
        raise PasskeyRefusedError
    if caller.flow_secret is not None:
        announce_ended_flows(services, unit, await end_flow(unit.connection, secret=caller.flow_secret))
    return PasskeyLogin(flow=flow, secret=secret)
