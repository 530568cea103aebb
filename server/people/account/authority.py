"""Lock an account and check that the caller may act on it; keep a company's last Super Admin."""

from collections.abc import Collection
from uuid import UUID

from server.access.policies.policy import networks_of
from server.access.policies.repository import read_policy
from server.people.account.account_rules import Account
from server.people.account.change_repository import has_super_admin_besides, lock_accounts, lock_super_admins
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NetworkNotAllowedError, NotFoundError
from server.vocabulary.identity import Identity
from server.vocabulary.networks import is_inside
from server.vocabulary.permission_matrix import covers


async def lock_for_action(connection: Connection, *, identity: Identity, user_id: UUID) -> Account:
    """The account, locked until the transaction ends.

    Raises:
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller's profile does not cover theirs.

    """
    locked = await lock_accounts(connection, [user_id], company_id=identity.company_id, to_delete=True)
    if user_id not in locked:
        raise NotFoundError
    if not covers(identity.profile, locked[user_id].profile):
        raise ForbiddenError
    return locked[user_id]


async def super_admins_to_keep(
    connection: Connection, *, company_id: UUID, leaving: Collection[UUID]
) -> Collection[UUID]:
    """Of locked accounts that would stop being active Super Admins, those that may not: all, or none.

    Concurrent calls wait for the end of the transaction.
    """
    if not leaving:
        return ()
    await lock_super_admins(connection, company_id=company_id)
    kept = await has_super_admin_besides(connection, company_id=company_id, user_ids=list(leaving))
    return () if kept else leaving


async def refuse_as_locked_out(connection: Connection, *, identity: Identity, address: str) -> None:
    """Called after super_admins_to_keep, where one leaves: the caller may be the last one who is left.

    Raises:
        NetworkNotAllowedError: the company's policy, changed since the request began, keeps the caller out.

    """
    policy = await read_policy(connection, company_id=identity.company_id)
    if not is_inside(address, networks_of(policy, profile=identity.profile)):
        raise NetworkNotAllowedError
