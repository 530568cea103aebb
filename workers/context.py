"""What the jobs of a worker process share."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from server.messages.delivery import Providers
from server.messages.providers import make_providers
from server.services import Services

KEY: Final = "worker"
# Codes have connections of their own, as they have job slots of their own.
CODE_CONNECTIONS: Final = 4
BULK_CONNECTIONS: Final = 8


class OneAtATime:
    """Work that runs once at a time in this process: a call meanwhile is answered by running it once more."""

    def __init__(self) -> None:
        self._running = False
        self._called_meanwhile = False

    async def run(self, work: Callable[[], Awaitable[bool]]) -> bool:
        """Whether it is to be run again, as `work` says or because it was asked for in the meantime."""
        if self._running:
            self._called_meanwhile = True
            return False
        self._running = True
        try:
            more = await work()
        finally:
            self._running = False
            called, self._called_meanwhile = self._called_meanwhile, False
        return more or called


@dataclass(frozen=True, kw_only=True)
class WorkerContext:
    services: Services
    code_providers: Providers
    bulk_providers: Providers
    sending: OneAtATime = field(default_factory=OneAtATime)

    async def close(self) -> None:
        await self.code_providers.close()
        await self.bulk_providers.close()


def make_context(services: Services) -> WorkerContext:
    """Raises server.settings.SettingsError."""
    settings, database = services.settings, services.database
    return WorkerContext(
        services=services,
        code_providers=make_providers(settings, database, connections=CODE_CONNECTIONS),
        bulk_providers=make_providers(settings, database, connections=BULK_CONNECTIONS),
    )


def worker_of(context: dict[str, Any]) -> WorkerContext:
    worker: WorkerContext = context[KEY]
    return worker


def services_of(context: dict[str, Any]) -> Services:
    return worker_of(context).services
