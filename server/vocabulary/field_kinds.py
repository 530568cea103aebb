"""What a field of a person is: its kind, and how a text of each kind is read."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Final, TypeAlias

from pydantic.alias_generators import to_snake

from server.vocabulary.emails import normalize_new_email, refusal_of_email
from server.vocabulary.identifiers import BAD_CODE, normalize_code
from server.vocabulary.misplaced import misplaced, name_problem
from server.vocabulary.phones import normalize_phone
from server.vocabulary.profiles import Gender, Profile, Role
from server.vocabulary.visible_text import text_problem, tidy

# A field's value as JSON has it: dates are ISO 8601. Numbers and lists of them are values of a company's own fields.
Value: TypeAlias = str | bool | int | float | list[int] | None

LONGEST_TEXT: Final = 200
OLDEST: Final = 120


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
    # One that a company has made, which reads its values itself: see own_fields.
    OWN = "own"


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
    def absent(self) -> str:
        """What a file is told, where a form is told `missing`."""
        return f"Missing {self.label.lower()}"

    @property
    def too_short(self) -> str:
        return f"{self.label} must be at least {self.shortest} characters"

    @property
    def wrong(self) -> str:
        """The sentence for a text that is no value of the field."""
        return self.invalid or f"Invalid {self.label.lower()}"


BAD_EMAIL: Final = "Please enter a valid email address"
DOMAIN_NOT_ALLOWED: Final = "The company allows emails of its own domains only, and this is not one of them"
BAD_PHONE: Final = "Please enter a valid phone number"

_is_day: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}").fullmatch


@dataclass(frozen=True, kw_only=True)
class FieldRules:
    """What the rules of typed fields depend on. `domains` are those that the company allows for emails; empty: any."""

    this_year: int
    minimum_age: int
    phone_region: str
    domains: Collection[str] = ()


# The value that will be stored, and the problem of another text.
_Read: TypeAlias = tuple[str | None, str | None]


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


def read_text(field: Field, text: str, *, rules: FieldRules) -> _Read:
    """Read a text by the kind of its field; an empty one is none."""
    value, problem = _READERS[field.kind](field, text, rules) if text.strip() else (None, None)
    if value is None and problem is None and field.is_required:
        problem = field.missing
    return value, problem
