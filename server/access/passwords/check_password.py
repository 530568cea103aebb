"""Compare a password with that of an account or a waiting sign-up, always with the same work."""

from collections.abc import Sequence

from server.access.passwords.temporary_password import is_temporary_password
from server.people.account.account_repository import Account
from server.platform.services import Services


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
