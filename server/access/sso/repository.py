"""Connections and their domains."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import Any, Final
from uuid import UUID

import asyncpg

from server.access.sso.connection import SsoConnection, SsoConnectionFields, SsoDomain
from server.platform.database.connections import Connection, Row
from server.vocabulary.profiles import Profile

_COLUMNS: Final = """
    c.id, c.company_id, c.name, c.issuer, c.client_id, c.sealed_secret, c.create_people, c.default_profile, c.enabled,
    c.version,
    ARRAY(SELECT (d.domain, d.token, d.proved_at) FROM sso_domains d
           WHERE d.company_id = c.company_id AND d.connection_id = c.id ORDER BY d.domain) AS domains
"""


async def lock_connections(connection: Connection, *, company_id: UUID) -> None:
    """Let no other transaction change a connection of the company until this one ends."""
    await connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended('waymark sso ' || CAST(:scope AS text), 0))",
        scope=str(company_id),
    )


async def list_connections(connection: Connection, *, company_id: UUID) -> list[SsoConnection]:
    rows = await connection.fetch_all(
        f"SELECT {_COLUMNS} FROM sso_connections c WHERE c.company_id = :company_id ORDER BY c.id",  # noqa: S608 - constants
        company_id=company_id,
    )
    return [_connection(row) for row in rows]


async def find_connection(connection: Connection, *, company_id: UUID, connection_id: UUID) -> SsoConnection | None:
    row = await connection.fetch_one(
        f"SELECT {_COLUMNS} FROM sso_connections c WHERE c.company_id = :company_id AND c.id = :id",  # noqa: S608 - constants
        company_id=company_id,
        id=connection_id,
    )
    return None if row is None else _connection(row)


async def find_connection_by_id(connection: Connection, *, connection_id: UUID) -> SsoConnection | None:
    """Find a connection of any company: the address that its provider calls names it."""
    row = await connection.fetch_one(
        f"SELECT {_COLUMNS} FROM sso_connections c WHERE c.id = :id",  # noqa: S608 - constants
        id=connection_id,
    )
    return None if row is None else _connection(row)


async def find_connection_of_domain(connection: Connection, *, domain: str) -> SsoConnection | None:
    """Find the enabled connection of the company that has proved the domain."""
    row = await connection.fetch_one(
        f"""
        SELECT {_COLUMNS} FROM sso_domains p
          JOIN sso_connections c ON c.company_id = p.company_id AND c.id = p.connection_id
         WHERE p.domain = :domain AND p.proved_at IS NOT NULL AND c.enabled
        """,  # noqa: S608 - constants
        domain=domain,
    )
    return None if row is None else _connection(row)


async def add_connection(
    connection: Connection,
    wanted: SsoConnectionFields,
    *,
    connection_id: UUID,
    company_id: UUID,
    sealed_secret: bytes | None,
) -> None:
    await connection.execute(
        """
        INSERT INTO sso_connections (id, company_id, name, issuer, client_id, sealed_secret, create_people,
                                     default_profile, enabled)
        VALUES (:id, :company_id, :name, :issuer, :client_id, :sealed_secret, :create_people, :default_profile,
                :enabled)
        """,
        id=connection_id,
        company_id=company_id,
        sealed_secret=sealed_secret,
        **_values(wanted),
    )


async def change_connection(
    connection: Connection,
    wanted: SsoConnectionFields,
    *,
    company_id: UUID,
    connection_id: UUID,
    sealed_secret: bytes | None,
) -> None:
    await connection.execute(
        """
        UPDATE sso_connections
           SET name = :name, issuer = :issuer, client_id = :client_id, sealed_secret = :sealed_secret,
               create_people = :create_people, default_profile = :default_profile, enabled = :enabled,
               version = version + 1
         WHERE company_id = :company_id AND id = :id
        """,
        company_id=company_id,
        id=connection_id,
        sealed_secret=sealed_secret,
        **_values(wanted),
    )


async def delete_connection(connection: Connection, *, company_id: UUID, connection_id: UUID) -> None:
    """Delete a connection with its domains, linked people and sign-ins under way."""
    await connection.execute(
        "DELETE FROM sso_connections WHERE company_id = :company_id AND id = :id",
        company_id=company_id,
        id=connection_id,
    )


async def replace_domains(
    connection: Connection, *, company_id: UUID, connection_id: UUID, tokens: dict[str, str]
) -> None:
    """Replace the connection's domains, each with the token for its proof; those that it had keep theirs."""
    await connection.execute(
        """
        WITH dropped AS (
            DELETE FROM sso_domains
             WHERE company_id = :company_id AND connection_id = :id AND domain <> ALL(CAST(:domains AS text[])))
        INSERT INTO sso_domains (company_id, domain, connection_id, token)
        SELECT :company_id, domain, :id, token
          FROM unnest(CAST(:domains AS text[]), CAST(:tokens AS text[])) AS given(domain, token)
        ON CONFLICT (company_id, domain) DO NOTHING
        """,
        company_id=company_id,
        id=connection_id,
        domains=list(tokens),
        tokens=list(tokens.values()),
    )


