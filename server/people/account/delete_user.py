"""Delete another account."""

from uuid import UUID

from server.company.audit.repository import was_deleted
from server.people.account.account_rules import is_super_admin
from server.people.account.authority import lock_for_action, refuse_as_locked_out, super_admins_to_keep
from server.people.account.change_accounts import delete_accounts
from server.people.account.errors import LastSuperAdminError, SelfForbiddenError
from server.people.account.events import UsersChangeKind, announce_change
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def delete_user(services: Services, *, identity: Identity, user_id: UUID, address: str) -> None:
    """Remove another account at once; the audit trail keeps who it was. Repeated, it changes nothing.

    Raises:
        SelfForbiddenError: it is the caller's own.
        NotFoundError: the company has no account of this id, and never deleted one.
        ForbiddenError: the caller's profile does not cover theirs.
        LastSuperAdminError, NetworkNotAllowedError: the company would have none left who can log in.

    """
    if user_id == identity.user_id:
        raise SelfForbiddenError
    company_id = identity.company_id
    async with services.database.unit_of_work() as unit:
        try:
            account = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        except NotFoundError:
            if await was_deleted(unit.connection, company_id=company_id, user_id=user_id):
                return
            raise
        leaving = [user_id] if is_super_admin(account) else []
        if await super_admins_to_keep(unit.connection, company_id=company_id, leaving=leaving):
            raise LastSuperAdminError
        if leaving:
            await refuse_as_locked_out(unit.connection, identity=identity, address=address)
        actor_id = identity.user_id
        await delete_accounts(services, unit, [account], company_id=company_id, actor_id=actor_id, address=address)
        announce_change(services, unit, kind=UsersChangeKind.DELETED, identity=identity, user_id=user_id)
