"""Plan the sessions of a batch: one by one or by weekly hours, move them, cancel them. Times are the company's."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

import asyncpg

from server.company.audit.record import AuditAction, record_act
from server.people.batches.change_batches import BatchArchivedError
from server.people.batches.repository import hold_open_batch, is_batch_open
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.process.clock import utc_now
from server.platform.services import Context, Unit
from server.training import repository, schemas, session_repository
from server.training.session_events import announce_session
from server.vocabulary.duties import Act

MOST_DAYS: Final = 400
MOST_OF_BATCH: Final = 2_000
# So many people are on the roster of a session, and lines in a register.
MOST_EXPECTED: Final = 2_000
LONGEST_RANGE: Final = timedelta(days=MOST_DAYS)
LAST_DAY: Final = "Choose a last day that is not before the first, within two years"
NO_DAYS: Final = f"A pattern makes 1 to {MOST_DAYS} sessions: choose other days"
HOUR_TAKEN: Final = "The batch has a session at this hour already"

Hours = Mapping[date, tuple[datetime, datetime]]


class SessionConflictError(ConflictError):
    """`current` is the session as it is now."""

    code = "edit_conflict"
    message = "This session was changed meanwhile. Check the current version, then save again."


class SessionCancelledError(ConflictError):
    message = "This session was cancelled."


class SessionTakenError(ConflictError):
    message = "The attendance of this session was taken: its day and hours stay. Cancel it, and add another one."


class BatchTooLargeError(ConflictError):
    message = f"Sessions are for batches of at most {MOST_EXPECTED:,} people."


class TooManySessionsError(ConflictError):
    message = f"A batch has at most {MOST_OF_BATCH:,} sessions."


def _moments(context: Context, *, day: date, starts: time, ends: time) -> tuple[datetime, datetime]:
    zone = context.actor.zone
    starts_at, ends_at = (datetime.combine(day, each, tzinfo=zone).astimezone(UTC) for each in (starts, ends))
    # Where clocks go forward over the whole of it, both ends fall together.
    return starts_at, max(ends_at, starts_at + timedelta(minutes=1))


def _is_shifted(context: Context, day: date, starts: time) -> bool:
    """Whether the day has no such hour, because clocks go forward over it."""
    moment = datetime.combine(day, starts, tzinfo=context.actor.zone)
    return moment.astimezone(UTC).astimezone(context.actor.zone).replace(tzinfo=None) != moment.replace(tzinfo=None)


async def list_sessions(context: Context, *, query: schemas.SessionsQuery) -> schemas.TrainingSessionsResponse:
    """Raises ValidationFailedError: the days are too many, or end before they begin."""
    zone = context.actor.zone
    first = query.first or query.day or utc_now().astimezone(zone).date()
    last = query.last or query.day or first
    if not first <= last <= first + LONGEST_RANGE:
        raise ValidationFailedError(errors={"to": f"Choose at most {MOST_DAYS} days, the first one first"})
    since = datetime.combine(first, time.min, tzinfo=zone)
    until = datetime.combine(last + timedelta(days=1), time.min, tzinfo=zone)
    duty = context.actor.duty(Act.TRAINING_VIEW)
    async with context.services.database.reading() as connection:
        found = await session_repository.list_sessions(
            connection, duty=duty, since=since, until=until, batch_id=query.batch, unmarked=query.unmarked
        )
    return schemas.TrainingSessionsResponse(data=found, time_zone=context.actor.time_zone, server_time=utc_now())


async def add_session(context: Context, request: schemas.AddSessionRequest) -> schemas.PlannedSession:
    """Raises NotFoundError, BatchArchivedError, TooManySessionsError, ValidationFailedError: the hour is not free."""
    async with context.unit_of_work() as unit:
        batch = await _hold_batch(unit, request.batch_id)
        hours = {request.day: _free(context, day=request.day, starts=request.starts, ends=request.ends)}
        added = await session_repository.add_sessions(
            unit.connection, hours, company_id=context.company_id, batch_id=batch.id, about=_about(request)
        )
        if not added:
            raise ValidationFailedError(errors={"starts": HOUR_TAKEN})
        (session_id,) = added.values()
        after = {"sessions": 1, "first": request.day.isoformat()}
        await record_act(unit, AuditAction.SESSIONS_PLANNED, subject_id=batch.id, subject_label=batch.name, after=after)
        return await _planned(unit, session_id)


async def plan_pattern(context: Context, request: schemas.PatternRequest) -> schemas.PatternAnswer:
    """Make a session on each of these weekdays; return all days, with what becomes of each.

    Raises NotFoundError, BatchArchivedError, TooManySessionsError, ValidationFailedError: no day is left, or too many.
    """
    span = (request.until_day - request.from_day).days + 1
    if not 1 <= span <= 2 * MOST_DAYS:
        raise ValidationFailedError(errors={"untilDay": LAST_DAY})
    days = [request.from_day + timedelta(days=number) for number in range(span)]
    days = [day for day in days if day.isoweekday() in request.weekdays]
    if not 1 <= len(days) <= MOST_DAYS:
        raise ValidationFailedError(errors={"untilDay": NO_DAYS})
    hours: Hours = {day: _moments(context, day=day, starts=request.starts, ends=request.ends) for day in days}
    wanted: Hours = {day: hours[day] for day in days if day not in set(request.skipped)}
    weekly: dict[str, Any] = {
        "company_id": context.company_id,
        "batch_id": request.batch_id,
        "weekdays": sorted(set(request.weekdays)),
        "starts": request.starts,
        "ends": request.ends,
    }
    async with context.unit_of_work() as unit:
        batch = await _hold_batch(unit, request.batch_id)
        there = await session_repository.existing_days(unit.connection, hours=wanted, **weekly)
        new: Hours = {day: each for day, each in wanted.items() if day not in there}
        clashes = await session_repository.find_clashes(
            unit.connection, company_id=context.company_id, batch_id=batch.id, hours=list(new.values())
        )
        if new and not request.dry_run:
            pattern_id = await session_repository.hold_pattern(unit.connection, **weekly)
            of_batch = {"company_id": context.company_id, "batch_id": batch.id, "pattern_id": pattern_id}
            made = await session_repository.add_sessions(unit.connection, new, **of_batch, about=_about(request))
            # Another call may have made the same ones meanwhile.
            new = {day: each for day, each in new.items() if each[0] in made}
        if new and not request.dry_run:
            after = {"sessions": len(new), "first": min(new).isoformat(), "last": max(new).isoformat()}
            await record_act(
                unit, AuditAction.SESSIONS_PLANNED, subject_id=batch.id, subject_label=batch.name, after=after
            )
            await announce_session(unit, batch_id=batch.id)
    return schemas.PatternAnswer(
        days=[
            schemas.PatternDay(
                day=day,
                starts_at=starts_at,
                ends_at=ends_at,
                state=schemas.DayState("new" if day in new else "exists" if day in wanted else "skipped"),
                is_shifted=_is_shifted(context, day, request.starts),
            )
            for day, (starts_at, ends_at) in hours.items()
        ],
        created=0 if request.dry_run else len(new),
        clashes=clashes,
    )


async def change_session(
    context: Context, request: schemas.ChangeSessionRequest, *, session_id: UUID
) -> schemas.PlannedSession:
    """Raises what :func:`_lock_session` does, SessionTakenError and ValidationFailedError."""
    sent = request.model_dump(include=request.model_fields_set)
    async with context.unit_of_work() as unit:
        before = await _lock_session(unit, session_id, version=request.version)
        local = [each.astimezone(context.actor.zone) for each in (before.starts_at, before.ends_at)]
        day, starts, ends = (
            sent.get("day") or local[0].date(),
            sent.get("starts") or local[0].time(),
            sent.get("ends") or local[1].time(),
        )
        starts_at, ends_at = before.starts_at, before.ends_at
        if (day, starts, ends) != (local[0].date(), local[0].time(), local[1].time()):
            if before.state == schemas.TrainingState.TAKEN:
                raise SessionTakenError
            if ends <= starts:
                raise ValidationFailedError(errors={"ends": "A session ends later than it starts, on the same day"})
            starts_at, ends_at = _free(context, day=day, starts=starts, ends=ends)
        about = {name: sent.get(name, getattr(before, name)) for name in ("topic", "place", "link")}
        after = {"starts_at": starts_at, "ends_at": ends_at, **about}
        if changed := [name for name, value in after.items() if value != getattr(before, name)]:
            try:
                async with unit.connection.transaction():
                    await session_repository.change_session(
                        unit.connection, session_id, company_id=context.company_id, **after
                    )
            except asyncpg.UniqueViolationError as taken:
                raise ValidationFailedError(errors={"starts": HOUR_TAKEN}) from taken
            await _record(
                unit, AuditAction.SESSION_CHANGED, session=before, after={name: after[name] for name in changed}
            )
        return await _planned(unit, session_id)


async def cancel_session(
    context: Context, request: schemas.CancelSessionRequest, *, session_id: UUID
) -> schemas.TrainingSession:
    """Its people's figures are then as if it had never been planned; its marks are kept.

    Raises what :func:`_lock_session` does.
    """
    async with context.unit_of_work() as unit:
        before = await _lock_session(unit, session_id, version=request.version)
        people = await session_repository.cancel_session(
            unit.connection, session_id, company_id=context.company_id, reason=request.reason
        )
        await _record(unit, AuditAction.SESSION_CANCELLED, session=before, after={"reason": request.reason})
        return await _planned(unit, session_id, people=people)


async def _hold_batch(unit: Unit[Context], batch_id: UUID) -> repository.TaughtBatch:
    """Return a batch within reach that is open, and keep it so. Raises NotFoundError and the errors of its limits."""
    context = unit.context
    of_batch = {"company_id": context.company_id, "batch_id": batch_id}
    duty = context.actor.duty(Act.TRAINING_SCHEDULE)
    found = existing(await repository.find_batch(unit.connection, batch_id, duty=duty))
    if not await hold_open_batch(unit.connection, **of_batch):
        raise BatchArchivedError
    if found.people > MOST_EXPECTED:
        raise BatchTooLargeError
    if await session_repository.count_sessions(unit.connection, **of_batch) >= MOST_OF_BATCH:
        raise TooManySessionsError
    return found


async def refuse_archived(unit: Unit[Context], batch_id: UUID) -> None:
    if not await is_batch_open(unit.connection, company_id=unit.context.company_id, batch_id=batch_id):
        raise BatchArchivedError


async def _lock_session(unit: Unit[Context], session_id: UUID, *, version: int) -> schemas.TrainingSession:
    """Raises NotFoundError, SessionCancelledError, SessionConflictError, BatchArchivedError."""
    duty = unit.context.actor.duty(Act.TRAINING_SCHEDULE)
    found = existing(await session_repository.find_session(unit.connection, session_id, duty=duty, locks=True))
    if found.state == schemas.TrainingState.CANCELLED:
        raise SessionCancelledError
    if found.version != version:
        raise SessionConflictError(met={"current": found.model_dump(mode="json")})
    await refuse_archived(unit, found.batch_id)
    return found


def _free(context: Context, *, day: date, starts: time, ends: time) -> tuple[datetime, datetime]:
    """Raises ValidationFailedError: clocks go forward over this hour of the day."""
    if _is_shifted(context, day, starts) or _is_shifted(context, day, ends):
        raise ValidationFailedError(errors={"starts": "Clocks go forward on this day, and it has no such hour"})
    return _moments(context, day=day, starts=starts, ends=ends)


def _about(request: schemas.AddSessionRequest | schemas.PatternRequest) -> dict[str, str | None]:
    return {"topic": request.topic, "place": request.place, "link": request.link}


async def _planned(unit: Unit[Context], session_id: UUID, *, people: Sequence[UUID] = ()) -> schemas.PlannedSession:
    """Read the session as it is now, with its clashes, and tell pages that it has changed."""
    found = await _read(unit.connection, unit.context, session_id)
    await announce_session(unit, batch_id=found.batch_id, session=found, people=people)
    clashes: Sequence[schemas.Clash] = ()
    if found.state != schemas.TrainingState.CANCELLED:
        clashes = await session_repository.find_clashes(
            unit.connection,
            company_id=unit.context.company_id,
            batch_id=found.batch_id,
            hours=[(found.starts_at, found.ends_at)],
        )
    return schemas.PlannedSession(**dict(found), clashes=list(clashes))


async def _read(connection: Connection, context: Context, session_id: UUID) -> schemas.TrainingSession:
    duty = context.actor.duty(Act.TRAINING_VIEW)
    return existing(await session_repository.find_session(connection, session_id, duty=duty))


def label_of(session: schemas.TrainingSession, context: Context) -> str:
    """Name the session in the trail: by its batch, and its start by the company's clock."""
    return f"{session.batch_name}, {session.starts_at.astimezone(context.actor.zone):%Y-%m-%d %H:%M}"


async def _record(
    unit: Unit[Context], action: AuditAction, *, session: schemas.TrainingSession, after: Mapping[str, Any]
) -> None:
    shown = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in after.items()}
    label = label_of(session, unit.context)
    await record_act(unit, action, subject_id=session.id, subject_label=label, after=shown)
