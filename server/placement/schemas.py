"""Requests and responses of the calls on placement."""

from datetime import date
from enum import StrEnum
from typing import Annotated, Final, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, Field, StrictBool, StrictInt, model_validator

from server.company.companies.schemas import Website
from server.people.account.schemas import AccountName, Version
from server.people.bulk.schemas import RefusedPeople
from server.people.cards.schemas import Card
from server.people.fields.conditions import Where
from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import (
    EMPTY_IS_NONE,
    LONGEST_EMAIL,
    FormSchema,
    Moment,
    Needed,
    Page,
    PageQuery,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    ServerTime,
    Typed,
    only_if,
)
from server.vocabulary.emails import normalize_email
from server.vocabulary.placement import REACHABLE, CandidacyState, OfferFilter, OfferState, PlacementPolicy
from server.vocabulary.visible_text import text_problem, tidy

LONGEST_NAME: Final = 120
LONGEST_REASON: Final = 500
MOST_MOVED: Final = 5_000
MOST_OFFERED: Final = 500
MOST_PAY: Final = 10**11
MOST_PLACES: Final = 50
SENT: Final = frozenset({CandidacyState.APPLIED, *REACHABLE})


def _line(value: str) -> str | None:
    text = tidy(value)
    problem = f"At most {LONGEST_REASON} characters" if len(text) > LONGEST_REASON else text and text_problem(text)
    if problem:
        raise ValueError(problem)
    return text or None


def _reason(value: str) -> str:
    if (text := _line(value)) is None:
        raise ValueError("Please say why")
    return text


def _email(value: str) -> str:
    email = normalize_email(value)
    if email is None:
        raise ValueError("Please enter an email address such as hr@company.in")
    return email


Sent = Annotated[CandidacyState, only_if(SENT.__contains__, "Only people who want the place are named to employers")]
Line = Annotated[Typed, AfterValidator(_line)] | None
Reason = Annotated[Typed, AfterValidator(_reason)]
Email = Annotated[str, Field(max_length=LONGEST_EMAIL), AfterValidator(_email)]
Pay = Annotated[StrictInt, Field(ge=0, le=MOST_PAY, description="a year's, in whole rupees")] | None
Tier = Annotated[StrictInt, Field(ge=1, le=5)]
Seats = Annotated[StrictInt, Field(ge=1, le=100_000)]
AnswerDays = Annotated[StrictInt, Field(ge=1, le=60)]
Day = Annotated[date, Field(ge=date(2000, 1, 1), le=date(2199, 12, 31))]
Places = Annotated[list[UUID], Field(max_length=MOST_PLACES)]


class EmployerContact(RequestSchema):
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_reason)]
    email: Email | None = None
    phone: Annotated[str, Field(max_length=40), AfterValidator(_line)] | None = None


Contacts = Annotated[list[EmployerContact], Field(max_length=10)]


class AddEmployerRequest(FormSchema):
    name: Needed
    industry: Line = None
    website: Website = None
    contacts: Contacts = Field(default_factory=list)


class ChangeEmployerRequest(RequestSchema):
    """What is missing stays as it is; null takes an industry or a website away. `version`: of the edited employer."""

    name: Typed | None = None
    industry: Line = None
    website: Website = None
    contacts: Contacts | None = None
    archived: StrictBool | None = None
    version: Version


class ContactRecord(ResponseSchema):
    name: str
    email: str | None = None
    phone: str | None = None


class Employer(ResponseSchema):
    id: UUID
    name: str
    industry: str | None
    website: str | None
    contacts: list[ContactRecord]
    openings: int = Field(description="open ones")
    archived_at: Moment | None
    version: int


class EmployerPage(Page[Employer]):
    """Employers are listed by name, archived ones last."""


class OpeningState(OpenEnum):
    """A closed one takes no applications and no acceptances; it can be opened again."""

    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"


class _Conditions(RequestSchema):
    """`where` are conditions as in the list of people; with `batchIds` or `stageIds` the person is in one of them.

    `protectedReason`: why conditions on gender, religion, caste category or disability are needed, which only a Super
    Admin may say; it is recorded.
    """

    protected_reason: Line = None


class AddOpeningRequest(FormSchema, _Conditions):
    """It begins as a draft. `lastDay` is the last one on which people apply. `tier`: 1 to 5, a higher one is better.

    `answerDays`: how long people have to answer an offer, if it does not say so itself.
    """

    employer_id: UUID
    title: Needed
    place: Line = None
    seats: Seats
    pay_from: Pay = None
    pay_to: Pay = None
    tier: Tier = 1
    where: Where = ""
    batch_ids: Places = Field(default_factory=list)
    stage_ids: Places = Field(default_factory=list)
    last_day: Day | None = None
    answer_days: AnswerDays = 3


