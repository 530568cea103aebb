"""How an event for open pages is declared, and how events are published.

An event is a hint: it holds absolute values, may be lost or doubled, and what it holds can be fetched too.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar
from uuid import UUID

from server.platform.schemas import ResponseSchema
from server.vocabulary.profiles import Permission

MAXIMUM_PAYLOAD_BYTES: Final = 8 * 1024
# An event names at most so many rows: where more have changed, each of them may have.
MAXIMUM_IDS: Final = 100
# At most two a second for a company, from all processes together, as clients may rely on; a little more, because clocks
# round.
REST_SECONDS: Final = 0.51

Payload = TypeVar("Payload", bound=ResponseSchema)


@dataclass(frozen=True, kw_only=True)
class Room:
    """A kind of room. The server places sockets in rooms; a client names none.

    With a `permission` only sockets of accounts that hold it are in the room.
    """

    name: str
    permission: Permission | None = None

    def of(self, owner_id: UUID) -> str:
        return f"{self.name}:{owner_id}"


class CompanyRoom(Room):
    """A room for each company: all sockets of its accounts that hold the permission."""


USER: Final = Room(name="user")
SESSION: Final = Room(name="session")
FLOW: Final = Room(name="flow")
VIEWERS: Final = CompanyRoom(name="viewers", permission=Permission.USER_VIEW)


@dataclass(frozen=True, kw_only=True)
class Event(Generic[Payload]):
    """Declared in its feature and listed in server/live_events.py, of which docs/events.md is made.

    `to` describes the sockets of the room that receive it, `lost` how a client catches up that has missed one.
    """

    name: str
    payload: type[Payload]
    room: Room
    to: str
    when: str
    rate: str
    lost: str


class Publisher(Protocol):
    """Publishing is bounded to a second and never raises: a lost event changes nothing."""

    async def publish(self, event: Event[Payload], *, to: UUID, payload: Payload) -> None:
        """`to` is the owner of the event's room: a user, a session, a flow, a company or an import."""

    async def publish_to_many(self, event: Event[Payload], *, to: Sequence[UUID], payload: Payload) -> None:
        """Publish the same to the owners of many rooms."""

    async def reserve_slot(self, topic: str, *, every: float) -> float:
        """Seconds until this process may publish on `topic`, on which all processes publish once in `every` seconds.

        Calling reserves the slot even if nothing is published.
        """

    async def end_sessions(self, session_ids: Sequence[UUID], *, reason: str) -> None:
        """Send the sessions' sockets the reason and close them, in every process."""

    async def end_flows(self, flow_ids: Sequence[UUID]) -> None:
        """Close the sockets of flows that have ended, in every process."""

    async def change_rights(self, user_id: UUID) -> None:
        """Read the rights of the user's sockets again and move them to the rooms of these, in every process."""


def shrink_to_fit(payload: ResponseSchema, *parts: list[Any]) -> None:
    """Shorten these lists of the payload, one after the other, until it is small enough to be published.

    Ten very long addresses outside ASCII can exceed the size of an event.
    """
    for part in parts:
        while part and not fits(payload):
            part.pop()


def fits(payload: ResponseSchema) -> bool:
    """Whether the payload is small enough to be published; a character outside ASCII takes six bytes or more."""
    dumped = payload.model_dump(mode="json", by_alias=True)
    return len(json.dumps(dumped, separators=(",", ":"))) < MAXIMUM_PAYLOAD_BYTES
