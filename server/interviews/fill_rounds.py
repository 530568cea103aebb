"""Put people into a round, and give them times without clashes."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction
from server.interviews import candidate_repository, repository, schemas
from server.interviews.candidate_repository import HeldInterview, ToPlace
from server.interviews.hold_rounds import RoundPublishedError, check_reach, hold, invite, people_of, record, tell
from server.interviews.interview_events import DayNews, announce_day
from server.interviews.repository import HeldPanel, HeldRound
from server.people.account.people_repository import lock_users
from server.people.bulk.control_job import selected
from server.people.bulk.repository import Selection
from server.people.bulk.schemas import RefusedPeople
from server.placement.candidates import enter_rounds
from server.platform.database.connections import Connection
from server.platform.database.query_plans import plan_for_values
from server.platform.errors import ValidationFailedError
from server.platform.services import Context, Unit
from server.vocabulary.duties import Act

MOST_TRIES: Final = 20
MOST_NAMED: Final = 500
NO_CHOICE: Final = "Choose people, or a round of an opening"
TOO_MANY_PEOPLE: Final = f"A round has at most {schemas.MOST_CANDIDATES:,} candidates"
REASONS: Final = {
    "not found": "Not found",
    "not shortlisted": "Not shortlisted for the opening",
    "inactive": "The account is inactive",
    "profile": "Only trainees and applicants are interviewed",
    "no application": "Has no open application",
}


async def add_candidates(
    context: Context, request: schemas.CandidatesRequest, *, round_id: UUID
) -> schemas.CandidatesAdded:
    """Raises NotFoundError, RoundClosedError, AnnouncementsUsedUpError; ValidationFailedError: they are too many."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        await plan_for_values(unit.connection)
        found = await hold(unit, round_id, shares=request.dry_run)
        people = await _chosen(unit, request, found)
        of_opening: dict[str, Any] = {"round_id": round_id, "opening_id": found.opening_id}
        groups = await candidate_repository.judge_people(unit.connection, people, **of_opening)
        new = sum(each.people for each in groups if each.why is None and not each.is_there)
        present = await candidate_repository.count_candidates(unit.connection, **found.key)
        if present + new > schemas.MOST_CANDIDATES:
            raise ValidationFailedError(errors={"select": TOO_MANY_PEOPLE})
        if not request.dry_run and new:
            added = await candidate_repository.add_candidates(unit.connection, people, **of_opening)
            new = len(added)
            if found.opening_id is not None:
                await enter_rounds(
                    unit, added, company_id=company_id, opening_id=found.opening_id, changed_by=context.user_id
                )
            if found.state is schemas.RoundState.RUNNING:
                # There are no times any more: these people wait from now on.
                await invite(unit, found, added)
            await record(unit, AuditAction.ROUND_CHANGED, found, candidates=new)
            announce_day(unit, DayNews(round_id=round_id))
    refused = [each for each in groups if each.why is not None]
    return schemas.CandidatesAdded(
        added=new,
        unchanged=sum(each.people for each in groups if each.why is None and each.is_there),
        refused=[
            RefusedPeople(reason=REASONS[each.why], count=each.people)
            for each in sorted(refused, key=lambda each: -each.people)
        ],
    )


async def _chosen(unit: Unit[Context], request: schemas.CandidatesRequest, found: HeldRound) -> Selection:
    """Raises ValidationFailedError: no one is chosen, or by a filter that reaches people hidden from the caller."""
    if request.select is None and found.opening_id is not None:
        return candidate_repository.shortlisted(company_id=unit.context.company_id)
    sees_all = unit.context.actor.duty(Act.ROUND_MANAGE).is_company
    if request.select is None or not (sees_all or request.select.filter is None):
        raise ValidationFailedError(errors={"select": NO_CHOICE})
    return await selected(unit, request.select)


async def list_candidates(context: Context, *, round_id: UUID, query: schemas.CandidatesQuery) -> schemas.CandidatePage:
    """Raises NotFoundError."""
    async with context.services.database.reading() as connection:
        await check_reach(connection, context, round_id)
        found, total = await candidate_repository.list_candidates(
            connection, query, company_id=context.company_id, round_id=round_id
        )
        rows = await as_candidates(connection, context, found)
    return schemas.CandidatePage.of(query, rows, total=total)


