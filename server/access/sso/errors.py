"""Refusals of connections, and why a sign-in did not succeed."""

from enum import StrEnum
from typing import Final

from server.platform.errors import BadRequestError, ConflictError

MOST_CONNECTIONS: Final = 5
MOST_DOMAINS: Final = 20


class Outcome(StrEnum):
    """What the sign-in page explains. REFUSED is the same for an unknown, an inactive and another company's account."""

    CANCELLED = "cancelled"
    EXPIRED = "expired"
    FAILED = "failed"
    REFUSED = "refused"
    UNAVAILABLE = "unavailable"
    # Of a step-up alone.
    ANOTHER = "another"
    STALE = "stale"


class SignInError(Exception):
    """A single sign-on that ends at the sign-in page, or a step-up at the page that has asked for it.

    `reason` is for the log.
    """

    return_to: str | None = None

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome
        self.reason = reason


class ProviderError(Exception):
    """An identity provider cannot be used; the text says why and may be shown to the company's administrator."""


class LogoutTokenError(BadRequestError):
    """What a provider has sent is not a logout token of it for this connection, or was sent before."""

    code = "logout_token_invalid"
    message = "The logout token is not valid."
    # As OpenID Connect Back-Channel Logout 1.0, 2.8, names it.
    met = {"error": "invalid_request"}  # noqa: RUF012 - read only


class LastWayInError(ConflictError):
    code = "last_way_in"
    message = "Set a password or add a passkey first: without the link you could not log in any more."


class SsoConflictError(ConflictError):
    code = "edit_conflict"
    message = "This connection has been changed meanwhile. Please look at it again."


class TooManyConnectionsError(ConflictError):
    code = "too_many_connections"
    message = f"A company has at most {MOST_CONNECTIONS} connections. Delete one first."
