"""The pair of events by which a client watches one piece of work, and stops watching it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from server.platform.errors import ForbiddenError, TooManyRequestsError
from server.platform.events import Event
from server.platform.live.client_events import ClientEvent, Done, Socket
from server.platform.schemas import RequestSchema, ResponseSchema
from server.platform.services import Services
from server.vocabulary.identity import Identity

Request = TypeVar("Request", bound=RequestSchema)
Answer = TypeVar("Answer", bound=ResponseSchema)


@dataclass(frozen=True, kw_only=True)
class Watched(Generic[Request, Answer]):
    """A kind of work: `thing` is its name, `progress` the event to those who watch it, with the permission of its room.

    `read` gives the present state of the work with this id, and raises NotFoundError.
    """

    name: str
    thing: str
    most: str
    progress: Event[Any]
    request: type[Request]
    answer: type[Answer]
    id_of: Callable[[Request], UUID]
    read: Callable[[Services, Identity, UUID], Awaitable[Answer]]
    too_many: type[TooManyRequestsError]

    async def watch(self, services: Services, socket: Socket, request: Request) -> Answer:
        """Raises NotSignedInError, ForbiddenError, NotFoundError, `too_many`."""
        identity, work_id, room = await socket.identify(), self.id_of(request), self.progress.room
        if room.permission is None or not identity.may(room.permission):
            raise ForbiddenError
        await self.read(services, identity, work_id)
        if not socket.watch(room, work_id):
            raise self.too_many
        # Read again: otherwise a change between the first read and joining the room would be lost.
        return await self.read(services, identity, work_id)

    async def unwatch(self, _services: Services, socket: Socket, request: Request) -> Done:
        socket.unwatch(self.progress.room, self.id_of(request))
        return Done()

    def events(self) -> tuple[ClientEvent[Request], ClientEvent[Request]]:
        """To watch, and to stop it."""
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
