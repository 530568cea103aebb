"""Compare a password, always with the same work."""

import secrets
import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.access.failures.repository import Guesser
from server.access.failures.throttle import count_failure, identify_guesser, refuse_blocked
from server.company.audit.record import AuditAction, record_act
from server.people.account.account_repository import SignInAccount, get_account
from server.platform.errors import NotSignedInError, ValidationFailedError
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Context, Services
from server.vocabulary.identifiers import mask_label
from server.vocabulary.visible_text import without_invisible

WRONG_PASSWORD: Final = "The current password is not right"  # noqa: S105 - a sentence
SYMBOLS: Final = "@#$"
ALPHABET: Final = string.ascii_letters + string.digits + SYMBOLS
LENGTH: Final = 12
CLASSES: Final = tuple(map(frozenset, (string.ascii_lowercase, string.ascii_uppercase, string.digits, SYMBOLS)))
# A password of this length is of medium strength with two kinds of characters.
LEAST_CLASSES: Final = 2


@dataclass(frozen=True, kw_only=True)
class ProvenPassword:
    """The caller's account. The next transaction begins with `note_success` of the guesser."""

    account: SignInAccount
    guesser: Guesser


def generate_temporary_password() -> str:
    """Make 12 characters of 65: each password is as likely as any other that meets the password policy."""
    while True:
        password = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        if sum(not group.isdisjoint(password) for group in CLASSES) >= LEAST_CLASSES:
            return password


def temporary_password_mac(keys: Keyring, user_id: UUID, password: str) -> bytes:
    """Hash a temporary password by a key: the hash is useless without it, and for any other account."""
    return keys.mac(Purpose.TEMPORARY_PASSWORD, user_id.bytes, password.encode())


def choose_account(
    services: Services, found: Sequence[tuple[SignInAccount, bool]], *, password: str
) -> tuple[SignInAccount | None, bool]:
    """Choose among the accounts that an identifier may name: the one whose temporary password this is, else the oldest.

    One slow hash is computed for a login, so that it cannot choose.
    """
    chosen = (each for each in found if _is_temporary(services, each[0], password))
    return next(chosen, found[0] if found else (None, False))


async def is_right_password(services: Services, account: SignInAccount | None, password: str, *, network: str) -> bool:
    """Compare by the same work for an account that is unknown, inactive, or has no password.

    A temporary password made by the server is compared by its keyed hash, and the slow hash runs all the same.
    """
    matches = await services.passwords.verify(_slow_hash(account), _meant(account, password), share=network)
    return account is not None and _opens(services, account, password, matches=matches)


async def check_either(
    services: Services, account: SignInAccount | None, *, signup_hash: str | None, password: str, network: str
) -> tuple[bool, bool]:
    """Return whether this opens the account, and whether the sign-up, in the time of one slow hash.

    It is the account's where that has one: an email that was registered meanwhile belongs to its account.
    """
    stored = _slow_hash(account)
    matches = await services.passwords.verify(stored or signup_hash, _meant(account, password), share=network)
    opens_account = account is not None and _opens(services, account, password, matches=matches and stored is not None)
    return opens_account, matches and stored is None and signup_hash is not None


async def prove_password(context: Context, password: str, *, field: str, failure: AuditAction) -> ProvenPassword:
    """Compare the caller's present password within a session. `field` is its name in the form.

    A stolen session must not become a way to guess passwords: wrong ones count and wait as those of a sign-in do.

    Raises:
        ValidationFailedError: the password is wrong.
        TooManyFailuresError: too many wrong ones came before, here or at the sign-in.
    """
    own = await _read_own(context)
    account, identity = own.account, context.identity
    is_right = await is_right_password(context.services, account, password, network=context.network)
    if is_right and account.password_hash is not None and not account.has_temporary_password:
        return own
    async with context.unit_of_work() as unit:
        await count_failure(unit.connection, own.guesser)
        await record_act(unit, failure, subject_id=identity.user_id, subject_label=mask_label(identity.label))
    raise ValidationFailedError(errors={field: WRONG_PASSWORD})


async def find_without_password(context: Context) -> ProvenPassword | None:
    """Return the caller's account where it has no password at all: there is nothing to compare."""
    own = await _read_own(context)
    return own if own.account.password_hash is None and not own.account.has_temporary_password else None


async def _read_own(context: Context) -> ProvenPassword:
    identity = context.identity
    async with context.services.database.reading() as connection:
        account, knows_device = await get_account(connection, **identity.key, device_hash=context.device_hash)
        if account is None:
            raise NotSignedInError
        guesser = identify_guesser(context, identity.sign_in_name, knows_device=knows_device)
        await refuse_blocked(connection, guesser)
    return ProvenPassword(account=account, guesser=guesser)


def _slow_hash(account: SignInAccount | None) -> str | None:
    by_mac = account is not None and account.temporary_password_mac is not None
    return None if account is None or by_mac else account.password_hash


def _meant(account: SignInAccount | None, typed: str) -> str:
    """No temporary password has spaces around it: they come from the mail that it was copied out of."""
    return typed.strip() if account is not None and account.has_temporary_password else typed


def _opens(services: Services, account: SignInAccount, password: str, *, matches: bool) -> bool:
    if account.temporary_password_mac is not None:
        matches = _is_temporary(services, account, password)
    is_in_time = account.temporary_password_is_valid or not account.has_temporary_password
    return matches and account.is_active and is_in_time


def _is_temporary(services: Services, account: SignInAccount, password: str) -> bool:
    mac = account.temporary_password_mac
    # It may have been copied out of a mail with what surrounds it there.
    return mac is not None and services.keys.verify_mac(
        Purpose.TEMPORARY_PASSWORD, mac, account.user_id.bytes, without_invisible(password).encode()
    )
