"""The rules of a row. One :class:`RowChecker` checks one file in order, and remembers emails that it has seen."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache, partial
from typing import Final, NamedTuple

from server.people.imports.checking.other_rows import other_than_person
from server.people.imports.files.birth_dates import SHAPES, DateOrder, Readings, read_birth_date
from server.people.imports.files.layout import REQUIRED_HEADERS, Cells
from server.people.imports.states import RowStatus
from server.vocabulary.emails import LOOK_ALIKE, looks_like_another, normalize_new_email
from server.vocabulary.names import person_name_problem
from server.vocabulary.permission_matrix import creation_refusals, role_fits
from server.vocabulary.person_fields import (
    BAD_BIRTH,
    BAD_GENDER,
    LONGEST_NAME,
    SHORT_LOCATION,
    SHORTEST_LOCATION,
    age_problem,
)
from server.vocabulary.phones import normalize_phone
from server.vocabulary.position import INVALID_PROFILE, INVALID_ROLE
from server.vocabulary.profiles import ADMINISTRATORS, Gender, Profile, Role
from server.vocabulary.visible_text import is_plain, text_problem, tidy, without_invisible

DAY_NUMBER: Final = f"{BAD_BIRTH}: this is a spreadsheet's number of a day. Format the column as a date"
TOO_WIDE: Final = "The row has more cells than the header: put quotes around a cell that holds a comma"
NO_EMAIL_OF_ADMINISTRATOR: Final = "Missing email: administrators log in by theirs"
OWN_PHONE_TWICE: Final = "Duplicate phone in file (row {row}): who has no email needs a phone of their own"
OWN_PHONE_TAKEN: Final = "Another person without an email has this phone: add an email, or their own phone"

_SCIENTIFIC: Final = re.compile(r"\+?\d+(?:[.,]\d+)?[eE]\+?\d+").fullmatch
_decimals: Final = re.compile(r"(?<=\d)[.,]0+$").sub
# Days of 1941 to 2036, as a cell shows them that is not formatted as a date.
_DAY_NUMBER: Final = re.compile(r"(?:1[5-9]|[234]\d)\d{3}(?:[.,]0+)?").fullmatch

Problem = tuple[str, str]


class CheckedRow(NamedTuple):
    """The result of the rules for one row.

    Errors and warnings are (field, message), in the order of the columns; `values` are normalised where they
    could be read and as typed where not. `line` is the one of the spreadsheet, `batch` the cell that names batches.
    A tuple, because a file makes 150,000.
    """

    row: int
    values: Cells
    birth_date: date | None
    errors: list[Problem]
    warnings: list[Problem]
    line: int | None
    batch: str = ""

    @property
    def status(self) -> RowStatus:
        if self.errors:
            return RowStatus.INVALID
        return RowStatus.WARNING if self.warnings else RowStatus.VALID


@dataclass(frozen=True, kw_only=True)
class RuleBook:
    """Parameters of the rules: the uploader, the current year, the order of the file's dates (None: unknown)."""

    uploader: Profile | None
    this_year: int
    minimum_age: int
    date_order: DateOrder | None
    phone_region: str
    # A person without an email may have a phone of their own instead.
    email_is_optional: bool = False


