"""Requests and responses of the calls on stages."""

from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, StrictBool

from server.people.fields.schemas import Version
from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import FormSchema, Moment, Needed, RequestSchema, ResponseSchema, Typed
from server.vocabulary.visible_text import text_problem, tidy

MOST_STAGES: Final = 20
LONGEST_NAME: Final = 60
LONGEST_TEXT: Final = 300
LONGEST_REASON: Final = 500
HAS_NO_WAY: Final = "Only applicants and trainees are in a stage"


class StageKind(OpenEnum):
    """ENTRY is the one in which applicants wait; WON and LOST end a way, and can be left like any other."""

    ENTRY = "entry"
    OPEN = "open"
    WON = "won"
    LOST = "lost"


class StageColour(OpenEnum):
    GREY = "grey"
    BLUE = "blue"
    VIOLET = "violet"
    TEAL = "teal"
    AMBER = "amber"
    LIME = "lime"
    GREEN = "green"
    RED = "red"


def _read_reason(typed: str | None) -> str | None:
    reason = tidy(typed or "")
    if problem := text_problem(reason):
        raise ValueError(problem)
    return reason or None


class _Texts(RequestSchema):
    """`publicName` is what the stage's people read; several stages may have the same one. Without it, it is the name.

    `publicText` says where they stand, `publicNext` what comes next.
    """

    public_name: Typed | None = None
    public_text: Typed | None = None
    public_next: Typed | None = None
    colour: StageColour | None = None
    for_accepted: Annotated[StrictBool | None, Field(description="true: accepted people come here")] = None


class CreateStageRequest(FormSchema, _Texts):
    """A company has one `entry` from the beginning, and never another."""

    name: Needed
    kind: StageKind = StageKind.OPEN


class ChangeStageRequest(_Texts):
    """What is missing stays as it is. `version` is that of the edited stage."""

    name: Typed | None = None
    version: Version


class OrderStagesRequest(RequestSchema):
    """`ids` are all stages that are not archived, in their new order."""

    ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_STAGES)]


class ArchiveStageRequest(RequestSchema):
    """`moveTo` is where the stage's people are moved. `version` is that of the stage as it was seen."""

    move_to: UUID | None = None
    version: Version


class ArchivedStage(ResponseSchema):
    job_id: UUID | None = Field(description="the job that moves the stage's people; null where there were none")


class MoveStageRequest(RequestSchema):
    """`from` is the stage that the caller has seen; null: none. A reason is one plain line."""

    stage_id: UUID
    seen: Annotated[UUID | None, Field(alias="from")]
    reason: Annotated[str | None, Field(max_length=LONGEST_REASON), AfterValidator(_read_reason)] = None


class StageName(ResponseSchema):
    id: UUID = Field(description="of the stage")
    name: str = Field(description="its name among colleagues")


class StageChoice(StageName):
    kind: StageKind
    colour: StageColour


class StageRecord(ResponseSchema):
    id: UUID
    name: str
    kind: StageKind
    position: int
    colour: StageColour
    public_name: str
    public_text: str
    public_next: str
    for_accepted: bool = Field(description="whether accepted people come here")
    people: int
    version: int


class StagesResponse(ResponseSchema):
    """The stages that are not archived, in their order."""

    stages: list[StageRecord]


class StageEntry(ResponseSchema):
    """A time in a stage. Who is there no longer has left it."""

    stage_id: UUID
    stage_name: str = Field(description="its present name")
    public_name: str = Field(description="what the person reads")
    entered_at: Moment
    left_at: Moment | None
    moved_by: str | None = Field(description="the name of who moved the person, where an account did that is there")
    reason: str | None


class StageEntries(ResponseSchema):
    """The last first."""

    entries: list[StageEntry]


class MovedEntry(ResponseSchema):
    entry: StageEntry


class WayStep(ResponseSchema):
    """`since` is null for what may come."""

    public_name: str
    since: Moment | None
    is_now: bool


class OwnWay(ResponseSchema):
    """It says where the caller stands in the words that the company has for its people, and in no others."""

    steps: list[WayStep]
    text: str = Field(description="where the caller stands; empty where the company says nothing of it")
    next: str = Field(description="what comes next; empty likewise")
    missing: list[str] = Field(description="keys of own fields that the caller fills in, and that are empty")


class WaySection(OwnWay):
    """The section of the dashboard."""

    kind: Literal["way"] = "way"
