"""Rounds as acts on them hold them: who may, in which state, and what is told and recorded of them."""

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.interviews import candidate_repository, repository, schemas
from server.interviews.interview_events import DayNews, announce_day, announce_interviews
from server.interviews.repository import HeldPanel, HeldRound, PanelHours
from server.messaging.messages.sending import send_messages
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.repository import Notice, add_unannounced
from server.people.announce.write_announcement import count_day
from server.people.cards.read_details import with_details
from server.people.cards.repository import read_cards
from server.people.cards.schemas import Card
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.process.clock import utc_now
from server.platform.services import Context, Unit
from server.vocabulary.duties import Act
from server.vocabulary.profiles import DASHBOARD

NO_SUCH_HOUR: Final = "Clocks go forward on this day, and it has no such hour"
TOO_SHORT: Final = "A panel sits at least as long as one interview takes"


class RoundConflictError(ConflictError):
    """`current` is the round as it is now."""

    code = "edit_conflict"
    message = "This round was changed meanwhile. Check the current version, then save again."


class RoundPublishedError(ConflictError):
    message = "This round is published: its day, hours and panels stay. Move people one by one."


class RoundClosedError(ConflictError):
    message = "This round is closed."


async def read_detail(connection: Connection, context: Context, round_id: UUID) -> schemas.RoundDetail:
    """Raises NotFoundError: also where the round is out of the caller's reach."""
    found = existing(await repository.find_round(connection, round_id, duty=context.actor.duty(Act.ROUND_MANAGE)))
    panels = await repository.list_panels(connection, company_id=context.company_id, round_id=round_id)
    return schemas.RoundDetail(
        **dict(found), panel_list=panels, time_zone=context.actor.time_zone, server_time=utc_now()
    )


async def check_reach(connection: Connection, context: Context, round_id: UUID) -> None:
    """Raises NotFoundError: the caller does not manage this round."""
    duty = context.actor.duty(Act.ROUND_MANAGE)
    existing(await repository.may_manage(connection, round_id, duty=duty) or None)


async def hold(
    unit: Unit[Context],
    round_id: UUID,
    *,
    version: int | None = None,
    admits_closed: bool = False,
    shares: bool = False,
) -> HeldRound:
    """A round within reach that is not closed, locked; `shares`: others may lock it, too.

    Raises NotFoundError, RoundClosedError, RoundConflictError.
    """
    duty = unit.context.actor.duty(Act.ROUND_MANAGE)
    found = existing(await repository.hold_round(unit.connection, round_id, duty=duty, shares=shares))
    if version not in {None, found.version}:
        current = await read_detail(unit.connection, unit.context, round_id)
        raise RoundConflictError(met={"current": current.model_dump(mode="json", by_alias=True)})
    if found.state is schemas.RoundState.CLOSED and not admits_closed:
        raise RoundClosedError
    return found


def _moment_of(context: Context, *, day: date, clock: time, field: str) -> datetime:
    """The moment of an hour; of one that the day has twice, the first. Raises ValidationFailedError: it has none."""
    local = datetime.combine(day, clock, tzinfo=context.actor.zone)
    moment = local.astimezone(UTC)
    if moment.astimezone(context.actor.zone).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise ValidationFailedError(errors={field: NO_SUCH_HOUR})
    return moment


def hours_of(context: Context, found: HeldRound, *, first: time, last: time, field: str = "") -> PanelHours:
    """Raises ValidationFailedError: the day has no such hour, or they are too short for one interview."""
    starts_at = _moment_of(context, day=found.day, clock=first, field=f"{field}from")
    ends_at = _moment_of(context, day=found.day, clock=last, field=f"{field}to")
    if ends_at < starts_at + timedelta(minutes=found.slot_minutes):
        raise ValidationFailedError(errors={f"{field}to": TOO_SHORT})
    return {"starts_at": starts_at, "ends_at": ends_at}


async def hold_of_panel(unit: Unit[Context], panel_id: UUID) -> tuple[HeldRound, HeldPanel]:
    """(the round of a panel; the panel), both locked. Raises NotFoundError, RoundClosedError."""
    round_id = existing(await repository.round_of(unit.connection, panel_id, company_id=unit.context.company_id))
    found = await hold(unit, round_id)
    panels = await repository.hold_panels(unit.connection, **found.key, panel_ids=[panel_id])
    return found, existing(panels.get(panel_id))


async def people_of(connection: Connection, context: Context, user_ids: Collection[UUID]) -> dict[UUID, Card]:
    """The cards of these people, with what the caller may see of them; those of deleted ones are left out."""
    cards = await read_cards(connection, user_ids, company_id=context.company_id)
    return {each.id: each for each in await with_details(connection, cards, context=context)}


async def record(unit: Unit[Context], action: AuditAction, found: HeldRound, **after: Any) -> None:  # noqa: ANN401 - JSON
    await record_act(unit, action, subject_id=found.id, subject_label=found.name, after=after)


async def tell(unit: Unit[Context], found: HeldRound, user_ids: set[UUID]) -> None:
    """Have those concerned and boards fetch what has changed, where the round is published."""
    if found.state is not schemas.RoundState.DRAFT:
        announce_interviews(unit, user_ids)
        announce_day(unit, DayNews(round_id=found.id))


async def invite(unit: Unit[Context], found: HeldRound, user_ids: Collection[UUID]) -> int:
    """Tell locked people of their interview, by bell and mail; return how many have a mail.

    Their bell has it once for the round. Raises AnnouncementsUsedUpError.
    """
    notice = Notice(
        kind=NotificationKind.INTERVIEW,
        title="You have an interview",
        body=f"{found.day.isoformat()}. See when and where, and say whether you come.",
        link=DASHBOARD,
        about=found.id,
    )
    await add_unannounced(unit.connection, notice, company_id=found.company_id, user_ids=user_ids)
    mails = await candidate_repository.invite(unit.connection, user_ids, **found.key)
    await count_day(unit, mails)
    unit.enqueue(send_messages.task())
    return mails
