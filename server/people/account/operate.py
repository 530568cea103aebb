"""The operator's ways back for an account: its second factors, and its waits after failed logins.

They open no session and set no password: the person's own password and mailbox are asked for as before.
"""

from typing import Final
from uuid import UUID

from server.access.failures.repository import drop_failures
from server.company.audit.repository import AuditAction, record
from server.people.account.account_actions import remove_all_factors
from server.people.account.account_repository import SignInAccount, find_accounts
from server.people.account.account_rules import Editor, is_super_admin
from server.people.account.change_accounts import super_admins_to_keep
from server.people.account.change_repository import lock_accounts
from server.platform.database.connections import Database
from server.platform.errors import ConflictError, NotFoundError
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Services
from server.vocabulary.emails import mask_email, normalize_email
from server.vocabulary.identifiers import Identifier, IdentifierKind

NO_ACCOUNT: Final = "No account has this email."
OTHERS_MAY: Final = (
    "Only for a company's last Super Admin: another person of the company may remove these factors in User Management."
)
BY_OPERATOR: Final = {"by": "operator"}


async def find_person(database: Database, *, email: str) -> SignInAccount:
    """Raises NotFoundError: no account has this email."""
    normalized = normalize_email(email)
    async with database.reading() as connection:
        found = []
        if normalized is not None:
            found = await find_accounts(
                connection, Identifier(kind=IdentifierKind.EMAIL, value=normalized), device_hash=None
            )
    if not found:
        raise NotFoundError(NO_ACCOUNT)
    return found[0][0]


async def reset_last_administrator(services: Services, *, company_id: UUID, user_id: UUID) -> int:
    """Remove the second factors of a company's only active Super Admin; how many there were.

    Raises:
        NotFoundError: the account is gone.
        ConflictError: it is not the only one.

    """
    async with services.unit_of_work() as unit:
        accounts = await lock_accounts(unit.connection, [user_id], company_id=company_id)
        if user_id not in accounts:
            raise NotFoundError(NO_ACCOUNT)
        account = accounts[user_id]
        is_last = await super_admins_to_keep(unit.connection, company_id=company_id, leaving=[user_id])
        if not is_last or not is_super_admin(account):
            raise ConflictError(OTHERS_MAY)
        operator = Editor(company_id=company_id, user_id=None, profile=None)
        return await remove_all_factors(unit, account, by=operator, noted=BY_OPERATOR)


async def unlock(database: Database, *, keys: Keyring, account: SignInAccount, email: str) -> None:
    """End the waits after failed logins with all that names the account, and after wrong codes of its second factor."""
    async with database.unit_of_work() as unit:
        macs = [
            *(mac for name in account.identifiers for mac in keys.macs(Purpose.THROTTLE, name.encode())),
            *keys.macs(Purpose.THROTTLE, b"factor", account.user_id.bytes),
        ]
        for mac in macs:
            await drop_failures(unit.connection, email_mac=mac)
        await record(
            unit.connection,
            action=AuditAction.USER_UNLOCKED,
            company_id=account.company_id,
            subject_id=account.user_id,
            subject_label=mask_email(email),
            after=dict(BY_OPERATOR),
        )
