"""The fields of a person, declared once: schemas, forms, files, filters, history, export and erasure follow from them.

Code that means several fields asks the lists at the end; it names a field only where a rule is about that one.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from pydantic.alias_generators import to_snake

from server.vocabulary.emails import normalize_new_email, refusal_of_email
from server.vocabulary.identifiers import BAD_CODE, normalize_code
from server.vocabulary.misplaced import misplaced, name_problem
from server.vocabulary.phones import mask_phone, normalize_phone
from server.vocabulary.profiles import Gender, Profile, Role
from server.vocabulary.visible_text import text_problem, tidy

# A field's value as JSON has it: dates are ISO 8601.
Value: TypeAlias = str | bool | None

LONGEST_TEXT: Final = 200
OLDEST: Final = 120
_HIDDEN: Final = "***"


class Kind(StrEnum):
    """What the values of a field are, by which they are read and checked. One of a CHOICE is of its `choices`."""

    NAME = "name"
    EMAIL = "email"
    PHONE = "phone"
    CODE = "code"
    BIRTH = "birth"
    CHOICE = "choice"
    TEXT = "text"
    FLAG = "flag"


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a person. `name` is the one on the wire, of which its column follows.

    `headings` are those of real lists of colleges and training centres, in English and Hindi, without marks and case
    and without what stands in brackets. `is_required`: new people need one; `is_nullable`: some accounts have none.
    """

    name: str
    label: str
    kind: Kind
    headings: str = ""
    description: str | None = None
    choices: type[Gender | Profile | Role] | None = None
    invalid: str = ""
    shortest: int = 1
    is_required: bool = True
    is_nullable: bool = True
    # Files of people may have it, and change that of an account.
    in_files: bool = True
    changed_by_files: bool = True
    # Its values are shared by many and tell nothing of a single person: what files mean by them is kept.
    is_shared: bool = False
    # People are filtered by it; it is changed of many at once; the account's owner may change it.
    in_filters: bool = False
    in_bulk: bool = False
    is_own: bool = False
    # What the audit trail shows of a value: a reader needs to know that a phone has changed, not what it is.
    masked: Callable[[str], str] | None = None

    @cached_property
    def column(self) -> str:
        return to_snake(self.name)

    @property
    def missing(self) -> str:
        return f"{self.label} is required"

    @property
    def too_short(self) -> str:
        return f"{self.label} must be at least {self.shortest} characters"

    @property
    def wrong(self) -> str:
        """The sentence for a text that is no value of the field."""
        return self.invalid or f"Invalid {self.label.lower()}"


