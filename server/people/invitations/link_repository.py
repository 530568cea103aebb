"""The account that an invitation's link belongs to."""

from dataclasses import dataclass
from uuid import UUID

from server.platform.database.connections import Connection
from server.vocabulary.identifiers import sign_in_name
from server.vocabulary.link_tokens import LinkSubject


@dataclass(frozen=True, kw_only=True)
class InvitedAccount:
    """An account that waits for its first own password, and what its link is signed for."""

    subject: LinkSubject
    email: str | None
    sign_in_name: str
    company_name: str


async def lock_invited(connection: Connection, *, company_id: UUID | None, user_id: UUID) -> InvitedAccount | None:
    """Lock it, so that its contact and password stay until the transaction ends. Without `company_id`: of any company.

    None for an account that is inactive, was signed in to, or has no temporary password that is still valid.
    """
    row = await connection.fetch_one(
        """
        SELECT u.company_id, u.email, coalesce(u.email, u.phone) AS contact, u.label,
               u.temporary_password_expires_at AS until, c.name AS company_name, c.slug AS company_slug
          FROM users u JOIN companies c ON c.id = u.company_id
         WHERE u.company_id = coalesce(CAST(:company_id AS uuid), u.company_id) AND u.id = :user_id
           AND u.is_active AND u.last_sign_in_at IS NULL
           AND u.temporary_password_expires_at > now()
           AND (u.password_is_temporary OR u.temporary_password_mac IS NOT NULL)
           FOR NO KEY UPDATE OF u
        """,
        company_id=company_id,
        user_id=user_id,
    )
    if row is None:
        return None
    subject = LinkSubject(company_id=row.company_id, user_id=user_id, contact=row.contact, until=row.until)
    return InvitedAccount(
        subject=subject,
        email=row.email,
        sign_in_name=sign_in_name(row.label, company=row.company_slug),
        company_name=row.company_name,
    )
