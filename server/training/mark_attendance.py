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
from server.training.plan_sessions import SessionCancelledError, label_of
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
        is_late=_is_late(session, duty),
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
    context, now = unit.context, utc_now()
    duty = context.actor.duty(Act.ATTENDANCE_MARK)
    session = existing(await session_repository.find_session(unit.connection, session_id, duty=duty, locks=True))
    if session.state == schemas.TrainingState.CANCELLED:
        raise SessionCancelledError
    if session.starts_at > now + EARLY:
        raise SessionNotBegunError
    if _is_late(session, duty) and request.reason is None:
        raise ValidationFailedError(errors={"reason": NEEDS_REASON})
    await attendance_repository.write_roster(unit.connection, session, duty=duty)
    outcomes = await attendance_repository.apply_marks(
        unit.connection, request.marks, session=session, duty=duty, by=context.user_id, reason=request.reason
    )
    applied = _ids(outcomes, "applied")
    figures = schemas.SheetFigures(people=session.people, marked=session.marked, present=session.present)
    version = session.version
    if applied or session.taken_at is None:
        figures = await attendance_repository.note_taken(
            unit.connection, session, by=context.user_id, company_id=context.company_id
        )
        version += 1
        taken = {"state": schemas.TrainingState.TAKEN, "version": version, **dict(figures)}
        changed = session.model_copy(update=taken)
        await announce_session(unit, batch_id=session.batch_id, session=changed, people=applied)
        await _record(unit, changed, changes=len(applied), reason=request.reason)
    return schemas.SheetAnswer(
        applied=len(applied),
        unchanged=len(_ids(outcomes, "unchanged")),
        conflicts=[schemas.MarkConflict.model_validate(vars(each)) for each in outcomes if each.outcome == "conflict"],
        not_members=_ids(outcomes, "notMember"),
        not_seen=await attendance_repository.list_unmarked(unit.connection, session, duty=duty),
        figures=figures,
        version=version,
        received_at=now,
    )


def _is_late(session: schemas.TrainingSession, duty: Duty) -> bool:
    return duty.trainer_id is not None and session.ends_at + LATE < utc_now()


def _ids(outcomes: Sequence[MarkOutcome], outcome: str) -> list[UUID]:
    return [each.user_id for each in outcomes if each.outcome == outcome]


async def _record(unit: Unit[Context], session: schemas.TrainingSession, *, changes: int, reason: str | None) -> None:
    after = {"marks": changes, "present": session.present, "people": session.people}
    await record_act(
        unit,
        AuditAction.ATTENDANCE_MARKED,
        subject_id=session.id,
        subject_label=label_of(session, unit.context),
        after=after if reason is None else {**after, "reason": reason},
    )
