"""Read a person's details as typed, each by its rule: for the form of a new account, edits and the caller's own."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple, TypeAlias

from server.platform.configuration.settings import Settings
from server.platform.process.clock import utc_now
from server.vocabulary.person_fields import (
    BAD_BIRTH,
    BAD_GENDER,
    LONGEST_LOCATION,
    SHORT_LOCATION,
    SHORTEST_LOCATION,
    age_problem,
    name_problem,
    phone_problem,
)
from server.vocabulary.phones import normalize_phone
from server.vocabulary.profiles import Gender
from server.vocabulary.visible_text import text_problem, tidy

NO_BIRTH: Final = "Date of birth is required"
NO_GENDER: Final = "Gender is required"
NO_LOCATION: Final = "Work location is required"
LONG_LOCATION: Final = f"Work location must be at most {LONGEST_LOCATION} characters"

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}").fullmatch


@dataclass(frozen=True, kw_only=True)
class DetailRules:
    """What the rules depend on."""

    this_year: int
    minimum_age: int
    phone_region: str

    @classmethod
    def from_settings(cls, settings: Settings) -> "DetailRules":
        return cls(
            this_year=utc_now().year,
            minimum_age=settings.minimum_age_single,
            phone_region=settings.phone_region,
        )


class Details(NamedTuple):
    """By field as sent: what will be stored, where it is right, and what is wrong with it."""

    values: dict[str, str]
    errors: dict[str, str]


_Read: TypeAlias = tuple[str | None, str | None]


def read_details(typed: Mapping[str, str], *, rules: DetailRules) -> Details:
    """Read those fields that are given: fullName, phone, dateOfBirth, gender and workLocation."""
    values, errors = dict[str, str](), dict[str, str]()
    for name, text in typed.items():
        value, problem = _READERS[name](text, rules)
        if problem is not None:
            errors[name] = problem
        elif value is not None:
            values[name] = value
    return Details(values, errors)


def _name(typed: str, _rules: DetailRules) -> _Read:
    return tidy(typed), name_problem(typed)


def _phone(typed: str, rules: DetailRules) -> _Read:
    phone = normalize_phone(typed, region=rules.phone_region)
    return phone, phone_problem(typed, read=phone)


def _birth(typed: str, rules: DetailRules) -> _Read:
    if not typed.strip():
        return None, NO_BIRTH
    try:
        born = date.fromisoformat(typed.strip()) if _DATE(typed.strip()) else None
    except ValueError:
        born = None
    if born is None:
        return None, BAD_BIRTH
    return born.isoformat(), age_problem(born, this_year=rules.this_year, minimum=rules.minimum_age)


def _gender(typed: str, _rules: DetailRules) -> _Read:
    try:
        return Gender(typed.strip()).value, None
    except ValueError:
        return None, BAD_GENDER if typed.strip() else NO_GENDER


def _location(typed: str, _rules: DetailRules) -> _Read:
    location = tidy(typed)
    if not location:
        return None, NO_LOCATION
    if len(location) < SHORTEST_LOCATION:
        return None, SHORT_LOCATION
    return location, LONG_LOCATION if len(location) > LONGEST_LOCATION else text_problem(typed)


_READERS: Final[Mapping[str, Callable[[str, DetailRules], _Read]]] = {
    "fullName": _name,
    "phone": _phone,
    "dateOfBirth": _birth,
    "gender": _gender,
    "workLocation": _location,
}
