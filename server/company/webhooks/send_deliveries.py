"""Make deliveries of what was sealed in the audit trail, and send them by Standard Webhooks.

Each is tried nine times over three days, with growing waits. Companies take turns: one whose server does not answer
has a few calls under way and no more.
"""

import asyncio
import base64
import hmac
import json
import time
from datetime import timedelta
from functools import partial
from typing import Any, Final

from structlog import get_logger

from server.company.audit.record import AuditAction, record
from server.company.webhooks import repository
from server.company.webhooks.events import MOST_ITEMS, bodies_of
from server.company.webhooks.keep_webhooks import PREFIX
from server.company.webhooks.repository import Due
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify_administrators
from server.messaging.notifications.repository import Notice
from server.platform.outbound.calls import OutboundError
from server.platform.process.crypto import Purpose, SealError
from server.platform.services import Services, ServiceUnit
from server.vocabulary.profiles import DASHBOARD

DELAYS: Final = tuple(
    timedelta(seconds=each) for each in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
LEASE: Final = timedelta(seconds=30)
MOST_BEHIND: Final = 50
MOST_AT_ONCE: Final = 32
MOST_OF_A_COMPANY: Final = 4
OK: Final = range(200, 300)
GONE: Final = 410
NO_ANSWER: Final = "There was no answer, or the address cannot be called"
UNREADABLE: Final = "The key of its secret is gone (SECRET_KEYS): make another secret"
STOPPED_GONE: Final = "It answered that it is gone (410)"
STOPPED_FAILING: Final = "Nothing was taken for three days"

logger = get_logger(__name__)


async def make_deliveries(services: Services) -> None:
    """Read the trail a part further for each webhook that is behind."""
    async with services.unit_of_work() as unit:
        for webhook in await repository.lock_behind(unit.connection, limit=MOST_BEHIND):
            entries = await repository.read_trail(unit.connection, webhook, limit=MOST_ITEMS)
            bodies = bodies_of(entries, wanted=webhook.events)
            await repository.add_deliveries(unit.connection, webhook, bodies, limit=MOST_ITEMS)


class DeliverySender:
    """Sends what is due; calls that are under way do not hold up the next ones."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._running: dict[asyncio.Task[None], Due] = {}

    async def send_due(self) -> None:
        await make_deliveries(self._services)
        room = MOST_AT_ONCE - len(self._running)
        busy = {due.company_id for due in self._running.values()}
        async with self._services.unit_of_work() as unit:
            claimed = await repository.claim_due(
                unit.connection, each=MOST_OF_A_COMPANY, limit=room, busy=busy, lease=LEASE
            )
        for due in claimed:
            task = asyncio.create_task(self._send(due))
            self._running[task] = due
            task.add_done_callback(partial(self._running.pop))

    async def close(self) -> None:
        """Wait for the calls that are under way: they have little time."""
        await asyncio.gather(*self._running)

    async def _send(self, due: Due) -> None:
        try:
            await send_delivery(self._services, due)
        except Exception:
            logger.exception("webhook_not_recorded", delivery_id=str(due.id))


async def send_delivery(services: Services, due: Due) -> None:
    """Try one claimed delivery, and record what became of it."""
    answered: int | None = None
    error: str | None = NO_ANSWER
    try:
        body = json.dumps(due.body, ensure_ascii=False, separators=(",", ":")).encode()
        headers = {"Content-Type": "application/json", **sign(services, due, body=body, at=int(time.time()))}
        reply = await services.outbound.call("POST", due.url, company_id=due.company_id, headers=headers, content=body)
        answered = reply.status
        error = None if answered in OK else f"It answered {answered}"
    except SealError:
        error = UNREADABLE
    except OutboundError:
        pass
    state = "delivered" if error is None else "queued" if due.attempts <= len(DELAYS) else "failed"
    delay = DELAYS[due.attempts - 1] if state == "queued" else None
    async with services.unit_of_work() as unit:
        await repository.record_delivery(unit.connection, due, state=state, answered=answered, error=error, delay=delay)
        if answered == GONE or state == "failed":
            await _stop(unit, due, reason=STOPPED_GONE if answered == GONE else STOPPED_FAILING)


async def _stop(unit: ServiceUnit, due: Due, *, reason: str) -> None:
    stopped = await repository.stop_webhook(unit.connection, due, reason=reason)
    if stopped is None:
        return
    entry: dict[str, Any] = {"company_id": due.company_id, **stopped.subject, "after": {"reason": reason}}
    await record(unit.connection, action=AuditAction.WEBHOOK_STOPPED, **entry)
    notice = Notice(
        kind=NotificationKind.WEBHOOK_STOPPED,
        title="A webhook was stopped",
        body=f"{stopped.host}: {reason}. What waits is sent once you start it again in the settings.",
        link=f"{DASHBOARD}/settings",
    )
    await notify_administrators(unit, notice, company_id=due.company_id)


def sign(services: Services, due: Due, *, body: bytes, at: int) -> dict[str, str]:
    """The headers of Standard Webhooks; the secret before signs too until its end. Raises SealError."""
    message_id = f"msg_{due.id.hex}"
    signatures = []
    for sealed in (due.sealed_secret, due.former_secret):
        if sealed is not None:
            secret = services.keys.open(Purpose.WEBHOOK, sealed, context=due.webhook_id.bytes)
            key = base64.b64decode(secret.removeprefix(PREFIX))
            mac = hmac.digest(key, f"{message_id}.{at}.".encode() + body, "sha256")
            signatures.append(f"v1,{base64.b64encode(mac).decode()}")
    return {"webhook-id": message_id, "webhook-timestamp": str(at), "webhook-signature": " ".join(signatures)}
