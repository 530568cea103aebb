"""Send the messages that are due: each code by a job of its own, all others in batches."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from structlog import get_logger

from server.messaging.messages.kinds import (
    BATCH_LEASE,
    CODE_LEASE,
    TWICE_HANDED,
    Attempt,
    Outcome,
    Outgoing,
    Providers,
    deliver,
)
from server.messaging.messages.repository import claim_notices, claim_one, note_handed, record_attempts
from server.platform.process.outages import OUTAGES
from server.platform.process.tasks import Queue, task
from server.platform.services import Services

# Claims, delivers and records up to `limit` messages; None where nothing was due.
SendBatch = Callable[..., Awaitable[Sequence[Attempt] | None]]
# Records, in a transaction, what became of these messages.
Record = Callable[[Sequence[Outgoing], Sequence[Attempt]], Awaitable[None]]
# Called with the unit and a flow's id, within the transaction that records the attempt at its code.
CodeAttempted = Callable[..., Awaitable[None]]


@dataclass(frozen=True, kw_only=True)
class SendingServices(Services):
    """`batches` are those of features that decide themselves which of their messages are sent."""

    code_providers: Providers
    bulk_providers: Providers
    batches: Sequence[SendBatch]
    code_attempted: CodeAttempted
    sending: asyncio.Lock = field(default_factory=asyncio.Lock)


logger = get_logger(__name__)


@task(Queue.CODES)
async def send_code(services: SendingServices, *, message_id: UUID) -> None:
    """One attempt, when the message is due and unclaimed; the sweeper enqueues the next one."""
    async with services.database.reading() as connection:
        message = await claim_one(connection, message_id=message_id, lease=CODE_LEASE, keys=services.keys)
    if message is None:
        return
    attempts = await _deliver_part(services, services.code_providers, [message])
    async with services.unit_of_work() as unit:
        await record_attempts(unit.connection, [message], attempts)
        if message.flow_id is not None:
            await services.code_attempted(unit, flow_id=message.flow_id)
    logger.info("code_tried", message_id=str(message_id), outcome=attempts[0].outcome.value)


# After this the job ends and is enqueued again at the end of its queue.
SLICE_SECONDS: Final = 2.0
# While one round claims and records in Postgres, the other has the connections to the provider.
ROUNDS_AT_ONCE: Final = 2
# Batches double while the provider keeps up, so that a slow one is not given more than it can take.
FIRST_BATCH: Final = 64
LARGEST_BATCH: Final = 512


@task(Queue.WORK)
async def send_messages(services: SendingServices) -> None:
    """Send for a while; the rest is enqueued again. Another call ends at once: the sweeper finds what is missed."""
    if services.sending.locked():
        return
    async with services.sending:
        more = await send_due_messages(services)
    if more:
        await services.tasks.enqueue(send_messages.task())


async def send_due_messages(services: SendingServices) -> bool:
    """Whether there is more to send at once. Postponed messages are found by the sweeper when they are due."""
    deadline = time.monotonic() + SLICE_SECONDS
    if (more := await _send_round(services, limit=FIRST_BATCH)) is not None:
        return more
    rounds = [_send_rounds(services, deadline=deadline) for _ in range(ROUNDS_AT_ONCE)]
    results = await asyncio.gather(*rounds, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return any(results)


async def _send_rounds(services: SendingServices, *, deadline: float) -> bool:
    size = FIRST_BATCH
    while time.monotonic() < deadline:
        size = min(size * 2, LARGEST_BATCH)
        if (more := await _send_round(services, limit=size)) is not None:
            return more
    return True


async def _send_round(services: SendingServices, *, limit: int) -> bool | None:
    """Send one batch of each kind. Returns None where another round may follow, else whether to begin again later.

    No round follows where nothing was due, or the provider does not keep up.
    """
    outcomes: set[Outcome] = set()
    is_idle = True
    for send_batch in (send_notices, *services.batches):
        attempts = await send_batch(services, limit=limit)
        if attempts is None:
            continue
        if failed := [attempt for attempt in attempts if attempt.outcome in {Outcome.RETRY, Outcome.REFUSED}]:
            first = failed[0]
            OUTAGES.warn("messages_not_sent", first.outcome, count=len(failed), first_message_id=str(first.message_id))
        is_idle = False
        outcomes |= {attempt.outcome for attempt in attempts}
        if Outcome.UNTRIED in outcomes:
            return Outcome.SENT in outcomes
    return False if is_idle else None


async def send_notices(services: SendingServices, *, limit: int) -> Sequence[Attempt] | None:
    """A batch of messages that are neither codes nor invitations; None where none was due."""
    async with services.unit_of_work() as unit:
        messages = await claim_notices(unit.connection, limit=limit, lease=BATCH_LEASE, keys=services.keys)
    if not messages:
        return None

    async def keep(part: Sequence[Outgoing], attempts: Sequence[Attempt]) -> None:
        async with services.unit_of_work() as unit:
            await record_attempts(unit.connection, part, attempts)

    return await hand_over(services, messages, record=keep)


# As many are handed over before what became of them is recorded.
PART: Final = 16
# No further part of a batch is begun after so long: its lease is longer by far.
BATCH_SECONDS: Final = 5.0


async def hand_over(services: SendingServices, messages: Sequence[Outgoing], *, record: Record) -> list[Attempt]:
    """Deliver claimed messages, a part at a time.

    What a worker had handed over when it died is handed over once more, and then never again.
    """
    attempts, waiting = list[Attempt](), sorted(messages, key=lambda each: -each.handed)
    deadline = time.monotonic() + BATCH_SECONDS
    while waiting:
        stops = time.monotonic() > deadline or any(each.outcome is Outcome.UNTRIED for each in attempts)
        # One that a worker has died with is alone, so that the mark is no other's: it may not have left at all.
        size = len(waiting) if stops else 1 if waiting[0].handed else PART
        part, waiting = waiting[:size], waiting[size:]
        tried = [Attempt(message_id=each.id, outcome=Outcome.UNTRIED) for each in part]
        if not stops:
            tried = await _deliver_part(services, services.bulk_providers, part)
        await record(part, tried)
        attempts += tried
    return attempts


async def _deliver_part(services: SendingServices, providers: Providers, part: Sequence[Outgoing]) -> list[Attempt]:
    async with services.unit_of_work() as unit:
        allowed = await note_handed(unit.connection, [each.id for each in part])
    refused = [Attempt.failed(each, Outcome.REFUSED, TWICE_HANDED) for each in part if each.id not in allowed]
    return refused + await deliver(providers, [each for each in part if each.id in allowed])
