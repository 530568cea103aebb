"""List the audit trail of a company, a page at a time.

ADMIN and MANAGEMENT have the same permissions, and MANAGEMENT may not read it: the profile decides.
"""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from server.company.audit.record import AuditAction
from server.company.audit.repository import count_entries, find_origin, list_entries
from server.platform.database.ids import first_id
from server.platform.schemas import Moment, Page, PageQuery, ResponseSchema
from server.platform.services import Context
from server.vocabulary.profiles import Permission, Profile

# Ids, by which a time is found, begin in 1970.
Day = Annotated[date, Field(ge=date(2000, 1, 1), lt=date(3000, 1, 1))]


class AuditQuery(PageQuery):
    """`search` finds people as the list does, and the beginning of the name of a file; `subject` is an id.

    `createdFrom` and `createdTo` are days of the company's time zone, both included. What an import or a bulk
    change has done to each person is listed only with `action`, `subject` or `search`; without them the import or the
    bulk change is one entry.
    """

    action: AuditAction | None = None
    subject: UUID | None = None
    search: Annotated[str, Field(max_length=200)] = ""
    created_from: Day | None = None
    created_to: Day | None = None


class AuditRecord(ResponseSchema):
    """One action: actor, subject, time and address; `before` and `after` hold what has changed.

    `subjectName` and `subjectEmail` are those of the account that it is about, for callers who may see it.
    """

    id: UUID
    action: AuditAction
    actor_id: UUID | None
    actor_name: str | None
    subject_id: UUID | None
    subject_label: str | None
    subject_name: str | None = None
    subject_email: str | None = None
    address: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    created_at: Moment


class Origin(ResponseSchema):
    """The row of a file that an account was created of, and who started its import."""

    import_id: UUID
    file_name: str
    row: int
    created_by: str | None
    created_at: Moment


class AuditPage(Page[AuditRecord]):
    """`total` is exact up to ten thousand; `origin` is that of the `subject`, where it is an account of an import."""

    origin: Origin | None = None


AUDITORS: Final = frozenset({Profile.SUPER_ADMIN, Profile.ADMIN})


def may_read_audit(profile: Profile | None) -> bool:
    return profile in AUDITORS


MOST_COUNTED: Final = 10_000


def matching_entries(context: Context, query: AuditQuery, *, people: Sequence[UUID]) -> dict[str, Any]:
    """Return what the entries are found by; `people` are those that the search has found."""
    zone = context.actor.zone
    since, until = query.created_from, query.created_to
    return {
        "action": query.action,
        "subject": query.subject,
        "search": query.search.strip() or None,
        "people": people,
        "created_from": since and _first_of(since, zone=zone),
        "created_before": until and _first_of(until + timedelta(days=1), zone=zone),
    }


def _first_of(day: date, *, zone: tzinfo) -> UUID:
    return first_id(datetime.combine(day, time.min, tzinfo=zone))


def shows_people(context: Context) -> bool:
    return Permission.USER_VIEW in context.actor.permissions


async def list_audit(context: Context, *, query: AuditQuery, people: Sequence[UUID] = ()) -> AuditPage:
    company_id = context.company_id
    matching = matching_entries(context, query, people=people)
    if query.action is None and query.subject is None and matching["search"] is None:
        matching["is_listed"] = True
    async with context.services.database.reading() as connection:
        entries = await list_entries(
            connection,
            company_id=company_id,
            offset=query.offset,
            limit=query.page_size,
            shows_people=shows_people(context),
            **matching,
        )
        total = await count_entries(connection, company_id=company_id, most=MOST_COUNTED + 1, **matching)
        subject = query.subject if shows_people(context) else None
        origin = subject and await find_origin(connection, company_id=company_id, user_id=subject)
    is_exact = total <= MOST_COUNTED
    return AuditPage.of(query, entries, total=min(total, MOST_COUNTED), total_is_exact=is_exact, origin=origin)
