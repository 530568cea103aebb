"""A company's accounts in numbers.

Counting takes a moment where there are many accounts: then the numbers are kept for ten times as long as they took,
so that repeated requests cost a tenth of one core at most.
"""

import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final
from uuid import UUID

from server.company.audit.list_entries import AuditRecord, may_read_audit
from server.company.audit.repository import list_entries
from server.people.account.repository import Group, count_groups
from server.people.batches.read_batch import newest_batches
from server.people.list.list_schemas import DayCount, InvitationCounts, ProfileCount, UserSummary
from server.platform.database.connections import Connection
from server.platform.process.cache import CacheKind, Caches
from server.platform.process.clock import utc_now
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.profiles import PROFILE_LEVELS, Profile

DAYS: Final = 14
RECENT: Final = 8
BATCHES: Final = 10
# Faster counts are not cached.
SOON_SECONDS: Final = 0.1
KEPT_TIMES: Final = 10
GROUPS: Final = CacheKind[UUID, Sequence[Group]](most=1_000)


async def summarize_users(services: Services, *, identity: Identity) -> UserSummary:
    """It holds the newest audit entries if the caller may read them."""
    now = utc_now()
    async with services.database.reading() as connection:
        groups = await _groups(connection, caches=services.caches, company_id=identity.company_id, now=now)
        recent = (
            await list_entries(connection, company_id=identity.company_id, offset=0, limit=RECENT)
            if may_read_audit(identity.profile)
            else []
        )
        batches = await newest_batches(connection, company_id=identity.company_id, limit=BATCHES)
    profiles, invitations, days = _count(groups)
    return UserSummary(
        total=sum(group.people for group in groups),
        active=sum(group.people for group in groups if group.is_active),
        by_profile=[ProfileCount(profile=profile, count=profiles[profile]) for profile in _profiles()],
        invitations=InvitationCounts(**{invitation.value: invitations[invitation] for invitation in Invitation}),
        created_by_day=[DayCount(day=day, count=days[day]) for day in _days(now)],
        recent=[AuditRecord.model_validate(entry) for entry in recent],
        batches=batches,
        server_time=now,
    )


async def _groups(connection: Connection, *, caches: Caches, company_id: UUID, now: datetime) -> Sequence[Group]:
    cache = caches.of(GROUPS)
    kept = cache.get(company_id)
    if kept is not None:
        return kept
    begun = time.monotonic()
    since = datetime.combine(_days(now)[0], datetime.min.time(), tzinfo=UTC)
    groups = await count_groups(connection, company_id=company_id, since=since)
    took = time.monotonic() - begun
    if took > SOON_SECONDS:
        cache.put(company_id, groups, seconds=KEPT_TIMES * took)
    return groups


def _count(groups: Sequence[Group]) -> tuple[Counter[Profile | None], Counter[Invitation], Counter[date | None]]:
    profiles: Counter[Profile | None] = Counter()
    invitations: Counter[Invitation] = Counter()
    days: Counter[date | None] = Counter()
    for group in groups:
        profiles[group.profile] += group.people
        invitations[group.invitation] += group.people
        days[group.day] += group.people
    return profiles, invitations, days


def _profiles() -> list[Profile | None]:
    return [*sorted(Profile, key=PROFILE_LEVELS.__getitem__, reverse=True), None]


def _days(now: datetime) -> list[date]:
    return [now.date() - timedelta(days=ago) for ago in reversed(range(DAYS))]
