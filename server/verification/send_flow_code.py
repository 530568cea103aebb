"""Make a code for a flow and hand it to the outbox, within the caller's transaction."""

from datetime import timedelta
from typing import Final

from server.crypto import Purpose, random_code
from server.database import UnitOfWork
from server.jobs import send_code
from server.messages.kinds import Channel, MessageKind
from server.messages.outbox import queue_message
from server.services import Services
from server.verification.errors import FlowExpired, ResendTooSoon, TooManySends
from server.verification.flows import CODE_DIGITS, MAXIMUM_SENDS, Flow
from server.verification.publish_flow_state import publish_flow_state
from server.verification.quotas import spend_quotas
from server.verification.repository import keep_code

SECONDS_IN_MINUTE: Final = 60


async def send_flow_code(
    services: Services, unit: UnitOfWork, flow: Flow, *, channel: Channel, is_asked_for: bool = True
) -> None:
    """Send a new code to a locked flow; the one before is worth nothing from then on.

    One that nobody asked for, because it follows from a right one, waits for no cooldown.

    Raises:
        ResendTooSoon: the cooldown runs, and the channel has been used in this flow already.
        TooManySends: the flow has had all its codes.
        SendQuotaReached: the day's quotas are used up.

    """
    contact = flow.contact(channel)
    if contact is None:
        raise FlowExpired
    _refuse_too_many(flow)
    if is_asked_for:
        _refuse_too_soon(flow, channel=channel)
    await spend_quotas(
        unit.connection, flow, channel=channel, contact=contact, settings=services.settings, keys=services.keys
    )
    await _queue_code(services, unit, flow, channel=channel, contact=contact)


def _refuse_too_many(flow: Flow) -> None:
    if flow.sends >= MAXIMUM_SENDS:
        raise TooManySends(retry_after=max(1, int((flow.expires_at - flow.read_at).total_seconds())))


def _refuse_too_soon(flow: Flow, *, channel: Channel) -> None:
    wait = 0.0 if flow.resend_at is None else (flow.resend_at - flow.read_at).total_seconds()
    if wait > 0 and channel in flow.used_channels:
        raise ResendTooSoon(retry_after=wait)


async def _queue_code(services: Services, unit: UnitOfWork, flow: Flow, *, channel: Channel, contact: str) -> None:
    code = random_code(CODE_DIGITS)
    expires_at = flow.read_at + timedelta(seconds=services.settings.otp_ttl)
    message_id = await queue_message(
        unit.connection,
        kind=MessageKind.CODE,
        channel=channel,
        recipient=contact,
        keys=services.keys,
        company_id=flow.company_id,
        user_id=flow.user_id,
        flow_id=flow.id,
        parameters={
            "context": flow.context.value,
            "minutes": max(1, services.settings.otp_ttl // SECONDS_IN_MINUTE),
        },
        secret=code,
        expires_at=expires_at,
        is_wanted=flow.leads_somewhere,
    )
    await keep_code(
        unit.connection,
        flow_id=flow.id,
        channel=channel,
        code_mac=services.keys.mac(Purpose.CODE, flow.id.bytes, code.encode()),
        code_expires_at=expires_at,
        message_id=message_id,
        cooldown=services.settings.otp_cooldown,
    )
    unit.after_commit(lambda: services.jobs.enqueue(send_code(message_id)))
    unit.after_commit(lambda: publish_flow_state(services, flow_id=flow.id))
