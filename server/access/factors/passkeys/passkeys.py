"""Add a passkey, and prove an account by one: to log in, as a second factor, or within a session.

Challenges are signed for one purpose and one holder, for five minutes, and accepted once. A challenge carries its own
end and a keyed hash, so that a sign-in page that is only looked at writes nothing; what was answered is stored until it
would have expired.
"""

import secrets
import struct
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import UUID

from server.access.factors import fresh_proof, repository
from server.access.factors.own_factors import after_first_step, welcome_factor
from server.access.factors.passkeys import ceremonies, schemas
from server.access.factors.passkeys.ceremonies import ALGORITHMS, TRANSPORTS, Assertion, NewCredential
from server.access.factors.repository import CounterUse, Passkey
from server.access.failures.repository import Guesser
from server.access.failures.throttle import count_failure, identify_passkey, note_success, refuse_blocked
from server.access.flows import own_flow
from server.access.flows.flow import Flow, FlowContext, FlowExpiredError, FlowState, OpenedFlow, offered_channels
from server.access.flows.repository import advance_flow
from server.access.policies.policy import FactorKind
from server.access.robot_check.repository import spend_challenge
from server.access.sessions.notices import notify_of_copy
from server.access.sessions.repository import read_clock
from server.company.audit.record import AuditAction, Entry, record_visit
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import BadRequestError, ConflictError, NotSignedInError, ValidationFailedError
from server.platform.process.crypto import Keyring, Purpose, token_hash
from server.platform.process.metrics import SIGN_INS
from server.platform.services import Context, Services, Unit, Visit
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import AccountKey, Bearer, Method
from server.vocabulary.visible_text import read_label

LIFETIME: Final = timedelta(minutes=5)
TIMEOUT: Final = int(LIFETIME.total_seconds() * 1000)
_NONCE_BYTES: Final = 16
_END: Final = struct.Struct(">Q")
_MAC_BYTES: Final = 32
_BYTES: Final = _NONCE_BYTES + _END.size + _MAC_BYTES
MOST_PASSKEYS: Final = 20
METHODS: Final = (Method.PASSKEY,)


class PasskeyRefusedError(NotSignedInError):
    """One refusal for an unknown passkey, a wrong signature, a used challenge, a copy and an inactive account."""

    message = "This passkey was not accepted. Please try again or log in another way."


class PasskeyNotAddedError(ValidationFailedError):
    """The new credential does not answer this session's challenge, or is of a kind that is not accepted."""

    message = "The passkey could not be added. Please try again."


class PasskeyRegisteredError(ConflictError):
    message = "This passkey is already registered."


class FactorExistsError(ConflictError):
    """A mailbox alone adds no passkey to an account that has a second factor."""

    message = "Your account has a second factor already. Please choose a password."


class TooManyPasskeysError(ConflictError):
    message = "You have 20 passkeys. Remove one before you add another."


class PasskeyNotProvedError(BadRequestError):
    """Within a session, which does not end."""

    message = "This passkey was not accepted. Please try again."


class ChallengeUse(StrEnum):
    """A challenge belongs to one ceremony and one kind of holder."""

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


@dataclass(frozen=True, kw_only=True)
class PasskeyProof:
    """An answer whose signature was checked. Without a passkey or an assertion it proves nothing."""

    passkey: Passkey | None
    assertion: Assertion | None
    guesser: Guesser


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


async def creation_options(context: Context) -> schemas.CreationOptions:
    """Raises PasskeysUnavailableError, and StepUpRequiredError: the caller's last proof is too old."""
    async with context.services.database.reading() as connection:
        await fresh_proof.require_fresh_proof(connection, context)
        holder = ChallengeHolder(ChallengeUse.REGISTRATION, context.session.id.bytes)
        return await new_passkey_options(context.services, connection, account=context.actor, holder=holder)


