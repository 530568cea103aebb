"""Policies of companies, and the accounts that they concern."""

from dataclasses import asdict
from typing import Final, Unpack
from uuid import UUID

from sqlalchemy import case, func, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert as upsert

from server.access.policies.policy import NO_POLICY, FactorFigures, FactorKind, Policy, PolicyPeople
from server.access.policies.tables import company_policies
from server.platform.database.connections import Connection
from server.vocabulary.identity import AccountKey
from server.vocabulary.profiles import ADMINISTRATORS

_ADMINISTRATORS: Final = sorted(profile.value for profile in ADMINISTRATORS)


async def read_policy(connection: Connection, *, company_id: UUID) -> Policy:
    policy = select(company_policies).filter_by(company_id=company_id)
    return await connection.fetch_record(Policy, policy) or NO_POLICY


async def allowed_domains(connection: Connection, *, company_id: UUID) -> frozenset[str]:
    """Return the domains that the emails of the company's new people may have; none allows all."""
    domains = select(company_policies.c.email_domains).filter_by(company_id=company_id)
    return frozenset(await connection.fetch_value(domains) or ())


async def store_policy(connection: Connection, policy: Policy, *, company_id: UUID) -> bool:
    """Store what replaces the version before; False where another change was first."""
    if policy.version == 1:
        first = upsert(company_policies).values(company_id=company_id, **asdict(policy)).on_conflict_do_nothing()
        return await connection.has_row(first.returning(company_policies.c.version))
    former = update(company_policies).filter_by(company_id=company_id, version=policy.version - 1)
    lengths = tuple_(company_policies.c.session_idle_minutes, company_policies.c.session_days)
    are_new = lengths.is_distinct_from(tuple_(policy.session_idle_minutes, policy.session_days))
    since = case((are_new, func.now()), else_=company_policies.c.lengths_changed_at)
    changed = former.values(**asdict(policy), changed_at=func.now(), lengths_changed_at=since)
    return await connection.has_row(changed.returning(company_policies.c.version))


async def lock_as_super_admin(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    """Return whether the account is an active Super Admin, and stays one until the transaction ends.

    The company is locked, as it is before an account ceases to be one.
    """
    await connection.execute("SELECT FROM companies WHERE id = :company_id FOR NO KEY UPDATE", company_id=company_id)
    query = """
        SELECT FROM users
         WHERE company_id = :company_id AND id = :user_id AND is_active AND profile = 'SUPER_ADMIN'
    """
    return await connection.has_row(query, company_id=company_id, user_id=user_id)


async def signed_in_administrators(connection: Connection, *, company_id: UUID) -> list[UUID]:
    query = """
        SELECT u.id FROM users u
         WHERE u.company_id = :company_id AND u.profile = ANY(:profiles)
           AND EXISTS (SELECT FROM sessions s WHERE s.company_id = u.company_id AND s.user_id = u.id
                          AND s.ended_at IS NULL)
    """
    return await connection.fetch_column(query, company_id=company_id, profiles=_ADMINISTRATORS)


async def own_factors(connection: Connection, **owner: Unpack[AccountKey]) -> frozenset[FactorKind]:
    """Return the kinds of the account's confirmed second factors that can be used."""
    query = """
        SELECT DISTINCT kind FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND confirmed_at IS NOT NULL AND copied_at IS NULL
    """
    return frozenset(map(FactorKind, await connection.fetch_column(query, **owner)))


async def count_people(connection: Connection, *, company_id: UUID) -> PolicyPeople:
    """Count active accounts, and those of them that have confirmed second factors."""
    query = """
        WITH holders AS (
            SELECT user_id, bool_or(kind = 'totp') AS totp, bool_or(kind = 'passkey') AS passkey FROM factors
             WHERE company_id = :company_id AND confirmed_at IS NOT NULL GROUP BY user_id)
        SELECT coalesce(u.profile = ANY(:profiles), false) AS is_administrator, count(*) AS people,
               count(h.user_id) AS with_any, count(*) FILTER (WHERE h.totp) AS with_totp,
               count(*) FILTER (WHERE h.passkey) AS with_passkey
          FROM users u LEFT JOIN holders h ON h.user_id = u.id
         WHERE u.company_id = :company_id AND u.is_active GROUP BY ROLLUP (1)
    """
    rows = await connection.fetch_all(query, company_id=company_id, profiles=_ADMINISTRATORS)
    # The row without a value is that of all together.
    counts = {row.is_administrator: FactorFigures.model_validate(dict(row)) for row in rows}
    no_one = FactorFigures(people=0, with_any=0, with_totp=0, with_passkey=0)
    return PolicyPeople(administrators=counts.get(True, no_one), everyone=counts[None])
