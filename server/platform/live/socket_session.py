"""The holder of a socket, a session or a flow, and the rooms that follow from it."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from server.platform.errors import FactorSetupRequiredError, NetworkNotAllowedError
from server.platform.events import FLOW, SESSION, USER, CompanyRoom, Room
from server.platform.live.budget import Budget
from server.platform.live.holders import Standing
from server.vocabulary.identity import AccessClaims, Identity, Position
from server.vocabulary.profiles import Permission, Profile, permissions_of

# Events in ten seconds: of one client, of all those of an account, and of a company.
EVENTS: Final = 40
ACCOUNT_EVENTS: Final = 120
COMPANY_EVENTS: Final = 1_200
EVENTS_SECONDS: Final = 10.0
MOST_WATCHED: Final = 20
# The sockets of all flows, which any visitor may open. Nothing is published there: they are counted by it.
ALL_FLOWS: Final = "flows"


@dataclass(frozen=True, kw_only=True)
class FlowHolder:
    """`network` is where the connection comes from."""

    flow_id: UUID
    network: str


@dataclass(kw_only=True, slots=True, eq=False)
class SessionHolder:
    """`profile` is that of the last look at Postgres; while it may have changed, `is_known` is false.

    `address` is the client's. `announced` is the position that it knows of, from its token or from an event since.
    Reads are numbered as they begin: of two concurrent ones the later one counts.
    """

    claims: AccessClaims
    address: str
    company_id: UUID
    profile: Profile | None
    announced: Position
    is_known: bool = True
    watched: set[tuple[Room, UUID]] = field(default_factory=set)
    # The account and the company have budgets that their other sockets spend too; none before the first event.
    shared_budgets: tuple[Budget, ...] = ()
    looks: int = 0
    newest_look: int = 0

    def begin_look(self) -> int:
        self.looks += 1
        return self.looks

    def end_look(self, look: int, *, profile: Profile | None) -> bool:
        """Store the result of a read; False when a later read has ended already."""
        if look <= self.newest_look:
            return False
        self.newest_look, self.profile, self.is_known = look, profile, True
        return True

    def forget(self) -> None:
        """Discard the results of reads that have begun before."""
        self.newest_look, self.is_known = self.begin_look(), False

    def may(self, permission: Permission | None) -> bool:
        return self.is_known and (permission is None or permission in permissions_of(self.profile))


@dataclass(kw_only=True, slots=True, eq=False)
class SocketSession:
    """`eio_sid` names the connection; `rooms` are kept by the registry, each once."""

    eio_sid: str
    holder: SessionHolder | FlowHolder
    rooms: tuple[str, ...] = ()
    events: Budget = field(default_factory=lambda: Budget(most=EVENTS, seconds=EVENTS_SECONDS))

    def due_rooms(self, company_rooms: Collection[CompanyRoom]) -> frozenset[str]:
        """The rooms that the holder has a right to."""
        if isinstance(self.holder, FlowHolder):
            return frozenset({FLOW.of(self.holder.flow_id), network_room(self.holder.network), ALL_FLOWS})
        return frozenset(_rooms_of_session(self.holder, company_rooms))


def refuse_by_policy(found: Standing, *, address: str) -> None:
    """Refuse an account that the company's policy does not admit.

    Raises:
        NetworkNotAllowedError: an administrator may not be connected from this address.
        FactorSetupRequiredError: the company demands a second factor, which the session has not proved.

    """
    if not found.may_call_from(address):
        raise NetworkNotAllowedError
    if found.lacks_factor:
        raise FactorSetupRequiredError


def holder_of(identity: Identity, claims: AccessClaims, *, address: str) -> SessionHolder:
    """Raises NetworkNotAllowedError, FactorSetupRequiredError: see refuse_by_policy."""
    refuse_by_policy(identity, address=address)
    return SessionHolder(
        claims=claims,
        address=address,
        company_id=identity.company_id,
        profile=identity.profile,
        announced=claims.position,
    )


def network_room(network: str) -> str:
    """The sockets of all flows from one network. Nothing is published there: they are counted by it."""
    return f"network:{network}"


def company_sockets(company_id: UUID) -> str:
    """The sockets of a company's accounts. Nothing is published there: they are counted by it."""
    return f"company:{company_id}"


def _rooms_of_session(holder: SessionHolder, company_rooms: Collection[CompanyRoom]) -> set[str]:
    due = {
        USER.of(holder.claims.user_id),
        SESSION.of(holder.claims.session_id),
        company_sockets(holder.company_id),
    }
    due |= {room.of(holder.company_id) for room in company_rooms if holder.may(room.permission)}
    due |= {room.of(owner_id) for room, owner_id in holder.watched if holder.may(room.permission)}
    return due
