"""Recovery codes: ten of ten random letters and digits, shown once and stored as keyed hashes."""

import secrets
from typing import Final, Unpack
from uuid import UUID

from server.access.factors.repository import count_codes, replace_codes
from server.access.sessions.notices import notify_of_used_code
from server.platform.database.connections import Connection
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import ServiceWork
from server.vocabulary.identity import AccountKey, AccountOwner

RECOVERY_CODES: Final = 10
# The letters and digits that look alike in print are left out.
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_HALF: Final = 5


def recovery_macs(keys: Keyring, *, user_id: UUID, code: str) -> list[bytes]:
    """Hash a code, in whatever case and with whatever dashes it is typed, under every key, the newest first."""
    read = "".join(each for each in code.lower() if each.isalnum())
    return keys.macs(Purpose.RECOVERY_CODE, user_id.bytes, read.encode())


async def issue_recovery_codes(connection: Connection, keys: Keyring, **owner: Unpack[AccountKey]) -> list[str]:
    """Make ten new codes, which replace the former ones."""
    codes = [_random_code() for _ in range(RECOVERY_CODES)]
    macs = [recovery_macs(keys, user_id=owner["user_id"], code=code)[0] for code in codes]
    await replace_codes(connection, **owner, macs=macs)
    return codes


async def issue_first_codes(connection: Connection, keys: Keyring, **owner: Unpack[AccountKey]) -> list[str]:
    """Make the codes that come with the first factor of an account; none where it has unused ones."""
    return [] if await count_codes(connection, **owner) else await issue_recovery_codes(connection, keys, **owner)


async def notify_of_recovery_code(unit: ServiceWork, owner: AccountOwner) -> None:
    """Notify the account's owner, within the transaction that has used a code."""
    await notify_of_used_code(unit, owner, left=await count_codes(unit.connection, **owner.key))


def _random_code() -> str:
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(2 * _HALF))
    return f"{letters[:_HALF]}-{letters[_HALF:]}"
