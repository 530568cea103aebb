"""Read the audit trail for people: what it says about a person is found as the list finds the person."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final
from uuid import UUID

from server.company.audit.list_entries import AuditPage, AuditQuery, list_audit, matching_entries, shows_people
from server.company.audit.record import AuditAction, record_act
from server.company.audit.repository import list_entries
from server.people.chunks.row_files import BATCH_ROWS, Rows, as_csv
from server.people.list.list_repository import find_page, matching
from server.people.list.list_schemas import LONGEST, FilterQuery, Slice, Sort
from server.platform.services import Context

FILE_NAME: Final = "activity.csv"
HEADER: Final = ("When", "Who", "Action", "Target", "Name", "Email", "Before", "After", "From")
# A search that finds more people is to be made longer.
MOST_PEOPLE: Final = 200


async def list_trail(context: Context, query: AuditQuery) -> AuditPage:
    return await list_audit(context, query=query, people=await _find_people(context, query.search))


async def export_trail(context: Context, query: AuditQuery) -> AsyncIterator[bytes]:
    """The file in pieces; the entry about it is committed before the first one."""
    people = await _find_people(context, query.search)
    filters = {"action": query.action, "createdFrom": query.created_from, "createdTo": query.created_to}
    asked = {name: str(value) for name, value in filters.items() if value}
    async with context.unit_of_work() as unit:
        await record_act(unit, AuditAction.AUDIT_EXPORTED, subject_label=FILE_NAME, after=asked or None)
    return as_csv(_rows(context, matching_entries(context, query, people=people)))


async def _find_people(context: Context, search: str) -> Sequence[UUID]:
    if not search.strip() or not shows_people(context):
        return []
    zone = context.actor.zone
    query = FilterQuery.model_validate({"search": search[:LONGEST]})
    async with context.services.database.reading() as connection:
        searched = matching(query, company_id=context.company_id, zone=zone)
        found = await find_page(connection, searched, page=Slice(Sort.CREATED_LAST, 0, MOST_PEOPLE))
    return [row.id for row in found.rows]


async def _rows(context: Context, matched: dict[str, Any]) -> AsyncIterator[Rows]:
    """No connection is held between two batches."""
    zone, before = context.actor.zone, None
    yield [HEADER]
    while True:
        async with context.services.database.reading() as connection:
            entries = await list_entries(
                connection,
                company_id=context.company_id,
                limit=BATCH_ROWS,
                before=before,
                shows_people=shows_people(context),
                **matched,
            )
        yield (
            (
                each.created_at.astimezone(zone).isoformat(sep=" ", timespec="seconds"),
                each.actor_name or "",
                each.action.replace("_", " ").capitalize(),
                each.subject_label or "",
                each.subject_name or "",
                each.subject_email or "",
                _text(each.before),
                _text(each.after),
                each.address or "",
            )
            for each in entries
        )
        if len(entries) < BATCH_ROWS:
            return
        before = entries[-1].id


def _text(facts: object) -> str:
    return "" if facts is None else json.dumps(facts, ensure_ascii=False)
