"""Compare a password, always with the same work."""

import secrets
import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.access.failures.throttle import Guesser, count_failure, identify_guesser, refuse_blocked
from server.company.audit.repository import AuditAction, record
from server.people.account.account_repository import Account
from server.people.account.identifier_repository import get_account
from server.platform.errors import NotSignedInError, ValidationFailedError
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Services, Visit
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Identity

SYMBOLS: Final = "@#$"
ALPHABET: Final = string.ascii_letters + string.digits + SYMBOLS
LENGTH: Final = 12
CLASSES: Final = tuple(map(frozenset, (string.ascii_lowercase, string.ascii_uppercase, string.digits, SYMBOLS)))
# Beside its length, two kinds of characters make a password of medium strength.
LEAST_CLASSES: Final = 2

# So many more bits than 65**12 has that the remainder favours no password noticeably (by less than 2**-55).
_RANDOM_BITS: Final = 128


def generate_temporary_password() -> str:
    """12 characters of 65, each password as likely as any other that meets the password policy."""
    while True:
        password = _random_password()
        if sum(not group.isdisjoint(password) for group in CLASSES) >= LEAST_CLASSES:
            return password


def temporary_password_mac(keys: Keyring, user_id: UUID, password: str) -> bytes:
    """The stored form: useless without the key, and for any other account."""
    return keys.mac(Purpose.TEMPORARY_PASSWORD, user_id.bytes, password.encode())


def is_temporary_password(keys: Keyring, user_id: UUID, password: str, *, mac: bytes) -> bool:
    return keys.verify_mac(Purpose.TEMPORARY_PASSWORD, mac, user_id.bytes, password.encode())


def _random_password() -> str:
    number = secrets.randbits(_RANDOM_BITS)
    characters = []
    for _ in range(LENGTH):
        number, index = divmod(number, len(ALPHABET))
        characters.append(ALPHABET[index])
    return "".join(characters)


def choose_account(
    services: Services, found: Sequence[tuple[Account, bool]], *, password: str
) -> tuple[Account | None, bool]:
    """Choose among the accounts that an identifier may name: the one whose temporary password this is, else the oldest.

    One slow hash is computed for a login, so that it cannot choose.
    """
    chosen = (each for each in found if _is_temporary(services, each[0], password))
    return next(chosen, found[0] if found else (None, False))


async def is_right_password(services: Services, account: Account | None, password: str, *, network: str) -> bool:
    """Whether this opens the account: the same work for one that is unknown, inactive, or has no password.

    A temporary password made by the server is compared by its keyed hash, and the slow hash runs all the same.
    """
    matches = await services.passwords.verify(_slow_hash(account), password, share=network)
    return account is not None and _opens(services, account, password, matches=matches)


async def check_either(
    services: Services, account: Account | None, *, signup_hash: str | None, password: str, network: str
) -> tuple[bool, bool]:
    """Whether this opens the account, and whether the sign-up; in the same time, because one slow hash is computed.

    It is the account's where that has one: an email that was registered meanwhile belongs to its account.
    """
    stored = _slow_hash(account)
    matches = await services.passwords.verify(stored or signup_hash, password, share=network)
    opens_account = account is not None and _opens(services, account, password, matches=matches and stored is not None)
    return opens_account, matches and stored is None and signup_hash is not None


def _slow_hash(account: Account | None) -> str | None:
    by_mac = account is not None and account.temporary_password_mac is not None
    return None if account is None or by_mac else account.password_hash


def _opens(services: Services, account: Account, password: str, *, matches: bool) -> bool:
    if account.temporary_password_mac is not None:
        matches = _is_temporary(services, account, password)
    return matches and account.is_active and _is_in_time(account)


def _is_temporary(services: Services, account: Account, password: str) -> bool:
    mac = account.temporary_password_mac
    return mac is not None and is_temporary_password(services.keys, account.user_id, password, mac=mac)


def _is_in_time(account: Account) -> bool:
    return account.temporary_password_is_valid or not account.has_temporary_password


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
