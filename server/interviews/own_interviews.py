"""A candidate's own interviews: where and when, how far the queue is, and what the person says to it."""

from uuid import UUID

from server.interviews import candidate_repository, day_repository, own_repository, repository, schemas
from server.interviews.run_panels import tell_day
from server.platform.database.connections import Connection, Row
from server.platform.errors import ConflictError, NotFoundError, existing
from server.platform.process.clock import utc_now
from server.platform.services import Context
from server.vocabulary.profiles import Profile

State = schemas.InterviewState
Answer = schemas.CandidateAnswer


class NotAskedError(ConflictError):
    message = "This cannot be answered now. Look at your interview again."


async def list_own(context: Context) -> schemas.OwnInterviews:
    async with context.services.database.reading() as connection:
        return await _answered(connection, context)


async def read_own(connection: Connection, context: Context) -> list[schemas.OwnInterview]:
    """Only trainees and applicants have any: others were candidates before they got their profile."""
    if context.actor.profile not in {None, Profile.TRAINEE}:
        return []
    found = await own_repository.list_own(connection, **context.actor.key)
    return [schemas.OwnInterview.model_validate({**each, "asks": _asks(each)}) for each in found]


def _asks(found: Row) -> list[schemas.CandidateAnswer]:
    if found.round_state == schemas.RoundState.CLOSED or found.state in {State.DONE, State.IN_ROOM}:
        return []
    asked = []
    if found.round_state == schemas.RoundState.PUBLISHED and found.state == State.WAITING:
        asked.append(Answer.CONFIRM)
    if found.state in {State.WAITING, State.CONFIRMED}:
        asked.append(Answer.DECLINE)
    if found.is_today and not found.is_here and found.state not in {State.DECLINED, State.WITHDRAWN}:
        asked.append(Answer.HERE)
    return asked


async def answer(context: Context, request: schemas.AnswerRequest, *, interview_id: UUID) -> schemas.OwnInterviews:
    """Repeated, it changes nothing. Raises NotFoundError, NotAskedError: it is too late, or too early."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        connection = unit.connection
        seen = existing(await candidate_repository.find_interview(connection, interview_id, company_id=company_id))
        if seen.user_id != context.user_id:
            raise NotFoundError
        await day_repository.read_state(connection, **seen.key, locks=True)
        panel_ids = [] if seen.panel_id is None else [seen.panel_id]
        await repository.hold_panels(connection, **seen.key, panel_ids=panel_ids)
        await candidate_repository.find_interview(connection, interview_id, company_id=company_id, locks=True)
        own = await own_repository.list_own(connection, **context.actor.key)
        found = existing(next((each for each in own if each.id == interview_id), None))
        if _is_said(found, request.answer):
            return await _answered(connection, context)
        if request.answer not in _asks(found):
            raise NotAskedError
        if request.answer is Answer.HERE:
            await day_repository.note_here(connection, interview_id, company_id=company_id)
        elif request.answer is Answer.CONFIRM:
            await day_repository.set_interview_state(connection, seen, State.CONFIRMED)
        else:
            await candidate_repository.free_person(connection, interview_id, company_id=company_id)
            await day_repository.set_interview_state(connection, seen, State.DECLINED)
        await day_repository.add_event(connection, interview_id, request.answer.value, **context.actor.key)
        await repository.change_panels(connection, panel_ids, company_id=company_id)
        await tell_day(unit, seen.round_id, panel_ids=panel_ids)
        return await _answered(connection, context)


def _is_said(found: Row, given: schemas.CandidateAnswer) -> bool:
    if given is Answer.HERE:
        return bool(found.is_here)
    return bool(found.state == (State.CONFIRMED if given is Answer.CONFIRM else State.DECLINED))


async def _answered(connection: Connection, context: Context) -> schemas.OwnInterviews:
    found = await read_own(connection, context)
    return schemas.OwnInterviews(data=found, time_zone=context.actor.time_zone, server_time=utc_now())
