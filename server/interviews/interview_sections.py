"""The sections of the dashboard about interviews: own panels, own interviews, and the rounds that come."""

from datetime import date
from typing import Final, Literal
from uuid import UUID

from pydantic import Field

from server.interviews import day_repository, own_repository
from server.interviews.own_interviews import read_own
from server.interviews.schemas import InterviewState, OwnInterview, OwnPanel, QueuedPerson, RoundState
from server.platform.database.connections import Connection
from server.platform.process.clock import utc_now
from server.platform.schemas import Moment, ResponseSchema, ServerTime
from server.platform.services import Context
from server.vocabulary.duties import Act
from server.vocabulary.profiles import Profile

MOST_PANELS: Final = 10
OVER: Final = frozenset({InterviewState.DONE, InterviewState.DECLINED})


class PanelItem(OwnPanel):
    current: QueuedPerson | None = Field(description="who is called, or in the room")
    next: list[QueuedPerson] = Field(description="the first who waits")


class OwnPanelsSection(ResponseSchema):
    """The caller's panels of rounds that are not closed, and those with people who are not scored yet; at most ten."""

    kind: Literal["ownPanels"] = "ownPanels"
    items: list[PanelItem]
    time_zone: str
    server_time: ServerTime


class OwnInterviewsSection(ResponseSchema):
    """The caller's interviews that are not over."""

    kind: Literal["ownInterviews"] = "ownInterviews"
    items: list[OwnInterview]
    time_zone: str
    server_time: ServerTime


class RoundItem(ResponseSchema):
    id: UUID
    name: str
    day: date
    state: RoundState
    candidates: int
    waiting: int
    in_rooms: int = Field(description="called, or in a room")
    done: int
    aside: int
    missing_scores: int
    ends_at: Moment | None = Field(description="when the last who wait are expected to be through")


class RoundsSection(ResponseSchema):
    """Rounds of today and the next seven days, at most ten."""

    kind: Literal["rounds"] = "rounds"
    day: date
    items: list[RoundItem]
    time_zone: str


async def own_panels_section(connection: Connection, context: Context) -> OwnPanelsSection | None:
    """The panels of a panelist, and of others who sit on one."""
    duty = context.actor.duty(Act.INTERVIEW_SCORE)
    if duty.owner_id is None:
        return None
    found = await day_repository.list_own_panels(connection, duty=duty, limit=MOST_PANELS)
    shown = [each for each in found if each.round_state is not RoundState.CLOSED or each.missing_scores]
    if not shown and context.actor.profile is not Profile.INTERVIEW_PANELIST:
        return None
    found_lanes = await day_repository.read_lanes(
        connection, company_id=context.company_id, panel_ids=[each.id for each in shown]
    )
    lanes = {each.id: each for each in found_lanes}
    items = [
        PanelItem(**dict(each), current=lanes[each.id].current, next=lanes[each.id].next[:1])
        for each in shown
        if each.id in lanes
    ]
    return OwnPanelsSection(items=items, time_zone=context.actor.time_zone, server_time=utc_now())


async def own_interviews_section(connection: Connection, context: Context) -> OwnInterviewsSection | None:
    """The interviews of a candidate."""
    items = [each for each in await read_own(connection, context) if each.state not in OVER]
    if not items:
        return None
    return OwnInterviewsSection(items=items, time_zone=context.actor.time_zone, server_time=utc_now())


async def rounds_section(connection: Connection, context: Context) -> RoundsSection | None:
    """The rounds that come, for those who manage them."""
    duty = context.actor.duty(Act.ROUND_MANAGE)
    found = await own_repository.list_coming(connection, duty=duty) if context.actor.may(Act.ROUND_MANAGE) else []
    if not found:
        return None
    day = utc_now().astimezone(context.actor.zone).date()
    items = [RoundItem.model_validate(dict(each)) for each in found]
    return RoundsSection(day=day, items=items, time_zone=context.actor.time_zone)
