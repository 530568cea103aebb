"""Filters of a company's history of imports."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from server.people.imports.states import ImportState


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
