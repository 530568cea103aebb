"""Notify accounts: a stored row each, and an event to their open pages."""

from collections.abc import Collection
from functools import partial
from typing import Final
from uuid import UUID

from pydantic import Field

from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.repository import Notice, add_notification, find_administrators
from server.platform.events import USER, Event
from server.platform.schemas import Moment, ResponseSchema
from server.platform.services import ServiceWork


class NotificationNew(ResponseSchema):
    """A new notification, and how many are unread now."""

    id: UUID = Field(description="of the notification")
    kind: NotificationKind = Field(description="what it is about")
    title: str = Field(description="one line")
    body: str = Field(description="a sentence or two")
    link: str | None = Field(description="path of the client; null where there is nothing to see")
    created_at: Moment = Field(description="when")
    unread: int = Field(description="how many of the user's are unread now")


NOTIFICATION_NEW: Final = Event(
    name="notification:new",
    payload=NotificationNew,
    room=USER,
    to="every socket of the user",
    when="when the user gets a notification",
    rate="as it happens",
    lost="`GET /notifications` has it; the next event's `unread` is right again.",
)


async def notify(unit: ServiceWork, notice: Notice, *, company_id: UUID, user_ids: Collection[UUID]) -> None:
    """Within the caller's transaction; the events leave after its commit."""
    for added in await add_notification(unit.connection, notice, company_id=company_id, user_ids=user_ids):
        payload = NotificationNew.model_validate(added)
        unit.after_commit(partial(unit.services.publisher.publish, NOTIFICATION_NEW, to=added.user_id, payload=payload))


async def notify_administrators(unit: ServiceWork, notice: Notice, *, company_id: UUID) -> None:
    """The first hundred of the company, and once for what the notice is about."""
    people = await find_administrators(unit.connection, notice, company_id=company_id)
    await notify(unit, notice, company_id=company_id, user_ids=people)
