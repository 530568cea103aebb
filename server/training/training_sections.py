"""The sections of the dashboard about training: today's sessions, own batches, who is at risk, and own attendance."""

from datetime import date, datetime, time, timedelta
from typing import Any, Final, Literal
from uuid import UUID

from pydantic import Field

from server.platform.database.connections import Connection
from server.platform.process.clock import utc_now
from server.platform.schemas import PageQuery, ResponseSchema
from server.platform.services import Context
from server.training import attendance_repository, session_repository
from server.training.repository import list_attended, list_batches
from server.training.schemas import AttendedBatchItem, OwnSession, Standing, TrainingSession
from server.training.standing import stand
from server.vocabulary.duties import Act
from server.vocabulary.profiles import Profile

NEWEST: Final = PageQuery.model_validate({"pageSize": 10})
MOST_SESSIONS: Final = 10
# Sessions of so many days that were not marked are counted.
UNMARKED_DAYS: Final = 7


class TodaySection(ResponseSchema):
    """Today's sessions within reach by the company's calendar, and how many are running, not marked and marked."""

    kind: Literal["sessions"] = "sessions"
    day: date
    time_zone: str
    items: list[TrainingSession] = Field(description="at most ten by their start, those that have ended unmarked first")
    running: int
    not_marked: int = Field(description="ended today without attendance")
    marked: int
    sessions: int = Field(description="of the day, without cancelled ones")
    overdue: int = Field(description="ended without attendance since seven days ago, today included")


class TaughtBatchItem(ResponseSchema):
    """A batch of a trainer. `away`: people who were absent at each of its last three sessions."""

    id: UUID
    name: str
    people: int
    starts_on: date | None
    ends_on: date | None
    percent: float | None
    away: list[str]


class BatchesSection(ResponseSchema):
    """The newest ten batches that the caller teaches."""

    kind: Literal["batches"] = "batches"
    items: list[TaughtBatchItem]


class RiskBatchItem(ResponseSchema):
    id: UUID
    name: str
    people: int = Field(description="below the threshold")


class RiskSection(ResponseSchema):
    """People below the company's threshold, and the batches that have most of them."""

    kind: Literal["atRisk"] = "atRisk"
    threshold: int
    people: int
    is_exact: bool
    batches: list[RiskBatchItem]


class OwnBatchesSection(ResponseSchema):
    """The newest ten batches in which the caller is, without archived ones."""

    kind: Literal["ownBatches"] = "ownBatches"
    items: list[AttendedBatchItem]


class OwnAttendanceItem(Standing):
    batch_id: UUID
    batch_name: str


class OwnAttendanceSection(ResponseSchema):
    """How the caller stands in own batches, and the session that is now, or the next one."""

    kind: Literal["attendance"] = "attendance"
    threshold: int
    items: list[OwnAttendanceItem]
    next: OwnSession | None
    time_zone: str


async def today_section(connection: Connection, context: Context) -> TodaySection | None:
    """Today's sessions, for those who see batches."""
    duty = context.actor.duty(Act.TRAINING_VIEW)
    if duty.owner_id is None and not duty.is_company:
        return None
    now, zone = utc_now(), context.actor.zone
    day = now.astimezone(zone).date()
    since, until = (datetime.combine(each, time.min, tzinfo=zone) for each in (day, day + timedelta(days=1)))
    of_day: dict[str, Any] = {"duty": duty, "since": since, "until": until}
    earlier = since - timedelta(days=UNMARKED_DAYS)
    counted = await session_repository.count_day(connection, **of_day, earlier=earlier)
    items = await session_repository.list_today(connection, **of_day, limit=MOST_SESSIONS)
    shown = {"day": day, "time_zone": context.actor.time_zone, "items": items, **counted}
    return TodaySection.model_validate(shown)


async def batches_section(connection: Connection, context: Context) -> BatchesSection | None:
    """The batches of a trainer."""
    duty = context.actor.duty(Act.TRAINING_VIEW)
    if duty.owner_id is None:
        return None
    found, _ = await list_batches(connection, NEWEST, duty=duty)
    opened = [each for each in found if each.archived_at is None]
    ids = [each.id for each in opened]
    percents = await attendance_repository.percents_of(connection, ids, company_id=context.company_id)
    away = await attendance_repository.find_away(connection, ids, company_id=context.company_id)
    items = [
        TaughtBatchItem.model_validate({**vars(each), "percent": percents.get(each.id), "away": away.get(each.id, [])})
        for each in opened
    ]
    return BatchesSection(items=items)


async def risk_section(connection: Connection, context: Context) -> RiskSection | None:
    """People at risk, for those who manage batches."""
    duty = context.actor.duty(Act.TRAINING_VIEW)
    if not duty.is_company:
        return None
    rule = await attendance_repository.read_rule(connection, company_id=context.company_id)
    most = attendance_repository.MOST_COUNTED
    found = await attendance_repository.count_at_risk(connection, rule=rule, duty=duty, limit=NEWEST.page_size)
    people = found[0].total if found else 0
    return RiskSection(
        threshold=rule.attendance_threshold,
        people=min(people, most),
        is_exact=people <= most,
        batches=[RiskBatchItem.model_validate(dict(each)) for each in found],
    )


async def own_batches_section(connection: Connection, context: Context) -> OwnBatchesSection | None:
    """The batches of a trainee."""
    if context.actor.profile is not Profile.TRAINEE:
        return None
    found = await list_attended(connection, limit=NEWEST.page_size, **context.actor.key)
    return OwnBatchesSection(items=found)


async def own_attendance_section(connection: Connection, context: Context) -> OwnAttendanceSection | None:
    """The attendance of a trainee."""
    if context.actor.profile is not Profile.TRAINEE:
        return None
    key = context.actor.key
    rule = await attendance_repository.read_rule(connection, company_id=context.company_id)
    found = await attendance_repository.figures_of_person(connection, rule=rule, **key)
    return OwnAttendanceSection(
        threshold=rule.attendance_threshold,
        items=[
            OwnAttendanceItem(batch_id=each.batch_id, batch_name=each.batch_name, **stand(each, rule)) for each in found
        ],
        next=await session_repository.next_session(connection, **key),
        time_zone=rule.time_zone,
    )
