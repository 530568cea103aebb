"""A signed-in caller proves again who they are, before a dangerous act."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from server.access.factors.fresh_proof import StepUpRequiredError, methods_of, note_step_up
from server.access.factors.owner import owner_of
from server.access.factors.passkeys.ceremonies import PasskeyNotProvedError
from server.access.factors.passkeys.challenges import ChallengeUse, holding_session
from server.access.factors.passkeys.prove import PasskeyProof, accept_proof, read_proof
from server.access.factors.passkeys.schemas import AssertedCredentialJson
from server.access.factors.prove_factor import FactorGuess, prove_factor
from server.access.factors.recovery_codes import notify_of_recovery_code
from server.access.factors.repository import lock_owner
from server.access.failures.throttle import count_failure, note_success
from server.access.passwords.check_password import PasswordAttempt, prove_password
from server.access.sessions.notices import NoticeRecipient
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services, Visit
from server.vocabulary.identity import Identity
from server.vocabulary.methods import FactorMethod

ATTEMPT: Final = PasswordAttempt(field="password", failure=AuditAction.STEP_UP_FAILED)


@dataclass(frozen=True, kw_only=True)
class CodeProof:
    """A code of an authenticator app, or a recovery code."""

    method: FactorMethod
    code: str = field(repr=False)


async def step_up_by_code(services: Services, proof: CodeProof, *, identity: Identity, address: str) -> datetime:
    """When it was proved.

    Raises:
        StepUpRequiredError: an app is none of the methods by which the caller can prove themselves.
        OtpInvalidError, TooManyFailuresError: the code is wrong, or one of too many.
        NotSignedInError: the session has ended meanwhile.

    """
    guess = FactorGuess(**owner_of(identity), method=proof.method, code=proof.code)
    async with services.database.unit_of_work() as unit:
        methods = await methods_of(unit.connection, **owner_of(identity))
        if proof.method is FactorMethod.TOTP and methods and FactorMethod.TOTP not in methods:
            raise StepUpRequiredError(methods)
        refusal = await prove_factor(services, unit.connection, guess)
        if refusal is None:
            if proof.method is FactorMethod.RECOVERY:
                await notify_of_recovery_code(services, unit, NoticeRecipient.of(identity))
            return await note_step_up(unit, identity, method=proof.method.value, address=address)
        await record(
            unit.connection,
            action=AuditAction.STEP_UP_FAILED,
            by=identity,
            subject_id=identity.user_id,
            address=address,
            after={"method": proof.method.value},
        )
    # Raised outside the transaction, which would otherwise roll the count back.
    raise refusal


async def step_up_by_password(services: Services, password: str, *, identity: Identity, caller: Visit) -> datetime:
    """The same for those who have no second factor.

    Raises:
        StepUpRequiredError: the caller has one.
        ValidationFailedError, TooManyFailuresError: the password is wrong, or one of too many.

    """
    async with services.database.reading() as connection:
        if methods := await methods_of(connection, **owner_of(identity)):
            raise StepUpRequiredError(methods)
    proven = await prove_password(services, password, attempt=ATTEMPT, identity=identity, caller=caller)
    async with services.database.unit_of_work() as unit:
        await note_success(unit.connection, proven.guesser)
        await lock_owner(unit.connection, **owner_of(identity))
        # It may have got one while the password was compared.
        if methods := await methods_of(unit.connection, **owner_of(identity)):
            raise StepUpRequiredError(methods)
        return await note_step_up(unit, identity, method="password", address=caller.address)


async def step_up_by_passkey(
    services: Services, credential: AssertedCredentialJson, *, identity: Identity, address: str
) -> datetime:
    """When it was proved.

    Raises:
        PasskeysUnavailableError: see relying_party.
        TooManyFailuresError: too many failures before this one.
        PasskeyNotProvedError: the passkey is not accepted, or is another account's.
        NotSignedInError: the session has ended meanwhile.

    """
    holder = holding_session(ChallengeUse.STEP_UP, session_id=identity.session_id)
    proof = await read_proof(services, credential, holder=holder, address=address)
    async with services.database.unit_of_work() as unit:
        if await _proves(services, unit, proof, identity=identity, address=address):
            await note_success(unit.connection, proof.guesser)
            return await note_step_up(unit, identity, method=FactorMethod.PASSKEY.value, address=address)
        await count_failure(unit.connection, proof.guesser)
        await record(
            unit.connection,
            action=AuditAction.STEP_UP_FAILED,
            by=identity,
            subject_id=identity.user_id,
            address=address,
            after={"method": FactorMethod.PASSKEY.value},
        )
    raise PasskeyNotProvedError


async def _proves(
    services: Services, unit: UnitOfWork, proof: PasskeyProof, *, identity: Identity, address: str
) -> bool:
    passkey = proof.passkey
    if passkey is None or (passkey.company_id, passkey.user_id) != (identity.company_id, identity.user_id):
        return False
    return await accept_proof(services, unit, proof, address=address) is not None