async def new_passkey_options(
    services: Services, connection: Connection, *, account: Bearer, holder: ChallengeHolder
) -> schemas.CreationOptions:
    """Ask for a new passkey of this account; `holder` may answer. Raises PasskeysUnavailableError."""
    party = ceremonies.relying_party(services.settings)
    known = await repository.list_passkeys(connection, **account.key)
    challenge = await make_challenge(connection, keys=services.keys, holder=holder)
    return schemas.CreationOptions(
        rp=schemas.PartyJson(id=party.id, name=party.name),
        user=schemas.PasskeyUserJson(
            id=ceremonies.to_base64url(account.user_id.bytes),
            name=account.email or account.full_name,
            display_name=account.full_name,
        ),
        challenge=ceremonies.to_base64url(challenge),
        pub_key_cred_params=[schemas.AlgorithmJson(alg=algorithm) for algorithm in ALGORITHMS],
        timeout=TIMEOUT,
        exclude_credentials=_descriptors(known),
        authenticator_selection=schemas.SelectionJson(),
    )


async def sign_in_options(services: Services, *, browser: str) -> schemas.RequestOptions:
    """Ask a browser of which only its secret is known. Raises PasskeysUnavailableError."""
    return await _request_options(services, holder=ChallengeHolder(ChallengeUse.SIGN_IN, token_hash(browser)))


async def second_factor_options(visit: Visit, *, handle: UUID) -> schemas.RequestOptions:
    """Raises FlowExpiredError: the flow is not the caller's, or waits for no second factor."""
    flow = await own_flow.read_own_flow(visit, handle=handle)
    if flow.state is not FlowState.FACTOR_REQUIRED:
        raise FlowExpiredError
    holder = ChallengeHolder(ChallengeUse.SECOND_FACTOR, flow.id.bytes)
    return await _request_options(visit.services, holder=holder, owner=flow.owner)


async def step_up_options(context: Context) -> schemas.RequestOptions:
    """Raises PasskeysUnavailableError."""
    holder = ChallengeHolder(ChallengeUse.STEP_UP, context.session.id.bytes)
    return await _request_options(context.services, holder=holder, owner=context.actor.key)


async def _request_options(
    services: Services, *, holder: ChallengeHolder, owner: AccountKey | None = None
) -> schemas.RequestOptions:
    """Ask for a passkey of this account, or for any."""
    party = ceremonies.relying_party(services.settings)
    async with services.database.reading() as connection:
        known = [] if owner is None else await repository.list_passkeys(connection, **owner)
        challenge = await make_challenge(connection, keys=services.keys, holder=holder)
    return schemas.RequestOptions(
        challenge=ceremonies.to_base64url(challenge),
        timeout=TIMEOUT,
        rp_id=party.id,
        allow_credentials=_descriptors([each for each in known if not each.is_copied]),
    )


def _descriptors(passkeys: Sequence[Passkey]) -> list[schemas.DescriptorJson]:
    return [
        schemas.DescriptorJson(
            id=ceremonies.to_base64url(passkey.credential_id),
            transports=[each for each in TRANSPORTS if each in passkey.transports],
        )
        for passkey in passkeys
    ]


async def register_passkey(context: Context, asked: schemas.AddPasskeyRequest) -> schemas.AddedPasskey:
    """Add a passkey, with ten recovery codes where it is the account's first factor.

    Raises:
        ValidationFailedError: the name is not acceptable.
        PasskeyNotAddedError: this is no answer to a challenge of this session, or a second one.
        PasskeysUnavailableError, StepUpRequiredError, PasskeyRegisteredError, TooManyPasskeysError.
    """
    name, actor = read_label(asked.name, longest=60, blank="Please give the passkey a name"), context.actor
    holder = ChallengeHolder(ChallengeUse.REGISTRATION, context.session.id.bytes)
    new = read_new_passkey(context.services, asked.credential, holder=holder)
    async with context.unit_of_work() as unit:
        await fresh_proof.lock_by_fresh_proof(unit)
        passkey_id = await store_passkey(unit, new, name=name, account=actor)
        codes = await welcome_factor(unit, kind=FactorKind.PASSKEY, factor_id=passkey_id, name=name)
    return schemas.AddedPasskey(id=passkey_id, recovery_codes=codes)


