"""Requests and responses of the list, and what it is filtered by: days, moments of a sign-in, and terms of a search."""

import re
import unicodedata
from datetime import date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

from pydantic import AfterValidator, StrictBool
from pydantic import Field as Described

from server.company.audit.list_entries import AuditRecord
from server.people.account.schemas import UserRecord, with_fields
from server.people.applications.schemas import ApplicationState
from server.people.batches.batch_form import YEARS, read_day
from server.people.batches.schemas import BatchRecord
from server.people.fields.conditions import Where
from server.platform.process.clock import utc_now
from server.platform.schemas import (
    EMPTY_IS_NONE,
    LONGEST_FIELD,
    Moment,
    Page,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    one_of,
    only_if,
)
from server.vocabulary.emails import normalize_email
from server.vocabulary.field_kinds import Field, Kind
from server.vocabulary.fields import ACCESS, BATCH, BUILT_IN, FieldSet
from server.vocabulary.own_fields import PREFIX, OwnField, OwnKind
from server.vocabulary.placement import CandidacyState, OfferFilter
from server.vocabulary.profiles import Profile
from server.vocabulary.visible_text import with_plain_digits

LONGEST_MOMENT: Final = 20
NO_DAY: Final = "Please give a day such as 2026-11-22, or a number of days ago such as -7d"
NO_COLUMNS: Final = "Please name columns of the list, each once, with commas between them"
NO_SIGN_IN: Final = "Please give never, or since: or before: with a day such as 2026-11-22 or -30d"
_AGO: Final = re.compile(r"-([0-9]{1,4})d").fullmatch


class SignInKind(StrEnum):
    """BEFORE needs a sign-in: accounts that never signed in are NEVER alone."""

    NEVER = "never"
    SINCE = "since"
    BEFORE = "before"


def start_of(given: str, *, zone: tzinfo, days_later: int = 0) -> datetime:
    """The beginning of the day that a checked text stands for, or of a later one."""
    ago = _AGO(given)
    day = utc_now().astimezone(zone).date() - timedelta(days=int(ago[1])) if ago else date.fromisoformat(given)
    return datetime.combine(day + timedelta(days=days_later), time.min, tzinfo=zone)


def _is_day(given: str) -> bool:
    day = read_day(given)
    return _AGO(given) is not None or (day is not None and day.year in YEARS)


def _is_sign_in(given: str) -> bool:
    kind, colon, day = given.partition(":")
    return not colon if kind == SignInKind.NEVER else kind in set(SignInKind) and _is_day(day)


LONGEST: Final = 200
# Digits with what people write between them; fewer than five digits may as well be part of a name or an address.
_PHONE: Final = re.compile(r"\+?[0-9 ().\-\u00a0]+").fullmatch
_NO_DIGIT: Final = re.compile(r"[^0-9]")
_FEWEST_DIGITS: Final = 5
# Unicode's punctuation, symbols and separators. Marks and joiners are parts of words.
_BETWEEN_WORDS: Final = frozenset("PSZ")


def read_search(search: str) -> tuple[str, ...] | None:
    """Pieces of a search, each once; None for a blank search, none for one of punctuation alone.

    An email is in the form in which a complete one is stored, a phone without what divides it; initials in a row are
    one piece.
    """
    text = unicodedata.normalize("NFC", search).strip()
    if not text:
        return None
    phone = with_plain_digits(text)
    digits = _NO_DIGIT.sub("", phone)
    if _PHONE(phone) and len(digits) >= _FEWEST_DIGITS:
        # A number is one term, however it is divided. Stored ones do not begin with a zero.
        return (digits.lstrip("0") or digits,)
    pieces: list[str] = []
    for piece in text.split():
        if is_email(piece):
            pieces.append(normalize_email(piece) or piece)
        elif pieces and _are_initials(pieces[-1]) and _are_initials(piece):
            pieces[-1] += f" {piece}"
        elif words_of(piece):
            pieces.append(piece)
    return tuple(dict.fromkeys(pieces))


def is_email(piece: str) -> bool:
    """Whether a piece of a search is an email, or a part of one with the sign before its domain."""
    return "@" in piece[1:]


def words_of(text: str) -> list[str]:
    return "".join(" " if unicodedata.category(letter)[0] in _BETWEEN_WORDS else letter for letter in text).split()


def _are_initials(piece: str) -> bool:
    return {len(word) for word in words_of(piece)} == {1}


