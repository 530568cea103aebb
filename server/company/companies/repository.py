"""Companies: found by their slug, added, and marked as trusted."""

from uuid import UUID

from server.platform.database.connections import Connection


async def find_company_id(connection: Connection, *, slug: str) -> UUID | None:
    found: UUID | None = await connection.fetch_value("SELECT id FROM companies WHERE slug = :slug", slug=slug)
    return found


async def find_company_name(connection: Connection, *, slug: str) -> tuple[UUID, str] | None:
    row = await connection.fetch_one("SELECT id, name FROM companies WHERE slug = :slug", slug=slug)
    return None if row is None else (row.id, row.name)


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


async def read_reminder_setting(connection: Connection, *, company_id: UUID) -> bool:
    """Whether invited people who have not signed in are reminded."""
    reminds: bool = await connection.fetch_value(
        "SELECT invitation_reminder FROM companies WHERE id = :company_id", company_id=company_id
    )
    return reminds


async def set_reminder_setting(connection: Connection, *, company_id: UUID, reminds: bool) -> bool:
    """False where it was so already."""
    changed = await connection.fetch_value(
        """
        UPDATE companies SET invitation_reminder = :reminds WHERE id = :company_id AND invitation_reminder <> :reminds
        RETURNING id
        """,
        company_id=company_id,
        reminds=reminds,
    )
    return changed is not None


async def trust_company(connection: Connection, *, company_id: UUID) -> bool:
    """False where it was trusted already."""
    changed = await connection.fetch_value(
        "UPDATE companies SET trusted_at = now() WHERE id = :company_id AND trusted_at IS NULL RETURNING id",
        company_id=company_id,
    )
    return changed is not None