async def domains_of_others(
    connection: Connection, *, company_id: UUID, connection_id: UUID, domains: Collection[str]
) -> list[str]:
    """List those of the domains that another connection of the company has."""
    rows = await connection.fetch_all(
        """
        SELECT domain FROM sso_domains
         WHERE company_id = :company_id AND connection_id <> :id AND domain = ANY(CAST(:domains AS text[]))
         ORDER BY domain
        """,
        company_id=company_id,
        id=connection_id,
        domains=list(domains),
    )
    return [row.domain for row in rows]


async def mark_proved(connection: Connection, *, company_id: UUID, domain: str, token: str) -> bool:
    """Mark a domain as proved. Returns False where another company has proved it, or the company has dropped it."""
    try:
        async with connection.transaction():
            proved = await connection.fetch_value(
                """
                UPDATE sso_domains
                   SET proved_at = coalesce(proved_at, now()), seen_at = now(), check_at = now() + interval '7 days',
                       missed = 0
                 WHERE company_id = :company_id AND domain = :domain AND token = :token RETURNING true
                """,
                company_id=company_id,
                domain=domain,
                token=token,
            )
    except asyncpg.UniqueViolationError:
        return False
    return proved is not None


@dataclass(frozen=True, kw_only=True)
class ProvedDomain:
    """A domain of a connection that is proved, or was until now."""

    company_id: UUID
    connection_id: UUID
    name: str
    token: str


async def claim_due_domains(connection: Connection, *, limit: int) -> list[ProvedDomain]:
    """Claim proved domains that are due to be looked up; they are due again after two days unless they are found."""
    rows = await connection.fetch_all(
        """
        UPDATE sso_domains SET check_at = now() + interval '2 days'
         WHERE (company_id, domain) IN (
            SELECT company_id, domain FROM sso_domains WHERE proved_at IS NOT NULL AND check_at <= now()
             ORDER BY check_at LIMIT :limit FOR UPDATE SKIP LOCKED)
        RETURNING company_id, connection_id, domain AS name, token
        """,
        limit=limit,
    )
    return [ProvedDomain(**row) for row in rows]


async def note_missing(
    connection: Connection, *, company_id: UUID, domain: str, token: str, is_absent: bool
) -> bool | None:
    """Withdraw the proof at the second time that its record `is_absent`, or when it was not seen for 30 days.

    A look-up without an answer is not counted. Returns whether the proof is lost; None where there was none.
    """
    is_lost: bool | None = await connection.fetch_value(
        """
        UPDATE sso_domains
           SET missed = missed + CAST(:misses AS int),
               proved_at = CASE WHEN missed + CAST(:misses AS int) < 2 AND seen_at > now() - interval '30 days'
                                THEN proved_at END
         WHERE company_id = :company_id AND domain = :domain AND token = :token AND proved_at IS NOT NULL
        RETURNING proved_at IS NULL
        """,
        company_id=company_id,
        domain=domain,
        token=token,
        misses=int(is_absent),
    )
    return is_lost


async def withdraw_replaced(
    connection: Connection, *, company_id: UUID, domain: str, tokens: Collection[str]
) -> ProvedDomain | None:
    """Withdraw the proof of another company, where its token is not among those that the domain has now."""
    row = await connection.fetch_one(
        """
        UPDATE sso_domains SET proved_at = NULL
         WHERE domain = :domain AND company_id <> :company_id AND proved_at IS NOT NULL
           AND token <> ALL(CAST(:tokens AS text[]))
        RETURNING company_id, connection_id, domain AS name, token
        """,
        company_id=company_id,
        domain=domain,
        tokens=list(tokens),
    )
    return None if row is None else ProvedDomain(**row)


def _values(wanted: SsoConnectionFields) -> dict[str, Any]:
    return {each.name: getattr(wanted, each.name) for each in fields(SsoConnectionFields)}


def _connection(row: Row) -> SsoConnection:
    read = {
        "default_profile": None if row.default_profile is None else Profile(row.default_profile),
        "domains": tuple(SsoDomain(name=name, token=token, proved_at=at) for name, token, at in row.domains),
    }
    return SsoConnection(**{**row, **read})
