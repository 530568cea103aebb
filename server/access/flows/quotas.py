"""Daily quotas of codes, and what a caller must do beyond them.

Codes of a sign-in follow a right password: quotas bound them, and a completed reset clears them. Codes of resets and
sign-ups are sent to any caller, so no number of requests may keep the contact's owner from them for longer than a
minute. Beyond their quotas a caller pays with a robot check, the contact's codes become long ones which many flows
share, and a network that takes very many gets one a minute.
"""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import StrEnum
from math import ceil
from typing import Final

from server.access.flows.flow import (
    Flow,
    FlowContext,
)
from server.access.robot_check.checks import RobotCheckFailedError
from server.messaging.messages.kinds import Channel
from server.messaging.messages.quota_repository import count_sends, forget_sends
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.errors import TooManyRequestsError
from server.platform.process.crypto import Keyring, Purpose
from server.vocabulary.emails import mailbox_of
from server.vocabulary.networks import network_of


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


# A classroom, an office or a campus may stand behind one address; a phone may be that of several accounts.
LOGIN_QUOTAS: Final = {
    QuotaScope.ACCOUNT: 30,
    QuotaScope.DESTINATION: 60,
    QuotaScope.ADDRESS: 3_000,
    QuotaScope.COMPANY: 300_000,
}
# Of resets and sign-ups. Short codes of one contact:
SHORT_CODES: Final = 10
# CountedSends after which a flow is opened only with a robot check.
UNCHECKED_SENDS: Final = {QuotaScope.PAIR: 10, QuotaScope.ACCOUNT: 20, QuotaScope.MAILBOX: 20, QuotaScope.ADDRESS: 200}
# CountedSends after which a network, or a mailbox of many contacts, gets one more a minute.
UNPACED_SENDS: Final = {QuotaScope.PAIR: 30, QuotaScope.MAILBOX: 30, QuotaScope.ADDRESS: 3_000}


@dataclass(frozen=True, kw_only=True)
class CountedSends:
    """The day's sends with the one that is being made, by scope."""

    counted: dict[QuotaScope, int]
    scale: float
    read_at: datetime

    def exceed(self, quotas: dict[QuotaScope, int], *, more: int = 0) -> bool:
        return any(
            self.counted.get(scope, 0) > max(1, int(quota * self.scale)) + more for scope, quota in quotas.items()
        )

    @property
    def passed(self) -> timedelta:
        """Of the day (UTC)."""
        return self.read_at - datetime.combine(self.read_at.date(), time.min, tzinfo=self.read_at.tzinfo)


async def spend_quotas(
    connection: Connection,
    flow: Flow,
    *,
    channel: Channel,
    contact: str,
    settings: Settings,
    keys: Keyring,
    needs_robot_check: bool,
) -> bool:
    """Count one send, within the sender's transaction; True when the code has to be a long one.

    Raises:
        RobotCheckFailedError: `needs_robot_check`, because none was passed, and there were too many sends without one.
        SendQuotaReachedError: the day's sends of a sign-in are used up, or the network has to wait for its next minute.

    """
    subjects = _subjects(flow, channel=channel, contact=contact)
    counted = await count_sends(
        connection,
        subjects=[
            (_scope_name(scope, flow.context), keys.mac(Purpose.THROTTLE, subject.encode()))
            for scope, subject in subjects.items()
        ],
    )
    by_scope = {scope: counted[_scope_name(scope, flow.context)] for scope in subjects}
    sends = CountedSends(counted=by_scope, scale=settings.rate_limit_scale, read_at=flow.read_at)
    if flow.context is FlowContext.LOGIN:
        _refuse_sign_in(sends)
        return False
    if needs_robot_check and sends.exceed(UNCHECKED_SENDS):
        raise RobotCheckFailedError
    _pace(sends)
    return sends.exceed({QuotaScope.ACCOUNT: SHORT_CODES})


def _refuse_sign_in(sends: CountedSends) -> None:
    if sends.exceed(LOGIN_QUOTAS):
        raise SendQuotaReachedError(retry_after=ceil((timedelta(days=1) - sends.passed).total_seconds()))


def _pace(sends: CountedSends) -> None:
    """One more for each minute of the day: there is always one within a minute."""
    minutes, rest = divmod(sends.passed, timedelta(minutes=1))
    if sends.exceed(UNPACED_SENDS, more=minutes):
        raise SendQuotaReachedError(PACED_MESSAGE, retry_after=max(1, ceil(60 - rest.total_seconds())))


async def clear_quotas(connection: Connection, flow: Flow, *, keys: Keyring) -> None:
    """Forget the codes that strangers have requested for an account whose owner has just completed a reset."""
    contact = flow.identifier or ""
    subjects = [
        (_scope_name(QuotaScope.ACCOUNT, FlowContext.PASSWORD_RESET), contact),
        (_scope_name(QuotaScope.ACCOUNT, FlowContext.LOGIN), str(flow.user_id)),
        (_scope_name(QuotaScope.PAIR, FlowContext.PASSWORD_RESET), _pair(contact, flow)),
    ]
    await forget_sends(
        connection,
        subjects=[(scope, keys.mac(Purpose.THROTTLE, subject.encode())) for scope, subject in subjects],
    )


def _subjects(flow: Flow, *, channel: Channel, contact: str) -> dict[QuotaScope, str]:
    network = network_of(flow.address or "")
    if flow.context is not FlowContext.LOGIN:
        # By what was typed alone: of a reset, no count may depend on whether an account has it.
        contact = flow.identifier or contact
        subjects = {QuotaScope.ACCOUNT: contact, QuotaScope.PAIR: _pair(contact, flow), QuotaScope.ADDRESS: network}
        if flow.context is FlowContext.SIGNUP and mailbox_of(contact) != contact:
            subjects[QuotaScope.MAILBOX] = mailbox_of(contact)
        return subjects
    return {
        QuotaScope.ACCOUNT: str(flow.user_id),
        QuotaScope.DESTINATION: f"{channel.value}:{contact}",
        QuotaScope.ADDRESS: network,
        QuotaScope.COMPANY: str(flow.company_id),
    }


def _pair(contact: str, flow: Flow) -> str:
    return f"{contact} {network_of(flow.address or '')}"


def _scope_name(scope: QuotaScope, context: FlowContext) -> str:
    return scope.value if scope is QuotaScope.DESTINATION else f"{scope.value}:{context.value}"


PACED_MESSAGE: Final = "Too many codes have been requested. Please try again in a minute."


class SendQuotaReachedError(TooManyRequestsError):
    """The day's codes of a sign-in are used up, or this network has to take them one a minute."""

    code = "send_quota_reached"
    message = "Too many codes have been requested today. Please try again tomorrow."
