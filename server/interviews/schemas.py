"""Requests and responses of the calls on interviews."""

from enum import StrEnum
from typing import Annotated, ClassVar, Final, Self
from uuid import UUID

from pydantic import AfterValidator, Field, StrictBool, StrictInt, model_validator

from server.people.account.schemas import Version
from server.people.bulk.schemas import BulkSelection, RefusedPeople
from server.people.cards.schemas import Card
from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import (
    EMPTY_IS_NONE,
    LONGEST_FIELD,
    NOT_FILLED_IN,
    Moment,
    Page,
    PageQuery,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    ServerTime,
    only_if,
)
from server.training.schemas import Clock, Day, Line, Link
from server.vocabulary.visible_text import text_problem, tidy

MOST_CRITERIA: Final = 8
MOST_PANELS: Final = 100
MOST_PANELISTS: Final = 10
MOST_CANDIDATES: Final = 5_000
LONGEST_NOTE: Final = 2_000
Minutes = Annotated[StrictInt, Field(ge=5, le=240)]
Break = Annotated[StrictInt, Field(ge=0, le=120)]
Step = Annotated[StrictInt, Field(ge=1, le=4)]
Panelists = Annotated[list[UUID], Field(max_length=MOST_PANELISTS)]


def _note(typed: str) -> str:
    lines = list(map(tidy, typed.splitlines()))
    for line in lines:
        if problem := text_problem(line):
            raise ValueError(problem)
    return "\n".join(lines).strip("\n")


Named = Annotated[Line, only_if(bool, NOT_FILLED_IN)]
Note = Annotated[str, Field(max_length=LONGEST_NOTE), AfterValidator(_note)]


class RoundState(OpenEnum):
    """`running` begins with the first call of a panel."""

    DRAFT = "draft"
    PUBLISHED = "published"
    RUNNING = "running"
    CLOSED = "closed"


class PanelState(OpenEnum):
    """A paused panel calls no one; the queue of a closed one is for all."""

    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"


class InterviewState(OpenEnum):
    """`absent`: three times not there when called, and aside until a desk brings the person back."""

    WAITING = "waiting"
    CONFIRMED = "confirmed"
    DECLINED = "declined"
    CALLED = "called"
    IN_ROOM = "in_room"
    DONE = "done"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"


class PanelVerdict(OpenEnum):
    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


class NewCriterion(RequestSchema):
    """`key` is that of a criterion that stays; null: a new one."""

    key: Annotated[str | None, Field(max_length=16)] = None
    label: Named


class Criterion(ResponseSchema):
    key: str
    label: str


def _distinct(criteria: list[NewCriterion]) -> list[NewCriterion]:
    keys = [each.key for each in criteria if each.key is not None]
    labels = [each.label.casefold() for each in criteria if each.label is not None]
    if len({*keys}) < len(keys) or len({*labels}) < len(criteria):
        raise ValueError("Name each criterion once")
    return criteria


Criteria = Annotated[list[NewCriterion], Field(min_length=1, max_length=MOST_CRITERIA), AfterValidator(_distinct)]


class RoundRequest(RequestSchema):
    """`location` is the centre: places of panels are compared within it. Minutes are those of an interview."""

    name: Named
    location: Line = None
    day: Day
    slot_minutes: Minutes
    break_minutes: Break = 0
    criteria: Criteria
    stage_id: UUID | None = None
    pass_stage_id: UUID | None = None
    opening_id: UUID | None = Field(default=None, description="of an opening whose shortlist is interviewed")


class ChangeRoundRequest(RequestSchema):
    """What is missing stays as it is. `passStageId` null and an empty `location` remove theirs.

    Another day, length or break takes back all planned times; only a draft takes one. Criteria stay from the first
    score on.
    """

    name: Named | None = None
    location: Line = None
    day: Day | None = None
    slot_minutes: Minutes | None = None
    break_minutes: Break | None = None
    criteria: Criteria | None = None
    pass_stage_id: UUID | None = None
    version: Version


class VersionRequest(RequestSchema):
    version: Version


class RoundsQuery(PageQuery):
    day: Annotated[Day | None, *EMPTY_IS_NONE] = None
    opening: Annotated[UUID | None, *EMPTY_IS_NONE] = None