class ChangeOpeningRequest(_Conditions):
    """What is missing stays as it is; null takes a place, a pay or the last day away.

    `version`: of the edited opening.
    """

    title: Typed | None = None
    place: Line = None
    seats: Seats | None = None
    pay_from: Pay = None
    pay_to: Pay = None
    tier: Tier | None = None
    where: Where | None = None
    batch_ids: Places | None = None
    stage_ids: Places | None = None
    last_day: Day | None = None
    answer_days: AnswerDays | None = None
    version: Version


class PlacementVersionRequest(RequestSchema):
    """`version`: of what was seen."""

    version: Version


class OpeningStaffRequest(RequestSchema):
    """All who are on the opening, by profile PLACEMENT."""

    user_ids: Annotated[list[UUID], Field(max_length=20)]


class Opening(ResponseSchema):
    """`taken`: seats of accepted offers and of people who have joined; `waiting`: offers without an answer."""

    candidates: dict[CandidacyState, int] = Field(description="people by state; states without any are left out")
    waiting: int
    accepted: int
    joined: int
    taken: int
    id: UUID
    employer_id: UUID
    employer_name: str
    title: str
    place: str | None
    seats: int
    pay_from: int | None
    pay_to: int | None
    tier: int
    where: str = Field(description="its conditions, as a request gives them")
    batch_ids: list[UUID]
    stage_ids: list[UUID]
    place_names: dict[UUID, str] = Field(description="of its batches and stages; deleted ones have none")
    last_day: date | None
    closes_at: Moment | None = Field(description="the end of the last day, by the company's clock")
    state: OpeningState
    answer_days: int
    staff: list[AccountName]
    may_manage: bool
    version: int


class OpeningsQuery(PageQuery):
    """`search` is any part of a title or of an employer's name, in any case."""

    search: Annotated[str, Field(max_length=100)] = ""
    state: Annotated[OpeningState | None, *EMPTY_IS_NONE] = None
    employer: Annotated[UUID | None, *EMPTY_IS_NONE] = None


class OpeningPage(Page[Opening]):
    """Open ones first, those that close next before the others. `policy`: see the company's settings."""

    policy: PlacementPolicy
    most_offers: int
    server_time: ServerTime


class FitPerson(Card):
    """`isPlaced`: has accepted an offer, here or elsewhere."""

    batches: list[str]
    state: CandidacyState | None = Field(description="of the person's candidacy at this opening; null: none")
    is_placed: bool


class FitPage(Page[FitPerson]):
    """Who fulfils all conditions: active trainees, by name."""


class NearlyItem(ResponseSchema):
    """People who fulfil all conditions but one. `relaxed` is a lower bound that `relaxedPeople` of them reach."""

    field: str = Field(description="key of the field; empty: a batch or a stage")
    label: str
    people: int
    relaxed: float | None
    relaxed_people: int


class Nearly(ResponseSchema):
    """Most people first."""

    items: list[NearlyItem]


class Unmet(ResponseSchema):
    """A condition. All but `isMissing` is empty where the reader does not see the field.

    `operator` is that of the condition, or `batch` or `stage`. `needs` are labels or values in words, one of them; of
    `from` its two bounds, an empty one where there is none; of `none` nothing, where the person may have no value.
    """

    field: str | None
    label: str | None
    operator: str | None
    needs: list[str]
    has: str | None
    is_missing: bool = Field(description="the person has no value, and the condition wants one")
    may_fill_in: bool = Field(description="the reader is the person, and may change it")


class WhyNot(ResponseSchema):
    """Why a person does not fit; nothing unmet: the person fits."""

    person: Card
    unmet: list[Unmet]


class Fact(ResponseSchema):
    """What a condition read when the person was shortlisted, and the present value, in words; null: none."""

    field: str
    label: str
    then: str | None
    now: str | None


class Offer(ResponseSchema):
    """`isFree` was freed of the company's policy. `isConfirmed`: what the person says of having joined, else null."""

    id: UUID
    opening_id: UUID
    opening_title: str
    employer_name: str
    person: Card
    state: OfferState
    pay: int | None
    joins_on: date | None
    answer_by: Moment
    left_on: date | None
    is_free: bool
    is_confirmed: bool | None
    made_at: Moment
    changed_at: Moment
    accepted_at: Moment | None
    joined_at: Moment | None
    version: int


