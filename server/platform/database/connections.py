"""The pool and the unit of work. Nothing else imports `databases`.

A unit of work holds its own connection and hands it on explicitly, so that no query can slip out of its
transaction by running in another task. Effects (jobs, events) leave only after commit.

A use case whose transaction Postgres rolled back because of another one is retried. A deadlock or a serialization
failure says nothing about the request: the same work succeeds a moment later. It is repeated as a whole, and only while
nothing of it has been committed.
"""

import asyncio
import json
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias, TypeVar, cast
from uuid import UUID

import asyncpg
import databases
from databases.core import Connection as DriverConnection
from pydantic import TypeAdapter
from sqlalchemy import any_, text
from sqlalchemy import cast as cast_as
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as UUID_COLUMN
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.sql import ClauseElement
from structlog import get_logger

from server.platform.errors import ApplicationError, UnavailableError
from server.platform.process.fair_slots import connections
from server.platform.process.metrics import POOL_WAIT
from server.platform.process.outages import OUTAGES

TRIES: Final = 3
LONGEST_PAUSE_SECONDS: Final = 0.05

Result = TypeVar("Result")

logger = get_logger(__name__)


class TransactionConflictError(UnavailableError, keeps_code=True):
    """Postgres has rolled a transaction back in favour of another one."""


class LockedError(ApplicationError):
    """Another transaction changes the same rows, and has taken longer than a request waits for a lock."""

    status = 409
    message = "This is being changed at the moment. Please try again."

    def __init__(self) -> None:
        super().__init__(retry_after=1)


class _Attempt:
    """A running use case, which must not be repeated once it has committed."""

    has_committed: bool = False


_current: ContextVar[_Attempt | None] = ContextVar("attempt", default=None)


async def repeat_on_conflict(work: Callable[[], Awaitable[Result]]) -> Result:
    """Run `work`, at most three times.

    Raises TransactionConflictError: each try met a conflict, or one came after a commit.
    """
    for number in range(1, TRIES):
        attempt = _Attempt()
        token = _current.set(attempt)
        try:
            return await work()
        except TransactionConflictError as conflict:
            if attempt.has_committed:
                raise
            logger.info("transaction_repeated", number=number, error=type(conflict.__cause__).__name__)
        finally:
            _current.reset(token)
        await asyncio.sleep(number * random.uniform(0, LONGEST_PAUSE_SECONDS))  # noqa: S311 - jitter is no secret
    return await work()


# A call waits so long for a connection to be opened, once it has its turn among all that share them.
CONNECT_SECONDS: Final = 4.0
COMMAND_SECONDS: Final = 5.0
EFFECT_SECONDS: Final = 3.0
# A little longer than Postgres takes to find a deadlock, after which the request is repeated.
LOCK_MILLISECONDS: Final = 1_200

CONNECTION_ERRORS: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    # Postgres is starting or shutting down, or has cancelled a query that took too long.
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    # TimeoutError is one of them.
    OSError,
)

CONFLICTS: Final = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)

# The library logs every query with its arguments at debug level, codes and hashes included.
logging.getLogger("databases").setLevel(logging.WARNING)


Row: TypeAlias = Any
Query: TypeAlias = str | ClauseElement
Effect: TypeAlias = Callable[[], Awaitable[None]]
Record = TypeVar("Record")
_reader: Final[Callable[[Any], TypeAdapter[Any]]] = cache(TypeAdapter)


def read_record(kind: type[Record], columns: Mapping[str, Any]) -> Record:
    """Make a dataclass or a schema of columns: its fields give them their types, such as enums."""
    record: Record = _reader(kind).validate_python(columns)
    return record


