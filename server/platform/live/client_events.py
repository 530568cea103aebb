"""Declarations of the events that clients send, and their answers: `{ok: true, …}` or `{ok: false, message, code}`.

A feature declares its events beside their handlers. The wiring collects every event of the sockets in a catalogue, in
server/live_events.py, of which documents are made.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from pydantic import ValidationError

from server.platform.errors import ForbiddenError, TooManyRequestsError, ValidationFailedError
from server.platform.events import CompanyRoom, Event
from server.platform.live.held_sockets import HeldSocket
from server.platform.schemas import RequestSchema, ResponseSchema
from server.platform.services import Services
from server.vocabulary.identity import Actor

Ack = dict[str, Any]
Request = TypeVar("Request", bound=RequestSchema)
Answer = TypeVar("Answer", bound=ResponseSchema)


class Done(ResponseSchema):
    """An acknowledgement without further fields."""


@dataclass(frozen=True, kw_only=True)
class ClientEvent(Generic[Request]):
    """`refusals` are codes of docs/errors.md that come beside those of every event."""

    name: str
    request: type[Request]
    answer: type[ResponseSchema]
    handler: Callable[[Services, HeldSocket, Request], Awaitable[ResponseSchema]]
    effect: str
    answered: str
    refusals: tuple[str, ...]

    async def answer_to(self, services: Services, socket: HeldSocket, arguments: tuple[Any, ...]) -> Ack:
        """Raises an ApplicationError, ValidationFailedError among them."""
        try:
            request = self.request.model_validate(arguments[0] if len(arguments) == 1 else None)
        except ValidationError as error:
            raise ValidationFailedError from error
        answer = await self.handler(services, socket, request)
        return answer.model_dump(mode="json", by_alias=True)


@dataclass(frozen=True, kw_only=True)
class Watched(Generic[Request, Answer]):
    """A kind of work that clients watch, each by a pair of events.

    `thing` is its name, `progress` the event to those who watch it, with the permission of its room. `read` gives the
    present state of the work with this id, which is the `snapshot` of the answer, and raises NotFoundError.
    """

    name: str
    thing: str
    most: str
    progress: Event[Any]
    request: type[Request]
    answer: type[Answer]
    id_of: Callable[[Request], UUID]
    read: Callable[[Services, Actor, UUID], Awaitable[ResponseSchema]]
    too_many: type[TooManyRequestsError]

    async def watch(self, services: Services, socket: HeldSocket, request: Request) -> Answer:
        """Raises NotSignedInError, ForbiddenError, NotFoundError, `too_many`."""
        actor, work_id, room = await socket.identify(), self.id_of(request), self.progress.room
        if room.permission is None or not actor.may(room.permission):
            raise ForbiddenError
        await self.read(services, actor, work_id)
        if not await socket.watch(room, work_id):
            raise self.too_many
        # Read again: otherwise a change between the first read and joining the room would be lost.
        return self.answer.model_validate({"snapshot": await self.read(services, actor, work_id)})

    async def unwatch(self, _services: Services, socket: HeldSocket, request: Request) -> Done:
        await socket.unwatch(self.progress.room, self.id_of(request))
        return Done()

    def events(self) -> tuple[ClientEvent[Request], ClientEvent[Request]]:
        """Declare the events that begin and end watching."""
        watch = ClientEvent(
            name=f"{self.name}:watch",
            request=self.request,
            answer=self.answer,
            handler=self.watch,
            effect=f"From now on the socket receives `{self.progress.name}` of this {self.thing}; at most {self.most} a"
            " socket.",
            answered=f"The snapshot of the {self.thing}.",
            refusals=("not_signed_in", "forbidden", "not_found", self.too_many.code, "validation_failed"),
        )
        unwatch = ClientEvent(
            name=f"{self.name}:unwatch",
            request=self.request,
            answer=Done,
            handler=self.unwatch,
            effect=f"No more of this {self.thing}.",
            answered="Nothing more.",
            refusals=("validation_failed",),
        )
        return watch, unwatch


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    pushed: tuple[Event[Any], ...]
    asked: tuple[ClientEvent[Any], ...]

    @property
    def company_rooms(self) -> frozenset[CompanyRoom]:
        return frozenset(event.room for event in self.pushed if isinstance(event.room, CompanyRoom))
