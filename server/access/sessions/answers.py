"""The response of a completed sign-in."""

from uuid import UUID

from server.access.sessions.start_session import SignedIn
from server.platform.schemas import Moment, ResponseSchema


class CompleteAnswer(ResponseSchema):
    jwt_token: str
    refresh_token: str
    user_id: UUID
    email: str | None
    full_name: str
    expires_at: Moment
    server_time: Moment


def complete_answer(signed_in: SignedIn) -> CompleteAnswer:
    """Response after any completed sign-in."""
    account, tokens = signed_in.account, signed_in.tokens
    return CompleteAnswer(
        jwt_token=tokens.access_token,
        refresh_token=tokens.refresh_token,
        user_id=account.user_id,
        email=account.email,
        full_name=account.full_name,
        expires_at=tokens.expires_at,
        server_time=tokens.server_time,
    )
