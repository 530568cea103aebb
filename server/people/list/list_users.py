"""Read the list of a company's people: a page of it, the values of a field for its filter, and the people in numbers.

Counting takes a moment where there are many accounts: then the numbers are kept for ten times as long as they took,
so that repeated requests cost a tenth of one core at most.
"""

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from server.company.audit.list_entries import AuditRecord, may_read_audit
from server.company.audit.repository import list_entries
from server.people.account.read_user import read_records
from server.people.account.repository import Group, count_groups
from server.people.batches.read_batch import newest_batches
from server.people.list.list_repository import MOST_COUNTED, ValueRow, count_values, find_page, matching
from server.people.list.list_schemas import (
    DayCount,
    InvitationCounts,
    ListQuery,
    LocationCount,
    LocationsResponse,
    ProfileCount,
    Slice,
    UserPage,
    UserSummary,
)
from server.platform.process.cache import Cache, CacheKind
from server.platform.process.clock import utc_now, zone_of
from server.platform.services import Context
from server.vocabulary.fields import FIELD
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.profiles import PROFILE_LEVELS, Profile

Key = TypeVar("Key")
Counted = TypeVar("Counted")

DAYS: Final = 14
RECENT: Final = 8
BATCHES: Final = 10
MOST_VALUES: Final = 200
# Faster counts are not cached.
SOON_SECONDS: Final = 0.1
KEPT_TIMES: Final = 10
VALUES: Final = CacheKind[tuple[UUID, str], Sequence[ValueRow]](most=1_000)
GROUPS: Final = CacheKind[UUID, Sequence[Group]](most=1_000)


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
    """One page of the company's people."""
    page = Slice(query.order, query.offset, query.limit)
    search = matching(query, company_id=context.company_id, zone=zone_of(context.services.settings.phone_region))
    async with context.services.database.reading() as connection:
        found = await find_page(connection, search, page=page)
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


async def list_values(context: Context, field: str) -> LocationsResponse:
    """List the values of a field, those of most people first."""
    services, company_id = context.services, context.company_id

    async def count() -> Sequence[ValueRow]:
        async with services.database.reading() as connection:
            return await count_values(connection, FIELD[field], company_id=company_id, most=MOST_VALUES)

    found = await keep_slow(services.caches.of(VALUES), (company_id, field), count)
    return LocationsResponse(locations=[LocationCount(location=row.value, people=row.people) for row in found])


async def summarize_users(context: Context) -> UserSummary:
    """It holds the newest audit entries if the caller may read them."""
    now, company_id = utc_now(), context.company_id
    since = datetime.combine(_days(now)[0], datetime.min.time(), tzinfo=UTC)
    async with context.services.database.reading() as connection:
        groups = await keep_slow(
            context.services.caches.of(GROUPS),
            company_id,
            partial(count_groups, connection, company_id=company_id, since=since),
        )
        recent = (
            await list_entries(connection, company_id=company_id, offset=0, limit=RECENT)
            if may_read_audit(context.identity.profile)
            else []
        )
        batches = await newest_batches(connection, company_id=company_id, limit=BATCHES)
    profiles: Counter[Profile | None] = Counter()
    invitations: Counter[Invitation] = Counter()
    days: Counter[date | None] = Counter()
    for group in groups:
        profiles[group.profile] += group.people
        invitations[group.invitation] += group.people
        days[group.day] += group.people
    shown = [*sorted(Profile, key=PROFILE_LEVELS.__getitem__, reverse=True), None]
    return UserSummary(
        total=sum(group.people for group in groups),
        active=sum(group.people for group in groups if group.is_active),
        by_profile=[ProfileCount(profile=profile, count=profiles[profile]) for profile in shown],
        invitations=InvitationCounts(**{invitation.value: invitations[invitation] for invitation in Invitation}),
        created_by_day=[DayCount(day=day, count=days[day]) for day in _days(now)],
        recent=[AuditRecord.model_validate(entry) for entry in recent],
        batches=batches,
        server_time=now,
    )


def _days(now: datetime) -> list[date]:
    return [now.date() - timedelta(days=ago) for ago in reversed(range(DAYS))]
