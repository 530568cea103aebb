"""Requests and responses of the calls on training."""

from datetime import date, time
from enum import StrEnum
from typing import Annotated, Final, Self
from uuid import UUID

from pydantic import AfterValidator, Field, StrictInt, model_validator

from server.people.account.schemas import Version
from server.people.batches.schemas import BatchFacts
from server.people.cards.schemas import Card
from server.people.stages.schemas import StageChoice
from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import (
    EMPTY_IS_NONE,
    LONGEST_FIELD,
    Moment,
    Page,
    PageQuery,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    ServerTime,
)
from server.vocabulary.visible_text import label_problem, text_problem, tidy

MOST_TRAINERS: Final = 20
# One phone marks at most so many people of a batch.
MOST_MARKS: Final = 500
LONGEST_LINE: Final = 200
Trainers = Annotated[list[UUID], Field(max_length=MOST_TRAINERS)]


def _line(value: str) -> str | None:
    """One plain line; an empty one is none."""
    text = tidy(value)
    problem = f"At most {LONGEST_LINE} characters" if len(text) > LONGEST_LINE else text and label_problem(text)
    if problem:
        raise ValueError(problem)
    return text or None


def _reason(value: str) -> str:
    if (text := _line(value)) is None:
        raise ValueError("Say why the session is cancelled")
    return text


def _clock(value: time) -> time:
    """An hour with a zone of its own is none of the company's clock."""
    if value.tzinfo is not None:
        raise ValueError("Please enter a time such as 09:30")
    return value


def _link(value: str) -> str | None:
    text = value.strip()
    if text and (not text.startswith("https://") or len(text) > LONGEST_FIELD or text_problem(text)):
        raise ValueError("Please enter a web address that starts with https://")
    return text or None


Line = Annotated[Annotated[str, Field(max_length=LONGEST_FIELD)], AfterValidator(_line)] | None
Link = Annotated[Annotated[str, Field(max_length=LONGEST_FIELD)], AfterValidator(_link)] | None
# An empty one stays empty.
Note = Annotated[Annotated[str, Field(max_length=LONGEST_FIELD)], AfterValidator(lambda text: _line(text) or "")] | None
Reason = Annotated[str, Field(min_length=1, max_length=LONGEST_LINE), AfterValidator(_reason)]
# Far from the ends of the calendar, where a day has no other one beside it and none in another zone.
Day = Annotated[date, Field(ge=date(2000, 1, 1), le=date(2199, 12, 31))]
Clock = Annotated[time, AfterValidator(_clock)]


class TrainingBatch(BatchFacts):
    """A batch as those who teach it see it."""

    trainers: list[Card] = Field(description="active trainers, by name")


class TrainingBatchPage(Page[TrainingBatch]):
    """The open ones first, the newest of them first."""


class StagedCard(Card):
    stage_id: UUID | None = Field(description="the one of `stages` in which the person is; else null")


class CardPage(Page[StagedCard]):
    """People by name. `stages` are those between which the caller may move them; none where the caller may not."""

    stages: list[StageChoice]


class AttendedBatchItem(ResponseSchema):
    id: UUID
    name: str
    location: str | None
    starts_on: date | None
    ends_on: date | None
    trainers: list[str] = Field(description="their names")


class TrainersRequest(RequestSchema):
    """Accounts whose profile is TRAINER. Who is in both lists is added."""

    add: Trainers = Field(default_factory=list)
    remove: Trainers = Field(default_factory=list)


class TrainingState(OpenEnum):
    PLANNED = "planned"
    TAKEN = "taken"
    CANCELLED = "cancelled"


class SessionsQuery(QuerySchema):
    """The sessions of a day, or of the days `from` to `to`; without either those of today.

    Days are those of the company's calendar.
    """

    day: Annotated[Day | None, *EMPTY_IS_NONE] = None
    batch: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    first: Annotated[Day | None, *EMPTY_IS_NONE] = Field(default=None, alias="from")
    last: Annotated[Day | None, *EMPTY_IS_NONE] = Field(default=None, alias="to")
    unmarked: Annotated[bool, Field(description="only those that have ended without attendance")] = False


