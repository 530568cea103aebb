"""The first step of a sign-up: it stores a flow and the form, and reserves nothing."""

from dataclasses import dataclass, field
from typing import Final
from uuid import UUID, uuid4

from server.access.flows.flow import Flow, FlowContext, offered_channels
from server.access.flows.own_flow import announce_ended_flows, reread_flow
from server.access.flows.repository import end_flow
from server.access.flows.send_code import send_flow_code
from server.access.flows.signup_repository import NewPerson, open_signup_flow
from server.access.policies.repository import allowed_domains
from server.access.robot_check.checks import pass_robot_check
from server.company.companies.repository import find_company_id
from server.people.account.account_repository import find_taken
from server.people.account.errors import ContactTakenError
from server.platform.errors import ValidationFailedError
from server.platform.process.crypto import random_token
from server.platform.services import Services, Visit
from server.vocabulary.emails import normalize_new_email
from server.vocabulary.fields import (
    BAD_EMAIL,
    BAD_PHONE,
    NO_PASSWORD,
    domain_problem,
    email_problem,
    name_problem,
    phone_problem,
)
from server.vocabulary.password_policy import password_problem
from server.vocabulary.phones import normalize_phone
from server.vocabulary.visible_text import tidy


@dataclass(frozen=True, kw_only=True)
class SignupForm:
    """As typed; `apply_to` is the slug of the company that an applicant applies to."""

    full_name: str
    email: str
    phone: str
    password: str = field(repr=False)
    apply_to: str | None


def read_form(form: SignupForm, *, region: str) -> NewPerson:
    """Raises ValidationFailedError with a message for every field that is wrong."""
    email, phone = normalize_new_email(form.email), normalize_phone(form.phone, region=region)
    full_name = tidy(form.full_name)
    problems = {
        "fullName": name_problem(form.full_name),
        "email": email_problem(form.email, read=email),
        "phone": phone_problem(form.phone, read=phone),
        "password": _password_problem(form.password, full_name=full_name, email=email or form.email),
    }
    errors = {name: problem for name, problem in problems.items() if problem is not None}
    if errors or email is None or phone is None:
        raise ValidationFailedError(errors=errors)
    return NewPerson(full_name=full_name, email=email, phone=phone)


def _password_problem(password: str, *, full_name: str, email: str) -> str | None:
    return password_problem(password, full_name=full_name, email=email) if password else NO_PASSWORD


async def is_free_email(services: Services, typed: str) -> bool:
    """Raises ValidationFailedError for what is no email."""
    email = normalize_new_email(typed)
    if email is None:
        raise ValidationFailedError(errors={"email": email_problem(typed, read=email) or BAD_EMAIL})
    async with services.database.reading() as connection:
        return not await find_taken(connection, email=email, phone=None)


async def is_free_phone(services: Services, typed: str) -> bool:
    """Raises ValidationFailedError for what is no phone number."""
    phone = normalize_phone(typed, region=services.settings.phone_region)
    if phone is None:
        raise ValidationFailedError(errors={"phone": phone_problem(typed, read=phone) or BAD_PHONE})
    async with services.database.reading() as connection:
        return not await find_taken(connection, email=None, phone=phone)


# The share of hashing of all sign-ups without a robot check: from however many networks they come, they take one turn.
UNCHECKED: Final = "sign-ups without a robot check"
UNKNOWN_COMPANY: Final = "This company is not known here. Please check the link that you were given."


@dataclass(frozen=True, kw_only=True)
class OpenedSignup:
    flow: Flow
    secret: str = field(repr=False)


async def register_person(
    services: Services, form: SignupForm, *, robot_check_payload: str | None, caller: Visit
) -> OpenedSignup:
    """Open the flow of a sign-up, and send its first code.

    Raises:
        ValidationFailedError: fields are wrong, or the company that is applied to does not exist.
        RobotCheckFailedError: one was given and is no good, or so many codes are sent only to those who pass one.
        ContactTakenError: an account has this email or phone.
        SendQuotaReachedError: the network that asks has to wait for its next minute.

    """
    person = read_form(form, region=services.settings.phone_region)
    is_checked = await pass_robot_check(services, robot_check_payload, address=caller.address)
    applies_to = await _look_up(services, form, person)
    if problem := await services.password_range.find_problem(form.password):
        raise ValidationFailedError(errors={"password": problem})
    password_hash = await services.passwords.hash(form.password, share=caller.network if is_checked else UNCHECKED)
    return await _open(
        services, person, applies_to=applies_to, password_hash=password_hash, is_checked=is_checked, caller=caller
    )


async def _look_up(services: Services, form: SignupForm, person: NewPerson) -> UUID | None:
    """The company that is applied to; refuses contacts that an account has."""
    slug = None if form.apply_to is None else form.apply_to.strip().lower()
    async with services.database.reading() as connection:
        company_id = None if slug is None else await find_company_id(connection, slug=slug)
        domains = frozenset[str]()
        if company_id is not None:
            domains = await allowed_domains(connection.raw, company_id=company_id)
        taken = await find_taken(connection, email=person.email, phone=person.phone, company_id=company_id)
    if taken:
        raise ContactTakenError(taken)
    if problem := domain_problem(person.email, domains=domains):
        raise ValidationFailedError(errors={"email": problem})
    if slug is not None and company_id is None:
        raise ValidationFailedError(errors={"applyTo": UNKNOWN_COMPANY})
    return company_id


async def _open(
    services: Services,
    person: NewPerson,
    *,
    applies_to: UUID | None,
    password_hash: str,
    is_checked: bool,
    caller: Visit,
) -> OpenedSignup:
    secret = random_token()
    offered = offered_channels(services.settings, context=FlowContext.SIGNUP, phone_is_verified=False)
    async with services.database.unit_of_work() as unit:
        flow_id = await open_signup_flow(
            unit.connection,
            person,
            secret=secret,
            handle=uuid4(),
            channel=offered[0],
            password_hash=password_hash,
            applies_to=applies_to,
            address=caller.address,
        )
        if caller.flow_secret is not None:
            announce_ended_flows(services, unit, await end_flow(unit.connection, secret=caller.flow_secret))
        flow = await reread_flow(unit.connection, flow_id=flow_id)
        await send_flow_code(services, unit, flow, channel=offered[0], needs_robot_check=not is_checked)
        return OpenedSignup(flow=await reread_flow(unit.connection, flow_id=flow_id), secret=secret)
