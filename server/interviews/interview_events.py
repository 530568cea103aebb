"""The events of interviews: what a candidate, a panel and a board see at once. All of them can be fetched."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from uuid import UUID

from pydantic import Field

from server.interviews.schemas import DayBoard, InterviewMine, PanelLane, PanelState
from server.platform.errors import TooManyRequestsError
from server.platform.events import USER, Event, Room
from server.platform.schemas import RequestSchema, ResponseSchema
from server.platform.services import Services, ServiceUnit
from server.vocabulary.profiles import Permission

BOARD_SECONDS: Final = 0.25


class TooManyWatchedError(TooManyRequestsError):
    message = "This page watches too many rounds, imports and jobs. Close some first."


class InterviewsChanged(ResponseSchema):
    """It says only that there is something new to fetch."""


class PanelChanged(ResponseSchema):
    id: UUID = Field(description="of the panel")
    round_id: UUID = Field(description="of its round")
    state: PanelState = Field(description="its state now")
    current: UUID | None = Field(description="the interview of who is called or in the room")
    version: int = Field(description="of the panel; the greater one counts")


class RoundBoard(ResponseSchema):
    round_id: UUID = Field(description="of the round")
    lane: PanelLane | None = Field(description="a panel as the board has it; null: several have changed")


# The sockets that watch the board of a round.
BOARD: Final = Room(name="round", permission=Permission.USER_VIEW)

INTERVIEW_MINE: Final = Event(
    name="interview:mine",
    payload=InterviewMine,
    room=USER,
    to="the candidate",
    when="at a call and after each change by others, and while among the next ten of a queue that has moved",
    rate="as it happens, for at most ten people of a panel and who is called",
    lost="`GET /me/interviews` answers the same; waiting clients ask every 60 seconds. The greater `version` counts.",
)
INTERVIEWS_CHANGED: Final = Event(
    name="interviews:changed",
    payload=InterviewsChanged,
    room=USER,
    to="the candidates and panelists of a round",
    when="after a round was published or closed, or a panel was changed; clients wait up to 20 seconds, each another "
    "time, before they ask",
    rate="one for each change",
    lost="`GET /me/interviews` and `GET /interviews/panels` have it.",
)
PANEL_CHANGED: Final = Event(
    name="panel:changed",
    payload=PanelChanged,
    room=USER,
    to="the panelists of the panel",
    when="after a call, an end, a pause or a change of the queue",
    rate="one for each change",
    lost="`GET /interviews/panels/{id}` answers the same. The greater `version` counts.",
)
ROUND_BOARD: Final = Event(
    name="round:board",
    payload=RoundBoard,
    room=BOARD,
    to="the sockets that watch the board of the round",
    when="after anything on the day has changed",
    rate="at most 4 a second for a round, one for each panel that has changed",
    lost="`round:watch` and `GET /interviews/rounds/{id}/board` answer the same.",
)


class WatchRound(RequestSchema):
    round_id: UUID = Field(description="of the round")


class WatchedBoard(ResponseSchema):
    snapshot: DayBoard = Field(description="the present board of the round")


@dataclass(frozen=True, kw_only=True)
class DayNews:
    """What a committed change of the day tells: candidates one by one, a panel's members, and a lane of the board."""

    round_id: UUID
    people: Sequence[tuple[UUID, InterviewMine]] = ()
    panels: Sequence[tuple[Sequence[UUID], PanelChanged]] = ()
    lanes: Sequence[PanelLane | None] = field(default=(None,))


def announce_day(unit: ServiceUnit, news: DayNews) -> None:
    """Publish it once the unit is committed, who was called first."""
    unit.after_commit(partial(_publish, unit.services, news))


async def _publish(services: Services, news: DayNews) -> None:
    for user_id, mine in news.people[:1]:
        await services.publisher.publish(INTERVIEW_MINE, to=user_id, payload=mine)
    # Boards are not kept waiting by the others where Redis hangs.
    for lane in news.lanes:
        _publish_lane(services, lane, round_id=news.round_id)
    for members, panel in news.panels:
        await services.publisher.publish_to_many(PANEL_CHANGED, to=members, payload=panel)
    for user_id, mine in news.people[1:]:
        await services.publisher.publish(INTERVIEW_MINE, to=user_id, payload=mine)


def _publish_lane(services: Services, lane: PanelLane | None, *, round_id: UUID) -> None:
    async def publish(newest: PanelLane | None) -> None:
        await services.publisher.publish(ROUND_BOARD, to=round_id, payload=RoundBoard(round_id=round_id, lane=newest))

    key = None if lane is None else lane.id
    services.coalescer.add(f"round:{round_id}", lane, key=key, publish=publish, every=BOARD_SECONDS)


def announce_interviews(unit: ServiceUnit, user_ids: Collection[UUID]) -> None:
    """Have candidates and panelists fetch what has changed."""
    publish = unit.services.publisher.publish_to_many
    unit.after_commit(partial(publish, INTERVIEWS_CHANGED, to=sorted(user_ids), payload=InterviewsChanged()))
