"""Requests and responses of the calls of who writes announcements."""

from datetime import datetime
from typing import Annotated, ClassVar, Final, Self
from uuid import UUID

from pydantic import AfterValidator, Field, StrictBool, StrictInt, model_validator

from server.messaging.announcements.schemas import LONGEST_BODY, LONGEST_TITLE, MailState
from server.people.account.schemas import AccountName
from server.people.bulk.schemas import LARGEST_CONFIRMED, BulkSelection, RefusedPeople
from server.people.fields.schemas import Version
from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import EMPTY_IS_NONE, Moment, Page, PageQuery, QuerySchema, RequestSchema, ResponseSchema
from server.vocabulary.visible_text import text_problem, tidy

MOST_DAYS_AHEAD: Final = 90
# What joins emoji and chooses their form is no letter of a word.
_OF_EMOJI: Final = {0x200D: None, 0xFE0F: None}


def _read_title(typed: str) -> str:
    title = tidy(typed)
    if problem := text_problem(title.translate(_OF_EMOJI)):
        raise ValueError(problem)
    if not title:
        raise ValueError("Please give the announcement a title")
    return title


def _read_body(typed: str) -> str:
    """Several lines; no more than one empty one in a row."""
    lines = list(map(tidy, typed.splitlines()))
    for number, line in enumerate(lines, start=1):
        if problem := text_problem(line.translate(_OF_EMOJI)):
            raise ValueError(f"Line {number}: {problem}")
    body = "\n".join(line for place, line in enumerate(lines) if line or (place and lines[place - 1])).strip("\n")
    if not body:
        raise ValueError("Please write the text")
    return body


class AnnouncementRequest(RequestSchema):
    """It goes to one of `select`, `batchId` and `stageId`: 60 seconds after it was sent, or at `publishAt`.

    `confirm` is the number of people that a dry run allows: needed from 1,000 on.
    """

    of_lines: ClassVar[frozenset[str]] = frozenset({"body"})

    select: BulkSelection | None = None
    batch_id: UUID | None = None
    stage_id: UUID | None = None
    title: Annotated[str, Field(max_length=LONGEST_TITLE), AfterValidator(_read_title)]
    body: Annotated[str, Field(max_length=LONGEST_BODY), AfterValidator(_read_body)]
    by_mail: StrictBool = False
    publish_at: datetime | None = None
    dry_run: StrictBool = False
    confirm: Annotated[StrictInt, Field(ge=0, le=LARGEST_CONFIRMED)] | None = None

    @model_validator(mode="after")
    def _names_one_audience(self) -> Self:
        if sum(each is not None for each in (self.select, self.batch_id, self.stage_id)) != 1:
            raise ValueError("Give one of select, batchId and stageId")
        if self.publish_at is not None and self.publish_at.tzinfo is None:
            raise ValueError("Give publishAt with its time zone")
        return self


class AnnouncementPreview(ResponseSchema):
    """What sending it would do now."""

    total: int = Field(description="people chosen")
    reached_in_product: int = Field(description="people who would get it on their dashboard")
    reached_by_mail: int = Field(description="people who would get a mail at once")
    waiting_for_digest: int = Field(
        description="people who have had three mails that day: theirs waits for the morning"
    )
    refused: list[RefusedPeople] = Field(description="people that it would not reach, by reason, most first")


class AnnouncementSent(ResponseSchema):
    id: UUID
    publish_at: Moment


class AnnouncementsQuery(PageQuery):
    batch: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    author: Annotated[UUID | None, *EMPTY_IS_NONE] = None


class AnnouncementRecord(ResponseSchema):
    """`total` are the recipients; of these have `seen` it on a screen, were `mailed`, or could not be (`failed`)."""

    id: UUID
    title: str
    audience: str = Field(description="to which people it was written, in words")
    batch_id: UUID | None
    author: AccountName | None
    by_mail: bool
    publish_at: Moment
    retracted_at: Moment | None
    created_at: Moment
    total: int
    seen: int
    mailed: int
    failed: int
    waiting: int = Field(description="recipients whose mails have not left yet")
    unreachable: int = Field(description="recipients who get no mail: they have no address, or want none")
    is_sending: bool = Field(description="whether recipients are still being added")
    can_retract: bool
    version: int


class AnnouncementDetail(AnnouncementRecord):
    body: str


class AnnouncementPage(Page[AnnouncementRecord]): ...


class RecipientState(OpenEnum):
    SEEN = "seen"
    UNSEEN = "unseen"
    MAILED = "mailed"
    FAILED = "failed"
    UNREACHABLE = "unreachable"


class RecipientsQuery(PageQuery):
    state: Annotated[RecipientState | None, *EMPTY_IS_NONE] = None


class RecipientsFileQuery(QuerySchema):
    state: Annotated[RecipientState | None, *EMPTY_IS_NONE] = None


class RecipientRow(ResponseSchema):
    user_id: UUID
    full_name: str
    email: str | None
    seen_at: Moment | None
    mail_state: MailState | None = Field(description="null: no mail goes to this person")
    mail_error: str | None = Field(description="why the mail failed")


class RecipientPage(Page[RecipientRow]): ...


class RetractRequest(RequestSchema):
    version: Version


class AgainTo(OpenEnum):
    UNSEEN = "unseen"


class AgainRequest(RequestSchema):
    to: AgainTo
    confirm: Annotated[StrictInt, Field(ge=0, le=LARGEST_CONFIRMED)] | None = None


class StopQuery(QuerySchema):
    """`code` stands in every mail of an announcement."""

    code: Annotated[str, Field(max_length=200)]
