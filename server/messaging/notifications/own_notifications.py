"""What the bell shows its owner: list notifications, and mark them as read."""

from collections.abc import Collection
from typing import Final, Literal, Self
from uuid import UUID

from pydantic import Field, model_validator

from server.messaging.notifications import repository
from server.messaging.notifications.repository import NotificationRecord
from server.platform.schemas import Page, PageQuery, RequestSchema, ResponseSchema
from server.platform.services import Context

MOST_IDS: Final = 500


class NotificationPage(Page[NotificationRecord]):
    """`unread` counts all of the person's, not only those of the page."""

    unread: int


class ReadRequest(RequestSchema):
    """The request names some by their ids, or all."""

    ids: list[UUID] | None = Field(default=None, min_length=1, max_length=MOST_IDS)
    all: Literal[True] | None = None

    @model_validator(mode="after")
    def _says_which(self) -> Self:
        if (self.ids is None) == (self.all is None):
            raise ValueError("Either ids or all has to be given")
        return self


class ReadAnswer(ResponseSchema):
    unread: int


async def list_notifications(context: Context, *, query: PageQuery) -> NotificationPage:
    """One page of the caller's own, newest first."""
    own = context.actor.key
    async with context.services.database.reading() as connection:
        listed = await repository.list_notifications(connection, **own, offset=query.offset, limit=query.page_size)
        total, unread = await repository.count_notifications(connection, **own)
    return NotificationPage.of(query, listed, total=total, unread=unread)


async def mark_read(context: Context, *, ids: Collection[UUID] | None) -> int:
    """Mark these of the caller's notifications, or all (None); return how many are left unread."""
    async with context.services.unit_of_work() as unit:
        await repository.mark_read(unit.connection, **context.actor.key, ids=ids)
        _, unread = await repository.count_notifications(unit.connection, **context.actor.key)
    return unread