def read_new_passkey(
    services: Services, credential: schemas.NewCredentialJson, *, holder: ChallengeHolder
) -> NewCredential:
    """Check the answer to a challenge of this holder, which is not used up yet.

    Raises PasskeyNotAddedError: it is no such answer; also PasskeysUnavailableError.
    """
    new = ceremonies.check_new_credential(
        credential.as_json(),
        party=ceremonies.relying_party(services.settings),
        accepts=lambda challenge: is_challenge_of(challenge, keys=services.keys, holder=holder),
    )
    if new is None:
        raise PasskeyNotAddedError
    return new


async def store_passkey(unit: UnitOfWork, new: NewCredential, *, name: str, account: Bearer) -> UUID:
    """Use the challenge up, and add the passkey to the account, which is locked.

    Raises PasskeyNotAddedError, TooManyPasskeysError, PasskeyRegisteredError: see register_passkey.
    """
    passkey = asdict(new) | {"name": name}
    if not await spend(unit.connection, passkey.pop("challenge")):
        raise PasskeyNotAddedError
    if len(await repository.list_passkeys(unit.connection, **account.key)) >= MOST_PASSKEYS:
        raise TooManyPasskeysError
    added = await repository.add_passkey(unit.connection, passkey, **account.key)
    if added is None:
        raise PasskeyRegisteredError
    return added


async def log_in_by_passkey(
    visit: Visit, credential: schemas.AssertedCredentialJson, *, browser: str | None
) -> OpenedFlow:
    """Open a login that needs nothing more; `browser` is the secret that came with the options.

    A passkey alone names its account and proves two factors at once. All failures look alike.

    Raises PasskeyRefusedError: the login fails, for whatever reason; also PasskeysUnavailableError and
    TooManyFailuresError.
    """
    holder = ChallengeHolder(ChallengeUse.SIGN_IN, token_hash(browser or ""))
    proof = await _read_proof(visit, credential, holder=holder)
    async with visit.unit_of_work() as unit:
        passkey = await _accept_proof(unit, proof)
        if passkey is not None:
            return await _open(unit, passkey)
        await _count_refusal(unit, proof)
    raise PasskeyRefusedError


async def prove_factor_by_passkey(visit: Visit, credential: schemas.AssertedCredentialJson, *, handle: UUID) -> Flow:
    """Prove the second factor of a login. Returns the flow, ready.

    Raises:
        FlowExpiredError: the flow is not the caller's, or waits for no second factor.
        TooManyFailuresError: too many failures before this one.
        PasskeyRefusedError: the passkey is not accepted, or is another account's.
    """
    found = await own_flow.read_own_flow(visit, handle=handle)
    holder = ChallengeHolder(ChallengeUse.SECOND_FACTOR, found.id.bytes)
    proof = await _read_proof(visit, credential, holder=holder)
    async with visit.unit_of_work() as unit:
        flow = await own_flow.lock_own_flow(
            unit, handle=handle, context=FlowContext.LOGIN, state=FlowState.FACTOR_REQUIRED
        )
        if await _accept_proof(unit, proof, of=flow.owner):
            await advance_flow(unit.connection, flow, to=FlowState.READY, method=Method.PASSKEY)
            own_flow.announce_flow_state(unit, flow.id)
            return await own_flow.reread_flow(unit.connection, flow_id=flow.id)
        await _count_refusal(unit, proof)
    raise PasskeyRefusedError


