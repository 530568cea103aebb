"""How an event that a client sends is declared, and how it is answered. A feature's `live.py` holds its events."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID
from weakref import WeakValueDictionary

from server.platform.errors import NotSignedInError, TooManyRequestsError
from server.platform.events import Room
from server.platform.live.acknowledge import Ack, acknowledged, parse
from server.platform.live.budget import Budget
from server.platform.live.errors import UnknownEventError
from server.platform.live.rights import Rights
from server.platform.live.socket_registry import SocketRegistry
from server.platform.live.socket_session import (
    ACCOUNT_EVENTS,
    COMPANY_EVENTS,
    EVENTS_SECONDS,
    MOST_WATCHED,
    SessionHolder,
    SocketSession,
)
from server.platform.schemas import RequestSchema, ResponseSchema
from server.platform.services import Services
from server.vocabulary.identity import Identity

Request = TypeVar("Request", bound=RequestSchema)


class Done(ResponseSchema):
    """An acknowledgement without further fields."""


class ClientEvents:
    """Answers what clients send, by the declared events."""

    def __init__(
        self,
        services: Services,
        events: "Iterable[ClientEvent[Any]]",
        *,
        registry: SocketRegistry,
        rights: Rights,
    ) -> None:
        self._services = services
        self._events = {event.name: event for event in events}
        self._registry = registry
        self._rights = rights
        # By account and company, as long as a socket of theirs spends it.
        self._shared_budgets: WeakValueDictionary[UUID, Budget] = WeakValueDictionary()

    async def handle(self, eio_sid: str, event: str, arguments: tuple[Any, ...]) -> Ack:
        """Answer one event; it never raises."""
        return await acknowledged(lambda: self._dispatch(eio_sid, event, arguments), event=event[:100], sid=eio_sid)

    async def _dispatch(self, eio_sid: str, name: str, arguments: tuple[Any, ...]) -> Ack:
        session = self._registry.find(eio_sid)
        if session is None:
            raise NotSignedInError
        if not self._spend(session):
            raise TooManyRequestsError(retry_after=int(EVENTS_SECONDS))
        event = self._events.get(name)
        if event is None:
            raise UnknownEventError
        request = parse(event.request, arguments)
        socket = Socket(session, registry=self._registry, rights=self._rights)
        answer = await event.handler(self._services, socket, request)
        return answer.model_dump(mode="json", by_alias=True)

    def _spend(self, session: SocketSession) -> bool:
        budgets, holder = [session.events], session.holder
        if isinstance(holder, SessionHolder):
            holder.shared_budgets = holder.shared_budgets or (
                self._shared(holder.claims.user_id, most=ACCOUNT_EVENTS),
                self._shared(holder.company_id, most=COMPANY_EVENTS),
            )
            budgets += holder.shared_budgets
        now = asyncio.get_running_loop().time()
        return all(budget.spend(now) for budget in budgets)

    def _shared(self, owner_id: UUID, *, most: int) -> Budget:
        scaled = round(most * self._services.settings.rate_limit_scale)
        return self._shared_budgets.setdefault(owner_id, Budget(most=scaled, seconds=EVENTS_SECONDS))


class Socket:
    """The socket on which an event came, as its handler sees it."""

    def __init__(self, session: SocketSession, *, registry: SocketRegistry, rights: Rights) -> None:
        self._session = session
        self._registry = registry
        self._rights = rights

    async def identify(self) -> Identity:
        """The account of the socket's session, as Postgres knows it now.

        Raises:
            NotSignedInError: the session has ended; the socket is closed once that is answered.
        """
        try:
            return await self._rights.look_up(self._session)
        except NotSignedInError:
            if isinstance(self._session.holder, SessionHolder):
                asyncio.get_running_loop().call_soon(self._rights.end, self._session)
            raise

    async def renew(self, token: str) -> bool:
        """Take over a new token, with the present rights; False where it belongs to another session."""
        return await self._rights.renew(self._session, token=token)

    def watch(self, room: Room, owner_id: UUID) -> bool:
        """Enter a room, for as long as the rights for it last; False: the socket watches too many."""
        watched = self._watched
        if (room, owner_id) not in watched and len(watched) >= MOST_WATCHED:
            return False
        watched.add((room, owner_id))
        self._registry.place(self._session)
        return True

    def unwatch(self, room: Room, owner_id: UUID) -> None:
        self._watched.discard((room, owner_id))
        self._registry.place(self._session)

    @property
    def _watched(self) -> set[tuple[Room, UUID]]:
        holder = self._session.holder
        return holder.watched if isinstance(holder, SessionHolder) else set()


@dataclass(frozen=True, kw_only=True)
class ClientEvent(Generic[Request]):
    """`refusals` are codes of docs/errors.md that come beside those of every event."""

    name: str
    request: type[Request]
    answer: type[ResponseSchema]
    handler: Callable[[Services, Socket, Request], Awaitable[ResponseSchema]]
    effect: str
    answered: str
    refusals: tuple[str, ...]
