"""The services of a process that sends messages: providers, and what features add to the sending."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from server.messaging.messages.delivery import Attempt, Providers
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services


class OneAtATime:
    """Work that does not run concurrently in this process; calls meanwhile cause one more run."""

    def __init__(self) -> None:
        self._running = False
        self._called_meanwhile = False

    async def run(self, work: Callable[[], Awaitable[bool]]) -> bool:
        """Whether it is to be run again, as `work` says or because it was called in the meantime."""
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


class SendBatch(Protocol):
    async def __call__(self, services: "SendingServices", *, limit: int) -> Sequence[Attempt] | None:
        """Claim, deliver and record up to `limit` messages; None where nothing was due."""
        ...


class CodeAttempted(Protocol):
    async def __call__(self, services: Services, unit: UnitOfWork, *, flow_id: UUID) -> None:
        """Within the transaction that records the attempt at a flow's code."""
        ...


@dataclass(frozen=True, kw_only=True)
class SendingServices(Services):
    """`batches` are those of features that decide themselves which of their messages are sent."""

    code_providers: Providers
    bulk_providers: Providers
    batches: Sequence[SendBatch]
    code_attempted: CodeAttempted
    sending: OneAtATime = field(default_factory=OneAtATime)
