"""Protocols of what may hold a socket, a session or a flow. The features' `live.py` implement them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

from server.platform.events import Message
from server.vocabulary.identity import AccessClaims, Identity
from server.vocabulary.profiles import Profile, Role


class Standing(Protocol):
    """The present role and profile of an account."""

    @property
    def role(self) -> Role: ...

    @property
    def profile(self) -> Profile | None: ...

    @property
    def lacks_factor(self) -> bool: ...

    def may_call_from(self, address: str) -> bool: ...


class Sessions(Protocol):
    """Reads of sessions, and the messages that their sockets get."""

    def read_token(self, token: str) -> AccessClaims:
        """Raises NotSignedInError: it is not valid."""

    async def identify(self, claims: AccessClaims) -> Identity:
        """Raises NotSignedInError: the session has ended."""

    async def note_refused(self, identity: Identity, *, address: str) -> None:
        """Record that it may not be connected from this address."""

    async def find_live(self, session_ids: Collection[UUID]) -> Mapping[UUID, Standing]:
        """Those of the sessions that are alive."""

    def state(self, identity: Identity, *, quiet_ms: int | None = None) -> Message: ...

    def changed(self, standing: Standing) -> Message: ...

    def ended(self, reason: str | None) -> Message:
        """None: Postgres no longer has it alive."""

    def expiring(self, expires_at: datetime, *, seconds_left: int) -> Message: ...

    def expired(self) -> Message: ...


@dataclass(frozen=True, kw_only=True)
class FoundFlow:
    """`remaining` is how long it lives on, by the database's clock."""

    id: UUID
    remaining: timedelta
    state: Message


class Flows(Protocol):
    async def find(self, secret: str) -> FoundFlow:
        """Raises an ApplicationError: no flow has this secret."""

    async def find_live(self, flow_ids: Collection[UUID]) -> Collection[UUID]:
        """Those of the flows that have not ended."""
