"""Plan a round: what it is about, its publication and its end."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID, uuid4

from server.company.audit.record import AuditAction
from server.interviews import candidate_repository, day_repository, repository, schemas
from server.interviews.hold_rounds import RoundPublishedError, hold, invite, read_detail, record, tell
from server.interviews.interview_events import announce_interviews
from server.interviews.plan_panels import rebook
from server.people.stages.repository import find_stage
from server.placement.opening_repository import find_opening
from server.placement.schemas import OpeningState
from server.platform.errors import ConflictError, ValidationFailedError
from server.platform.services import Context, Unit
from server.vocabulary.duties import Act

NO_OPENING: Final = "Choose an open opening that you are on"
NO_ONE: Final = "Add candidates and at least one panel before you publish"
NO_PANELIST: Final = "Choose who sits on {}"
HOURS: Final = frozenset({"day", "slot_minutes", "break_minutes"})
REMOVABLE: Final = frozenset({"location", "pass_stage_id"})


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
        values = {**request.model_dump(), "criteria": _criteria(request.criteria)}
        round_id = await repository.add_round(unit.connection, company_id=context.company_id, **values)
        found = await hold(unit, round_id)
        await record(unit, AuditAction.ROUND_CREATED, found, day=found.day.isoformat())
        return await read_detail(unit.connection, context, round_id)


async def change_round(context: Context, request: schemas.ChangeRoundRequest, *, round_id: UUID) -> schemas.RoundDetail:
    """Raises what :func:`hold` does, RoundPublishedError, CriteriaInUseError, ValidationFailedError."""
    sent = request.model_dump(include=request.model_fields_set - {"version", "criteria"})
    sent = {name: value for name, value in sent.items() if value is not None or name in REMOVABLE}
    async with context.unit_of_work() as unit:
        found = await hold(unit, round_id, version=request.version)
        before = await read_detail(unit.connection, context, round_id)
        await _refuse_stages(unit, passStageId=sent.get("pass_stage_id"))
        if request.criteria is not None:
            criteria = _criteria(request.criteria, present=before.criteria)
            if before.has_scores and criteria != [dict(each) for each in before.criteria]:
                raise CriteriaInUseError
            sent["criteria"] = criteria
        changed = {name for name, value in sent.items() if value != getattr(before, name)}
        is_moved = not changed.isdisjoint(HOURS)
        if (is_moved or "location" in changed) and found.state is not schemas.RoundState.DRAFT:
            raise RoundPublishedError
        await repository.change_round(unit.connection, **found.key, **sent)
        if is_moved:
            await candidate_repository.unplace(unit.connection, **found.key)
        if is_moved or "location" in changed:
            await rebook(unit, round_id, before=before)
        shown = {name: str(sent[name]) for name in sorted(changed - {"criteria"})}
        criteria_now = len(sent.get("criteria", before.criteria))
        await record(unit, AuditAction.ROUND_CHANGED, found, **shown, criteria=criteria_now)
        return await read_detail(unit.connection, context, round_id)


async def delete_round(context: Context, *, round_id: UUID) -> None:
    """Raises NotFoundError, RoundPublishedError: it is no draft."""
    async with context.unit_of_work() as unit:
        found = await hold(unit, round_id)
        if found.state is not schemas.RoundState.DRAFT:
            raise RoundPublishedError("Only a draft can be deleted. Close the round instead.")
        await repository.delete_round(unit.connection, **found.key)
        await record(unit, AuditAction.ROUND_DELETED, found, day=found.day.isoformat())


async def publish_round(context: Context, request: schemas.VersionRequest, *, round_id: UUID) -> schemas.RoundDetail:
    """Tell panelists and candidates: by their bells, and candidates by mail. Repeated, it changes nothing.

    Raises what :func:`hold` does, ValidationFailedError: it has no candidates, or a panel no panelists;
    AnnouncementsUsedUpError: the company has written to as many people as a day allows.
    """
    async with context.unit_of_work() as unit:
        connection = unit.connection
        found = await hold(unit, round_id, version=request.version)
        if found.state is schemas.RoundState.DRAFT:
            people = sorted(await candidate_repository.list_people(connection, **found.key))
            panels = await repository.list_panels(connection, **found.key)
            if not (people and panels):
                raise ValidationFailedError(NO_ONE)
            if empty := [each.name for each in panels if not each.panelists]:
                raise ValidationFailedError(NO_PANELIST.format(empty[0]))
            await repository.change_round(connection, **found.key, state=schemas.RoundState.PUBLISHED)
            mails = await invite(unit, found, people)
            await record(unit, AuditAction.ROUND_PUBLISHED, found, people=len(people), mails=mails, panels=len(panels))
            announce_interviews(unit, {*people, *await repository.list_seated(connection, **found.key)})
        return await read_detail(connection, context, round_id)


async def close_round(context: Context, request: schemas.VersionRequest, *, round_id: UUID) -> schemas.RoundDetail:
    """Interviews that are under way end, and are scored. Raises what :func:`hold` does; a draft is deleted instead."""
    async with context.unit_of_work() as unit:
        connection = unit.connection
        found = await hold(unit, round_id, version=request.version, admits_closed=True)
        if found.state is schemas.RoundState.DRAFT:
            raise RoundPublishedError("A draft is deleted, not closed.")
        if found.state is not schemas.RoundState.CLOSED:
            await repository.change_round(connection, **found.key, state=schemas.RoundState.CLOSED)
            await day_repository.end_interviews(connection, **found.key, by=context.user_id)
            await record(unit, AuditAction.ROUND_CLOSED, found, day=found.day.isoformat())
            people = await candidate_repository.list_people(connection, **found.key)
            await tell(unit, found, {*people, *await repository.list_seated(connection, **found.key)})
        return await read_detail(connection, context, round_id)


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
