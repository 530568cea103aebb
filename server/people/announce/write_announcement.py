"""Write an announcement to many people, write again to those who have not seen it, or take it back."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.messaging.announcements import repository as announcements
from server.messaging.announcements.announcement_events import ANNOUNCEMENTS_CHANGED, AnnouncementsChanged
from server.messaging.messages.repository import add_sends, find_tomorrow
from server.messaging.notifications.repository import delete_about
from server.people.account.account_rules import Editor
from server.people.announce import repository, schemas
from server.people.announce.read_announcements import MAY_NOT_RETRACT, find_for, may_retract, read_announcement
from server.people.batches.repository import find_batch
from server.people.bulk import repository as jobs
from server.people.bulk import rules
from server.people.bulk.control_job import begin_job, estimate, refuse_many_running, refuse_unconfirmed, selected
from server.people.bulk.repository import Selection
from server.people.bulk.schemas import BulkPreview
from server.people.invitations.limits import InvitationLimits
from server.people.stages.repository import find_stage
from server.platform.errors import ConflictError, ForbiddenError, TooManyRequestsError, ValidationFailedError, existing
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.process.clock import utc_now
from server.platform.services import Context, Unit
from server.vocabulary.duties import Act, Reach, reach_of
from server.vocabulary.profiles import creatable_by

# For so long it can be taken back before it has reached a person.
DELAY: Final = timedelta(seconds=60)
MOST_OF_TRAINER: Final = 500
UNSEEN: Final = "Not seen: "
DAY_SCOPE: Final = "company:ANNOUNCED"
FAR_AHEAD: Final = f"Choose a moment within the next {schemas.MOST_DAYS_AHEAD} days"
TOO_MANY_FOR_TRAINER: Final = f"You can write to at most {MOST_OF_TRAINER} people at once"
NO_ONE_REACHED: Final = "This would reach no one: see why below"


class AnnouncementConflictError(ConflictError):
    """`current` is the announcement as it is."""

    code = "edit_conflict"
    message = "This announcement has been changed meanwhile. Look at it again."


class AnnouncementsUsedUpError(TooManyRequestsError):
    """The company has written to as many people as a day (UTC) allows."""

    def __init__(self, *, daily: int, retry_after: int) -> None:
        message = f"Your company can write to {daily:,} people a day. You can write again tomorrow."
        super().__init__(message, retry_after=retry_after)


class TakenBackError(ConflictError):
    message = "This announcement has been taken back."


async def preview_announcement(context: Context, request: schemas.AnnouncementRequest) -> schemas.AnnouncementPreview:
    """Count the people that it would reach now. Raises see send_announcement."""
    async with context.unit_of_work() as unit:
        people, order, _ = await _audience(unit, request)
        preview, _ = await estimate(unit.connection, people, order=order, actor=context.actor)
        is_own = reach_of(context.actor.profile, Act.ANNOUNCEMENT_SEND) is Reach.OWN_BATCH
        profiles = None if is_own else ["", *(each.value for each in creatable_by(context.actor.profile))]
        moment = _publish_at(request)
        now, later = (
            await repository.count_mails(unit.connection, people, publish_at=moment, profiles=profiles)
            if request.by_mail
            else (0, 0)
        )
    return schemas.AnnouncementPreview(
        total=preview.total,
        reached_in_product=preview.allowed,
        reached_by_mail=now,
        waiting_for_digest=later,
        refused=preview.refused,
    )


async def send_announcement(
    context: Context, request: schemas.AnnouncementRequest, *, call: IdempotentCall | None
) -> schemas.AnnouncementSent:
    """Store it, and have workers add its recipients.

    Raises:
        ForbiddenError: a trainer names others than those of an own batch.
        NotFoundError: the company has no such batch or stage.
        ValidationFailedError: it reaches no one, or too many; their number is to be confirmed; the moment is too late.
        TooManyJobsError, IdempotencyKeyReusedError.
    """
    async with context.unit_of_work() as unit:

        async def work() -> schemas.AnnouncementSent:
            people, order, audience = await _audience(unit, request)
            texts = {"title": request.title, "body": request.body, "by_mail": request.by_mail}
            places = {"batch_id": request.batch_id, "stage_id": request.stage_id, "audience": audience}
            moment = _publish_at(request)
            values = {**texts, **places, "publish_at": moment}
            return await _store(unit, people, order=order, values=values, confirm=request.confirm)

        return await once(unit.connection, work, call=call, answer=schemas.AnnouncementSent, keys=context.services.keys)


async def send_again(
    context: Context, request: schemas.AgainRequest, *, announcement_id: UUID, call: IdempotentCall | None
) -> schemas.AnnouncementSent:
    """The same text as a new announcement to those who have not seen it. Raises see send_announcement, find_for."""
    async with context.unit_of_work() as unit:

        async def work() -> schemas.AnnouncementSent:
            found = await find_for(unit.connection, context, announcement_id)
            if found.retracted_at is not None:
                raise TakenBackError
            people = jobs.people_who_have_not_seen(announcement_id, company_id=context.company_id)
            order = rules.Order(action=rules.BulkAction.ANNOUNCE, batch_id=found.batch_id)
            await _refuse_others_batch(unit, order)
            values = {name: getattr(found, name) for name in ("title", "body", "by_mail", "batch_id")}
            values |= {"audience": UNSEEN + found.audience.removeprefix(UNSEEN), "stage_id": None}
            values["publish_at"] = utc_now() + DELAY
            return await _store(unit, people, order=order, values=values, confirm=request.confirm)

        return await once(unit.connection, work, call=call, answer=schemas.AnnouncementSent, keys=context.services.keys)


async def retract_announcement(
    context: Context, request: schemas.RetractRequest, *, announcement_id: UUID
) -> schemas.AnnouncementDetail:
    """Take it back for everybody: mails that have not left are not sent. Repeated, it changes nothing.

    Raises AnnouncementConflictError, NotFoundError, ForbiddenError: the author may do more than the caller.
    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        connection = unit.connection
        job = await jobs.find_job(connection, company_id=company_id, job_id=announcement_id, locks=True)
        await announcements.lock_announcement(connection, company_id=company_id, announcement_id=announcement_id)
        found = await find_for(connection, context, announcement_id)
        if not may_retract(context, found):
            raise ForbiddenError(MAY_NOT_RETRACT)
        if found.retracted_at is None:
            if found.version != request.version:
                current = await read_announcement(context, announcement_id)
                raise AnnouncementConflictError(met={"current": current.model_dump(mode="json", by_alias=True)})
            if job is not None and job.state is rules.BulkState.PROCESSING:
                await jobs.set_state(connection, job, rules.BulkState.CANCELLED)
            await announcements.retract(connection, company_id=company_id, announcement_id=announcement_id)
            await delete_about(connection, announcement_id, company_id=company_id)
            after = {"people": found.total, "mailed": found.mailed}
            action = AuditAction.ANNOUNCEMENT_RETRACTED
            await record_act(unit, action, subject_id=announcement_id, subject_label=found.title, after=after)
            if found.publish_at <= utc_now():
                publish, payload = context.services.publisher.publish, AnnouncementsChanged()
                unit.after_commit(partial(publish, ANNOUNCEMENTS_CHANGED, to=company_id, payload=payload))
    return await read_announcement(context, announcement_id)


