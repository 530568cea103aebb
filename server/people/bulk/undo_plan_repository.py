"""What undoing a job would do now: its people, counted in groups that are alike for it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.people.account.account_rules import Account, profile_of
from server.people.bulk.repository import Job
from server.platform.database.connections import Connection
from server.vocabulary.profiles import Profile


@dataclass(frozen=True, kw_only=True)
class DoneGroup:
    """How many people are alike. `account` is a sample of them, None where the accounts are deleted."""

    account: Account | None
    is_changed: bool
    former: Profile | None
    people: int


@dataclass(frozen=True, kw_only=True)
class MemberGroup:
    """The same of a job on a batch."""

    account: Account | None
    added_at: datetime | None
    done_at: datetime
    people: int


async def count_done(connection: Connection, job: Job, *, actor_id: UUID) -> list[DoneGroup]:
    """By the version that the job has given the accounts."""
    rows = await connection.fetch_all(
        """
        SELECT u.id IS NOT NULL AS is_found, COALESCE(u.id = :actor_id, false) AS is_own, u.profile,
               COALESCE(u.version <> r.version, false) AS is_changed,
               CASE WHEN r.before ? 'profile' THEN r.before ->> 'profile' ELSE u.profile END AS former,
               count(*) AS people
          FROM bulk_rows r LEFT JOIN users u ON u.company_id = :company_id AND u.id = r.user_id
         WHERE r.job_id = :job_id AND r.status = 'done'
         GROUP BY 1, 2, 3, 4, 5
        """,
        company_id=job.company_id,
        job_id=job.id,
        actor_id=actor_id,
    )
    return [
        DoneGroup(
            account=_sample(row.profile, user_id=actor_id if row.is_own else None) if row.is_found else None,
            is_changed=row.is_changed,
            former=profile_of(row.former),
            people=row.people,
        )
        for row in rows
    ]


async def count_members(connection: Connection, job: Job) -> list[MemberGroup]:
    """By the moment of the chunk, which those that it added bear as well."""
    rows = await connection.fetch_all(
        """
        SELECT u.id IS NOT NULL AS is_found, u.profile, m.added_at, c.done_at, count(*) AS people
          FROM bulk_chunks c
          JOIN bulk_rows r ON r.job_id = c.job_id AND r.row BETWEEN c.first_row AND c.last_row AND r.status = 'done'
          LEFT JOIN users u ON u.company_id = :company_id AND u.id = r.user_id
          LEFT JOIN batch_members m ON m.company_id = :company_id AND m.batch_id = :batch_id AND m.user_id = r.user_id
         WHERE c.job_id = :job_id AND c.done_at IS NOT NULL
         GROUP BY 1, 2, 3, 4
        """,
        company_id=job.company_id,
        job_id=job.id,
        batch_id=job.batch_id,
    )
    return [
        MemberGroup(
            account=_sample(row.profile, user_id=None) if row.is_found else None,
            added_at=row.added_at,
            done_at=row.done_at,
            people=row.people,
        )
        for row in rows
    ]


def _sample(profile: str | None, *, user_id: UUID | None) -> Account:
    return Account(id=user_id or UUID(int=0), label="", version=0, values={"profile": profile, "isActive": True})
