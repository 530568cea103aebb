"""The pool and the unit of work. Nothing else imports `databases`.

A unit of work holds its own connection and hands it on explicitly, so that no query can slip out of its
transaction by running in another task. Effects (jobs, events) leave only after commit.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import lru_cache, partial
from typing import Any, Final, TypeAlias, TypeVar, cast

import asyncpg
import databases
from databases.core import Connection as DriverConnection
from structlog import get_logger

from server.platform.database.conflicts import LockedError, TransactionConflictError, note_commit
from server.platform.database.connection_shares import ConnectionShares
from server.platform.database.lookups import Lookup
from server.platform.database.pooled_connection import (
    ACQUIRE_SECONDS,
    CONNECT_SECONDS,
    AttributeRow,
    PooledConnection,
    acquired,
    open_connection,
    prepare,
    prepare_to_give_way,
)
from server.platform.database.shared_reads import SharedReads
from server.platform.errors import UnavailableError

COMMAND_SECONDS: Final = 5.0
EFFECT_SECONDS: Final = 3.0
# A little longer than Postgres takes to find a deadlock, after which the request is repeated.
REQUESTS_WAIT_FOR_LOCKS: Final = "1200ms"

CONNECTION_ERRORS: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.QueryCanceledError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    ConnectionError,
    TimeoutError,
    OSError,
)

CONFLICTS: Final = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)

# The library logs every query with its arguments at debug level, codes and hashes included.
logging.getLogger("databases").setLevel(logging.WARNING)

logger = get_logger(__name__)

# A colon before a name, but not in a cast (`::`).
_NAMED: Final = re.compile(r"(?<![:\w\\]):([a-z_]\w*)(?!:)").sub

Row: TypeAlias = Any
# Generic in its type stubs only, hence the quotes.
RawConnection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Effect: TypeAlias = Callable[[], Awaitable[None]]
Read = TypeVar("Read")


@lru_cache(maxsize=1_024)
def _numbered(query: str) -> tuple[str, tuple[str, ...]]:
    """The query with `$1` for `:name`, and the names in order, cached; the library would compile it each time."""
    names: dict[str, int] = {}
    text = _NAMED(lambda match: f"${names.setdefault(match[1], len(names) + 1)}", query)
    return text, tuple(names)


class Connection:
    """One connection to Postgres. Parameters are written `:name` in the query and given by keyword."""

    def __init__(self, driver: DriverConnection) -> None:
        self._driver = driver

    async def fetch_one(self, query: str, **values: Any) -> Row | None:  # noqa: ANN401 - any SQL value
        text, names = _numbered(query)
        return await self.raw.fetchrow(text, *(values[name] for name in names))

    async def fetch_all(self, query: str, **values: Any) -> Sequence[Row]:  # noqa: ANN401 - any SQL value
        text, names = _numbered(query)
        return await self.raw.fetch(text, *(values[name] for name in names))

    async def fetch_value(self, query: str, **values: Any) -> Any:  # noqa: ANN401 - any SQL value
        text, names = _numbered(query)
        return await self.raw.fetchval(text, *(values[name] for name in names))

    async def execute(self, query: str, **values: Any) -> None:  # noqa: ANN401 - any SQL value
        text, names = _numbered(query)
        await self.raw.execute(text, *(values[name] for name in names))

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        """An error rolls back to the savepoint; the transaction itself continues."""
        async with self.raw.transaction():
            yield

    @property
    def raw(self) -> RawConnection:
        """The asyncpg connection inside, for COPY and the hot paths; the same transaction."""
        return cast("RawConnection", self._driver.raw_connection)


class UnitOfWork:
    """One transaction. Effects registered with :meth:`after_commit` run only after its commit."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.effects: list[Effect] = []

    def after_commit(self, effect: Effect) -> None:
        self.effects.append(effect)


