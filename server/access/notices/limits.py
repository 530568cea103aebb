"""How often an account may do in a day (UTC) what its owner is notified of, so that no notice has to be left out."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias
from uuid import UUID

from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.quota_repository import count_sends
from server.platform.database.connections import Connection
from server.platform.errors import TooManyRequestsError
from server.platform.process.clock import seconds_until_tomorrow
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Services
from server.vocabulary.notice_link import NoticeAct

# What has no link is named by the kind of its notice.
Act: TypeAlias = NoticeAct | Literal[MessageKind.SSO_UNLINKED]

A_DAY: Final[Mapping[Act, int]] = {
    NoticeAct.FACTOR_ADDED: 30,
    NoticeAct.RECOVERY_CODES_RENEWED: 10,
    NoticeAct.NEW_DEVICE: 20,
    MessageKind.SSO_UNLINKED: 10,
}


class ChangesUsedUpError(TooManyRequestsError):
    """Raised within the transaction of the act, which it undoes."""

    code = "changes_used_up"
    message = "This has been changed too often today. Please try again tomorrow."


async def count_act(connection: Connection, *, act: Act, user_id: UUID, keys: Keyring) -> int:
    """How often the account has done it today, this time included."""
    scope = f"account:{act.name}"
    counted = await count_sends(connection, subjects=[(scope, keys.mac(Purpose.THROTTLE, user_id.bytes))])
    return counted[scope]


async def refuse_too_many(services: Services, connection: Connection, *, act: Act, user_id: UUID) -> None:
    """Raises ChangesUsedUpError."""
    most = A_DAY[act] * services.settings.rate_limit_scale
    if await count_act(connection, act=act, user_id=user_id, keys=services.keys) > most:
        raise ChangesUsedUpError(retry_after=seconds_until_tomorrow())
