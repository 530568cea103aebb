from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.identity.profiles import Permission, Profile, Role, permissions_of


@dataclass(frozen=True, kw_only=True)
class Bearer:
    """An account as its access token names it."""

    user_id: UUID
    email: str
    full_name: str
    role: Role
    profile: Profile | None
    company_id: UUID
    company_name: str


@dataclass(frozen=True, kw_only=True)
class Identity(Bearer):
    """Who makes a request, as Postgres knows them now; only the three times of a token are the token's own.

    `expires_at` is when the access token ends, `generation` the refresh token it was issued with,
    `version` rises with every change of the session.
    """

    session_id: UUID
    company_slug: str
    phone: str
    generation: int
    expires_at: datetime
    idle_expires_at: datetime
    absolute_expires_at: datetime
    version: int

    @property
    def permissions(self) -> frozenset[Permission]:
        return permissions_of(self.profile)

    def may(self, permission: Permission) -> bool:
        return permission in self.permissions
