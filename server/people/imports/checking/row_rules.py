"""The rules of a row, and the rows of a file judged by them in order, in batches.

One :class:`RowChecker` checks one file, and remembers emails that it has seen.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from itertools import islice
from typing import Final, NamedTuple
from uuid import UUID

from server.messaging.messages.catalogues import translations
from server.people.imports.files.csv_file import read_rows
from server.people.imports.files.headings import Headings, headings_of
from server.people.imports.files.layout import NOTHING_BESIDE, Beside, Cells, Columns, NumberedRecord
from server.people.imports.files.notes import is_total
from server.people.imports.files.template import EXAMPLE_EMAILS
from server.people.imports.mending.edits import Mending, TypedRow
from server.people.imports.repository import Import
from server.people.imports.states import RowChange, RowStatus
from server.platform.configuration.settings import Settings
from server.vocabulary.birth_dates import SHAPES, DateOrder, Readings, is_moment, read_birth_date, shorter_month
from server.vocabulary.emails import MAXIMUM_TYPED, likely_meant, normalize_new_email, refusal_of_email
from server.vocabulary.field_kinds import LONGEST_TEXT, Field, Kind, Value, age_problem, read_choice
from server.vocabulary.fields import ACCESS, FIELD, FieldSet
from server.vocabulary.genders import genders_in
from server.vocabulary.identifiers import BAD_CODE, IdentifierKind, normalize_code
from server.vocabulary.labels import words_of
from server.vocabulary.languages import Language
from server.vocabulary.misplaced import is_ditto, is_no_value, is_ordinary, misplaced, name_problem, placeholder
from server.vocabulary.own_fields import MOST_BYTES, TOO_LARGE, OwnField, OwnKind, is_like_aadhaar, size_of
from server.vocabulary.phones import is_mobile, normalize_phone, numbers_in
from server.vocabulary.profiles import ADMINISTRATORS, Gender, Profile, Role, creation_refusals, role_fits
from server.vocabulary.status_words import read_active
from server.vocabulary.visible_text import fold_name, text_problem, tidy, without_invisible

HEADINGS_AGAIN: Final = "This row repeats the headings: delete it"
EXAMPLE: Final = "This is an example of our template, not a person of yours: it is left out"
TOTALS: Final = "This row is a total, not a person: delete it"

# Fewer errors are those of a person.
_MANY_ERRORS: Final = 4
# A row with one of them is that of a person.
_CONTACTS: Final = frozenset({"email", "phone", "dateOfBirth"})


def other_than_person(cells: Cells, errors: Sequence[tuple[str, str]], headings: Headings) -> str | None:
    """What a row with these errors is by the cells of its fields; None for a person with wrong cells."""
    if len(errors) < len(_CONTACTS):
        return None
    if len(errors) >= _MANY_ERRORS and headings.recognised(cells.texts) > 1:
        return HEADINGS_AGAIN
    is_far_off = len(errors) >= _MANY_ERRORS or _fields(errors) >= _CONTACTS
    return TOTALS if is_far_off and any(map(is_total, cells.texts)) and not _is_person(cells) else None


def names_no_person(cells: Cells, errors: Sequence[tuple[str, str]]) -> bool:
    """Whether the row is a total where a cell beside its fields says so: it has no name and nothing to reach it by."""
    is_named = any(map(str.isalpha, cells.cell("fullName") + cells.email))
    return len(errors) >= len(_CONTACTS) and not is_named and _fields(errors) >= _CONTACTS


def says_total(cells: Iterable[str]) -> bool:
    """Whether these cells, which are of no field, are those of a total: its word, and else numbers at most."""
    filled = [cell for cell in map(str.strip, cells) if cell]
    others = [cell for cell in filled if not is_total(cell)]
    return len(others) < len(filled) and not any(map(str.isalpha, "".join(others)))


def _is_person(cells: Cells) -> bool:
    name = cells.cell("fullName")
    return "@" in cells.email or (any(map(str.isalpha, name)) and not is_total(name))


def _fields(errors: Iterable[tuple[str, str]]) -> set[str]:
    return {field for field, _ in errors}


_BAD_BIRTH: Final = FIELD["dateOfBirth"].wrong
DAY_NUMBER: Final = f"{_BAD_BIRTH}: this is a spreadsheet's number of a day. Format the column as a date"
A_MOMENT: Final = f"{_BAD_BIRTH}: this is a moment, which is another day in another country. Write the day alone"
DITTO: Final = "This stands for the cell above: enter what that says"
TOO_WIDE: Final = "The row has more cells than the header: put quotes around a cell that holds a comma"
NEEDS_EMAIL: Final = "Missing email: people cannot log in by phone alone here, so each needs an email"
NEEDS_CODE: Final = "Missing email: each person without one needs a code to log in with"
EMAIL_TWICE: Final = "Duplicate email in file (row {row})"
CODE_TWICE: Final = "Duplicate code in file (row {row})"
OWN_PHONE_TWICE: Final = "Duplicate phone in file (row {row}): who has no email needs a phone of their own"
OWN_PHONE_TAKEN: Final = "Another person without an email has this phone: add an email, or their own phone"

MADE_UP_EMAIL: Final = "This email looks made up: check it"
MADE_UP_PHONE: Final = "This phone looks made up: check it"
NO_MOBILE: Final = "This is no mobile number: it gets no text messages"
TWO_NUMBERS: Final = "Invalid phone format: the cell holds more than one number. Keep one, such as {number}"
TWO_EMAILS: Final = "Invalid email format: the cell holds more than one email. Keep one, such as {email}"
NOT_ONLY_A_NUMBER: Final = "Invalid phone format: keep only the number in the cell, {number}"

BOTH_GENDERS: Final = "Invalid gender: the cell names more than one. Choose one"

_SCIENTIFIC: Final = re.compile(r"\+?\d+(?:[.,]\d+)?[eE]\+?\d+").fullmatch
_decimals: Final = re.compile(r"(?<=\d)[.,]0+$").sub
# Days of 1941 to 2036, as a cell shows them that is not formatted as a date.
_DAY_NUMBER: Final = re.compile(r"(?:1[5-9]|[234]\d)\d{3}(?:[.,]\d+)?").fullmatch
# What people type for a phone that they do not know.
_MADE_UP: Final = frozenset({"+911234567890", *(f"+91{digit * 10}" for digit in "6789")})

_MADE_UP_NAMES: Final = frozenset(
    {
        *("abc", "abcd", "dummy", "na", "nil", "no", "noemail", "nomail", "none", "notavailable", "null", "sample"),
        *("test", "xyz"),
    }
)
_MAILTO: Final = "mailto:"
_IN_BRACKETS: Final = re.compile(r"[^<>]*<([^<>@]+@[^<>@]+)>\s*").fullmatch
_between_emails: Final = re.compile(r"[\s,;:/|]+").split
_around_at: Final = re.compile(r" *@ *").sub

# What each person has for themselves; of other fields so many different texts are remembered.
_OF_ONE_PERSON: Final = frozenset({Kind.NAME, Kind.EMAIL, Kind.PHONE, Kind.CODE})
_OWN_OF_ONE: Final = frozenset({OwnKind.TEXT, OwnKind.LONG})
MOST_KNOWN: Final = 50_000
# Two digits of a year may be those of a coming one.
YEARS_AHEAD: Final = 10
# A value whose cells have fewer characters than this part of the limit is not measured.
BYTES_OF_CHARACTER: Final = 8
DIGITS_OF_AADHAAR: Final = 12
LIKE_AADHAAR: Final = "This looks like an Aadhaar number, which should not be kept here: check it"
_ROLES: Final = frozenset(map(str, Role))
_PROFILES: Final = frozenset(map(str, Profile))

Problem = tuple[str, str]


class AccountVerdict(NamedTuple):
    """What an update does to the account that has the email of a row; all None where the company has none.

    `before` has what the account has of the fields that change; without a `change` the update is refused.
    """

    account_id: UUID | None = None
    change: RowChange | None = None
    before: Mapping[str, Value] | None = None
    update_errors: list[dict[str, str]] | None = None


NO_ACCOUNT: Final = AccountVerdict()


class CheckedRow(NamedTuple):
    """The result of the rules for one row, and of comparing it with the accounts of the company.

    Errors and warnings are (field, message), in the order of the columns; `values` are normalised where they
    could be read and as typed where not; `own` are those of the company's own fields as they are stored, by number.
    `line` is the one of the spreadsheet.
    A tuple, because a file makes 150,000.
    """

    row: int
    values: Cells
    birth_date: date | None
    errors: list[Problem]
    warnings: list[Problem]
    line: int | None
    beside: Beside = NOTHING_BESIDE
    account: AccountVerdict = NO_ACCOUNT
    is_deleted: bool = False
    own: Mapping[str, Value] = {}

    @property
    def status(self) -> RowStatus:
        if self.is_deleted:
            return RowStatus.DELETED
        if self.errors:
            return RowStatus.INVALID
        return RowStatus.WARNING if self.warnings else RowStatus.VALID


def dump_problems(problems: Sequence[Problem]) -> list[dict[str, str]] | None:
    """Return the problems as they are stored."""
    return [{"field": field, "message": message} for field, message in problems] if problems else None


@dataclass(frozen=True, kw_only=True)
class RuleBook:
    """Parameters of the rules: the uploader, the current year, the order of the file's dates (None: unknown)."""

    fields: FieldSet
    uploader: Profile | None
    this_year: int
    minimum_age: int
    date_order: DateOrder | None
    phone_region: str
    # A person without an email may have a phone of their own instead.
    email_is_optional: bool = False
    # Or a code.
    code_is_enough: bool = False
    # The example people of the template are no people.
    leaves_examples_out: bool = False


