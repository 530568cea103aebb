"""Every step of a flow finds the caller's own flow first, and publishes its state last.

Its codes are sent at its first step, after a right code, and on request, within daily quotas. Codes of a sign-in follow
a right password: quotas bound them, and a completed reset clears them. Codes of resets and sign-ups are sent to any
caller, so no number of requests may keep the contact's owner from them for longer than a minute. Beyond their quotas a
caller pays with a robot check, the contact's codes become long ones which many flows share, and a network that takes
very many gets one a minute.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, time, timedelta
from enum import StrEnum
from math import ceil
from typing import Final, Unpack
from uuid import UUID

from server.access.flows import repository
from server.access.flows.flow import (
    CODE_DIGITS,
    LONG_CODE_DIGITS,
    MAXIMUM_SENDS,
    Flow,
    FlowContext,
    FlowExpiredError,
    FlowState,
    FlowStateAnswer,
    OpenedFlow,
    offered_by,
)
from server.access.flows.repository import SharedCode, find_shared_code, keep_code, keep_shared_code, swap_codes
from server.access.robot_check.checks import RobotCheckFailedError
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.repository import count_sends, forget_sends
from server.messaging.messages.sending import send_code
from server.platform.database.connections import Connection
from server.platform.errors import TooManyRequestsError, ValidationFailedError
from server.platform.events import FLOW, Event
from server.platform.process.crypto import Keyring, Purpose, random_code, random_token
from server.platform.services import Services, ServiceUnit, Unit, Visit
from server.vocabulary.emails import mailbox_of
from server.vocabulary.identity import AccountKey, Method
from server.vocabulary.networks import network_of

OTP_STATE: Final = Event(
    name="otp:state",
    payload=FlowStateAnswer,
    room=FLOW,
    to="the sockets of the flow",
    when="on connect, and whenever a code is sent, delivered, guessed at or replaced, or the flow takes a step",
    rate="as it happens",
    lost="`GET /verification/state` answers the same; the next connection gets it again. When the flow has ended, "
    "completed, replaced or expired, its sockets are closed, the next handshake is refused with `flow_expired`.",
)


async def open_login(
    unit: Unit[Visit],
    *,
    state: FlowState,
    channel: Channel,
    methods: Collection[Method],
    temporary_password: bool = False,
    **owner: Unpack[AccountKey],
) -> OpenedFlow | None:
    """Open the flow of a login with a new secret. Returns None when the account is gone or inactive."""
    secret = random_token()
    row = {"state": state, "channel": channel, "temporary_password": temporary_password, "address": unit.address}
    flow = await repository.open_login_flow(unit.connection, secret=secret, methods=methods, **owner, **row)
    return None if flow is None else OpenedFlow(flow=flow, secret=secret)


async def end_former_flow(unit: Unit[Visit]) -> None:
    """End the flow that the browser has had before it opened a new one."""
    if unit.context.flow_secret is not None:
        ended = await repository.end_flow(unit.connection, secret=unit.context.flow_secret)
        announce_ended_flows(unit, ended)


async def read_own_flow(visit: Visit, *, handle: UUID) -> Flow:
    """Read the flow of this browser. Raises FlowExpiredError, also for another flow's userId."""
    async with visit.services.database.reading() as connection:
        return _own(await repository.find_flow(connection, secret=visit.flow_secret or ""), handle=handle)


async def lock_own_flow(unit: Unit[Visit], *, handle: UUID, context: FlowContext, state: FlowState) -> Flow:
    """Lock the flow of this browser until the transaction ends.

    Raises FlowExpiredError: it is not the caller's, or of another context, or at another step.
    """
    flow = _own(await repository.lock_flow(unit.connection, secret=unit.context.flow_secret or ""), handle=handle)
    if flow.context is not context or flow.state is not state:
        raise FlowExpiredError
    return flow


async def reread_flow(connection: Connection, *, flow_id: UUID) -> Flow:
    """Read the flow as it is now. Raises FlowExpiredError: its account is gone or inactive."""
    flow = await repository.get_flow(connection, flow_id=flow_id)
    if flow is None:
        raise FlowExpiredError
    return flow


