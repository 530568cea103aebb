"""The sockets of this process: their admission, what their clients send, and what other processes publish."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID
from weakref import WeakValueDictionary

from pydantic import Field, ValidationError
from socketio.exceptions import ConnectionRefusedError as HandshakeRefusedError
from structlog import get_logger
from structlog.contextvars import bound_contextvars

from server.platform.errors import (
    INTERNAL_MESSAGE,
    ApplicationError,
    NotSignedInError,
    TooManyRequestsError,
    UnavailableError,
)
from server.platform.events import FLOW, SESSION, USER
from server.platform.http.client import FLOW_COOKIE
from server.platform.live.bus import RedisPublisher
from server.platform.live.catalogue import Catalogue
from server.platform.live.client_events import INTERNAL_CODE, Ack, UnknownEventError, acknowledged, refusal
from server.platform.live.held_sockets import (
    Flows,
    FlowSocket,
    FoundFlow,
    HeldSocket,
    HeldSockets,
    Sessions,
    SessionSocket,
    refuse_by_policy,
)
from server.platform.live.sockets import Budget, Sockets, Transport
from server.platform.process.clock import utc_now
from server.platform.schemas import RequestSchema
from server.platform.services import Services
from server.vocabulary.identity import AccessClaims, Identity

# One for each tab, and dead connections that have not timed out yet.
MOST_SOCKETS_OF_A_USER: Final = 60
# One browser holds a flow: its tabs, and dead connections that have not timed out yet.
MOST_SOCKETS_OF_A_FLOW: Final = 8
MOST_FLOW_SOCKETS_OF_A_NETWORK: Final = 200
# A company, or all flows together, get no more sockets once they have so many times the places that are free: others
# always find some.
TIMES_THE_FREE_PLACES: Final = 3
# Events of one client, of one account and of one company in so many seconds.
EVENTS: Final = 40
EVENTS_SECONDS: Final = 10.0
ACCOUNT_EVENTS: Final = 120
COMPANY_EVENTS: Final = 1_200
RECHECK_SECONDS: Final = 60.0
RECONNECT_SPREAD_SECONDS: Final = 2.0
LONGEST_SECRET: Final = 8_192

# The account of an access token, and what the token says.
Signed: TypeAlias = tuple[Identity, AccessClaims]

logger = get_logger(__name__)


class Handshake(RequestSchema):
    token: str | None = Field(default=None, max_length=LONGEST_SECRET)
    flow: str | None = Field(default=None, max_length=LONGEST_SECRET)


class Gateway:
    def __init__(
        self,
        services: Services,
        *,
        catalogue: Catalogue,
        sessions: Sessions,
        flows: Flows,
        sockets: Sockets,
        publisher: RedisPublisher,
    ) -> None:
        self._services = services
        self._sessions = sessions
        self._flows = flows
        self._sockets = sockets
        self._publisher = publisher
        self._events = {event.name: event for event in catalogue.asked}
        self._scale = services.settings.rate_limit_scale
        self.held = HeldSockets(sockets, sessions=sessions, flows=flows, company_rooms=catalogue.company_rooms)
        # By account and company, as long as a socket of theirs spends it.
        self._shared_budgets: WeakValueDictionary[UUID, Budget] = WeakValueDictionary()
        # How often something has ended or changed; a handshake that it overtook is checked again.
        self._changes = 0
        sockets.server.on("connect", self._connect)
        sockets.server.on("disconnect", self._disconnect)
        sockets.server.on("*", self._answer)

    @property
    def is_subscribed(self) -> bool:
        """False when what other processes publish does not arrive here."""
        return self._publisher.subscribed.is_set()

    async def start(self) -> None:
        self._publisher.listen(
            {"deliver": self._deliver, "end": self._end, "look_again": self._look_again}, recover=self.recover
        )
        self.held.spawn(self._recheck_for_ever())
        self.held.spawn(self._sockets.give_up_slow_clients())

    async def stop(self) -> None:
        await self.held.stop()

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

    async def recheck(self) -> None:
        """Close the sockets of ended sessions and flows, move those whose rights have changed."""
        await self.held.recheck(self.held.all())

    async def _recheck_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            try:
                await self.recheck()
            except UnavailableError:
                logger.info("sessions_not_rechecked")

    async def _connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:  # noqa: ANN401 - anything the client sent
        changes, transport = self._changes, environ["asgi.scope"]["waymark"]
        with bound_contextvars(socket=sid):
            try:
                async with asyncio.timeout(self._sockets.handshake_seconds):
                    found = await self._recognise(auth, environ, address=transport.address)
            except TimeoutError:
                raise _refused(UnavailableError()) from None
            except ApplicationError as error:
                raise _refused(error) from None
            except Exception as error:
                logger.exception("socket_handshake_failed")
                raise HandshakeRefusedError(INTERNAL_MESSAGE, {"ok": False, "code": INTERNAL_CODE}) from error
        socket = self._admit(sid, transport, found)
        # What a browser sends to open a connection, cookies too, is more than all else that is kept of it.
        environ.clear()
        await self.held.add(socket)
        # In a task: Socket.IO confirms the connection first.
        self.held.spawn(self._greet(socket, found, is_overtaken=changes != self._changes))

    async def _recognise(self, auth: Any, environ: dict[str, Any], *, address: str) -> Signed | FoundFlow:  # noqa: ANN401 - see above
        """Read `auth` only, never the query; the flow's cookie counts where a browser names the page that sent it.

        Raises ApplicationError: no session or flow is alive with what was given, or see refuse_by_policy.
        """
        try:
            given = Handshake.model_validate({} if auth is None else auth)
        except ValidationError:
            raise NotSignedInError from None
        if given.token is None:
            secret = given.flow or _flow_cookie(environ)
            if secret is None:
                raise NotSignedInError
            return await self._flows.find(secret)
        claims = self._sessions.read_token(given.token)
        identity = await self._sessions.identify(claims)
        if not identity.may_call_from(address):
            await self._sessions.note_refused(identity, address=address)
        refuse_by_policy(identity, address=address)
        return identity, claims

    def _admit(self, sid: str, transport: Transport, found: Signed | FoundFlow) -> HeldSocket:
        """Raises HandshakeRefusedError: too many sockets are open already."""
        budgets = [Budget(most=EVENTS, seconds=EVENTS_SECONDS)]
        share = TIMES_THE_FREE_PLACES * self._sockets.free_places
        if isinstance(found, FoundFlow):
            limits = {
                FLOW.of(found.id): MOST_SOCKETS_OF_A_FLOW,
                f"network:{transport.network}": round(MOST_FLOW_SOCKETS_OF_A_NETWORK * self._scale),
                "flows": share,
            }
        else:
            user_id, company_id = found[0].user_id, found[0].company_id
            limits = {
                USER.of(user_id): round(MOST_SOCKETS_OF_A_USER * self._scale),
                f"company:{company_id}": share,
            }
            budgets += [self._shared(user_id, ACCOUNT_EVENTS), self._shared(company_id, COMPANY_EVENTS)]
        if any(self.held.count(limit) >= most for limit, most in limits.items()):
            raise _refused(TooManyRequestsError(retry_after=int(RECHECK_SECONDS)))
        of: dict[str, Any] = {"sid": sid, "transport": transport, "held": self.held}
        of |= {"counted": tuple(limits), "budgets": tuple(budgets)}
        if isinstance(found, FoundFlow):
            return FlowSocket(flow_id=found.id, **of)
        identity, claims = found
        return SessionSocket(
            claims=claims, company_id=identity.company_id, profile=identity.profile, announced=claims.position, **of
        )

    def _shared(self, owner_id: UUID, most: int) -> Budget:
        budget = Budget(most=round(most * self._scale), seconds=EVENTS_SECONDS)
        return self._shared_budgets.setdefault(owner_id, budget)

    async def _greet(self, socket: HeldSocket, found: Signed | FoundFlow, *, is_overtaken: bool) -> None:
        if isinstance(found, FoundFlow):
            await socket.send(found.state)
            socket.end_at(utc_now() + found.remaining)
        elif isinstance(socket, SessionSocket):
            identity, claims = found
            quiet = self._publisher.quiet_seconds(socket.rooms - {SESSION.of(claims.session_id)})
            await socket.send(self._sessions.state(identity, quiet_ms=int(quiet * 1000)))
            await socket.announce(identity)
            socket.end_at(identity.expires_at)
        if is_overtaken:
            await socket.look_again()

    async def _disconnect(self, sid: str, _reason: str) -> None:
        socket = self.held.remove(sid)
        if socket is not None:
            # Socket.IO reads on where a client has not answered its pings.
            socket.transport.end()

    async def _answer(self, name: str, sid: str, *arguments: Any) -> Ack:  # noqa: ANN401 - anything the client sent
        return await acknowledged(lambda: self._answered(name, sid, arguments), event=name[:100], sid=sid)

    async def _answered(self, name: str, sid: str, arguments: tuple[Any, ...]) -> Ack:
        socket = self.held.find(sid)
        if socket is None:
            raise NotSignedInError
        now = asyncio.get_running_loop().time()
        if not all(budget.spend(now) for budget in socket.budgets):
            raise TooManyRequestsError(retry_after=int(EVENTS_SECONDS))
        if name not in self._events:
            raise UnknownEventError
        return await self._events[name].answer_to(self._services, socket, arguments)


def _refused(error: ApplicationError) -> HandshakeRefusedError:
    answer = refusal(error)
    return HandshakeRefusedError(answer.pop("message"), answer)


def _flow_cookie(environ: dict[str, Any]) -> str | None:
    # The origin was checked before; a request without one comes from no page of a browser.
    if not environ.get("HTTP_ORIGIN"):
        return None
    # A secret stands there as it is. The standard library undoes quotes, which takes seconds for a long one.
    pairs = (part.strip().partition("=") for part in environ.get("HTTP_COOKIE", "").split(";"))
    return next((value for name, _, value in pairs if name == FLOW_COOKIE), None)