class RoundRecord(ResponseSchema):
    """`candidates` are those who have not declined and were not taken off; `placed` of them have a time."""

    id: UUID
    name: str
    location: str | None
    day: Day
    slot_minutes: int
    break_minutes: int
    criteria: list[Criterion]
    stage_id: UUID | None
    pass_stage_id: UUID | None
    opening_id: UUID | None
    opening_name: str | None
    state: RoundState
    panels: int
    candidates: int
    placed: int
    confirmed: int
    declined: int
    done: int
    has_scores: bool
    has_screen: bool = Field(description="whether there is a link for a hall screen")
    version: int


class RoundPage(Page[RoundRecord]):
    """The newest day first."""


class PanelInput(RequestSchema):
    """It sits from `from` to `to` on the day of its round, by the company's clock: 09:30."""

    name: Named
    place: Line = None
    link: Link = None
    first: Annotated[Clock, Field(alias="from")]
    last: Annotated[Clock, Field(alias="to")]
    panelists: Panelists = Field(default_factory=list)

    @model_validator(mode="after")
    def _ends_later(self) -> Self:
        if self.last <= self.first:
            raise ValueError("A panel ends later than it starts, on the same day")
        return self


class PanelsRequest(RequestSchema):
    panels: Annotated[list[PanelInput], Field(min_length=1, max_length=MOST_PANELS)]


class ChangePanelRequest(RequestSchema):
    """What is missing stays as it is. Other hours take back the planned times of the panel; only a draft takes them."""

    name: Named | None = None
    place: Line = None
    link: Link = None
    first: Annotated[Clock | None, Field(alias="from")] = None
    last: Annotated[Clock | None, Field(alias="to")] = None
    panelists: Panelists | None = None
    version: Version


class Panelist(ResponseSchema):
    id: UUID
    full_name: str


class PanelistsQuery(QuerySchema):
    search: Annotated[str, Field(max_length=100)] = ""


class FoundPanelists(ResponseSchema):
    """The first thirty, by name."""

    data: list[Panelist]


class PanelFacts(ResponseSchema):
    name: str
    place: str | None
    link: str | None
    first: str = Field(alias="from", description="by the company's clock: 09:30")
    last: str = Field(alias="to")


class PanelRecord(PanelFacts):
    id: UUID
    round_id: UUID
    state: PanelState
    panelists: list[Panelist] = Field(description="active ones, by name")
    slots: int
    queue: int = Field(description="people who wait for this panel")
    version: int


class RoundDetail(RoundRecord):
    panel_list: list[PanelRecord]
    time_zone: str
    server_time: ServerTime


class ReadPanel(PanelFacts):
    """A line of a file, as `POST …/panels` takes it."""

    panelists: list[UUID]


class PanelProblem(ResponseSchema):
    line: int
    text: str = Field(description="the cell, at most its first 60 characters")
    reason: str


class ReadPanels(ResponseSchema):
    """What a file says; nothing is stored. Lines with a problem are not among the panels."""

    panels: list[ReadPanel]
    problems: list[PanelProblem] = Field(description="the first fifty")


class CandidatesRequest(RequestSchema):
    """People as `POST /users/bulk` takes them; null: all who are shortlisted for the opening of the round.

    With `dryRun` no one is added.
    """

    select: BulkSelection | None = None
    dry_run: StrictBool = False


class CandidatesAdded(ResponseSchema):
    added: int
    unchanged: int = Field(description="people who are in the round already")
    refused: list[RefusedPeople]


class CandidatesQuery(PageQuery):
    """`search`: a part of the name or the code, or the ticket."""

    search: Annotated[str, Field(max_length=LONGEST_FIELD)] = ""
    state: Annotated[InterviewState | None, *EMPTY_IS_NONE] = None
    panel: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    unplaced: bool = False


class Candidate(ResponseSchema):
    """`person` is null where the account is deleted. `ticket` stands for people without a code."""

    id: UUID = Field(description="of the interview")
    person: Card | None
    ticket: int
    panel_id: UUID | None
    planned_at: Moment | None
    state: InterviewState
    here_at: Moment | None
    called_at: Moment | None
    absences: int
    version: int


class CandidatePage(Page[Candidate]):
    """People in the order of the queue."""


class FillRequest(RequestSchema):
    """Give a time to all who have none. With `dryRun` nothing is stored."""

    dry_run: StrictBool = False


class WhyLeft(OpenEnum):
    """`no_slot`: no time is free. `busy`: the person is elsewhere at each that is."""

    NO_SLOT = "no_slot"
    BUSY = "busy"