class Read(NamedTuple):
    """What a cell was read as: normalised where that was possible, else as typed; what is wrong, or may be, with it."""

    value: str
    problems: Sequence[str] = ()
    birth: date | None = None
    doubt: str = ""
    own: Value = None


Reader = Callable[[Field, str], Read]


class RowChecker:
    """Checks rows in the order of the file; of two equal emails, or phones of people without one, the first is valid.

    `date_example` is a date that means different days as long as the order is not known, of those that were read:
    preferably one that fits both orders.
    """

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self._headings = headings_of(book.fields)
        self._undecided_dates: dict[bool, str] = {}
        self._first_rows = defaultdict[str, dict[str, int]](dict)
        readers: Mapping[Kind, Reader] = {
            Kind.NAME: _read_text,
            Kind.EMAIL: _read_email,
            Kind.CODE: _read_code,
            Kind.PHONE: self._read_phone,
            Kind.BIRTH: self.read_birth,
            Kind.CHOICE: self._read_choice,
            Kind.TEXT: _read_text,
            Kind.FLAG: _read_flag,
            Kind.OWN: self._read_own,
        }
        # Each field with how it is read, what its texts were read as, and how many of them are kept: where people
        # share them many, else only what an empty cell is.
        self._fields: list[tuple[Field, Reader, dict[str, Read], int]] = [
            (field, readers[field.kind], {"": _empty(field)}, MOST_KNOWN if _is_shared(field) else 0)
            for field in book.fields.in_files
        ]
        self._email, self._phone, self._code, self._birth, self._role, self._profile = (
            book.fields.places[name] for name in ("email", "phone", "code", "dateOfBirth", "role", "profile")
        )
        own = [(book.fields.places[field.name], field) for field in book.fields.own]
        self._numbers = [(place, str(field.number)) for place, field in own]
        self._required = [each for each in own if each[1].required_for]
        self._unique = [
            (place, f"Duplicate {field.label} in file (row {{row}})") for place, field in own if field.is_unique
        ]
        if not book.email_is_optional:
            self._fields[self._email][2][""] = Read("", (NEEDS_CODE if book.code_is_enough else NEEDS_EMAIL,))

    def check(
        self,
        row: int,
        cells: Cells,
        *,
        line: int | None = None,
        too_wide: bool = False,
        beside: Beside = NOTHING_BESIDE,
    ) -> CheckedRow:
        fields = self.book.fields
        errors: list[Problem] = [("row", TOO_WIDE)] if too_wide else []
        reads = [
            known.get(text) or _read(field, reader, text, known=known, most=most)
            for (field, reader, known, most), text in zip(self._fields, map(str.strip, cells.texts), strict=True)
        ]
        email, phone, code = reads[self._email], reads[self._phone], reads[self._code]
        reads[self._code] = self._own(code, row, CODE_TWICE)
        by_code = self.book.code_is_enough and bool(code.value)
        # A person who is named by the phone or the code.
        alone = not email.value and (by_code or (self.book.email_is_optional and bool(phone.value)))
        if alone:
            reads[self._email] = Read("")
            if not by_code:
                reads[self._phone] = self._own(phone, row, OWN_PHONE_TWICE)
        else:
            reads[self._email] = self._own(email, row, EMAIL_TWICE)
        for place, sentence in self._unique:
            reads[place] = self._own(reads[place], row, sentence)
        values, problems, births, doubts, owns = zip(*reads, strict=True)
        if any(problems):
            errors += [(name, each) for name, some in zip(fields.places, problems, strict=True) for each in some]
        read_cells = Cells(fields.places, values)
        if alone and read_cells.profile in ADMINISTRATORS:
            errors.append(("email", "Missing email: administrators log in by theirs"))
        own = self._look_at_own(owns, read_cells, errors)
        if errors and (other := other_than_person(cells, errors, self._headings)):
            errors = [*errors[:too_wide], ("row", other)]
        warnings = _position_warnings(values[self._role], values[self._profile])
        if any(doubts):
            doubtful = [(name, doubt) for name, doubt in zip(fields.places, doubts, strict=True) if doubt]
            warnings = [*doubtful, *warnings]
        return CheckedRow(row, read_cells, births[self._birth], errors, warnings, line, beside, own=own)

    def _look_at_own(self, owns: Sequence[Value], cells: Cells, errors: list[Problem]) -> dict[str, Value]:
        """The values of the company's own fields by number; what is wrong with all of them is added to the errors."""
        if not self._numbers:
            return {}
        own: dict[str, Value] = {number: value for place, number in self._numbers if (value := owns[place]) is not None}
        missing = (each for place, each in self._required if not cells.texts[place])
        errors += [(field.name, field.absent) for field in missing if cells.profile in field.required_for]
        if own and sum(map(len, cells.texts)) > MOST_BYTES // BYTES_OF_CHARACTER and size_of(own) > MOST_BYTES:
            errors.append(("row", TOO_LARGE))
        return own

    def _own(self, read: Read, row: int, sentence: str) -> Read:
        """The value, which is wrong with this sentence where an earlier row has it."""
        if read.problems or not read.value:
            return read
        if self.book.leaves_examples_out and read.value in EXAMPLE_EMAILS:
            return Read(read.value, (EXAMPLE,))
        key = read.value if read.own is None else fold_name(read.value)
        first = self._first_rows[sentence].setdefault(key, row)
        # A label may have braces of its own.
        return read if first == row else read._replace(problems=(sentence.replace("{row}", str(first)),), doubt="")

    def _read_phone(self, _field: Field, text: str) -> Read:
        phone = read_phone(text, region=self.book.phone_region)
        if phone is None:
            return Read(text, (_phone_message(text, region=self.book.phone_region),))
        if phone in _MADE_UP:
            return Read(phone, doubt=MADE_UP_PHONE)
        return Read(phone) if is_mobile(phone) else Read(phone, doubt=NO_MOBILE)

    @property
    def date_example(self) -> str | None:
        return self._undecided_dates.get(True) or self._undecided_dates.get(False)

    def read_birth(self, _field: Field, text: str) -> Read:
        """A date of unknown order is stored as typed."""
        order, readings = self.book.date_order, read_birth_date(text, this_year=self.book.this_year)
        if order is None and readings.depends_on_order:
            self._undecided_dates.setdefault(all(readings), text)
            # Both orders give the same year, which decides the age.
            return Read(text, self._age_problems(next(filter(None, readings))))
        born = readings.by(order or DateOrder.DAY)
        if born is None:
            return Read(text, (_date_message(text, readings, order, this_year=self.book.this_year),))
        return Read(born.isoformat(), self._age_problems(born), born)

    def _read_own(self, field: Field, text: str) -> Read:
        """A date is read as those of birth, but may be in the next years. No value stands for NA but in a text."""
        assert isinstance(field, OwnField)  # noqa: S101 - by its kind
        given = text
        if field.own_kind is OwnKind.DATE:
            order, readings = self.book.date_order, read_birth_date(text, this_year=self.book.this_year + YEARS_AHEAD)
            if order is None and readings.depends_on_order:
                self._undecided_dates.setdefault(all(readings), text)
                return Read(text, own=text)
            day = readings.by(order or DateOrder.DAY)
            given = text if day is None else day.isoformat()
        value, problem = field.read_given(given)
        if problem is not None:
            return Read("") if is_no_value(text) else Read(text, (problem,), own=text)
        is_doubtful = len(text) >= DIGITS_OF_AADHAAR and is_like_aadhaar(text)
        return Read(field.shown(value), doubt=LIKE_AADHAAR if is_doubtful else "", own=value)

    def _age_problems(self, born: date) -> Sequence[str]:
        problem = age_problem(born, this_year=self.book.this_year, minimum=self.book.minimum_age)
        return () if problem is None else (problem,)

    def _read_choice(self, field: Field, text: str) -> Read:
        constant = _constant(field, text)
        if constant is None:
            return Read(text, (BOTH_GENDERS if len(_genders(field, text)) > 1 else field.wrong,))
        grants = field.choices is Profile
        return Read(constant, creation_refusals(self.book.uploader, Profile(constant)) if grants else ())


