"""Plan a round: what it is about, its publication and its end."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID, uuid4

from server.company.audit.record import AuditAction
from server.interviews import candidate_repository, day_repository, repository, schemas
from server.interviews.hold_rounds import RoundPublishedError, hold, read_detail, record
from server.interviews.interview_events import DayNews, announce_day, announce_interviews
from server.interviews.plan_panels import rebook
from server.interviews.repository import OfRound
from server.messaging.messages.sending import send_messages
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.repository import Notice, add_unannounced
from server.people.announce.write_announcement import count_day
from server.people.stages.repository import find_stage
from server.placement.opening_repository import find_opening
from server.placement.schemas import OpeningState
from server.platform.errors import ConflictError, ValidationFailedError
from server.platform.services import Context, Unit
from server.vocabulary.duties import Act
from server.vocabulary.profiles import DASHBOARD

NO_OPENING: Final = "Choose an open opening that you are on"
NO_ONE: Final = "Add candidates and at least one panel before you publish"
NO_PANELIST: Final = "Choose who sits on {}"


class CriteriaInUseError(ConflictError):
    message = "Panels have scored by these criteria: they stay."


async def list_rounds(context: Context, *, query: schemas.RoundsQuery) -> schemas.RoundPage:
    duty = context.actor.duty(Act.ROUND_MANAGE)
    async with context.services.database.reading() as connection:
        found, total = await repository.list_rounds(connection, query, duty=duty)
    return schemas.RoundPage.of(query, found, total=total)


async def get_round(context: Context, *, round_id: UUID) -> schemas.RoundDetail:
    """Raises NotFoundError."""
    async with context.services.database.reading() as connection:
        return await read_detail(connection, context, round_id)


async def add_round(context: Context, request: schemas.RoundRequest) -> schemas.RoundDetail:
    """Raises ValidationFailedError: the company has no such stage, or the caller no such opening; some need one."""
    duty = context.actor.duty(Act.ROUND_MANAGE)
    async with context.unit_of_work() as unit:
        if request.opening_id is not None or not duty.is_company:
            wanted = request.opening_id
            opening = None if wanted is None else await find_opening(unit.connection, wanted, duty=duty)
            if opening is None or opening.state != OpeningState.OPEN:
                raise ValidationFailedError(errors={"openingId": NO_OPENING})
        await _refuse_stages(unit, stageId=request.stage_id, passStageId=request.pass_stage_id)
        names = ("name", "location", "day", "slot_minutes", "break_minutes", "stage_id", "pass_stage_id", "opening_id")
        values = {name: getattr(request, name) for name in names} | {"criteria": _criteria(request.criteria)}
        round_id = await repository.add_round(unit.connection, values, company_id=context.company_id)
        await record(
            unit,
            AuditAction.ROUND_CREATED,
            round_id=round_id,
            name=request.name or "",
            after={"day": request.day.isoformat()},
        )
        return await read_detail(unit.connection, context, round_id)


async def change_round(context: Context, request: schemas.ChangeRoundRequest, *, round_id: UUID) -> schemas.RoundDetail:
    """Raises what :func:`hold` does, RoundPublishedError, CriteriaInUseError, ValidationFailedError."""
    sent = request.model_dump(include=request.model_fields_set - {"version", "criteria"})
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        found = await hold(unit, round_id, version=request.version)
        before = await read_detail(unit.connection, context, round_id)
        await _refuse_stages(unit, passStageId=sent.get("pass_stage_id"))
        kept = {name: getattr(before, name) for name in ("name", "location", "pass_stage_id")}
        hours = {name: getattr(before, name) for name in ("day", "slot_minutes", "break_minutes")}
        needed = {name for name, value in sent.items() if value is None} - {"location", "pass_stage_id"}
        after = {**kept, **hours, **{name: value for name, value in sent.items() if name not in needed}}
        criteria = [each.model_dump(mode="json") for each in before.criteria]
        if request.criteria is not None:
            given = _criteria(request.criteria, present=before.criteria)
            if given != criteria and before.has_scores:
                raise CriteriaInUseError
            criteria = given
        is_moved = any(after[name] != value for name, value in hours.items())
        if (is_moved or after["location"] != before.location) and found.state is not schemas.RoundState.DRAFT:
            raise RoundPublishedError
        await repository.change_round(unit.connection, round_id, {**after, "criteria": criteria}, company_id=company_id)
        if is_moved:
            await candidate_repository.unplace(unit.connection, company_id=company_id, round_id=round_id)
        if is_moved or after["location"] != before.location:
            await rebook(unit, round_id, before=before)
        changed = {name: value for name, value in after.items() if value != {**kept, **hours}[name]}
        shown = {name: str(value) for name, value in changed.items()} | {"criteria": len(criteria)}
        await record(unit, AuditAction.ROUND_CHANGED, round_id=round_id, name=after["name"], after=shown)
        return await read_detail(unit.connection, context, round_id)


async def delete_round(context: Context, *, round_id: UUID) -> None:
    """Raises NotFoundError, RoundPublishedError: it is no draft."""
    async with context.unit_of_work() as unit:
        found = await hold(unit, round_id)
        if found.state is not schemas.RoundState.DRAFT:
            raise RoundPublishedError("Only a draft can be deleted. Close the round instead.")
        await repository.delete_round(unit.connection, round_id, company_id=context.company_id)
        await record(
            unit, AuditAction.ROUND_DELETED, round_id=round_id, name=found.name, after={"day": found.day.isoformat()}
        )


async def publish_round(context: Context, request: schemas.VersionRequest, *, round_id: UUID) -> schemas.RoundDetail:
    """Tell panelists and candidates: by their bells, and candidates by mail. Repeated, it changes nothing.

    Raises what :func:`hold` does, ValidationFailedError: it has no candidates, or a panel no panelists;
    AnnouncementsUsedUpError: the company has written to as many people as a day allows.
    """
    of_round: OfRound = {"company_id": context.company_id, "round_id": round_id}
    async with context.unit_of_work() as unit:
        connection = unit.connection
        found = await hold(unit, round_id, version=request.version)
        if found.state is schemas.RoundState.DRAFT:
            people = sorted(await candidate_repository.list_people(connection, **of_round))
            panels = await repository.list_panels(connection, **of_round)
            if not (people and panels):
                raise ValidationFailedError(NO_ONE)
            if empty := [each.name for each in panels if not each.panelists]:
                raise ValidationFailedError(NO_PANELIST.format(empty[0]))
            await repository.set_state(
                connection, round_id, schemas.RoundState.PUBLISHED, company_id=context.company_id
            )
            await count_day(unit, await candidate_repository.count_mails(connection, **of_round))
            mails = await candidate_repository.invite(connection, **of_round)
            unit.enqueue(send_messages.task())
            body = f"{found.day.isoformat()}. See when and where, and say whether you come."
            title = "You have an interview"
            link = DASHBOARD
            notice = Notice(kind=NotificationKind.INTERVIEW, title=title, body=body, link=link, about=round_id)
            await add_unannounced(connection, notice, company_id=context.company_id, user_ids=people)
            panelists = {each.id for panel in panels for each in panel.panelists}
            after = {"people": len(people), "mails": mails, "panels": len(panels)}
            await record(unit, AuditAction.ROUND_PUBLISHED, round_id=round_id, name=found.name, after=after)
            announce_interviews(unit, sorted({*people, *panelists}))
        return await read_detail(connection, context, round_id)


async def close_round(context: Context, request: schemas.VersionRequest, *, round_id: UUID) -> schemas.RoundDetail:
    """Interviews that are under way end, and are scored. Raises what :func:`hold` does; a draft is deleted instead."""
    of_round: OfRound = {"company_id": context.company_id, "round_id": round_id}
    async with context.unit_of_work() as unit:
        found = await hold(unit, round_id, version=request.version, admits_closed=True)
        if found.state is schemas.RoundState.DRAFT:
            raise RoundPublishedError("A draft is deleted, not closed.")
        if found.state is not schemas.RoundState.CLOSED:
            await repository.set_state(
                unit.connection, round_id, schemas.RoundState.CLOSED, company_id=context.company_id
            )
            await day_repository.end_interviews(unit.connection, **of_round, by=context.user_id)
            await record(
                unit, AuditAction.ROUND_CLOSED, round_id=round_id, name=found.name, after={"day": found.day.isoformat()}
            )
            people = await candidate_repository.list_people(unit.connection, **of_round)
            members = await repository.list_members(unit.connection, **of_round)
            announce_interviews(unit, [*people, *{each["id"] for some in members.values() for each in some}])
            announce_day(unit, DayNews(round_id=round_id))
        return await read_detail(unit.connection, context, round_id)


def _criteria(
    given: Sequence[schemas.NewCriterion], *, present: Sequence[schemas.Criterion] = ()
) -> list[dict[str, str]]:
    known = {each.key for each in present}
    return [
        {"key": each.key if each.key in known else uuid4().hex[:8], "label": each.label}  # type: ignore[dict-item]
        for each in given
    ]


async def _refuse_stages(unit: Unit[Context], **stages: UUID | None) -> None:
    for field, stage_id in stages.items():
        if stage_id is not None and (
            await find_stage(unit.connection, company_id=unit.context.company_id, stage_id=stage_id) is None
        ):
            raise ValidationFailedError(errors={field: "Choose a stage"})