class Hours(RequestSchema):
    """It lasts from `starts` to `ends` on one day, by the company's clock: 09:30."""

    starts: Clock
    ends: Clock

    @model_validator(mode="after")
    def _ends_later(self) -> Self:
        if self.ends <= self.starts:
            raise ValueError("A session ends later than it starts, on the same day")
        return self


class AddSessionRequest(Hours):
    batch_id: UUID
    day: Day
    topic: Line = None
    place: Line = None
    link: Link = None


class PatternRequest(Hours):
    """Weekly sessions. Weekdays are numbers, 1 is Monday; `skipped` are days without one, such as holidays.

    With `dryRun` nothing is made: the answer has the days.
    """

    batch_id: UUID
    weekdays: Annotated[list[Annotated[StrictInt, Field(ge=1, le=7)]], Field(min_length=1, max_length=7)]
    from_day: Day
    until_day: Day
    skipped: Annotated[list[date], Field(max_length=400)] = Field(default_factory=list)
    topic: Line = None
    place: Line = None
    link: Link = None
    dry_run: bool = False


class ChangeSessionRequest(RequestSchema):
    """What is missing stays as it is; an empty text removes one. `version`: of the edited session."""

    day: Day | None = None
    starts: Clock | None = None
    ends: Clock | None = None
    topic: Line = None
    place: Line = None
    link: Link = None
    version: Version


class CancelSessionRequest(RequestSchema):
    reason: Reason
    version: Version


class OwnSession(ResponseSchema):
    """A session as the people of its batch see it."""

    id: UUID
    batch_id: UUID
    batch_name: str
    starts_at: Moment
    ends_at: Moment
    topic: str | None
    place: str | None
    link: str | None
    state: TrainingState


class TrainingSession(OwnSession):
    """A session as those who teach or manage its batch see it."""

    reason: str | None = Field(description="why it was cancelled")
    people: int = Field(description="on its roster; before it is taken those who are in the batch")
    marked: int
    present: int = Field(description="who was there, on time or late")
    taken_at: Moment | None
    taken_by: str | None = Field(description="the name of who sent the first sheet, where the account is there")
    version: int


class TrainingSessionsResponse(ResponseSchema):
    data: list[TrainingSession] = Field(description="by their start, at most 500")
    time_zone: str = Field(description="the company's")
    server_time: ServerTime


class Clash(ResponseSchema):
    """A trainer of the batch who teaches another one at the same time."""

    trainer: str
    batch_name: str
    starts_at: Moment


class PlannedSession(TrainingSession):
    clashes: list[Clash] = Field(description="at most 20: a warning, and no more")


class DayState(OpenEnum):
    """`exists`: the batch has a session at this hour, or had one of this pattern that was cancelled."""

    NEW = "new"
    SKIPPED = "skipped"
    EXISTS = "exists"


class PatternDay(ResponseSchema):
    day: date
    starts_at: Moment
    ends_at: Moment
    state: DayState
    is_shifted: bool = Field(description="clocks go forward at this hour: the session is an hour later")


class PatternAnswer(ResponseSchema):
    days: list[PatternDay]
    created: int
    clashes: list[Clash] = Field(description="at most 20: a warning, and no more")


class Mark(StrEnum):
    PRESENT = "present"
    LATE = "late"
    ABSENT = "absent"
    EXCUSED = "excused"


class GivenMark(RequestSchema):
    """A mark, and what the phone believed it to be; null: none yet.

    An empty note removes the present one, which stays where `note` is missing or null.
    """

    user_id: UUID
    mark: Mark
    was: Mark | None = None
    note: Note = None


class AttendanceSheet(RequestSchema):
    """What one phone has marked. Its `sheetId` is made there, so that sending it again counts once.

    `seen`: the version of the session that it was made of. `reason`: why it comes late, where it does.
    """

    sheet_id: UUID
    marks: Annotated[list[GivenMark], Field(min_length=1, max_length=MOST_MARKS)]
    seen: Version
    reason: Line = None

    @model_validator(mode="after")
    def _names_each_once(self) -> Self:
        if len({each.user_id for each in self.marks}) < len(self.marks):
            raise ValueError("A sheet names each person once")
        return self


class RosterPerson(Card):
    mark: Mark | None
    note: str | None
    marked_by: str | None
    received_at: Moment | None


