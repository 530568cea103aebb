"""Announcements as their authors and their readers get them."""

from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import Field

from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import Moment, Page, RequestSchema, ResponseSchema

LONGEST_TITLE: Final = 120
LONGEST_BODY: Final = 4_000
MOST_SEEN: Final = 100


class MailState(OpenEnum):
    """The mail of one recipient. DIGEST waits for the one of the next morning; CANCELLED was taken back before."""

    QUEUED = "queued"
    DIGEST = "digest"
    SENT = "sent"
    FAILED = "failed"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


class OwnAnnouncement(ResponseSchema):
    id: UUID
    title: str
    body: str = Field(description="plain text of one or several lines")
    links: list[str] = Field(description="addresses in the body that lead to the company's own domains")
    author: str | None = Field(description="the name of who has written it; null once the account is deleted")
    published_at: Moment
    seen: bool


class OwnAnnouncements(Page[OwnAnnouncement]):
    """The announcements to the caller, the newest first. `byMail`: whether the caller gets them by mail too."""

    by_mail: bool


class SeenRequest(RequestSchema):
    """These were on the screen for two seconds."""

    ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_SEEN)]


class MailWish(RequestSchema):
    by_mail: bool


class AnnouncementsSection(ResponseSchema):
    """The section of the dashboard: what the caller has not seen, the newest first."""

    kind: Literal["announcements"] = "announcements"
    unseen: list[OwnAnnouncement]
    total: int = Field(description="how many there are that the caller has not seen")