def _empty(field: Field) -> Read:
    return Read("", (field.absent,) if field.is_required else ())


def _is_shared(field: Field) -> bool:
    return field.own_kind not in _OWN_OF_ONE if isinstance(field, OwnField) else field.kind not in _OF_ONE_PERSON


def _read(field: Field, reader: Reader, text: str, *, known: dict[str, Read], most: int) -> Read:
    read = reader(field, text)
    if read.problems and is_ditto(text):
        read = Read(text, (DITTO,))
    if len(known) < most:
        known[text] = read
    return read


def read_email(cell: str) -> str | None:
    """Read an email, also with what a mail program has put around it: mailto:, <>, a comma behind, spaces at its @."""
    email = normalize_new_email(cell)
    if email is None and len(cell) <= MAXIMUM_TYPED and (bare := _bare_email(cell)) != cell:
        return normalize_new_email(bare)
    return email


def _bare_email(cell: str) -> str:
    named = _IN_BRACKETS(cell)
    address = named[1] if named else cell.strip()
    return _around_at("@", address[len(_MAILTO) :] if address.lower().startswith(_MAILTO) else address).strip(" .,;")


def _read_email(_field: Field, text: str) -> Read:
    email = read_email(text)
    if email is None:
        several = list(filter(None, map(normalize_new_email, _between_emails(text))))
        named = TWO_EMAILS.format(email=several[0]) if len(several) > 1 else None
        return Read(text, (refusal_of_email(text) or named or "Invalid email format",))
    if meant := likely_meant(email):
        return Read(email, doubt=f"The domain looks misspelt: did you mean {meant}?")
    is_made_up = email.partition("@")[0] in _MADE_UP_NAMES or email.startswith("www.")
    return Read(email, doubt=MADE_UP_EMAIL if is_made_up else "")