@dataclass
class RowChecker:
    """Checks rows in the order of the file; of two equal emails, or phones of people without one, the first is valid.

    `undecided_dates` has dates that mean different days as long as their order is not known: at most one that fits
    both orders (True), and one that fits only one (False).
    """

    book: RuleBook
    undecided_dates: dict[bool, str] = field(default_factory=dict)
    _emails: dict[str, int] = field(default_factory=dict)
    _own_phones: dict[str, int] = field(default_factory=dict)
    _dates: dict[str, tuple[str, date | None, str | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # The same few combinations in nearly every file, and never more than that many in memory.
        self._judge_last_cells = lru_cache(maxsize=4_096)(partial(_judge_last_cells, uploader=self.book.uploader))

    def check(self, row: int, cells: Cells, *, line: int | None = None, too_wide: bool = False) -> CheckedRow:
        name, email, phone, birth, *others = map(str.strip, cells)
        errors: list[Problem] = [("row", TOO_WIDE)] if too_wide else []
        name = self._name(errors, name)
        if email or not (self.book.email_is_optional and phone):
            email = self._email(errors, row, email)
            phone = self._phone(errors, phone)
        else:
            phone = self._own_phone(errors, row, phone)
        birth, birth_date = self._birth(errors, birth)
        others, last_errors, warnings = self._judge_last_cells(tuple(others))
        errors += last_errors
        if not email and self.book.email_is_optional and others[-1] in ADMINISTRATORS and phone:
            errors.append(("email", NO_EMAIL_OF_ADMINISTRATOR))
        if errors and (other := other_than_person(cells, errors)):
            errors = [*errors[:too_wide], ("row", other)]
        return CheckedRow(row, Cells(name, email, phone, birth, *others), birth_date, errors, warnings, line)

    def _name(self, errors: list[Problem], value: str) -> str:
        return _text(errors, "fullName", value, minimum=1, check=person_name_problem)

    def _email(self, errors: list[Problem], row: int, value: str) -> str:
        if not value:
            errors.append(("email", "Missing email"))
            return value
        email = normalize_new_email(value)
        if email is None:
            errors.append(("email", LOOK_ALIKE if looks_like_another(value) else "Invalid email format"))
            return value
        first = self._emails.setdefault(email, row)
        if first != row:
            errors.append(("email", f"Duplicate email in file (row {first})"))
        return email

    def _phone(self, errors: list[Problem], value: str) -> str:
        if not value:
            errors.append(("phone", "Missing phone"))
            return value
        phone = read_phone(value, region=self.book.phone_region)
        if phone is None:
            errors.append(("phone", _phone_message(value)))
            return value
        return phone

    def _own_phone(self, errors: list[Problem], row: int, value: str) -> str:
        """Of a person without an email, who is named by it alone."""
        before = len(errors)
        phone = self._phone(errors, value)
        first = row if len(errors) > before else self._own_phones.setdefault(phone, row)
        if first != row:
            errors.append(("phone", OWN_PHONE_TWICE.format(row=first)))
        return phone

    def _birth(self, errors: list[Problem], value: str) -> tuple[str, date | None]:
        text, born, problem = self._date(value)
        if problem is not None:
            errors.append(("dateOfBirth", problem))
        return text, born

    def _date(self, value: str) -> tuple[str, date | None, str | None]:
        known = self._dates.get(value)
        if known is None:
            known = self._dates[value] = self._read_date(value)
        return known

    def _read_date(self, value: str) -> tuple[str, date | None, str | None]:
        """(stored value, date, error). A date of unknown order is stored as typed."""
        if not value:
            return value, None, "Missing dateOfBirth"
        order, readings = self.book.date_order, read_birth_date(value, this_year=self.book.this_year)
        if order is None and readings.depends_on_order:
            self.undecided_dates.setdefault(all(readings), value)
            # Both orders give the same year, which decides the age.
            return value, None, self._age_problem(next(filter(None, readings)))
        born = readings.by(order or DateOrder.DAY)
        if born is None:
            return value, None, _date_message(value, readings, order)
        return born.isoformat(), born, self._age_problem(born)

    def _age_problem(self, born: date) -> str | None:
        return age_problem(born, this_year=self.book.this_year, minimum=self.book.minimum_age)


def _text(errors: list[Problem], name: str, value: str, *, minimum: int, check: Callable[[str], str | None]) -> str:
    if not value:
        errors.append((name, f"Missing {name}"))
    elif len(value) < minimum:
        errors.append((name, SHORT_LOCATION))
    elif len(value) > LONGEST_NAME:
        errors.append((name, f"{name} must be at most {LONGEST_NAME} characters"))
    elif is_plain(value):
        return value
    elif problem := check(value):
        errors.append((name, problem))
    else:
        return tidy(value)
    return value


def _date_message(value: str, readings: Readings, order: DateOrder | None) -> str:
    if _DAY_NUMBER(value):
        return DAY_NUMBER
    other = next(filter(None, readings), None)
    if order is None or other is None:
        return BAD_BIRTH
    return f"{BAD_BIRTH}: dates in this file are {SHAPES[order]}. Write {other.isoformat()}"


def read_phone(cell: str, *, region: str) -> str | None:
    """Also with the marks of direction that phones copy, and with the decimals that programs add."""
    phone = normalize_phone(cell, region=region)
    if phone is None and (typed := _decimals("", without_invisible(cell))) != cell:
        return normalize_phone(typed, region=region)
    return phone


def _phone_message(value: str) -> str:
    if _SCIENTIFIC(value):
        return (
            f"Invalid phone format: a spreadsheet turned this number into {value[:20]}. "
            "Format the column as text and enter the number again"
        )
    return "Invalid phone format"


def _constant_in(kind: Callable[[str], str], value: str) -> str | None:
    try:
        return str(kind("_".join(value.upper().replace("_", " ").split())))
    except ValueError:
        return None


def known_profile(cell: str) -> Profile | None:
    """The profile that a cell names."""
    name = _constant_in(Profile, cell)
    return None if name is None else Profile(name)


def is_ours(name: str, cell: str) -> bool:
    """Whether a cell of the field `name` holds one of the values that we define."""
    kinds: dict[str, Callable[[str], str]] = {"gender": Gender, "role": Role, "profile": Profile}
    return name in kinds and _constant_in(kinds[name], cell) is not None


def cell_problem(book: RuleBook, *, name: str, cell: str) -> str | None:
    """What the rules have against a cell of the field `name`, or None."""
    empty = dict.fromkeys(Cells._fields, "")
    field_of = dict(zip(REQUIRED_HEADERS, Cells._fields, strict=True))
    checked = RowChecker(book).check(1, Cells(**{**empty, field_of[name]: cell}))
    return next((message for field, message in checked.errors if field == name), None)


def _judge_last_cells(
    cells: tuple[str, ...], *, uploader: Profile | None
) -> tuple[list[str], list[Problem], list[Problem]]:
    """Gender, location, role and profile: (values, errors, warnings)."""
    gender, location, role, profile = cells
    errors: list[Problem] = []
    known_gender = _constant_in(Gender, gender)
    if not gender:
        errors.append(("gender", "Missing gender"))
    elif known_gender is None:
        errors.append(("gender", BAD_GENDER))
    location = _text(errors, "workLocation", location, minimum=SHORTEST_LOCATION, check=text_problem)
    role, profile, warnings = _judge_position(errors, role, profile, uploader=uploader)
    return [known_gender or gender, location, role, profile], errors, warnings


def _judge_position(
    errors: list[Problem], role: str, profile: str, *, uploader: Profile | None
) -> tuple[str, str, list[Problem]]:
    """Role and profile together: (role, profile, warnings)."""
    known_role, known_profile = _constant_in(Role, role), _constant_in(Profile, profile)
    if not role:
        errors.append(("role", "Missing role"))
    elif known_role is None:
        errors.append(("role", INVALID_ROLE))
    if not profile:
        errors.append(("profile", "Missing profile"))
    elif known_profile is None:
        errors.append(("profile", INVALID_PROFILE))
    else:
        errors += [("profile", refusal) for refusal in creation_refusals(uploader, Profile(known_profile))]
    warnings: list[Problem] = []
    if known_role and known_profile and not role_fits(Profile(known_profile), Role(known_role)):
        warnings.append(("role", f"Role {known_role} is not usual for profile {known_profile}"))
    return known_role or role, known_profile or profile, warnings
