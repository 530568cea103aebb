"""Send the code of a flow: at its first step, after a right code, and on request."""

from datetime import timedelta
from math import ceil
from typing import Final
from uuid import UUID

from server.access.flows.flow import (
    CODE_DIGITS,
    LONG_CODE_DIGITS,
    MAXIMUM_SENDS,
    Flow,
    FlowContext,
    FlowExpiredError,
    FlowState,
    offered_by,
)
from server.access.flows.own_flow import announce_flow_state, lock_own_flow, reread_flow
from server.access.flows.quotas import spend_quotas
from server.access.flows.repository import SharedCode, find_shared_code, keep_code, keep_shared_code, swap_codes
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.sending import send_code
from server.platform.errors import TooManyRequestsError, ValidationFailedError
from server.platform.process.crypto import Keyring, Purpose, random_code
from server.platform.services import Visit, Work

SECONDS_IN_MINUTE: Final = 60
# A contact that is asked for too often gets one message in this time; in between flows share the code of the last one.
SHARED_SECONDS: Final = 600


class ResendTooSoonError(TooManyRequestsError):
    code = "resend_too_soon"

    def __init__(self, *, retry_after: float) -> None:
        seconds = max(1, ceil(retry_after))
        unit = "second" if seconds == 1 else "seconds"
        super().__init__(f"Please wait {seconds} {unit} before requesting a new code.", retry_after=seconds)


class TooManySendsError(TooManyRequestsError):
    """The flow has had all its codes; a new one has to be started."""

    code = "too_many_sends"
    message = "Too many codes have been requested. Please start again."


async def request_code(
    visit: Visit, *, handle: UUID, context: FlowContext, channel: Channel, field: str, is_new: bool = True
) -> Flow:
    """Send a code by `channel`, whose name in the form is `field`. Returns the flow.

    Unless the code has to be new (`is_new`), one that the other channel has sent and that still holds is returned to.

    Raises:
        FlowExpiredError: the flow is not the caller's or waits for no code.
        ValidationFailedError: the account gets no code that way.
        ResendTooSoonError, TooManySendsError, SendQuotaReachedError: not now.
    """
    async with visit.unit_of_work() as unit:
        flow = await lock_own_flow(unit, handle=handle, context=context, state=FlowState.CODE_REQUIRED)
        if channel not in offered_by(visit.services.settings, flow):
            raise ValidationFailedError(errors={field: f"A code cannot be sent by {channel.shown} here."})
        if channel is flow.channel:
            is_new = True
        else:
            await swap_codes(unit.connection, flow_id=flow.id, channel=channel)
            flow = await reread_flow(unit.connection, flow_id=flow.id)
            is_new = is_new or not flow.code_holds
        if is_new:
            await send_flow_code(unit, flow, channel=channel)
        else:
            announce_flow_state(unit, flow.id)
        return await reread_flow(unit.connection, flow_id=flow.id)


async def send_flow_code(
    unit: Work[Visit], flow: Flow, *, channel: Channel, is_asked_for: bool = True, needs_robot_check: bool = False
) -> None:
    """Send a new code for a locked flow; it replaces the previous one.

    A code that follows from a right one, unasked, waits for no cooldown. `needs_robot_check`: the caller opens a flow
    without having passed one.

    Raises:
        ResendTooSoonError: the cooldown runs, and the channel has been used in this flow already.
        TooManySendsError: the flow has had all its codes.
        RobotCheckFailedError: so many codes are sent only to those who pass one.
        SendQuotaReachedError: not now.
    """
    contact = flow.contact(channel)
    if contact is None:
        raise FlowExpiredError
    if flow.sends >= MAXIMUM_SENDS:
        raise TooManySendsError(retry_after=max(1, int((flow.expires_at - flow.read_at).total_seconds())))
    wait = 0.0 if flow.resend_at is None else (flow.resend_at - flow.read_at).total_seconds()
    if is_asked_for and wait > 0 and channel in flow.used_channels:
        raise ResendTooSoonError(retry_after=wait)
    services = unit.services
    is_long = await spend_quotas(unit, flow, channel=channel, contact=contact, needs_robot_check=needs_robot_check)
    digits = LONG_CODE_DIGITS if is_long else CODE_DIGITS
    code = None
    if is_long:
        subject = shared_subject(services.keys, flow, channel=channel)
        code = await find_shared_code(
            unit.connection, subject=subject, company_id=flow.company_id, seconds=SHARED_SECONDS
        )
    if code is None:
        code = await _queue_code(unit, flow, channel=channel, contact=contact, digits=digits)
    await keep_code(
        unit.connection,
        code,
        flow_id=flow.id,
        channel=channel,
        code_digits=digits,
        code_expires_at=flow.read_at + timedelta(seconds=services.settings.otp_ttl),
        cooldown=services.settings.otp_cooldown,
    )
    announce_flow_state(unit, flow.id)


async def _queue_code(unit: Work[Visit], flow: Flow, *, channel: Channel, contact: str, digits: int) -> SharedCode:
    services, code = unit.services, random_code(digits)
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
        expires_at=flow.read_at + timedelta(seconds=services.settings.otp_ttl),
        is_wanted=flow.can_succeed,
    )
    salt = code_salt(flow, channel=channel, digits=digits)
    shared = SharedCode(code_mac=services.keys.mac(Purpose.CODE, salt, code.encode()), message_id=message_id)
    if digits == LONG_CODE_DIGITS:
        subject = shared_subject(services.keys, flow, channel=channel)
        await keep_shared_code(unit.connection, shared, subject=subject)
    unit.enqueue(send_code.job(message_id=message_id))
    return shared


def code_salt(flow: Flow, *, channel: Channel, digits: int) -> bytes:
    """Return what binds a code's keyed hash to its flow, or a long code to the contact whose flows share it."""
    return flow.id.bytes if digits < LONG_CODE_DIGITS else _shared_salt(flow, channel=channel)


def shared_subject(keys: Keyring, flow: Flow, *, channel: Channel) -> bytes:
    """Return the key of a shared code. Its message belongs to the company of its flows; without one it is not sent."""
    return keys.mac(Purpose.THROTTLE, _shared_salt(flow, channel=channel), str(flow.company_id).encode())


def _shared_salt(flow: Flow, *, channel: Channel) -> bytes:
    return f"{flow.context.value} {channel.value} {flow.contact(channel)}".encode()
