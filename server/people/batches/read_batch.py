"""Read batches: one, a page of them, and the newest for the dashboard."""

from datetime import date
from typing import Annotated, Final
from uuid import UUID

from pydantic import Field, StrictBool

from server.people.account.schemas import Version
from server.people.batches.repository import count_batches, find_batch, list_batches
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError
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
from server.platform.services import Context
from server.vocabulary.visible_text import fold_name

LONGEST_SEARCH: Final = 100


class BatchesQuery(PageQuery):
    """`search` is any part of a name, code or location, in any case. Without `archived`: the open ones."""

    search: Annotated[str, Field(max_length=LONGEST_SEARCH)] = ""
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


class BatchRecord(ResponseSchema):
    """A batch and its figures: people; those invited; those who have signed in at least once; inactive accounts.

    An invitation that has failed does not count.
    """

    id: UUID
    name: str
    code: str | None
    location: str | None
    starts_on: date | None
    ends_on: date | None
    archived_at: Moment | None
    people: int
    invited: int
    signed_in: int
    inactive: int
    version: int
    created_at: Moment


class BatchPage(Page[BatchRecord]): ...


async def get_batch(context: Context, *, batch_id: UUID) -> BatchRecord:
    """Raises NotFoundError: the company has no batch of this id."""
    async with context.services.database.reading() as connection:
        return await read_record(connection, company_id=context.company_id, batch_id=batch_id)


async def read_record(connection: Connection, *, company_id: UUID, batch_id: UUID) -> BatchRecord:
    """Raises NotFoundError."""
    found = await find_batch(connection, company_id=company_id, batch_id=batch_id)
    if found is None:
        raise NotFoundError
    return BatchRecord.model_validate(found)


async def list_page(context: Context, *, query: BatchesQuery) -> BatchPage:
    """A page of the company's batches, the newest first."""
    search, archived = fold_name(query.search), bool(query.archived)
    async with context.services.database.reading() as connection:
        rows = await list_batches(
            connection,
            company_id=context.company_id,
            search=search,
            archived=archived,
            offset=query.offset,
            limit=query.page_size,
        )
        total = await count_batches(connection, company_id=context.company_id, search=search, archived=archived)
    return BatchPage.of(query, rows, total=total)


async def newest_batches(connection: Connection, *, company_id: UUID, limit: int) -> list[BatchRecord]:
    """The open ones."""
    rows = await list_batches(connection, company_id=company_id, limit=limit)
    return [BatchRecord.model_validate(row) for row in rows]
