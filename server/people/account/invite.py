"""The functions that queue invitations, passed to the use cases that create and activate accounts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

from server.people.account.change_repository import Invited
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services


class Invite(Protocol):
    async def __call__(
        self,
        services: Services,
        unit: UnitOfWork,
        *,
        company_id: UUID,
        user_id: UUID,
        email: str,
        typed_password: str | None = None,
        expires_at: datetime | None = None,
    ) -> None:
        """Queue an invitation within the caller's transaction. Without a typed password it brings one of its own."""
        ...


class InviteMany(Protocol):
    async def __call__(
        self, services: Services, unit: UnitOfWork, invited: Sequence[Invited], *, company_id: UUID
    ) -> None:
        """Queue invitations, each of which brings a password of its own, within the caller's transaction."""
        ...
