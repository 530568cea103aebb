"""Daily quotas of codes, and what a caller must do beyond them.

Codes of a sign-in follow a right password: quotas bound them, and a completed reset clears them. Codes of resets and
sign-ups are sent to any caller, so no number of requests may keep the contact's owner from them for longer than a
minute. Beyond their quotas a caller pays with a robot check, the contact's codes become long ones which many flows
share, and a network that takes very many gets one a minute.
"""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from enum import StrEnum
from math import ceil
from typing import Final

from server.access.flows.flow import Flow, FlowContext
from server.access.robot_check.checks import RobotCheckFailedError
from server.messaging.messages.kinds import Channel
from server.messaging.messages.repository import count_sends, forget_sends
from server.platform.database.connections import Connection
from server.platform.errors import TooManyRequestsError
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import ServiceWork
from server.vocabulary.emails import mailbox_of
from server.vocabulary.networks import network_of


class SendQuotaReachedError(TooManyRequestsError):
    """The day's codes of a sign-in are used up, or this network has to take them one a minute."""

    code = "send_quota_reached"
    message = "Too many codes have been requested today. Please try again tomorrow."


class QuotaScope(StrEnum):
    """Each context counts for itself. `PAIR` is an account asked for from one network.

    `MAILBOX` counts sign-ups with tags and dots that the mailbox's provider ignores: each is a contact of its own.
    """

    ACCOUNT = "account"
    MAILBOX = "mailbox"
    PAIR = "account-network"
    DESTINATION = "destination"
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
    unit: ServiceWork, flow: Flow, *, channel: Channel, contact: str, needs_robot_check: bool
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
        if exceed(LOGIN_QUOTAS):
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


async def clear_quotas(connection: Connection, flow: Flow, *, keys: Keyring) -> None:
    """Forget the codes that strangers have requested for an account whose owner has just completed a reset."""
    contact = flow.identifier or ""
    subjects = [
        (_scope_name(QuotaScope.ACCOUNT, FlowContext.PASSWORD_RESET), contact),
        (_scope_name(QuotaScope.ACCOUNT, FlowContext.LOGIN), str(flow.user_id)),
        (_scope_name(QuotaScope.PAIR, FlowContext.PASSWORD_RESET), _pair(contact, flow)),
    ]
    hashed = [(scope, keys.mac(Purpose.THROTTLE, subject.encode())) for scope, subject in subjects]
    await forget_sends(connection, subjects=hashed)


def _subjects(flow: Flow, *, channel: Channel, contact: str) -> dict[QuotaScope, str]:
    network = network_of(flow.address or "")
    if flow.context is FlowContext.LOGIN:
        return {
            QuotaScope.ACCOUNT: str(flow.user_id),
            QuotaScope.DESTINATION: f"{channel.value}:{contact}",
            QuotaScope.ADDRESS: network,
            QuotaScope.COMPANY: str(flow.company_id),
        }
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
