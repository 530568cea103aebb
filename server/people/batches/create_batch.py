"""Create a batch."""

from collections.abc import Mapping
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.people.batches.batch_form import BatchFields, read_batch_form
from server.people.batches.batch_rules import refuse_taken_names, refuse_too_many
from server.people.batches.events import BatchesChangeKind, announce_batches
from server.people.batches.read_batch import read_record
from server.people.batches.repository import add_batch, lock_names
from server.people.batches.schemas import BatchRecord
from server.platform.database.connections import UnitOfWork
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def create_batch(
    services: Services,
    typed: Mapping[str, str | None],
    *,
    identity: Identity,
    address: str,
    call: IdempotentCall | None = None,
) -> BatchRecord:
    """The new batch, which is empty.

    Raises:
        ValidationFailedError: with a message for each field that is wrong.
        BatchExistsError: the company has a batch of this name or code.
        TooManyBatchesError: it has as many open ones as it may.
        IdempotencyKeyReusedError: the key was used for something else.

    """
    fields = read_batch_form(typed)
    async with services.database.unit_of_work() as unit:

        async def work() -> BatchRecord:
            return await _create(services, unit, fields, identity=identity, address=address)

        return await once(unit.connection, work, call=call, answer=BatchRecord, keys=services.keys)


async def _create(
    services: Services, unit: UnitOfWork, fields: BatchFields, *, identity: Identity, address: str
) -> BatchRecord:
    company_id = identity.company_id
    await lock_names(unit.connection, company_id=company_id)
    await refuse_taken_names(unit.connection, fields, company_id=company_id)
    batch_id = await make_batch(services, unit, fields, identity=identity, address=address)
    return await read_record(unit.connection, company_id=company_id, batch_id=batch_id)


async def make_batch(
    services: Services, unit: UnitOfWork, fields: BatchFields, *, identity: Identity, address: str | None
) -> UUID:
    """In the caller's transaction, after `lock_names`, where no batch has the name or the code.

    Raises:
        TooManyBatchesError: the company has as many open ones as it may.

    """
    company_id = identity.company_id
    await refuse_too_many(unit.connection, company_id=company_id)
    batch_id = await add_batch(unit.connection, fields, company_id=company_id)
    await record(
        unit.connection,
        action=AuditAction.BATCH_CREATED,
        by=identity,
        subject_id=batch_id,
        subject_label=fields.name,
        address=address,
        after={field: value for field, value in fields.shown.items() if value is not None},
    )
    announce_batches(services, unit, company_id=company_id, kind=BatchesChangeKind.CREATED, ids=[batch_id])
    return batch_id
