"""Read the list of a company's people: a page, the values of a field for its filter, and a file.

Counting takes a moment where there are many accounts: then the numbers are kept for ten times as long as they took,
so that repeated requests cost a tenth of one core at most. A file is read a batch at a time, so that its length costs
no memory.
"""

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any, Final, TypeVar
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.messaging.messages.catalogues import translations
from server.people.account.read_user import read_records
from server.people.chunks.row_files import BATCH_ROWS, FileFormat, Rows, write_file
from server.people.fields.conditions import Term, find_open, find_sortable, read_terms, refuse
from server.people.fields.visible import open_fields
from server.people.list import list_repository
from server.people.list.list_repository import MOST_COUNTED, MOST_GATHERED, MOST_GATHERED_BY_VALUE, Matching
from server.people.list.list_schemas import (
    ARCHIVED_BATCH,
    BESIDE,
    CODE,
    ExportQuery,
    ExportRequest,
    FieldValuesResponse,
    FilterQuery,
    ListQuery,
    Order,
    OwnSort,
    Slice,
    Sort,
    UserPage,
    ValueOfPeople,
    exported,
    is_own_order,
)
from server.people.workbooks.writer import Cell
from server.platform.database.connections import Connection
from server.platform.database.query_plans import plan_for_values
from server.platform.process.cache import Cache, CacheKind
from server.platform.process.clock import utc_now
from server.platform.services import Context, Unit
from server.vocabulary.field_kinds import Kind
from server.vocabulary.fields import BATCH, FIELD, FIELDS, FieldSet
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.labels import words_of
from server.vocabulary.languages import language_of
from server.vocabulary.own_fields import PREFIX, OwnField

Key = TypeVar("Key")
Counted = TypeVar("Counted")

MOST_VALUES: Final = 200
# Faster counts are not cached.
SOON_SECONDS: Final = 0.1
KEPT_TIMES: Final = 10
VALUES: Final = CacheKind[tuple[UUID, str], Sequence[ValueOfPeople]](most=1_000)


async def keep_slow(
    cache: Cache[Key, Counted], key: Key, count: Callable[[], Awaitable[Counted]], *, times: int = KEPT_TIMES
) -> Counted:
    """Return what is kept for the key, or count it and keep it, where that was slow, for so many times as long."""
    kept = cache.get(key)
    if kept is not None:
        return kept
    begun = time.monotonic()
    counted = await count()
    took = time.monotonic() - begun
    return cache.put(key, counted, seconds=times * took) if took > SOON_SECONDS else counted


MANY: Final = 100_000


async def find_terms(connection: Connection, context: Context, query: FilterQuery) -> tuple[Term, ...]:
    """Return the conditions on own fields that a request has.

    Raises ValidationFailedError: see read_terms; or all values of many people would be read.
    """
    if not query.where:
        return ()
    terms = read_terms(query.where, fields=await open_fields(connection, context))
    plain = list_repository.matching(query, company_id=context.company_id, zone=context.actor.zone)
    is_slow = terms and plain.is_all and all(term.is_slow for term in terms)
    if is_slow and await list_repository.count_people(connection, plain, most=MANY) >= MANY:
        refuse(f"Make the field {terms[0].field.label} sortable, or add another filter")
    return terms


async def find_order(connection: Connection, context: Context, sort: str | None) -> Order:
    """Return the order that a request names. Raises ValidationFailedError: see find_sortable."""
    if sort is None or not is_own_order(sort):
        return Sort(sort or Sort.CREATED_LAST)
    return OwnSort(find_sortable(sort, fields=await open_fields(connection, context)), falls=sort.startswith("-"))


async def list_users(context: Context, query: ListQuery) -> UserPage:
    async with context.services.database.reading() as connection:
        page = Slice(await find_order(connection, context, query.sort), query.offset, query.limit)
        terms = await find_terms(connection, context, query)
        matching = partial(
            list_repository.matching, query, company_id=context.company_id, zone=context.actor.zone, terms=terms
        )
        find = partial(
            list_repository.find_page,
            connection,
            page=page,
            most_gathered=MOST_GATHERED_BY_VALUE if terms else MOST_GATHERED,
        )
        found = await find(matching())
        if not found.total and query.search:
            found = await find(matching(with_slips=True))
        records = await read_records(connection, found.rows, context=context)
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


