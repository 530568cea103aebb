"""The event about a new notification."""

from typing import Final
from uuid import UUID

from pydantic import Field

from server.messaging.notifications.kinds import NotificationKind
from server.platform.events import USER, Event
from server.platform.schemas import Moment, ResponseSchema


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
