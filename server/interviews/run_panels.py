"""The day: panels call people one after the other, and all who look on see it."""

import json
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from typing import Final
from uuid import UUID

import asyncpg

from server.interviews import candidate_repository, day_repository, repository, schemas, score_repository
from server.interviews.candidate_repository import HeldInterview
from server.interviews.hold_rounds import RoundClosedError, people_of
from server.interviews.interview_events import DayNews, PanelChanged, announce_day, announce_interviews
from server.interviews.repository import HeldPanel, OfRound
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ForbiddenError, existing
from server.platform.http.idempotency.repository import IdempotencyKeyReusedError, IdempotentCall, once
from server.platform.process.clock import utc_now
from server.platform.schemas import RequestSchema
from server.platform.services import Context, Services, Unit
from server.training.mark_attendance import SheetDiffersError
from server.vocabulary.duties import Act
from server.vocabulary.identity import Actor

NEAREST: Final = 10
MOST_TRIES: Final = 5
# A code stands so long on the screen before its person counts as not there.
SHOWN_FOR: Final = timedelta(minutes=2)
MOST_ABSENCES: Final = 2
BACK: Final = 3


class PanelMovedOnError(ConflictError):
    """`current` is the panel as it is now."""

    message = "Another member of the panel was quicker. Here is who is called now."


class CalledJustNowError(ConflictError):
    message = "This person was called less than two minutes ago. Wait a little."


async def list_own(context: Context) -> schemas.PanelsOfCaller:
    async with context.services.database.reading() as connection:
        found = await day_repository.list_own_panels(connection, duty=context.actor.duty(Act.INTERVIEW_SCORE))
    return schemas.PanelsOfCaller(data=found, server_time=utc_now())


async def read_panel(context: Context, *, panel_id: UUID) -> schemas.PanelView:
    """Raises NotFoundError: also where the caller does not sit on it."""
    async with context.services.database.reading() as connection:
        return await view_of(connection, context, panel_id)


async def view_of(connection: Connection, context: Context, panel_id: UUID) -> schemas.PanelView:
    """Raises NotFoundError."""
    company_id = context.company_id
    panel = await _seat(connection, context, panel_id)
    [lane] = await day_repository.read_lanes(connection, company_id=company_id, panel_ids=[panel_id])
    current = None
    if lane.current is not None:
        held = existing(await candidate_repository.find_interview(connection, lane.current.id, company_id=company_id))
        people = await people_of(connection, context, {held.user_id})
        own = await score_repository.find_score(connection, held.id, **context.actor.key)
        shown = {**vars(held), "person": people[held.user_id], "label": lane.current.label, "score": own}
        current = schemas.CurrentCandidate.model_validate(shown)
    return schemas.PanelView(
        panel=panel,
        criteria=await score_repository.read_criteria(connection, panel.round_id, company_id=company_id),
        current=current,
        queue=lane.next,
        met=await score_repository.list_met(connection, panel_id, **context.actor.key),
        server_time=utc_now(),
    )


async def _seat(connection: Connection, context: Context, panel_id: UUID) -> schemas.OwnPanel:
    """Raises NotFoundError: the caller does not sit on this panel, or not at this time."""
    duty = context.actor.duty(Act.INTERVIEW_SCORE)
    found = await day_repository.list_own_panels(connection, duty=duty, panel_id=panel_id)
    return existing(found[0] if found else None)


async def call_next(context: Context, request: schemas.NextRequest, *, panel_id: UUID) -> schemas.PanelView:
    """End the present interview and call the next person, once for a sheet.

    Raises what :func:`_on_panel` does, PanelMovedOnError: the phone shows another person than there is.
    """

    async def work(unit: Unit[Context], panel: HeldPanel) -> None:
        current = await day_repository.find_current(unit.connection, panel.id, company_id=context.company_id)
        if (current and current.id) != request.after:
            await _refuse_moved_on(unit, panel.id)
        if current is not None:
            await _set_state(unit, current, schemas.InterviewState.DONE, what="done")
        await _call(unit, panel, besides=None)

    return await _on_panel(context, request, panel_id=panel_id, work=work)


async def begin_interview(context: Context, request: schemas.CalledRequest, *, panel_id: UUID) -> schemas.PanelView:
    """Raises what :func:`_on_panel` does, PanelMovedOnError."""

    async def work(unit: Unit[Context], panel: HeldPanel) -> None:
        current = await _current(unit, panel, expected=request.interview_id)
        if current.state is schemas.InterviewState.CALLED:
            await _set_state(unit, current, schemas.InterviewState.IN_ROOM, what="begun")

    return await _on_panel(context, request, panel_id=panel_id, work=work)


