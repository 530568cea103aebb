"""Export the list as CSV, a batch of users at a time, so that its length costs no memory."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction
from server.people.list.list_repository import (
    EXPORTED,
    ExportedPerson,
    Matching,
    chosen,
    count_people,
    list_after,
    matching,
)
from server.people.list.list_schemas import ExportRequest, FilterQuery, Sort
from server.people.work.row_files import BATCH_ROWS, Rows, as_csv
from server.platform.database.connections import Database
from server.platform.database.query_plans import plan_for_values
from server.platform.process.clock import zone_of
from server.platform.services import Context

FILE_NAME: Final = "users.csv"
HEADER: Final = list(EXPORTED)


async def export_users(context: Context, query: FilterQuery) -> AsyncIterator[bytes]:
    """The file in pieces. What changes meanwhile may be in it or not; no account is in it twice."""
    search = matching(query, company_id=context.company_id, zone=zone_of(context.services.settings.phone_region))
    filters = query.model_dump(mode="json", by_alias=True, exclude={"sort"})
    asked = {name: value for name, value in filters.items() if value}
    return await _export(context, search, sort=query.order, asked=asked)


async def export_selected(context: Context, request: ExportRequest) -> AsyncIterator[bytes]:
    """The file of the selected people, in pieces; ids that the company does not have are left out."""
    selected = chosen(request.ids, company_id=context.company_id)
    asked = {"selected": len(set(request.ids))}
    return await _export(context, selected, sort=request.sort or Sort.CREATED_LAST, asked=asked)


async def _export(context: Context, people: Matching, *, sort: Sort, asked: Mapping[str, Any]) -> AsyncIterator[bytes]:
    """The audit entry is committed before the first piece leaves: a download that is broken off has one too."""
    async with context.unit_of_work() as unit:
        await plan_for_values(unit.connection)
        after = {"rows": await count_people(unit.connection, people), **asked}
        await record_act(unit, AuditAction.USERS_EXPORTED, subject_label=FILE_NAME, after=after)
    with_codes = context.services.settings.has_people_without_email
    return as_csv(_rows(context.services.database, people, sort=sort, with_codes=with_codes))


async def _rows(database: Database, people: Matching, *, sort: Sort, with_codes: bool) -> AsyncIterator[Rows]:
    """Read the people batch by batch. The last column, the code, is there where there are people without an email.

    No connection is held between two batches, so that a slow reader keeps none from others.
    """
    columns = len(HEADER) if with_codes else len(HEADER) - 1
    yield [HEADER[:columns]]
    last: ExportedPerson | None = None
    is_more = True
    while is_more:
        async with database.unit_of_work() as unit:
            await plan_for_values(unit.connection)
            batch = await list_after(unit.connection, people, sort=sort, last=last, limit=BATCH_ROWS)
        is_more = len(batch) == BATCH_ROWS
        if batch:
            last = batch[-1]
            yield [person.cells[:columns] for person in batch]
