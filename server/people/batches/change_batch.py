"""Change a batch: its fields, and whether it is archived."""

from collections.abc import Mapping
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.people.batches.batch_form import BatchFields, read_batch_form
from server.people.batches.batch_rules import refuse_taken_names, refuse_too_many
from server.people.batches.errors import BatchConflictError
from server.people.batches.events import BatchesChangeKind, announce_batches
from server.people.batches.read_batch import read_record
from server.people.batches.repository import BatchRow, lock_batch, lock_names
from server.people.batches.repository import change_batch as write_batch
from server.people.batches.schemas import BatchRecord
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def change_batch(
    services: Services,
    typed: Mapping[str, str | None],
    *,
    identity: Identity,
    batch_id: UUID,
    archived: bool | None,
    version: int | None,
    address: str,
) -> BatchRecord:
    """The batch as it is now. What is not typed stays; an archived batch keeps its people and takes no new ones.

    Raises:
        NotFoundError: the company has no batch of this id.
        BatchConflictError: it has been changed since it was read.
        ValidationFailedError: with a message for each field that is wrong.
        BatchExistsError: another batch has the name or the code.
        TooManyBatchesError: it is restored, and the company has as many open ones as it may.

    """
    async with services.database.unit_of_work() as unit:
        await lock_names(unit.connection, company_id=identity.company_id)
        found = await lock_batch(unit.connection, company_id=identity.company_id, batch_id=batch_id)
        if found is None:
            raise NotFoundError
        if version is not None and version != found.version:
            raise BatchConflictError
        fields = read_batch_form(typed, before=found.fields)
        was_archived = found.archived_at is not None
        is_archived = was_archived if archived is None else archived
        if (fields, is_archived) != (found.fields, was_archived):
            await _refuse(unit.connection, found, fields, company_id=identity.company_id, is_archived=is_archived)
            await _change(
                services, unit, found, fields=fields, identity=identity, is_archived=is_archived, address=address
            )
        return await read_record(unit.connection, company_id=identity.company_id, batch_id=batch_id)


async def _refuse(
    connection: Connection, found: BatchRow, fields: BatchFields, *, company_id: UUID, is_archived: bool
) -> None:
    await refuse_taken_names(connection, fields, company_id=company_id, besides=found.id)
    if found.archived_at is not None and not is_archived:
        await refuse_too_many(connection, company_id=company_id)


async def _change(
    services: Services,
    unit: UnitOfWork,
    found: BatchRow,
    *,
    fields: BatchFields,
    identity: Identity,
    is_archived: bool,
    address: str,
) -> None:
    company_id, was_archived = identity.company_id, found.archived_at is not None
    is_closing = is_archived and not was_archived
    await write_batch(unit.connection, fields, company_id=company_id, batch_id=found.id, is_archived=is_archived)
    before = {**found.fields.shown, "isArchived": was_archived}
    after = {**fields.shown, "isArchived": is_archived}
    changed = [field for field in after if after[field] != before[field]]
    await record(
        unit.connection,
        action=AuditAction.BATCH_ARCHIVED if is_closing else AuditAction.BATCH_CHANGED,
        by=identity,
        subject_id=found.id,
        subject_label=found.name,
        address=address,
        before={field: before[field] for field in changed},
        after={field: after[field] for field in changed},
    )
    kind = BatchesChangeKind.ARCHIVED if is_closing else BatchesChangeKind.CHANGED
    announce_batches(services, unit, company_id=company_id, kind=kind, ids=[found.id])
