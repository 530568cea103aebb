"""Take back what an import has changed of accounts, where they are unchanged since."""

from uuid import UUID

from server.database import UnitOfWork
from server.identity.permission_matrix import covers
from server.identity.profiles import Profile
from server.imports.run.change_accounts import POSITION, Change, change_now
from server.imports.run.undo_repository import ChunkToUndo, lock_updates
from server.services import Services
from server.users.change_repository import has_super_admin_besides, lock_super_admins


def may_take_back(
    actor: Profile | None, *, is_own: bool, profile: Profile | None, moves: bool, former: Profile | None
) -> bool:
    """Whether `actor` may give an account of `profile` back what it had; `moves`: also its position, with `former`.

    As in the edit of a single account: users keep their own position.
    """
    if actor is None or (is_own and moves):
        return False
    return is_own or (covers(actor, profile) and covers(actor, former))


async def undo_updates(
    services: Services, unit: UnitOfWork, chunk: ChunkToUndo, *, import_id: UUID, actor: Profile | None
) -> list[UUID]:
    """The accounts of the chunk that have again what they had."""
    kept = await lock_updates(unit.connection.raw, chunk, import_id=import_id)
    changes = [
        Change(row=each.row, account=each.account, before=each.after, after=each.before)
        for each in kept
        if may_take_back(
            actor,
            is_own=each.account.id == chunk.undone_by,
            profile=_profile(each.account.profile),
            moves=not each.before.keys().isdisjoint(POSITION),
            former=_profile(each.before.get("profile")),
        )
    ]
    changes = await _keep_a_super_admin(unit, chunk, changes)
    if changes:
        await change_now(services, unit, changes, company_id=chunk.company_id, actor_id=chunk.undone_by)
    return [each.account.id for each in changes]


async def _keep_a_super_admin(unit: UnitOfWork, chunk: ChunkToUndo, changes: list[Change]) -> list[Change]:
    """Without those who would leave the company without an active Super Admin."""
    leaving = [
        each.account.id for each in changes if each.account.profile == Profile.SUPER_ADMIN and each.gives("profile")
    ]
    if not leaving:
        return changes
    await lock_super_admins(unit.connection, company_id=chunk.company_id)
    if await has_super_admin_besides(unit.connection, company_id=chunk.company_id, user_ids=leaving):
        return changes
    return [each for each in changes if each.account.id not in leaving]


def _profile(value: str | None) -> Profile | None:
    return None if value is None else Profile(value)
