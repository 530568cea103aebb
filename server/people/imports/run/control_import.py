"""Start an import, pause, resume and cancel it between two of its chunks, and invite its people.

They are invited at the start, at a planned time or by a call, and again those who have never signed in. Creating marks
its chunks, or a request later, or a worker's sweep, and the sender queues the invitations of each.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof_for_many, require_fresh_proof_to_give
from server.company.audit.record import AuditAction
from server.messaging.messages.sending import send_messages
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify_administrators
from server.messaging.notifications.repository import Notice
from server.people.account.events import USERS_CHANGED, UsersChangeKind, publish_ids
from server.people.chunks.chunk_repository import make_chunks
from server.people.imports import errors, repository
from server.people.imports.authority import STILL_CHECKED, lock_for_action, record_step, record_worker_step
from server.people.imports.own_fields import refuse_closed
from server.people.imports.preview.preview_repository import last_row
from server.people.imports.read_import import PROGRESS, read_snapshot
from server.people.imports.repository import Import, find_import, get_import
from server.people.imports.run import invitation_repository
from server.people.imports.run.chunk_repository import count_to_deactivate
from server.people.imports.run.create_accounts import create_accounts, plan_batches
from server.people.imports.run.notify_end import import_link, notify_cancelled
from server.people.imports.run.schemas import SyncRequest
from server.people.imports.run.sync_people import plan_sync
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportMode, ImportState
from server.people.invitations.limits import COOLDOWN
from server.platform.database.connections import Connection
from server.platform.database.query_plans import update_statistics
from server.platform.errors import ValidationFailedError
from server.platform.process.clock import to_wire, utc_now
from server.platform.services import Context, Services, ServiceUnit, Unit

NOT_ENDED: Final = "The invitations can be sent once the import has ended."
NONE_CREATED: Final = "This import has created no account that could be invited."
LONGEST_WAIT: Final = timedelta(days=30)
TOO_EARLY: Final = "The time of the invitations must lie in the future."
TOO_LATE: Final = "The time of the invitations must be at most 30 days away."
WITHHELD_TITLE: Final = "Invitations were not sent"
WITHHELD: Final = (
    "The people of {file} are not invited, because the person who asked for it may no longer invite them. "
    "The results of the import offer to invite them."
)


async def invite_import(context: Context, import_id: UUID) -> ImportSnapshot:
    """Invite the people of an import that was started without inviting, or whose time has not come.

    Where they were invited, those who have never signed in are invited again, each with a new password, unless the last
    invitation was sent a moment ago. Repeated, it changes nothing.

    Raises what lock_for_action raises, and WrongImportStateError: the import has not ended, or has created no account.
    """
    async with context.unit_of_work() as unit:
        found = await lock_for_action(unit, import_id)
        if found.state not in {ImportState.COMPLETED, ImportState.CANCELLED}:
            raise errors.WrongImportStateError(NOT_ENDED)
        if not found.created_count:
            raise errors.WrongImportStateError(NONE_CREATED)
        if not found.invite or await _can_invite_again(unit.connection, found):
            again = found.invite
            await invitation_repository.mark_invited(
                unit.connection, import_id=import_id, again=again, by=context.user_id
            )
            after = {"created": found.created_count, **({"again": True} if again else {})}
            await record_step(unit, found, AuditAction.IMPORT_INVITED, **after)
            unit.enqueue(send_messages.task())
    return await read_snapshot(context.services, context.actor, import_id)


async def _can_invite_again(connection: Connection, found: Import) -> bool:
    if found.invited_at is not None and found.read_at - found.invited_at < COOLDOWN:
        return False
    return await invitation_repository.has_people_to_invite_again(connection, found)


async def queue_next_chunk(services: Services) -> bool:
    """Queue the invitations of one chunk; False where there was none.

    One transaction: a worker that is killed has changed nothing, and a second one finds nothing to claim. Where the
    user who asked for them may no longer invite these people, they are withheld.
    """
    async with services.unit_of_work() as unit:
        found = await invitation_repository.claim_chunk_to_invite(unit.connection)
        if found is None:
            return False
        if found.may_invite:
            await invitation_repository.queue_invitations(unit.connection, found)
        elif await invitation_repository.withhold_invitations(unit.connection, found):
            await _report_withheld(unit, company_id=found.company_id, import_id=found.work_id)
    if found.is_last or found.number == 1:
        async with services.database.reading() as connection:
            await update_statistics(connection, "messages", rows=found.last_row)
    PROGRESS.publish_soon(services, found.work_id)
    await publish_ids(services, USERS_CHANGED, company_id=found.company_id, kind=UsersChangeKind.UPDATED, ids=[])
    return True


def refuse_unfit(invite: bool | datetime) -> None:  # noqa: FBT001 - a choice as it was sent
    """Raises ValidationFailedError: the moment has passed, or is too far away."""
    if not isinstance(invite, datetime):
        return
    now = utc_now()
    if invite <= now:
        raise ValidationFailedError(errors={"invite": TOO_EARLY})
    if invite > now + LONGEST_WAIT:
        raise ValidationFailedError(errors={"invite": TOO_LATE})


async def invite_planned(services: Services) -> None:
    """Queue the invitations of every completed import whose time has come; each once, whichever worker does it.

    A plan of a user who may no longer invite these people is dropped.
    """
    async with services.unit_of_work() as unit:
        due = await invitation_repository.lock_due_plans(unit.connection)
        for plan in due:
            company_id, import_id = plan.company_id, plan.import_id
            if plan.may_invite:
                await invitation_repository.mark_invited(unit.connection, import_id=import_id, again=False)
                found = await find_import(unit.connection, company_id=company_id, import_id=import_id)
                action, by = AuditAction.IMPORT_INVITED, found.started_by
                await record_worker_step(unit, found, action, actor_id=by, created=found.created_count, planned=True)
            else:
                await invitation_repository.drop_plan(unit.connection, company_id=company_id, import_id=import_id)
                await _report_withheld(unit, company_id=company_id, import_id=import_id)
        if due:
            unit.enqueue(send_messages.task())
    for plan in due:
        await PROGRESS.publish_now(services, plan.import_id)


async def count_sent(unit: ServiceUnit, import_ids: Sequence[tuple[UUID, UUID]]) -> None:
    """Count one sent invitation for each (company, import), and publish the progress after the commit."""
    for import_id in await invitation_repository.count_invited(unit.connection, import_ids):
        PROGRESS.announce(unit, import_id, now=False)


async def notify_undelivered(services: Services, import_ids: Iterable[tuple[UUID, UUID]]) -> None:
    """Notify administrators once for each (company, import), however many of its invitations fail."""
    for company_id, import_id in import_ids:
        async with services.unit_of_work() as unit:
            found = await get_import(unit.connection, import_id=import_id)
            if found is None or found.company_id != company_id:
                continue
            body = f"Some people in {found.file_name} did not get the mail. The results of the import show who."
            await _notify(unit, found, title="Invitations could not be delivered", body=body, about=import_id)
        PROGRESS.publish_soon(services, import_id)


async def _report_withheld(unit: ServiceUnit, *, company_id: UUID, import_id: UUID) -> None:
    """Report once an import that its people wait for an administrator who may invite them."""
    found = await find_import(unit.connection, company_id=company_id, import_id=import_id)
    counts = {"created": found.created_count, "invited": found.invited}
    await record_worker_step(unit, found, AuditAction.IMPORT_NOT_INVITED, actor_id=None, **counts)
    # About nothing: another notice about this import must not keep this one back.
    await _notify(unit, found, title=WITHHELD_TITLE, body=WITHHELD.format(file=found.file_name), about=None)
    PROGRESS.announce(unit, import_id)


async def _notify(unit: ServiceUnit, found: Import, *, title: str, body: str, about: UUID | None) -> None:
    kind, link = NotificationKind.INVITATION_FAILED, import_link(found)
    notice = Notice(kind=kind, title=title, body=body, link=link, about=about)
    await notify_administrators(unit, notice, company_id=found.company_id)


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
    is_agreed: bool = False,
) -> ImportSnapshot:
    """Start creating and updating by `mode`, and inviting new people or planning that. Twice changes nothing.

    With a `sync`, the file is the whole list of a scope: see plan_sync, also for `is_agreed`.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action; a column is a field that the caller may not change.
        WrongImportStateError: the file is still being checked, or the import was cancelled or has failed.
        DateOrderNeededError, NoValidRowError: the order of its dates is to be chosen; no row is of the mode.
        StepUpRequiredError: it may make administrators, or deactivates many, and the caller's last proof is too old.
        DailyRowsExceededError, TooManyBatchesError, ValidationFailedError: too many today, or an unfit moment.
        MissingPeopleChangedError, MissingPeopleUnconfirmedError: see plan_sync.
    """
    async with context.unit_of_work() as unit:
        connection, found = unit.connection, await lock_for_action(unit, import_id)
        if found.state not in ALREADY_STARTED:
            mode = mode or found.mode
            _refuse_unready(found, mode=mode)
            refuse_closed(found, found.fields.own, profile=context.actor.profile)
            await require_fresh_proof_to_give(connection, context, found.profiles)
            if mode is not ImportMode.CREATE:
                people = await count_to_deactivate(connection, import_id=import_id)
                await require_fresh_proof_for_many(connection, context, people=people)
            await _refuse_beyond_daily_limit(unit, found, mode=mode)
            await make_chunks(connection, work_id=import_id, last_row=await last_row(connection, import_id=import_id))
            refuse_unfit(invite)
            planned = None if sync is None else await plan_sync(unit, found, sync, mode=mode, is_agreed=is_agreed)
            by = context.user_id
            await repository.mark_started(connection, found, started_by=by, mode=mode, invite=invite, sync=planned)
            await plan_batches(unit, found, mode=mode)
            audited = _audited(found, mode=mode, invite=invite)
            if planned is not None:
                audited |= {"missing": planned.people, "deactivates_missing": planned.deactivates}
            await record_step(unit, found, AuditAction.IMPORT_STARTED, **audited)
            unit.enqueue(create_accounts.task(import_id=import_id))
    return await read_snapshot(context.services, context.actor, import_id)


async def _refuse_beyond_daily_limit(unit: Unit[Context], found: Import, *, mode: ImportMode) -> None:
    """Only new accounts count."""
    if mode is ImportMode.UPDATE:
        return
    settings = unit.services.settings
    left = settings.daily_rows - await repository.lock_creating(unit.connection, company_id=found.company_id)
    if found.valid_rows > left:
        raise errors.DailyRowsExceededError(
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
        raise errors.WrongImportStateError(STILL_CHECKED)
    if found.state is ImportState.MAPPING:
        raise errors.ColumnsNeededError
    if found.state is not ImportState.READY:
        raise errors.WrongImportStateError(
            f"This import is {found.state} and cannot be started. Please upload the file again."
        )
    if found.open_questions:
        raise errors.QuestionsOpenError(found.open_questions[0].text)
    # Dates of birth are not updated.
    if found.needs_date_order and mode is not ImportMode.UPDATE:
        raise errors.DateOrderNeededError(found.date_example or "")
    of_accounts = 0 if mode is ImportMode.CREATE else found.changed_rows + found.unchanged_rows
    if mode is ImportMode.UPDATE and not of_accounts:
        raise errors.NoValidRowError(errors.NoValidRowError.NOTHING_TO_UPDATE)
    if not found.valid_rows and not of_accounts:
        raise errors.NoValidRowError


CANCELLABLE: Final = frozenset(
    {ImportState.MAPPING, ImportState.VALIDATING, ImportState.READY, ImportState.PROCESSING, ImportState.PAUSED}
)


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
            raise errors.WrongImportStateError(f"This import has {found.state} already and cannot be cancelled.")
    return await read_snapshot(context.services, context.actor, import_id)


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
            unit.enqueue(send_messages.task())
        elif found.state is not ImportState.PAUSED:
            raise errors.WrongImportStateError("Only an import that creates accounts can be paused.")
    return await read_snapshot(context.services, context.actor, import_id)


async def resume_import(context: Context, import_id: UUID) -> ImportSnapshot:
    """Create the remaining chunks. Resuming twice is no error.

    Raises what lock_for_action raises, and WrongImportStateError: it is neither paused nor running.
    """
    async with context.unit_of_work() as unit:
        found = await lock_for_action(unit, import_id)
        if found.state is ImportState.PAUSED:
            await repository.mark_resumed(unit.connection, company_id=found.company_id, import_id=import_id)
            await record_step(unit, found, AuditAction.IMPORT_RESUMED, **_progress(found))
            unit.enqueue(create_accounts.task(import_id=import_id))
        elif found.state is not ImportState.PROCESSING:
            raise errors.WrongImportStateError("Only a paused import can be resumed.")
    return await read_snapshot(context.services, context.actor, import_id)


def _progress(found: Import) -> dict[str, int]:
    return {"processed": found.processed, "created": found.created_count, "failed": found.failed_count}
