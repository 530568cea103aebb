"""An import as a sync: its file is the whole list of a scope, and who is missing in it may be deactivated.

The people are written down at the start. Once all rows are processed, a job on many people deactivates those of them
who are still missing, by the rights that the starter has then: an import that ends otherwise deactivates no account.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof_for_many
from server.company.companies.repository import read_settings
from server.people.account.read_user import read_records
from server.people.batches.repository import is_batch_open
from server.people.bulk.control_job import begin_job, estimate
from server.people.bulk.repository import StoredJob, find_job, people_matching
from server.people.bulk.rules import BulkAction, BulkState, Order, permission_of
from server.people.bulk.schemas import BulkPreview
from server.people.imports.authority import find_for_action
from server.people.imports.errors import MissingPeopleChangedError, MissingPeopleUnconfirmedError, WrongImportStateError
from server.people.imports.repository import Import, Sync, keep_sync_job
from server.people.imports.run import sync_repository
from server.people.imports.run.chunk_repository import ImportOrder
from server.people.imports.run.schemas import NO_SCOPE, MissingPage, MissingQuery, ScopeQuery, SyncRequest, SyncScope
from server.people.imports.states import ImportMode, ImportState
from server.people.list.list_repository import Matching, count_people, find_page, matching
from server.people.list.list_schemas import FilterQuery, Slice, Sort, Status
from server.people.list.list_users import export_matching
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.database.query_plans import plan_for_values, planned_for_values
from server.platform.errors import ForbiddenError, ValidationFailedError, existing
from server.platform.process.clock import zone_of
from server.platform.services import Context, ServiceUnit, Unit
from server.vocabulary.identity import Actor

ORDER: Final = Order(action=BulkAction.DEACTIVATE)
ONLY_NEW: Final = "An import that only adds new people cannot be the whole list of a scope. Choose to update as well."
NOT_COUNTED: Final = "Give the number of people who would be deactivated, as it was shown"
STILL_RUNNING: Final = (
    "People who are missing in this file are being deactivated. Wait until that has ended, or cancel it, and then undo "
    "the import."
)


@dataclass(frozen=True, kw_only=True)
class _Missing:
    """What deactivating the people of a scope would do now, out of `people` active ones."""

    people: int
    threshold: int
    preview: BulkPreview

    @property
    def needs_number(self) -> bool:
        return self.preview.allowed * 100 > self.threshold * self.people


async def list_missing(context: Context, import_id: UUID, query: MissingQuery) -> MissingPage:
    """A page of the people who are missing in the file, and what deactivating them would do.

    Raises:
        NotFoundError, ForbiddenError: see find_for_action; the company has no such batch; the caller may not edit.
        WrongImportStateError: the preview is not ready, or no longer.
        ValidationFailedError: no scope is given.
    """
    async with context.services.database.reading() as connection:
        found, scope = await _find_scope(connection, context, import_id, query=query)
        absent = sync_repository.missing(scope, found)
        page = Slice(Sort.NAME, query.offset, query.page_size)
        listed = await find_page(connection, absent, page=page)
        records = await read_records(connection, listed.rows, context=context)
        async with planned_for_values(connection):
            counted = await _count(connection, scope, absent, actor=context.actor)
            doubts = await sync_repository.count_doubts(connection, absent)
    return MissingPage.of(
        query,
        records,
        total=counted.preview.total,
        people=counted.people,
        allowed=counted.preview.allowed,
        refused=counted.preview.refused,
        threshold=counted.threshold,
        unmatched=doubts["unmatched"],
        known_phones=doubts["known_phones"],
    )


async def export_missing(context: Context, import_id: UUID, query: ScopeQuery) -> AsyncIterator[bytes]:
    """The people who are missing in the file, as the list writes its own. Raises what list_missing raises."""
    async with context.services.database.reading() as connection:
        found, scope = await _find_scope(connection, context, import_id, query=query)
    absent = sync_repository.missing(scope, found)
    return await export_matching(context, absent, asked={"missing_in": found.file_name}, sort=Sort.NAME)


async def plan_sync(
    unit: Unit[Context], found: Import, request: SyncRequest, *, mode: ImportMode, is_agreed: bool = False
) -> Sync:
    """Count who is missing now, and write them down where they are to be deactivated once the import has ended.

    `is_agreed`: a proof was given before for each such sync that needs no number.

    Raises:
        ValidationFailedError: the import updates no account; the number of people is not given.
        NotFoundError, ForbiddenError: the company has no such batch; the caller may not edit accounts.
        MissingPeopleChangedError: more people would be deactivated than were shown.
        MissingPeopleUnconfirmedError: they are many, and their number is not typed.
        StepUpRequiredError: they are many, and the caller's last proof is too old.
    """
    connection, context = unit.connection, unit.context
    if mode is ImportMode.CREATE:
        raise ValidationFailedError(ONLY_NEW, errors={"sync": ONLY_NEW})
    chosen, deactivates = request.scope, request.missing == "deactivate"
    await _refuse_scope(connection, chosen, actor=context.actor)
    scope = _matching(chosen, settings=unit.services.settings, found=found)
    absent = sync_repository.missing(scope, found)
    counted = await _count(connection, scope, absent, actor=context.actor)
    allowed = counted.preview.allowed
    if deactivates:
        if request.people is None:
            raise ValidationFailedError(errors={"sync.people": NOT_COUNTED})
        if allowed > request.people:
            raise MissingPeopleChangedError(allowed=allowed, seen=request.people)
        if counted.needs_number and request.typed != allowed:
            raise MissingPeopleUnconfirmedError(allowed=allowed, people=counted.people, threshold=counted.threshold)
        if not is_agreed:
            await require_fresh_proof_for_many(connection, context, people=allowed)
        await sync_repository.keep_missing(connection, absent)
    people = allowed if deactivates else counted.preview.total
    return Sync(**chosen.model_dump(), deactivates=deactivates, people=people)


async def deactivate_missing(unit: ServiceUnit, found: Import, *, order: ImportOrder) -> None:
    """Begin the job that deactivates who is still missing, where the import was completed and did something."""
    sync = found.sync
    has_done = found.created_count or found.changed_count or found.unchanged_count
    if sync is None or not sync.deactivates or found.state is not ImportState.COMPLETED or not has_done:
        return
    await plan_for_values(unit.connection)
    absent = sync_repository.missing(_matching(sync, settings=unit.services.settings, found=found), found)
    people = sync_repository.still_missing(absent)
    if await sync_repository.has_people(unit.connection, people):
        job_id = await begin_job(unit, people, order=ORDER, by=order.editor)
        await keep_sync_job(unit.connection, found, sync, job_id=job_id)


async def find_job_to_undo(connection: Connection, found: Import, *, locks: bool = False) -> StoredJob | None:
    """Find the job that has deactivated people for the import and can be taken back with it.

    Raises WrongImportStateError: it is still running.
    """
    if found.sync is None or found.sync.job_id is None:
        return None
    job = await find_job(connection, company_id=found.company_id, job_id=found.sync.job_id, locks=locks)
    if job is not None and job.state is BulkState.PROCESSING:
        raise WrongImportStateError(STILL_RUNNING)
    return job if job is not None and job.done and job.state in {BulkState.COMPLETED, BulkState.CANCELLED} else None


async def _find_scope(
    connection: Connection, context: Context, import_id: UUID, *, query: ScopeQuery
) -> tuple[Import, Matching]:
    found = await find_for_action(connection, context, import_id)
    if found.state is not ImportState.READY:
        raise WrongImportStateError("Who is missing in a file is shown in its preview, before the import is started.")
    if query.batch_id is None and not query.work_location and query.profile is None:
        raise ValidationFailedError(NO_SCOPE, errors={"scope": NO_SCOPE})
    await _refuse_scope(connection, query, actor=context.actor)
    return found, _matching(query, settings=context.services.settings, found=found)


async def _refuse_scope(connection: Connection, scope: SyncScope | ScopeQuery, *, actor: Actor) -> None:
    if not actor.may(permission_of(BulkAction.DEACTIVATE)):
        raise ForbiddenError
    if scope.batch_id is not None:
        existing(await is_batch_open(connection, company_id=actor.company_id, batch_id=scope.batch_id))


def _matching(scope: SyncScope | ScopeQuery | Sync, *, settings: Settings, found: Import) -> Matching:
    """Match the active people of a scope, as the filters of the list do."""
    query = FilterQuery.model_validate(
        {
            "status": Status.ACTIVE,
            "batch": scope.batch_id,
            "workLocation": scope.work_location or "",
            "profile": scope.profile,
        }
    )
    return matching(query, company_id=found.company_id, zone=zone_of(settings.phone_region))


async def _count(connection: Connection, scope: Matching, absent: Matching, *, actor: Actor) -> _Missing:
    preview, _ = await estimate(connection, people_matching(absent), order=ORDER, actor=actor)
    settings = await read_settings(connection, company_id=actor.company_id)
    people = await count_people(connection, scope)
    return _Missing(people=people, threshold=settings.sync_threshold, preview=preview)