class Sort(StrEnum):
    """A minus reverses the order. Ids rise with time, so creation order is the order of ids."""

    CREATED = "createdAt"
    CREATED_LAST = "-createdAt"
    NAME = "fullName"
    NAME_TURNED = "-fullName"
    EMAIL = "email"
    EMAIL_TURNED = "-email"

    @property
    def falls(self) -> bool:
        return self.value.startswith("-")

    @property
    def field(self) -> str:
        return self.value.removeprefix("-")


class OwnSort(NamedTuple):
    """An order by a field that the company has made; people without a value come last."""

    own: OwnField
    falls: bool

    @property
    def key(self) -> str:
        """The column of field_keys."""
        return "text_key" if self.own.own_kind is OwnKind.TEXT else "number_key"


Order: TypeAlias = Sort | OwnSort
_names_own: Final = re.compile(f"{PREFIX}[a-zA-Z0-9]{{1,40}}").fullmatch


def is_own_order(given: str) -> bool:
    return _names_own(given.removeprefix("-")) is not None


_BUILT_IN_ORDER: Final = one_of(Sort)[0].func
OrderName = Annotated[
    str,
    AfterValidator(lambda given: given if is_own_order(given) else _BUILT_IN_ORDER(given)),
    Described(
        description=f"{', '.join(Sort)}; or {PREFIX} with the key of a field that is sortable, also with a minus"
    ),
]


class InvitationFilter(StrEnum):
    """WAITING is QUEUED or SENT, both not lapsed; INVITED is each that has not failed, as batches count them."""

    WAITING = "waiting"
    QUEUED = "queued"
    SENT = "sent"
    LAPSED = "lapsed"
    FAILED = "failed"
    NONE = "none"
    ACCEPTED = "accepted"
    INVITED = "invited"


class Status(StrEnum):
    ACTIVE = "active"
    INACTIVE = "inactive"


class Slice(NamedTuple):
    sort: Order
    offset: int
    limit: int


MOST_ON_A_PAGE: Final = 1_000
MOST_SELECTED: Final = 10_000

Day = Annotated[str, Described(max_length=LONGEST_MOMENT), only_if(_is_day, NO_DAY)]
SignIn = Annotated[str, Described(max_length=LONGEST_MOMENT), only_if(_is_sign_in, NO_SIGN_IN)]


def _filter_of(field: Field) -> Any:  # noqa: ANN401 - as pydantic defines one
    if field.choices is None:
        return (Annotated[str, Described(max_length=LONGEST_FIELD)], "")
    return (Annotated[field.choices | None, *EMPTY_IS_NONE], None)


@with_fields({field: _filter_of(field) for field in BUILT_IN.in_filters})
class FilterQuery(QuerySchema):
    """An empty filter counts as absent. Days are those of the company's time zone.

    `createdFrom` and `createdTo` are a day or `-7d`, both included; `lastSignIn` is `never`, `since:` or `before:` with
    a day or `-30d`: from its beginning on, or until then; those who never signed in are `never` alone. `reached` is a
    stage to which people came from `reachedFrom` to `reachedTo`, moves that were taken back apart; without it any
    stage. `everInBatch` are the members of a batch and those who have left it. The funnel counts in the same way.
    `fromImport` are the people that an import has created or updated, or found unchanged.

    `opening` and `employer` are those at which people are candidates, by the state `candidacy`; with `offer` those that
    have made them such an offer, from `offerFrom` to `offerTo`. The figures of placement count in the same way.
    """

    search: Annotated[str, Described(max_length=LONGEST)] = ""
    invitation: Annotated[InvitationFilter | None, *EMPTY_IS_NONE] = None
    status: Annotated[Status | None, *EMPTY_IS_NONE] = None
    batch: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    stage: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    reached: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    reached_from: Annotated[Day | None, *EMPTY_IS_NONE] = None
    reached_to: Annotated[Day | None, *EMPTY_IS_NONE] = None
    ever_in_batch: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    from_import: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    application: Annotated[ApplicationState | None, *EMPTY_IS_NONE] = None
    opening: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    employer: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    candidacy: Annotated[CandidacyState | None, *EMPTY_IS_NONE] = None
    offer: Annotated[OfferFilter | None, *EMPTY_IS_NONE] = None
    offer_from: Annotated[Day | None, *EMPTY_IS_NONE] = None
    offer_to: Annotated[Day | None, *EMPTY_IS_NONE] = None
    created_from: Annotated[Day | None, *EMPTY_IS_NONE] = None
    created_to: Annotated[Day | None, *EMPTY_IS_NONE] = None
    last_sign_in: Annotated[SignIn | None, *EMPTY_IS_NONE] = None
    where: Where = ""
    sort: Annotated[OrderName | None, *EMPTY_IS_NONE] = None