async def list_values(context: Context, field: str) -> FieldValuesResponse:
    """List the values of a field, those of most people first."""
    services, company_id = context.services, context.company_id

    async def count() -> Sequence[ValueOfPeople]:
        async with services.database.reading() as connection:
            return await list_repository.count_values(connection, FIELD[field], company_id=company_id, most=MOST_VALUES)

    found = await keep_slow(services.caches.of(VALUES), (company_id, field), count)
    return FieldValuesResponse(values=list(found))


SHEET: Final = "People"
READ: Final[Mapping[str, Callable[[str], Cell]]] = {
    "dateOfBirth": date.fromisoformat,
    "lastSignInAt": datetime.fromisoformat,
    "createdAt": datetime.fromisoformat,
}
FLAGS: Final = {"true": "Active", "false": "Inactive"}


def name_of_file(context: Context, file_format: FileFormat, *, holds: str = "people") -> str:
    return f"{holds}-{utc_now().astimezone(context.actor.zone):%Y-%m-%d}.{file_format}"


async def export_users(context: Context, query: ExportQuery, *, file_format: FileFormat) -> AsyncIterator[bytes]:
    """The file in pieces. What changes meanwhile may be in it or not; no account is in it twice."""
    filters = query.model_dump(mode="json", by_alias=True, exclude={"sort"})
    asked = {name: value for name, value in filters.items() if value}
    async with context.unit_of_work() as unit:
        await plan_for_values(unit.connection)
        search = await list_repository.find_matching(
            unit.connection,
            query,
            company_id=context.company_id,
            zone=context.actor.zone,
            terms=await find_terms(unit.connection, context, query),
        )
        order = await find_order(unit.connection, context, query.sort)
    return await export_matching(
        context,
        search,
        asked=asked,
        sort=order,
        columns=query.columns,
        sensitive=query.sensitive,
        file_format=file_format,
    )


async def export_matching(
    context: Context,
    search: Matching,
    *,
    asked: Mapping[str, Any],
    sort: Order,
    columns: str | None = None,
    sensitive: bool = False,
    file_format: FileFormat = FileFormat.CSV,
) -> AsyncIterator[bytes]:
    """The file of those who match, in pieces; `asked` is recorded. `columns` are as a request names them."""
    async with context.unit_of_work() as unit:
        await plan_for_values(unit.connection)
        shown = await _columns(unit, columns, sensitive=sensitive)
        rows = await list_repository.count_people(unit.connection, search)
        await _record(unit, rows=rows, asked=asked, file_format=file_format)
    return write_file(_rows(context, [search], columns=shown, sort=sort), file_format, sheet=say_to(context)(SHEET))


async def export_selected(context: Context, request: ExportRequest, *, file_format: FileFormat) -> AsyncIterator[bytes]:
    """The file of the selected people, in pieces; ids that the company does not have are left out.

    Their order is that of the moment when the file was asked for, whatever changes meanwhile.
    """
    company_id, chosen = context.company_id, {"columns": request.columns, "sensitive": request.sensitive}
    asked = {"selected": len(set(request.ids)), **{name: value for name, value in chosen.items() if value}}
    async with context.unit_of_work() as unit:
        await plan_for_values(unit.connection)
        sort = await find_order(unit.connection, context, request.sort)
        columns = await _columns(unit, request.columns, sensitive=request.sensitive)
        selected = list_repository.chosen(request.ids, company_id=company_id)
        ids = await list_repository.sort_people(unit.connection, selected, sort=sort)
        await _record(unit, rows=len(ids), asked=asked, file_format=file_format)
    # Each slice is less than a batch, and so read once.
    slices = (ids[start : start + BATCH_ROWS - 1] for start in range(0, len(ids), BATCH_ROWS - 1))
    searches = [list_repository.chosen(each, company_id=company_id) for each in slices]
    return write_file(_rows(context, searches, columns=columns, sort=sort), file_format, sheet=say_to(context)(SHEET))


