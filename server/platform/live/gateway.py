"""The sockets of this process: their admission, what their clients send, and what other processes publish."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final
from uuid import UUID
from weakref import WeakValueDictionary

from pydantic import Field, ValidationError
from socketio.exceptions import ConnectionRefusedError as HandshakeRefusedError
from structlog import get_logger
from structlog.contextvars import bound_contextvars

from server.platform import errors
from server.platform.http.secret_cookies import FLOW_COOKIE
from server.platform.live.bus import Handler, RedisPublisher
from server.platform.live.client_events import Ack, Catalogue
from server.platform.live.held_sockets import Budget, HeldSocket, HeldSockets, Sockets
from server.platform.schemas import RequestSchema
from server.platform.services import Services

# A company, or all flows together, get no more sockets once they have so many times the places that are free: others
# always find some.
TIMES_THE_FREE_PLACES: Final = 3
# Events of one client in so many seconds; those of an account and of a company are limited beside.
EVENTS: Final = 40
EVENTS_SECONDS: Final = 10.0
RECHECK_SECONDS: Final = 60.0
RECONNECT_SPREAD_SECONDS: Final = 2.0
LONGEST_SECRET: Final = 8_192
INTERNAL_CODE: Final = "internal_error"

logger = get_logger(__name__)


class UnknownEventError(errors.BadRequestError):
    message = "There is no such event."


class Handshake(RequestSchema):
    token: str | None = Field(default=None, max_length=LONGEST_SECRET)
    flow: str | None = Field(default=None, max_length=LONGEST_SECRET)


class Gateway:
    """`session_socket` and `flow_socket` are the kinds of sockets that a token and a flow's secret open."""

    def __init__(
        self,
        services: Services,
        *,
        catalogue: Catalogue,
        session_socket: type[HeldSocket],
        flow_socket: type[HeldSocket],
        sockets: Sockets,
        publisher: RedisPublisher,
    ) -> None:
        self._services = services
        self._session_socket = session_socket
        self._flow_socket = flow_socket
        self._sockets = sockets
        self._publisher = publisher
        self._events = {event.name: event for event in catalogue.asked}
        self._scale = services.settings.rate_limit_scale
        self.held = HeldSockets(services, sockets, publisher=publisher, company_rooms=catalogue.company_rooms)
        # By account and company, as long as a socket of theirs spends it.
        self._shared_budgets: WeakValueDictionary[UUID, Budget] = WeakValueDictionary()
        # How often something has ended or changed; a handshake that it overtook is checked again.
        self._changes = 0
        sockets.server.on("connect", self._connect)
        sockets.server.on("disconnect", self._disconnect)
        sockets.server.on("*", self._answer)

    async def start(self) -> None:
        handlers: dict[str, Handler] = {
            "deliver": self._deliver,
            "deliver_to_many": self._deliver_to_many,
            "end": self._end,
            "look_again": self._look_again,
        }
        self._publisher.listen(handlers, recover=self.recover)
        self.held.spawn(self._recheck_for_ever())
        self.held.spawn(self._sockets.give_up_slow_clients())

    async def _deliver_to_many(self, *, rooms: Sequence[str], name: str, payload: dict[str, Any]) -> None:
        for room in rooms:
            if self.held.members(room):
                await self._deliver(room=room, name=name, payload=payload)

    async def _deliver(self, *, room: str, name: str, payload: dict[str, Any]) -> None:
        await self._sockets.server.emit(name, payload, room=room)

    async def _end(self, *, rooms: Sequence[str], reason: str | None) -> None:
        """Notify the sockets that their session has ended, for this reason, and close them."""
        self._changes += 1
        for room in rooms:
            for socket in self.held.members(room):
                await socket.end(reason)

    async def _look_again(self, *, room: str) -> None:
        """The sockets receive nothing of a company until their rights are read again."""
        self._changes += 1
        for socket in self.held.members(room):
            await socket.suspend()
            # In a task: what is published next must not wait for the database.
            self.held.spawn(socket.look_again())

    async def recover(self) -> None:
        """Make every client reconnect and refetch, because events may have been missed."""
        sockets = self.held.all()
        for number, socket in enumerate(sockets):
            delay = RECONNECT_SPREAD_SECONDS * number / len(sockets)
            asyncio.get_running_loop().call_later(delay, socket.transport.end)

    async def _recheck_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            try:
                await self.held.recheck()
            except errors.UnavailableError:
                logger.info("sessions_not_rechecked")

    async def _connect(self, sid: str, environ: dict[str, Any], auth: object = None) -> None:
        changes = self._changes
        with bound_contextvars(socket=sid):
            try:
                async with asyncio.timeout(self._sockets.handshake_seconds):
                    socket, greet = await self._recognise(sid, auth, environ)
            except TimeoutError:
                raise _refused(errors.UnavailableError()) from None
            except errors.ApplicationError as error:
                raise _refused(error) from None
            except Exception as error:
                logger.exception("socket_handshake_failed")
                raise HandshakeRefusedError(errors.INTERNAL_MESSAGE, {"ok": False, "code": INTERNAL_CODE}) from error
        self._admit(socket)
        # What a browser sends to open a connection, cookies too, is more than all else that is kept of it.
        environ.clear()
        await self.held.add(socket)
        # In a task: Socket.IO confirms the connection first.
        self.held.spawn(self._greet(socket, greet, is_overtaken=changes != self._changes))

    async def _recognise(
        self, sid: str, auth: object, environ: dict[str, Any]
    ) -> tuple[HeldSocket, Callable[[], Awaitable[None]]]:
        """Read `auth` only, never the query; the flow's cookie counts where a browser names the page that sent it.

        Raises ApplicationError: see HeldSocket.recognise.
        """
        try:
            given = Handshake.model_validate({} if auth is None else auth)
        except ValidationError:
            raise errors.NotSignedInError from None
        kind, secret = self._session_socket, given.token
        if secret is None:
            kind, secret = self._flow_socket, given.flow or _flow_cookie(environ)
        if secret is None:
            raise errors.NotSignedInError
        socket = kind(sid=sid, transport=environ["asgi.scope"]["waymark"], held=self.held)
        return socket, await socket.recognise(secret)

    def _admit(self, socket: HeldSocket) -> None:
        """Raises HandshakeRefusedError: too many sockets are open already."""
        share = TIMES_THE_FREE_PLACES * self._sockets.free_places
        limits = socket.limits(self._scale)
        if any(self.held.count(limit) >= (share if most is None else most) for limit, most in limits.items()):
            raise _refused(errors.TooManyRequestsError(retry_after=int(RECHECK_SECONDS)))
        socket.counted = tuple(limits)
        socket.budgets = (Budget(most=EVENTS, seconds=EVENTS_SECONDS),)
        for owner_id, most in socket.event_limits.items():
            budget = Budget(most=round(most * self._scale), seconds=EVENTS_SECONDS)
            socket.budgets += (self._shared_budgets.setdefault(owner_id, budget),)

    async def _greet(self, socket: HeldSocket, greet: Callable[[], Awaitable[None]], *, is_overtaken: bool) -> None:
        await greet()
        if is_overtaken:
            await socket.look_again()

    async def _disconnect(self, sid: str, reason: str) -> None:
        socket = self.held.remove(sid)
        if socket is not None:
            if reason == self._sockets.server.reason.PING_TIMEOUT:
                logger.info("socket_silent", network=socket.transport.network)
            # Socket.IO reads on where a client has not answered its pings.
            socket.transport.end()

    async def _answer(self, name: str, sid: str, *arguments: Any) -> Ack:  # noqa: ANN401 - anything the client sent
        with bound_contextvars(event_name=name[:100], socket=sid):
            try:
                return {"ok": True, **await self._answered(name, sid, arguments)}
            except errors.ApplicationError as error:
                return _refusal(error)
            except Exception:
                # A failure of ours is answered as well.
                logger.exception("socket_event_failed")
                return {"ok": False, "message": errors.INTERNAL_MESSAGE, "code": INTERNAL_CODE}

    async def _answered(self, name: str, sid: str, arguments: tuple[Any, ...]) -> Ack:
        socket = self.held.find(sid)
        if socket is None:
            raise errors.NotSignedInError
        now = asyncio.get_running_loop().time()
        if not all(budget.spend(now) for budget in socket.budgets):
            raise errors.TooManyRequestsError(retry_after=int(EVENTS_SECONDS))
        if name not in self._events:
            raise UnknownEventError
        return await self._events[name].answer_to(self._services, socket, arguments)


def _refusal(error: errors.ApplicationError) -> Ack:
    answer: Ack = {"ok": False, "message": error.shown, "code": error.code}
    if error.retry_after is not None:
        answer["retryAfter"] = error.retry_after
    return answer


def _refused(error: errors.ApplicationError) -> HandshakeRefusedError:
    answer = _refusal(error)
    return HandshakeRefusedError(answer.pop("message"), answer)


def _flow_cookie(environ: dict[str, Any]) -> str | None:
    # The origin was checked before; a request without one comes from no page of a browser.
    if not environ.get("HTTP_ORIGIN"):
        return None
    # A secret stands there as it is. The standard library undoes quotes, which takes seconds for a long one.
    pairs = (part.strip().partition("=") for part in environ.get("HTTP_COOKIE", "").split(";"))
    return next((value for name, _, value in pairs if name == FLOW_COOKIE.name), None)
