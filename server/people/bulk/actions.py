"""What a chunk of each action does to its locked accounts, for which the rules allow it."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol
from uuid import UUID

from server.people.account.account_rules import Account, change_of
from server.people.account.change_accounts import change_accounts, delete_accounts
from server.people.bulk.batch_people import add_to_batch, remove_from_batch
from server.people.bulk.chunk_repository import Chunk
from server.people.bulk.invite_people import invite_people
from server.people.bulk.outcome import Outcome
from server.people.bulk.sign_out_people import sign_out_people
from server.people.bulk.states import BulkAction
from server.people.invitations.queue_invitation import invite_activated
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services

Outcomes = Mapping[UUID, Outcome]


class _Action(Protocol):
    async def __call__(
        self, services: Services, unit: UnitOfWork, chunk: Chunk, /, *, accounts: Sequence[Account]
    ) -> Outcomes: ...


async def perform(services: Services, unit: UnitOfWork, chunk: Chunk, *, accounts: Sequence[Account]) -> Outcomes:
    """Do the chunk's action to these accounts, at least one; what became of each."""
    return await _ACTIONS[chunk.order.action](services, unit, chunk, accounts=accounts)


async def _change(services: Services, unit: UnitOfWork, chunk: Chunk, *, accounts: Sequence[Account]) -> Outcomes:
    changes = [change_of(each, chunk.order.wanted) for each in accounts]
    versions = await change_accounts(
        services,
        unit,
        changes,
        company_id=chunk.company_id,
        actor_id=chunk.editor.user_id,
    )
    await invite_activated(services, unit, changes, company_id=chunk.company_id)
    keeps = chunk.order.action is BulkAction.SET
    return {
        each.account.id: Outcome(before=each.before if keeps else None, version=versions[each.account.id])
        for each in changes
    }


async def _delete(services: Services, unit: UnitOfWork, chunk: Chunk, *, accounts: Sequence[Account]) -> Outcomes:
    await delete_accounts(services, unit, accounts, company_id=chunk.company_id, actor_id=chunk.editor.user_id)
    return {each.id: Outcome() for each in accounts}


_ACTIONS: Final[Mapping[BulkAction, _Action]] = {
    BulkAction.SET: _change,
    BulkAction.ACTIVATE: _change,
    BulkAction.DEACTIVATE: _change,
    BulkAction.DELETE: _delete,
    BulkAction.INVITE: invite_people,
    BulkAction.SIGN_OUT: sign_out_people,
    BulkAction.ADD_TO_BATCH: add_to_batch,
    BulkAction.REMOVE_FROM_BATCH: remove_from_batch,
}
