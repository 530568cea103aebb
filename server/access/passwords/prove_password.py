"""Compare the caller's present password within a session.

A stolen session must not become a way to guess passwords: wrong ones count and wait as those of a sign-in do.
"""

from dataclasses import dataclass
from typing import Final

from server.access.failures.throttle import Guesser, count_failure, identify_guesser, refuse_blocked
from server.access.passwords.check_password import is_right_password
from server.company.audit.repository import AuditAction, record
from server.people.account.account_repository import Account
from server.people.account.identifier_repository import get_account
from server.platform.errors import NotSignedInError, ValidationFailedError
from server.platform.services import Services, Visit
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Identity

WRONG_PASSWORD: Final = "The current password is not right"  # noqa: S105 - a sentence


@dataclass(frozen=True, kw_only=True)
class ProvenPassword:
    """Who has proved it. The next transaction begins with `note_success` of the guesser."""

    account: Account
    guesser: Guesser


@dataclass(frozen=True, kw_only=True)
class PasswordAttempt:
    """`field` is the password's name in the form, `failure` what a wrong one is recorded as."""

    field: str
    failure: AuditAction


async def prove_password(
    services: Services, password: str, *, attempt: PasswordAttempt, identity: Identity, caller: Visit
) -> ProvenPassword:
    """The caller's account, whose password this is.

    Raises:
        ValidationFailedError: it is not.
        TooManyFailuresError: too many wrong ones came before, here or at the sign-in.

    """
    account, guesser = await _account_of(services, identity, caller=caller)
    is_right = await is_right_password(services, account, password, network=caller.network)
    if not is_right or account.password_hash is None or account.has_temporary_password:
        await _count(services, guesser, failure=attempt.failure, identity=identity, caller=caller)
        raise ValidationFailedError(errors={attempt.field: WRONG_PASSWORD})
    return ProvenPassword(account=account, guesser=guesser)


async def find_without_password(services: Services, *, identity: Identity, caller: Visit) -> ProvenPassword | None:
    """The caller's account where it has no password at all: there is nothing to compare."""
    account, guesser = await _account_of(services, identity, caller=caller)
    has_none = account.password_hash is None and not account.has_temporary_password
    return ProvenPassword(account=account, guesser=guesser) if has_none else None


async def _account_of(services: Services, identity: Identity, *, caller: Visit) -> tuple[Account, Guesser]:
    async with services.database.reading() as connection:
        account, knows_device = await get_account(
            connection, company_id=identity.company_id, user_id=identity.user_id, device_hash=caller.device_hash
        )
        if account is None:
            raise NotSignedInError
        guesser = identify_guesser(
            services.keys,
            identifier=identity.sign_in_name,
            address=caller.address,
            device_hash=caller.device_hash if knows_device else None,
            scale=services.settings.rate_limit_scale,
        )
        await refuse_blocked(connection, guesser)
    return account, guesser


async def _count(
    services: Services, guesser: Guesser, *, failure: AuditAction, identity: Identity, caller: Visit
) -> None:
    async with services.database.unit_of_work() as unit:
        await count_failure(unit.connection, guesser)
        await record(
            unit.connection,
            action=failure,
            by=identity,
            subject_id=identity.user_id,
            subject_label=mask_label(identity.label),
            address=caller.address,
        )
