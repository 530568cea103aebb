"""A company's people in numbers, and what was done last."""

from collections import Counter
from dataclasses import asdict
from datetime import date, datetime, timedelta
from typing import Final

from server.company.audit.list_entries import may_read_audit
from server.company.audit.repository import list_entries
from server.people.account.people_repository import count_groups, count_lapsed
from server.people.batches.repository import list_batches
from server.people.batches.schemas import BatchesQuery
from server.people.fields.read_fields import read_fields
from server.people.list import list_repository
from server.people.list.list_repository import Started
from server.people.list.list_schemas import (
    DayCount,
    FirstSteps,
    InvitationCounts,
    PeopleSection,
    ProfileCount,
    UserSummary,
)
from server.people.list.read_trail import open_entries
from server.platform.database.connections import Connection
from server.platform.process.clock import utc_now
from server.platform.services import Context
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.profiles import PROFILE_LEVELS, Permission, Profile, permissions_of

DAYS: Final = 14
RECENT: Final = 8
NEWEST: Final = BatchesQuery.model_validate({"pageSize": 10})


async def summarize_users(context: Context) -> UserSummary:
    """It holds the newest audit entries if the caller may read them."""
    async with context.services.database.reading() as connection:
        return await _summarize(connection, context)


async def people_section(connection: Connection, context: Context) -> PeopleSection | None:
    """The summary, for who may view people."""
    if not context.actor.may(Permission.USER_VIEW):
        return None
    return PeopleSection.model_validate(await _summarize(connection, context))


async def _summarize(connection: Connection, context: Context) -> UserSummary:
    now, company_id = utc_now(), context.company_id
    groups = await count_groups(connection, company_id=company_id, since=_days(now)[0])
    lapsed = await count_lapsed(connection, company_id=company_id)
    recent = (
        await list_entries(connection, company_id=company_id, limit=RECENT, is_listed=True)
        if may_read_audit(context.actor.profile)
        else []
    )
    fields = await read_fields(connection, context.services, company_id=company_id)
    batches = await list_batches(connection, NEWEST, company_id=company_id)
    started = (
        await list_repository.find_started(connection, **context.actor.key)
        if context.actor.profile is Profile.SUPER_ADMIN
        else None
    )
    profiles: Counter[Profile | None] = Counter()
    invitations: Counter[Invitation] = Counter()
    days: Counter[date | None] = Counter()
    for group in groups:
        profiles[group.profile] += group.people
        invitations[group.invitation] += group.people
        days[group.day] += group.people
    # The two were counted a moment apart.
    invitations[Invitation.LAPSED] = min(lapsed, invitations[Invitation.SENT])
    invitations[Invitation.SENT] -= invitations[Invitation.LAPSED]
    shown = [*sorted(Profile, key=PROFILE_LEVELS.__getitem__, reverse=True), None]
    return UserSummary(
        total=sum(group.people for group in groups),
        active=sum(group.people for group in groups if group.is_active),
        by_profile=[ProfileCount(profile=profile, count=profiles[profile]) for profile in shown],
        invitations=InvitationCounts(**{invitation.value: invitations[invitation] for invitation in Invitation}),
        created_by_day=[DayCount(day=day, count=days[day]) for day in _days(now)],
        recent=open_entries(recent, fields=fields, profile=context.actor.profile),
        batches=batches,
        first_steps=None if started is None else _first_steps(started, profiles, invitations),
        server_time=now,
    )


def _first_steps(started: Started, profiles: Counter[Profile | None], invitations: Counter[Invitation]) -> FirstSteps:
    unsent = invitations[Invitation.NONE] + invitations[Invitation.QUEUED] + invitations[Invitation.FAILED]
    managers = [profile for profile in Profile if Permission.USER_CREATE in permissions_of(profile)]
    return FirstSteps(
        **asdict(started),
        # The caller is one of them.
        has_colleagues=sum(profiles[profile] for profile in managers) > 1,
        has_invited=invitations.total() > unsent,
    )


def _days(now: datetime) -> list[date]:
    return [now.date() - timedelta(days=ago) for ago in reversed(range(DAYS))]
