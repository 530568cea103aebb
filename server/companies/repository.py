from dataclasses import dataclass
from uuid import UUID

from server.database import Connection, Row


@dataclass(frozen=True, kw_only=True)
class Owner:
    """A SUPER_ADMIN of a company."""

    id: UUID
    email: str
    password_hash: str | None


async def find_company_id(connection: Connection, *, slug: str) -> UUID | None:
    found: UUID | None = await connection.fetch_value("SELECT id FROM companies WHERE slug = :slug", slug=slug)
    return found


async def add_company(
    connection: Connection, *, name: str, slug: str, industry: str, website: str | None = None
) -> UUID | None:
    """The new company's id, or None where the slug is taken."""
    made: UUID | None = await connection.fetch_value(
        """
        INSERT INTO companies (name, slug, industry, website) VALUES (:name, :slug, :industry, :website)
        ON CONFLICT (slug) DO NOTHING RETURNING id
        """,
        name=name,
        slug=slug,
        industry=industry,
        website=website,
    )
    return made


async def trust_company(connection: Connection, *, company_id: UUID) -> bool:
    """False where it was trusted already."""
    changed = await connection.fetch_value(
        "UPDATE companies SET trusted_at = now() WHERE id = :company_id AND trusted_at IS NULL RETURNING id",
        company_id=company_id,
    )
    return changed is not None


async def find_owner(connection: Connection, *, company_id: UUID, email: str | None) -> Owner | None:
    """The active SUPER_ADMIN with that email; without one, the company's first."""
    row = await connection.fetch_one(
        """
        SELECT id, email, password_hash FROM users
        WHERE company_id = :company_id AND profile = 'SUPER_ADMIN' AND is_active
          AND (CAST(:email AS text) IS NULL OR email = CAST(:email AS text))
        ORDER BY id LIMIT 1
        """,
        company_id=company_id,
        email=email,
    )
    return None if row is None else _owner(row)


async def add_owner(
    connection: Connection, *, company_id: UUID, email: str, phone: str, full_name: str, password_hash: str
) -> Owner | None:
    """None where an account has the email already."""
    row = await connection.fetch_one(
        """
        INSERT INTO users (company_id, email, phone, full_name, role, profile, password_hash, email_verified_at)
        VALUES (:company_id, :email, :phone, :full_name, 'ADMIN', 'SUPER_ADMIN', :password_hash, now())
        ON CONFLICT DO NOTHING RETURNING id, email, password_hash
        """,
        company_id=company_id,
        email=email,
        phone=phone,
        full_name=full_name,
        password_hash=password_hash,
    )
    return None if row is None else _owner(row)


async def set_owner_password(connection: Connection, *, company_id: UUID, owner_id: UUID, password_hash: str) -> None:
    await connection.execute(
        """
        UPDATE users SET password_hash = :password_hash, temporary_password_mac = NULL, password_is_temporary = false,
               temporary_password_expires_at = NULL, version = version + 1
        WHERE company_id = :company_id AND id = :owner_id
        """,
        company_id=company_id,
        owner_id=owner_id,
        password_hash=password_hash,
    )


def _owner(row: Row) -> Owner:
    return Owner(id=row.id, email=row.email, password_hash=row.password_hash)
