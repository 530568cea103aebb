"""The function that changes an account's email, passed to the edit of an account."""

from typing import Protocol

from server.database import UnitOfWork
from server.identity.identity import Identity
from server.services import Services
from server.users.account_rules import Account


class ChangeEmail(Protocol):
    async def __call__(
        self, services: Services, unit: UnitOfWork, account: Account, *, email: str, identity: Identity, address: str
    ) -> None:
        """Change the email of a locked account, or have its recipient confirm it, in the caller's transaction."""
        ...