async def publish_flow_state(services: Services, *, flow_id: UUID) -> None:
    """Publish the state of a flow to its page, or close the sockets of a flow that has ended."""
    async with services.database.reading() as connection:
        flow = await repository.get_flow(connection, flow_id=flow_id)
    if flow is None:
        await services.publisher.end_flows([flow_id])
        return
    await services.publisher.publish(
        OTP_STATE, to=flow_id, payload=FlowStateAnswer.of(flow, settings=services.settings)
    )


def announce_flow_state(unit: ServiceUnit, flow_id: UUID) -> None:
    """Publish the state of a flow after the commit."""
    unit.after_commit(lambda: publish_flow_state(unit.services, flow_id=flow_id))


def announce_ended_flows(unit: ServiceUnit, flow_ids: Sequence[UUID]) -> None:
    """Close the sockets of ended flows after the commit."""
    if flow_ids:
        unit.after_commit(lambda: unit.services.publisher.end_flows(flow_ids))


async def end_account_flows(
    unit: ServiceUnit, *, spared: UUID | None = None, **owner: Unpack[AccountKey]
) -> Sequence[UUID]:
    """End an account's flows but one; their sockets close after the commit. Returns their ids."""
    users, company_id = [owner["user_id"]], owner["company_id"]
    ended = await repository.end_flows_of_users(unit.connection, users, company_id=company_id, spared=spared)
    announce_ended_flows(unit, ended)
    return ended


async def record_code_attempt(unit: ServiceUnit, *, flow_id: UUID) -> None:
    """Record the result of an attempt to send a flow's code, and publish its state after the commit."""
    if await repository.raise_version(unit.connection, flow_id=flow_id):
        announce_flow_state(unit, flow_id)


def _own(flow: Flow | None, *, handle: UUID) -> Flow:
    if flow is None or flow.handle != handle:
        raise FlowExpiredError
    return flow


class SendQuotaReachedError(TooManyRequestsError):
    """The day's codes of a sign-in are used up, or this network has to take them one a minute."""

    message = "Too many codes have been requested today. Please try again tomorrow."


class QuotaScope(StrEnum):
    """Each context counts for itself. `PAIR` is an account asked for from one network.

    `MAILBOX` counts sign-ups with tags and dots that the mailbox's provider ignores: each is a contact of its own.
    `STRANGERS` counts sign-ins of all accounts whose contact an administrator has typed and its owner not proved.
    """

    ACCOUNT = "account"
    MAILBOX = "mailbox"
    PAIR = "account-network"
    DESTINATION = "destination"
    STRANGERS = "strangers"
    ADDRESS = "address"
    COMPANY = "company"


Quotas = Mapping[QuotaScope, int]
# A classroom, an office or a campus may stand behind one address, and a phone may belong to several accounts.
LOGIN_QUOTAS: Final[Quotas] = {
    QuotaScope.ACCOUNT: 30,
    QuotaScope.DESTINATION: 60,
    QuotaScope.ADDRESS: 3_000,
    QuotaScope.COMPANY: 300_000,
}
# What all companies send to a contact that is not proved, and what each of them, of which there remain so few beyond
# the first: whatever others send, its owner gets some of her own company.
OF_STRANGERS: Final = {Channel.EMAIL: (60, 60), Channel.SMS: (20, 10)}
FEW: Final = 3
# Short codes that a company's resets send to a contact: those of one account with two names, however many have it.
SHORT_RESETS: Final = "short:PASSWORD_RESET"
MOST_SHORT_RESETS: Final = 20
# The other quotas bound resets and sign-ups. Beyond the first, a contact gets long codes.
SHORT_CODES: Final[Quotas] = {QuotaScope.ACCOUNT: 10}
# Beyond these, a flow is opened only with a robot check.
UNCHECKED_SENDS: Final[Quotas] = {
    QuotaScope.PAIR: 10,
    QuotaScope.ACCOUNT: 20,
    QuotaScope.MAILBOX: 20,
    QuotaScope.ADDRESS: 200,
}
# Beyond these, a network, or a mailbox of many contacts, gets one more a minute.
UNPACED_SENDS: Final[Quotas] = {QuotaScope.PAIR: 30, QuotaScope.MAILBOX: 30, QuotaScope.ADDRESS: 3_000}


