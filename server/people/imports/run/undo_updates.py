"""Take back what an import has changed of accounts, where they are unchanged since."""

from uuid import UUID

from server.people.account.account_rules import Change, may_take_back, profile_of, takes_a_super_admin
from server.people.account.authority import super_admins_to_keep
from server.people.account.change_accounts import change_accounts
from server.people.imports.run.undo_repository import ChunkToUndo, keep_updates, lock_updates
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.fields import POSITION
from server.vocabulary.profiles import Profile


async def undo_updates(
    services: Services, unit: UnitOfWork, chunk: ChunkToUndo, *, import_id: UUID, actor: Profile | None
) -> list[UUID]:
    """The accounts of the chunk that have again what they had."""
    kept = await lock_updates(unit.connection.raw, chunk, import_id=import_id)
    changes = [
        Change(each.account, before=each.after, after=each.before)
        for each in kept
        if may_take_back(
            actor,
            is_own=each.account.id == chunk.undone_by,
            profile=profile_of(each.account.profile),
            moves=not POSITION.isdisjoint(each.before),
            former=profile_of(each.before.get("profile")),
        )
    ]
    company_id, actor_id = chunk.company_id, chunk.undone_by
    leaving = [each.account.id for each in changes if takes_a_super_admin(each)]
    staying = await super_admins_to_keep(unit.connection, company_id=company_id, leaving=leaving)
    changes = [each for each in changes if each.account.id not in staying]
    taken_back = [each.account.id for each in changes]
    await keep_updates(unit.connection.raw, chunk, import_id=import_id, taken_back=taken_back)
    if changes:
        # Of fields that give no rights the rows of the import are the record.
        await change_accounts(services, unit, changes, company_id=company_id, actor_id=actor_id, recorded=POSITION)
    return taken_back
