"""The first step of a sign-up: it stores a flow and the form, and reserves nothing."""

from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import Field

from server.access.flows.flow import FlowContext, OpenedFlow, offered_channels
from server.access.flows.own_flow import end_former_flow, reread_flow
from server.access.flows.repository import NewPerson, open_signup_flow
from server.access.flows.send_code import send_flow_code
from server.access.policies.repository import allowed_domains
from server.access.robot_check.checks import LONGEST_ROBOT_CHECK, pass_robot_check
from server.company.companies.repository import find_company_id
from server.people.account.account_repository import find_taken
from server.people.account.account_rules import field_rules
from server.people.account.errors import ContactTakenError
from server.platform.configuration.settings import Settings
from server.platform.errors import ValidationFailedError
from server.platform.process.crypto import random_token
from server.platform.schemas import LONGEST_EMAIL, LONGEST_FIELD, RequestSchema, TypedPassword
from server.platform.services import Services, Visit
from server.vocabulary.fields import NO_PASSWORD, domain_problem, read_typed
from server.vocabulary.password_policy import password_problem
from server.vocabulary.visible_text import tidy

# The share of hashing of all sign-ups without a robot check: from however many networks they come, they take one turn.
UNCHECKED: Final = "sign-ups without a robot check"
UNKNOWN_COMPANY: Final = "This company is not known here. Please check the link that you were given."


class RegisterRequest(RequestSchema):
    """`applyTo` is the slug of the company that an applicant applies to; the founder of a company sends none."""

    full_name: str = Field(max_length=LONGEST_FIELD)
    email: str = Field(max_length=LONGEST_EMAIL)
    phone: str = Field(max_length=LONGEST_FIELD)
    password: TypedPassword
    recaptcha_token: Annotated[str, Field(max_length=LONGEST_ROBOT_CHECK)] | None = None
    apply_to: Annotated[str, Field(max_length=LONGEST_FIELD)] | None = None


async def register_person(visit: Visit, form: RegisterRequest) -> OpenedFlow:
    """Open the flow of a sign-up, and send its first code.

    Raises:
        ValidationFailedError: fields are wrong, or the company that is applied to does not exist.
        RobotCheckFailedError: one was given and is no good, or so many codes are sent only to those who pass one.
        ContactTakenError: an account has this email or phone.
        SendQuotaReachedError: the network that asks has to wait for its next minute.
    """
    services = visit.services
    person = _read_form(form, settings=services.settings)
    is_checked = await pass_robot_check(services, form.recaptcha_token or None, address=visit.address)
    slug = None if form.apply_to is None else form.apply_to.strip().lower()
    applies_to = await _find_company(services, person, slug=slug)
    if problem := await services.password_range.find_problem(form.password):
        raise ValidationFailedError(errors={"password": problem})
    password_hash = await services.passwords.hash(form.password, share=visit.network if is_checked else UNCHECKED)
    secret = random_token()
    channel = offered_channels(services.settings, context=FlowContext.SIGNUP, phone_is_verified=False)[0]
    async with visit.unit_of_work() as unit:
        flow_id = await open_signup_flow(
            unit.connection,
            person,
            secret=secret,
            channel=channel,
            password_hash=password_hash,
            applies_to=applies_to,
            address=visit.address,
        )
        await end_former_flow(unit)
        flow = await reread_flow(unit.connection, flow_id=flow_id)
        await send_flow_code(unit, flow, channel=channel, needs_robot_check=not is_checked)
        return OpenedFlow(flow=await reread_flow(unit.connection, flow_id=flow_id), secret=secret)


async def is_free(services: Services, field: Literal["email", "phone"], typed: str) -> bool:
    """Return whether no account has this email or phone. Raises ValidationFailedError for what is none."""
    values, errors = read_typed({field: typed}, rules=field_rules(services.settings))
    if errors:
        raise ValidationFailedError(errors=errors)
    async with services.database.reading() as connection:
        return not await find_taken(connection, email=values.get("email"), phone=values.get("phone"))


def _read_form(form: RegisterRequest, *, settings: Settings) -> NewPerson:
    """Raises ValidationFailedError with a message for every field that is wrong."""
    typed = {"fullName": form.full_name, "email": form.email, "phone": form.phone}
    values, errors = read_typed(typed, rules=field_rules(settings))
    name, email = tidy(form.full_name), values.get("email") or form.email
    problem = password_problem(form.password, full_name=name, email=email) if form.password else NO_PASSWORD
    if problem is not None:
        errors["password"] = problem
    if errors:
        raise ValidationFailedError(errors=errors)
    return NewPerson(full_name=name, email=email, phone=str(values["phone"]))


async def _find_company(services: Services, person: NewPerson, *, slug: str | None) -> UUID | None:
    """Find the company that is applied to; contacts that an account has are refused."""
    async with services.database.reading() as connection:
        company_id = None if slug is None else await find_company_id(connection, slug=slug)
        domains = frozenset[str]()
        if company_id is not None:
            domains = await allowed_domains(connection, company_id=company_id)
        taken = await find_taken(connection, email=person.email, phone=person.phone, company_id=company_id)
    if taken:
        raise ContactTakenError(taken)
    if problem := domain_problem(person.email, domains=domains):
        raise ValidationFailedError(errors={"email": problem})
    if slug is not None and company_id is None:
        raise ValidationFailedError(errors={"applyTo": UNKNOWN_COMPANY})
    return company_id
