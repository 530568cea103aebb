"""Prove an account by one of its passkeys: to log in, as the second factor of a login, or within a session."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from server.access.factors.fresh_proof import note_failed_step_up, note_step_up
from server.access.factors.passkeys.ceremonies import (
    Assertion,
    PasskeyNotProvedError,
    PasskeyRefusedError,
    check_assertion,
    from_base64url,
    relying_party,
)
from server.access.factors.passkeys.challenges import (
    ChallengeHolder,
    ChallengeUse,
    is_challenge_of,
    spend,
)
from server.access.factors.passkeys.schemas import AssertedCredentialJson
from server.access.factors.prove_factor import after_first_step
from server.access.factors.repository import CounterUse, Passkey, count_use, find_passkey, lock_owner
from server.access.failures.throttle import Guesser, count_failure, identify_passkey, note_success, refuse_blocked
from server.access.flows.flow import Flow, FlowContext, FlowState, OpenedFlow, offered_channels
from server.access.flows.own_flow import (
    announce_flow_state,
    end_former_flow,
    lock_own_flow,
    open_login,
    read_own_flow,
    reread_flow,
)
from server.access.flows.repository import advance_flow
from server.access.sessions.notices import passkey_copied, send_notice
from server.company.audit.record_act import record_visit
from server.company.audit.repository import AuditAction
from server.platform.process.crypto import token_hash
from server.platform.services import Context, Visit, Work
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import AccountKey, Method

METHODS: Final = (Method.PASSKEY,)


@dataclass(frozen=True, kw_only=True)
class PasskeyProof:
    """An answer whose signature was checked. Without a passkey or an assertion it proves nothing."""

    passkey: Passkey | None
    assertion: Assertion | None
    guesser: Guesser


async def log_in_by_passkey(visit: Visit, credential: AssertedCredentialJson, *, browser: str | None) -> OpenedFlow:
    """Open a login that needs nothing more; `browser` is the secret that came with the options.

    A passkey alone names its account and proves two factors at once. All failures look alike.

    Raises:
        PasskeysUnavailableError: see relying_party.
        TooManyFailuresError: too many failures before this one.
        PasskeyRefusedError: the login fails, for whatever reason.
    """
    holder = ChallengeHolder(ChallengeUse.SIGN_IN, token_hash(browser or ""))
    proof = await _read_proof(visit, credential, holder=holder)
    async with visit.unit_of_work() as unit:
        passkey = await _accept_proof(unit, proof)
        if passkey is not None:
            await note_success(unit.connection, proof.guesser)
            return await _open(unit, passkey)
        await _count_refusal(unit, proof)
    raise PasskeyRefusedError


async def prove_factor_by_passkey(visit: Visit, credential: AssertedCredentialJson, *, handle: UUID) -> Flow:
    """Prove the second factor of a login. Returns the flow, ready.

    Raises:
        FlowExpiredError: the flow is not the caller's, or waits for no second factor.
        TooManyFailuresError: too many failures before this one.
        PasskeyRefusedError: the passkey is not accepted, or is another account's.
    """
    found = await read_own_flow(visit, handle=handle)
    holder = ChallengeHolder(ChallengeUse.SECOND_FACTOR, found.id.bytes)
    proof = await _read_proof(visit, credential, holder=holder)
    async with visit.unit_of_work() as unit:
        flow = await lock_own_flow(unit, handle=handle, context=FlowContext.LOGIN, state=FlowState.FACTOR_REQUIRED)
        if await _accept_proof(unit, proof, of=flow.owner):
            await note_success(unit.connection, proof.guesser)
            await advance_flow(
                unit.connection, flow_id=flow.id, before=flow.state, after=FlowState.READY, method=Method.PASSKEY
            )
            announce_flow_state(unit, flow.id)
            return await reread_flow(unit.connection, flow_id=flow.id)
        await _count_refusal(unit, proof)
    raise PasskeyRefusedError


async def step_up_by_passkey(context: Context, credential: AssertedCredentialJson) -> datetime:
    """Prove the caller of a session again. Returns the moment of the proof.

    Raises:
        PasskeysUnavailableError: see relying_party.
        TooManyFailuresError: too many failures before this one.
        PasskeyNotProvedError: the passkey is not accepted, or is another account's.
        NotSignedInError: the session has ended meanwhile.
    """
    holder = ChallengeHolder(ChallengeUse.STEP_UP, context.identity.session_id.bytes)
    proof = await _read_proof(context, credential, holder=holder)
    async with context.unit_of_work() as unit:
        if await _accept_proof(unit, proof, of=context.identity.key):
            await note_success(unit.connection, proof.guesser)
            return await note_step_up(unit, method=Method.PASSKEY.value)
        await count_failure(unit.connection, proof.guesser)
        await note_failed_step_up(unit, method=Method.PASSKEY.value)
    raise PasskeyNotProvedError


async def _read_proof(visit: Visit, credential: AssertedCredentialJson, *, holder: ChallengeHolder) -> PasskeyProof:
    """Check the signature outside of any transaction: the same work for an unknown passkey.

    Failures count by the passkey and the network, so that no wrong password keeps a passkey from its account.
    """
    services, party = visit.services, relying_party(visit.services.settings)
    async with services.database.reading() as connection:
        passkey = await find_passkey(connection, credential_id=from_base64url(credential.id))
        guesser = identify_passkey(
            services.keys,
            credential_id=credential.id,
            address=visit.address,
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


async def _accept_proof(unit: Work[Visit], proof: PasskeyProof, *, of: AccountKey | None = None) -> Passkey | None:
    """Count the use of a passkey and lock its active account, the one that is named `of`. Returns none for no proof.

    What this writes is to be committed either way: a challenge is spent, and a copied passkey marked.
    """
    passkey, assertion, connection = proof.passkey, proof.assertion, unit.connection
    if passkey is None or of not in (None, passkey.key):
        return None
    if assertion is None or assertion.user_handle not in {None, passkey.user_id.bytes}:
        return None
    if not await lock_owner(connection, **passkey.key):
        return None
    if not await spend(connection, assertion.challenge):
        return None
    use = await count_use(connection, passkey, sign_count=assertion.sign_count, is_backed_up=assertion.is_backed_up)
    if use is CounterUse.COPIED:
        await _report_copy(unit, passkey)
    return passkey if use is CounterUse.COUNTED else None


async def _report_copy(unit: Work[Visit], passkey: Passkey) -> None:
    """Record that two authenticators have the key, and notify its owner, who may not be the one that used it."""
    await record_visit(
        unit,
        AuditAction.PASSKEY_COPIED,
        company_id=passkey.company_id,
        subject_id=passkey.user_id,
        subject_label=passkey.name,
        after={"factor": str(passkey.id)},
    )
    await send_notice(unit, passkey_copied(passkey_id=passkey.id, name=passkey.name), to=passkey)


async def _count_refusal(unit: Work[Visit], proof: PasskeyProof) -> None:
    """Raises TooManyFailuresError when a wait began meanwhile."""
    await count_failure(unit.connection, proof.guesser)
    passkey = proof.passkey
    await record_visit(
        unit,
        AuditAction.LOGIN_FAILED,
        company_id=None if passkey is None else passkey.company_id,
        subject_id=None if passkey is None else passkey.user_id,
        subject_label=None if passkey is None else mask_label(passkey.label),
        after={"method": Method.PASSKEY.value},
    )


async def _open(unit: Work[Visit], passkey: Passkey) -> OpenedFlow:
    state = await after_first_step(unit.connection, **passkey.key, methods=METHODS)
    channels = offered_channels(
        unit.services.settings, context=FlowContext.LOGIN, phone_is_verified=passkey.phone_is_verified
    )
    opened = await open_login(
        unit,
        **passkey.key,
        # A password that an administrator has set since is replaced first, as after any other login.
        state=FlowState.PASSWORD_REQUIRED if passkey.has_temporary_password else state,
        channel=channels[0],
        temporary_password=passkey.has_temporary_password,
        methods=METHODS,
    )
    if opened is None:
        raise PasskeyRefusedError
    await end_former_flow(unit)
    return opened