class OpeningCandidate(Card):
    """Email and phone are there from the shortlist on."""

    batches: list[str]
    email: str | None
    phone: str | None
    state: CandidacyState
    is_own: bool = Field(description="has applied; else staff have chosen the person")
    rank: int | None
    reason: str | None
    facts: list[Fact]
    offer: Offer | None = Field(description="the last one")
    changed_at: Moment
    version: int


class PlacementEvent(ResponseSchema):
    """A state of a candidacy, or of an offer."""

    of_offer: bool
    state: str
    reason: str | None
    changed_by: str | None = Field(description="the name of who of the staff, where the account is there")
    changed_at: Moment


class CandidateDetail(OpeningCandidate):
    history: list[PlacementEvent] = Field(description="the last first, at most 200")


class OpeningCandidatesQuery(PageQuery):
    state: Annotated[CandidacyState | None, *EMPTY_IS_NONE] = None
    offer: Annotated[OfferFilter | None, *EMPTY_IS_NONE] = None


class OpeningCandidatePage(Page[OpeningCandidate]):
    """Candidates are listed by rank, then by name."""


class SelectPeople(RequestSchema):
    """`ids`, or all who fit at this moment."""

    ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_MOVED)] | None = None
    fits: StrictBool = False

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if (self.ids is not None) == self.fits:
            raise ValueError("Give either ids or fits")
        return self


class StaffState(StrEnum):
    """What staff make of candidates; `in_rounds` comes of interviews."""

    ELIGIBLE = "eligible"
    SHORTLISTED = "shortlisted"
    SELECTED = "selected"
    REJECTED = "rejected"


class MoveCandidatesRequest(RequestSchema):
    """It moves at most 5,000 people at once; `dryRun` changes nothing."""

    select: SelectPeople
    state: StaffState
    reason: Line = None
    dry_run: StrictBool = False


class MovedCandidates(ResponseSchema):
    """`skipped` stay as they are, by reason, most first."""

    changed: int
    skipped: list[RefusedPeople]


class ChangeCandidateRequest(RequestSchema):
    """`version`: of the candidacy as it was seen."""

    state: StaffState
    reason: Line = None
    version: Version


class RankRequest(RequestSchema):
    """The first is ranked 1; who is not named has no rank. `version`: of the opening."""

    user_ids: Annotated[list[UUID], Field(max_length=1_000)]
    version: Version


class SendFileRequest(RequestSchema):
    """The candidates of these states, for these recipients; `columns` are keys of fields marked for employers."""

    recipients: Annotated[list[Email], Field(min_length=1, max_length=10)]
    states: Annotated[list[Sent], Field(min_length=1, max_length=7)] = Field(
        default_factory=lambda: [CandidacyState.SHORTLISTED]
    )
    columns: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=100)] | None = None


class ResultQuery(QuerySchema):
    """`seen`: of the comparison, to write what was compared."""

    seen: Annotated[str | None, Field(max_length=64), *EMPTY_IS_NONE] = None


class ResultProblemKind(OpenEnum):
    """What a problem names is left alone. `not_moved`: the person's state does not allow it, or has an offer."""

    UNKNOWN_CODE = "unknown_code"
    CODE_TWICE = "code_twice"
    UNKNOWN_RESULT = "unknown_result"
    NOT_MOVED = "not_moved"


class ResultProblem(ResponseSchema):
    kind: ResultProblemKind
    line: int
    text: str = Field(description="the cell, at most its first 60 characters")


class ResultChange(ResponseSchema):
    code: str
    full_name: str
    before: CandidacyState
    after: CandidacyState


class ComparedResults(ResponseSchema):
    """What an employer's list changes, or has changed (`isApplied`). Send it again with `seen` to write it."""

    changes: int
    first_changes: list[ResultChange] = Field(description="the first fifty")
    problems: list[ResultProblem] = Field(description="the first fifty")
    problem_count: int
    seen: str
    is_applied: bool


class MakeOffersRequest(RequestSchema):
    """Offers to candidates. Without `answerBy` they stand for the opening's days, to the end of the last one."""

    ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_OFFERED)]
    pay: Pay = None
    joins_on: Day | None = None
    answer_by: AwareDatetime | None = None


class ChangeOfferRequest(RequestSchema):
    """It changes an offer that waits for its answer. What is missing stays as it is. `version`: of what was seen."""

    pay: Pay = None
    joins_on: Day | None = None
    answer_by: AwareDatetime | None = None
    version: Version


