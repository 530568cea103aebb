"""Read the list of a company's people: a page, the values of a field for its filter, and a file.

Counting takes a moment where there are many accounts: then the numbers are kept for ten times as long as they took,
so that repeated requests cost a tenth of one core at most. A file is read a batch at a time, so that its length costs
no memory.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.people.account.read_user import read_records
from server.people.chunks.row_files import BATCH_ROWS, FileFormat, Rows, write_file
from server.people.list import list_repository
from server.people.list.list_repository import MOST_COUNTED, Matching
from server.people.list.list_schemas import (
    ARCHIVED_BATCH,
    BESIDE,
    CODE,
    ExportQuery,
    ExportRequest,
    FieldValuesResponse,
    FilterQuery,
    ListQuery,
    Slice,
    Sort,
    UserPage,
    ValueOfPeople,
    exported,
)
from server.platform.database.query_plans import plan_for_values
from server.platform.process.cache import Cache, CacheKind
from server.platform.services import Context, Services, Unit
from server.vocabulary.fields import BATCH, FIELD, fields_of_company

Key = TypeVar("Key")
Counted = TypeVar("Counted")

MOST_VALUES: Final = 200
# Faster counts are not cached.
SOON_SECONDS: Final = 0.1
KEPT_TIMES: Final = 10
VALUES: Final = CacheKind[tuple[UUID, str], Sequence[ValueOfPeople]](most=1_000)


async def keep_slow(cache: Cache[Key, Counted], key: Key, count: Callable[[], Awaitable[Counted]]) -> Counted:
    """Return what is kept for the key, or count it and keep it where that was slow."""
    kept = cache.get(key)
    if kept is not None:
        return kept
    begun = time.monotonic()
    counted = await count()
    took = time.monotonic() - begun
    return cache.put(key, counted, seconds=KEPT_TIMES * took) if took > SOON_SECONDS else counted


async def list_users(context: Context, query: ListQuery) -> UserPage:
    page = Slice(query.order, query.offset, query.limit)
    search = _matching(context, query)
    async with context.services.database.reading() as connection:
        found = await list_repository.find_page(connection, search, page=page)
        records = await read_records(connection, found.rows, company_id=context.company_id)
    read = query.offset + len(found.rows) if found.rows else 0
    # The last page tells, too.
    is_exact = found.total <= MOST_COUNTED or 0 < len(found.rows) < query.limit
    return UserPage(
        data=records,
        page=query.page,
        page_size=query.limit,
        total=found.total if found.total <= MOST_COUNTED else max(MOST_COUNTED, read),
        total_is_exact=is_exact,
    )


def _matching(context: Context, query: FilterQuery) -> Matching:
    zone = context.actor.zone
    return list_repository.matching(query, company_id=context.company_id, zone=zone)


async def list_values(context: Context, field: str) -> FieldValuesResponse:
    """List the values of a field, those of most people first."""
    services, company_id = context.services, context.company_id

    async def count() -> Sequence[ValueOfPeople]:
        async with services.database.reading() as connection:
            return await list_repository.count_values(connection, FIELD[field], company_id=company_id, most=MOST_VALUES)

    found = await keep_slow(services.caches.of(VALUES), (company_id, field), count)
    return FieldValuesResponse(values=list(found))


FILE_NAME: Final = "users"
SHEET: Final = "Users"


async def export_users(context: Context, query: ExportQuery, *, file_format: FileFormat) -> AsyncIterator[bytes]:
    """The file in pieces. What changes meanwhile may be in it or not; no account is in it twice."""
    filters = query.model_dump(mode="json", by_alias=True, exclude={"sort"})
    asked = {name: value for name, value in filters.items() if value}
    return await export_matching(
        context,
        _matching(context, query),
        asked=asked,
        sort=query.order,
        columns=query.columns,
        file_format=file_format,
    )


async def export_matching(
    context: Context,
    search: Matching,
    *,
    asked: Mapping[str, Any],
    sort: Sort,
    columns: str | None = None,
    file_format: FileFormat = FileFormat.CSV,
) -> AsyncIterator[bytes]:
    """The file of those who match, in pieces; `asked` is recorded. `columns` are as a request names them."""
    async with context.unit_of_work() as unit:
        await plan_for_values(unit.connection)
        shown = await _columns(unit, columns)
        rows = await list_repository.count_people(unit.connection, search)
        await _record(unit, rows=rows, asked=asked, file_format=file_format)
    return write_file(_rows(context.services, [search], columns=shown, sort=sort), file_format, sheet=SHEET)


async def export_selected(context: Context, request: ExportRequest, *, file_format: FileFormat) -> AsyncIterator[bytes]:
    """The file of the selected people, in pieces; ids that the company does not have are left out.

    Their order is that of the moment when the file was asked for, whatever changes meanwhile.
    """
    sort, company_id = request.sort or Sort.CREATED_LAST, context.company_id
    asked = {"selected": len(set(request.ids)), **({"columns": request.columns} if request.columns else {})}
    async with context.unit_of_work() as unit:
        await plan_for_values(unit.connection)
        columns = await _columns(unit, request.columns)
        selected = list_repository.chosen(request.ids, company_id=company_id)
        ids = await list_repository.sort_people(unit.connection, selected, sort=sort)
        await _record(unit, rows=len(ids), asked=asked, file_format=file_format)
    # Each slice is less than a batch, and so read once.
    slices = (ids[start : start + BATCH_ROWS - 1] for start in range(0, len(ids), BATCH_ROWS - 1))
    searches = [list_repository.chosen(each, company_id=company_id) for each in slices]
    return write_file(_rows(context.services, searches, columns=columns, sort=sort), file_format, sheet=SHEET)


async def _columns(unit: Unit[Context], chosen: str | None) -> list[str]:
    """Return the chosen columns, each with what stands beside it: see list_schemas."""
    columns = chosen.split(",") if chosen else exported(fields_of_company())
    beside = set[str]()
    if unit.context.services.settings.has_people_without_email:
        beside.add(CODE)
    if BATCH in columns and await list_repository.has_archived(unit.connection, company_id=unit.context.company_id):
        beside.add(ARCHIVED_BATCH)
    return [name for column in columns for name in (column, BESIDE.get(column)) if name == column or name in beside]


async def _record(unit: Unit[Context], *, rows: int, asked: Mapping[str, Any], file_format: FileFormat) -> None:
    """The entry is committed before the first piece leaves: a download that is broken off has one too."""
    label = f"{FILE_NAME}.{file_format}"
    await record_act(unit, AuditAction.USERS_EXPORTED, subject_label=label, after={"rows": rows, **asked})


async def _rows(
    services: Services, searches: Sequence[Matching], *, columns: Sequence[str], sort: Sort
) -> AsyncIterator[Rows]:
    """Read those who match each search, batch by batch, behind the header.

    No connection is held between two batches, so that a slow reader keeps none from others.
    """
    yield [columns]
    for search in searches:
        last, is_more = None, True
        while is_more:
            async with services.unit_of_work() as unit:
                await plan_for_values(unit.connection)
                batch = await list_repository.list_after(
                    unit.connection, search, columns=columns, sort=sort, last=last, limit=BATCH_ROWS
                )
            if batch:
                yield (person.cells for person in batch)
                last = batch[-1]
            is_more = len(batch) == BATCH_ROWS
