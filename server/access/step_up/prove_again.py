"""Prove in a session again that it is its user who acts."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from server.access.factors.errors import StepUpRequiredError
from server.access.factors.fresh_proof import methods_of
from server.access.factors.owner import owner_of
from server.access.factors.prove_factor import FactorGuess, prove_factor
from server.access.factors.recovery_codes import notify_of_recovery_code
from server.access.factors.repository import lock_owner
from server.access.failures.throttle import note_success
from server.access.notices.send_notice import Owner
from server.access.passwords.prove_password import PasswordAttempt, prove_password
from server.access.sessions.proof_repository import note_proof
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import UnitOfWork
from server.platform.errors import NotSignedInError
from server.platform.services import Services, Visit
from server.vocabulary.identity import Identity
from server.vocabulary.methods import FactorMethod

ATTEMPT: Final = PasswordAttempt(field="password", failure=AuditAction.STEP_UP_FAILED)


@dataclass(frozen=True, kw_only=True)
class CodeProof:
    """A code of an authenticator app, or a recovery code."""

    method: FactorMethod
    code: str = field(repr=False)


async def prove_by_code(services: Services, proof: CodeProof, *, identity: Identity, address: str) -> datetime:
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
                await notify_of_recovery_code(services, unit, Owner.of(identity))
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


async def prove_by_password(services: Services, password: str, *, identity: Identity, caller: Visit) -> datetime:
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


async def note_step_up(unit: UnitOfWork, identity: Identity, *, method: str, address: str) -> datetime:
    """When it was proved. Raises NotSignedInError: the session has ended meanwhile."""
    verified_at = await note_proof(unit.connection, session_id=identity.session_id, user_id=identity.user_id)
    if verified_at is None:
        raise NotSignedInError
    await record(
        unit.connection,
        action=AuditAction.STEPPED_UP,
        by=identity,
        subject_id=identity.user_id,
        address=address,
        after={"method": method},
    )
    return verified_at