async def spend_quotas(
    unit: ServiceUnit, flow: Flow, *, channel: Channel, contact: str, needs_robot_check: bool
) -> bool:
    """Count one send, within the sender's transaction. Returns whether the code has to be a long one.

    Raises:
        RobotCheckFailedError: `needs_robot_check`, because none was passed, and there were too many sends without one.
        SendQuotaReachedError: the day's sends of a sign-in are used up, or the network has to wait for its next minute.
    """
    subjects = {
        scope: (_scope_name(scope, flow.context), unit.services.keys.mac(Purpose.THROTTLE, subject.encode()))
        for scope, subject in _subjects(flow, channel=channel, contact=contact).items()
    }
    counted = await count_sends(unit.connection, subjects=list(subjects.values()))

    def exceed(quotas: Quotas, *, more: int = 0) -> bool:
        scale = unit.services.settings.rate_limit_scale
        return any(
            counted[subjects[scope][0]] > max(1, int(quota * scale)) + more
            for scope, quota in quotas.items()
            if scope in subjects
        )

    day_so_far = flow.read_at - datetime.combine(flow.read_at.date(), time.min, tzinfo=flow.read_at.tzinfo)
    if flow.context is FlowContext.LOGIN:
        of_all, of_each = OF_STRANGERS[channel]
        of_each = FEW if exceed({QuotaScope.STRANGERS: of_all}) else of_each
        if exceed(LOGIN_QUOTAS) or (not flow.contact_is_verified and exceed({QuotaScope.DESTINATION: of_each})):
            raise SendQuotaReachedError(retry_after=ceil((timedelta(days=1) - day_so_far).total_seconds()))
        return False
    if needs_robot_check and exceed(UNCHECKED_SENDS):
        raise RobotCheckFailedError
    # The quota grows by one with each minute of the day, so that the wait is never longer than a minute.
    minutes, rest = divmod(day_so_far, timedelta(minutes=1))
    if exceed(UNPACED_SENDS, more=minutes):
        raise SendQuotaReachedError(
            "Too many codes have been requested. Please try again in a minute.",
            retry_after=max(1, ceil(60 - rest.total_seconds())),
        )
    return exceed(SHORT_CODES)


async def clear_quotas(unit: ServiceUnit, flow: Flow) -> None:
    """Forget the codes that strangers have requested for an account whose owner has just completed a reset."""
    contact = flow.identifier or ""
    subjects = [
        (_scope_name(QuotaScope.ACCOUNT, FlowContext.PASSWORD_RESET), contact),
        (_scope_name(QuotaScope.ACCOUNT, FlowContext.LOGIN), str(flow.user_id)),
        (_scope_name(QuotaScope.PAIR, FlowContext.PASSWORD_RESET), _pair(contact, flow)),
    ]
    keys = unit.services.keys
    hashed = [(scope, keys.mac(Purpose.THROTTLE, subject.encode())) for scope, subject in subjects]
    hashed.append((SHORT_RESETS, shared_subject(keys, flow, channel=flow.channel)))
    await forget_sends(unit.connection, subjects=hashed)


def _subjects(flow: Flow, *, channel: Channel, contact: str) -> dict[QuotaScope, str]:
    network = network_of(flow.address or "")
    if flow.context is FlowContext.LOGIN:
        # What others' accounts cause, with a person's contact or behind her address, is not counted for her.
        company, destination = str(flow.company_id), f"{channel.value}:{contact}"
        subjects = {
            QuotaScope.ACCOUNT: str(flow.user_id),
            QuotaScope.DESTINATION: f"{destination} {company} {flow.contact_is_verified}",
            QuotaScope.ADDRESS: f"{network} {company}",
            QuotaScope.COMPANY: company,
        }
        return subjects if flow.contact_is_verified else subjects | {QuotaScope.STRANGERS: destination}
    # A reset counts by what was typed alone, so that no count depends on whether an account has it.
    contact = flow.identifier or contact
    subjects = {QuotaScope.ACCOUNT: contact, QuotaScope.PAIR: _pair(contact, flow), QuotaScope.ADDRESS: network}
    if flow.context is FlowContext.SIGNUP and mailbox_of(contact) != contact:
        subjects[QuotaScope.MAILBOX] = mailbox_of(contact)
    return subjects


