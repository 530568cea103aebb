"""Requests and responses of the calls on training."""

from datetime import date
from typing import Annotated, Final
from uuid import UUID

from pydantic import Field

from server.people.batches.schemas import BatchFacts
from server.people.cards.schemas import Card
from server.platform.schemas import Page, RequestSchema, ResponseSchema

MOST_TRAINERS: Final = 20
Trainers = Annotated[list[UUID], Field(max_length=MOST_TRAINERS)]


class TrainingBatch(BatchFacts):
    """A batch as those who teach it see it."""

    trainers: list[Card] = Field(description="active trainers, by name")


class TrainingBatchPage(Page[TrainingBatch]):
    """The open ones first, the newest of them first."""


class CardPage(Page[Card]):
    """People by name."""


class AttendedBatchItem(ResponseSchema):
    id: UUID
    name: str
    location: str | None
    starts_on: date | None
    ends_on: date | None
    trainers: list[str] = Field(description="their names")


class TrainersRequest(RequestSchema):
    """Accounts whose profile is TRAINER. Who is in both lists is added."""

    add: Trainers = Field(default_factory=list)
    remove: Trainers = Field(default_factory=list)
