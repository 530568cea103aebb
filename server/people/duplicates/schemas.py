"""Requests and responses of the calls on probable duplicates."""

from datetime import date
from typing import Annotated, Final
from uuid import UUID

from pydantic import Field

from server.people.account.schemas import AccountName, UserRecord, Version
from server.people.duplicates.likeness import Evidence
from server.platform.schemas import EMPTY_IS_NONE, Moment, RequestSchema, ResponseSchema, Typed
from server.vocabulary.fields import CHANGEABLE, POSITION

# What an account can take of one that is merged into it; the rest stays its own.
TAKEN: Final = frozenset(field.name for field in CHANGEABLE if field.name not in {*POSITION, "isActive"})


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
    """The pairs whose newer account is newest, as a worker found them last."""

    pairs: list[DuplicatePair]
    is_whole: bool = Field(description="whether all people were compared and all pairs are here")
    as_of: Moment | None = Field(description="when people were compared; null before the first time")
    is_outdated: bool = Field(description="whether people have changed since; a worker compares them anew")


class MergeRequest(RequestSchema):
    """`take` are the fields of which the merged account's value is kept: the company's own as `field:key`.

    Versions are those of what was shown.
    """

    merged_id: UUID
    take: list[Annotated[str, Field(max_length=50)]] = Field(default_factory=list, max_length=100)
    version: Version
    merged_version: Version


class MergeRecord(ResponseSchema):
    """A merge that can be undone until then."""

    id: UUID
    survivor: AccountName
    merged: AccountName
    merged_at: Moment
    until: Moment


class MergesResponse(ResponseSchema):
    merges: list[MergeRecord]
