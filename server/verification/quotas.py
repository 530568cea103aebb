"""What anyone can make us send in a day. Attempts and the cooldown are another matter."""

from datetime import datetime, time, timedelta
from enum import StrEnum
from math import ceil
from typing import Final

from server.crypto import Keyring, Purpose
from server.database import Connection
from server.messages.kinds import Channel
from server.proxies import network_of
from server.settings import Settings
from server.verification.errors import SendQuotaReached
from server.verification.flows import Flow
from server.verification.quota_repository import count_sends
from server.verification.steps import FlowContext


class Scope(StrEnum):
    """Each context has an account's, an address' and a company's quota of its own."""

    ACCOUNT = "account"
    DESTINATION = "destination"
    ADDRESS = "address"
    COMPANY = "company"


# By account: a login code is sent only after a right password, the others to whoever asks.
ACCOUNT_QUOTAS: Final = {FlowContext.LOGIN: 30, FlowContext.PASSWORD_RESET: 10, FlowContext.SIGNUP: 10}
# More than all contexts of one account together, so that none of them uses up another's.
DESTINATION_QUOTA: Final = 60
# A classroom, an office or a campus may stand behind one address.
ADDRESS_QUOTAS: Final = {FlowContext.LOGIN: 3_000, FlowContext.PASSWORD_RESET: 200, FlowContext.SIGNUP: 200}
COMPANY_QUOTA: Final = 300_000


async def spend_quotas(
    connection: Connection, flow: Flow, *, channel: Channel, contact: str, settings: Settings, keys: Keyring
) -> None:
    """Count one send, within the sender's transaction.

    Raises:
        SendQuotaReached: the day's sends of the account, the destination, the address or the company are used up.

    """
    # Of a reset, no count may depend on whether somebody has the email.
    is_reset = flow.context is FlowContext.PASSWORD_RESET
    subjects = {
        Scope.ACCOUNT: contact if is_reset else str(flow.user_id or contact),
        Scope.DESTINATION: f"{channel.value}:{contact}",
        Scope.ADDRESS: network_of(flow.address or ""),
        Scope.COMPANY: "" if is_reset else str(flow.company_id or ""),
    }
    counted = await count_sends(
        connection,
        subjects=[
            (_scope_name(scope, flow.context), keys.mac(Purpose.THROTTLE, subject.encode()))
            for scope, subject in subjects.items()
            if subject
        ],
    )
    for scope in subjects:
        allowed = max(1, int(_quota(scope, flow.context) * settings.rate_limit_scale))
        if counted.get(_scope_name(scope, flow.context), 0) > allowed:
            raise SendQuotaReached(retry_after=_seconds_to_midnight(flow.read_at))


def _scope_name(scope: Scope, context: FlowContext) -> str:
    return scope.value if scope is Scope.DESTINATION else f"{scope.value}:{context.value}"


def _quota(scope: Scope, context: FlowContext) -> int:
    if scope is Scope.ACCOUNT:
        return ACCOUNT_QUOTAS[context]
    if scope is Scope.ADDRESS:
        return ADDRESS_QUOTAS[context]
    return DESTINATION_QUOTA if scope is Scope.DESTINATION else COMPANY_QUOTA


def _seconds_to_midnight(moment: datetime) -> int:
    midnight = datetime.combine(moment.date() + timedelta(days=1), time.min, tzinfo=moment.tzinfo)
    return max(1, ceil((midnight - moment).total_seconds()))
