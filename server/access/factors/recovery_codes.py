"""Recovery codes: ten of ten random letters and digits, shown once and stored as keyed hashes."""

import secrets
from typing import Final
from uuid import UUID

from server.access.factors.repository import (
    RECOVERY_CODES,
    count_codes,
    replace_codes,
)
from server.access.sessions.notices import NoticeRecipient, recovery_code_used, send_notice
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Services

# Without the letters and digits that look alike in print.
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


_HALF: Final = 5


def read_recovery_code(text: str) -> str:
    """As it was shown, however it is typed."""
    return "".join(each for each in text.lower() if each.isalnum())


def recovery_macs(keys: Keyring, *, user_id: UUID, code: str) -> list[bytes]:
    return keys.macs(Purpose.RECOVERY_CODE, user_id.bytes, read_recovery_code(code).encode())


async def issue_recovery_codes(connection: Connection, keys: Keyring, *, company_id: UUID, user_id: UUID) -> list[str]:
    """Ten new ones; the former end."""
    codes = [_random_code() for _ in range(RECOVERY_CODES)]
    macs = [recovery_macs(keys, user_id=user_id, code=code)[0] for code in codes]
    await replace_codes(connection, company_id=company_id, user_id=user_id, macs=macs)
    return codes


async def issue_first_codes(connection: Connection, keys: Keyring, *, company_id: UUID, user_id: UUID) -> list[str]:
    """With the first factor of an account: none where unused ones are there."""
    if await count_codes(connection, company_id=company_id, user_id=user_id):
        return []
    return await issue_recovery_codes(connection, keys, company_id=company_id, user_id=user_id)


async def notify_of_recovery_code(services: Services, unit: UnitOfWork, owner: NoticeRecipient) -> None:
    """Within the transaction that has used it."""
    left = await count_codes(unit.connection, company_id=owner.company_id, user_id=owner.user_id)
    await send_notice(services, unit, recovery_code_used(left=left), to=owner)


def _random_code() -> str:
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(2 * _HALF))
    return f"{letters[:_HALF]}-{letters[_HALF:]}"
