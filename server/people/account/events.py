"""The event about a company's accounts: some of them have changed."""

from enum import StrEnum
from typing import Final
from uuid import UUID

from pydantic import Field

from server.platform.events import VIEWERS, Event
from server.platform.schemas import ResponseSchema

MAXIMUM_IDS: Final = 100


class UsersChangeKind(StrEnum):
    CREATED = "created"
    UPDATED = "updated"
    DELETED = "deleted"
    IMPORTED = "imported"


class UsersChanged(ResponseSchema):
    """`ids` is empty when more than a hundred changed: then everything may have."""

    kind: UsersChangeKind = Field(description="what was done")
    ids: list[UUID] = Field(
        default_factory=list,
        max_length=MAXIMUM_IDS,
        description="of the accounts; empty where more than a hundred changed: then everything may have",
    )


USERS_CHANGED: Final = Event(
    name="users:changed",
    payload=UsersChanged,
    room=VIEWERS,
    to="accounts of the company that may view users",
    when="after people were created, changed, deleted or imported, or the state of a single invitation changed",
    rate="at most 2 a second for a company, from all processes together; further changes are merged",
    lost="A list that is shown is fetched again after every connection.",
)