FIELDS: Final = (
    Field(
        name="fullName",
        label="Full name",
        kind=Kind.NAME,
        is_nullable=False,
        is_own=True,
        headings=(
            "full name, name, student name, name of student, name of the student, students name, candidate name, "
            "name of candidate, name of the candidate, trainee name, name of trainee, name of the trainee, "
            "learner name, participant name, name of participant, employee name, applicant name, person name, "
            "display name, complete name, name in full, name as per aadhaar, name as per aadhar, name as per "
            "marksheet, नाम, पूरा नाम, छात्र का नाम, छात्रा का नाम, विद्यार्थी का नाम, प्रशिक्षु का नाम, अभ्यर्थी "
            "का नाम, उम्मीदवार का नाम"
        ),
    ),
    Field(
        name="email",
        label="Email",
        kind=Kind.EMAIL,
        description="null where the person has none",
        changed_by_files=False,
        headings=(
            "email, e mail, email id, e mail id, emailid, mail, mail id, mailid, email address, e mail address, "
            "student email, student email id, official email, official email id, personal email, personal email "
            "id, gmail, gmail id, contact email, ईमेल, ई मेल, ईमेल आईडी, ई मेल आईडी, ईमेल पता"
        ),
    ),
    Field(
        name="code",
        label="Code",
        kind=Kind.CODE,
        description="what the company gave: a roll number, say",
        is_required=False,
        in_files=False,
    ),
    Field(
        name="phone",
        label="Phone",
        kind=Kind.PHONE,
        is_nullable=False,
        is_own=True,
        masked=mask_phone,
        headings=(
            "phone, phone no, phone number, phone num, mobile, mobile no, mobile number, mobile num, mob, mob no, "
            "mob number, cell, cell no, cell number, contact, contact no, contact number, contact num, telephone, "
            "telephone no, tel, tel no, ph, ph no, student mobile, student mobile no, student mobile number, "
            "student contact no, student phone, mobile phone, cell phone, "
            "whatsapp, whatsapp no, whatsapp number, फोन, फ़ोन, फोन नंबर, फ़ोन "
            "नंबर, मोबाइल, मोबाइल नंबर, मोबाइल न, मोबाइल संख्या, संपर्क नंबर, दूरभाष"
        ),
    ),
    Field(
        name="dateOfBirth",
        label="Date of birth",
        kind=Kind.BIRTH,
        invalid="Invalid date of birth format",
        changed_by_files=False,
        masked=lambda _: _HIDDEN,
        headings=(
            "date of birth, dob, d o b, birth date, birthdate, birth day, birthday, born, born on, date birth, "
            "student dob, जन्म तिथि, जन्मतिथि, जन्म तारीख, जन्म दिनांक, जन्मदिन"
        ),
    ),
    Field(
        name="gender",
        label="Gender",
        kind=Kind.CHOICE,
        choices=Gender,
        invalid="Invalid gender (must be: Male, Female, Other, or Prefer not to say)",
        changed_by_files=False,
        is_shared=True,
        masked=lambda _: _HIDDEN,
        headings="gender, sex, m f, male female, gender m f, लिंग, जेंडर",
    ),
    Field(
        name="workLocation",
        label="Work location",
        kind=Kind.TEXT,
        shortest=2,
        is_shared=True,
        in_filters=True,
        in_bulk=True,
        headings=(
            "work location, location, centre, center, training centre, training center, centre name, center name, "
            "name of centre, name of center, branch, branch name, campus, campus name, city, place, work place, "
            "workplace, office, office location, job location, "
            "current city, current location, town, district, स्थान, केंद्र, केन्द्र, प्रशिक्षण "
            "केंद्र, प्रशिक्षण केन्द्र, शहर, शाखा, जिला, ज़िला"
        ),
    ),
    Field(
        name="role",
        label="Role",
        kind=Kind.CHOICE,
        choices=Role,
        is_nullable=False,
        is_shared=True,
        in_filters=True,
        in_bulk=True,
        headings="role, designation, position, job role, user role, job title, भूमिका, पद, पदनाम",
    ),
    Field(
        name="profile",
        label="Profile",
        kind=Kind.CHOICE,
        choices=Profile,
        is_shared=True,
        in_filters=True,
        in_bulk=True,
        headings=("profile, user profile, user type, profile type, type of user, account type, प्रोफाइल, प्रोफ़ाइल"),
    ),
    Field(name="isActive", label="Access", kind=Kind.FLAG, is_required=False, is_nullable=False, in_files=False),
)
FIELD: Final[Mapping[str, Field]] = {field.name: field for field in FIELDS}
# What gives rights, and is judged by the permission matrix.
POSITION: Final = frozenset({"role", "profile"})
# An account's email is changed by a confirmation of its own.
CHANGEABLE: Final = tuple(field for field in FIELDS if field.kind is not Kind.EMAIL)
TYPED: Final = tuple(field for field in FIELDS if field.kind is not Kind.FLAG)
FILE_FIELDS: Final = tuple(field for field in FIELDS if field.in_files)
REQUIRED_IN_FILES: Final = tuple(field.name for field in FILE_FIELDS if field.is_required)
FILTER_FIELDS: Final = tuple(field for field in FIELDS if field.in_filters)
BULK_FIELDS: Final = tuple(field for field in FIELDS if field.in_bulk)
SHARED: Final = frozenset(field.name for field in FIELDS if field.is_shared)

# A column of files that is no field: the batches that the person of a row is put into.
BATCH: Final = "batch"
BATCH_HEADINGS: Final = (
    "batch name, name of batch, name of the batch, batch no, batch number, batch code, batch id, training "
    "batch, student batch, trainee batch, intake, intake name, intake batch, cohort, cohort name, बैच, "
    "बैच का नाम, बैच नाम, बैच संख्या, बैच नंबर"
)

BAD_EMAIL: Final = "Please enter a valid email address"
DOMAIN_NOT_ALLOWED: Final = "The company allows emails of its own domains only, and this is not one of them"
BAD_PHONE: Final = "Please enter a valid phone number"
INVALID_ROLE: Final = FIELD["role"].wrong
NO_PASSWORD: Final = "Password is required"  # noqa: S105 - a sentence

