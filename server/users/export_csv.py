"""Export the list as CSV, a batch of users at a time, so that its length costs no memory."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from server.audit.repository import AuditAction, record
from server.clock import to_wire
from server.csv_cells import BYTE_ORDER_MARK, safe_csv
from server.database import Connection, Database
from server.identity.identity import Identity
from server.query_plans import plan_for_values
from server.services import Services
from server.time_of_day import zone_of
from server.users.list_filters import SearchQuery, Sort
from server.users.list_repository import count_people, list_after, list_selected
from server.users.list_schemas import FilterQuery
from server.users.repository import UserRow

BATCH: Final = 1_000
FILE_NAME: Final = "users.csv"
# Those of an import first, so that the file can be uploaded elsewhere.
HEADER: Final = (
    "fullName",
    "email",
    "phone",
    "dateOfBirth",
    "gender",
    "workLocation",
    "role",
    "profile",
    "isActive",
    "invitation",
    "lastSignInAt",
    "createdAt",
)
# Where there are people without an email.
CODE: Final = "code"


async def export_users(
    services: Services, *, identity: Identity, query: FilterQuery, address: str
) -> AsyncIterator[str]:
    """The file in pieces. What changes meanwhile may be in it or not; no account is in it twice.

    The audit entry is committed before the first piece leaves: a download that is broken off has one too.
    """
    search = query.search_query(identity.company_id, zone=zone_of(services.settings.phone_region))
    async with services.database.unit_of_work() as unit:
        await plan_for_values(unit.connection.raw)
        rows = await count_people(unit.connection, search)
        await _record(unit.connection, rows=rows, chosen=_filters_of(query), identity=identity, address=address)
    with_codes = services.settings.has_people_without_email
    return _pieces(_people(services.database, search, sort=query.order), with_codes=with_codes)


async def export_selected(
    services: Services, *, identity: Identity, ids: Sequence[UUID], sort: Sort, address: str
) -> AsyncIterator[str]:
    """The file of the selected people, in pieces; ids that the company does not have are left out."""
    async with services.database.unit_of_work() as unit:
        await plan_for_values(unit.connection.raw)
        people = await list_selected(unit.connection, company_id=identity.company_id, ids=ids, sort=sort)
        await _record(
            unit.connection, rows=len(people), chosen={"selected": len(set(ids))}, identity=identity, address=address
        )
    return _pieces(_in_batches(people), with_codes=services.settings.has_people_without_email)


def _filters_of(query: FilterQuery) -> dict[str, Any]:
    filters = query.model_dump(mode="json", by_alias=True, exclude={"sort"})
    return {name: value for name, value in filters.items() if value}


async def _record(
    connection: Connection, *, rows: int, chosen: Mapping[str, Any], identity: Identity, address: str
) -> None:
    await record(
        connection,
        action=AuditAction.USERS_EXPORTED,
        by=identity,
        subject_label=FILE_NAME,
        address=address,
        after={"rows": rows, **chosen},
    )


async def _pieces(batches: AsyncIterator[list[UserRow]], *, with_codes: bool) -> AsyncIterator[str]:
    yield BYTE_ORDER_MARK + safe_csv([(*HEADER, CODE) if with_codes else HEADER])
    async for people in batches:
        if people:
            yield safe_csv([*_cells(each), each.code or ""] if with_codes else _cells(each) for each in people)


async def _in_batches(people: list[UserRow]) -> AsyncIterator[list[UserRow]]:
    for start in range(0, len(people), BATCH):
        yield people[start : start + BATCH]


async def _people(database: Database, search: SearchQuery, *, sort: Sort) -> AsyncIterator[list[UserRow]]:
    """Between two batches no connection is held: who reads slowly keeps none from others."""
    last: UserRow | None = None
    while True:
        async with database.unit_of_work() as unit:
            await plan_for_values(unit.connection.raw)
            people = await list_after(unit.connection, search, sort=sort, last=last, limit=BATCH)
        yield people
        if len(people) < BATCH:
            return
        last = people[-1]


def _cells(person: UserRow) -> list[str]:
    cells = (
        person.full_name,
        person.email,
        person.phone,
        person.date_of_birth and person.date_of_birth.isoformat(),
        person.gender,
        person.work_location,
        person.role,
        person.profile,
        "true" if person.is_active else "false",
        person.invitation,
        person.last_sign_in_at and to_wire(person.last_sign_in_at),
        to_wire(person.created_at),
    )
    return [cell or "" for cell in cells]