def _read_code(_field: Field, text: str) -> Read:
    code = normalize_code(text)
    return Read(text, (BAD_CODE,)) if code is None else Read(code)


def _read_text(field: Field, text: str) -> Read:
    if len(text) < field.shortest:
        return Read(text, (field.too_short,))
    if len(text) > LONGEST_TEXT:
        return Read(text, (f"{field.label} must be at most {LONGEST_TEXT} characters",))
    if is_ordinary(text):
        return Read(text)
    is_name = field.kind is Kind.NAME
    if problem := name_problem(text) if is_name else text_problem(text) or misplaced(text, label=field.label):
        return Read(text, (problem,))
    label = "name" if is_name else field.label
    return Read(tidy(text), doubt=placeholder(text, label=label, may_be_code=not is_name) or "")


def _read_flag(field: Field, text: str) -> Read:
    active = read_active(text)
    return Read(text, (field.wrong,)) if active is None else Read("true" if active else "false")


@lru_cache(maxsize=1_024)
def _position_warnings(role: str, profile: str) -> list[Problem]:
    """The same list for all rows of a position: no one changes it."""
    if role not in _ROLES or profile not in _PROFILES or role_fits(Profile(profile), Role(role)):
        return []
    return [("role", f"Role {words_of(role)} is not usual for profile {words_of(profile)}")]


