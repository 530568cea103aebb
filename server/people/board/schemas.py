"""Requests and responses of the board of stages, and of the funnel."""

from datetime import date
from typing import Annotated
from uuid import UUID

from pydantic import Field

from server.people.list.list_schemas import FilterQuery
from server.platform.schemas import EMPTY_IS_NONE, Moment, QuerySchema, ResponseSchema


class BoardQuery(FilterQuery):
    """The filters of `GET /users`; people of other stages are those of `GET /users?stage=`."""


class BoardCard(ResponseSchema):
    id: UUID
    full_name: str
    code: str | None
    entered_at: Moment = Field(description="when the person came to the stage")


class BoardColumn(ResponseSchema):
    """`first` are the newest accounts."""

    id: UUID = Field(description="of the stage")
    people: int
    people_is_exact: bool = Field(description="false: there are more than are counted")
    first: list[BoardCard]


class Board(ResponseSchema):
    """The stages in their order, each with its people who match."""

    stages: list[BoardColumn]


class FunnelQuery(QuerySchema):
    """Days of the company's time zone, both included; without them the last 90. `batch`: who was ever in it."""

    since: Annotated[date | None, *EMPTY_IS_NONE, Field(alias="from")] = None
    until: Annotated[date | None, *EMPTY_IS_NONE, Field(alias="to")] = None
    batch: Annotated[UUID | None, *EMPTY_IS_NONE] = None


class LeftTo(ResponseSchema):
    stage_id: UUID
    people: int


class FunnelStep(ResponseSchema):
    """`reached`: people who came to the stage in these days; `now`: who was in it at the end of the last one.

    The days are those of people who came and left in these days: half of them stayed no longer than `medianDays`, and
    nine of ten no longer than `p90Days`. `leftTo`: where people went who left it in these days.
    """

    stage_id: UUID
    name: str
    reached: int
    now: int
    median_days: float | None
    p90_days: float | None
    left_to: list[LeftTo]


class Funnel(ResponseSchema):
    """It is made of the history, without moves that were taken back: a past day is shown as it was.

    Where many people are counted, it is kept for a while: `at` is when it was counted.
    """

    since: Annotated[date, Field(serialization_alias="from")]
    until: Annotated[date, Field(serialization_alias="to")]
    at: Moment
    steps: list[FunnelStep]
