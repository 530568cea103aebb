from typing import Final, Literal, Self
from uuid import UUID

from pydantic import Field, model_validator

from server.notifications.kinds import NotificationKind
from server.schemas import Moment, QuerySchema, RequestSchema, ResponseSchema

MOST_IDS: Final = 500
IDS_OR_ALL: Final = "Either ids or all has to be given"


class NotificationQuery(QuerySchema):
    page: int = Field(default=1, ge=1, le=1_000_000)
    page_size: int = Field(default=10, ge=1, le=1000)


class NotificationRecord(ResponseSchema):
    """`link` is a path of the client."""

    id: UUID
    kind: NotificationKind
    title: str
    body: str
    link: str | None
    created_at: Moment
    read_at: Moment | None


class NotificationPage(ResponseSchema):
    """`unread` counts all of the person's, not only those of the page."""

    data: list[NotificationRecord]
    page: int
    page_size: int
    total: int
    total_is_exact: bool
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
