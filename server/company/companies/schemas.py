"""What a Super Admin chooses for the company."""

import re
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool, StrictInt

from server.platform.configuration.load_settings import read_url
from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import LONGEST_FIELD, RequestSchema, ResponseSchema, only_if, refuse_blank
from server.vocabulary.languages import Language
from server.vocabulary.phones import REGIONS
from server.vocabulary.placement import PlacementPolicy
from server.vocabulary.visible_text import company_name_problem, label_problem, text_problem, tidy


class Industry(OpenEnum):
    """The choices of a company, in the order in which they are shown."""

    EDUCATION = "Education"
    TECHNOLOGY = "Technology"
    HEALTHCARE = "Healthcare"
    FINANCE = "Finance"
    MANUFACTURING = "Manufacturing"
    RETAIL = "Retail"
    FASHION = "Fashion"
    CONSTRUCTION = "Construction"
    IT = "IT"
    FOOD_AND_BEVERAGE = "Food and Beverage"
    CONSULTING = "Consulting"
    NON_PROFIT = "Non-Profit"
    GOVERNMENT = "Government"
    OTHER = "Other"


LONGEST_COMPANY_NAME: Final = 200
LONG_COMPANY_NAME: Final = f"Company name must be at most {LONGEST_COMPANY_NAME} characters"
LONGEST_LOCATION: Final = 200
# 100 KB in base64.
LONGEST_LOGO: Final = 140_000


def _company_name(value: str) -> str:
    name = tidy(value)
    problem = LONG_COMPANY_NAME if len(name) > LONGEST_COMPANY_NAME else company_name_problem(value)
    if problem is not None:
        raise ValueError(problem)
    return name


CompanyName = Annotated[
    str, BeforeValidator(refuse_blank), Field(max_length=LONGEST_FIELD), AfterValidator(_company_name)
]
Region = Annotated[str, Field(max_length=2), only_if(REGIONS.__contains__, "Choose a country of the list")]

# A continent or an ocean, and a city: names such as `localtime` and `posixrules` are files of this machine.
_BY_CITY: Final = re.compile(
    r"(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)(?:/[A-Za-z0-9_+-]+){1,2}"
).fullmatch


def _time_zone(value: str) -> str:
    try:
        if _BY_CITY(value):
            return ZoneInfo(value).key
    except (ZoneInfoNotFoundError, OSError, ValueError):
        pass
    raise ValueError("Choose a time zone by its city, such as Asia/Kolkata")


def _location(value: str) -> str:
    """An empty one is none."""
    text = tidy(value)
    problem = f"Work location must be at most {LONGEST_LOCATION} characters" if len(text) > LONGEST_LOCATION else None
    if len(text) == 1:
        problem = "Work location must be at least 2 characters"
    if problem := problem or label_problem(text):
        raise ValueError(problem)
    return text


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


Website = Annotated[Annotated[str, Field(max_length=2_000)] | None, AfterValidator(_website)]


class CompanySettings(ResponseSchema):
    name: str
    industry: Industry
    website: str | None
    region: str = Field(description="the country by which dates and numbers are written: IN")
    time_zone: str = Field(description="by its city: Asia/Kolkata")
    language: Language = Field(description="that of mails to people who have none of their own, as invited people")
    default_work_location: str | None = Field(description="what a form of a new person begins with")
    invitation_reminder: bool = Field(description="whether invited people who have not logged in are reminded once")
    sync_threshold: int = Field(
        description="the per cent of a scope up to which an import deactivates missing people without their number"
    )
    found_by_name: bool = Field(
        description="whether learners find the company by its name, once the operator has verified it under this"
    )
    attendance_threshold: int = Field(description="the per cent of its sessions that a person of a batch has to attend")
    attendance_days: int | None = Field(
        description="within how many days of a batch, counted from its first; null: in all of it"
    )
    attendance_kept_months: int = Field(
        description="for how many months notes of marks and their history are kept; marks are kept longer"
    )
    interviews_kept_months: int = Field(
        description="for how many months notes of interviews and their history are kept; marks are kept longer"
    )
    trainers_move_stages: bool = Field(description="whether trainers move people of their batches between open stages")
    mail_stage_changes: bool = Field(
        description="whether people, at most 500 at once, get a mail when their stage has another public name"
    )
    placement_policy: PlacementPolicy = Field(
        description="how many offers a person may accept: any number, one, one and then one of a higher tier, or `most`"
    )
    placement_most: int = Field(description="how many offers a person may hold under the policy `most`")
    placement_staff_see_all: bool = Field(
        description="whether placement staff see all openings; else those that they are put on"
    )
    placement_kept_months: int = Field(
        description="for how many months reasons and facts of candidates are kept; states are kept longer"
    )


class CompanyRecord(CompanySettings):
    logo: str | None = Field(description="the image as a data: URL")
    shows_logo: bool = Field(
        description="whether the operator has verified the company under its name: its mails show the logo only then"
    )
    regions: list[str] = Field(description="the countries that can be chosen")


class CompanySettingsRequest(RequestSchema):
    """What is missing or null stays as it is; an empty work location or website is removed."""

    name: CompanyName | None = None
    industry: Industry | None = None
    website: Annotated[str, Field(max_length=2_000), AfterValidator(lambda text: _website(text) or "")] | None = None
    region: Region | None = None
    time_zone: Annotated[str, Field(max_length=60), AfterValidator(_time_zone)] | None = None
    language: Language | None = None
    default_work_location: Annotated[str, Field(max_length=LONGEST_FIELD), AfterValidator(_location)] | None = None
    invitation_reminder: StrictBool | None = None
    sync_threshold: Annotated[StrictInt, Field(ge=0, le=100)] | None = None
    found_by_name: StrictBool | None = None
    attendance_threshold: Annotated[StrictInt, Field(ge=1, le=100)] | None = None
    attendance_days: Annotated[StrictInt, Field(ge=1, le=365)] | Literal[""] | None = None
    attendance_kept_months: Annotated[StrictInt, Field(ge=1, le=120)] | None = None
    interviews_kept_months: Annotated[StrictInt, Field(ge=1, le=120)] | None = None
    trainers_move_stages: StrictBool | None = None
    mail_stage_changes: StrictBool | None = None
    placement_policy: PlacementPolicy | None = None
    placement_most: Annotated[StrictInt, Field(ge=1, le=20)] | None = None
    placement_staff_see_all: StrictBool | None = None
    placement_kept_months: Annotated[StrictInt, Field(ge=1, le=120)] | None = None


class LogoRequest(RequestSchema):
    """A PNG, JPEG or WebP image of at most 100 KB, in base64."""

    content: Annotated[str, Field(min_length=1, max_length=LONGEST_LOGO)]
