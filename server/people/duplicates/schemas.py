"""Requests and responses of the calls on probable duplicates."""

from datetime import date
from typing import Annotated
from uuid import UUID

from pydantic import Field

from server.people.account.schemas import UserRecord
from server.people.duplicates.likeness import Evidence
from server.platform.schemas import EMPTY_IS_NONE, RequestSchema, ResponseSchema, Typed


class DuplicatesRequest(RequestSchema):
    """A person as a form has them; `userId` is their own account, where there is one."""

    full_name: Typed
    date_of_birth: Annotated[date | None, *EMPTY_IS_NONE] = None
    phone: Typed = ""
    user_id: UUID | None = None


class ProbableDuplicate(ResponseSchema):
    """An account whose name is alike; `evidence` are the fields that are equal. `label` is its email, code or phone."""

    id: UUID
    full_name: str
    label: str
    evidence: list[Evidence]


class DuplicatesResponse(ResponseSchema):
    duplicates: list[ProbableDuplicate]


class DuplicatePair(ResponseSchema):
    """Two accounts that are probably of one person."""

    older: UserRecord
    newer: UserRecord
    evidence: list[Evidence]


class DuplicatePairs(ResponseSchema):
    """The pairs whose newer account is newest; `total` counts all that were found."""

    pairs: list[DuplicatePair]
    total: int = Field(description="of the newest 50,000 pairs that were compared")
