"""The response of a completed sign-in."""

from server.access.sessions.schemas import CompleteAnswer
from server.access.sessions.start_session import SignedIn


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
