"""Invite the people of an import, at its start, at a planned time or by a call; again those who have never signed in.

Creating marks its chunks, or a request later, or a worker's sweep, and the sender queues the invitations of each.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from server.company.audit.record import AuditAction
from server.messaging.messages.sending import send_messages
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify_administrators
from server.messaging.notifications.repository import Notice
from server.people.account.events import UsersChangeKind, publish_users_changed
from server.people.imports.authority import lock_for_action, record_step, record_worker_step
from server.people.imports.errors import WrongImportStateError
from server.people.imports.read_import import PROGRESS, watchable_snapshot
from server.people.imports.repository import Import, find_import, get_import
from server.people.imports.run import invitation_repository as repository
from server.people.imports.run.notify_end import import_link
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportState
from server.people.invitations.limits import COOLDOWN
from server.platform.database.connections import Connection
from server.platform.database.query_plans import update_statistics
from server.platform.errors import ValidationFailedError
from server.platform.process.clock import utc_now
from server.platform.services import Context, Services, ServiceWork

NOT_ENDED: Final = "The invitations can be sent once the import has ended."
NONE_CREATED: Final = "This import has created no account that could be invited."
LONGEST_WAIT: Final = timedelta(days=30)
TOO_EARLY: Final = "The time of the invitations must lie in the future."
TOO_LATE: Final = "The time of the invitations must be at most 30 days away."
UNDELIVERED_TITLE: Final = "Invitations could not be delivered"
WITHHELD_TITLE: Final = "Invitations were not sent"
WITHHELD: Final = (
    "The people of {file} are not invited, because the user who asked for it may no longer invite them. "
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
            raise WrongImportStateError(NOT_ENDED)
        if not found.created_count:
            raise WrongImportStateError(NONE_CREATED)
        if not found.invite or await _can_invite_again(unit.connection, found):
            again = found.invite
            await repository.mark_invited(unit.connection, import_id=import_id, again=again, by=context.user_id)
            after = {"created": found.created_count, **({"again": True} if again else {})}
            await record_step(unit, found, AuditAction.IMPORT_INVITED, **after)
            unit.enqueue(send_messages.job())
    return await watchable_snapshot(context, import_id)


async def _can_invite_again(connection: Connection, found: Import) -> bool:
    if found.invited_at is not None and found.read_at - found.invited_at < COOLDOWN:
        return False
    return await repository.has_people_to_invite_again(connection, found)


async def queue_next_chunk(services: Services) -> bool:
    """Queue the invitations of one chunk; False where there was none.

    One transaction: a worker that is killed has changed nothing, and a second one finds nothing to claim. Where the
    user who asked for them may no longer invite these people, they are withheld.
    """
    async with services.unit_of_work() as unit:
        found = await repository.claim_chunk_to_invite(unit.connection)
        if found is None:
            return False
        if found.may_invite:
            await repository.queue_invitations(unit.connection, found)
        elif await repository.withhold_invitations(unit.connection, found):
            await _report_withheld(unit, company_id=found.company_id, import_id=found.work_id)
    if found.is_last or found.number == 1:
        async with services.database.reading() as connection:
            await update_statistics(connection, "messages", rows=found.last_row)
    PROGRESS.publish_soon(services, found.work_id)
    await publish_users_changed(services, company_id=found.company_id, kind=UsersChangeKind.UPDATED, ids=[])
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
        due = await repository.lock_due_plans(unit.connection)
        for plan in due:
            company_id, import_id = plan.company_id, plan.import_id
            if plan.may_invite:
                await repository.mark_invited(unit.connection, import_id=import_id, again=False)
                found = await find_import(unit.connection, company_id=company_id, import_id=import_id)
                action, by = AuditAction.IMPORT_INVITED, found.started_by
                await record_worker_step(unit, found, action, actor_id=by, created=found.created_count, planned=True)
            else:
                await repository.drop_plan(unit.connection, company_id=company_id, import_id=import_id)
                await _report_withheld(unit, company_id=company_id, import_id=import_id)
        if due:
            unit.enqueue(send_messages.job())
    for plan in due:
        await PROGRESS.publish_now(services, plan.import_id)


async def count_sent(unit: ServiceWork, import_ids: Sequence[tuple[UUID, UUID]]) -> None:
    """Count one sent invitation for each (company, import), and publish the progress after the commit."""
    for import_id in await repository.count_invited(unit.connection, import_ids):
        PROGRESS.announce(unit, import_id, now=False)


async def notify_undelivered(services: Services, import_ids: Iterable[tuple[UUID, UUID]]) -> None:
    """Notify administrators once for each (company, import), however many of its invitations fail."""
    for company_id, import_id in import_ids:
        async with services.unit_of_work() as unit:
            found = await get_import(unit.connection, import_id=import_id)
            if found is None or found.company_id != company_id:
                continue
            body = f"Some people in {found.file_name} did not get the mail. The results of the import show who."
            await _notify(unit, found, title=UNDELIVERED_TITLE, body=body, about=import_id)
        PROGRESS.publish_soon(services, import_id)


async def _report_withheld(unit: ServiceWork, *, company_id: UUID, import_id: UUID) -> None:
    """Report once an import that its people wait for an administrator who may invite them."""
    found = await find_import(unit.connection, company_id=company_id, import_id=import_id)
    counts = {"created": found.created_count, "invited": found.invited}
    await record_worker_step(unit, found, AuditAction.IMPORT_NOT_INVITED, actor_id=None, **counts)
    # About nothing: another notice about this import must not keep this one back.
    await _notify(unit, found, title=WITHHELD_TITLE, body=WITHHELD.format(file=found.file_name), about=None)
    PROGRESS.announce(unit, import_id)


async def _notify(unit: ServiceWork, found: Import, *, title: str, body: str, about: UUID | None) -> None:
    kind, link = NotificationKind.INVITATION_FAILED, import_link(found)
    notice = Notice(kind=kind, title=title, body=body, link=link, about=about)
    await notify_administrators(unit, notice, company_id=found.company_id)