_is_day: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}").fullmatch


@dataclass(frozen=True, kw_only=True)
class FieldRules:
    """What the rules of typed fields depend on. `domains` are those that the company allows for emails; empty: any."""

    this_year: int
    minimum_age: int
    phone_region: str
    domains: Collection[str] = ()


class TypedFields(NamedTuple):
    """The values that will be stored and the problems of the others, by field."""

    values: dict[str, str | None]
    errors: dict[str, str]


_Read: TypeAlias = tuple[str | None, str | None]


def read_typed(typed: Mapping[str, str], *, rules: FieldRules) -> TypedFields:
    """Read the fields that a form gives, each by its kind; an empty text is none."""
    values, errors = dict[str, str | None](), dict[str, str]()
    for name, text in typed.items():
        field = FIELD[name]
        value, problem = _READERS[field.kind](field, text, rules) if text.strip() else (None, None)
        if value is None and problem is None and field.is_required:
            problem = field.missing
        if problem is not None:
            errors[name] = problem
        else:
            values[name] = value
    return TypedFields(values, errors)


def read_choice(field: Field, typed: str) -> str | None:
    """The constant that was typed; None where it is none of the field's."""
    constants = () if field.choices is None else tuple(map(str, field.choices))
    return typed.strip() if typed.strip() in constants else None


def domain_problem(email: str, *, domains: Collection[str]) -> str | None:
    """The error of an email of another domain than those that its company allows; without any it allows all."""
    return DOMAIN_NOT_ALLOWED if domains and domain_of(email) not in domains else None


def domain_of(email: str) -> str:
    return email.rpartition("@")[2]


def age_problem(born: date, *, this_year: int, minimum: int) -> str | None:
    """The error of a birth year; only years are compared, so a person who reaches the age this year is old enough."""
    age = this_year - born.year
    if age > OLDEST:
        return f"Check the year {born.year}: no person is older than {OLDEST}"
    return f"User must be at least {minimum} years old" if age < minimum else None


def _too_long(field: Field, text: str) -> str | None:
    return f"{field.label} must be at most {LONGEST_TEXT} characters" if len(text) > LONGEST_TEXT else None


def _name(field: Field, typed: str, _rules: FieldRules) -> _Read:
    full_name = tidy(typed)
    return full_name, _too_long(field, full_name) or name_problem(typed)


def _email(_field: Field, typed: str, rules: FieldRules) -> _Read:
    email = normalize_new_email(typed)
    if email is None:
        return None, refusal_of_email(typed) or BAD_EMAIL
    return email, domain_problem(email, domains=rules.domains)


def _phone(_field: Field, typed: str, rules: FieldRules) -> _Read:
    phone = normalize_phone(typed, region=rules.phone_region)
    return phone, BAD_PHONE if phone is None else None


def _code(_field: Field, typed: str, _rules: FieldRules) -> _Read:
    code = normalize_code(typed)
    return code, BAD_CODE if code is None else None


def _birth(field: Field, typed: str, rules: FieldRules) -> _Read:
    try:
        born = date.fromisoformat(typed.strip()) if _is_day(typed.strip()) else None
    except ValueError:
        born = None
    if born is None:
        return None, field.wrong
    return born.isoformat(), age_problem(born, this_year=rules.this_year, minimum=rules.minimum_age)


def _choice(field: Field, typed: str, _rules: FieldRules) -> _Read:
    constant = read_choice(field, typed)
    return constant, field.wrong if constant is None else None


def _text(field: Field, typed: str, _rules: FieldRules) -> _Read:
    text = tidy(typed)
    if text and len(text) < field.shortest:
        return None, field.too_short
    return text or None, _too_long(field, text) or (
        text_problem(typed) or misplaced(text, label=field.label) if text else None
    )


_READERS: Final[Mapping[Kind, Callable[[Field, str, FieldRules], _Read]]] = {
    Kind.NAME: _name,
    Kind.EMAIL: _email,
    Kind.PHONE: _phone,
    Kind.CODE: _code,
    Kind.BIRTH: _birth,
    Kind.CHOICE: _choice,
    Kind.TEXT: _text,
}
