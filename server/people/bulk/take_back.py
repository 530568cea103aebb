"""What undoing a chunk gives back, where nothing of it has been changed since."""

from collections.abc import Sequence
from uuid import UUID

from server.people.account.account_rules import Account, Change, profile_of, takes_a_super_admin
from server.people.account.authority import super_admins_to_keep
from server.people.account.change_accounts import change_accounts
from server.people.account.change_repository import lock_accounts
from server.people.account.errors import LastSuperAdminError
from server.people.bulk.batch_people import take_back_of_batch
from server.people.bulk.chunk_repository import Chunk, ChunkRow
from server.people.bulk.kept import why_kept
from server.people.bulk.states import OF_BATCHES
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services


async def take_back(services: Services, unit: UnitOfWork, chunk: Chunk, *, rows: Sequence[ChunkRow]) -> dict[UUID, str]:
    """Why people of these rows stay as they are; the others have what they had before the job."""
    accounts = await lock_accounts(unit.connection, [each.user_id for each in rows], company_id=chunk.company_id)
    if chunk.order.action in OF_BATCHES:
        return await take_back_of_batch(services, unit, chunk, rows=rows, accounts=accounts)
    kept = {each.user_id: why for each in rows if (why := _why_kept(each, accounts.get(each.user_id), chunk=chunk))}
    changes = [_back(each, accounts[each.user_id], chunk=chunk) for each in rows if each.user_id not in kept]
    leaving = [each.account.id for each in changes if takes_a_super_admin(each)]
    for user_id in await super_admins_to_keep(unit.connection, company_id=chunk.company_id, leaving=leaving):
        kept[user_id] = LastSuperAdminError.message
    if taken := [each for each in changes if each.account.id not in kept]:
        await change_accounts(services, unit, taken, company_id=chunk.company_id, actor_id=chunk.editor.user_id)
    return kept


def _why_kept(row: ChunkRow, account: Account | None, *, chunk: Chunk) -> str | None:
    former = None if account is None else profile_of(_back(row, account, chunk=chunk).value("profile"))
    is_changed = account is not None and account.version != row.version
    return why_kept(account, is_changed=is_changed, former=former, editor=chunk.editor, action=chunk.order.action)


def _back(row: ChunkRow, account: Account, *, chunk: Chunk) -> Change:
    """An account that has not been changed since still has what the job gave it.

    Of an active flag nothing is kept: what was changed had the other one.
    """
    former = row.before or {name: not value for name, value in chunk.order.wanted.items()}
    return Change(account, {name: account.value(name) for name in former}, former)
