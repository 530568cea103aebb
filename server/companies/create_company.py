from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.companies.industries import Industry
from server.companies.repository import add_company
from server.companies.slugs import another_slug, slug_of
from server.database import Connection
from server.errors import ConflictError

TRIES: Final = 5


@dataclass(frozen=True, kw_only=True)
class NewCompany:
    """What its founder said of it, cleaned."""

    name: str
    industry: Industry
    website: str | None


async def create_company(connection: Connection, company: NewCompany) -> UUID:
    """Write the company under a slug of its name that nobody has; its id.

    Raises:
        ConflictError: every slug that was tried is taken, which takes more luck than there is.

    """
    slug = slug_of(company.name)
    for _ in range(TRIES):
        made = await add_company(
            connection, name=company.name, slug=slug, industry=company.industry.value, website=company.website
        )
        if made is not None:
            return made
        slug = another_slug(slug_of(company.name))
    raise ConflictError
