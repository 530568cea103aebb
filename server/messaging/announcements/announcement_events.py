"""The events of announcements."""

from typing import Final
from uuid import UUID

from pydantic import Field

from server.platform.events import USER, CompanyRoom, Event
from server.platform.schemas import ResponseSchema

EVERYBODY: Final = CompanyRoom(name="company")


class AnnouncementNew(ResponseSchema):
    id: UUID = Field(description="of the announcement")
    title: str = Field(description="one line")


class AnnouncementsChanged(ResponseSchema):
    """It says only that there may be something to fetch, or that something was taken back."""


ANNOUNCEMENT_NEW: Final = Event(
    name="announcement:new",
    payload=AnnouncementNew,
    room=USER,
    to="every recipient of an announcement to at most 500 people",
    when="when it is published",
    rate="as it happens",
    lost="`GET /me/announcements` has it.",
)
ANNOUNCEMENTS_CHANGED: Final = Event(
    name="announcements:changed",
    payload=AnnouncementsChanged,
    room=EVERYBODY,
    to="all signed-in accounts of the company",
    when="when an announcement to more people is published, or one is taken back; clients wait up to 20 seconds, "
    "each another time, before they ask",
    rate="one for each announcement",
    lost="`GET /me/announcements` has it.",
)
