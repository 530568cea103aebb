"""The services of a web or a worker process, made from its settings."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from server.access.robot_check.checks import make_robot_check
from server.platform.coalescer import Coalescer
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from server.platform.live.bus import RedisPublisher
from server.platform.outbound.calls import Outbound
from server.platform.outbound.password_range import PasswordRange
from server.platform.process.cache import Caches
from server.platform.process.crypto import Keyring, PasswordHasher
from server.platform.process.metrics import watch_pool
from server.platform.process.metrics_port import open_metrics_port
from server.platform.process.tasks import ArqTaskQueue
from server.platform.process.traces import TRACES
from server.platform.services import Services

# Threads of the loop, which has four and one for each core by itself: more than there are heavy requests at a time,
# so that what is short does not wait for them.
THREADS: Final = 32


class Composition:
    """Makes services from settings, opens their connections and closes them.

    `publisher` is given by a process that also listens, `plans_anew` by one whose queries are large; one that
    `serves_requests` shares its connections among the companies.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        publisher: RedisPublisher | None = None,
        plans_anew: bool = False,
        serves_requests: bool = False,
    ) -> None:
        self._tasks = ArqTaskQueue(settings.redis_url)
        self._publisher = publisher or RedisPublisher(settings.redis_url)
        database = Database(
            settings.database_url,
            pool_size=settings.database_pool_size,
            plans_anew=plans_anew,
            serves_requests=serves_requests,
            prepares=settings.database_prepared_statements,
        )
        keys = Keyring(settings.secret_keys)
        self.services = Services(
            settings=settings,
            database=database,
            keys=keys,
            passwords=PasswordHasher(),
            password_range=PasswordRange(settings.password_range_url),
            tasks=self._tasks,
            publisher=self._publisher,
            coalescer=Coalescer(self._publisher),
            caches=Caches(),
            robot_check=make_robot_check(settings, keys=keys, database=database),
            outbound=Outbound(settings),
        )

    async def open(self) -> Services:
        """Raises UnavailableError: Postgres cannot be reached. Redis is not needed for a start."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
        await self.services.database.connect()
        return self.services

    def watch(self, service: str, *, refresh: Callable[[], object] = lambda: None) -> Callable[[], None]:
        """Show the metrics of this process, each time after `refresh`, and send its traces; returns what ends both."""
        settings = self.services.settings
        watch_pool(self.services.database.usage)
        TRACES.start(settings.otel_exporter_otlp_endpoint, service=service)
        close_port = open_metrics_port(settings.metrics_listen, refresh=refresh)

        def end() -> None:
            close_port()
            TRACES.close()

        return end

    async def close(self) -> None:
        """Let pending effects finish and publish what is pending, then close every connection."""
        await self.services.database.disconnect()
        await self.services.coalescer.close()
        await self._tasks.close()
        await self._publisher.close()
        await self.services.robot_check.close()
        await self.services.password_range.close()
        self.services.passwords.close()