async def step_up_by_passkey(context: Context, credential: schemas.AssertedCredentialJson) -> datetime:
    """Prove the caller of a session again. Returns the moment of the proof.

    Raises PasskeysUnavailableError, TooManyFailuresError, PasskeyNotProvedError, NotSignedInError.
    """
    holder = ChallengeHolder(ChallengeUse.STEP_UP, context.session.id.bytes)
    proof = await _read_proof(context, credential, holder=holder)
    async with context.unit_of_work() as unit:
        if await _accept_proof(unit, proof, of=context.actor.key):
            return await fresh_proof.note_step_up(unit, method=Method.PASSKEY.value)
        await count_failure(unit.connection, proof.guesser)
        await fresh_proof.note_failed_step_up(unit, method=Method.PASSKEY.value)
    raise PasskeyNotProvedError


async def _read_proof(
    visit: Visit, credential: schemas.AssertedCredentialJson, *, holder: ChallengeHolder
) -> PasskeyProof:
    """Check the signature outside of any transaction: the same work for an unknown passkey.

    Failures count by the passkey and the network, so that no wrong password keeps a passkey from its account.
    """
    services, party = visit.services, ceremonies.relying_party(visit.services.settings)
    async with services.database.reading() as connection:
        passkey = await repository.find_passkey(connection, credential_id=ceremonies.from_base64url(credential.id))
        guesser = identify_passkey(visit, credential.id, is_known=passkey is not None)
        await refuse_blocked(connection, guesser)
    assertion = ceremonies.check_assertion(
        credential.as_json(),
        public_key=None if passkey is None else passkey.public_key,
        party=party,
        accepts=lambda challenge: is_challenge_of(challenge, keys=services.keys, holder=holder),
    )
    return PasskeyProof(passkey=passkey, assertion=assertion, guesser=guesser)


async def _accept_proof(unit: Unit[Visit], proof: PasskeyProof, *, of: AccountKey | None = None) -> Passkey | None:
    """Count the use of a passkey and lock its active account, the one that is named `of`. Returns none for no proof.

    What this writes is to be committed either way: a challenge is spent, and a copied passkey marked.
    """
    passkey, assertion, connection = proof.passkey, proof.assertion, unit.connection
    if passkey is None or assertion is None or of not in (None, passkey.key):
        return None
    if assertion.user_handle not in {None, passkey.user_id.bytes}:
        return None
    if not (await repository.lock_owner(connection, **passkey.key) and await spend(connection, assertion.challenge)):
        return None
    use = await repository.count_use(
        connection, passkey, sign_count=assertion.sign_count, is_backed_up=assertion.is_backed_up
    )
    if use is CounterUse.COPIED:
        # Two authenticators have the key: the owner is notified, who may not be the one that used it.
        entry: Entry = {"company_id": passkey.company_id, "subject_id": passkey.user_id, "subject_label": passkey.name}
        entry["after"] = {"factor": str(passkey.id)}
        await record_visit(unit, AuditAction.PASSKEY_COPIED, **entry)
        await notify_of_copy(unit, passkey, passkey_id=passkey.id, name=passkey.name)
    if use is not CounterUse.COUNTED:
        return None
    await note_success(connection, proof.guesser)
    return passkey


async def _count_refusal(unit: Unit[Visit], proof: PasskeyProof) -> None:
    """Raises TooManyFailuresError when a wait began meanwhile."""
    await count_failure(unit.connection, proof.guesser)
    entry: Entry = {"after": {"method": Method.PASSKEY.value}}
    if (passkey := proof.passkey) is not None:
        label = mask_label(passkey.label)
        entry |= {"company_id": passkey.company_id, "subject_id": passkey.user_id, "subject_label": label}
    await record_visit(unit, AuditAction.LOGIN_FAILED, **entry)
    SIGN_INS.labels(Method.PASSKEY.value, "failed").inc()


async def _open(unit: Unit[Visit], passkey: Passkey) -> OpenedFlow:
    state = await after_first_step(unit.connection, **passkey.key, methods=METHODS)
    channels = offered_channels(
        unit.services.settings, context=FlowContext.LOGIN, phone_is_verified=passkey.phone_is_verified
    )
    opened = await own_flow.open_login(
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
    await own_flow.end_former_flow(unit)
    return opened
