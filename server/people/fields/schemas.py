"""Requests and responses of the calls on a company's own fields."""

from typing import Annotated, Final, TypeAlias
from uuid import UUID

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr

from server.platform.schemas import FormSchema, Moment, Needed, QuerySchema, RequestSchema, ResponseSchema, Typed
from server.vocabulary.own_fields import OwnKind
from server.vocabulary.profiles import Profile

MOST_SENT: Final = 1_000
Version = Annotated[StrictInt, Field(ge=1, le=2**31 - 1)]
Label = Annotated[str, Field(max_length=200)]
Profiles = Annotated[list[Profile], Field(max_length=20)]

# A value as it is given: the label of a choice, or its number; and as it is answered: by its label.
GivenValue: TypeAlias = (
    StrictBool
    | StrictInt
    | StrictFloat
    | Annotated[StrictStr, Field(max_length=8_000)]
    | Annotated[list[StrictInt | Annotated[StrictStr, Field(max_length=200)]], Field(max_length=200)]
    | None
)
GivenValues = Annotated[
    dict[Annotated[str, Field(max_length=40)], GivenValue],
    Field(max_length=100, description="of the company's own fields, by key; null removes one"),
]
ShownValues = Annotated[
    dict[str, bool | int | float | str | list[str]],
    Field(description="of the company's own fields that are open to the caller, by key; sensitive ones are ••••"),
]


class FieldsQuery(QuerySchema):
    """`counts`: with `people` and `usedBy`, for who defines fields."""

    counts: bool = False


class ChoiceRequest(RequestSchema):
    """A choice; without a number a new one."""

    number: Annotated[StrictInt, Field(ge=1, le=32_000)] | None = None
    label: Label
    archived: StrictBool = False


class _Definition(RequestSchema):
    """`viewers` and `editors` are profiles; a Super Admin is always among them. `own…` is for the person.

    `forEmployers`: employers get it in files of candidates, unless it is sensitive.

    `choices` are all of the field in their order; one that is missing is archived.
    """

    help: Typed | None = None
    choices: Annotated[list[ChoiceRequest], Field(max_length=MOST_SENT)] | None = None
    required_for: Profiles | None = None
    viewers: Profiles | None = None
    editors: Profiles | None = None
    own_view: StrictBool | None = None
    own_edit: StrictBool | None = None
    sensitive: StrictBool | None = None
    unique: StrictBool | None = None
    keyed: StrictBool | None = None
    for_employers: StrictBool | None = None


class CreateFieldRequest(FormSchema, _Definition):
    """A text is asked of a kind of values. `keyed`: people are sorted by it."""

    label: Needed
    kind: OwnKind


class ChangeFieldRequest(_Definition):
    """What is missing or null stays as it is; an empty help is none. `version` is that of the edited field.

    Values are converted to another kind where all of them fit it: see /check.
    """

    label: Typed | None = None
    kind: OwnKind | None = None
    version: Version


class StarterSetRecord(ResponseSchema):
    """Fields that many companies need, by their labels: one call makes them, and they are edited afterwards."""

    key: str
    label: str
    about: str
    fields: list[str]


class StarterSetsResponse(ResponseSchema):
    sets: list[StarterSetRecord]


class FieldVersionRequest(RequestSchema):
    version: Version


class CheckFieldRequest(RequestSchema):
    """What is asked for: another kind, or that no two people have the same value."""

    kind: OwnKind | None = None
    unique: StrictBool = False


class OrderFieldsRequest(RequestSchema):
    """All keys of fields that are not archived, in their order. `version` is that of the list of fields."""

    keys: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=MOST_SENT)]
    version: Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]


class FieldCheck(ResponseSchema):
    """How many people have a value that does not fit, and up to ten of these values."""

    misfits: int
    examples: list[str]


class ChoiceRecord(ResponseSchema):
    number: int
    label: str
    archived: bool


class FieldUse(ResponseSchema):
    """`kind` is that of the thing: view, import."""

    kind: str
    name: str


class FieldRecord(ResponseSchema):
    """A field as it is. `people` and `usedBy` are for who defines fields and asks for counts; else null and empty."""

    key: str
    label: str
    kind: OwnKind
    help: str | None
    choices: list[ChoiceRecord]
    required_for: list[Profile]
    viewers: list[Profile]
    editors: list[Profile]
    own_view: bool
    own_edit: bool
    sensitive: bool
    unique: bool
    keyed: bool
    for_employers: bool = Field(description="whether employers get it in files of candidates")
    ready: bool = Field(description="false while people can not yet be sorted by it")
    people: int | None = Field(description="who have a value")
    used_by: list[FieldUse]
    archived_at: Moment | None
    version: int


class FieldsResponse(ResponseSchema):
    """The fields stand in their order. Who defines them sees the archived ones, too, behind the others."""

    fields: list[FieldRecord]
    version: int


class FieldsChanged(ResponseSchema):
    version: int = Field(description="of the company's fields")


class RevealedValue(ResponseSchema):
    """A sensitive value; that it was shown is recorded."""

    user_id: UUID
    key: str
    value: bool | int | float | str | list[str] | None
