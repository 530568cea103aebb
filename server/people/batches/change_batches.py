"""Read, create, change, archive and delete batches, and put people into them."""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Final, Literal
from uuid import UUID

from pydantic import Field

from server.company.audit.record import AuditAction, Performer, Subject, record_act, record_many
from server.people.account.events import publish_ids
from server.people.account.people_repository import find_user
from server.people.batches import repository, schemas
from server.people.batches.batch_form import BatchFields, read_batch_form
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, existing
from server.platform.events import MAXIMUM_IDS, VIEWERS, Event
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.schemas import PageQuery, ResponseSchema
from server.platform.services import Beside, Context, ServiceUnit, Unit

MOST_OPEN: Final = 1_000
NAME_TAKEN: Final = "A batch has this name already"
CODE_TAKEN: Final = "A batch has this code already"
ARCHIVED_NAME_TAKEN: Final = "An archived batch has this name: restore it, or choose another name"
ARCHIVED_CODE_TAKEN: Final = "An archived batch has this code: restore it, or choose another code"


class BatchesChangeKind(StrEnum):
    CREATED = "created"
    CHANGED = "changed"
    ARCHIVED = "archived"
    DELETED = "deleted"
    MEMBERS = "members"


class BatchesChanged(ResponseSchema):
    kind: BatchesChangeKind = Field(description="what was done; `members`: people were added or removed")
    ids: list[UUID] = Field(
        default_factory=list,
        max_length=MAXIMUM_IDS,
        description="of the batches; empty where more than a hundred changed: then each of them may have",
    )


BATCHES_CHANGED: Final = Event(
    name="batches:changed",
    payload=BatchesChanged,
    room=VIEWERS,
    to="accounts of the company that may view users",
    when="after batches were created, changed, archived or deleted, or people were added to them or removed",
    rate="at most 2 a second for a company, from all processes together; further changes are merged",
    lost="Batches that are shown are fetched again after every connection.",
)


class BatchExistsError(ConflictError):
    """`errors` names the field that is taken."""

    message = "A batch with this name already exists."


class BatchConflictError(ConflictError):
    code = "edit_conflict"
    message = "Another administrator has changed this batch. Check the current version, then save again."


class BatchArchivedError(ConflictError):
    message = "This batch is archived: it takes no new people, sessions or marks. Restore it, or choose another batch."


class TooManyBatchesError(ConflictError):
    message = f"A company has at most {MOST_OPEN:,} batches at a time. Archive those that have ended."


async def list_page(context: Context, *, query: schemas.BatchesQuery) -> schemas.BatchPage:
    async with context.services.database.reading() as connection:
        rows = await repository.list_batches(connection, query, company_id=context.company_id)
        total = await repository.count_batches(connection, query, company_id=context.company_id)
    return schemas.BatchPage.of(query, rows, total=total)


async def get_batch(context: Context, *, batch_id: UUID) -> schemas.BatchRecord:
    """Raises NotFoundError."""
    async with context.services.database.reading() as connection:
        return await read_record(connection, company_id=context.company_id, batch_id=batch_id)


async def read_record(connection: Connection, *, company_id: UUID, batch_id: UUID) -> schemas.BatchRecord:
    """Raises NotFoundError."""
    return existing(await repository.find_batch(connection, company_id=company_id, batch_id=batch_id))


async def list_leavings(
    context: Context, *, of: Literal["batch_id", "user_id"], row_id: UUID, query: PageQuery
) -> schemas.LeavingPage:
    """List those who have left a batch, or what a person has left. Raises NotFoundError."""
    company_id, find = context.company_id, repository.find_batch if of == "batch_id" else find_user
    async with context.services.database.reading() as connection:
        existing(await find(connection, company_id=company_id, **{of: row_id}))
        rows, total = await repository.list_leavings(connection, query, company_id=company_id, of=of, row_id=row_id)
    return schemas.LeavingPage.of(query, rows, total=total)


async def create_batch(
    context: Context,
    request: schemas.CreateBatchRequest,
    *,
    call: IdempotentCall | None = None,
    beside: Beside | None = None,
) -> schemas.BatchRecord:
    """The new batch, which is empty but for what is done beside.

    Raises ValidationFailedError, BatchExistsError, TooManyBatchesError, IdempotencyKeyReusedError.
    """
    typed = read_batch_form(_sent(request))
    async with context.unit_of_work() as unit:

        async def work() -> schemas.BatchRecord:
            await repository.lock_names(unit.connection, company_id=context.company_id)
            await _refuse_taken_names(unit, typed)
            batch_id = await make_batch(unit, typed)
            if beside is not None:
                await beside(unit, batch_id)
            return await read_record(unit.connection, company_id=context.company_id, batch_id=batch_id)

        return await once(unit.connection, work, call=call, answer=schemas.BatchRecord, keys=context.services.keys)


