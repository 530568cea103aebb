"""Move people by hand: to another time, panel or place in a queue; and what a desk notes of them."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final
from uuid import UUID

import asyncpg

from server.interviews import candidate_repository, day_repository, repository, schemas
from server.interviews.candidate_repository import HeldInterview
from server.interviews.fill_rounds import as_candidates, slots_of
from server.interviews.hold_rounds import hold, invite
from server.interviews.interview_events import announce_interviews
from server.interviews.plan_panels import describe_clash
from server.interviews.repository import HeldPanel, HeldRound
from server.interviews.run_panels import board_of, tell_day
from server.people.account.people_repository import lock_users
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.services import Context, Unit

State = schemas.InterviewState
WAITING: Final = frozenset({State.WAITING, State.CONFIRMED})
BROUGHT_BACK: Final = frozenset({State.ABSENT, State.DECLINED, State.WITHDRAWN})
NO_SLOT: Final = "Choose a time at which this panel begins an interview"
SLOT_TAKEN: Final = "Another person has this time"
NOT_PLANNED: Final = "This round runs: choose a place in the queue instead of a time"
NOT_RUNNING: Final = "This round does not run yet: choose a time instead of a place"
NO_PANEL: Final = "Choose an open panel of this round"


class InterviewConflictError(ConflictError):
    """`current` is the candidate as it is now."""

    code = "edit_conflict"
    message = "This person was moved or called meanwhile. Check where the person is now."


class NotWaitingError(ConflictError):
    message = "This person does not wait any more."


async def move_candidate(context: Context, request: schemas.MoveRequest, *, interview_id: UUID) -> schemas.Candidate:
    """Who gets a time of a published round and had none is told of it.

    Raises what :func:`_hold` does, NotWaitingError, AnnouncementsUsedUpError, ValidationFailedError: the time is not
    the panel's, or taken.
    """
    async with context.unit_of_work() as unit:
        found, interview = await _hold(unit, interview_id, request.version, panel_id=request.panel_id)
        if interview.state not in WAITING:
            raise NotWaitingError
        if found.state is schemas.RoundState.RUNNING:
            if request.planned is not None:
                raise ValidationFailedError(errors={"planned": NOT_PLANNED})
            await day_repository.put_in_queue(
                unit.connection, interview, panel_id=request.panel_id, place=request.place
            )
        else:
            await _plan(unit, found, interview, request=request)
        return await _moved(unit, found, interview, what="moved")


async def _plan(
    unit: Unit[Context], found: HeldRound, interview: HeldInterview, *, request: schemas.MoveRequest
) -> None:
    connection, company_id = unit.connection, unit.context.company_id
    if request.place is not None:
        raise ValidationFailedError(errors={"place": NOT_RUNNING})
    await candidate_repository.free_person(connection, interview.id, company_id=company_id)
    if request.planned is None or request.panel_id is None:
        await day_repository.put_in_queue(connection, interview, panel_id=request.panel_id, place=None)
        return
    [panel] = (await repository.hold_panels(connection, **found.key, panel_ids=[request.panel_id])).values()
    zone = unit.context.actor.zone
    moments = [each for each in slots_of(found, panel) if each.astimezone(zone).time() == request.planned]
    if not moments:
        raise ValidationFailedError(errors={"planned": NO_SLOT})
    # Where clocks go back there may be two: the free one is meant.
    of_others = await candidate_repository.taken_slots(connection, **found.key) - {(panel.id, interview.planned_at)}
    moment = min(moments, key=lambda each: (panel.id, each) in of_others)
    wanted, length = {interview.id: (panel.id, moment)}, timedelta(minutes=found.slot_minutes)
    try:
        async with connection.transaction():
            placed = await candidate_repository.place_people(connection, wanted, company_id=company_id, length=length)
    except asyncpg.UniqueViolationError as taken:
        raise ValidationFailedError(errors={"planned": SLOT_TAKEN}) from taken
    if not placed:
        by = await candidate_repository.who_books(
            connection, f"u:{interview.user_id}", company_id=company_id, starts_at=moment, ends_at=moment + length
        )
        raise ValidationFailedError(errors={"planned": describe_clash(by, place=None)})
    if found.state is schemas.RoundState.PUBLISHED and interview.planned_at is None:
        await invite(unit, found, [interview.user_id])


async def act_at_desk(context: Context, request: schemas.DeskRequest, *, interview_id: UUID) -> schemas.Candidate:
    """Raises what :func:`_hold` does, NotWaitingError: the act is none of this state."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        found, interview = await _hold(unit, interview_id, request.version)
        connection = unit.connection
        if request.act is schemas.DeskAct.HERE:
            if interview.state in {State.DONE, State.WITHDRAWN}:
                raise NotWaitingError
            await day_repository.note_here(connection, interview_id, company_id=company_id)
        elif request.act is schemas.DeskAct.BACK:
            if interview.state not in BROUGHT_BACK:
                raise NotWaitingError
            await day_repository.set_interview_state(connection, interview, State.WAITING)
            place = 1 if found.state is schemas.RoundState.RUNNING else None
            panel_id = await _open_panel(unit, interview)
            await day_repository.put_in_queue(connection, interview, panel_id=panel_id, place=place)
        else:
            if interview.state is State.DONE:
                raise NotWaitingError
            await candidate_repository.free_person(connection, interview_id, company_id=company_id)
            await day_repository.set_interview_state(connection, interview, State.WITHDRAWN)
        return await _moved(unit, found, interview, what=request.act.value)