class Unplaced(ResponseSchema):
    interview_id: UUID
    user_id: UUID
    full_name: str
    why: WhyLeft


class FillAnswer(ResponseSchema):
    placed: int
    left: int
    unplaced: list[Unplaced] = Field(description="the first 500")
    ends_at: Moment | None = Field(description="when the last one who has a time is through")


class MoveRequest(RequestSchema):
    """Give `planned`, a time of the panel, before the day runs, or `place` in its queue, from 1 on, then.

    `panelId` null: any panel may call the person. Without `planned` and `place` the person is last.
    """

    panel_id: UUID | None
    planned: Clock | None = None
    place: Annotated[StrictInt, Field(ge=1, le=MOST_CANDIDATES)] | None = None
    version: Version


class DeskAct(StrEnum):
    """`back`: someone who is aside, or has declined, waits again, as the first. `withdraw`: is taken off."""

    HERE = "here"
    BACK = "back"
    WITHDRAW = "withdraw"


class DeskRequest(RequestSchema):
    act: DeskAct
    version: Version


class QueuedPerson(ResponseSchema):
    """Someone in a lane of the board."""

    id: UUID = Field(description="of the interview")
    full_name: str = Field(description="of the person")
    label: str = Field(description="the person's code, else the ticket with a # before it")
    state: InterviewState = Field(description="of the interview, now")
    is_here: bool = Field(description="whether the person, or a desk, has said so")
    planned_at: Moment | None = Field(description="the time that was planned")
    called_at: Moment | None = Field(description="when the panel has called the person")
    started_at: Moment | None = Field(description="when the person came into the room")
    version: int = Field(description="of the interview")


class InterviewMine(ResponseSchema):
    """A person's place in the queue, or who calls the person now."""

    id: UUID = Field(description="of the interview")
    state: InterviewState = Field(description="its state now")
    panel: str | None = Field(description="its name")
    place: str | None = Field(description="where the panel sits")
    place_in_queue: int | None = Field(description="1 is the next one; null: not waiting")
    expected_at: Moment | None = Field(description="when the interview is expected to begin")
    version: int = Field(description="of the interview")


class PanelLane(ResponseSchema):
    """A panel on the board of its round."""

    id: UUID = Field(description="of the panel")
    name: str = Field(description="of the panel")
    place: str | None = Field(description="where it sits")
    state: PanelState = Field(description="of the panel, now")
    current: QueuedPerson | None = Field(description="who is called, or in the room")
    next: list[QueuedPerson] = Field(description="the first three who wait for it")
    waiting: int = Field(description="people who wait for it")
    done: int = Field(description="people that it has met")
    behind_minutes: int = Field(description="how much later than planned the next one begins")
    version: int = Field(description="of the panel; the greater one counts")


class DayBoard(ResponseSchema):
    """What a round looks like on its day; the next free panel calls those `waiting`, by their place."""

    round_id: UUID = Field(description="of the round")
    state: RoundState = Field(description="of the round, now")
    lanes: list[PanelLane] = Field(description="the panels by name")
    waiting: list[QueuedPerson] = Field(description="for any panel; the first 100")
    waiting_count: int = Field(description="how many wait for any panel")
    aside: list[QueuedPerson] = Field(description="not there three times; the first 100")
    ends_at: Moment | None = Field(description="when the last who wait are expected to be through")
    version: int = Field(description="of the round")
    server_time: ServerTime


class OwnPanel(PanelFacts):
    id: UUID
    round_id: UUID
    round_name: str
    round_state: RoundState
    day: Day
    state: PanelState
    waiting: int
    done: int
    behind_minutes: int
    missing_scores: int = Field(description="people that the panel has met and the caller has not scored")


class PanelsOfCaller(ResponseSchema):
    """The caller's own panels, from the day before until a week after."""

    data: list[OwnPanel]
    server_time: ServerTime


class MetPerson(ResponseSchema):
    interview_id: UUID
    full_name: str
    label: str
    is_scored: bool = Field(description="by the caller")
    ended_at: Moment | None


class OwnScore(ResponseSchema):
    marks: dict[str, Step]
    verdict: PanelVerdict
    note: str | None
    sent_at: Moment


class CurrentCandidate(ResponseSchema):
    id: UUID = Field(description="of the interview")
    person: Card
    label: str
    state: InterviewState
    planned_at: Moment | None
    called_at: Moment | None
    started_at: Moment | None
    absences: int
    score: OwnScore | None = Field(description="the caller's own, where it is sent")
    version: int