def _date_message(value: str, readings: Readings, order: DateOrder | None, *, this_year: int) -> str:
    if _DAY_NUMBER(value):
        return DAY_NUMBER
    if is_moment(value):
        return A_MOMENT
    other = next(filter(None, readings), None)
    if order is None or other is None:
        shorter = shorter_month(value, this_year=this_year, order=order or DateOrder.DAY)
        if shorter is None:
            return _BAD_BIRTH
        month, days = shorter
        return f"{_BAD_BIRTH}: {month} has {days} days"
    return f"{_BAD_BIRTH}: dates in this file are {SHAPES[order]}. Write {other.isoformat()}"


def read_phone(cell: str, *, region: str) -> str | None:
    """Read a phone, also with the decimals that programs add."""
    phone = normalize_phone(cell, region=region)
    if phone is None and (typed := _decimals("", cell.strip())) != cell:
        return normalize_phone(typed, region=region)
    return phone


def _phone_message(value: str, *, region: str) -> str:
    if _SCIENTIFIC(value):
        return (
            f"Invalid phone format: a spreadsheet turned this number into {value[:20]}. "
            "Format the column as text and enter the number again"
        )
    numbers = numbers_in(value, region=region)
    if not numbers:
        return "Invalid phone format"
    return (TWO_NUMBERS if len(numbers) > 1 else NOT_ONLY_A_NUMBER).format(number=numbers[0])


