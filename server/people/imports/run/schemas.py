"""Requests and responses of starting an import, of synchronising with a list, and of its results."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from pydantic import AwareDatetime, BeforeValidator, Field, StrictInt

from server.people.account.schemas import UserRecord
from server.people.batches.batch_form import YEARS
from server.people.bulk.schemas import RefusedPeople
from server.people.imports.states import ImportMode, RowFilter
from server.platform.schemas import (
    EMPTY_IS_NONE,
    LONGEST_FIELD,
    CleanText,
    Page,
    PageQuery,
    QuerySchema,
    RequestSchema,
    one_of,
    only_if,
)
from server.vocabulary.profiles import Profile

NO_MOMENT: Final = "Please give true, false, or a time with its offset, such as 2026-12-01T09:00+05:30"


def _read_invite(given: Any) -> Any:  # noqa: ANN401 - pydantic's raw input
    """A moment needs its offset: no other clock is known."""
    if isinstance(given, bool):
        return given
    try:
        moment = datetime.fromisoformat(given)
    except (TypeError, ValueError):
        raise ValueError(NO_MOMENT) from None
    if moment.tzinfo is None or moment.year not in YEARS:
        raise ValueError(NO_MOMENT)
    return moment


InviteChoice = Annotated[bool | AwareDatetime, BeforeValidator(_read_invite)]


NO_SCOPE: Final = "Choose a batch, a work location or a profile"


class SyncScope(RequestSchema):
    """The people whose whole list the file is. Of several conditions they fulfil all."""

    batch_id: UUID | None = None
    work_location: Annotated[CleanText, Field(max_length=LONGEST_FIELD)] | None = None
    profile: Profile | None = None

    @property
    def is_empty(self) -> bool:
        return self.batch_id is None and not self.work_location and self.profile is None


class SyncRequest(RequestSchema):
    """What becomes of the active people of the scope who are missing in the file.

    To deactivate them, `people` is how many `GET …/missing` allows: more are never deactivated. Where that is a greater
    share than the company's `syncThreshold`, `typed` is this number as the person has typed it.
    """

    scope: Annotated[SyncScope, only_if(lambda scope: not scope.is_empty, NO_SCOPE)]
    missing: Literal["keep", "deactivate"] = "keep"
    people: Annotated[StrictInt, Field(ge=0, le=2**31 - 1)] | None = None
    typed: Annotated[StrictInt, Field(ge=0, le=2**31 - 1)] | None = None


class StartRequest(RequestSchema):
    """`invite` is whether new people are invited at once, or the moment when they are; false waits for `POST …/invite`.

    A moment has an offset and lies at most 30 days ahead. The `mode` is `create`, or that of the columns. A `sync` is
    of the modes that update.
    """

    mode: ImportMode | None = None
    invite: InviteChoice = True
    sync: SyncRequest | None = None


class ScopeQuery(QuerySchema):
    """The scope as in `SyncScope`: one of its three at least."""

    batch_id: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    work_location: Annotated[str, Field(max_length=LONGEST_FIELD)] = ""
    profile: Annotated[Profile | None, *EMPTY_IS_NONE] = None


class MissingQuery(PageQuery, ScopeQuery): ...


class MissingPage(Page[UserRecord]):
    """The active people of a scope who are missing in the file: no row has their email or code.

    A row without a readable email counts as the people with its phone, and a deleted or invalid row as its person.
    """

    people: int = Field(description="active people of the scope")
    allowed: int = Field(description="missing people that the caller may deactivate")
    refused: list[RefusedPeople] = Field(description="missing people who would stay active, by reason, most first")
    unmatched: int = Field(description="rows that are refused and name no email: their people may count as missing")
    known_phones: int = Field(description="missing people whose phone is in the file: their email may be a new one")
    threshold: int = Field(description="the per cent of `people` beyond which the number is to be typed")


class ResultsQuery(QuerySchema):
    status: Annotated[str, *one_of(("all", *map(str, RowFilter)))] = RowFilter.FAILED

    @property
    def row_filter(self) -> RowFilter | None:
        """Return the filter; None means all rows."""
        return None if self.status == "all" else RowFilter(self.status)