async def note_absent(context: Context, request: schemas.CalledRequest, *, panel_id: UUID) -> schemas.PanelView:
    """Put the person three places back, the third time aside, and call the next one.

    Raises what :func:`_on_panel` does, PanelMovedOnError, CalledJustNowError.
    """

    async def work(unit: Unit[Context], panel: HeldPanel) -> None:
        current = await _current(unit, panel, expected=request.interview_id)
        if current.called_at is not None and (left := current.called_at + SHOWN_FOR - utc_now()) > timedelta():
            raise CalledJustNowError(retry_after=int(left.total_seconds()) + 1)
        is_aside = current.absences >= MOST_ABSENCES
        state = schemas.InterviewState.ABSENT if is_aside else schemas.InterviewState.WAITING
        await _set_state(unit, current, state, what="absent")
        if not is_aside:
            await day_repository.put_in_queue(unit.connection, current, panel_id=panel.id, place=BACK + 1)
        await _call(unit, panel, besides=current.id)

    return await _on_panel(context, request, panel_id=panel_id, work=work)


async def _on_panel(
    context: Context,
    request: RequestSchema,
    *,
    panel_id: UUID,
    work: Callable[[Unit[Context], HeldPanel], Awaitable[None]],
) -> schemas.PanelView:
    """Do something for a locked panel, once for a sheet, and tell it.

    Raises NotFoundError: the caller does not sit on it, or not at this time; RoundClosedError; SheetDiffersError.
    """
    given = request.model_dump(mode="json")
    call = IdempotentCall(
        **context.actor.key,
        path=f"/interviews/{work.__qualname__.partition('.')[0]}",
        key=given["sheet_id"],
        parts=(panel_id.bytes, json.dumps(given, sort_keys=True).encode()),
    )
    async with context.unit_of_work() as unit:

        async def once_only() -> schemas.PanelView:
            panel = await hold_panel(unit, panel_id)
            await work(unit, panel)
            await repository.change_panels(unit.connection, [panel.id], company_id=context.company_id)
            await tell_day(unit, panel.round_id, panel_ids=[panel.id])
            return await view_of(unit.connection, context, panel_id)

        try:
            return await once(
                unit.connection, once_only, call=call, answer=schemas.PanelView, keys=context.services.keys
            )
        except IdempotencyKeyReusedError as reused:
            raise SheetDiffersError from reused


async def hold_panel(unit: Unit[Context], panel_id: UUID) -> HeldPanel:
    """An own panel, locked, of a round that runs from now on. Raises NotFoundError, RoundClosedError."""
    connection, company_id = unit.connection, unit.context.company_id
    round_id = (await _seat(connection, unit.context, panel_id)).round_id
    await day_repository.start_round(connection, round_id, company_id=company_id)
    await _hold_open(unit, round_id)
    duty = unit.context.actor.duty(Act.INTERVIEW_SCORE)
    return existing(await day_repository.hold_seat(connection, panel_id, duty=duty))


async def _hold_open(unit: Unit[Context], round_id: UUID) -> None:
    """Keep a round from being closed until the transaction ends. Raises NotFoundError, RoundClosedError."""
    of_round: OfRound = {"company_id": unit.context.company_id, "round_id": round_id}
    state = await day_repository.read_state(unit.connection, **of_round, locks=True)
    if existing(state) is schemas.RoundState.CLOSED:
        raise RoundClosedError


async def _call(unit: Unit[Context], panel: HeldPanel, *, besides: UUID | None) -> None:
    """Call the next one, where the panel is open. Unique indexes refuse who was called elsewhere meanwhile."""
    company_id, called = unit.context.company_id, None
    if panel.state is not schemas.PanelState.OPEN:
        return
    for _ in range(MOST_TRIES):
        try:
            async with unit.connection.transaction():
                called = await day_repository.call(unit.connection, panel, company_id=company_id, besides=besides)
            break
        except asyncpg.UniqueViolationError:
            continue
    if called is not None:
        await day_repository.add_event(unit.connection, called.id, "called", **unit.context.actor.key, after=panel.name)


async def _current(unit: Unit[Context], panel: HeldPanel, *, expected: UUID) -> HeldInterview:
    current = await day_repository.find_current(unit.connection, panel.id, company_id=unit.context.company_id)
    if current is None or current.id != expected:
        await _refuse_moved_on(unit, panel.id)
    return existing(current)


