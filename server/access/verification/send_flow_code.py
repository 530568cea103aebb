"""Create a code for a flow and queue its message, within the caller's transaction."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from server.access.flows.code_repository import SharedCode, find_shared_code, keep_code, keep_shared_code
from server.access.flows.errors import FlowExpiredError
from server.access.flows.flow import CODE_DIGITS, LONG_CODE_DIGITS, MAXIMUM_SENDS, Flow
from server.access.flows.publish_flow_state import publish_flow_state
from server.access.verification.code_salts import code_salt, shared_subject
from server.access.verification.errors import ResendTooSoonError, TooManySendsError
from server.access.verification.quotas import spend_quotas
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.send_code import send_code
from server.platform.database.connections import UnitOfWork
from server.platform.process.crypto import Purpose, random_code
from server.platform.services import Services

SECONDS_IN_MINUTE: Final = 60
# How often a contact that is asked for too often gets a message; in between flows share the code of the last one.
SHARED_SECONDS: Final = 600


async def send_flow_code(
    services: Services,
    unit: UnitOfWork,
    flow: Flow,
    *,
    channel: Channel,
    is_asked_for: bool = True,
    needs_robot_check: bool = False,
) -> None:
    """Send a new code for a locked flow; it replaces the previous one.

    One that follows from a right code, unasked, waits for no cooldown. `needs_robot_check`: the
    caller opens a flow without having passed one.

    Raises:
        ResendTooSoonError: the cooldown runs, and the channel has been used in this flow already.
        TooManySendsError: the flow has had all its codes.
        RobotCheckFailedError: so many codes are sent only to those who pass one.
        SendQuotaReachedError: not now.

    """
    contact = flow.contact(channel)
    if contact is None:
        raise FlowExpiredError
    _refuse_too_many(flow)
    if is_asked_for:
        _refuse_too_soon(flow, channel=channel)
    is_long = await spend_quotas(
        unit.connection,
        flow,
        channel=channel,
        contact=contact,
        settings=services.settings,
        keys=services.keys,
        needs_robot_check=needs_robot_check,
    )
    await _renew_code(services, unit, flow, channel=channel, contact=contact, is_long=is_long)


async def _renew_code(
    services: Services, unit: UnitOfWork, flow: Flow, *, channel: Channel, contact: str, is_long: bool
) -> None:
    digits = LONG_CODE_DIGITS if is_long else CODE_DIGITS
    code = await _shared_code(services, unit, flow, channel=channel) if is_long else None
    if code is None:
        code = await _queue_code(services, unit, flow, channel=channel, contact=contact, digits=digits)
    await keep_code(
        unit.connection,
        flow_id=flow.id,
        channel=channel,
        code_mac=code.code_mac,
        code_digits=digits,
        code_expires_at=flow.read_at + timedelta(seconds=services.settings.otp_ttl),
        message_id=code.message_id,
        cooldown=services.settings.otp_cooldown,
    )
    unit.after_commit(lambda: publish_flow_state(services, flow_id=flow.id))


def _refuse_too_many(flow: Flow) -> None:
    if flow.sends >= MAXIMUM_SENDS:
        raise TooManySendsError(retry_after=max(1, int((flow.expires_at - flow.read_at).total_seconds())))


def _refuse_too_soon(flow: Flow, *, channel: Channel) -> None:
    wait = 0.0 if flow.resend_at is None else (flow.resend_at - flow.read_at).total_seconds()
    if wait > 0 and channel in flow.used_channels:
        raise ResendTooSoonError(retry_after=wait)


async def _shared_code(services: Services, unit: UnitOfWork, flow: Flow, *, channel: Channel) -> SharedCode | None:
    """The long code that was recently sent to the contact."""
    subject = shared_subject(services.keys, flow, channel=channel)
    return await find_shared_code(unit.connection, subject=subject, company_id=flow.company_id, seconds=SHARED_SECONDS)


async def _queue_code(
    services: Services, unit: UnitOfWork, flow: Flow, *, channel: Channel, contact: str, digits: int
) -> SharedCode:
    code = random_code(digits)
    message_id = await _queue_message(services, unit, flow, channel=channel, contact=contact, code=code)
    salt = code_salt(flow, channel=channel, digits=digits)
    code_mac = services.keys.mac(Purpose.CODE, salt, code.encode())
    if digits == LONG_CODE_DIGITS:
        subject = shared_subject(services.keys, flow, channel=channel)
        await keep_shared_code(unit.connection, subject=subject, code_mac=code_mac, message_id=message_id)
    unit.after_commit(lambda: services.jobs.enqueue(send_code.job(message_id=message_id)))
    return SharedCode(code_mac=code_mac, message_id=message_id)


async def _queue_message(
    services: Services, unit: UnitOfWork, flow: Flow, *, channel: Channel, contact: str, code: str
) -> UUID:
    return await queue_message(
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
        expires_at=flow.read_at + timedelta(seconds=services.settings.otp_ttl),
        is_wanted=flow.can_succeed,
    )