def _genders(field: Field, cell: str) -> Collection[Gender]:
    return genders_in(without_invisible(cell)) if field.choices is Gender else ()


def _constant(field: Field, cell: str) -> str | None:
    """The constant that a cell names, in any case, with spaces or by a label; a gender also as lists write it."""
    if len(named := _genders(field, cell)) == 1:
        return str(next(iter(named)))
    typed = without_invisible(cell)
    constant = read_choice(field, "_".join(typed.upper().replace("_", " ").split()))
    return constant or _labelled(field.name).get(fold_name(typed))


@cache
def _labelled(name: str) -> Mapping[str, str]:
    """The constants of a field by their labels in every language, as an export has them."""
    says = [translations(language).gettext for language in Language]
    return {fold_name(say(words_of(each))): str(each) for say in says for each in FIELD[name].choices or ()}


def known_profile(cell: str) -> Profile | None:
    name = _constant(FIELD["profile"], cell)
    return None if name is None else Profile(name)


def is_ours(name: str, cell: str, *, known: FieldSet) -> bool:
    """Whether a cell of the field `name` holds one of the values that we, or the company's own fields, define."""
    field = known.named[name]
    if isinstance(field, OwnField):
        return field.read_given(cell)[1] is None
    return read_active(cell) is not None if name == ACCESS else _constant(FIELD[name], cell) is not None


def cell_problem(book: RuleBook, *, name: str, cell: str) -> str | None:
    """What the rules have against a cell of the field `name`, or None."""
    places = book.fields.places
    checked = RowChecker(book).check(1, Cells(places, ("",) * len(places)).with_cells({name: cell}))
    return next((message for field, message in checked.errors if field == name), None)


BATCH_ROWS: Final = 2_500
# A row with so many is looked at as a whole.
MANY_ERRORS: Final = 3
SHIFTED: Final = "This row looks shifted by {by} to the {to}: move its cells back below their headings"


def rule_book(found: Import, *, settings: Settings) -> RuleBook:
    """The parameters of the rules for the rows of this import."""
    return RuleBook(
        fields=found.layout.known,
        uploader=found.uploader_profile,
        this_year=datetime.now(UTC).year,
        minimum_age=settings.minimum_age_bulk,
        date_order=found.date_order,
        phone_region=settings.phone_region,
        email_is_optional=settings.has_people_with_phone_alone,
        code_is_enough=IdentifierKind.CODE in settings.sign_in_by,
        leaves_examples_out=found.lines is not None and found.lines.examples > 0,
    )


