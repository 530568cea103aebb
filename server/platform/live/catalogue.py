"""Every event of the sockets, as the wiring collects them. docs/events.md and docs/asyncapi.json are made of it."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from server.platform.events import CompanyRoom, Event
from server.platform.live.client_events import ClientEvent


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    pushed: tuple[Event[Any], ...]
    asked: tuple[ClientEvent[Any], ...]

    @property
    def company_rooms(self) -> frozenset[CompanyRoom]:
        return frozenset(event.room for event in self.pushed if isinstance(event.room, CompanyRoom))

    @property
    def schemas(self) -> set[type[BaseModel]]:
        return {event.payload for event in self.pushed} | {
            schema for event in self.asked for schema in (event.request, event.answer)
        }