def _pair(contact: str, flow: Flow) -> str:
    return f"{contact} {network_of(flow.address or '')}"


def _scope_name(scope: QuotaScope, context: FlowContext) -> str:
    return scope.value if scope is QuotaScope.DESTINATION else f"{scope.value}:{context.value}"


class ResendTooSoonError(TooManyRequestsError):
    def __init__(self, *, retry_after: float) -> None:
        seconds = max(1, ceil(retry_after))
        unit = "second" if seconds == 1 else "seconds"
        super().__init__(f"Please wait {seconds} {unit} before requesting a new code.", retry_after=seconds)


class TooManySendsError(TooManyRequestsError):
    """The flow has had all its codes; a new one has to be started."""

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


async def send_first_code(unit: Unit[Visit], *, flow_id: UUID, secret: str, is_checked: bool) -> OpenedFlow:
    """Send the first code of a flow that takes the place of the browser's former one. Raises as send_flow_code."""
    await end_former_flow(unit)
    flow = await reread_flow(unit.connection, flow_id=flow_id)
    await send_flow_code(unit, flow, channel=flow.channel, needs_robot_check=not is_checked)
    return OpenedFlow(flow=await reread_flow(unit.connection, flow_id=flow_id), secret=secret)


async def send_flow_code(
    unit: Unit[Visit], flow: Flow, *, channel: Channel, is_asked_for: bool = True, needs_robot_check: bool = False
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
        code = await find_shared_code(unit.connection, subject=subject, company_id=flow.company_id)
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


async def _queue_code(unit: Unit[Visit], flow: Flow, *, channel: Channel, contact: str, digits: int) -> SharedCode:
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
            "minutes": max(1, services.settings.otp_ttl // 60),
            "language": unit.context.language,
        },
        secret=code,
        expires_at=flow.read_at + timedelta(seconds=services.settings.otp_ttl),
        is_wanted=await _has_room(unit, flow, channel=channel, digits=digits) and flow.can_succeed,
    )
    salt = code_salt(flow, channel=channel, digits=digits)
    shared = SharedCode(code_mac=services.keys.mac(Purpose.CODE, salt, code.encode()), message_id=message_id)
    if digits == LONG_CODE_DIGITS:
        subject = shared_subject(services.keys, flow, channel=channel)
        await keep_shared_code(unit.connection, shared, subject=subject)
    unit.enqueue(send_code.task(message_id=message_id))
    return shared


async def _has_room(unit: Unit[Visit], flow: Flow, *, channel: Channel, digits: int) -> bool:
    """Count a short code of a reset. One too many is not sent, of which its page tells nothing."""
    if flow.context is not FlowContext.PASSWORD_RESET or digits == LONG_CODE_DIGITS:
        return True
    subject = shared_subject(unit.services.keys, flow, channel=channel)
    counted = await count_sends(unit.connection, subjects=[(SHORT_RESETS, subject)])
    return counted[SHORT_RESETS] <= MOST_SHORT_RESETS * max(1.0, unit.services.settings.rate_limit_scale)


def code_salt(flow: Flow, *, channel: Channel, digits: int) -> bytes:
    """Return what binds a code's keyed hash to its flow, or a long code to the contact whose flows share it."""
    return flow.id.bytes if digits < LONG_CODE_DIGITS else _shared_salt(flow, channel=channel)


def shared_subject(keys: Keyring, flow: Flow, *, channel: Channel) -> bytes:
    """Return the key of a shared code. Its message belongs to the company of its flows; without one it is not sent."""
    return keys.mac(Purpose.THROTTLE, _shared_salt(flow, channel=channel), str(flow.company_id).encode())


def _shared_salt(flow: Flow, *, channel: Channel) -> bytes:
    return f"{flow.context.value} {channel.value} {flow.contact(channel)}".encode()
