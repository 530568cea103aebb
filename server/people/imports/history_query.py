"""Which imports of the company's history a request asks for."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final
from uuid import UUID

from pydantic import Field

from server.people.imports.history_filter import HistoryFilter
from server.people.imports.moments import DayOrMoment
from server.people.imports.states import ImportState
from server.platform.schemas import EMPTY_IS_NONE, PageQuery

MAXIMUM_SEARCH: Final = 200


class HistoryQuery(PageQuery):
    """Filters of the history, which are combined; an empty one counts as absent.

    `from` and `to` are days (UTC, both included) or moments with an offset (`to` is not included) of the upload.
    """

    state: Annotated[ImportState | None, *EMPTY_IS_NONE] = None
    search: Annotated[str, Field(max_length=MAXIMUM_SEARCH)] = ""
    started_by: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    since: Annotated[DayOrMoment | None, *EMPTY_IS_NONE, Field(alias="from")] = None
    until: Annotated[DayOrMoment | None, *EMPTY_IS_NONE, Field(alias="to")] = None

    def matching(self) -> HistoryFilter:
        return HistoryFilter(
            state=self.state,
            search=self.search.strip(),
            started_by=self.started_by,
            since=_moment(self.since, days=0),
            until=_moment(self.until, days=1),
        )


def _moment(given: datetime | date | None, *, days: int) -> datetime | None:
    """A day counts from its beginning (UTC), or that of the day so many days later."""
    if given is None or isinstance(given, datetime):
        return given
    return datetime(given.year, given.month, given.day, tzinfo=UTC) + timedelta(days=days)