class Roster(ResponseSchema):
    """Who is expected, by name, with the marks so far. `isLate`: marking needs a reason by now."""

    session: TrainingSession
    people: list[RosterPerson]
    is_late: bool
    time_zone: str
    server_time: ServerTime


class MarkConflict(ResponseSchema):
    """A mark that another one has given meanwhile, and that stays."""

    user_id: UUID
    yours: Mark
    theirs: Mark | None
    by: str | None
    at: Moment | None


class SheetFigures(ResponseSchema):
    people: int
    marked: int
    present: int


class SheetAnswer(ResponseSchema):
    """`notMembers` are not on the roster; `notSeen` are, have no mark, and were not on the sheet."""

    applied: int
    unchanged: int
    conflicts: list[MarkConflict]
    not_members: list[UUID]
    not_seen: list[UUID]
    figures: SheetFigures
    version: int
    received_at: Moment


class Standing(ResponseSchema):
    """How a person stands in a batch: sessions held without excused ones, those attended, and what is still to come."""

    held: int
    attended: int
    excused: int
    percent: float | None = Field(description="attended of held; null before the first")
    left: int = Field(description="planned sessions that still count")
    needs: int = Field(description="how many of these the person has to attend; more than there are: out of reach")
    may_miss: int


class RiskItem(Standing):
    person: Card
    batch_id: UUID
    batch_name: str


class RiskQuery(PageQuery):
    below: Annotated[int | None, Field(ge=1, le=100), *EMPTY_IS_NONE] = None
    batch: Annotated[UUID | None, *EMPTY_IS_NONE] = None


class RiskPage(Page[RiskItem]):
    """People of open batches below the company's threshold, or `below`; the lowest first."""

    threshold: int
    days: int | None


class GridQuery(QuerySchema):
    sessions: Annotated[int, Field(ge=1, le=120)] = 12


class GridPerson(Standing):
    person: Card
    marks: list[Mark | None] = Field(description="one for each session; null: not on its roster, or without a mark")


class AttendanceGrid(ResponseSchema):
    """The people of a batch by the last sessions that were taken, those at risk first."""

    sessions: list[TrainingSession] = Field(description="by their start")
    people: list[GridPerson]
    threshold: int
    days: int | None


class OwnMark(ResponseSchema):
    session_id: UUID
    batch_name: str
    starts_at: Moment
    topic: str | None
    mark: Mark


class OwnStanding(Standing):
    batch_id: UUID
    batch_name: str
    trainers: list[str]


class OwnAttendance(ResponseSchema):
    """What the caller's own batches have of them; `next` is the next session, `marks` are the last thirty."""

    threshold: int
    days: int | None
    batches: list[OwnStanding]
    next: OwnSession | None
    marks: list[OwnMark]
    time_zone: str
    server_time: ServerTime


class ProblemKind(OpenEnum):
    """`several_sessions`: a day has more than one, and the heading no hour. What a problem names is left alone."""

    NO_SESSION = "no_session"
    SEVERAL_SESSIONS = "several_sessions"
    DAY_TWICE = "day_twice"
    UNKNOWN_PERSON = "unknown_person"
    SEVERAL_PEOPLE = "several_people"
    PERSON_TWICE = "person_twice"
    UNKNOWN_MARK = "unknown_mark"


class RegisterProblem(ResponseSchema):
    kind: ProblemKind
    line: int
    text: str = Field(description="the cell, at most its first 60 characters")


class RegisterChange(ResponseSchema):
    full_name: str
    starts_at: Moment
    before: Mark | None
    after: Mark


class ComparedRegister(ResponseSchema):
    """What a register changes, or has changed (`isApplied`). Send the file again with `seen` to write it.

    `needsReason`: it changes sessions that ended so long ago that it is not written without a `reason`.
    """

    sessions: int
    people: int
    changes: int
    first_changes: list[RegisterChange] = Field(description="the first fifty")
    problems: list[RegisterProblem] = Field(description="the first fifty")
    problem_count: int
    seen: str
    needs_reason: bool
    is_applied: bool


class RegisterQuery(QuerySchema):
    """`seen`: of the comparison, to write what was compared. `reason`: why it comes late, where it does."""

    seen: Annotated[str | None, Field(max_length=64), *EMPTY_IS_NONE] = None
    reason: Line = None
