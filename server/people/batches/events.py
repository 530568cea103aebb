"""The event about a company's batches: some of them, or their people, have changed."""

from enum import StrEnum
from typing import Final
from uuid import UUID

from pydantic import Field

from server.platform.events import VIEWERS, Event
from server.platform.schemas import ResponseSchema

MAXIMUM_IDS: Final = 100


class BatchesChangeKind(StrEnum):
    CREATED = "created"
    CHANGED = "changed"
    ARCHIVED = "archived"
    DELETED = "deleted"
    MEMBERS = "members"


class BatchesChanged(ResponseSchema):
    kind: BatchesChangeKind = Field(description="what was done; `members`: people were added or removed")
    ids: list[UUID] = Field(
        default_factory=list,
        max_length=MAXIMUM_IDS,
        description="of the batches; empty where more than a hundred changed: then each of them may have",
    )


BATCHES_CHANGED: Final = Event(
    name="batches:changed",
    payload=BatchesChanged,
    room=VIEWERS,
    to="accounts of the company that may view users",
    when="after batches were created, changed, archived or deleted, or people were added to them or removed",
    rate="at most 2 a second for a company, from all processes together; further changes are merged",
    lost="Batches that are shown are fetched again after every connection.",
)
