"""Read the batches that the caller teaches or manages, and choose who teaches one."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.company.audit.record import AuditAction, Subject, record_many
from server.people.account.account_rules import Account, Editor
from server.people.account.people_repository import lock_accounts
from server.people.batches.change_batches import BatchArchivedError, BatchesChangeKind, announce_batches
from server.people.batches.repository import hold_open_batch
from server.people.cards.read_details import with_details
from server.people.cards.repository import read_cards
from server.people.edit.move_stage import list_movable
from server.people.stages.repository import find_present
from server.platform.database.connections import Connection
from server.platform.errors import ValidationFailedError, existing
from server.platform.schemas import PageQuery
from server.platform.services import Context, Unit
from server.training import repository
from server.training.repository import TaughtBatch
from server.training.schemas import MOST_TRAINERS, CardPage, TrainersRequest, TrainingBatch, TrainingBatchPage
from server.vocabulary.duties import Act, Duty
from server.vocabulary.identifiers import mask_label
from server.vocabulary.profiles import Profile

TOO_MANY: Final = f"A batch has at most {MOST_TRAINERS} trainers"


async def list_batches(context: Context, *, query: PageQuery) -> TrainingBatchPage:
    duty = context.actor.duty(Act.TRAINING_VIEW)
    async with context.services.database.reading() as connection:
        found, total = await repository.list_batches(connection, query, duty=duty)
        records = await _records(connection, found, company_id=duty.company_id)
    return TrainingBatchPage.of(query, records, total=total)


async def get_batch(context: Context, *, batch_id: UUID) -> TrainingBatch:
    """Raises NotFoundError: also where the batch is out of the caller's reach."""
    async with context.services.database.reading() as connection:
        return await _read(connection, batch_id, duty=context.actor.duty(Act.TRAINING_VIEW))


async def list_people(context: Context, *, batch_id: UUID, query: PageQuery) -> CardPage:
    """Raises NotFoundError: also where the batch is out of the caller's reach."""
    duty = context.actor.duty(Act.TRAINING_VIEW)
    async with context.services.database.reading() as connection:
        batch = existing(await repository.find_batch(connection, batch_id, duty=duty))
        found, total = await repository.list_people(connection, query, batch_id=batch_id, duty=duty)
        cards = await read_cards(connection, found, company_id=duty.company_id)
        cards = await with_details(connection, cards, context=context)
        is_over = batch.archived_at is not None and not duty.is_company
        stages = [] if is_over else await list_movable(connection, context)
        present = await find_present(connection, found, company_id=duty.company_id) if stages else {}
    shown = {each.id for each in stages}
    where = {user_id: stage.id for user_id, stage in present.items() if stage.id in shown}
    people = [{**dict(each), "stage_id": where.get(each.id)} for each in cards]
    return CardPage.of(query, people, total=total, stages=stages)


async def choose_trainers(context: Context, request: TrainersRequest, *, batch_id: UUID) -> TrainingBatch:
    """Return the batch after the change. Accounts that are in the requested state already are left as they are.

    Raises:
        NotFoundError: the batch is out of the caller's reach.
        ValidationFailedError: one to add is no active trainer of the company, or there would be too many.
        BatchArchivedError: it takes no new trainers.
    """
    duty = context.actor.duty(Act.TRAINING_MANAGE)
    of_batch = {"company_id": context.company_id, "batch_id": batch_id}
    async with context.unit_of_work() as unit:
        before = existing(await repository.find_batch(unit.connection, batch_id, duty=duty))
        both = {*request.add, *request.remove}
        accounts = await lock_accounts(unit.connection, sorted(both), company_id=context.company_id)
        new = [accounts.get(each) for each in dict.fromkeys(request.add)]
        if not all(each and each.is_active and each.profile is Profile.TRAINER for each in new):
            raise ValidationFailedError(errors={"add": "Choose active people with the profile Trainer"})
        is_open = existing(await hold_open_batch(unit.connection, **of_batch))
        removed = await repository.remove_trainers(unit.connection, {*request.remove} - {*request.add}, **of_batch)
        added = await repository.add_trainers(unit.connection, request.add, **of_batch)
        if added and not is_open:
            raise BatchArchivedError
        if added and await repository.count_trainers(unit.connection, **of_batch) > MOST_TRAINERS:
            raise ValidationFailedError(errors={"add": TOO_MANY})
        after = await _read(unit.connection, batch_id, duty=duty)
        await _record(unit, [accounts[each] for each in added], AuditAction.TRAINER_ADDED, batch=before.name)
        gone = [accounts[each] for each in removed if each in accounts]
        await _record(unit, gone, AuditAction.TRAINER_REMOVED, batch=before.name)
        if added or removed:
            announce_batches(unit, company_id=context.company_id, kind=BatchesChangeKind.CHANGED, ids=[batch_id])
    return after


async def _record(unit: Unit[Context], trainers: Sequence[Account], action: AuditAction, *, batch: str) -> None:
    places = ({"batch": None}, {"batch": batch})
    before, after = places if action is AuditAction.TRAINER_ADDED else places[::-1]
    entries = [Subject(id=each.id, label=mask_label(each.label), before=before, after=after) for each in trainers]
    by = Editor.of(unit.context.actor, address=unit.address)
    await record_many(unit.connection, entries, action=action, by=by)


async def _read(connection: Connection, batch_id: UUID, *, duty: Duty) -> TrainingBatch:
    """Raises NotFoundError."""
    found = existing(await repository.find_batch(connection, batch_id, duty=duty))
    return (await _records(connection, [found], company_id=duty.company_id))[0]


async def _records(connection: Connection, found: Sequence[TaughtBatch], *, company_id: UUID) -> list[TrainingBatch]:
    trainers = await read_cards(connection, {id_ for each in found for id_ in each.trainer_ids}, company_id=company_id)
    return [
        TrainingBatch.model_validate(
            {**vars(each), "trainers": [card for card in trainers if card.id in each.trainer_ids]}
        )
        for each in found
    ]
