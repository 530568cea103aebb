"""Change the caller's password, given the current one."""

from dataclasses import dataclass, field
from typing import Final

from server.access.factors.fresh_proof import ask_fresh_proof, require_fresh_proof
from server.access.factors.owner import owner_of
from server.access.factors.repository import lock_owner
from server.access.failures.throttle import note_success
from server.access.passwords.check_password import (
    WRONG_PASSWORD,
    PasswordAttempt,
    ProvenPassword,
    find_without_password,
    prove_password,
)
from server.access.passwords.set_password import CHANGE, NewPassword, set_password
from server.company.audit.repository import AuditAction
from server.platform.errors import ValidationFailedError
from server.platform.process.crypto import normalize_password
from server.platform.services import Services, Visit
from server.vocabulary.identity import Identity
from server.vocabulary.password_policy import new_password_errors

SAME_PASSWORD: Final = "Please choose a password other than your current one"  # noqa: S105 - a sentence
ATTEMPT: Final = PasswordAttempt(field="currentPassword", failure=AuditAction.PASSWORD_CHANGE_FAILED)


@dataclass(frozen=True, kw_only=True)
class PasswordChange(NewPassword):
    current: str = field(repr=False)


async def change_password(services: Services, change: PasswordChange, *, identity: Identity, caller: Visit) -> None:
    """Set the caller's password, and end their other sessions.

    An account without one, whose user logs in by a passkey or a provider, gets its first by a fresh proof.

    Raises:
        ValidationFailedError: the new password is not acceptable, or the current one is wrong.
        TooManyFailuresError: too many wrong ones came before, here or at the sign-in.
        StepUpRequiredError: the account has no password, and the caller's last proof is too old.

    """
    _refuse_bad(change, identity)
    proven = await _prove(services, change, identity=identity, caller=caller)
    if problem := await services.password_range.find_problem(change.password):
        raise ValidationFailedError(errors={"newPassword": problem})
    password_hash = await services.passwords.hash(change.password, share=caller.network)
    async with services.database.unit_of_work() as unit:
        # Locked first, in the same order as by a sign-in.
        await note_success(unit.connection, proven.guesser)
        if proven.account.password_hash is None:
            # Read again under the lock, as where factors change.
            await lock_owner(unit.connection, **owner_of(identity))
            await require_fresh_proof(unit.connection, identity)
        if not await set_password(
            services,
            unit,
            proven.account,
            password_hash=password_hash,
            cause=CHANGE,
            address=caller.address,
            session_id=identity.session_id,
        ):
            raise ValidationFailedError(errors={ATTEMPT.field: WRONG_PASSWORD})


async def _prove(services: Services, change: PasswordChange, *, identity: Identity, caller: Visit) -> ProvenPassword:
    without = await find_without_password(services, identity=identity, caller=caller)
    if without is not None:
        await ask_fresh_proof(services, identity=identity)
        return without
    return await prove_password(services, change.current, attempt=ATTEMPT, identity=identity, caller=caller)


def _refuse_bad(change: PasswordChange, identity: Identity) -> None:
    errors = new_password_errors(
        change.password, change.confirmation, full_name=identity.full_name, email=identity.email or ""
    )
    if not errors and normalize_password(change.password) == normalize_password(change.current):
        errors["newPassword"] = SAME_PASSWORD
    if errors:
        raise ValidationFailedError(errors=errors)