async def _audience(unit: Unit[Context], request: schemas.AnnouncementRequest) -> tuple[Selection, rules.Order, str]:
    """(the people, the order of the job, the audience in words)."""
    connection, company_id = unit.connection, unit.context.company_id
    order = rules.Order(action=rules.BulkAction.ANNOUNCE, batch_id=request.batch_id)
    await _refuse_others_batch(unit, order)
    if request.batch_id is not None:
        batch = existing(await find_batch(connection, company_id=company_id, batch_id=request.batch_id))
        return jobs.people_in_batch(batch.id, company_id=company_id), order, f"Batch {batch.name}"
    if request.stage_id is not None:
        stage = existing(await find_stage(connection, company_id=company_id, stage_id=request.stage_id))
        return jobs.people_in_stage(request.stage_id, company_id=company_id), order, f"Stage {stage.name}"
    people = await selected(unit, existing(request.select))
    return people, order, "A selection of people"


async def _refuse_others_batch(unit: Unit[Context], order: rules.Order) -> None:
    """A trainer names an own batch: counts of a filter would answer questions that they may not ask."""
    actor = unit.context.actor
    if reach_of(actor.profile, Act.ANNOUNCEMENT_SEND) is Reach.OWN_BATCH and not (
        order.batch_id is not None and await jobs.trains_batch(unit.connection, **actor.key, batch_id=order.batch_id)
    ):
        raise ForbiddenError


async def _store(
    unit: Unit[Context], people: Selection, *, order: rules.Order, values: Mapping[str, Any], confirm: int | None
) -> schemas.AnnouncementSent:
    context, connection = unit.context, unit.connection
    await refuse_many_running(connection, company_id=context.company_id)
    preview, found = await estimate(connection, people, order=order, actor=context.actor)
    refuse_unconfirmed(order, preview, found=found, confirm=confirm)
    _refuse_number(context, preview)
    await count_day(unit, preview.allowed)
    job_id = await begin_job(unit, people, order=order, by=Editor.of(context.actor, address=unit.address))
    owner = {"company_id": context.company_id, "author_id": context.user_id}
    await announcements.add_announcement(connection, {"id": job_id, **owner, **values})
    after = {"people": preview.allowed, "audience": values["audience"], "byMail": values["by_mail"]}
    action = AuditAction.ANNOUNCEMENT_SENT
    await record_act(unit, action, subject_id=job_id, subject_label=values["title"], after=after)
    return schemas.AnnouncementSent(id=job_id, publish_at=values["publish_at"])


def _refuse_number(context: Context, preview: BulkPreview) -> None:
    if preview.allowed == 0:
        raise ValidationFailedError(errors={"select": NO_ONE_REACHED})
    is_trainer = reach_of(context.actor.profile, Act.ANNOUNCEMENT_SEND) is Reach.OWN_BATCH
    if is_trainer and preview.allowed > MOST_OF_TRAINER:
        raise ValidationFailedError(errors={"select": TOO_MANY_FOR_TRAINER})


async def count_day(unit: Unit[Context], people: int) -> None:
    """Count messages to people. Raises AnnouncementsUsedUpError: the company has written to as many as it may."""
    daily = InvitationLimits.from_settings(unit.services.settings).company
    scope = (DAY_SCOPE, unit.context.company_id.bytes)
    counted = await add_sends(unit.connection, {scope: people})
    if counted[scope] > daily:
        tomorrow = await find_tomorrow(unit.connection)
        raise AnnouncementsUsedUpError(daily=daily, retry_after=int((tomorrow - utc_now()).total_seconds()) + 1)


def _publish_at(request: schemas.AnnouncementRequest) -> datetime:
    """Raises ValidationFailedError: it is too far ahead."""
    now = utc_now()
    if request.publish_at is not None and request.publish_at > now + timedelta(days=schemas.MOST_DAYS_AHEAD):
        raise ValidationFailedError(errors={"publishAt": FAR_AHEAD})
    return max(request.publish_at or now, now + DELAY)
