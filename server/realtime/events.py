"""Names and payloads of what is pushed. An event is a hint: whatever it says can be fetched too."""

from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from pydantic import Field

from server.identity.profiles import Profile, Role
from server.imports.schemas import ImportSnapshot, ImportSummary
from server.notifications.schemas import NotificationNew
from server.schemas import Moment, ResponseSchema
from server.verification.schemas import FlowStateAnswer

MAXIMUM_IDS: Final = 100


class Event(StrEnum):
    SESSION_STATE = "session:state"
    SESSION_EXPIRING = "session:expiring"
    SESSION_EXPIRED = "session:expired"
    SESSION_ENDED = "session:ended"
    SESSION_CHANGED = "session:changed"
    OTP_STATE = "otp:state"
    IMPORT_PROGRESS = "import:progress"
    IMPORT_SUMMARY = "import:summary"
    USERS_CHANGED = "users:changed"
    NOTIFICATION_NEW = "notification:new"


class SessionEndReason(StrEnum):
    LOGOUT = "logout"
    REVOKED = "revoked"
    DELETED = "deleted"
    DEACTIVATED = "deactivated"
    PASSWORD_RESET = "password_reset"  # noqa: S105 - a name, no secret
    TOKEN_REUSE = "token_reuse"  # noqa: S105 - a name, no secret


class SessionState(ResponseSchema):
    """`version` rises with every refresh and extension of the session.

    `quiet_ms`, on connect alone: for how long nothing was published that the socket would have received. What was
    fetched since then is up to date.
    """

    expires_at: Moment
    idle_expires_at: Moment
    absolute_expires_at: Moment
    server_time: Moment
    version: int
    quiet_ms: int | None = None


class SessionExpiring(ResponseSchema):
    seconds_left: int
    expires_at: Moment
    server_time: Moment


class SessionExpired(ResponseSchema):
    server_time: Moment


class SessionEnded(ResponseSchema):
    reason: SessionEndReason


class SessionChanged(ResponseSchema):
    """What the session's user is now: the token and the menus say something else."""

    role: Role
    profile: Profile | None


class UsersChangeKind(StrEnum):
    CREATED = "created"
    UPDATED = "updated"
    DELETED = "deleted"
    IMPORTED = "imported"


class UsersChanged(ResponseSchema):
    """`ids` is empty when more than a hundred changed: then everything may have."""

    kind: UsersChangeKind
    ids: list[UUID] = Field(default_factory=list, max_length=MAXIMUM_IDS)


PAYLOADS: Final[dict[Event, type[ResponseSchema]]] = {
    Event.SESSION_STATE: SessionState,
    Event.SESSION_EXPIRING: SessionExpiring,
    Event.SESSION_EXPIRED: SessionExpired,
    Event.SESSION_ENDED: SessionEnded,
    Event.SESSION_CHANGED: SessionChanged,
    Event.OTP_STATE: FlowStateAnswer,
    Event.IMPORT_PROGRESS: ImportSnapshot,
    Event.IMPORT_SUMMARY: ImportSummary,
    Event.USERS_CHANGED: UsersChanged,
    Event.NOTIFICATION_NEW: NotificationNew,
}


def seconds_between(now: datetime, moment: datetime) -> int:
    return max(0, round((moment - now).total_seconds()))
