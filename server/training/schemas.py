"""Requests and responses of the calls on training."""

from datetime import date
from typing import Annotated, Final
from uuid import UUID

from pydantic import Field

from server.people.cards.schemas import Card
from server.platform.schemas import Moment, Page, RequestSchema, ResponseSchema

MOST_TRAINERS: Final = 20
Trainers = Annotated[list[UUID], Field(max_length=MOST_TRAINERS)]


class TrainingBatch(ResponseSchema):
    """A batch as those who teach it see it."""

    id: UUID
    name: str
    code: str | None
    location: str | None
    starts_on: date | None
    ends_on: date | None
    archived_at: Moment | None
    people: int
    trainers: list[Card] = Field(description="active trainers, by name")


class TrainingBatchPage(Page[TrainingBatch]):
    """The open ones first, the newest of them first."""


class CardPage(Page[Card]):
    """People by name."""


class TrainersRequest(RequestSchema):
    """Accounts whose profile is TRAINER. Who is in both lists is added."""

    add: Trainers = Field(default_factory=list)
    remove: Trainers = Field(default_factory=list)
