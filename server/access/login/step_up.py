"""A signed-in caller proves again who they are, before a dangerous act."""

from datetime import datetime

from server.access.factors import fresh_proof
from server.access.factors.fresh_proof import PASSWORD, StepUpRequiredError
from server.access.factors.own_factors import notify_of_recovery_code
from server.access.factors.prove_factor import prove_factor
from server.access.factors.repository import lock_owner
from server.access.failures.throttle import note_success
from server.access.passwords.check_password import prove_password
from server.company.audit.record import AuditAction
from server.platform.services import Context
from server.vocabulary.identity import FactorMethod


async def step_up_by_code(context: Context, code: str, *, method: FactorMethod) -> datetime:
    """Prove the caller by a code of an authenticator app, or a recovery code. Returns the moment of the proof.

    Raises:
        StepUpRequiredError: an app is none of the methods by which the caller can prove themselves.
        OtpInvalidError, TooManyFailuresError: the code is wrong, or one of too many.
        NotSignedInError: the session has ended meanwhile.
    """
    identity = context.identity
    async with context.unit_of_work() as unit:
        methods = await fresh_proof.methods_of(unit.connection, **identity.key)
        if method is FactorMethod.TOTP and methods and FactorMethod.TOTP not in methods:
            raise StepUpRequiredError(methods)
        refusal = await prove_factor(unit, **identity.key, method=method, code=code)
        if refusal is None:
            if method is FactorMethod.RECOVERY:
                await notify_of_recovery_code(unit, identity)
            return await fresh_proof.note_step_up(unit, method=method.value)
        await fresh_proof.note_failed_step_up(unit, method=method.value)
    # Raised outside the transaction, which would otherwise roll the count back.
    raise refusal


async def step_up_by_password(context: Context, password: str) -> datetime:
    """Prove a caller who has no second factor by their password. Returns the moment of the proof.

    Raises:
        StepUpRequiredError: the caller has a second factor.
        ValidationFailedError, TooManyFailuresError: the password is wrong, or one of too many.
    """
    owner = context.identity.key
    async with context.services.database.reading() as connection:
        if methods := await fresh_proof.methods_of(connection, **owner):
            raise StepUpRequiredError(methods)
    proven = await prove_password(context, password, field="password", failure=AuditAction.STEP_UP_FAILED)
    async with context.unit_of_work() as unit:
        await note_success(unit.connection, proven.guesser)
        await lock_owner(unit.connection, **owner)
        # The caller may have got one while the password was compared.
        if methods := await fresh_proof.methods_of(unit.connection, **owner):
            raise StepUpRequiredError(methods)
        return await fresh_proof.note_step_up(unit, method=PASSWORD)
