"""Requests and responses of views and columns."""

from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import Field, StrictInt, model_validator

from server.people.account.schemas import AccountName, Version
from server.people.list.list_schemas import MOST_ON_A_PAGE, FilterQuery
from server.platform.schemas import FormSchema, Needed, RequestSchema, ResponseSchema, Typed, only_if

NARROWEST: Final = 40
WIDEST: Final = 2_000
TWICE: Final = "Each column can be named once"


class Scope(StrEnum):
    """OWN is seen by its owner alone."""

    BUILTIN = "builtin"
    OWN = "own"
    COMPANY = "company"


class SavedScope(StrEnum):
    OWN = "own"
    COMPANY = "company"


class ViewQuery(FilterQuery, extra="forbid"):
    """The parameters of the list without its page; null counts as absent, unknown ones are refused."""

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, values: Any) -> Any:  # noqa: ANN401 - pydantic's raw input
        if not isinstance(values, dict):
            return values
        return {name: value for name, value in values.items() if value is not None}

    @property
    def stored(self) -> dict[str, str]:
        """What differs from a list without filters, as it was given."""
        given: dict[str, str] = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return given


class ListColumn(RequestSchema):
    """A column of the client's table; a width in pixels, or null for the column's own."""

    name: Annotated[str, Field(pattern="^([a-zA-Z]{1,40}|field:[a-zA-Z0-9]{1,40})$")]
    width: Annotated[StrictInt, Field(ge=NARROWEST, le=WIDEST)] | None = None


Columns = Annotated[
    list[ListColumn],
    Field(max_length=80),
    only_if(lambda columns: len({column.name for column in columns}) == len(columns), TWICE),
]


class CreateViewRequest(FormSchema):
    """`columns` null: the view leaves each user's own columns as they are."""

    name: Needed
    scope: SavedScope
    query: ViewQuery
    columns: Columns | None = None


class EditViewRequest(RequestSchema):
    """What is missing stays as it is; `columns` null takes the view's columns away."""

    name: Typed | None = None
    query: ViewQuery | None = None
    columns: Columns | None = None
    version: Version | None = None


class ListColumnsRequest(RequestSchema):
    """Shown columns in their order, none for those of the client; rows of a page. What is missing stays as it is."""

    columns: Columns | None = None
    page_size: Annotated[StrictInt, Field(ge=1, le=MOST_ON_A_PAGE)] | None = None


class ListColumnRecord(ResponseSchema):
    name: str
    width: int | None


class ListColumnsResponse(ResponseSchema):
    """No columns, and null for the rows of a page, where the user has chosen none."""

    columns: list[ListColumnRecord]
    page_size: int | None


class ViewRecord(ResponseSchema):
    """`problem` is a sentence where the query does not apply any more, such as for a batch that is gone.

    `id` is a name for a built-in view, whose `version` is 1; `query` has the parameters of the list.
    """

    id: str
    name: str
    scope: Scope
    query: dict[str, str]
    columns: list[ListColumnRecord] | None
    version: int
    created_by: AccountName | None
    may_edit: bool
    problem: str | None


class ViewsResponse(ResponseSchema):
    """The built-in views, the company's and the caller's own, each by name."""

    views: list[ViewRecord]
