"""Calls on sessions."""

from datetime import timedelta
from typing import Final, Literal
from uuid import UUID

from pydantic import Field
from quart import Blueprint

from server.access.sessions.end_sessions import SessionList, list_sessions, revoke_other_sessions, revoke_session
from server.access.sessions.start_session import NOT_INACTIVE, extend_session, refresh_session
from server.platform.errors import NotSignedInError
from server.platform.http.authentication import Routes, bearer_token, current_context, current_visit, spend
from server.platform.http.rate_limiter import Limit
from server.platform.process.clock import utc_now
from server.platform.schemas import MessageResponse, Moment, RequestSchema, ResponseSchema

LIMIT: Final = 600
REFRESHES: Final = Limit(bucket="sessions.refresh", count=LIMIT, seconds=60)

routes = Routes(Blueprint("sessions", __name__, url_prefix="/auth"), "Sessions")
# The session monitor calls a path of its own, outside of the API's base.
refresh_routes = Routes(Blueprint("session_refresh", __name__), "Sessions")


# Longer than any idle limit.
LONGEST_INACTIVE: Final = 366 * 86_400


class RefreshRequest(RequestSchema):
    """`inactiveSeconds`: how long ago the user did something: from then on the idle limit counts, not from a poll."""

    refresh_token: str = Field(max_length=8_192)
    inactive_seconds: int = Field(default=0, ge=0, le=LONGEST_INACTIVE)


class RefreshAnswer(ResponseSchema):
    """`authToken` and `accessToken` are the same token."""

    auth_token: str
    access_token: str
    refresh_token: str
    expires_at: Moment
    server_time: Moment


class SessionStatus(ResponseSchema):
    """`expiresAt` is the access token's end; the other two are the session's."""

    active: Literal[True] = True
    user_id: UUID
    expires_at: Moment
    idle_expires_at: Moment
    absolute_expires_at: Moment
    server_time: Moment


class ExtendedSessionAnswer(SessionStatus):
    auth_token: str


@routes.post("/refresh-token", public=True, limit=LIMIT, limits_itself=True)
async def refresh(data: RefreshRequest) -> RefreshAnswer:
    """Exchange a refresh token for new tokens."""
    return await _refresh(data.refresh_token, inactive=timedelta(seconds=data.inactive_seconds))


@refresh_routes.post("/api/auth/refresh", public=True, limit=LIMIT, limits_itself=True)
async def refresh_by_bearer() -> RefreshAnswer:
    """The same, with the refresh token as the bearer value."""
    token = bearer_token()
    if token is None:
        raise NotSignedInError
    return await _refresh(token)


@routes.get("/session-status", serves_setup=True, limit=LIMIT * 10)
async def read_status() -> SessionStatus:
    """How long the session lasts."""
    context = current_context()
    return SessionStatus.model_validate(vars(context.session) | {"user_id": context.user_id, "server_time": utc_now()})


@routes.post("/extend-session", serves_setup=True, limit=LIMIT)
async def extend() -> ExtendedSessionAnswer:
    """Start the idle limit anew, and give a new access token."""
    context = current_context()
    access = await extend_session(context)
    token = {"user_id": context.user_id, "auth_token": access.access_token, "expires_at": access.expires_at}
    return ExtendedSessionAnswer.model_validate(vars(access.session) | token | {"server_time": access.session.now})


@routes.get("/sessions", signed_in=True, limit=LIMIT)
async def read_sessions() -> SessionList:
    """List where the caller is signed in, the last used first."""
    return await list_sessions(current_context())


@routes.delete("/sessions/<uuid:session_id>", signed_in=True, limit=LIMIT)
async def end_one(session_id: UUID) -> MessageResponse:
    """Sign one of the caller's devices out."""
    await revoke_session(current_context(), session_id)
    return MessageResponse(message="The device has been logged out")


@routes.delete("/sessions", signed_in=True, limit=LIMIT)
async def end_others() -> MessageResponse:
    """Sign all of the caller's other devices out."""
    await revoke_other_sessions(current_context())
    return MessageResponse(message="All other devices have been logged out")


async def _refresh(token: str, *, inactive: timedelta = NOT_INACTIVE) -> RefreshAnswer:
    try:
        tokens = await refresh_session(
            current_visit(), refresh_token=token, inactive=inactive, admit=lambda each: spend(REFRESHES, key=str(each))
        )
    except NotSignedInError:
        # Only such a call counts for its address, which people who are signed in may share with a flooder.
        await spend(REFRESHES)
        raise
    access = tokens.access
    return RefreshAnswer(
        auth_token=access.access_token,
        access_token=access.access_token,
        refresh_token=tokens.refresh_token,
        expires_at=access.expires_at,
        server_time=access.session.now,
    )
