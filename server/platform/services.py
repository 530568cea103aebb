"""The services that use cases take, and the request that they are taken for.

Services are made in asgi.py, in workers/context.py and in test fixtures.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, Generic, Self, TypeAlias, TypeVar
from uuid import UUID
from weakref import WeakValueDictionary

from server.platform.coalescer import Coalescer
from server.platform.configuration.settings import RobotCheckKind, Settings
from server.platform.database.connections import Database, UnitOfWork
from server.platform.errors import ForbiddenError, NotFoundError
from server.platform.events import Publisher
from server.platform.outbound.calls import Outbound
from server.platform.outbound.password_range import PasswordRange
from server.platform.process import fair_slots
from server.platform.process.cache import Caches
from server.platform.process.crypto import Keyring, PasswordHasher, token_hash
from server.platform.process.fair_slots import FairSlots
from server.platform.process.tasks import Task, TaskQueue
from server.vocabulary.identity import Actor, Identity, Session
from server.vocabulary.languages import Language
from server.vocabulary.networks import network_of


class RobotCheck:
    """Checks that a person, not a robot, sends a form."""

    kind: RobotCheckKind

    async def challenge(self) -> dict[str, Any]:
        """What the self-hosted widget has to solve, exactly as its library made it.

        Raises NotFoundError: this kind of check brings its own challenges, as most do.
        """
        raise NotFoundError

    async def verify(self, payload: str | None, *, address: str) -> None:
        """Accept `payload` (the widget's, unchanged) once.

        Raises RobotCheckFailedError: it is missing, forged, expired or spent, or could not be checked.
        """
        raise NotImplementedError

    async def close(self) -> None:
        """Close what is open: most have nothing."""


@dataclass(frozen=True, kw_only=True)
class Services:
    settings: Settings
    database: Database
    keys: Keyring
    passwords: PasswordHasher
    password_range: PasswordRange
    tasks: TaskQueue
    publisher: Publisher
    coalescer: Coalescer
    caches: Caches
    robot_check: RobotCheck
    outbound: Outbound
    # By company and issuer: what an identity provider publishes is fetched once at a time.
    provider_locks: WeakValueDictionary[tuple[UUID, str], asyncio.Lock] = field(default_factory=WeakValueDictionary)
    # Slots of this process: see process/fair_slots.py.
    heavy_requests: FairSlots = field(default_factory=fair_slots.heavy_requests)
    searches: FairSlots = field(default_factory=fair_slots.searches)
    sign_ins: FairSlots = field(default_factory=fair_slots.sign_ins)
    uploads: FairSlots = field(default_factory=fair_slots.uploads)
    file_readers: FairSlots = field(default_factory=fair_slots.file_readers)
    small_files: FairSlots = field(default_factory=fair_slots.one_file)
    large_files: FairSlots = field(default_factory=fair_slots.one_file)
    downloads: FairSlots = field(default_factory=fair_slots.downloads)

    @asynccontextmanager
    async def unit_of_work(self) -> AsyncIterator["ServiceUnit"]:
        """Open a transaction that carries these services to all that is done in it."""
        async with self.database.unit_of_work() as unit:
            yield ServiceUnit(unit, self)


class ServiceUnit(UnitOfWork):
    """A unit of work with the services of the process that does it."""

    def __init__(self, unit: UnitOfWork, services: Services) -> None:
        super().__init__(unit.connection)
        self.effects = unit.effects
        self.services = services

    def enqueue(self, task: Task) -> None:
        self.after_commit(partial(self.services.tasks.enqueue, task))


@dataclass(frozen=True, kw_only=True)
class Visit:
    """A request: its services, the address and browser that it comes from, and the secrets in its cookies."""

    services: Services
    address: str
    user_agent: str
    # The first that the browser asks for and that there are texts in.
    language: Language | None
    flow_secret: str | None = field(repr=False)
    device_secret: str | None = field(repr=False)

    @property
    def network(self) -> str:
        return network_of(self.address)

    @property
    def device_hash(self) -> bytes | None:
        return None if self.device_secret is None else token_hash(self.device_secret)

    def signed_in(self, identity: Identity) -> "Context":
        return Context(identity=identity, **{each.name: getattr(self, each.name) for each in fields(Visit)})

    @asynccontextmanager
    async def unit_of_work(self) -> AsyncIterator["Unit[Self]"]:
        """Open a transaction that carries this request to all that is done in it."""
        async with self.services.unit_of_work() as unit:
            yield Unit(unit, self)


@dataclass(frozen=True, kw_only=True)
class Context(Visit):
    """The request of a signed-in caller."""

    identity: Identity

    @property
    def actor(self) -> Actor:
        return self.identity.actor

    @property
    def session(self) -> Session:
        """Raises ForbiddenError: the caller came by a credential that has no session."""
        if self.identity.session is None:
            raise ForbiddenError
        return self.identity.session

    @property
    def company_id(self) -> UUID:
        return self.actor.company_id

    @property
    def user_id(self) -> UUID:
        return self.actor.user_id


Visit_co = TypeVar("Visit_co", bound=Visit, covariant=True)


class Unit(ServiceUnit, Generic[Visit_co]):
    """A unit of work with the request that it serves: a `Unit[Context]` is done for a signed-in caller."""

    def __init__(self, unit: UnitOfWork, context: Visit_co) -> None:
        super().__init__(unit, context.services)
        self.context = context

    @property
    def address(self) -> str:
        return self.context.address


# What is done beside a use case, in its transaction: it gets the id of what that has made or changed.
Beside: TypeAlias = Callable[[Unit[Context], UUID], Awaitable[None]]