def exported(fields: FieldSet) -> tuple[str, ...]:
    """The columns of the list as a file: those of an import come first, so that the file can be uploaded again."""
    return (
        *(name for name in fields.places if name != ACCESS),
        BATCH,
        ACCESS,
        "invitation",
        "lastSignInAt",
        "createdAt",
    )


# They stand beside a chosen column where a company has what is in them: the code of a person without an email; the
# batches whose names an import refuses, which no import reads.
CODE: Final = "code"
ARCHIVED_BATCH: Final = "archivedBatch"
BESIDE: Final = {"email": CODE, BATCH: ARCHIVED_BATCH}


def _names_columns(given: str) -> bool:
    names = given.split(",")
    others = set(names) - set(exported(BUILT_IN))
    return all(map(_names_own, others)) and len(set(names)) == len(names)


ExportColumns = Annotated[
    str,
    Described(
        max_length=4_000,
        description="the columns in their order: fullName,phone,field:course; without them, all",
    ),
    only_if(_names_columns, NO_COLUMNS),
]


class ExportQuery(FilterQuery):
    """Fields that are sensitive are left out unless `sensitive` is true, which is recorded."""

    columns: Annotated[ExportColumns | None, *EMPTY_IS_NONE] = None
    sensitive: bool = False


class ListQuery(FilterQuery):
    page: int = Described(default=1, ge=1, le=1_000_000)
    page_size: int = Described(default=10, ge=1, le=MOST_ON_A_PAGE)

    @property
    def limit(self) -> int:
        """Return the page's size, which is the largest one if none was given."""
        return self.page_size if self.model_fields_set else MOST_ON_A_PAGE

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.limit


class ExportRequest(RequestSchema):
    """The people to export, in the list's order; ids that the company does not have are left out."""

    ids: Annotated[list[UUID], Described(min_length=1, max_length=MOST_SELECTED)]
    sort: OrderName | None = None
    columns: ExportColumns | None = None
    sensitive: StrictBool = False


class UserPage(Page[UserRecord]): ...


TextField = Annotated[str, *one_of(field.name for field in BUILT_IN.in_filters if field.kind is Kind.TEXT)]


class FieldValuesQuery(QuerySchema):
    """`field` is one whose values are any text."""

    field: TextField


class ValueOfPeople(ResponseSchema):
    value: str
    people: int


class FieldValuesResponse(ResponseSchema):
    """The 200 values that most people have, the most first."""

    values: list[ValueOfPeople]


class LocationsQuery(QuerySchema):
    """Work locations are counted where no field is given."""

    field: TextField = "workLocation"


class LocationCount(ResponseSchema):
    location: str
    people: int


class LocationsResponse(ResponseSchema):
    """It is what /users/values answers, by its earlier names."""

    locations: list[LocationCount]


class ProfileCount(ResponseSchema):
    profile: Profile | None
    count: int


class InvitationCounts(ResponseSchema):
    none: int
    queued: int
    sent: int
    lapsed: int
    failed: int
    accepted: int


class DayCount(ResponseSchema):
    day: date
    count: int


class FirstSteps(ResponseSchema):
    """What a new Super Admin does first, and whether it is done.

    `has_details`: the settings of the company were saved; `has_colleagues`: another person looks after people;
    `has_file`: an import has completed; `has_factor`: the caller has a second factor; `has_invited`: an invitation was
    sent.
    """

    has_details: bool
    has_colleagues: bool
    has_file: bool
    has_factor: bool
    has_invited: bool


class UserSummary(ResponseSchema):
    """`by_profile` falls in level and ends with none; `created_by_day` rises to today, by UTC.

    `batches` are the newest ten that are not archived; `first_steps` are a Super Admin's who has not dismissed them.
    """

    total: int
    active: int
    by_profile: list[ProfileCount]
    invitations: InvitationCounts
    created_by_day: list[DayCount]
    recent: list[AuditRecord]
    batches: list[BatchRecord]
    first_steps: FirstSteps | None
    server_time: Moment


class PeopleSection(UserSummary):
    """The section of the dashboard."""

    kind: Literal["people"] = "people"