async def _columns(unit: Unit[Context], chosen: str | None, *, sensitive: bool) -> dict[str, OwnField | None]:
    """Return the chosen columns, each with what stands beside it: see list_schemas.

    Own fields that are sensitive are left out, unless these are asked for, too. Raises ValidationFailedError: one is
    not open to the caller.
    """
    open_to_caller = await open_fields(unit.connection, unit.context)
    shown = [field for field in open_to_caller if sensitive or not field.is_sensitive]
    columns = chosen.split(",") if chosen else exported(FieldSet(FIELDS, shown))
    own = {
        name: find_open(name.removeprefix(PREFIX), fields=open_to_caller, of="columns")
        for name in columns
        if name.startswith(PREFIX)
    }
    columns = [name for name in columns if name not in own or own[name] in shown]
    beside = set[str]()
    if CODE not in columns and unit.context.services.settings.has_people_without_email:
        beside.add(CODE)
    if BATCH in columns and await list_repository.has_archived(unit.connection, company_id=unit.context.company_id):
        beside.add(ARCHIVED_BATCH)
    named = [name for column in columns for name in (column, BESIDE.get(column)) if name == column or name in beside]
    return {name: own.get(name) for name in named}


async def _record(unit: Unit[Context], *, rows: int, asked: Mapping[str, Any], file_format: FileFormat) -> None:
    """The entry is committed before the first piece leaves: a download that is broken off has one too."""
    label = name_of_file(unit.context, file_format)
    await record_act(unit, AuditAction.USERS_EXPORTED, subject_label=label, after={"rows": rows, **asked})


async def _rows(
    context: Context, searches: Sequence[Matching], *, columns: Mapping[str, OwnField | None], sort: Order
) -> AsyncIterator[Rows]:
    """Read those who match each search, batch by batch, behind the header.

    No connection is held between two batches, so that a slow reader keeps none from others.
    """
    say = say_to(context)
    own = [field for field in columns.values() if field is not None]
    words = {name: say(FIELD[name].label if name in FIELD else words_of(name)) for name in columns}
    yield [[words[name] if field is None else field.label for name, field in columns.items()]]
    ways = [_way_to_show(name, say) if field is None else _own_cell(field) for name, field in columns.items()]
    for search in searches:
        last, is_more = None, True
        while is_more:
            async with context.services.unit_of_work() as unit:
                await plan_for_values(unit.connection)
                batch = await list_repository.list_after(
                    unit.connection,
                    search,
                    columns=columns,
                    sort=sort,
                    last=last,
                    limit=BATCH_ROWS,
                    zone=context.actor.time_zone,
                    own=own,
                )
            if batch:
                yield ([show(cell) for show, cell in zip(ways, each.cells, strict=True)] for each in batch)
                last = batch[-1]
            is_more = len(batch) == BATCH_ROWS


def say_to(context: Context) -> Callable[[str], str]:
    """Return what says a text in the language of the caller."""
    return translations(language_of(context.actor.language or context.language)).gettext


def _own_cell(field: OwnField) -> Callable[[str], Cell]:
    return lambda cell: field.shown(json.loads(cell)) if cell else cell


def _way_to_show(column: str, say: Callable[[str], str]) -> Callable[[str], Cell]:
    """Return what makes the cell of a file of a stored one: constants are words, dates are dates."""
    if column in READ:
        return lambda cell: READ[column](cell) if cell else cell
    field = FIELD.get(column)
    codes = Invitation if column == "invitation" else field.choices if field is not None else None
    words = {str(code): say(words_of(code)) for code in codes or ()}
    if field is not None and field.kind is Kind.FLAG:
        words = {flag: say(word) for flag, word in FLAGS.items()}
    return lambda cell: words.get(cell, cell)
