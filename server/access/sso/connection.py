"""A company's connection to an identity provider, and what follows from its row."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from server.platform.configuration.settings import Settings
from server.platform.errors import BadRequestError, ConflictError
from server.platform.http.secret_cookies import SSO_COOKIE, SSO_PATH
from server.platform.process.crypto import Keyring, Purpose
from server.platform.process.open_enum import OpenEnum
from server.vocabulary.profiles import Profile

MOST_CONNECTIONS: Final = 5
MOST_DOMAINS: Final = 20
# A sign-in at a provider may take this long.
STATE_LIFE: Final = timedelta(seconds=SSO_COOKIE.seconds)
PROOF: Final = "waymark-verification="
# Names that cannot be registered (RFC 2606, RFC 6761); in development they need no proof.
RESERVED: Final = ("test", "example", "invalid", "localhost", "example.com", "example.net", "example.org")


class SsoOutcome(OpenEnum):
    """The sign-in page explains it. REFUSED stands for an unknown, an inactive and another company's account alike."""

    CANCELLED = "cancelled"
    EXPIRED = "expired"
    FAILED = "failed"
    REFUSED = "refused"
    UNAVAILABLE = "unavailable"
    # These two end a step-up alone.
    ANOTHER = "another"
    STALE = "stale"


class SignInError(Exception):
    """A single sign-on that ends at the sign-in page, or a step-up at the page that has asked for it.

    `reason` is for the log.
    """

    def __init__(self, outcome: SsoOutcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome
        self.reason = reason


class ProviderError(Exception):
    """An identity provider cannot be used; the text says why and may be shown to the company's administrator."""


class LogoutTokenError(BadRequestError):
    """The provider has sent no logout token for this connection, or one that was sent before."""

    code = "logout_token_invalid"
    message = "The logout token is not valid."

    def __init__(self) -> None:
        # As OpenID Connect Back-Channel Logout 1.0, 2.8, names it.
        super().__init__(met={"error": "invalid_request"})


class LastWayInError(ConflictError):
    message = "Set a password or add a passkey first: without the link you could not log in any more."


class SsoConflictError(ConflictError):
    code = "edit_conflict"
    message = "This connection has been changed by someone else. Check the current version, then save again."


class TooManyConnectionsError(ConflictError):
    message = f"A company has at most {MOST_CONNECTIONS} connections. Delete one first."


class SsoDomain(NamedTuple):
    company_id: UUID
    connection_id: UUID
    domain: str
    token: str
    proved_at: datetime | None

    @property
    def record(self) -> str:
        """Return the TXT record that proves the domain."""
        return PROOF + self.token


@dataclass(frozen=True, kw_only=True)
class SsoConnection:
    id: UUID
    company_id: UUID
    name: str
    issuer: str
    client_id: str
    sealed_secret: bytes | None = field(repr=False)
    create_people: bool
    default_profile: Profile | None
    enabled: bool
    version: int
    domains: tuple[SsoDomain, ...]

    @property
    def subject(self) -> dict[str, Any]:
        """Return what the audit trail names it by."""
        return {"subject_id": self.id, "subject_label": self.name}

    @property
    def key(self) -> dict[str, Any]:
        """Return what sign-ins by this connection are found by; one with another issuer has other people."""
        return {"company_id": self.company_id, "connection_id": self.id, "issuer": self.issuer}

    @property
    def proved_domains(self) -> frozenset[str]:
        return frozenset(domain.domain for domain in self.domains if domain.proved_at is not None)

    @property
    def is_in_use(self) -> bool:
        """Return whether its provider is called and its answers count: it is enabled and has a proved domain."""
        return self.enabled and bool(self.proved_domains)

    def secret(self, keys: Keyring) -> str | None:
        """Raises server.platform.process.crypto.SealError."""
        if self.sealed_secret is None:
            return None
        return keys.open(Purpose.SINGLE_SIGN_ON, self.sealed_secret, context=_context(self.id))


def seal_secret(keys: Keyring, secret: str, *, connection_id: UUID) -> bytes:
    return keys.seal(Purpose.SINGLE_SIGN_ON, secret, context=_context(connection_id))


def redirect_uri(settings: Settings, *, company_id: UUID) -> str:
    """Return where providers send people back to: one address a company, so that none can be taken for another's."""
    return f"{settings.effective_public_url}{SSO_PATH}/callback/{company_id}"


def backchannel_logout_uri(settings: Settings, *, connection_id: UUID) -> str:
    return f"{settings.effective_public_url}{SSO_PATH}/{connection_id}/backchannel-logout"


def after_logout(settings: Settings) -> str:
    """Return where providers send people after their logout. Nothing is done there, so that it needs no state."""
    return f"{settings.effective_public_url}/login"


def needs_no_proof(settings: Settings, domain: str) -> bool:
    return settings.is_development and any(domain == name or domain.endswith(f".{name}") for name in RESERVED)


def _context(connection_id: UUID) -> bytes:
    return b"client secret" + connection_id.bytes
