"""The function that changes an account's email, passed to the edit of an account."""

from typing import Protocol

from server.people.account.account_rules import Account
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.identity import Identity


class ChangeEmail(Protocol):
    async def __call__(
        self, services: Services, unit: UnitOfWork, account: Account, *, email: str, identity: Identity, address: str
    ) -> None:
        """Change the email of a locked account, or have its recipient confirm it, in the caller's transaction."""
        ...
