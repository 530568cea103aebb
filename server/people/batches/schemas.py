"""Requests and responses of the calls on batches."""

from datetime import date
from typing import Annotated
from uuid import UUID

from pydantic import Field, StrictBool

from server.people.account.schemas import Version
from server.platform.schemas import (
    EMPTY_IS_NONE,
    FormSchema,
    Moment,
    Needed,
    Page,
    PageQuery,
    RequestSchema,
    ResponseSchema,
    Typed,
)


class BatchesQuery(PageQuery):
    """`search` is any part of a name, code or location, in any case. Without `archived`: the open ones."""

    search: Annotated[str, Field(max_length=100)] = ""
    archived: Annotated[bool | None, *EMPTY_IS_NONE] = None


class CreateBatchRequest(FormSchema):
    """Days are written YYYY-MM-DD."""

    name: Needed
    code: Typed | None = None
    location: Typed | None = None
    starts_on: Typed | None = None
    ends_on: Typed | None = None


class ChangeBatchRequest(RequestSchema):
    """What is missing stays as it is; null or an empty text clears a field. `version`: of the edited record."""

    name: Typed | None = None
    code: Typed | None = None
    location: Typed | None = None
    starts_on: Typed | None = None
    ends_on: Typed | None = None
    archived: StrictBool | None = None
    version: Version | None = None


class BatchFacts(ResponseSchema):
    """What administrators and trainers see alike of a batch."""

    id: UUID
    name: str
    code: str | None
    location: str | None
    starts_on: date | None
    ends_on: date | None
    archived_at: Moment | None
    people: int


class BatchRecord(BatchFacts):
    """A batch and its figures: people; those invited; those who have signed in at least once; inactive accounts.

    An invitation that has failed does not count.
    """

    invited: int
    signed_in: int
    inactive: int
    version: int
    created_at: Moment


class BatchPage(Page[BatchRecord]): ...


class LeavingRecord(ResponseSchema):
    """A time in a batch that has ended."""

    batch_id: UUID
    batch_name: str = Field(description="its present name")
    user_id: UUID | None = Field(description="who has left; null once the account is deleted")
    full_name: str | None
    joined_at: Moment
    left_at: Moment
    left_by: str | None = Field(description="the name of who removed the person, where an account did that is there")
    reason: str | None


class LeavingPage(Page[LeavingRecord]):
    """The last first."""
