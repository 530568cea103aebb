"""Change the caller's password, given the current one.

A stolen session must not become a way to guess passwords: wrong ones count and wait as those of a sign-in do.
"""

from dataclasses import dataclass, field
from typing import Final

from server.audit.repository import AuditAction, record
from server.crypto import normalize_password
from server.errors import NotSignedInError, ValidationFailedError
from server.identity.caller import Caller
from server.identity.emails import mask_email
from server.identity.identity import Identity
from server.identity.password_policy import new_password_errors
from server.passwords.check_password import is_right_password
from server.passwords.set_password import CHANGE, NewPassword, set_password
from server.passwords.throttle import Guesser, count_failure, identify_guesser, note_success, refuse_blocked
from server.services import Services
from server.users.account_repository import Account, find_account

WRONG_PASSWORD: Final = "The current password is not right"  # noqa: S105 - a sentence
SAME_PASSWORD: Final = "Please choose a password other than your current one"  # noqa: S105 - a sentence


@dataclass(frozen=True, kw_only=True)
class PasswordChange(NewPassword):
    current: str = field(repr=False)


async def change_password(services: Services, change: PasswordChange, *, identity: Identity, caller: Caller) -> None:
    """Set the caller's password, and end their other sessions.

    Raises:
        ValidationFailedError: the new password is not acceptable, or the current one is wrong.
        TooManyFailuresError: too many wrong ones came before, here or at the sign-in.

    """
    _refuse_bad(change, identity)
    account, guesser = await _account_of(services, identity, caller=caller)
    is_right = await is_right_password(services, account, change.current)
    if not is_right or account.password_hash is None or account.has_temporary_password:
        await _count(services, guesser, identity=identity, caller=caller)
        raise ValidationFailedError(errors={"currentPassword": WRONG_PASSWORD})
    password_hash = await services.passwords.hash(change.password)
    async with services.database.unit_of_work() as unit:
        # Locked first, in the same order as by a sign-in.
        await note_success(unit.connection, guesser)
        if not await set_password(
            services,
            unit,
            account,
            password_hash=password_hash,
            cause=CHANGE,
            address=caller.address,
            session_id=identity.session_id,
        ):
            raise ValidationFailedError(errors={"currentPassword": WRONG_PASSWORD})


def _refuse_bad(change: PasswordChange, identity: Identity) -> None:
    errors = new_password_errors(
        change.password, change.confirmation, full_name=identity.full_name, email=identity.email
    )
    if not errors and normalize_password(change.password) == normalize_password(change.current):
        errors["newPassword"] = SAME_PASSWORD
    if errors:
        raise ValidationFailedError(errors=errors)


async def _account_of(services: Services, identity: Identity, *, caller: Caller) -> tuple[Account, Guesser]:
    async with services.database.reading() as connection:
        account, knows_device = await find_account(connection, email=identity.email, device_hash=caller.device_hash)
        if account is None or account.user_id != identity.user_id:
            raise NotSignedInError
        guesser = identify_guesser(
            services.keys,
            email=identity.email,
            address=caller.address,
            device_hash=caller.device_hash if knows_device else None,
            scale=services.settings.rate_limit_scale,
        )
        await refuse_blocked(connection, guesser)
    return account, guesser


async def _count(services: Services, guesser: Guesser, *, identity: Identity, caller: Caller) -> None:
    async with services.database.unit_of_work() as unit:
        await count_failure(unit.connection, guesser)
        await record(
            unit.connection,
            action=AuditAction.PASSWORD_CHANGE_FAILED,
            by=identity,
            subject_id=identity.user_id,
            subject_label=mask_email(identity.email),
            address=caller.address,
        )
