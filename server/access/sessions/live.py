"""Sessions at the sockets: reads and messages, and the event by which a client sends a new token."""

from collections.abc import Collection
from datetime import datetime
from typing import Final
from uuid import UUID

from pydantic import Field

from server.access.sessions import events
from server.access.sessions.access_token import LONGEST_TOKEN, identify_claims, note_refused_network, read_access_token
from server.access.sessions.repository import LiveSession, find_live_sessions
from server.platform.errors import ForbiddenError
from server.platform.events import Message
from server.platform.live.client_events import ClientEvent, Done
from server.platform.live.held_sockets import HeldSocket, Standing
from server.platform.process.clock import utc_now
from server.platform.schemas import RequestSchema
from server.platform.services import Services
from server.vocabulary.identity import AccessClaims, Identity


class AnotherSessionError(ForbiddenError):
    """The new token belongs to another session than the socket's."""

    code = "another_session"


class SessionSockets:
    """Implements server.platform.live.held_sockets.Sessions."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def read_token(self, token: str) -> AccessClaims:
        return read_access_token(self._services.keys, token)

    async def identify(self, claims: AccessClaims) -> Identity:
        return await identify_claims(self._services, claims=claims)

    async def note_refused(self, identity: Identity, *, address: str) -> None:
        await note_refused_network(self._services, identity, address=address)

    async def find_live(self, session_ids: Collection[UUID]) -> dict[UUID, LiveSession]:
        async with self._services.database.reading(is_kept=True) as connection:
            return await find_live_sessions(connection, session_ids)

    def state(self, identity: Identity, *, quiet_ms: int | None = None) -> Message:
        now = {"server_time": utc_now(), "quiet_ms": quiet_ms}
        return events.SESSION_STATE.message(events.SessionState.model_validate(vars(identity) | now))

    def changed(self, standing: Standing) -> Message:
        return events.SESSION_CHANGED.message(events.SessionChanged(role=standing.role, profile=standing.profile))

    def ended(self, reason: str | None) -> Message:
        return events.SESSION_ENDED.message(
            events.SessionEnded(reason=events.SessionEndReason(reason or events.SessionEndReason.REVOKED))
        )

    def expiring(self, expires_at: datetime, *, seconds_left: int) -> Message:
        warning = events.SessionExpiring(seconds_left=seconds_left, expires_at=expires_at, server_time=utc_now())
        return events.SESSION_EXPIRING.message(warning)

    def expired(self) -> Message:
        return events.SESSION_EXPIRED.message(events.SessionExpired(server_time=utc_now()))


class Authenticate(RequestSchema):
    token: str = Field(max_length=LONGEST_TOKEN, description="an access token")


async def authenticate(_services: Services, socket: HeldSocket, request: Authenticate) -> Done:
    """Raises AnotherSessionError."""
    if not await socket.renew(request.token):
        raise AnotherSessionError
    return Done()


SESSION_AUTHENTICATE: Final = ClientEvent(
    name="session:authenticate",
    request=Authenticate,
    answer=Done,
    handler=authenticate,
    effect="A new access token of the same session: the socket lives as long as that, with the present rights.",
    answered="Nothing more; a `session:state` follows.",
    refusals=("not_signed_in", "another_session", "validation_failed"),
)
