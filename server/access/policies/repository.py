"""Policies of companies, and the accounts that they concern."""

from dataclasses import asdict
from typing import Final, NamedTuple, Unpack
from uuid import UUID

from server.access.policies.policy import NO_POLICY, FactorKind, Policy, SecondFactor
from server.platform.database.connections import Connection, Row
from server.vocabulary.identity import AccountKey
from server.vocabulary.profiles import ADMINISTRATORS

_ADMINISTRATORS: Final = sorted(profile.value for profile in ADMINISTRATORS)


class FactorCounts(NamedTuple):
    """The number of some people, and of those who have a second factor of any or of each kind."""

    people: int
    with_any: int
    with_totp: int
    with_passkey: int


class PeopleCounts(NamedTuple):
    administrators: FactorCounts
    everyone: FactorCounts


async def read_policy(connection: Connection, *, company_id: UUID) -> Policy:
    row = await connection.fetch_one(
        """
        SELECT second_factor, factors, passkeys_only, session_idle_minutes, session_days, email_domains,
               administrator_networks, version
          FROM company_policies WHERE company_id = :company_id
        """,
        company_id=company_id,
    )
    return NO_POLICY if row is None else _policy(row)


async def allowed_domains(connection: Connection, *, company_id: UUID) -> frozenset[str]:
    """Return the domains that the emails of the company's new people may have; none allows all."""
    domains = await connection.fetch_value(
        "SELECT email_domains FROM company_policies WHERE company_id = :company_id", company_id=company_id
    )
    return frozenset(domains or ())


async def store_policy(connection: Connection, policy: Policy, *, company_id: UUID) -> bool:
    """Store what replaces the version before; False where another change was first."""
    values = asdict(policy) | {"company_id": company_id}
    if policy.version == 1:
        stored = await connection.fetch_value(
            """
            INSERT INTO company_policies (company_id, second_factor, factors, passkeys_only, session_idle_minutes,
                                          session_days, email_domains, administrator_networks, version)
            VALUES (:company_id, :second_factor, :factors, :passkeys_only, :session_idle_minutes,
                    :session_days, :email_domains, :administrator_networks, :version)
            ON CONFLICT (company_id) DO NOTHING RETURNING true
            """,
            **values,
        )
        return stored is not None
    stored = await connection.fetch_value(
        """
        UPDATE company_policies
           SET second_factor = :second_factor, factors = :factors, passkeys_only = :passkeys_only,
               session_idle_minutes = :session_idle_minutes, session_days = :session_days,
               email_domains = :email_domains, administrator_networks = :administrator_networks,
               changed_at = now(), version = :version
         WHERE company_id = :company_id AND version = :version - 1 RETURNING true
        """,
        **values,
    )
    return stored is not None


async def lock_as_super_admin(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    """Return whether the account is an active Super Admin, and stays one until the transaction ends.

    The company is locked, as it is before an account ceases to be one.
    """
    await connection.execute("SELECT FROM companies WHERE id = :company_id FOR NO KEY UPDATE", company_id=company_id)
    is_one: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM users
             WHERE company_id = :company_id AND id = :user_id AND is_active AND profile = 'SUPER_ADMIN')
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return is_one


async def signed_in_administrators(connection: Connection, *, company_id: UUID) -> list[UUID]:
    """List the administrators who have a session."""
    rows = await connection.fetch_all(
        """
        SELECT u.id FROM users u
         WHERE u.company_id = :company_id AND u.profile = ANY(:profiles)
           AND EXISTS (SELECT FROM sessions s WHERE s.company_id = u.company_id AND s.user_id = u.id
                          AND s.ended_at IS NULL)
        """,
        company_id=company_id,
        profiles=_ADMINISTRATORS,
    )
    return [row.id for row in rows]


async def own_factors(connection: Connection, **owner: Unpack[AccountKey]) -> frozenset[FactorKind]:
    """Return the kinds of the account's confirmed second factors that can be used."""
    rows = await connection.fetch_all(
        """
        SELECT DISTINCT kind FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND confirmed_at IS NOT NULL AND copied_at IS NULL
        """,
        **owner,
    )
    return frozenset(FactorKind(row.kind) for row in rows)


async def count_people(connection: Connection, *, company_id: UUID) -> PeopleCounts:
    """Count active accounts, and those of them that have confirmed second factors."""
    rows = await connection.fetch_all(
        """
        WITH holders AS (
            SELECT user_id, bool_or(kind = 'totp') AS totp, bool_or(kind = 'passkey') AS passkey FROM factors
             WHERE company_id = :company_id AND confirmed_at IS NOT NULL GROUP BY user_id)
        SELECT coalesce(u.profile = ANY(:profiles), false) AS is_administrator, count(*) AS people,
               count(h.user_id) AS with_any, count(*) FILTER (WHERE h.totp) AS with_totp,
               count(*) FILTER (WHERE h.passkey) AS with_passkey
          FROM users u LEFT JOIN holders h ON h.user_id = u.id
         WHERE u.company_id = :company_id AND u.is_active GROUP BY 1
        """,
        company_id=company_id,
        profiles=_ADMINISTRATORS,
    )
    counts = {row.is_administrator: FactorCounts(*list(row.values())[1:]) for row in rows}
    none = FactorCounts(0, 0, 0, 0)
    administrators, others = counts.get(True, none), counts.get(False, none)
    return PeopleCounts(
        administrators, FactorCounts(*(one + other for one, other in zip(administrators, others, strict=True)))
    )


def _policy(row: Row) -> Policy:
    read = {
        "second_factor": SecondFactor(row.second_factor),
        "factors": tuple(map(FactorKind, row.factors)),
        "email_domains": tuple(row.email_domains),
        "administrator_networks": tuple(row.administrator_networks),
    }
    return Policy(**{**row, **read})
