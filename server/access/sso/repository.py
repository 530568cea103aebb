"""Connections, their domains, and the sign-ins at their providers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, Unpack
from uuid import UUID

import asyncpg
from sqlalchemy import Interval, cast, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from server.access.factors.schemas import SsoLinkItem
from server.access.sso.connection import STATE_LIFE, SsoConnection, SsoDomain
from server.access.sso.tables import sso_connections, sso_domains, sso_identities, sso_sessions, sso_states
from server.platform.database.connections import Connection
from server.platform.process.crypto import token_hash
from server.vocabulary.identity import AccountKey

_CONNECTIONS: Final = """
    SELECT c.*,
           ARRAY(SELECT (d.company_id, d.connection_id, d.domain, d.token, d.proved_at) FROM sso_domains d
                  WHERE d.company_id = c.company_id AND d.connection_id = c.id ORDER BY d.domain) AS domains
      FROM sso_connections c
"""
DELETE_EXPIRED_STATES: Final = "DELETE FROM sso_states WHERE expires_at < now()"
_STATE_LIFE: Final = cast(STATE_LIFE, Interval)


@dataclass(frozen=True, kw_only=True)
class PendingSignIn:
    company_id: UUID
    connection_id: UUID
    issuer: str
    sealed_proof: bytes
    asked_at: datetime
    answered_at: datetime


@dataclass(frozen=True, kw_only=True)
class ProviderSession:
    """The provider that has opened a session. `is_linked`: the subject is still its user's; `email` is the user's."""

    connection_id: UUID
    issuer: str
    subject: str
    is_linked: bool
    email: str | None


class OpenedAtProvider(NamedTuple):
    """A session or a flow that a provider's session has opened here."""

    session_id: UUID | None
    flow_id: UUID | None
    user_id: UUID


async def list_connections(connection: Connection, *, company_id: UUID) -> list[SsoConnection]:
    own = f"{_CONNECTIONS} WHERE c.company_id = :company_id ORDER BY c.id"
    return await connection.fetch_records(SsoConnection, own, company_id=company_id)


async def find_connection(connection: Connection, *, company_id: UUID, connection_id: UUID) -> SsoConnection | None:
    found = f"{_CONNECTIONS} WHERE c.company_id = :company_id AND c.id = :id"
    return await connection.fetch_record(SsoConnection, found, company_id=company_id, id=connection_id)


async def find_connection_by_id(connection: Connection, *, connection_id: UUID) -> SsoConnection | None:
    """Find a connection of any company: the address that its provider calls names it."""
    return await connection.fetch_record(SsoConnection, f"{_CONNECTIONS} WHERE c.id = :id", id=connection_id)


async def find_connection_of_domain(connection: Connection, *, domain: str) -> SsoConnection | None:
    """Find the enabled connection of the company that has proved the domain."""
    found = f"""
        {_CONNECTIONS} JOIN sso_domains p ON p.company_id = c.company_id AND p.connection_id = c.id
         WHERE p.domain = :domain AND p.proved_at IS NOT NULL AND c.enabled
    """
    return await connection.fetch_record(SsoConnection, found, domain=domain)


async def add_connection(
    connection: Connection, values: dict[str, Any], *, company_id: UUID, connection_id: UUID
) -> None:
    await connection.execute(insert(sso_connections).values(company_id=company_id, id=connection_id, **values))


async def change_connection(
    connection: Connection, values: dict[str, Any], *, company_id: UUID, connection_id: UUID
) -> None:
    changed = update(sso_connections).filter_by(company_id=company_id, id=connection_id)
    await connection.execute(changed.values(**values, version=sso_connections.c.version + 1))


async def delete_connection(connection: Connection, *, company_id: UUID, connection_id: UUID) -> None:
    """Delete a connection with its domains, linked people and sign-ins under way."""
    await connection.execute(delete(sso_connections).filter_by(company_id=company_id, id=connection_id))


