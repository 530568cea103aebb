"""Export the list as CSV, a batch of users at a time, so that its length costs no memory.

Between two batches no connection is held: a slow reader keeps none from others.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction
from server.people.list.list_filters import Sort
from server.people.list.list_repository import (
    EXPORTED,
    ExportedPerson,
    Matching,
    count_people,
    list_after,
    list_selected,
    matching,
    sort_selected,
)
from server.people.list.list_schemas import ExportRequest, FilterQuery
from server.people.work.row_files import BATCH_ROWS, Rows, as_csv
from server.platform.database.connections import Database
from server.platform.database.query_plans import plan_for_values
from server.platform.process.clock import zone_of
from server.platform.services import Context, Work

FILE_NAME: Final = "users.csv"
HEADER: Final = list(EXPORTED)


async def export_users(context: Context, query: FilterQuery) -> AsyncIterator[bytes]:
    """The file in pieces. What changes meanwhile may be in it or not; no account is in it twice.

    The audit entry is committed before the first piece leaves: a download that is broken off has one too.
    """
    search = matching(query, company_id=context.company_id, zone=zone_of(context.services.settings.phone_region))
    filters = query.model_dump(mode="json", by_alias=True, exclude={"sort"})
    async with context.unit_of_work() as unit:
        await plan_for_values(unit.connection)
        rows = await count_people(unit.connection, search)
        await _record(unit, rows=rows, chosen={name: value for name, value in filters.items() if value})
    return _file(context, _people(context.services.database, search, sort=query.order))


async def export_selected(context: Context, request: ExportRequest) -> AsyncIterator[bytes]:
    """The file of the selected people, in pieces; ids that the company does not have are left out."""
    sort, company_id = request.sort or Sort.CREATED_LAST, context.company_id
    async with context.unit_of_work() as unit:
        await plan_for_values(unit.connection)
        found = await sort_selected(unit.connection, company_id=company_id, ids=request.ids, sort=sort)
        await _record(unit, rows=len(found), chosen={"selected": len(set(request.ids))})
    return _file(context, _selected(context.services.database, found, company_id=company_id, sort=sort))


async def _record(unit: Work[Context], *, rows: int, chosen: Mapping[str, Any]) -> None:
    await record_act(unit, AuditAction.USERS_EXPORTED, subject_label=FILE_NAME, after={"rows": rows, **chosen})


def _file(context: Context, batches: AsyncIterator[list[ExportedPerson]]) -> AsyncIterator[bytes]:
    return as_csv(_rows(batches, with_codes=context.services.settings.has_people_without_email))


async def _rows(batches: AsyncIterator[list[ExportedPerson]], *, with_codes: bool) -> AsyncIterator[Rows]:
    """The last column, the code, is there where there are people without an email."""
    columns = len(HEADER) if with_codes else len(HEADER) - 1
    yield [HEADER[:columns]]
    async for people in batches:
        if people:
            yield [person.cells[:columns] for person in people]


async def _selected(
    database: Database, ids: Sequence[UUID], *, company_id: UUID, sort: Sort
) -> AsyncIterator[list[ExportedPerson]]:
    """`ids` are in the order already."""
    for start in range(0, len(ids), BATCH_ROWS):
        async with database.unit_of_work() as unit:
            await plan_for_values(unit.connection)
            some = ids[start : start + BATCH_ROWS]
            people = await list_selected(unit.connection, company_id=company_id, ids=some, sort=sort)
        yield people


async def _people(database: Database, search: Matching, *, sort: Sort) -> AsyncIterator[list[ExportedPerson]]:
    """Read the people batch by batch.

    No connection is held between two batches, so that a slow reader keeps none from others.
    """
    last: ExportedPerson | None = None
    while True:
        async with database.unit_of_work() as unit:
            await plan_for_values(unit.connection)
            people = await list_after(unit.connection, search, sort=sort, last=last, limit=BATCH_ROWS)
        yield people
        if len(people) < BATCH_ROWS:
            return
        last = people[-1]
