"""The demo company and its first account."""

import secrets
import string
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.company.companies.repository import add_company, find_company_id, trust_company
from server.people.account.change_repository import add_owner, set_owner_password
from server.people.account.repository import Owner, find_owner
from server.platform.database.connections import Connection, Database
from server.platform.errors import ConflictError
from server.platform.process.crypto import PasswordHasher
from server.vocabulary.emails import normalize_email
from server.vocabulary.password_policy import password_problem

DEMO_NAME: Final = "Waymark Demo"
DEMO_SLUG: Final = "waymark-demo"
DEMO_INDUSTRY: Final = "Education"
OWNER_EMAIL: Final = "admin@example.com"
OWNER_NAME: Final = "Demo Admin"


class DemoOwnerTakenError(ConflictError):
    message = "ADMIN_EMAIL belongs to an account outside the demo company: choose another."


class DemoEmailRefusedError(ConflictError):
    """ADMIN_EMAIL is no email address."""


class DemoPasswordRefusedError(ConflictError):
    """ADMIN_PASSWORD does not meet the password policy; the text names the reason."""


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
        DemoEmailRefusedError: it is no email.
        DemoOwnerTakenError: an account outside the demo company has the email.
        DemoPasswordRefusedError: the password does not meet the policy.
    """
    email = _read_email(email) if email else None
    if password and (problem := password_problem(password, full_name=OWNER_NAME, email=email or OWNER_EMAIL)):
        raise DemoPasswordRefusedError(f"ADMIN_PASSWORD: {problem}")
    async with database.unit_of_work() as unit:
        company_id = await _company_id(unit.connection)
        await trust_company(unit.connection, company_id=company_id)
        owner = await find_owner(unit.connection, company_id=company_id, email=email)
    if owner is None:
        return await _add(
            database,
            company_id=company_id,
            email=email or OWNER_EMAIL,
            password=password,
            passwords=passwords,
        )
    if password is None or await passwords.verify(owner.password_hash, password):
        return DemoOwner(email=owner.email)
    return await _change(database, company_id=company_id, owner=owner, password=password, passwords=passwords)


def random_password() -> str:
    """16 random letters and digits in groups of four; meets the password policy."""
    alphabet = string.ascii_letters + string.digits
    while True:
        letters = [secrets.choice(alphabet) for _ in range(16)]
        if any(c.isupper() for c in letters) and any(c.islower() for c in letters) and any(map(str.isdigit, letters)):
            return "-".join("".join(letters[start : start + 4]) for start in range(0, 16, 4))


def _read_email(given: str) -> str:
    email = normalize_email(given)
    if email is None:
        raise DemoEmailRefusedError(f"ADMIN_EMAIL: {given} is no email address")
    return email


async def _company_id(connection: Connection) -> UUID:
    made = await add_company(connection, name=DEMO_NAME, slug=DEMO_SLUG, industry=DEMO_INDUSTRY)
    if made is not None:
        await record(connection, action=AuditAction.COMPANY_CREATED, company_id=made, subject_id=made)
        return made
    found = await find_company_id(connection, slug=DEMO_SLUG)
    if found is None:
        raise ConflictError
    return found


async def _add(
    database: Database, *, company_id: UUID, email: str, password: str | None, passwords: PasswordHasher
) -> DemoOwner:
    made = None if password else random_password()
    password_hash = await passwords.hash(password or made or "")
    async with database.unit_of_work() as unit:
        owner_id = await add_owner(
            unit.connection,
            company_id=company_id,
            email=email,
            phone=f"+9190000{secrets.randbelow(100_000):05d}",
            full_name=OWNER_NAME,
            password_hash=password_hash,
        )
        if owner_id is None:
            raise DemoOwnerTakenError
        await record(unit.connection, action=AuditAction.USER_CREATED, company_id=company_id, subject_id=owner_id)
    return DemoOwner(email=email, made_password=made)


async def _change(
    database: Database, *, company_id: UUID, owner: Owner, password: str, passwords: PasswordHasher
) -> DemoOwner:
    password_hash = await passwords.hash(password)
    async with database.unit_of_work() as unit:
        await set_owner_password(unit.connection, company_id=company_id, owner_id=owner.id, password_hash=password_hash)
        await record(unit.connection, action=AuditAction.PASSWORD_SET, company_id=company_id, subject_id=owner.id)
    return DemoOwner(email=owner.email)
