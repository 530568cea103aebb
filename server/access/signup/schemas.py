from typing import Annotated, Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, Field

from server.access.flows.schemas import CodeAnswer
from server.access.flows.steps import NextStep
from server.access.robot_check.schemas import LONGEST_ROBOT_CHECK
from server.company.companies.industries import Industry
from server.platform.schemas import (
    LONGEST_EMAIL,
    LONGEST_FIELD,
    LONGEST_PASSWORD,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    refuse_blank,
)
from server.vocabulary.names import company_name_problem
from server.vocabulary.visible_text import text_problem, tidy

LONGEST_COMPANY_NAME: Final = 200
LONGEST_WEBSITE: Final = 2_000
LONG_COMPANY_NAME: Final = f"Company name must be at most {LONGEST_COMPANY_NAME} characters"
BAD_WEBSITE: Final = "Please enter a valid website address that starts with http:// or https://"


def _company_name(value: str) -> str:
    name = tidy(value)
    problem = LONG_COMPANY_NAME if len(name) > LONGEST_COMPANY_NAME else company_name_problem(value)
    if problem is not None:
        raise ValueError(problem)
    return name


def _website(value: str | None) -> str | None:
    """Null when blank; a page's address, and no script's."""
    text = (value or "").strip()
    if text and (text_problem(text) or not _is_web_address(text)):
        raise ValueError(BAD_WEBSITE)
    return text or None


def _is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    has_host = bool(parts.hostname) and parts.username is None and port != 0
    return parts.scheme in {"http", "https"} and has_host and not any(map(str.isspace, text))


def _plus_for_space(value: Any) -> Any:  # noqa: ANN401 - pydantic's raw input
    """A plus that was not escaped arrives as a space."""
    return "+" + value[1:] if isinstance(value, str) and value.startswith(" ") else value


class RegisterRequest(RequestSchema):
    """`applyTo` is the slug of the company that an applicant applies to; the founder of a company sends none."""

    full_name: str = Field(max_length=LONGEST_FIELD)
    email: str = Field(max_length=LONGEST_EMAIL)
    phone: str = Field(max_length=LONGEST_FIELD)
    password: str = Field(max_length=LONGEST_PASSWORD)
    recaptcha_token: Annotated[str, Field(max_length=LONGEST_ROBOT_CHECK)] | None = None
    apply_to: Annotated[str, Field(max_length=LONGEST_FIELD)] | None = None


class CompleteSignupRequest(RequestSchema):
    user_id: UUID
    company_name: Annotated[
        str, BeforeValidator(refuse_blank), Field(max_length=LONGEST_FIELD), AfterValidator(_company_name)
    ]
    industry: Annotated[Industry, BeforeValidator(refuse_blank)]
    company_website: Annotated[Annotated[str, Field(max_length=LONGEST_WEBSITE)] | None, AfterValidator(_website)] = (
        None
    )


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
