"""Send what is due in the outbox, codes apart: the job that everything else leaves by."""

import time
from collections.abc import Sequence
from typing import Final

from structlog import get_logger

from server.imports.progress import tell_progress
from server.messages.delivery import Attempt, Outcome, Outgoing, Providers, deliver
from server.messages.invitations import claim_invitations
from server.messages.repository import claim_notices, record_attempts
from server.messages.retries import BATCH_LEASE
from server.messages.tell_undeliverable import tell_undeliverable
from server.realtime.events import UsersChangeKind
from server.services import Services
from server.users.publish_change import publish_users_changed

# After so long the job ends and goes to the end of its queue.
SLICE_SECONDS: Final = 2.0
# Batches double while the provider keeps up, so that a slow one is not given more than it can take.
FIRST_BATCH: Final = 64
LARGEST_BATCH: Final = 512

logger = get_logger(__name__)


async def send_messages(services: Services, providers: Providers) -> bool:
    """Whether there is more to send at once. What has to wait is found by the sweeper when it is due."""
    deadline = time.monotonic() + SLICE_SECONDS
    size = FIRST_BATCH
    while time.monotonic() < deadline:
        messages = await _claim(services, limit=size)
        if not messages:
            return False
        attempts = await deliver(providers, messages)
        await _record(services, messages, attempts)
        outcomes = {attempt.outcome for attempt in attempts}
        if Outcome.UNTRIED in outcomes:
            return Outcome.SENT in outcomes
        size = min(size * 2, LARGEST_BATCH)
    return True


async def _claim(services: Services, *, limit: int) -> list[Outgoing]:
    async with services.database.unit_of_work() as unit:
        connection = unit.connection.raw
        notices = await claim_notices(connection, limit=limit, lease=BATCH_LEASE, keys=services.keys)
        invitations = await claim_invitations(
            connection,
            limit=limit,
            lease=BATCH_LEASE,
            keys=services.keys,
            daily_limit=services.settings.daily_rows,
        )
    return notices + invitations


async def _record(services: Services, messages: Sequence[Outgoing], attempts: Sequence[Attempt]) -> None:
    async with services.database.unit_of_work() as unit:
        recorded = await record_attempts(unit.connection.raw, messages, attempts)
    for import_id in recorded.imports:
        tell_progress(services, import_id=import_id)
    for company_id, user_ids in recorded.singles.items():
        await publish_users_changed(services, company_id=company_id, kind=UsersChangeKind.UPDATED, ids=user_ids)
    if recorded.undeliverable:
        await tell_undeliverable(services, recorded.undeliverable)
    troubled = [attempt for attempt in attempts if attempt.outcome in {Outcome.RETRY, Outcome.REFUSED}]
    if troubled:
        logger.warning("messages_not_sent", count=len(troubled), first_message_id=str(troubled[0].message_id))
