from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from server.database import Connection
from server.identity.invitation_state import Invitation
from server.identity.profiles import Profile
from server.users.repository import invitation_state


@dataclass(frozen=True, kw_only=True)
class Group:
    """How many people are alike in all this. `day` is the UTC day of their creation, None for one too long ago."""

    profile: Profile | None
    invitation: Invitation
    is_active: bool
    day: date | None
    people: int


async def count_groups(connection: Connection, *, company_id: UUID, since: datetime) -> Sequence[Group]:
    """Everybody of the company, looked at once."""
    rows = await connection.fetch_all(
        f"""
        SELECT profile, {invitation_state("users")} AS state, is_active, count(*) AS people,
               CASE WHEN created_at >= :since THEN CAST(created_at AT TIME ZONE 'UTC' AS date) END AS day
        FROM users WHERE company_id = :company_id GROUP BY profile, state, is_active, day
        """,  # noqa: S608 - a constant
        company_id=company_id,
        since=since,
    )
    return [
        Group(
            profile=None if row.profile is None else Profile(row.profile),
            invitation=Invitation(row.state),
            is_active=row.is_active,
            day=row.day,
            people=row.people,
        )
        for row in rows
    ]
