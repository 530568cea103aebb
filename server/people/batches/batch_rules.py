"""What every batch that is added, renamed or restored has to keep."""

from uuid import UUID

from server.people.batches.batch_form import BatchFields
from server.people.batches.errors import (
    ARCHIVED_CODE_TAKEN,
    ARCHIVED_NAME_TAKEN,
    CODE_TAKEN,
    MOST_OPEN,
    NAME_TAKEN,
    BatchExistsError,
    TooManyBatchesError,
)
from server.people.batches.repository import count_batches, find_namesakes
from server.platform.database.connections import Connection


async def refuse_taken_names(
    connection: Connection, fields: BatchFields, *, company_id: UUID, besides: UUID | None = None
) -> None:
    """Call it after `lock_names`.

    Raises:
        BatchExistsError: another batch has the name or the code.

    """
    errors: dict[str, str] = {}
    for each in await find_namesakes(connection, fields, company_id=company_id, besides=besides):
        if each.has_name:
            errors["name"] = ARCHIVED_NAME_TAKEN if each.is_archived else NAME_TAKEN
        if each.has_code:
            errors["code"] = ARCHIVED_CODE_TAKEN if each.is_archived else CODE_TAKEN
    if errors:
        raise BatchExistsError(errors=errors)


async def refuse_too_many(connection: Connection, *, company_id: UUID, more: int = 1) -> None:
    """Call it after `lock_names`.

    Raises:
        TooManyBatchesError: with `more` the company would have more open batches than it may.

    """
    if await count_batches(connection, company_id=company_id) + more > MOST_OPEN:
        raise TooManyBatchesError
