"""Read the audit trail for people: what it says about a person is found as the list finds the person."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from server.company.audit.list_entries import (
    AuditPage,
    AuditQuery,
    AuditRecord,
    list_audit,
    matching_entries,
    shows_people,
)
from server.company.audit.record import AuditAction, record_act
from server.company.audit.repository import list_entries
from server.people.chunks.row_files import BATCH_ROWS, FileFormat, Rows, as_csv
from server.people.fields.read_fields import read_fields
from server.people.list.list_repository import find_page, matching
from server.people.list.list_schemas import LONGEST, FilterQuery, Slice, Sort
from server.people.list.list_users import name_of_file, say_to
from server.platform.services import Context
from server.vocabulary.fields import FieldSet
from server.vocabulary.labels import words_of
from server.vocabulary.own_fields import HIDDEN, PREFIX
from server.vocabulary.profiles import Profile

HEADER: Final = ("When", "Who", "Action", "Target", "Name", "Email", "Before", "After", "Address")
# A search that finds more people is to be made longer.
MOST_PEOPLE: Final = 200


async def list_trail(context: Context, query: AuditQuery) -> AuditPage:
    page = await list_audit(context, query=query, people=await _find_people(context, query.search))
    async with context.services.database.reading() as connection:
        fields = await read_fields(connection, context.services, company_id=context.company_id)
    page.data = open_entries(page.data, fields=fields, profile=context.actor.profile)
    return page


def open_entries(entries: Iterable[Any], *, fields: FieldSet, profile: Profile | None) -> list[AuditRecord]:
    """Return entries of the trail for a profile: dots for values of own fields that are not open to it."""
    opened = {field.name for field in fields.known.values() if profile in field.viewers}

    def mask(values: Mapping[str, Any] | None) -> dict[str, Any] | None:
        return (
            None
            if values is None
            else {
                name: HIDDEN if value is not None and name.startswith(PREFIX) and name not in opened else value
                for name, value in values.items()
            }
        )

    records = map(AuditRecord.model_validate, entries)
    return [each.model_copy(update={"before": mask(each.before), "after": mask(each.after)}) for each in records]


def name_of_trail(context: Context) -> str:
    return name_of_file(context, FileFormat.CSV, holds="activity")


async def export_trail(context: Context, query: AuditQuery, *, in_words: Callable[[Any], str]) -> AsyncIterator[bytes]:
    """The file in pieces; the entry about it is committed before the first one. `in_words` writes what has changed."""
    people = await _find_people(context, query.search)
    filters = {"action": query.action, "createdFrom": query.created_from, "createdTo": query.created_to}
    asked = {name: str(value) for name, value in filters.items() if value}
    async with context.unit_of_work() as unit:
        await record_act(unit, AuditAction.AUDIT_EXPORTED, subject_label=name_of_trail(context), after=asked or None)
    return as_csv(_rows(context, matching_entries(context, query, people=people), in_words=in_words))


async def _find_people(context: Context, search: str) -> Sequence[UUID]:
    if not search.strip() or not shows_people(context):
        return []
    zone = context.actor.zone
    query = FilterQuery.model_validate({"search": search[:LONGEST]})
    async with context.services.database.reading() as connection:
        searched = matching(query, company_id=context.company_id, zone=zone)
        found = await find_page(connection, searched, page=Slice(Sort.CREATED_LAST, 0, MOST_PEOPLE))
    return [row.id for row in found.rows]


async def _rows(context: Context, matched: dict[str, Any], *, in_words: Callable[[Any], str]) -> AsyncIterator[Rows]:
    """No connection is held between two batches."""
    zone, before, say = context.actor.zone, None, say_to(context)
    yield [list(map(say, HEADER))]
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
            fields = await read_fields(connection, context.services, company_id=context.company_id)
        yield (
            (
                each.created_at.astimezone(zone).isoformat(sep=" ", timespec="seconds"),
                each.actor_name or "",
                say(words_of(each.action)),
                each.subject_label or "",
                each.subject_name or "",
                each.subject_email or "",
                in_words(fields.labelled(each.before or {})),
                in_words(fields.labelled(each.after or {})),
                each.address or "",
            )
            for each in open_entries(entries, fields=fields, profile=context.actor.profile)
        )
        if len(entries) < BATCH_ROWS:
            return
        before = entries[-1].id
