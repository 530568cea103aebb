from typing import Final, Literal, Self
from uuid import UUID

from pydantic import Field, model_validator

from server.messaging.notifications.kinds import NotificationKind
from server.platform.schemas import Moment, Page, RequestSchema, ResponseSchema

MOST_IDS: Final = 500
IDS_OR_ALL: Final = "Either ids or all has to be given"


class NotificationRecord(ResponseSchema):
    """`link` is a path of the client."""

    id: UUID
    kind: NotificationKind
    title: str
    body: str
    link: str | None
    created_at: Moment
    read_at: Moment | None


class NotificationPage(Page[NotificationRecord]):
    """`unread` counts all of the person's, not only those of the page."""

    unread: int


class ReadRequest(RequestSchema):
    """Some, by their ids, or all."""

    ids: list[UUID] | None = Field(default=None, min_length=1, max_length=MOST_IDS)
    all: Literal[True] | None = None

    @model_validator(mode="after")
    def _says_which(self) -> Self:
        if (self.ids is None) == (self.all is None):
            raise ValueError(IDS_OR_ALL)
        return self


class ReadAnswer(ResponseSchema):
    unread: int