class Database:
    """Pooled connections to Postgres.

    Raises, from every method that needs the server:
        UnavailableError: Postgres cannot be reached, hangs or has no connection free in time.
        TransactionConflictError: Postgres has rolled back in favour of another transaction.
        LockedError, TooManyRequestsError: only where it serves requests, see there.
    """

    def __init__(
        self,
        url: str,
        *,
        pool_size: int,
        plans_anew: bool = False,
        gives_way: bool = False,
        serves_requests: bool = False,
    ) -> None:
        """`plans_anew`: every query is planned for the tables as they are, which costs a fraction of a millisecond.

        A cached plan made for a small table scans all of it after an import. `gives_way`: its connections are for work
        that no one waits for, and are opened when there is some. `serves_requests`: companies share the connections,
        so that none takes all of them, and none is held while a lock is waited for long.
        """
        self._shares = ConnectionShares(pool_size, seconds=ACQUIRE_SECONDS) if serves_requests else None
        self._driver = databases.Database(
            url,
            min_size=0 if gives_way else 2,
            max_size=pool_size,
            connect=open_connection,
            timeout=CONNECT_SECONDS,
            command_timeout=COMMAND_SECONDS,
            init=prepare_to_give_way if gives_way else self._prepare,
            record_class=AttributeRow,
            connection_class=PooledConnection,
            server_settings={
                "application_name": "waymark",
                "statement_timeout": "20s",
                "idle_in_transaction_session_timeout": "20s",
                "jit": "off",
                "plan_cache_mode": "force_custom_plan" if plans_anew else "auto",
                "lock_timeout": REQUESTS_WAIT_FOR_LOCKS if serves_requests else "0",
            },
        )
        self._running_effects: set[asyncio.Task[None]] = set()
        self._lookups: dict[str, Lookup] = {}
        self._shared = SharedReads()

    async def connect(self) -> None:
        async with _translated():
            await self._driver.connect()

    async def disconnect(self) -> None:
        """Wait for pending effects of commits, then close the pool (at most 5 s)."""
        await self.settle()
        try:
            async with asyncio.timeout(5):
                await self._driver.disconnect()
        except TimeoutError:
            self._pool().terminate()

    async def settle(self) -> None:
        """Wait until the effects of all commits so far have run."""
        while self._running_effects:
            await asyncio.wait(self._running_effects)

    @asynccontextmanager
    async def unit_of_work(self) -> AsyncIterator[UnitOfWork]:
        async with self._connection() as driver:
            unit = UnitOfWork(Connection(driver))
            async with driver.transaction():
                yield unit
            note_commit()
        if unit.effects:
            # In a separate task: a client that disconnects cancels the request, not the effects of its commit.
            task = asyncio.create_task(_run_effects(unit.effects))
            self._running_effects.add(task)
            task.add_done_callback(self._running_effects.discard)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """A connection without a transaction, for queries that stand alone."""
        async with self._connection() as driver:
            yield Connection(driver)

    def lookup(self, query: str) -> Lookup:
        """What reads rows by this query for all callers of this process together.

        Connections that are opened from now on have planned it before their first call.
        """
        if query not in self._lookups:
            self._lookups[query] = Lookup(query, acquire=partial(self.acquire, is_kept=True))
        return self._lookups[query]

    async def read_together(self, key: Hashable, read: Callable[[Connection], Awaitable[Read]]) -> Read:
        """What `read` gives, read once for all of this process who ask for the same key at the same moment."""

        async def reading() -> Read:
            async with self.reading() as connection:
                return await read(connection)

        return await self._shared.read(key, reading)

    def usage(self) -> dict[str, int]:
        """Connections that are in use, open and allowed, and calls that wait for one, as gauges are named."""
        pool = self._pool()
        return {
            "in_use": pool.get_size() - pool.get_idle_size(),
            "open": pool.get_size(),
            "limit": pool.get_max_size(),
            "waiting": 0 if self._shares is None else self._shares.waiting,
        }

    @asynccontextmanager
    async def acquire(self, *, is_kept: bool = False) -> AsyncIterator[RawConnection]:
        """An asyncpg connection without a transaction: the hot paths, COPY, LISTEN.

        `is_kept`: for a check that must not wait for any company's work, from all connections.
        """
        async with _translated(), nullcontext() if is_kept else self._share():
            connection = await acquired(self._pool().acquire)
            try:
                yield cast("RawConnection", connection)
            finally:
                await self._pool().release(connection)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[DriverConnection]:
        # Made by hand: the library's own accessor binds a connection to the task that asks.
        self._pool()
        driver = DriverConnection(self._driver, self._driver._backend)  # noqa: SLF001 - see above
        async with _translated(), self._share():
            await acquired(driver.__aenter__)
            try:
                yield driver
            finally:
                await driver.__aexit__()

    def _share(self) -> AbstractAsyncContextManager[None]:
        return nullcontext() if self._shares is None else self._shares.hold()

    async def _prepare(self, connection: RawConnection) -> None:
        await prepare(connection)
        for lookup in self._lookups.values():
            await lookup.warm(connection)

    def _pool(self) -> Any:  # noqa: ANN401 - asyncpg's pool is generic over its proxies
        """Raises UnavailableError where the pool is not open (any more)."""
        pool = self._driver._backend._pool  # noqa: SLF001 - not offered otherwise
        if pool is None:
            raise UnavailableError
        return pool


@asynccontextmanager
async def _translated() -> AsyncIterator[None]:
    try:
        yield
    except CONFLICTS as error:
        raise TransactionConflictError from error
    except asyncpg.LockNotAvailableError as error:
        raise LockedError from error
    except CONNECTION_ERRORS as error:
        logger.warning("postgres_unavailable", error=type(error).__name__)
        raise UnavailableError from error


async def _run_effects(effects: Sequence[Effect]) -> None:
    for effect in effects:
        try:
            async with asyncio.timeout(EFFECT_SECONDS):
                await effect()
        except Exception:
            logger.warning("effect_lost", exc_info=True)
