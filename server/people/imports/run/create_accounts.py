"""Create the accounts of an import, chunk by chunk: the worker's part of a start.

A chunk is claimed, created, recorded and counted in one transaction. A worker killed in it has changed nothing;
a repeated job finds nothing to claim.
"""

from dataclasses import replace
from functools import partial
from typing import Final
from uuid import UUID

from server.access.policies.repository import allowed_domains
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.send_messages import send_messages
from server.people.account.events import UsersChangeKind
from server.people.account.publish_change import publish_users_changed
from server.people.account.taken_elsewhere import NOT_TRIED, TooManyTakenError, has_met_too_many, meet_elsewhere
from server.people.chunks.lanes import SLICE_SECONDS, run_lanes
from server.people.imports.formats import FORMAT
from server.people.imports.progress import publish_progress, publish_snapshot
from server.people.imports.repository import get_import
from server.people.imports.run import chunk_repository as repository
from server.people.imports.run.chunk_repository import Chunk, ChunkOutcome
from server.people.imports.run.notify_end import notify_completed
from server.people.imports.run.put_into_batches import put_into_batches, refuse_archived
from server.people.imports.run.update_accounts import update_accounts
from server.people.imports.run.update_repository import refuse_chunk
from server.people.imports.states import ImportMode, ImportState
from server.platform.configuration.settings import Settings
from server.platform.database.connections import UnitOfWork
from server.platform.database.query_plans import update_statistics
from server.platform.process.jobs import Queue, job
from server.platform.services import Services
from server.vocabulary.fields import DOMAIN_NOT_ALLOWED
from server.vocabulary.permission_matrix import creation_refusals
from server.vocabulary.profiles import Profile

# After a small and a large chunk the statistics are updated: plans made for empty tables must be discarded.
STATISTICS_CHUNKS: Final = (1, 3)
# The message of a row of an import that only updates.
NO_ACCOUNT: Final = "No account has this email"


class _CancelledError(Exception):
    """The import was cancelled while a chunk was being created: the chunk is rolled back."""


