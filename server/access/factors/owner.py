"""The account that a factor belongs to."""

from typing import TypedDict
from uuid import UUID

from server.vocabulary.identity import Bearer


class Owner(TypedDict):
    company_id: UUID
    user_id: UUID


def owner_of(account: Bearer) -> Owner:
    return Owner(company_id=account.company_id, user_id=account.user_id)
