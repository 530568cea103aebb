"""Change the caller's password, given the current one."""

from dataclasses import dataclass, field
from typing import Final

from server.access.factors.fresh_proof import ask_fresh_proof, require_fresh_proof
from server.access.factors.repository import lock_owner
from server.access.failures.throttle import note_success
from server.access.passwords.check_password import (
    WRONG_PASSWORD,
    PasswordAttempt,
    find_without_password,
    prove_password,
)
from server.access.passwords.set_password import CHANGE, NewPassword, set_password
from server.company.audit.repository import AuditAction
from server.platform.errors import ValidationFailedError
from server.platform.process.crypto import normalize_password
from server.platform.services import Context
from server.vocabulary.identity import Identity
from server.vocabulary.password_policy import new_password_errors

SAME_PASSWORD: Final = "Please choose a password other than your current one"  # noqa: S105 - a sentence
ATTEMPT: Final = PasswordAttempt(field="currentPassword", failure=AuditAction.PASSWORD_CHANGE_FAILED)


@dataclass(frozen=True, kw_only=True)
class PasswordChange(NewPassword):
    current: str = field(repr=False)


async def change_password(context: Context, change: PasswordChange) -> None:
    """Set the caller's password, and end their other sessions.

    An account without one, whose user logs in by a passkey or a provider, gets its first by a fresh proof.

    Raises:
        ValidationFailedError: the new password is not acceptable, or the current one is wrong.
        TooManyFailuresError: too many wrong ones came before, here or at the sign-in.
        StepUpRequiredError: the account has no password, and the caller's last proof is too old.
    """
    identity, services = context.identity, context.services
    _refuse_bad(change, identity)
    proven = await find_without_password(context)
    if proven is None:
        proven = await prove_password(context, change.current, attempt=ATTEMPT)
    else:
        await ask_fresh_proof(context)
    if problem := await services.password_range.find_problem(change.password):
        raise ValidationFailedError(errors={"newPassword": problem})
    password_hash = await services.passwords.hash(change.password, share=context.network)
    async with context.unit_of_work() as unit:
        # The failures are locked first, in the same order as by a sign-in.
        await note_success(unit.connection, proven.guesser)
        if proven.account.password_hash is None:
            # The proof is read again under the lock, as where factors change.
            await lock_owner(unit.connection, **identity.key)
            await require_fresh_proof(unit.connection, identity)
        if not await set_password(
            unit, proven.account, password_hash=password_hash, cause=CHANGE, session_id=identity.session_id
        ):
            raise ValidationFailedError(errors={ATTEMPT.field: WRONG_PASSWORD})


def _refuse_bad(change: PasswordChange, identity: Identity) -> None:
    errors = new_password_errors(
        change.password, change.confirmation, full_name=identity.full_name, email=identity.email or ""
    )
    if not errors and normalize_password(change.password) == normalize_password(change.current):
        errors["newPassword"] = SAME_PASSWORD
    if errors:
        raise ValidationFailedError(errors=errors)
