"""One engine for work on many rows: imports, changes of many people, the undoing of both, and erasures.

Work is done in parts, side by side for a slice of time. One transaction claims a part, does it and counts it: a worker
that is killed in it loses its lock and has changed nothing, and a repeated job finds nothing to claim. What a kind of
work does is a :class:`BulkOperation`; most are a :class:`ChunkOperation`, whose parts are ranges of rows. Its progress
is published throttled to those who watch it and to its company: events are hints. The account that has started the work
is notified of its end, in the transaction that ends it: by the bell, and by a mail where it was not watched to its end.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar
from uuid import UUID

from structlog import get_logger

from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import queue_mail
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice, delete_about
from server.people.account.people_repository import find_contact
from server.people.chunks.chunk_repository import Chunk, Step, claim_chunk, finish_chunk, has_chunks
from server.platform.database.connections import Connection, TransactionConflictError
from server.platform.events import Event
from server.platform.process.metrics import ROWS
from server.platform.process.tasks import Task
from server.platform.schemas import ResponseSchema
from server.platform.services import Services, ServiceUnit

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

    def announce(self, unit: ServiceUnit, work_id: UUID, *, now: bool = True) -> None:
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


# Two keep two cores of Postgres busy.
LANES: Final = 2
# After this the work goes to the end of the queue, so that a small one does not wait for a large one.
SLICE_SECONDS: Final = 2.0

Order = TypeVar("Order")
# How many rows there are of each result.
Result = TypeVar("Result", bound=Counter[Any])

logger = get_logger(__name__)


class WorkCancelledError(Exception):
    """The work was cancelled while a part of it was being done: the part is rolled back."""


class BulkOperation(Protocol):
    """A kind of work that is done in parts."""

    async def do_next(self, unit: ServiceUnit, work_id: UUID) -> bool:
        """Claim a part and do it in this transaction; False where none is left to claim. Raises WorkCancelledError."""


class ChunkOperation(ABC, Generic[Order, Result]):
    """Work in chunks. Its methods are called in this order, in the transaction of a chunk; they hold no state."""

    step: ClassVar[Step]
    progress: ClassVar[ThrottledProgress]

    @abstractmethod
    async def read_order(self, connection: Connection, work_id: UUID) -> Order | None:
        """What is to be done, with the rights of this moment; None where the work does not wait for this step."""

    @abstractmethod
    async def do_rows(self, unit: ServiceUnit, order: Order, *, chunk: Chunk) -> Result:
        """Do it to the rows of the chunk, and store what became of them."""

    def next_step(self, _order: Order, _result: Result) -> Step | None:
        """What is to be done with the chunk afterwards."""
        return None

    @abstractmethod
    async def count(self, connection: Connection, order: Order, result: Result) -> None:
        """Add the result to the counters of the work, which locks it. Raises WorkCancelledError."""

    @abstractmethod
    async def end(self, unit: ServiceUnit, order: Order) -> None:
        """Mark the work as ended after its last chunk, for the audit trail and for the user who started it as well."""

    async def do_next(self, unit: ServiceUnit, work_id: UUID) -> bool:
        connection = unit.connection
        chunk = await claim_chunk(connection, work_id=work_id, step=self.step)
        order = None if chunk is None else await self.read_order(connection, work_id)
        if chunk is None or order is None:
            return False
        result = await self.do_rows(unit, order, chunk=chunk)
        await finish_chunk(connection, chunk, step=self.step, then=self.next_step(order, result))
        # Late, so that the lock of the work is held briefly. Under it the chunks of all others are seen.
        await self.count(connection, order, result)
        unit.after_commit(partial(self._count_rows, result.total()))
        ended = not await has_chunks(connection, work_id=work_id, step=self.step)
        # The throttle may still be waiting.
        self.progress.announce(unit, work_id, now=ended or chunk.number == 1)
        if ended:
            await self.end(unit, order)
        return True

    async def _count_rows(self, rows: int) -> None:
        ROWS.labels(self.progress.name, self.step.value).inc(rows)


async def run_chunks(
    services: Services, operation: BulkOperation, work_id: UUID, *, again: Task, seconds: float
) -> None:
    """Do parts until none is left to claim or `seconds` have passed; then the rest is enqueued again."""
    deadline = time.monotonic() + seconds
    lanes = [_run_lane(services, operation, work_id, deadline=deadline) for _ in range(LANES)]
    outcomes = await asyncio.gather(*lanes, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome
    if any(outcomes):
        await services.tasks.enqueue(again)


async def do_next(services: Services, operation: BulkOperation, work_id: UUID) -> bool:
    """Do one part; False where there is none to do now."""
    try:
        async with services.unit_of_work() as unit:
            return await operation.do_next(unit, work_id)
    except WorkCancelledError:
        return False


async def _run_lane(services: Services, operation: BulkOperation, work_id: UUID, *, deadline: float) -> bool:
    """True where some parts may be left."""
    while time.monotonic() < deadline:
        try:
            if not await do_next(services, operation, work_id):
                return False
        except TransactionConflictError:
            # Concurrent work on the same people conflicts: Postgres rolled this part back, and it is claimed again.
            logger.info("chunk_repeated", work_id=str(work_id))
    return True


# What ends sooner is watched to its end.
MAIL_AFTER: Final = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class EndMail:
    """`parameters` are those of the kind, without the name of its recipient."""

    kind: MessageKind
    parameters: dict[str, Any] = field(default_factory=dict)
    import_id: UUID | None = None


async def notify_end(
    unit: ServiceUnit, notice: Notice, *, company_id: UUID, recipient: UUID | None, mail: EndMail | None
) -> None:
    """No one is notified where the account is deleted, and by mail only an active one."""
    if recipient is None:
        return
    await notify(unit, notice, company_id=company_id, user_ids=[recipient])
    contact = await find_contact(unit.connection, company_id=company_id, user_id=recipient)
    if mail is not None and contact is not None:
        await queue_mail(
            unit,
            mail.kind,
            to=contact.email,
            company_id=company_id,
            user_id=recipient,
            parameters={"full_name": contact.full_name, **mail.parameters},
            import_id=mail.import_id,
        )


async def notify_undone(unit: ServiceUnit, notice: Notice, *, company_id: UUID, recipient: UUID | None) -> None:
    """The notice takes the place of those about the work before it was undone."""
    if notice.about is not None:
        await delete_about(unit.connection, notice.about, company_id=company_id)
    await notify_end(unit, notice, company_id=company_id, recipient=recipient, mail=None)