@job(Queue.WORK)
async def create_accounts(services: Services, *, import_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    """Create accounts for `seconds`; the rest is enqueued again."""
    create_next = partial(_create_unless_cancelled, services, import_id=import_id)
    if await run_lanes(create_next, work_id=import_id, seconds=seconds):
        await services.jobs.enqueue(create_accounts.job(import_id=import_id))


async def _create_unless_cancelled(services: Services, *, import_id: UUID) -> bool:
    try:
        return await create_next_chunk(services, import_id=import_id)
    except _CancelledError:
        return False


async def create_next_chunk(services: Services, *, import_id: UUID, known: int = FORMAT) -> bool:
    """Claim and create one chunk; False where none was left to claim."""
    async with services.database.unit_of_work() as unit:
        raw = unit.connection.raw
        chunk = await repository.claim_chunk(raw, import_id=import_id, known=known)
        if chunk is None:
            return False
        outcome = await _create_in_batches(services, unit, chunk, import_id=import_id)
        standing = await repository.finish_chunk(raw, chunk, import_id=import_id, outcome=outcome)
        if standing is None:
            raise _CancelledError
        await _announce(services, unit, chunk, import_id=import_id, state=standing.state)
        if outcome.created or outcome.changed:
            unit.after_commit(lambda: _publish_users_changed(services, chunk.company_id))
    return True


async def _create_in_batches(services: Services, unit: UnitOfWork, chunk: Chunk, *, import_id: UUID) -> ChunkOutcome:
    if not chunk.names_batches:
        return await _create(services, unit, chunk, import_id=import_id)
    refused = await refuse_archived(unit, chunk, import_id=import_id)
    outcome = await _create(services, unit, chunk, import_id=import_id)
    await put_into_batches(services, unit, chunk, import_id=import_id)
    return replace(outcome, failed=outcome.failed + refused)


async def _create(services: Services, unit: UnitOfWork, chunk: Chunk, *, import_id: UUID) -> ChunkOutcome:
    """Update accounts first, in a mode that does, so that only people without an account are left to create."""
    if chunk.mode is ImportMode.CREATE:
        return await _create_new(services, unit, chunk, import_id=import_id)
    updated = await update_accounts(services, unit, chunk, import_id=import_id)
    if chunk.mode is ImportMode.UPDATE:
        rest = await refuse_chunk(unit.connection.raw, chunk, import_id=import_id, reason=NO_ACCOUNT)
    else:
        rest = await _create_new(services, unit, chunk, import_id=import_id)
    return replace(rest, changed=updated.changed, unchanged=updated.unchanged, failed=rest.failed + updated.failed)


async def _create_new(services: Services, unit: UnitOfWork, chunk: Chunk, *, import_id: UUID) -> ChunkOutcome:
    """Create the chunk's accounts, but for domains that the company has ceased to allow since the preview.

    None where more people are registered elsewhere than the company may learn of.
    """
    raw, refused = unit.connection.raw, 0
    if domains := await allowed_domains(raw, company_id=chunk.company_id):
        refused = await repository.refuse_domains(
            raw, chunk, import_id=import_id, domains=domains, reason=DOMAIN_NOT_ALLOWED
        )
    outcome = await _create_allowed(services, unit, chunk, import_id=import_id)
    return replace(outcome, failed=outcome.failed + refused)


async def _create_allowed(services: Services, unit: UnitOfWork, chunk: Chunk, *, import_id: UUID) -> ChunkOutcome:
    company_id, settings = chunk.company_id, services.settings
    if not await has_met_too_many(unit.connection, company_id=company_id, settings=settings):
        try:
            async with unit.connection.savepoint():
                return await _try(unit, chunk, import_id=import_id, settings=settings)
        except TooManyTakenError:
            # Counted again, because the count was rolled back too: from now on the company is at its limit.
            await meet_elsewhere(
                unit.connection, company_id=company_id, number=settings.company_daily_taken, settings=settings
            )
    return await refuse_chunk(unit.connection.raw, chunk, import_id=import_id, reason=NOT_TRIED)


async def _try(unit: UnitOfWork, chunk: Chunk, *, import_id: UUID, settings: Settings) -> ChunkOutcome:
    """Raises TooManyTakenError: the caller rolls back what was created."""
    outcome = await repository.create_chunk(
        unit.connection.raw, chunk, import_id=import_id, refusals=_refusals(chunk.starter_profile)
    )
    if outcome.elsewhere and not await meet_elsewhere(
        unit.connection, company_id=chunk.company_id, number=outcome.elsewhere, settings=settings
    ):
        raise TooManyTakenError(settings)
    return outcome


def _refusals(starter: Profile | None) -> dict[Profile, str]:
    """Profile → reason, for each profile that the starter's present profile does not allow."""
    refusals = {profile: creation_refusals(starter, profile) for profile in Profile}
    return {profile: reasons[0] for profile, reasons in refusals.items() if reasons}


async def _announce(services: Services, unit: UnitOfWork, chunk: Chunk, *, import_id: UUID, state: ImportState) -> None:
    ended = state is ImportState.COMPLETED
    if ended:
        await _record_end(services, unit, import_id=import_id)
    if ended or chunk.number == 1:
        # Publish now: the throttle may still be waiting.
        unit.after_commit(lambda: publish_snapshot(services, import_id=import_id))
    else:
        unit.after_commit(lambda: _publish_progress(services, import_id))
    if ended:
        unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
    if ended or chunk.number in STATISTICS_CHUNKS:
        unit.after_commit(lambda: _update_statistics(services, rows=chunk.last_row))


async def _publish_users_changed(services: Services, company_id: UUID) -> None:
    await publish_users_changed(services, company_id=company_id, kind=UsersChangeKind.IMPORTED, ids=[])


async def _update_statistics(services: Services, *, rows: int) -> None:
    async with services.database.acquire() as connection:
        await update_statistics(connection, "users", rows=rows)


async def _publish_progress(services: Services, import_id: UUID) -> None:
    publish_progress(services, import_id=import_id)


async def _record_end(services: Services, unit: UnitOfWork, *, import_id: UUID) -> None:
    found = await get_import(unit.connection, import_id=import_id)
    if found is None:
        return
    await record(
        unit.connection,
        action=AuditAction.IMPORT_ENDED,
        company_id=found.company_id,
        actor_id=found.started_by,
        subject_id=import_id,
        subject_label=found.file_name,
        after={"state": found.state.value, **found.counts},
    )
    await notify_completed(services, unit, found)
