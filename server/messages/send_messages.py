"""Send what is due in the outbox, codes apart: the job that everything else leaves by."""

import time
from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from structlog import get_logger

from server.imports.progress import tell_progress
from server.imports.queue_invitations import queue_next_chunk
from server.invitations.claim_invitations import ClaimedInvitations, claim_invitations
from server.invitations.limits import InvitationLimits
from server.invitations.tell_undeliverable import tell_undeliverable
from server.invitations.tell_waiting import tell_waiting
from server.messages.delivery import Attempt, Outcome, Outgoing, Providers, deliver
from server.messages.repository import claim_notices, record_attempts
from server.messages.retries import BATCH_LEASE
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
        queued = await queue_next_chunk(services)
        notices, invitations = await _claim(services, limit=size)
        messages = notices + invitations.messages
        if not messages and not invitations.decided and not queued:
            return False
        if messages:
            attempts = await deliver(providers, messages)
            await _record(services, messages, attempts)
            outcomes = {attempt.outcome for attempt in attempts}
            if Outcome.UNTRIED in outcomes:
                return Outcome.SENT in outcomes
        size = min(size * 2, LARGEST_BATCH)
    return True


async def _claim(services: Services, *, limit: int) -> tuple[list[Outgoing], ClaimedInvitations]:
    async with services.database.unit_of_work() as unit:
        connection = unit.connection.raw
        notices = await claim_notices(connection, limit=limit, lease=BATCH_LEASE, keys=services.keys)
        invitations = await claim_invitations(
            connection,
            limit=limit,
            lease=BATCH_LEASE,
            keys=services.keys,
            limits=InvitationLimits.from_settings(services.settings),
        )
    await _tell(services, invitations)
    return notices, invitations


async def _tell(services: Services, invitations: ClaimedInvitations) -> None:
    """What the claim has refused. A claim whose worker ends before this is in the list of users all the same."""
    if invitations.stopped:
        singles: dict[UUID, list[UUID]] = {}
        for stopped in invitations.stopped:
            singles.setdefault(stopped.company_id, []).append(stopped.user_id)
        await _publish_changes(services, singles)
        await tell_undeliverable(services, invitations.stopped)
    await tell_waiting(services, invitations.waiting)


async def _publish_changes(services: Services, changed: Mapping[UUID, list[UUID]]) -> None:
    for company_id, user_ids in changed.items():
        await publish_users_changed(services, company_id=company_id, kind=UsersChangeKind.UPDATED, ids=user_ids)


async def _record(services: Services, messages: Sequence[Outgoing], attempts: Sequence[Attempt]) -> None:
    async with services.database.unit_of_work() as unit:
        recorded = await record_attempts(unit.connection.raw, messages, attempts)
    for import_id in recorded.imports:
        tell_progress(services, import_id=import_id)
    await _publish_changes(services, recorded.singles)
    if recorded.undeliverable:
        await tell_undeliverable(services, recorded.undeliverable)
    troubled = [attempt for attempt in attempts if attempt.outcome in {Outcome.RETRY, Outcome.REFUSED}]
    if troubled:
        logger.warning("messages_not_sent", count=len(troubled), first_message_id=str(troubled[0].message_id))