async def replace_domains(
    connection: Connection, *, company_id: UUID, connection_id: UUID, tokens: dict[str, str]
) -> None:
    """Replace the connection's domains, each with the token for its proof; those that it had keep theirs.

    Domains of another connection of the company stay with that.
    """
    query = """
        WITH dropped AS (
            DELETE FROM sso_domains
             WHERE company_id = :company_id AND connection_id = :id AND domain <> ALL(CAST(:domains AS text[])))
        INSERT INTO sso_domains (company_id, domain, connection_id, token)
        SELECT :company_id, domain, :id, token
          FROM unnest(CAST(:domains AS text[]), CAST(:tokens AS text[])) AS given(domain, token)
        ON CONFLICT (company_id, domain) DO NOTHING
    """
    await connection.execute(
        query, company_id=company_id, id=connection_id, domains=list(tokens), tokens=list(tokens.values())
    )


async def mark_proved(connection: Connection, domain: SsoDomain) -> bool:
    """Mark a domain as proved. Returns False where another company has proved it, or the company has dropped it."""
    try:
        async with connection.transaction():
            query = """
                UPDATE sso_domains
                   SET proved_at = coalesce(proved_at, now()), seen_at = now(), check_at = now() + interval '7 days',
                       missed = 0
                 WHERE company_id = :company_id AND domain = :domain AND token = :token RETURNING domain
            """
            return await connection.has_row(query, **domain._asdict())
    except asyncpg.UniqueViolationError:
        return False


async def claim_due_domains(connection: Connection, *, limit: int) -> list[SsoDomain]:
    """Claim proved domains that are due to be looked up; they are due again after two days unless they are found."""
    query = """
        UPDATE sso_domains SET check_at = now() + interval '2 days'
         WHERE (company_id, domain) IN (
            SELECT company_id, domain FROM sso_domains WHERE proved_at IS NOT NULL AND check_at <= now()
             ORDER BY check_at LIMIT :limit FOR UPDATE SKIP LOCKED)
        RETURNING company_id, connection_id, domain, token, proved_at
    """
    return await connection.fetch_records(SsoDomain, query, limit=limit)


async def note_missing(connection: Connection, domain: SsoDomain, *, is_absent: bool) -> bool | None:
    """Withdraw the proof at the second time that its record `is_absent`, or when it was not seen for 30 days.

    A look-up without an answer is not counted. Returns whether the proof is lost; None where there was none.
    """
    query = """
        UPDATE sso_domains
           SET missed = missed + CAST(:misses AS int),
               proved_at = CASE WHEN missed + CAST(:misses AS int) < 2 AND seen_at > now() - interval '30 days'
                                THEN proved_at END
         WHERE company_id = :company_id AND domain = :domain AND token = :token AND proved_at IS NOT NULL
        RETURNING proved_at IS NULL
    """
    return await connection.find_value(bool, query, **domain._asdict(), misses=int(is_absent))


async def withdraw_replaced(connection: Connection, domain: SsoDomain, *, tokens: Collection[str]) -> SsoDomain | None:
    """Withdraw the proof of another company, where its token is not among those that the domain has now."""
    columns = sso_domains.c
    others = update(sso_domains).where(columns.domain == domain.domain, columns.company_id != domain.company_id)
    proved = others.where(columns.proved_at.is_not(None), columns.token.not_in(tokens))
    returned = (columns[name] for name in SsoDomain._fields)
    return await connection.fetch_record(SsoDomain, proved.values(proved_at=None).returning(*returned))


async def keep_state(
    connection: Connection, found: SsoConnection, *, state: str, browser: str, sealed_proof: bytes
) -> None:
    secrets = {"state_hash": token_hash(state), "browser_hash": token_hash(browser), "sealed_proof": sealed_proof}
    await connection.execute(insert(sso_states).values(**found.key, **secrets, expires_at=func.now() + _STATE_LIFE))


async def consume_state(connection: Connection, *, state: str, browser: str) -> PendingSignIn | None:
    """Find the sign-in that this browser has begun, once."""
    begun = delete(sso_states).filter_by(state_hash=token_hash(state), browser_hash=token_hash(browser))
    times = func.now().label("answered_at"), (sso_states.c.expires_at - _STATE_LIFE).label("asked_at")
    consumed = begun.where(sso_states.c.expires_at > func.now()).returning(sso_states, *times)
    return await connection.fetch_record(PendingSignIn, consumed)


async def find_linked(connection: Connection, found: SsoConnection, *, subject: str) -> UUID | None:
    """Find the account that the provider's subject belongs to."""
    linked = select(sso_identities.c.user_id).filter_by(**found.key, subject=subject)
    return await connection.find_value(UUID, linked)