async def _refuse_moved_on(unit: Unit[Context], panel_id: UUID) -> None:
    view = await view_of(unit.connection, unit.context, panel_id)
    raise PanelMovedOnError(met={"current": view.model_dump(mode="json", by_alias=True)})


async def _set_state(
    unit: Unit[Context], interview: HeldInterview, state: schemas.InterviewState, *, what: str
) -> None:
    connection, states = unit.connection, {"before": interview.state.value, "after": state.value}
    await day_repository.set_interview_state(connection, interview, state, is_absence=what == "absent")
    await day_repository.add_event(connection, interview.id, what, **unit.context.actor.key, **states)


async def change_state(context: Context, request: schemas.PanelStateRequest, *, panel_id: UUID) -> schemas.PanelLane:
    """The queue of a panel that closes is for all. Who is called or in the room stays so.

    Raises NotFoundError, RoundClosedError, ForbiddenError: a panel closes itself never.
    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        connection = unit.connection
        round_id = existing(await repository.round_of(connection, panel_id, company_id=company_id))
        of_round: OfRound = {"company_id": company_id, "round_id": round_id}
        is_managed = await repository.may_manage(connection, round_id, duty=context.actor.duty(Act.ROUND_MANAGE))
        if not is_managed:
            await _seat(connection, context, panel_id)
        await _hold_open(unit, round_id)
        if request.state is schemas.PanelState.CLOSED and not is_managed:
            raise ForbiddenError
        held = await repository.hold_panels(connection, **of_round, panel_ids=[panel_id])
        if existing(held.get(panel_id)).state is not request.state:
            await repository.change_panels(connection, [panel_id], company_id=company_id, state=request.state)
            if request.state is schemas.PanelState.CLOSED:
                moved = await day_repository.move_queue(connection, **of_round, panel_id=panel_id, to=None)
                announce_interviews(unit, moved)
            await tell_day(unit, round_id, panel_ids=[panel_id])
        [lane] = await day_repository.read_lanes(connection, company_id=company_id, panel_ids=[panel_id])
        return lane


async def tell_day(
    unit: Unit[Context], round_id: UUID, *, panel_ids: Collection[UUID], ids: Collection[UUID] = ()
) -> None:
    """Tell who is called first, then the panels' members, the nearest who wait, these people, and boards."""
    connection, company_id = unit.connection, unit.context.company_id
    state = await day_repository.read_state(connection, company_id=company_id, round_id=round_id, locks=False)
    if state in {schemas.RoundState.DRAFT, None}:
        return
    lanes = await day_repository.read_lanes(connection, company_id=company_id, panel_ids=panel_ids)
    people = await day_repository.read_called(
        connection, company_id=company_id, panel_ids=panel_ids, ids=ids, nearest=NEAREST
    )
    members = await repository.list_members(connection, panel_ids, company_id=company_id)
    panels = []
    for lane in lanes:
        current = None if lane.current is None else lane.current.id
        changed = PanelChanged(id=lane.id, round_id=round_id, state=lane.state, current=current, version=lane.version)
        panels.append(([each.id for each in members.get(lane.id, ())], changed))
    pool_changed = [None] if ids else []
    announce_day(unit, DayNews(round_id=round_id, people=people, panels=panels, lanes=[*lanes, *pool_changed]))


async def read_board(context: Context, *, round_id: UUID) -> schemas.DayBoard:
    return await read_board_for(context.services, context.actor, round_id)


async def read_board_for(services: Services, actor: Actor, round_id: UUID) -> schemas.DayBoard:
    """Raises NotFoundError, ForbiddenError: the account manages no rounds."""
    if not actor.may(Act.ROUND_MANAGE):
        raise ForbiddenError
    async with services.database.reading() as connection:
        return await board_of(connection, actor, round_id)


async def board_of(connection: Connection, actor: Actor, round_id: UUID) -> schemas.DayBoard:
    """Raises NotFoundError."""
    found = existing(await repository.find_round(connection, round_id, duty=actor.duty(Act.ROUND_MANAGE)))
    of_round: OfRound = {"company_id": actor.company_id, "round_id": round_id}
    waiting, waiting_count = await day_repository.list_without_panel(connection, **of_round, is_aside=False)
    aside, _ = await day_repository.list_without_panel(connection, **of_round, is_aside=True)
    return schemas.DayBoard(
        round_id=round_id,
        state=found.state,
        lanes=await day_repository.read_lanes(connection, **of_round),
        waiting=waiting,
        waiting_count=waiting_count,
        aside=aside,
        ends_at=await day_repository.find_end(connection, **of_round),
        version=found.version,
        server_time=utc_now(),
    )
