"""Calls of a sign-up."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import BeforeValidator, Field
from quart import Blueprint

from server.access.flows.flow import CodeAnswer, NextStep
from server.access.robot_check.checks import RobotCheckFailedError
from server.access.sessions.start_session import CompleteAnswer, complete_answer
from server.access.signup.sign_up import (
    RegisterRequest,
    find_institute,
    find_institutes,
    is_free,
    register_company,
    register_person,
    takes_applications,
)
from server.company.companies.create_company import NewCompany
from server.company.companies.logo import logo_path
from server.company.companies.schemas import LONGEST_COMPANY_NAME, CompanyName, Industry, Website
from server.platform.configuration.settings import RobotCheckKind
from server.platform.errors import TooManyRequestsError
from server.platform.http.authentication import Routes, current_services, current_visit, spend
from server.platform.http.costly import ALL_UNCHECKED_SIGN_UPS, UNCHECKED_SIGN_UPS, costly
from server.platform.http.secret_cookies import DEVICE_COOKIE, FLOW_COOKIE
from server.platform.schemas import (
    LONGEST_EMAIL,
    LONGEST_FIELD,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    refuse_blank,
)
from server.vocabulary.emails import likely_meant, normalize_new_email
from server.vocabulary.languages import SOURCE_LANGUAGE

routes = Routes(Blueprint("signup", __name__, url_prefix="/signup"), "Sign-up")


def _plus_for_space(value: Any) -> Any:  # noqa: ANN401 - pydantic's raw input
    """A plus that was not escaped arrives as a space."""
    return "+" + value[1:] if isinstance(value, str) and value.startswith(" ") else value


class CompleteSignupRequest(RequestSchema):
    user_id: UUID
    company_name: CompanyName
    industry: Annotated[Industry, BeforeValidator(refuse_blank)]
    company_website: Website = None


class EmailQuery(QuerySchema):
    email: str = Field(max_length=LONGEST_EMAIL)


class PhoneQuery(QuerySchema):
    phone: Annotated[str, BeforeValidator(_plus_for_space), Field(max_length=LONGEST_FIELD)]


class NameQuery(QuerySchema):
    name: str = Field(max_length=LONGEST_COMPANY_NAME)


class RegisterAnswer(CodeAnswer):
    """`userId` is the flow's own; there is no user yet."""

    user_id: UUID
    next_step: NextStep


class AvailabilityAnswer(ResponseSchema):
    available: bool


class EmailAnswer(AvailabilityAnswer):
    did_you_mean: str | None = Field(
        description="the address that was probably meant, where its domain looks misspelt; else null"
    )


@routes.post("/register", public=True, limit=costly)
async def register(data: RegisterRequest) -> RegisterAnswer:
    """Begin a sign-up and send its first code. No account is made yet."""
    services = current_services()
    if not data.recaptcha_token and services.robot_check.kind is not RobotCheckKind.OFF:
        await _spend_unchecked()
    opened = await register_person(current_visit(), data)
    FLOW_COOKIE.send(opened.secret)
    return RegisterAnswer.of(opened.flow, settings=services.settings)


async def _spend_unchecked() -> None:
    """Raises RobotCheckFailedError: the check lifts these limits, so it is asked for instead of a refusal."""
    try:
        await spend(UNCHECKED_SIGN_UPS)
        await spend(ALL_UNCHECKED_SIGN_UPS, key="all")
    except TooManyRequestsError:
        raise RobotCheckFailedError from None


@routes.post("/complete", public=True, limit=300)
async def complete_signup(data: CompleteSignupRequest) -> CompleteAnswer:
    """Register the company of a verified sign-up, and sign in as its Super Admin. It can be done once."""
    visit = current_visit()
    company = NewCompany(
        name=data.company_name,
        industry=data.industry,
        website=data.company_website,
        language=visit.language or SOURCE_LANGUAGE,
    )
    signed_in = await register_company(visit, company, handle=data.user_id)
    FLOW_COOKIE.forget()
    if signed_in.device_secret is not None:
        DEVICE_COOKIE.send(signed_in.device_secret)
    return complete_answer(signed_in)


@routes.get("/check-email", public=True, limit=40)
async def check_email(query_args: EmailQuery) -> EmailAnswer:
    """Say whether this email is available, and whether it looks misspelt."""
    is_available = await is_free(current_services(), "email", query_args.email)
    email = normalize_new_email(query_args.email)
    return EmailAnswer(available=is_available, did_you_mean=None if email is None else likely_meant(email))


@routes.get("/check-phone", public=True, limit=40)
async def check_phone(query_args: PhoneQuery) -> AvailabilityAnswer:
    """Say whether this phone number is available."""
    return AvailabilityAnswer(available=await is_free(current_services(), "phone", query_args.phone))


class AppliedCompany(ResponseSchema):
    """Name and logo are those of a company which the operator has verified, else null: any name could be a lure."""

    company_name: str | None
    company_logo: str | None
    takes_applications: bool = Field(description="false where the operator has suspended the company")


@routes.get("/companies/<slug>", public=True, limit=120)
async def read_company(slug: str) -> AppliedCompany:
    """The company that an apply link leads to. Unknown and unverified companies answer alike."""
    services, slug = current_services(), slug[:LONGEST_FIELD].lower()
    name, logo = await find_institute(services, slug) or (None, None)
    # One without a name here is like one that there is not.
    is_open = name is None or await takes_applications(services, slug)
    return AppliedCompany(company_name=name, company_logo=logo, takes_applications=is_open)


class FoundInstitute(ResponseSchema):
    """`/apply/` and the short name is its page for applicants."""

    name: str
    slug: str
    logo: str | None


class FoundInstitutes(ResponseSchema):
    institutes: list[FoundInstitute]


@routes.get("/companies", public=True, limit=120)
async def find_companies(query_args: NameQuery) -> FoundInstitutes:
    """Find at most five companies by the beginning of their name or of a word of it.

    Only verified companies that allow it are named.
    """
    found = await find_institutes(current_services(), query_args.name)
    named = [
        FoundInstitute(name=each.name, slug=each.slug, logo=None if each.logo_id is None else logo_path(each.logo_id))
        for each in found
    ]
    return FoundInstitutes(institutes=named)
