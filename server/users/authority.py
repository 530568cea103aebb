"""Lock an account and check that the caller may act on it."""

from uuid import UUID

from server.database import Connection
from server.errors import ForbiddenError, NotFoundError
from server.identity.identity import Identity
from server.identity.permission_matrix import covers
from server.identity.profiles import Profile
from server.users.change_repository import LockedUser, has_other_super_admin, lock_super_admins, lock_user
from server.users.errors import LastSuperAdminError
from server.users.repository import UserRow


async def lock_for_action(connection: Connection, *, identity: Identity, user_id: UUID) -> LockedUser:
    """The account, locked until the transaction ends.

    Raises:
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller's profile does not cover theirs.

    """
    found = await lock_user(connection, company_id=identity.company_id, user_id=user_id)
    if found is None:
        raise NotFoundError
    if not covers(identity.profile, found.row.profile):
        raise ForbiddenError
    return found


async def keep_a_super_admin(connection: Connection, *, company_id: UUID, leaving: UserRow) -> None:
    """Call before an account stops being an active Super Admin. Concurrent calls wait for the end of the transaction.

    Raises:
        LastSuperAdminError: the company would have none left.

    """
    if leaving.profile is not Profile.SUPER_ADMIN or not leaving.is_active:
        return
    await lock_super_admins(connection, company_id=company_id)
    if not await has_other_super_admin(connection, company_id=company_id, user_id=leaving.id):
        raise LastSuperAdminError
