"""Users, read. Every function on the table takes the company."""

from dataclasses import dataclass
from uuid import UUID

from server.database import Connection
from server.users.profiles import Profile


@dataclass(frozen=True, kw_only=True)
class Contact:
    email: str
    full_name: str


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What decides who may act on an account."""

    profile: Profile | None


async def find_standing(connection: Connection, *, company_id: UUID, user_id: UUID) -> Standing | None:
    row = await connection.fetch_one(
        "SELECT profile FROM users WHERE company_id = :company_id AND id = :user_id",
        company_id=company_id,
        user_id=user_id,
    )
    return None if row is None else Standing(profile=None if row.profile is None else Profile(row.profile))


async def find_contact(connection: Connection, *, company_id: UUID, user_id: UUID) -> Contact | None:
    """Where an active user can be written to."""
    row = await connection.fetch_one(
        "SELECT email, full_name FROM users WHERE company_id = :company_id AND id = :user_id AND is_active",
        company_id=company_id,
        user_id=user_id,
    )
    return None if row is None else Contact(email=row.email, full_name=row.full_name)
