"""Read who is expected at a session, and take what phones send of who was there."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.http.idempotency.repository import IdempotencyKeyReusedError, IdempotentCall, once
from server.platform.process.clock import utc_now
from server.platform.services import Context, Unit
from server.training import attendance_repository, schemas, session_repository
from server.training.attendance_repository import MarkOutcome
from server.training.plan_sessions import (
    MOST_EXPECTED,
    BatchTooLargeError,
    SessionCancelledError,
    label_of,
    refuse_archived,
)
from server.training.session_events import announce_session
from server.vocabulary.duties import Act, Duty

# A trainer marks so long before a session without being too early, and after it without a reason.
EARLY: Final = timedelta(hours=1)
LATE: Final = timedelta(hours=48)
NEEDS_REASON: Final = "This session ended more than 48 hours ago: say why its attendance comes now"


class SheetDiffersError(ConflictError):
    message = "A sheet with this id was sent already, and it was another one."


class SessionNotBegunError(ConflictError):
    message = "This session has not begun yet. Its attendance can be taken from one hour before it starts."


async def read_roster(context: Context, *, session_id: UUID) -> schemas.Roster:
    """Raises NotFoundError: also where the batch is out of the caller's reach."""
    duty = context.actor.duty(Act.TRAINING_VIEW)
    async with context.services.database.reading() as connection:
        session = existing(await session_repository.find_session(connection, session_id, duty=duty))
        people = await attendance_repository.read_roster(connection, session, duty=duty)
    return schemas.Roster(
        session=session,
        people=people,
        is_late=is_late(session, duty),
        time_zone=context.actor.time_zone,
        server_time=utc_now(),
    )


async def mark_attendance(
    context: Context, request: schemas.AttendanceSheet, *, session_id: UUID
) -> schemas.SheetAnswer:
    """Store a sheet once. A mark that is no longer what the phone believed is not changed, and named.

    Raises:
        NotFoundError: the batch is out of the caller's reach, as for a trainer who no longer teaches it.
        SessionCancelledError, SessionNotBegunError: there is nothing to be marked.
        BatchArchivedError: trainers no longer mark the batch.
        BatchTooLargeError: it has too many people.
        ValidationFailedError: it comes late and has no reason.
        SheetDiffersError: another sheet has this id.
    """
    content = json.dumps(request.model_dump(mode="json"), sort_keys=True)
    call = IdempotentCall(
        **context.actor.key,
        path="/training/attendance",
        key=str(request.sheet_id),
        parts=(session_id.bytes, content.encode()),
    )
    async with context.unit_of_work() as unit:

        async def work() -> schemas.SheetAnswer:
            return await _mark(unit, request, session_id=session_id)

        try:
            return await once(unit.connection, work, call=call, answer=schemas.SheetAnswer, keys=context.services.keys)
        except IdempotencyKeyReusedError as reused:
            raise SheetDiffersError from reused


async def _mark(unit: Unit[Context], request: schemas.AttendanceSheet, *, session_id: UUID) -> schemas.SheetAnswer:
    now, duty = utc_now(), unit.context.actor.duty(Act.ATTENDANCE_MARK)
    unmarked = await attendance_repository.hold_unmarked(unit.connection, session_id, duty=duty)
    session = existing(await session_repository.find_session(unit.connection, session_id, duty=duty, locks=True))
    if session.state == schemas.TrainingState.CANCELLED:
        raise SessionCancelledError
    if session.starts_at > now + EARLY:
        raise SessionNotBegunError
    await refuse_closed(unit, session.batch_id, duty=duty)
    if is_late(session, duty) and request.reason is None:
        raise ValidationFailedError(errors={"reason": NEEDS_REASON})
    outcomes, marked = await write_marks(unit, session, request.marks, expected=unmarked, reason=request.reason)
    applied = _ids(outcomes, "applied")
    if marked is not session:
        await announce_session(unit, batch_id=session.batch_id, session=marked, people=applied)
    not_seen = []
    if marked.marked < marked.people:
        not_seen = await attendance_repository.list_unmarked(unit.connection, session, duty=duty)
    return schemas.SheetAnswer(
        applied=len(applied),
        unchanged=len(_ids(outcomes, "unchanged")),
        conflicts=[schemas.MarkConflict.model_validate(vars(each)) for each in outcomes if each.outcome == "conflict"],
        not_members=_ids(outcomes, "notMember"),
        not_seen=not_seen,
        figures=schemas.SheetFigures(people=marked.people, marked=marked.marked, present=marked.present),
        version=marked.version,
        received_at=now,
    )


async def refuse_closed(unit: Unit[Context], batch_id: UUID, *, duty: Duty) -> None:
    """Raises BatchArchivedError: trainers read an archived batch, and who marks for the company corrects it."""
    if duty.owner_id is not None:
        await refuse_archived(unit, batch_id)


def is_late(session: schemas.TrainingSession, duty: Duty) -> bool:
    return duty.owner_id is not None and session.ends_at + LATE < utc_now()


async def write_marks(
    unit: Unit[Context],
    session: schemas.TrainingSession,
    marks: Sequence[schemas.GivenMark],
    *,
    expected: Sequence[UUID],
    reason: str | None,
) -> tuple[list[MarkOutcome], schemas.TrainingSession]:
    """Give marks in a locked session; return what became of them, and the session as it is then.

    `expected` are held, and put on its roster. Raises BatchTooLargeError.
    """
    context, duty = unit.context, unit.context.actor.duty(Act.ATTENDANCE_MARK)
    is_first = session.taken_at is None
    added = await attendance_repository.add_rows(unit.connection, session, expected, duty=duty) if expected else 0
    if added + (0 if is_first else session.people) > MOST_EXPECTED:
        raise BatchTooLargeError
    outcomes = await attendance_repository.apply_marks(
        unit.connection, marks, session=session, duty=duty, by=context.user_id, reason=reason
    )
    changes = len(_ids(outcomes, "applied"))
    if not (changes or added or is_first):
        return outcomes, session
    figures = await attendance_repository.note_taken(
        unit.connection, session, by=context.user_id, company_id=context.company_id
    )
    taken = {"state": schemas.TrainingState.TAKEN, "version": session.version + 1, **dict(figures)}
    after = {"marks": changes, "present": figures.present, "people": figures.people}
    await record_act(
        unit,
        AuditAction.ATTENDANCE_MARKED,
        subject_id=session.id,
        subject_label=label_of(session, context),
        after=after if reason is None else {**after, "reason": reason},
    )
    return outcomes, session.model_copy(update=taken)


def _ids(outcomes: Sequence[MarkOutcome], outcome: str) -> list[UUID]:
    return [each.user_id for each in outcomes if each.outcome == outcome]
