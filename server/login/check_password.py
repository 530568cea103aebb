from server.login.repository import Account
from server.login.temporary_password import is_temporary_password
from server.services import Services


async def is_right_password(services: Services, account: Account | None, password: str) -> bool:
    """Whether this opens the account: the same work for one that is unknown, inactive, or has no password.

    A temporary password made by the server is compared by its keyed hash, and the slow hash runs all the same.
    """
    by_mac = account is not None and account.temporary_password_mac is not None
    stored = None if account is None or by_mac else account.password_hash
    matches = await services.passwords.verify(stored, password)
    if account is None:
        return False
    if account.temporary_password_mac is not None:
        matches = is_temporary_password(services.keys, account.id, password, mac=account.temporary_password_mac)
    return matches and account.is_active and _is_in_time(account)


def _is_in_time(account: Account) -> bool:
    return account.temporary_password_is_valid or not account.has_temporary_password
