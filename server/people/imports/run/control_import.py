"""Start an import, whose rows are divided into chunks; pause it between two of them, resume and cancel it."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.company.audit.record import AuditAction
from server.messaging.messages.sending import send_messages
from server.people.imports import repository
from server.people.imports.authority import STILL_CHECKED, lock_for_action, record_step
from server.people.imports.errors import (
    ColumnsNeededError,
    DailyRowsExceededError,
    DateOrderNeededError,
    NoValidRowError,
    QuestionsOpenError,
    WrongImportStateError,
)
from server.people.imports.preview.preview_repository import last_row
from server.people.imports.read_import import watchable_snapshot
from server.people.imports.repository import Import
from server.people.imports.run.create_accounts import create_accounts, plan_batches
from server.people.imports.run.invite_import import refuse_unfit
from server.people.imports.run.notify_end import notify_cancelled
from server.people.imports.run.sync_people import plan_sync
from server.people.imports.schemas import ImportSnapshot, SyncRequest
from server.people.imports.states import ImportMode, ImportState
from server.people.work.chunk_repository import make_chunks
from server.platform.process.clock import to_wire
from server.platform.services import Context, Work
from server.vocabulary.profiles import ADMINISTRATORS

TOO_MANY_TODAY: Final = (
    "This file would create {rows:,} accounts, and your company can create {left:,} more today. "
    "You can start it {when}, or upload a smaller file."
)
ALREADY_STARTED: Final = frozenset({ImportState.PROCESSING, ImportState.PAUSED, ImportState.COMPLETED})


async def start_import(
    context: Context,
    import_id: UUID,
    *,
    mode: ImportMode | None = None,
    invite: bool | datetime = True,
    sync: SyncRequest | None = None,
) -> ImportSnapshot:
    """Start creating and updating by `mode`, and inviting new people or planning that. Twice changes nothing.

    With a `sync`, the file is the whole list of a scope: see plan_sync.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: the file is still being checked, or the import was cancelled or has failed.
        DateOrderNeededError, NoValidRowError: the order of its dates is to be chosen; no row is of the mode.
        StepUpRequiredError: it may make administrators, and the caller's last proof is too old.
        DailyRowsExceededError, TooManyBatchesError, ValidationFailedError: too many today, or an unfit moment.
        MissingPeopleChangedError, MissingPeopleUnconfirmedError: see plan_sync.
    """
    async with context.unit_of_work() as unit:
        connection, found = unit.connection, await lock_for_action(unit, import_id)
        if found.state not in ALREADY_STARTED:
            mode = mode or found.mode
            _refuse_unready(found, mode=mode)
            if not found.profiles.isdisjoint(ADMINISTRATORS):
                await require_fresh_proof(connection, context.identity)
            await _refuse_beyond_daily_limit(unit, found, mode=mode)
            await make_chunks(connection, work_id=import_id, last_row=await last_row(connection, import_id=import_id))
            refuse_unfit(invite)
            planned = None if sync is None else await plan_sync(unit, found, sync, mode=mode)
            by = context.user_id
            await repository.mark_started(connection, found, started_by=by, mode=mode, invite=invite, sync=planned)
            await plan_batches(unit, found, mode=mode)
            audited = _audited(found, mode=mode, invite=invite)
            if planned is not None:
                audited |= {"missing": planned.people, "deactivates_missing": planned.deactivates}
            await record_step(unit, found, AuditAction.IMPORT_STARTED, **audited)
            unit.enqueue(create_accounts.job(import_id=import_id))
    return await watchable_snapshot(context, import_id)


async def _refuse_beyond_daily_limit(unit: Work[Context], found: Import, *, mode: ImportMode) -> None:
    """Only new accounts count."""
    if mode is ImportMode.UPDATE:
        return
    settings = unit.services.settings
    left = settings.daily_rows - await repository.lock_creating(unit.connection, company_id=found.company_id)
    if found.valid_rows > left:
        raise DailyRowsExceededError(
            TOO_MANY_TODAY.format(left=max(0, left), rows=found.valid_rows, when="{when}"), region=settings.phone_region
        )


def _audited(found: Import, *, mode: ImportMode, invite: bool | datetime) -> dict[str, Any]:
    chosen = {"invite": to_wire(invite) if isinstance(invite, datetime) else invite}
    if mode is ImportMode.CREATE:
        return {"valid_rows": found.valid_rows, "invalid_rows": found.invalid_rows, **chosen}
    return {
        **chosen,
        "mode": mode.value,
        "new_rows": found.valid_rows,
        "changed_rows": found.changed_rows,
        "unchanged_rows": found.unchanged_rows,
    }


def _refuse_unready(found: Import, *, mode: ImportMode) -> None:
    if found.state is ImportState.VALIDATING:
        raise WrongImportStateError(STILL_CHECKED)
    if found.state is ImportState.MAPPING:
        raise ColumnsNeededError
    if found.state is not ImportState.READY:
        raise WrongImportStateError(
            f"This import is {found.state} and cannot be started. Please upload the file again."
        )
    if found.open_questions:
        raise QuestionsOpenError(found.open_questions[0].text)
    # Dates of birth are not updated.
    if found.needs_date_order and mode is not ImportMode.UPDATE:
        raise DateOrderNeededError(found.date_example or "")
    of_accounts = 0 if mode is ImportMode.CREATE else found.changed_rows + found.unchanged_rows
    if mode is ImportMode.UPDATE and not of_accounts:
        raise NoValidRowError(NoValidRowError.NOTHING_TO_UPDATE)
    if not found.valid_rows and not of_accounts:
        raise NoValidRowError


CANCELLABLE: Final = frozenset(
    {ImportState.MAPPING, ImportState.VALIDATING, ImportState.READY, ImportState.PROCESSING, ImportState.PAUSED}
)
NOT_RUNNING: Final = "Only an import that creates accounts can be paused."
NOT_PAUSED: Final = "Only a paused import can be resumed."


async def cancel_import(context: Context, import_id: UUID) -> ImportSnapshot:
    """Stop an import. A chunk in flight is undone; what was created before stays. Cancelling twice is no error.

    Raises what lock_for_action raises, and WrongImportStateError: it has ended already.
    """
    async with context.unit_of_work() as unit:
        found = await lock_for_action(unit, import_id)
        if found.state in CANCELLABLE:
            await repository.mark_cancelled(unit.connection, found)
            await record_step(unit, found, AuditAction.IMPORT_ENDED, state="cancelled", **found.counts)
            await notify_cancelled(unit, found)
        elif found.state is not ImportState.CANCELLED:
            raise WrongImportStateError(f"This import has {found.state} already and cannot be cancelled.")
    return await watchable_snapshot(context, import_id)


async def pause_import(context: Context, import_id: UUID) -> ImportSnapshot:
    """Create no further chunk until the import is resumed; one in flight is finished. Pausing twice is no error.

    Raises what lock_for_action raises, and WrongImportStateError: it does not create accounts.
    """
    async with context.unit_of_work() as unit:
        found = await lock_for_action(unit, import_id)
        if found.state is ImportState.PROCESSING:
            await repository.mark_paused(unit.connection, found)
            await record_step(unit, found, AuditAction.IMPORT_PAUSED, **_progress(found))
            # Invitations have waited for the accounts.
            unit.enqueue(send_messages.job())
        elif found.state is not ImportState.PAUSED:
            raise WrongImportStateError(NOT_RUNNING)
    return await watchable_snapshot(context, import_id)


async def resume_import(context: Context, import_id: UUID) -> ImportSnapshot:
    """Create the remaining chunks. Resuming twice is no error.

    Raises what lock_for_action raises, and WrongImportStateError: it is neither paused nor running.
    """
    async with context.unit_of_work() as unit:
        found = await lock_for_action(unit, import_id)
        if found.state is ImportState.PAUSED:
            await repository.mark_resumed(unit.connection, company_id=found.company_id, import_id=import_id)
            await record_step(unit, found, AuditAction.IMPORT_RESUMED, **_progress(found))
            unit.enqueue(create_accounts.job(import_id=import_id))
        elif found.state is not ImportState.PROCESSING:
            raise WrongImportStateError(NOT_PAUSED)
    return await watchable_snapshot(context, import_id)


def _progress(found: Import) -> dict[str, int]:
    return {"processed": found.processed, "created": found.created_count, "failed": found.failed_count}