class _TextRow(asyncpg.Record):
    """A row whose columns are attributes as well."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any SQL value
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


_DIALECT: Final = PGDialect_asyncpg()  # type: ignore[no-untyped-call] # the library has no types here


@lru_cache(maxsize=1_024)
def _parsed(query: str) -> tuple[str, tuple[str, ...]]:
    """The statement with numbered parameters, and their names in this order.

    It is made once: a library that does it for every call takes longer than the server for a short statement.
    """
    compiled = text(query).compile(dialect=_DIALECT)
    return str(compiled), tuple(compiled.positiontup or ())


def _numbered(query: str, values: Mapping[str, Any]) -> tuple[Any, ...]:
    """Raises KeyError for a value that is missing; one that a text does not name is left out."""
    statement, names = _parsed(query)
    return (statement, *(values[name] for name in names))


_HOLD_LOCK: Final = f"""
    WITH given AS MATERIALIZED (SELECT set_config('lock_timeout', :allowed, true)),
         held AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(:name, 0)) FROM given)
    SELECT set_config('lock_timeout', CAST(greatest(1, {LOCK_MILLISECONDS} - CAST(1000 * extract(
               epoch FROM clock_timestamp() - statement_timestamp()) AS integer)) AS text), true) FROM held
"""  # noqa: S608 - a number


class Connection:
    """One connection to Postgres.

    A query is text, whose parameters are written `:name` (with a cast `CAST(:name AS type)`) and given by keyword, or
    a SQLAlchemy `select`, `insert`, `update` or `delete`, which holds its values itself. A value that a text does not
    name is left out; one that is missing raises KeyError.
    """

    def __init__(self, driver: DriverConnection, *, waited: float | None = None, begin: str = "") -> None:
        """`waited`: so many seconds has a request waited for the connection; None where it serves no request.

        `begin` is what every transaction begins with, also that of a query which stands alone.
        """
        self._driver = driver
        self._waited = waited
        self._begin = begin

    async def fetch_all(self, query: Query, **values: Any) -> Sequence[Row]:  # noqa: ANN401 - any SQL value
        async with self._alone():
            rows: Sequence[Row]
            if isinstance(query, str):
                rows = await self.raw.fetch(*_numbered(query, values), record_class=_TextRow)
            else:
                rows = await self._driver.fetch_all(query)
            return rows

    async def fetch_one(self, query: Query, **values: Any) -> Row | None:  # noqa: ANN401 - any SQL value
        async with self._alone():
            if isinstance(query, str):
                return await self.raw.fetchrow(*_numbered(query, values), record_class=_TextRow)
            return await self._driver.fetch_one(query)

    async def fetch_value(self, query: Query, **values: Any) -> Any:  # noqa: ANN401 - any SQL value
        row = await self.fetch_one(query, **values)
        return None if row is None else row[0]

    async def find_value(self, kind: type[Record], query: Query, **values: Any) -> Record | None:  # noqa: ANN401 - any SQL value
        """Return the first value as this kind; None where there is no row, or it is null."""
        value = await self.fetch_value(query, **values)
        return None if value is None else _reader(kind).validate_python(value)

    async def fetch_column(self, query: Query, **values: Any) -> list[Any]:  # noqa: ANN401 - any SQL value
        """Return the first value of every row."""
        return [row[0] for row in await self.fetch_all(query, **values)]

    async def fetch_number(self, query: Query, **values: Any) -> int:  # noqa: ANN401 - any SQL value
        return int(await self.fetch_value(query, **values))

    async def has_row(self, query: Query, **values: Any) -> bool:  # noqa: ANN401 - any SQL value
        """Whether the query finds a row, or has changed one and returns it."""
        return await self.fetch_one(query, **values) is not None

    async def fetch_record(self, kind: type[Record], query: Query, **values: Any) -> Record | None:  # noqa: ANN401 - any SQL value
        """Return the first row as a dataclass or a schema."""
        row = await self.fetch_one(query, **values)
        return None if row is None else read_record(kind, dict(row))

    async def fetch_records(self, kind: type[Record], query: Query, **values: Any) -> list[Record]:  # noqa: ANN401 - any SQL value
        """Return all rows in the same way."""
        return [read_record(kind, dict(row)) for row in await self.fetch_all(query, **values)]

    async def execute(self, query: Query, **values: Any) -> None:  # noqa: ANN401 - any SQL value
        # The library's own `execute` reads the first column of a row, which one that is only locked does not have.
        await self.fetch_all(query, **values)

    async def hold_lock(self, name: str) -> None:
        """Wait for the lock of this name, which no other transaction gets until this one ends.

        In a request, what the wait for its connection took is taken off this one, and this one off those for locks
        that follow. Raises LockedError.
        """
        if self._waited is None:
            await self.execute("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))", name=name)
        else:
            allowed = max(1, LOCK_MILLISECONDS - int(1_000 * self._waited))
            await self.execute(_HOLD_LOCK, name=name, allowed=str(allowed))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """An error rolls back to here; a transaction around it continues, and without one this is a transaction."""
        is_first = not self.raw.is_in_transaction()
        # Not the library's own, which keeps the connection for ever where a commit or a rollback fails.
        async with self.raw.transaction():
            if is_first and self._begin:
                await self.raw.execute(self._begin)
            yield

    def _alone(self) -> AbstractAsyncContextManager[None]:
        return self.transaction() if self._begin and not self.raw.is_in_transaction() else nullcontext()

    @property
    def raw(self) -> "asyncpg.Connection[asyncpg.Record]":
        """The asyncpg connection inside, for COPY, several statements at once, and rows that come as arrays."""
        return cast("asyncpg.Connection[asyncpg.Record]", self._driver.raw_connection)


def quoted(names: Iterable[str]) -> str:
    """Write constants as the list of an `IN`."""
    return ", ".join(f"'{name}'" for name in names)


def any_id(ids: Sequence[UUID]) -> Any:  # noqa: ANN401 - a comparison's right side has no type of its own
    """Compare with any of many ids, by one parameter."""
    return any_(cast_as(ids, ARRAY(UUID_COLUMN(as_uuid=True))))


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
        serves_requests: bool = False,
        prepares: bool = True,
    ) -> None:
        """`plans_anew`: every query is planned for the tables as they are, which costs a fraction of a millisecond.

        A cached plan made for a small table scans all of it after an import. `serves_requests`: companies share the
        connections, so that none takes all of them, and none is held while a lock is waited for long. `prepares`: a
        statement outlasts its query.
        """
        self._shares = connections(pool_size) if serves_requests else None
        self._pool_size = pool_size
        self._in_use = 0
        self._settings = {
            "statement_timeout": "20s",
            "idle_in_transaction_session_timeout": "20s",
            "jit": "off",
            "plan_cache_mode": "force_custom_plan" if plans_anew else "auto",
            "lock_timeout": str(LOCK_MILLISECONDS) if serves_requests else "0",
        }
        self._begin = ""
        self._pool: Callable[[dict[str, str]], databases.Database] = lambda settings: databases.Database(
            url,
            min_size=2,
            max_size=pool_size,
            timeout=CONNECT_SECONDS,
            command_timeout=COMMAND_SECONDS,
            init=_prepare,
            reset=_leave,
            server_settings={"application_name": "waymark"} | settings,
            statement_cache_size=100 if prepares else 0,
        )
        self._driver = self._pool(self._settings)
        self._running_effects: set[asyncio.Task[None]] = set()

    async def connect(self) -> None:
        with _translated():
            try:
                await self._driver.connect()
            except asyncpg.ProtocolViolationError:
                # PgBouncer takes none of these settings at a start, because its connections are of all its clients.
                self._driver = self._pool({})
                await self._driver.connect()
        async with self.reading(is_kept=True) as connection:
            if await connection.fetch_value("SELECT current_setting('statement_timeout')") != "20s":
                self._begin = "; ".join(f"SET LOCAL {name} = '{value}'" for name, value in self._settings.items())

    async def allowed_connections(self) -> int | None:
        """The most that Postgres lets the processes open; None behind a pooler, which opens them itself."""
        query = """
            SELECT CAST(sum(CAST(setting AS int) * CASE name WHEN 'max_connections' THEN 1 ELSE -1 END) AS int)
            FROM pg_settings WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')
        """
        async with self.reading(is_kept=True) as connection:
            return None if self._begin else await connection.fetch_number(query)

    async def disconnect(self) -> None:
        """Wait for pending effects of commits, then close the pool (at most 5 s)."""
        await self.settle()
        # A pool that does not close in time ends its connections.
        with suppress(TimeoutError):
            async with asyncio.timeout(5):
                await self._driver.disconnect()

    async def settle(self) -> None:
        """Wait until the effects of all commits so far have run."""
        while self._running_effects:
            await asyncio.wait(self._running_effects)

    @asynccontextmanager
    async def unit_of_work(self) -> AsyncIterator[UnitOfWork]:
        async with self.reading() as connection:
            unit = UnitOfWork(connection)
            async with unit.connection.transaction():
                yield unit
            if (attempt := _current.get()) is not None:
                attempt.has_committed = True
        if unit.effects:
            # In a separate task: a client that disconnects cancels the request, not the effects of its commit.
            task = asyncio.create_task(_run_effects(unit.effects))
            self._running_effects.add(task)
            task.add_done_callback(self._running_effects.discard)

    def usage(self) -> dict[str, int]:
        """Connections that are in use and allowed, and calls that wait for one, as gauges are named."""
        waiting = 0 if self._shares is None else self._shares.waiting
        return {"in_use": self._in_use, "limit": self._pool_size, "waiting": waiting}

    @asynccontextmanager
    async def reading(self, *, is_kept: bool = False) -> AsyncIterator[Connection]:
        """A connection without a transaction, for queries that stand alone.

        `is_kept`: for a check that must not wait for any company's work, from all connections.
        """
        if not self._driver.is_connected:
            raise UnavailableError
        begun = time.monotonic()
        has_share = nullcontext() if is_kept or self._shares is None else self._shares.hold(_sharer.get())
        # The library gives a task the same connection each time. What is asked for in a task of its own is another
        # one, so that one unit of work is never a part of the transaction of another.
        driver = await asyncio.create_task(self._ask())
        with _translated():
            async with has_share:
                async with asyncio.timeout(CONNECT_SECONDS):
                    await driver.__aenter__()
                waited = time.monotonic() - begun
                POOL_WAIT.inc(waited)
                self._in_use += 1
                try:
                    yield Connection(driver, waited=None if self._shares is None else waited, begin=self._begin)
                finally:
                    self._in_use -= 1
                    await driver.__aexit__()

    async def _ask(self) -> DriverConnection:
        return self._driver.connection()


_sharer: Final[ContextVar[Hashable]] = ContextVar("sharer", default=None)


def count_connections_for(sharer: Hashable) -> None:
    """Count the next connections of this task for `sharer`: the company of the request, or its network before that."""
    _sharer.set(sharer)


async def _leave(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Nothing of a connection is changed that outlasts its transaction: a query to reset it is left out."""


async def _prepare(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Called by the pool with each connection that it has opened."""
    # Binary, because COPY accepts no other; the first byte is jsonb's format version.
    await connection.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        format="binary",
        encoder=lambda value: b"\x01" + json.dumps(value).encode(),
        decoder=lambda value: json.loads(value[1:]),
    )


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except CONFLICTS as error:
        raise TransactionConflictError from error
    except asyncpg.LockNotAvailableError as error:
        raise LockedError from error
    except CONNECTION_ERRORS as error:
        OUTAGES.failed("postgres", type(error).__name__)
        raise UnavailableError from error
    OUTAGES.works("postgres")


async def _run_effects(effects: Sequence[Effect]) -> None:
    for effect in effects:
        try:
            async with asyncio.timeout(EFFECT_SECONDS):
                await effect()
        except TimeoutError as error:
            OUTAGES.warn("effect_lost", type(error).__name__)
        except Exception:
            logger.warning("effect_lost", exc_info=True)