class OfferReasonRequest(RequestSchema):
    reason: Reason
    version: Version


class EndOfferRequest(RequestSchema):
    left_on: Day
    version: Version


class OffersQuery(PageQuery):
    state: Annotated[OfferFilter | None, *EMPTY_IS_NONE] = None
    opening: Annotated[UUID | None, *EMPTY_IS_NONE] = None


class OfferPage(Page[Offer]):
    """The offers that end next come first."""

    server_time: ServerTime


class FiguresBy(StrEnum):
    EMPLOYER = "employer"
    BATCH = "batch"
    MONTH = "month"


class FiguresQuery(QuerySchema):
    """The days are included, by the company's calendar; without them the last twelve months."""

    by: FiguresBy = FiguresBy.EMPLOYER
    first: Annotated[Day | None, *EMPTY_IS_NONE] = Field(default=None, alias="from")
    last: Annotated[Day | None, *EMPTY_IS_NONE] = Field(default=None, alias="to")


class FigureCounts(ResponseSchema):
    """People, each once: the list of people opens each number by `offer=` and the period.

    People who were deleted since are still counted.
    """

    made: int
    placed: int = Field(description="accepted in the period, and not come to nothing since")
    reported: int = Field(description="reported as joined in the period, not confirmed by the person")
    confirmed: int = Field(description="joined in the period, and confirmed by the person")
    did_not_join: int


class Figure(FigureCounts):
    id: UUID | None = Field(description="of the employer or batch; null for a month")
    name: str = Field(description="of the employer or batch; a month is 2026-11")


class PlacementFigures(ResponseSchema):
    rows: list[Figure] = Field(description="at most 200, most placed first; months in their order")
    total: FigureCounts
    first: date = Field(alias="from")
    last: date = Field(alias="to")


class WaitingOfferItem(ResponseSchema):
    id: UUID
    opening_id: UUID
    employer_name: str
    title: str
    full_name: str
    phone: str | None = Field(description="to call before it runs out")
    answer_by: Moment


class OpeningItem(ResponseSchema):
    id: UUID
    employer_name: str
    title: str
    seats: int
    taken: int
    waiting: int
    closes_at: Moment | None


class JoinItem(ResponseSchema):
    id: UUID
    opening_id: UUID
    employer_name: str
    title: str
    full_name: str
    joins_on: date


class OwnOpeningsQuery(PageQuery):
    page_size: int = Field(default=10, ge=1, le=20)


class OwnOpening(ResponseSchema):
    """`unmet` is empty where the caller fits. `mayApply`: now."""

    id: UUID
    employer_name: str
    title: str
    place: str | None
    pay_from: int | None
    pay_to: int | None
    closes_at: Moment | None
    state: CandidacyState | None = Field(description="of the caller's candidacy; null: none")
    unmet: list[Unmet]
    may_apply: bool
    refused: str | None = Field(description="why the company's policy takes no application of the caller; else null")


class OwnOpeningPage(Page[OwnOpening]):
    """Openings that take applications, and those that the caller is a candidate of; these first."""

    server_time: ServerTime


class ApplyRequest(RequestSchema):
    answer: Literal["apply", "withdraw"]


class Closes(ResponseSchema):
    """What accepting does beside."""

    openings: list[str] = Field(description="openings at which the caller is a candidate no more: employer and title")
    offers: list[str] = Field(description="accepted and waiting offers that are declined by it: employer and title")
    refused: str | None = Field(description="why the offer cannot be accepted now; else null")


class OwnOffer(ResponseSchema):
    """`asksJoined`: staff have reported that the caller has joined: answer `joined` or `not_joined`."""

    id: UUID
    opening_id: UUID
    employer_name: str
    title: str
    place: str | None
    pay: int | None
    joins_on: date | None
    answer_by: Moment
    state: OfferState
    asks_joined: bool
    closes: Closes | None = Field(description="null where the offer waits for no answer")
    seen: str = Field(description="of `closes`: sent with `accept`, so that nothing else is accepted than was read")
    version: int


class OwnOffers(ResponseSchema):
    """The offers that wait for an answer come first; at most fifty."""

    offers: list[OwnOffer]
    time_zone: str = Field(description="the company's")
    server_time: ServerTime


class AnswerOfferRequest(RequestSchema):
    """`version` and, to accept, `seen` are those of the offer that was read."""

    answer: Literal["accept", "decline", "joined", "not_joined"]
    version: Version
    seen: Annotated[str, Field(max_length=64)] | None = None
