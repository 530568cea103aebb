"""Which imports of the company's history a request asks for."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from server.people.imports.moments import DayOrMoment
from server.people.imports.states import ImportState
from server.platform.schemas import EMPTY_IS_NONE, PageQuery


@dataclass(frozen=True, kw_only=True)
class HistoryFilter:
    """Imports that fit everything given: `search` is a part of the file's name in any case, `until` is not included."""

    state: ImportState | None = None
    search: str = ""
    started_by: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None

    def conditions(self) -> str:
        """SQL for the given filters only: an optional condition would keep Postgres from using its index."""
        given = {
            "i.state = :state": self.state,
            "i.file_name ILIKE :search": self.search,
            "i.started_by = :started_by": self.started_by,
            "i.created_at >= :since": self.since,
            "i.created_at < :until": self.until,
        }
        return "".join(f" AND {condition}" for condition, value in given.items() if value)

    def values(self) -> dict[str, Any]:
        """Values for every parameter; a query takes those that it names."""
        escaped = self.search.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
        return {
            "state": self.state,
            "search": f"%{escaped}%",
            "started_by": self.started_by,
            "since": self.since,
            "until": self.until,
        }


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