async def as_candidates(
    connection: Connection, context: Context, found: Sequence[HeldInterview]
) -> list[schemas.Candidate]:
    people = await people_of(connection, context, {each.user_id for each in found})
    return [schemas.Candidate.model_validate({**vars(each), "person": people.get(each.user_id)}) for each in found]


async def fill_round(context: Context, request: schemas.FillRequest, *, round_id: UUID) -> schemas.FillAnswer:
    """Give each person without a time the first that is free, in the order of their tickets.

    Of a published round they are told. Raises NotFoundError, RoundPublishedError: it runs already; RoundClosedError,
    AnnouncementsUsedUpError.
    """
    async with context.unit_of_work() as unit:
        connection = unit.connection
        await plan_for_values(connection)
        found = await hold(unit, round_id)
        length = timedelta(minutes=found.slot_minutes)
        if found.state is schemas.RoundState.RUNNING:
            raise RoundPublishedError("This round runs already: panels call who waits.")
        if not request.dry_run:
            await lock_users(connection, await candidate_repository.list_people(connection, **found.key))
        panels = [*(await repository.hold_panels(connection, **found.key)).values()]
        people = {each.id: each for each in await candidate_repository.list_to_place(connection, **found.key)}
        placed = dict[UUID, tuple[UUID, datetime]]()
        left, taken = list[schemas.Unplaced](), set[tuple[UUID, datetime]]()
        for _ in range(MOST_TRIES):
            taken = await candidate_repository.taken_slots(connection, **found.key)
            waiting = [each for each in people.values() if each.id not in placed]
            chosen, left = choose_slots(found, panels, people=waiting, taken=taken)
            if request.dry_run or not chosen:
                placed |= chosen
                break
            done = await candidate_repository.place_people(
                connection, chosen, company_id=context.company_id, length=length
            )
            placed |= {each: chosen[each] for each in done}
            if len(done) == len(chosen):
                break
            again = await candidate_repository.list_to_place(connection, **found.key)
            people |= {each.id: each for each in again}
        if placed and not request.dry_run:
            await repository.change_panels(
                connection, {each[0] for each in placed.values()}, company_id=found.company_id
            )
            await _tell_placed(unit, found, {people[each].user_id for each in placed})
    ends = max((moment + length for _, moment in (*placed.values(), *taken)), default=None)
    return schemas.FillAnswer(placed=len(placed), left=len(left), unplaced=left[:MOST_NAMED], ends_at=ends)


async def _tell_placed(unit: Unit[Context], found: HeldRound, user_ids: set[UUID]) -> None:
    await record(unit, AuditAction.ROUND_CHANGED, found, placed=len(user_ids))
    if found.state is schemas.RoundState.PUBLISHED:
        await invite(unit, found, user_ids)
    await tell(unit, found, user_ids)


def choose_slots(
    found: HeldRound, panels: Sequence[HeldPanel], *, people: Sequence[ToPlace], taken: set[tuple[UUID, datetime]]
) -> tuple[dict[UUID, tuple[UUID, datetime]], list[schemas.Unplaced]]:
    """(the panel and time of each interview; who is left, and why): each person the earliest free time."""
    free: dict[datetime, list[UUID]] = {}
    for panel in sorted(panels, key=lambda each: (each.name, each.id), reverse=True):
        for moment in slots_of(found, panel):
            if (panel.id, moment) not in taken:
                free.setdefault(moment, []).append(panel.id)
    free = dict(sorted(free.items()))
    length = timedelta(minutes=found.slot_minutes)
    placed, left = {}, []
    for person in people:
        fitting = (at for at in free if not any(at < to and begun < at + length for begun, to in person.busy))
        first = next(fitting, None)
        if first is None:
            why = schemas.WhyLeft.BUSY if free else schemas.WhyLeft.NO_SLOT
            left.append(
                schemas.Unplaced(interview_id=person.id, user_id=person.user_id, full_name=person.full_name, why=why)
            )
            continue
        placed[person.id] = free[first].pop(), first
        if not free[first]:
            del free[first]
    return placed, left


def slots_of(found: HeldRound, panel: HeldPanel) -> list[datetime]:
    """The times at which a panel begins interviews; a closed one has none."""
    if panel.state is schemas.PanelState.CLOSED:
        return []
    length, step = (timedelta(minutes=each) for each in (found.slot_minutes, found.slot_minutes + found.break_minutes))
    count = max(0, (panel.ends_at - panel.starts_at - length) // step + 1)
    return [panel.starts_at + number * step for number in range(count)]
