"""Progress of work that is done in chunks, published throttled to those who watch it and to its company."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import UUID

from server.platform.events import Event
from server.platform.schemas import ResponseSchema
from server.platform.services import Services

# All workers together: under 10 snapshots and 1 summary a second.
SNAPSHOT_SECONDS: Final = 0.25
SUMMARY_SECONDS: Final = 1.3


@dataclass(frozen=True, kw_only=True)
class Published:
    event: Event[Any]
    to: UUID
    payload: ResponseSchema


@dataclass(frozen=True, kw_only=True)
class ThrottledProgress:
    """`read` gives the present state as the payloads of both events; none where the work is there no more.

    The last state is always published.
    """

    name: str
    read: Callable[[Services, UUID], Awaitable[Sequence[Published]]]
    watched: Event[Any]
    summary: Event[Any]

    async def publish_now(self, services: Services, work_id: UUID) -> None:
        """A change of state is never left out."""
        services.coalescer.discard(self._topic(work_id))
        await self._publish(services, (self.watched, self.summary), work_id)

    def publish_soon(self, services: Services, work_id: UUID) -> None:
        """Publish a change within a quarter of a second, without waiting for Redis."""
        for topic, event, every in (
            (self._topic(work_id), self.watched, SNAPSHOT_SECONDS),
            (f"summary:{work_id}", self.summary, SUMMARY_SECONDS),
        ):
            services.coalescer.add(topic, work_id, publish=partial(self._publish, services, (event,)), every=every)

    def _topic(self, work_id: UUID) -> str:
        return f"{self.name}:{work_id}"

    async def _publish(self, services: Services, events: tuple[Event[Any], ...], work_id: UUID) -> None:
        for each in await self.read(services, work_id):
            if each.event in events:
                await services.publisher.publish(each.event, to=each.to, payload=each.payload)