async def make_batch(unit: Unit[Context], typed: BatchFields) -> UUID:
    """Make a batch in the caller's transaction, after `lock_names`, where no batch has the name or the code.

    Raises TooManyBatchesError.
    """
    company_id = unit.context.company_id
    await _refuse_too_many(unit)
    batch_id = await repository.add_batch(unit.connection, typed, company_id=company_id)
    after = {field: value for field, value in typed.shown.items() if value is not None}
    await record_act(unit, AuditAction.BATCH_CREATED, subject_id=batch_id, subject_label=typed.name, after=after)
    announce_batches(unit, company_id=company_id, kind=BatchesChangeKind.CREATED, ids=[batch_id])
    return batch_id


async def change_batch(
    context: Context, request: schemas.ChangeBatchRequest, *, batch_id: UUID, beside: Beside | None = None
) -> schemas.BatchRecord:
    """The batch as it is now. What is not typed stays; an archived batch keeps its people and takes no new ones.

    Raises TooManyBatchesError: it is restored, and the company has as many open ones as it may; also NotFoundError,
    BatchConflictError, ValidationFailedError and BatchExistsError.
    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        await repository.lock_names(unit.connection, company_id=company_id)
        found = existing(await repository.lock_batch(unit.connection, company_id=company_id, batch_id=batch_id))
        if request.version is not None and request.version != found.version:
            raise BatchConflictError
        former = BatchFields.model_validate(found)
        typed = read_batch_form(_sent(request), before=former)
        was_archived = found.archived_at is not None
        is_archived = was_archived if request.archived is None else request.archived
        before = {**former.shown, "isArchived": was_archived}
        after = {**typed.shown, "isArchived": is_archived}
        if after != before:
            await _refuse_taken_names(unit, typed, besides=batch_id)
            if was_archived and not is_archived:
                await _refuse_too_many(unit)
            await repository.change_batch(
                unit.connection, typed, company_id=company_id, batch_id=batch_id, is_archived=is_archived
            )
            is_closing = is_archived and not was_archived
            changed = [field for field in after if after[field] != before[field]]
            await record_act(
                unit,
                AuditAction.BATCH_ARCHIVED if is_closing else AuditAction.BATCH_CHANGED,
                subject_id=batch_id,
                subject_label=found.name,
                before={field: before[field] for field in changed},
                after={field: after[field] for field in changed},
            )
            kind = BatchesChangeKind.ARCHIVED if is_closing else BatchesChangeKind.CHANGED
            announce_batches(unit, company_id=company_id, kind=kind, ids=[batch_id])
        if beside is not None:
            await beside(unit, batch_id)
        return await read_record(unit.connection, company_id=company_id, batch_id=batch_id)


def _sent(request: schemas.CreateBatchRequest | schemas.ChangeBatchRequest) -> dict[str, str | None]:
    """The fields that were sent, by their names on the wire."""
    return request.model_dump(by_alias=True, include=request.model_fields_set & BatchFields.model_fields.keys())


async def _refuse_taken_names(unit: Unit[Context], typed: BatchFields, *, besides: UUID | None = None) -> None:
    """Raises BatchExistsError: another batch has the name or the code. Call it after `lock_names`."""
    errors: dict[str, str] = {}
    company_id = unit.context.company_id
    for each in await repository.find_namesakes(unit.connection, typed, company_id=company_id, besides=besides):
        if each.folded_name == typed.folded_name:
            errors["name"] = ARCHIVED_NAME_TAKEN if each.archived_at else NAME_TAKEN
        if typed.folded_code is not None and each.folded_code == typed.folded_code:
            errors["code"] = ARCHIVED_CODE_TAKEN if each.archived_at else CODE_TAKEN
    if errors:
        raise BatchExistsError(errors=errors)


async def _refuse_too_many(unit: Unit[Context]) -> None:
    """Raises TooManyBatchesError: the company has as many open ones as it may. Call it after `lock_names`."""
    if await repository.count_batches(unit.connection, company_id=unit.context.company_id) >= MOST_OPEN:
        raise TooManyBatchesError


async def delete_unused(unit: ServiceUnit, batch_ids: Sequence[UUID], *, by: Performer) -> None:
    """Delete those that never had people or trainers and were never changed."""
    deleted = await repository.delete_unused_batches(unit.connection, batch_ids, company_id=by.company_id)
    if deleted:
        entries = [Subject(id=batch_id, label=name, before=None) for batch_id, name in deleted.items()]
        await record_many(unit.connection, entries, action=AuditAction.BATCH_DELETED, by=by)
        announce_batches(unit, company_id=by.company_id, kind=BatchesChangeKind.DELETED, ids=list(deleted))


async def add_people(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, batch_id: UUID
) -> list[UUID]:
    """Add people of the company; return those who were not in the batch. Others are left out.

    Raises NotFoundError, BatchArchivedError.
    """
    is_open = existing(await repository.hold_open_batch(connection, company_id=company_id, batch_id=batch_id))
    if not is_open:
        raise BatchArchivedError
    return await repository.add_members(connection, user_ids, company_id=company_id, batch_id=batch_id)


def announce_batches(unit: ServiceUnit, *, company_id: UUID, kind: BatchesChangeKind, ids: Sequence[UUID]) -> None:
    """Publish once the unit is committed. More than a hundred: any of the company's batches may have changed."""
    unit.after_commit(partial(publish_ids, unit.services, BATCHES_CHANGED, company_id=company_id, kind=kind, ids=ids))
