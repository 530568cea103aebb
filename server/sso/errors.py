"""Refusals of connections, and why a sign-in did not succeed."""

from enum import StrEnum
from typing import Final

from server.errors import ConflictError

MOST_CONNECTIONS: Final = 5
MOST_DOMAINS: Final = 20


class Outcome(StrEnum):
    """What the sign-in page explains. REFUSED is the same for an unknown, an inactive and another company's account."""

    CANCELLED = "cancelled"
    EXPIRED = "expired"
    FAILED = "failed"
    REFUSED = "refused"
    UNAVAILABLE = "unavailable"


class SignInError(Exception):
    """A single sign-on that ends at the sign-in page. `reason` is for the log."""

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome
        self.reason = reason


class ProviderError(Exception):
    """An identity provider cannot be used; the text says why and may be shown to the company's administrator."""


class SsoConflictError(ConflictError):
    code = "edit_conflict"
    message = "This connection has been changed meanwhile. Please look at it again."


class TooManyConnectionsError(ConflictError):
    code = "too_many_connections"
    message = f"A company has at most {MOST_CONNECTIONS} connections. Delete one first."
