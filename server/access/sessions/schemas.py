from typing import Final, Literal
from uuid import UUID

from pydantic import Field

from server.platform.schemas import Moment, RequestSchema, ResponseSchema

LONGEST_TOKEN: Final = 8_192


class RefreshRequest(RequestSchema):
    refresh_token: str = Field(max_length=LONGEST_TOKEN)


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


class SessionItem(ResponseSchema):
    id: UUID
    device: str
    address: str | None
    first_seen_at: Moment
    last_seen_at: Moment
    current: bool


class SessionList(ResponseSchema):
    data: list[SessionItem]


class CompleteAnswer(ResponseSchema):
    jwt_token: str
    refresh_token: str
    user_id: UUID
    email: str | None
    full_name: str
    expires_at: Moment
    server_time: Moment
