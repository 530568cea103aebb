"""Events about a session: how long it lasts, that it has ended, and the rights of its user."""

from typing import Final

from pydantic import Field

from server.platform.events import SESSION, USER, Event
from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import Moment, ResponseSchema, ServerTime
from server.vocabulary.profiles import Profile, Role


class SessionEndReason(OpenEnum):
    """`IDLE` and `LIFETIME` are the limits of the company's policy."""

    LOGOUT = "logout"
    REVOKED = "revoked"
    DELETED = "deleted"
    DEACTIVATED = "deactivated"
    PASSWORD_RESET = "password_reset"  # noqa: S105 - a name, no secret
    TOKEN_REUSE = "token_reuse"  # noqa: S105 - a name, no secret
    SSO_LOGOUT = "sso_logout"
    IDLE = "idle"
    LIFETIME = "lifetime"
    SUSPENDED = "suspended"


class SessionState(ResponseSchema):
    """`version` rises with every refresh and extension of the session.

    `quiet_ms`, on connect alone: for how long nothing was published that the socket would have received. What was
    fetched since then is up to date.
    """

    expires_at: Moment = Field(description="end of the access token")
    idle_expires_at: Moment = Field(description="end of the session when it is not refreshed or extended")
    absolute_expires_at: Moment = Field(description="end of the session whatever is done")
    server_time: ServerTime
    version: int = Field(description="rises with every refresh and extension")
    quiet_ms: int | None = Field(
        default=None,
        description="on connect: for how long nothing was published that the socket would have received; else null",
    )


class SessionExpiring(ResponseSchema):
    seconds_left: int = Field(description="seconds to `expiresAt`")
    expires_at: Moment = Field(description="end of the access token")
    server_time: ServerTime


class SessionExpired(ResponseSchema):
    server_time: ServerTime


class SessionEnded(ResponseSchema):
    reason: SessionEndReason = Field(description="why")
    limit: int | None = Field(
        default=None,
        description="the company's limit that was reached: minutes of `idle`, days of `lifetime`; else null",
    )


class SessionChanged(ResponseSchema):
    """What the session's user is now: the token and the menus show something else."""

    role: Role = Field(description="the present role")
    profile: Profile | None = Field(description="the present profile; null for an applicant")


SESSION_STATE: Final = Event(
    name="session:state",
    payload=SessionState,
    room=SESSION,
    to="the socket that connects; after a refresh or an extension every socket of the session",
    when="on connect, after `session:authenticate`, after every refresh or extension of the session, and once a minute "
    "while the session ends before the token, because the company's policy was tightened",
    rate="as it happens",
    lost="`GET /auth/session-status` answers the same; the next connection gets it again. The greatest version counts.",
)
SESSION_EXPIRING: Final = Event(
    name="session:expiring",
    payload=SessionExpiring,
    room=SESSION,
    to="the socket whose token is about to end",
    when="five minutes and one minute before the end of the socket's token; on connect where one of them is past",
    rate="at most twice a token",
    lost="A client that keeps `expiresAt` and the difference to `serverTime` can count down by itself.",
)
SESSION_EXPIRED: Final = Event(
    name="session:expired",
    payload=SessionExpired,
    room=SESSION,
    to="the socket whose token has ended",
    when="at the end of the socket's token; the socket is closed after it",
    rate="once",
    lost="The next call answers 401.",
)
SESSION_ENDED: Final = Event(
    name="session:ended",
    payload=SessionEnded,
    room=SESSION,
    to="every socket of the session",
    when="when the session is ended; its sockets are closed after it",
    rate="once",
    lost="Every process asks Postgres once a minute which of its sockets' sessions are alive, and sends it "
    "then with the reason `revoked`, or the limit that was reached. The next call answers 401.",
)
SESSION_CHANGED: Final = Event(
    name="session:changed",
    payload=SessionChanged,
    room=USER,
    to="every socket of the user",
    when="when the user's role or profile was changed; the sockets are in the rooms of the new one already, and "
    "have received nothing of a company in between",
    rate="as it happens",
    lost="Found by the same check once a minute. The next refresh of the token carries the new role. The server "
    "checks every call by the present one.",
)
# In the order of docs/events.md.
SESSION_EVENTS: Final = (SESSION_STATE, SESSION_EXPIRING, SESSION_EXPIRED, SESSION_ENDED, SESSION_CHANGED)
