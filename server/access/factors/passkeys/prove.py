"""Prove an account by one of its passkeys: to log in, or as the second factor of a login."""

from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from server.access.factors.passkeys.ceremonies import (
    Assertion,
    PasskeyRefusedError,
    check_assertion,
    from_base64url,
    relying_party,
)
from server.access.factors.passkeys.challenges import (
    ChallengeHolder,
    holding_browser,
    holding_flow,
    is_challenge_of,
    spend,
)
from server.access.factors.passkeys.repository import CounterUse, Passkey, count_use, find_passkey, lock_active_owner
from server.access.factors.passkeys.schemas import AssertedCredentialJson
from server.access.factors.prove_factor import after_first_step
from server.access.failures.throttle import Guesser, count_failure, identify_passkey, note_success, refuse_blocked
from server.access.flows.flow import Flow, FlowContext, FlowState, offered_channels
from server.access.flows.own_flow import (
    announce_ended_flows,
    lock_own_flow,
    publish_flow_state,
    read_own_flow,
    reread_flow,
)
from server.access.flows.repository import advance_flow, end_flow, open_flow
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.send_messages import send_messages
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.process.crypto import random_token
from server.platform.services import Services, Visit
from server.vocabulary.identifiers import mask_label
from server.vocabulary.methods import Method


async def report_copy(services: Services, unit: UnitOfWork, passkey: Passkey, *, address: str) -> None:
    """Record it, and notify the owner, who may not be the one that used it."""
    await record(
        unit.connection,
        action=AuditAction.PASSKEY_COPIED,
        company_id=passkey.company_id,
        subject_id=passkey.user_id,
        subject_label=passkey.name,
        address=address,
        after={"factor": str(passkey.id)},
    )
    if passkey.email is not None:
        await queue_message(
            unit.connection,
            kind=MessageKind.PASSKEY_COPIED,
            channel=Channel.EMAIL,
            recipient=passkey.email,
            keys=services.keys,
            company_id=passkey.company_id,
            user_id=passkey.user_id,
            parameters={"full_name": passkey.full_name, "passkey": passkey.name},
        )
        unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
    notice = Notice(
        kind=NotificationKind.PASSKEY_COPIED,
        title="A passkey was blocked",
        body=f"A copy of your passkey {passkey.name} may be in use. Remove it and add a new one.",
        link="/dashboard/profile",
        about=passkey.id,
    )
    await notify(services, unit, notice, company_id=passkey.company_id, user_ids=[passkey.user_id])


@dataclass(frozen=True, kw_only=True)
class PasskeyProof:
    """A rightly signed answer. `passkey` is None, as `assertion`, where the answer proves nothing."""

    passkey: Passkey | None
    assertion: Assertion | None
    guesser: Guesser


async def read_proof(
    services: Services, credential: AssertedCredentialJson, *, holder: ChallengeHolder, address: str
) -> PasskeyProof:
    """Check the signature outside of any transaction: the same work for an unknown passkey.

    Failures count by the passkey and the network, so that no wrong password keeps a passkey from its account.

    Raises:
        PasskeysUnavailableError: see relying_party.
        TooManyFailuresError: too many failures before this one.

    """
    party = relying_party(services.settings)
    async with services.database.reading() as connection:
        passkey = await find_passkey(connection, credential_id=from_base64url(credential.id))
        guesser = identify_passkey(
            services.keys,
            credential_id=credential.id,
            address=address,
            is_known=passkey is not None,
            scale=services.settings.rate_limit_scale,
        )
        await refuse_blocked(connection, guesser)
    assertion = check_assertion(
        credential.as_json(),
        public_key=None if passkey is None else passkey.public_key,
        party=party,
        accepts=lambda challenge: is_challenge_of(challenge, keys=services.keys, holder=holder),
    )
    return PasskeyProof(passkey=passkey, assertion=assertion, guesser=guesser)


async def accept_proof(services: Services, unit: UnitOfWork, proof: PasskeyProof, *, address: str) -> Passkey | None:
    """The passkey, counted as used, of an active account, which is locked; None where it proves nothing.

    What this writes is to be committed either way: a challenge is spent, and a copied passkey marked.
    """
    passkey, assertion = proof.passkey, proof.assertion
    if passkey is None or assertion is None or assertion.user_handle not in {None, passkey.user_id.bytes}:
        return None
    connection = unit.connection
    if not await lock_active_owner(connection, company_id=passkey.company_id, user_id=passkey.user_id):
        return None
    if not await spend(connection, assertion.challenge):
        return None
    use = await count_use(connection, passkey, sign_count=assertion.sign_count, is_backed_up=assertion.is_backed_up)
    if use is CounterUse.COPIED:
        await report_copy(services, unit, passkey, address=address)
    return passkey if use is CounterUse.COUNTED else None


async def count_refusal(connection: Connection, proof: PasskeyProof, *, address: str) -> None:
    """Raises TooManyFailuresError when a wait began meanwhile."""
    await count_failure(connection, proof.guesser)
    passkey = proof.passkey
    await record(
        connection,
        action=AuditAction.LOGIN_FAILED,
        company_id=None if passkey is None else passkey.company_id,
        subject_id=None if passkey is None else passkey.user_id,
        subject_label=None if passkey is None else mask_label(passkey.label),
        address=address,
        after={"method": Method.PASSKEY.value},
    )


async def prove_factor_by_passkey(
    services: Services, credential: AssertedCredentialJson, *, handle: UUID, caller: Visit
) -> Flow:
    """The flow, ready.

    Raises:
        FlowExpiredError: the flow is not the caller's, or waits for no second factor.
        TooManyFailuresError: too many failures before this one.
        PasskeyRefusedError: the passkey is not accepted, or is another account's.

    """
    found = await read_own_flow(services, secret=caller.flow_secret, handle=handle)
    proof = await read_proof(services, credential, holder=holding_flow(found.id), address=caller.address)
    async with services.database.unit_of_work() as unit:
        flow = await lock_own_flow(
            unit.connection,
            secret=caller.flow_secret,
            handle=handle,
            context=FlowContext.LOGIN,
            state=FlowState.FACTOR_REQUIRED,
        )
        if await _proves(services, unit, proof, flow=flow, caller=caller):
            await note_success(unit.connection, proof.guesser)
            await advance_flow(
                unit.connection,
                flow_id=flow.id,
                before=FlowState.FACTOR_REQUIRED,
                after=FlowState.READY,
                method=Method.PASSKEY,
            )
            unit.after_commit(lambda: publish_flow_state(services, flow_id=flow.id))
            return await reread_flow(unit.connection, flow_id=flow.id)
        await count_refusal(unit.connection, proof, address=caller.address)
    raise PasskeyRefusedError


async def _proves(services: Services, unit: UnitOfWork, proof: PasskeyProof, *, flow: Flow, caller: Visit) -> bool:
    passkey = proof.passkey
    if passkey is None or (passkey.company_id, passkey.user_id) != (flow.company_id, flow.user_id):
        return False
    return await accept_proof(services, unit, proof, address=caller.address) is not None


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