class PanelView(ResponseSchema):
    """A panel as those who sit on it see it. `queue` are the next three, `met` the last hundred, the latest first."""

    panel: OwnPanel
    criteria: list[Criterion]
    current: CurrentCandidate | None
    queue: list[QueuedPerson]
    met: list[MetPerson]
    server_time: ServerTime


class NextRequest(RequestSchema):
    """`after`: the interview that the phone shows as current; null: none. Sending a `sheetId` again changes nothing."""

    after: UUID | None
    sheet_id: UUID


class CalledRequest(RequestSchema):
    """`interviewId`: of the person who is called."""

    interview_id: UUID
    sheet_id: UUID


class PanelStateRequest(RequestSchema):
    state: PanelState


class RestRequest(RequestSchema):
    """`to`: the panel that takes the queue; null: the next free one each time."""

    to: UUID | None


class ScoreRequest(RequestSchema):
    """Each criterion has a step from 1 to 4. A `reason` is needed to change what was sent."""

    of_lines: ClassVar[frozenset[str]] = frozenset({"note"})

    marks: Annotated[dict[Annotated[str, Field(max_length=16)], Step], Field(max_length=MOST_CRITERIA)]
    verdict: PanelVerdict
    note: Note = ""
    reason: Line = None


class PanelScore(OwnScore):
    panelist: str | None = Field(description="the name; null: the account is deleted")
    is_own: bool


class InterviewScores(ResponseSchema):
    """`isOpen`: all of the panel have sent, or the round is closed; until then only own ones are there."""

    interview_id: UUID
    criteria: list[Criterion]
    scores: list[PanelScore]
    is_open: bool
    missing: int = Field(description="panelists who have not sent")


class ResultOrder(StrEnum):
    """The highest first; `name` from A on."""

    MEAN = "mean"
    SPREAD = "spread"
    MISSING = "missing"
    NAME = "name"


class RoundResultsQuery(PageQuery):
    sort: ResultOrder = ResultOrder.MEAN
    verdict: Annotated[PanelVerdict | None, *EMPTY_IS_NONE] = None
    missing: bool = False


class ResultItem(ResponseSchema):
    """`mean` is of all marks, `means` of each criterion; `spread` is the difference of the highest and lowest mean."""

    interview_id: UUID
    person: Card | None
    ticket: int
    panel_name: str | None
    state: InterviewState
    mean: float | None
    means: dict[str, float]
    spread: float | None
    yes: int
    no: int
    maybe: int
    missing: int


class ResultPage(Page[ResultItem]):
    criteria: list[Criterion]
    pass_stage_id: UUID | None
    missing_scores: int = Field(description="of the round")


class ScreenLink(ResponseSchema):
    """`token` is answered once: the screen sends it with each call. It ends with the day of the round."""

    token: str
    ends_at: Moment


class ScreenRequest(RequestSchema):
    token: Annotated[str, Field(max_length=LONGEST_FIELD)]


class ScreenCall(ResponseSchema):
    """`label` is a code, or a ticket with a # before it; null: the panel has called no one."""

    panel: str
    place: str | None
    state: PanelState
    label: str | None
    called_at: Moment | None
    is_in_room: bool


class HallScreen(ResponseSchema):
    name: str
    day: Day
    state: RoundState
    calls: list[ScreenCall]
    server_time: ServerTime


class CandidateAnswer(OpenEnum):
    CONFIRM = "confirm"
    DECLINE = "decline"
    HERE = "here"


class AnswerRequest(RequestSchema):
    answer: CandidateAnswer


class OwnInterview(ResponseSchema):
    """`place_in_queue`, `expected_at` and `last_called` are there while the person waits.

    `asks` are the answers that may be given now.
    """

    id: UUID
    round_name: str
    location: str | None
    day: Day
    slot_minutes: int
    state: InterviewState
    panel: str | None
    place: str | None
    link: str | None
    planned_at: Moment | None
    expected_at: Moment | None
    place_in_queue: int | None
    last_called: str | None = Field(description="the label of the last one that the panel has called")
    label: str
    is_here: bool
    called_at: Moment | None
    asks: list[CandidateAnswer]
    version: int


class OwnInterviews(ResponseSchema):
    """Interviews of published rounds, from a week ago on; what is now or next first."""

    data: list[OwnInterview]
    time_zone: str
    server_time: ServerTime
