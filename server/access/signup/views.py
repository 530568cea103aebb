"""Calls of a sign-up."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, Field
from quart import Blueprint

from server.access.flows.flow import CodeAnswer, NextStep
from server.access.robot_check.checks import RobotCheckFailedError
from server.access.sessions.start_session import CompleteAnswer, complete_answer
from server.access.signup.sign_up import RegisterRequest, is_free, name_company, register_company, register_person
from server.company.companies.create_company import Industry, NewCompany
from server.company.companies.schemas import CompanyName
from server.platform.configuration.load_settings import read_url
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
from server.vocabulary.visible_text import text_problem

routes = Routes(Blueprint("signup", __name__, url_prefix="/signup"), "Sign-up")


def _website(value: str | None) -> str | None:
    """Null when blank; a page's address, and no script's."""
    text = (value or "").strip()
    if text and (text_problem(text) or not _is_web_address(text)):
        raise ValueError("Please enter a valid website address that starts with http:// or https://")
    return text or None


def _is_web_address(text: str) -> bool:
    parts = read_url(text)
    has_host = bool(parts.hostname) and parts.username is None and parts.port != 0
    return parts.scheme in {"http", "https"} and has_host and not any(map(str.isspace, text))


def _plus_for_space(value: Any) -> Any:  # noqa: ANN401 - pydantic's raw input
    """A plus that was not escaped arrives as a space."""
    return "+" + value[1:] if isinstance(value, str) and value.startswith(" ") else value


class CompleteSignupRequest(RequestSchema):
    user_id: UUID
    company_name: CompanyName
    industry: Annotated[Industry, BeforeValidator(refuse_blank)]
    company_website: Annotated[Annotated[str, Field(max_length=2_000)] | None, AfterValidator(_website)] = None


class EmailQuery(QuerySchema):
    email: str = Field(max_length=LONGEST_EMAIL)


class PhoneQuery(QuerySchema):
    phone: Annotated[str, BeforeValidator(_plus_for_space), Field(max_length=LONGEST_FIELD)]


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
    """`company_name` is that of a company which the operator has verified, else null: any name could be a lure."""

    company_name: str | None


@routes.get("/companies/<slug>", public=True, limit=120)
async def read_company(slug: str) -> AppliedCompany:
    """The name of the company that an apply link leads to. Unknown and unverified companies answer alike."""
    return AppliedCompany(company_name=await name_company(current_services(), slug=slug[:LONGEST_FIELD].lower()))