async def _open_panel(unit: Unit[Context], interview: HeldInterview) -> UUID | None:
    """The panel of who is brought back, where it still calls people; else any."""
    if interview.panel_id is None:
        return None
    panels = await repository.hold_panels(unit.connection, **interview.key, panel_ids=[interview.panel_id])
    return next((each.id for each in panels.values() if each.state is not schemas.PanelState.CLOSED), None)


async def move_rest(context: Context, request: schemas.RestRequest, *, panel_id: UUID) -> schemas.DayBoard:
    """Raises NotFoundError, RoundClosedError, ValidationFailedError: the other panel is closed, or it is a draft."""
    async with context.unit_of_work() as unit:
        connection = unit.connection
        found = await hold(
            unit, existing(await repository.round_of(connection, panel_id, company_id=context.company_id))
        )
        if found.state is schemas.RoundState.DRAFT:
            raise ValidationFailedError(NOT_RUNNING)
        ids = {panel_id} if request.to is None else {panel_id, request.to}
        panels = await repository.hold_panels(connection, **found.key, panel_ids=ids)
        if request.to is not None:
            refuse_closed_panel(panels, request.to, field="to")
        if request.to != panel_id:
            moved = await day_repository.move_queue(connection, **found.key, panel_id=panel_id, to=request.to)
            await repository.change_panels(connection, ids, company_id=context.company_id)
            announce_interviews(unit, moved)
            await tell_day(unit, found.id, panel_ids=ids)
        return await board_of(connection, context.actor, found.id)


async def _hold(
    unit: Unit[Context], interview_id: UUID, version: int, *, panel_id: UUID | None = None
) -> tuple[HeldRound, HeldInterview]:
    """A person of a round within reach: the round, the person, both panels and the row are locked, in this order.

    Raises NotFoundError, RoundClosedError, InterviewConflictError, ValidationFailedError: the panel is closed, or none
    of the round.
    """
    connection, company_id = unit.connection, unit.context.company_id
    seen = existing(await candidate_repository.find_interview(connection, interview_id, company_id=company_id))
    found = await hold(unit, seen.round_id, shares=True)
    await lock_users(connection, [seen.user_id])
    ids = {each for each in (seen.panel_id, panel_id) if each is not None}
    panels = await repository.hold_panels(connection, **found.key, panel_ids=ids)
    if panel_id is not None:
        refuse_closed_panel(panels, panel_id, field="panelId")
    held = existing(
        await candidate_repository.find_interview(connection, interview_id, company_id=company_id, locks=True)
    )
    if held.version != version:
        [current] = await as_candidates(connection, unit.context, [held])
        raise InterviewConflictError(met={"current": current.model_dump(mode="json", by_alias=True)})
    return found, held


def refuse_closed_panel(panels: Mapping[UUID, HeldPanel], panel_id: UUID, *, field: str) -> None:
    if panel_id not in panels or panels[panel_id].state is schemas.PanelState.CLOSED:
        raise ValidationFailedError(errors={field: NO_PANEL})


async def _moved(unit: Unit[Context], found: HeldRound, before: HeldInterview, *, what: str) -> schemas.Candidate:
    """Keep what has happened, tell it, and answer with the candidate as it is now."""
    connection, company_id = unit.connection, unit.context.company_id
    after = existing(await candidate_repository.find_interview(connection, before.id, company_id=company_id))
    places = [{"state": each.state.value, "panel": each.panel_id and str(each.panel_id)} for each in (before, after)]
    await day_repository.add_event(
        connection, before.id, what, **unit.context.actor.key, before=places[0], after=places[1]
    )
    panel_ids = {each for each in (before.panel_id, after.panel_id) if each is not None}
    await repository.change_panels(connection, panel_ids, company_id=company_id)
    await tell_day(unit, found.id, panel_ids=panel_ids, ids=[before.id])
    [candidate] = await as_candidates(connection, unit.context, [after])
    return candidate
