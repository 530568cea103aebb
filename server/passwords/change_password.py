"""A new password by whoever knows the present one, from a session of their own.

A session that somebody has got hold of must not become a place to guess at: wrong guesses count as those of a
sign-in do, and wait as long.
"""

from dataclasses import dataclass, field
from typing import Final

from server.audit.repository import AuditAction, record
from server.crypto import normalize_password
from server.database import Connection, UnitOfWork
from server.errors import NotSignedInError, ValidationFailedError
from server.identity.caller import Caller
from server.identity.emails import mask_email
from server.identity.identity import Identity
from server.identity.password_policy import new_password_errors
from server.login.errors import TooManyFailuresError
from server.login.failure_repository import FIRST_WAIT_SECONDS
from server.login.repository import Account, find_account
from server.login.throttle import Guesser, count_failure, identify_guesser, note_success, refuse_blocked
from server.messages.kinds import Channel, MessageKind
from server.messages.outbox import queue_message
from server.messages.send_messages import send_messages
from server.passwords.check_password import is_right_password
from server.realtime.events import SessionEndReason
from server.services import Services
from server.sessions.end_sessions import end_user_sessions
from server.users.profile_repository import change_own_password
from server.verification.publish_flow_state import announce_ended_flows
from server.verification.repository import end_other_flows

WRONG_PASSWORD: Final = "The current password is not right"  # noqa: S105 - a sentence
SAME_PASSWORD: Final = "Please choose a password other than your current one"  # noqa: S105 - a sentence


@dataclass(frozen=True, kw_only=True)
class PasswordChange:
    current: str = field(repr=False)
    password: str = field(repr=False)
    confirmation: str = field(repr=False)


async def change_password(services: Services, change: PasswordChange, *, identity: Identity, caller: Caller) -> None:
    """Set the caller's password, and end their other sessions.

    Raises:
        ValidationFailedError: the new password may not be had (nothing is guessed then), or the current one is wrong.
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
        # First, as a sign-in takes its locks.
        await note_success(unit.connection, guesser)
        owner = {"company_id": identity.company_id, "user_id": identity.user_id}
        if not await change_own_password(unit.connection, **owner, before=account.password_hash, after=password_hash):
            raise ValidationFailedError(errors={"currentPassword": WRONG_PASSWORD})
        announce_ended_flows(services, unit, await end_other_flows(unit.connection, **owner, flow_id=None))
        await end_user_sessions(services, unit, **owner, reason=SessionEndReason.REVOKED, spared=identity.session_id)
        await _record(unit.connection, AuditAction.PASSWORD_CHANGED, identity, caller=caller)
        await _tell(services, unit, identity)


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
    """Raises TooManyFailuresError when a wait began while the password was being compared."""
    async with services.database.unit_of_work() as unit:
        if not await count_failure(unit.connection, guesser):
            await refuse_blocked(unit.connection, guesser)
            raise TooManyFailuresError(retry_after=FIRST_WAIT_SECONDS)
        await _record(unit.connection, AuditAction.PASSWORD_CHANGE_FAILED, identity, caller=caller)


async def _tell(services: Services, unit: UnitOfWork, identity: Identity) -> None:
    await queue_message(
        unit.connection,
        kind=MessageKind.PASSWORD_CHANGED,
        channel=Channel.EMAIL,
        recipient=identity.email,
        keys=services.keys,
        company_id=identity.company_id,
        user_id=identity.user_id,
        parameters={"full_name": identity.full_name, "keeps_a_session": True},
    )
    unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))


async def _record(connection: Connection, action: AuditAction, identity: Identity, *, caller: Caller) -> None:
    await record(
        connection,
        action=action,
        by=identity,
        subject_id=identity.user_id,
        subject_label=mask_email(identity.email),
        address=caller.address,
    )
