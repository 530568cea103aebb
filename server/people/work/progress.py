"""Progress of work on many rows, published throttled to those who watch it and to its company. Events are hints."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import UUID

from server.platform.events import Event
from server.platform.schemas import ResponseSchema
from server.platform.services import Services, ServiceWork

# All workers together: under 10 snapshots and 1 summary a second.
SNAPSHOT_SECONDS: Final = 0.25
SUMMARY_SECONDS: Final = 1.3


@dataclass(frozen=True, kw_only=True)
class ThrottledProgress:
    """`read` gives the company and the present snapshot; None where the work is there no more.

    `watched` publishes the snapshot, `summary` those of its fields that the summary has. The last state is always
    published.
    """

    name: str
    read: Callable[[Services, UUID], Awaitable[tuple[UUID, ResponseSchema] | None]]
    watched: Event[Any]
    summary: Event[Any]

    def announce(self, unit: ServiceWork, work_id: UUID, *, now: bool = True) -> None:
        """Publish after the commit: `now`, or when the throttle allows it."""

        async def publish() -> None:
            if now:
                await self.publish_now(unit.services, work_id)
            else:
                self.publish_soon(unit.services, work_id)

        unit.after_commit(publish)

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
        found = await self.read(services, work_id)
        if found is None:
            return
        company_id, snapshot = found
        if self.watched in events:
            await services.publisher.publish(self.watched, to=work_id, payload=snapshot)
        if self.summary in events:
            # Validation would return the snapshot itself, rows included, because it is a subclass of the summary.
            shape = self.summary.payload
            summary = shape(**{name: getattr(snapshot, name) for name in shape.model_fields})
            await services.publisher.publish(self.summary, to=company_id, payload=summary)
