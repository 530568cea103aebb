"""Send the code of a flow: at its first step, after a right code, and on request."""

from datetime import timedelta
from math import ceil
from typing import Final
from uuid import UUID

from server.access.flows.code_repository import SharedCode, find_shared_code, keep_code, keep_shared_code, swap_codes
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
from server.access.flows.own_flow import lock_own_flow, publish_flow_state, reread_flow
from server.access.flows.quotas import spend_quotas
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.send_code import send_code
from server.platform.database.connections import UnitOfWork
from server.platform.errors import ApplicationError, TooManyRequestsError, ValidationFailedError
from server.platform.process.crypto import Keyring, Purpose, random_code
from server.platform.services import Services

LOCKED_MESSAGE: Final = "Too many failed attempts. Please request a new code."


class OtpExpiredError(ApplicationError):
    code = "otp_expired"
    message = "Your verification code has expired. Please request a new one."


class OtpLockedError(TooManyRequestsError):
    code = "otp_locked"
    message = LOCKED_MESSAGE

    def __init__(self, *, retry_after: float) -> None:
        super().__init__(retry_after=max(1, ceil(retry_after)), attempts_remaining=0)


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


class ChannelNotOfferedError(ValidationFailedError):
    def __init__(self, channel: Channel, *, field: str) -> None:
        name = "SMS" if channel is Channel.SMS else "email"
        super().__init__(errors={field: f"A code cannot be sent by {name} here."})


class AnotherChannelError(ValidationFailedError):
    """The code was sent by another channel than the one that the form names."""

    def __init__(self, channel: Channel) -> None:
        name = "SMS" if channel is Channel.SMS else "email"
        super().__init__(errors={"verificationType": f"The last code was sent by {name}."})


def code_salt(flow: Flow, *, channel: Channel, digits: int) -> bytes:
    """Part of the code's keyed hash: a code is valid for nothing else."""
    return flow.id.bytes if digits < LONG_CODE_DIGITS else _shared_salt(flow, channel=channel)


def shared_subject(keys: Keyring, flow: Flow, *, channel: Channel) -> bytes:
    """The key of a shared code. Its message belongs to the company of its flows; without an account it is not sent."""
    return keys.mac(Purpose.THROTTLE, _shared_salt(flow, channel=channel), str(flow.company_id).encode())


def _shared_salt(flow: Flow, *, channel: Channel) -> bytes:
    return f"{flow.context.value} {channel.value} {flow.contact(channel)}".encode()


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


async def request_code(
    services: Services,
    *,
    secret: str | None,
    handle: UUID,
    context: FlowContext,
    channel: Channel,
    field: str,
    is_new: bool = True,
) -> Flow:
    """Send a code by `channel`; `field` is its name in the form. Returns the flow.

    Unless it has to be new (`is_new`), one that was sent by the other channel and still holds is returned to.

    Raises:
        FlowExpiredError: the flow is not the caller's or waits for no code.
        ChannelNotOfferedError: the account gets no code that way.
        ResendTooSoonError, TooManySendsError, SendQuotaReachedError: not now.

    """
    async with services.database.unit_of_work() as unit:
        flow = await lock_own_flow(
            unit.connection, secret=secret, handle=handle, context=context, state=FlowState.CODE_REQUIRED
        )
        if channel not in offered_by(services.settings, flow):
            raise ChannelNotOfferedError(channel, field=field)
        if channel is not flow.channel:
            await swap_codes(unit.connection, flow_id=flow.id, channel=channel)
            flow = await reread_flow(unit.connection, flow_id=flow.id)
            is_new = is_new or not flow.code_holds
        else:
            is_new = True
        if is_new:
            await send_flow_code(services, unit, flow, channel=channel)
        else:
            unit.after_commit(lambda: publish_flow_state(services, flow_id=flow.id))
        return await reread_flow(unit.connection, flow_id=flow.id)
