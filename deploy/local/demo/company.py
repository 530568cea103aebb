"""The demo company and its first account."""

import secrets
import string
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import select

from server.company.audit.record import AuditAction, record
from server.company.companies.repository import add_company, find_company_id, trust_company
from server.people.account.sign_in_repository import add_proved_person, store_password
from server.people.account.tables import users
from server.platform.database.connections import Connection, Database
from server.platform.errors import ConflictError
from server.platform.process.crypto import PasswordHasher
from server.vocabulary.emails import normalize_email
from server.vocabulary.password_policy import password_problem
from server.vocabulary.profiles import Profile, Role

DEMO_NAME: Final = "Waymark Demo"
DEMO_SLUG: Final = "waymark-demo"
DEMO_INDUSTRY: Final = "Education"
OWNER_EMAIL: Final = "admin@example.com"
OWNER_NAME: Final = "Demo Admin"
OWNER_TAKEN: Final = "ADMIN_EMAIL belongs to an account outside the demo company: choose another."


class DemoRefusedError(ConflictError):
    """What the environment says of the demo's owner cannot be; the text names the setting and the reason."""

    code = ConflictError.code


@dataclass(frozen=True, kw_only=True)
class Owner:
    """A SUPER_ADMIN of the demo company."""

    id: UUID
    email: str
    password_hash: str | None


@dataclass(frozen=True, kw_only=True)
class DemoOwner:
    """`made_password` is the one that this call has generated, if any: it is stored nowhere else."""

    email: str
    made_password: str | None = None


async def create_demo_company(
    database: Database, *, passwords: PasswordHasher, email: str | None, password: str | None
) -> DemoOwner:
    """Make what is missing of the demo company and its SUPER_ADMIN; set the password where one is given.

    Raises:
        DemoRefusedError: the email is none, or belongs to an account outside the demo company; or the password does
            not meet the policy.
    """
    if email:
        given, email = email, normalize_email(email)
        if email is None:
            raise DemoRefusedError(f"ADMIN_EMAIL: {given} is no email address")
    if password and (problem := password_problem(password, full_name=OWNER_NAME, email=email or OWNER_EMAIL)):
        raise DemoRefusedError(f"ADMIN_PASSWORD: {problem}")
    async with database.unit_of_work() as unit:
        connection = unit.connection
        made_id = await add_company(connection, name=DEMO_NAME, slug=DEMO_SLUG, industry=DEMO_INDUSTRY)
        if made_id is not None:
            await record(connection, action=AuditAction.COMPANY_CREATED, company_id=made_id, subject_id=made_id)
        company_id = made_id or await find_company_id(connection, slug=DEMO_SLUG)
        assert company_id is not None  # noqa: S101 - the slug was taken
        await trust_company(connection, company_id=company_id)
        owner = await find_owner(connection, company_id=company_id, email=email or None)
        if owner is None:
            made = None if password else random_password()
            added = await add_proved_person(
                connection,
                company_id=company_id,
                email=email or OWNER_EMAIL,
                phone=f"+9190000{secrets.randbelow(100_000):05d}",
                full_name=OWNER_NAME,
                password_hash=await passwords.hash(password or made or ""),
                role=Role.ADMIN,
                profile=Profile.SUPER_ADMIN,
            )
            if added is None or not added.is_new:
                raise DemoRefusedError(OWNER_TAKEN)
            await record(connection, action=AuditAction.USER_CREATED, company_id=company_id, subject_id=added.id)
            return DemoOwner(email=email or OWNER_EMAIL, made_password=made)
        if password is not None and not await passwords.verify(owner.password_hash, password):
            await store_password(
                connection,
                company_id=company_id,
                user_id=owner.id,
                password_hash=await passwords.hash(password),
                former_hash=None,
                former_is_temporary=None,
                proves_contact=False,
            )
            await record(connection, action=AuditAction.PASSWORD_SET, company_id=company_id, subject_id=owner.id)
        return DemoOwner(email=owner.email)


async def find_owner(connection: Connection, *, company_id: UUID, email: str | None) -> Owner | None:
    """The active SUPER_ADMIN with that email; without one, the company's first that has a password.

    The people of the demo have none, and ids that are older.
    """
    owners = select(users.c.id, users.c.email, users.c.password_hash).filter_by(
        company_id=company_id, profile=Profile.SUPER_ADMIN, is_active=True
    )
    if email is not None:
        owners = owners.where(users.c.email == email)
    first = owners.order_by(users.c.password_hash.is_(None), users.c.id).limit(1)
    return await connection.fetch_record(Owner, first)


def random_password() -> str:
    """16 random letters and digits in groups of four; meets the password policy."""
    alphabet = string.ascii_letters + string.digits
    while True:
        letters = [secrets.choice(alphabet) for _ in range(16)]
        if any(c.isupper() for c in letters) and any(c.islower() for c in letters) and any(map(str.isdigit, letters)):
            return "-".join("".join(letters[start : start + 4]) for start in range(0, 16, 4))
