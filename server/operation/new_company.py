"""Make a company for its first Super Admin, who is invited."""

import argparse
import re
from functools import partial
from typing import Final

from pydantic import TypeAdapter, ValidationError

from server.access.passwords.set_password import generate_temporary_password
from server.company.audit.record import AuditAction, record
from server.company.companies.create_company import NewCompany, create_company
from server.company.companies.repository import trust_company
from server.company.companies.schemas import CompanyName, Industry
from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import queue_mail
from server.operation.commands import CommandError, command, serving
from server.people.account.account_rules import field_rules
from server.people.account.errors import TakenElsewhereError
from server.people.account.people_repository import add_user
from server.platform.services import Services
from server.vocabulary.emails import mask_email
from server.vocabulary.field_kinds import Value
from server.vocabulary.fields import FIELDS, read_typed
from server.vocabulary.languages import SOURCE_LANGUAGE
from server.vocabulary.password_policy import TEMPORARY_PASSWORD_LIFE
from server.vocabulary.profiles import Profile, Role

BY_OPERATOR: Final = {"by": "operator"}
OPTIONS: Final = {"fullName": "--full-name", "email": "--email"}


@command(
    "create-company",
    {
        "--name": {"required": True, "help": "as its people read it"},
        "--industry": {"required": True, "choices": [each.value for each in Industry], "help": "one of these"},
        "--email": {"required": True, "help": "where its first Super Admin is invited"},
        "--full-name": {"help": "the Super Admin's name, which they may change; without it that of the email"},
    },
)
async def make_company(given: argparse.Namespace) -> None:
    """Make a company that you have verified, and invite its first Super Admin."""
    try:
        name = TypeAdapter[str](CompanyName).validate_python(given.name)
    except ValidationError as error:
        raise CommandError(f"--name: {error.errors()[0]['msg'].removeprefix('Value error, ')}") from None
    async with serving() as services:
        name_of_mailbox = re.sub(r"[._+-]+", " ", given.email.partition("@")[0]).title()
        typed = {"fullName": given.full_name or name_of_mailbox, "email": given.email}
        person, errors = read_typed(typed, rules=field_rules(services.settings))
        if errors:
            raise CommandError("\n".join(f"{OPTIONS[field]}: {problem}" for field, problem in errors.items()))
        company = NewCompany(name=name, industry=Industry(given.industry), website=None, language=SOURCE_LANGUAGE)
        await found_company(services, company, full_name=str(person["fullName"]), email=str(person["email"]))
    print(f"{name!a} is there and trusted. {person['email']} is invited: a worker sends the mail.")


async def found_company(services: Services, company: NewCompany, *, full_name: str, email: str) -> None:
    """Raises TakenElsewhereError: an account has the email."""
    password = generate_temporary_password()
    hashed = await services.passwords.hash(password)
    position: dict[str, Value] = {"role": Role.ADMIN.value, "profile": Profile.SUPER_ADMIN.value, "isActive": True}
    person = {
        **dict.fromkeys(field.name for field in FIELDS),
        "phone": "",
        "fullName": full_name,
        "email": email,
    } | position
    async with services.unit_of_work() as unit:
        company_id = await create_company(unit.connection, company)
        await trust_company(unit.connection, company_id=company_id)
        added = await add_user(
            unit.connection, person, company_id=company_id, password_hash=hashed, life=TEMPORARY_PASSWORD_LIFE
        )
        if added is None:
            raise TakenElsewhereError
        user_id, expires_at = added
        note = partial(record, unit.connection, company_id=company_id)
        named = {"name": company.name, "industry": company.industry.value, **BY_OPERATOR}
        await note(action=AuditAction.COMPANY_CREATED, subject_id=company_id, after=named)
        await note(action=AuditAction.COMPANY_TRUSTED, subject_id=company_id, after=BY_OPERATOR)
        label, after = mask_email(email), {**position, **BY_OPERATOR}
        await note(action=AuditAction.USER_CREATED, subject_id=user_id, subject_label=label, after=after)
        await queue_mail(
            unit,
            MessageKind.INVITATION,
            to=email,
            company_id=company_id,
            user_id=user_id,
            secret=password,
            expires_at=expires_at,
        )
