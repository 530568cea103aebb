"""By what an account can be proved besides second factors."""

from dataclasses import dataclass
from uuid import UUID

from server.platform.database.connections import Connection, Row


@dataclass(frozen=True, kw_only=True)
class FirstProofs:
    """`has_password`: one of its own; `has_provider`: the one that has opened the session can be asked again."""

    has_password: bool
    has_provider: bool


async def find_first_proofs(
    connection: Connection, *, company_id: UUID, user_id: UUID, session_id: UUID
) -> FirstProofs:
    """A factor, even one that is blocked, takes the place of the provider."""
    row: Row = await connection.fetch_one(
        """
        SELECT bool_or(password_hash IS NOT NULL AND NOT password_is_temporary AND temporary_password_mac IS NULL)
                   AS has_password,
               EXISTS (
                   SELECT FROM sso_sessions p
                     JOIN sso_connections c
                       ON c.company_id = :company_id AND c.id = p.connection_id AND c.enabled AND c.issuer = p.issuer
                     JOIN sso_identities i
                       ON i.company_id = c.company_id AND i.connection_id = c.id AND i.issuer = p.issuer
                          AND i.subject = p.subject AND i.user_id = :user_id
                    WHERE p.session_id = :session_id
                      AND EXISTS (
                          SELECT FROM sso_domains d
                           WHERE d.company_id = c.company_id AND d.connection_id = c.id AND d.proved_at IS NOT NULL))
               AND NOT EXISTS (
                   SELECT FROM factors
                    WHERE company_id = :company_id AND user_id = :user_id AND confirmed_at IS NOT NULL)
                   AS has_provider
          FROM users WHERE company_id = :company_id AND id = :user_id
        """,
        company_id=company_id,
        user_id=user_id,
        session_id=session_id,
    )
    return FirstProofs(has_password=row.has_password or False, has_provider=row.has_provider)