class Judge:
    """Validates one file once. Rows that were deleted in its preview are left out.

    `shared_phones` maps a phone of several rows to the number of the others; complete before the first batch.
    """

    def __init__(
        self, found: Import, content: bytes, *, settings: Settings, deleted: Collection[int], mending: Mending
    ) -> None:
        self.shared_phones: dict[str, int] = {}
        self.mending = mending
        self._content = content
        self._layout = found.layout
        self._deleted = deleted
        self._region = settings.phone_region
        self.checker = RowChecker(rule_book(found, settings=settings))

    def batches(self) -> Iterator[list[CheckedRow]]:
        self.shared_phones = count_others(self._contacts(), region=self._region)
        judged = self._judge()
        while batch := list(islice(judged, BATCH_ROWS)):
            yield batch

    def _judge(self) -> Iterator[CheckedRow]:
        columns, records = self._rows()
        for row, (line, record) in records:
            cells, too_wide = columns.cells(record), columns.is_too_wide(record)
            if self.mending:
                cells, too_wide = self.mending.apply(row, TypedRow(cells, too_wide))
            checked = self.checker.check(row, cells, line=line, too_wide=too_wide, beside=columns.beside(record))
            if is_doubtful(checked):
                checked = judge_whole(checked, look_at_whole(columns, record), typed=cells)
            yield checked

    def _rows(self) -> tuple[Columns, Iterator[tuple[int, NumberedRecord]]]:
        columns, records = read_rows(self._content, layout=self._layout)
        numbered = enumerate(records, start=1)
        return columns, (each for each in numbered if each[0] not in self._deleted) if self._deleted else numbered

    def _contacts(self) -> Iterator[tuple[str, str]]:
        columns, records = self._rows()
        edits = self.mending.edits
        for row, (_line, record) in records:
            email, phone = columns.contacts(record)
            if edit := edits.get(row):
                email, phone = edit.cells.get("email", email), edit.cells.get("phone", phone)
            yield email, phone


def is_doubtful(checked: CheckedRow) -> bool:
    """Whether the row has to be looked at as a whole: see judge_whole."""
    return len(checked.errors) >= MANY_ERRORS


class Whole(NamedTuple):
    """What all cells of a row in the file say, also those of columns that are no field.

    `cells` are those of its fields. See Columns.shift_of for `shift`.
    """

    says_total: bool
    shift: int
    cells: Cells


def look_at_whole(columns: Columns, record: list[str]) -> Whole:
    return Whole(says_total(columns.left_out(record)), columns.shift_of(record), columns.cells(record))


def judge_whole(checked: CheckedRow, whole: Whole, *, typed: Cells) -> CheckedRow:
    """The row, which has many errors: it may be a total, or its cells stand beside their headings.

    `typed` are the cells that were judged: where they are not those of the file, the row has been mended.
    """
    if whole.says_total and names_no_person(checked.values, checked.errors):
        return checked._replace(errors=[*(each for each in checked.errors if each[0] == "row"), ("row", TOTALS)])
    if (by := whole.shift) and typed == whole.cells:
        columns_named = "one column" if abs(by) == 1 else f"{abs(by)} columns"
        message = SHIFTED.format(by=columns_named, to="right" if by > 0 else "left")
        return checked._replace(errors=[("row", message), *checked.errors])
    return checked


def count_others(contacts: Iterable[tuple[str, str]], *, region: str) -> Counter[str]:
    """Phone → number of rows besides the first that has it, from (email, phone) in the order of the file.

    Rows with the email of the first one are the same person and are not counted.
    """
    emails, others = dict[str, str](), Counter[str]()
    for email, cell in contacts:
        phone = read_phone(cell, region=region)
        if phone is not None:
            first = emails.setdefault(phone, email)
            if first is not email and _compared(first) != _compared(email):
                others[phone] += 1
    return others


def _compared(email: str) -> str:
    return read_email(email) or email.strip().casefold()