async def link(connection: Connection, found: SsoConnection, *, subject: str, user_id: UUID) -> bool:
    """Link an account. Returns False where the subject has another account, or the account another subject."""
    linked = upsert(sso_identities).values(**found.key, subject=subject, user_id=user_id).on_conflict_do_nothing()
    return await connection.has_row(linked.returning(sso_identities.c.user_id))


async def list_links(connection: Connection, **owner: Unpack[AccountKey]) -> list[SsoLinkItem]:
    query = """
        SELECT c.name, i.created_at FROM sso_identities i
          JOIN sso_connections c ON c.company_id = i.company_id AND c.id = i.connection_id
         WHERE i.company_id = :company_id AND i.user_id = :user_id ORDER BY i.created_at
    """
    return await connection.fetch_records(SsoLinkItem, query, **owner)


async def unlink(connection: Connection, **owner: Unpack[AccountKey]) -> bool:
    """Unlink the account. Returns whether it was linked."""
    return await connection.has_row(delete(sso_identities).filter_by(**owner).returning(sso_identities.c.subject))


async def keep_flow(
    connection: Connection, found: SsoConnection, *, flow_id: UUID, subject: str, sid: str | None
) -> None:
    opened = {"connection_id": found.id, "issuer": found.issuer, "subject": subject, "sid": sid}
    await connection.execute(insert(sso_sessions).values(flow_id=flow_id, **opened))


async def attach_session(connection: Connection, *, flow_id: UUID, session_id: UUID) -> None:
    await connection.execute(
        update(sso_sessions).filter_by(flow_id=flow_id).values(session_id=session_id, flow_id=None)
    )


async def find_provider_session(
    connection: Connection, *, company_id: UUID, session_id: UUID
) -> ProviderSession | None:
    query = """
        SELECT p.connection_id, p.issuer, p.subject, i.user_id IS NOT NULL AS is_linked, u.email
          FROM sso_sessions p
          JOIN sessions s ON s.id = p.session_id AND s.company_id = :company_id
          JOIN users u ON u.company_id = s.company_id AND u.id = s.user_id
          LEFT JOIN sso_identities i
            ON i.company_id = s.company_id AND i.connection_id = p.connection_id AND i.issuer = p.issuer
               AND i.subject = p.subject AND i.user_id = s.user_id
         WHERE p.session_id = :session_id
    """
    return await connection.fetch_record(ProviderSession, query, company_id=company_id, session_id=session_id)


async def opened_by(
    connection: Connection, found: SsoConnection, *, subject: str | None, sid: str | None
) -> Sequence[OpenedAtProvider]:
    """List what still runs of the provider's session `sid`, of all sessions of `subject`, or given both, of both."""
    query = """
        SELECT s.id AS session_id, f.id AS flow_id, coalesce(s.user_id, f.user_id) AS user_id
          FROM sso_sessions p
          LEFT JOIN sessions s ON s.id = p.session_id AND s.company_id = :company_id AND s.ended_at IS NULL
          LEFT JOIN flows f ON f.id = p.flow_id AND f.company_id = :company_id AND f.state NOT IN ('completed', 'ended')
         WHERE p.connection_id = :connection_id AND p.issuer = :issuer
           AND (CAST(:subject AS text) IS NULL OR p.subject = :subject)
           AND (CAST(:sid AS text) IS NULL OR p.sid = :sid)
           AND (s.id IS NOT NULL OR f.id IS NOT NULL)
    """
    return await connection.fetch_records(OpenedAtProvider, query, **found.key, subject=subject, sid=sid)


async def opened_for(connection: Connection, **owner: Unpack[AccountKey]) -> Sequence[OpenedAtProvider]:
    """List the sessions and flows of a user that any provider has opened and that still run."""
    query = """
        SELECT s.id AS session_id, NULL AS flow_id, s.user_id FROM sso_sessions p
          JOIN sessions s ON s.id = p.session_id
         WHERE s.company_id = :company_id AND s.user_id = :user_id AND s.ended_at IS NULL
         UNION ALL
        SELECT NULL, f.id, f.user_id FROM sso_sessions p
          JOIN flows f ON f.id = p.flow_id
         WHERE f.company_id = :company_id AND f.user_id = :user_id AND f.state NOT IN ('completed', 'ended')
    """
    return await connection.fetch_records(OpenedAtProvider, query, **owner)
