"""How a file is laid out: where its header is, and which columns are the fields of a person."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from operator import itemgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

from pydantic import TypeAdapter

from server.people.imports.files.notes import is_note, shorten
from server.people.imports.files.questions import Answer
from server.platform.csv_cells import typed_text, without_text_marks
from server.vocabulary.birth_dates import read_birth_date
from server.vocabulary.field_kinds import Kind
from server.vocabulary.fields import ACCESS, BATCH, BESIDE, RIGHTS, SHARED, STAGE, FieldSet
from server.vocabulary.genders import genders_in
from server.vocabulary.misplaced import stands_for_nothing
from server.vocabulary.own_fields import PREFIX, OwnKind
from server.vocabulary.status_words import has_left, is_contrary, may_say_left, read_active


@dataclass(frozen=True, kw_only=True)
class Split:
    """A blank `separator` is any run of spaces. The last part has the rest of the text; what is missing is empty."""

    separator: str
    parts: int

    def cut(self, cell: str) -> list[str]:
        """The parts, without spaces around them."""
        separator = None if self.separator.isspace() else self.separator
        found = [part.strip() for part in cell.split(separator, self.parts - 1)]
        return found + [""] * (self.parts - len(found))

    def join(self, parts: Sequence[str]) -> str | None:
        """A cell with these parts; None where a part holds the separator, so that no cell has them."""
        filled = max((place for place, part in enumerate(parts, start=1) if part.strip()), default=0)
        cell = self.separator.join(parts[:filled])
        return cell if self.cut(cell) == [part.strip() for part in parts] else None


# The columns that the file of failed rows adds; they are accepted when the file is uploaded again.
ROW_HEADER: Final = "rowNumber"
REASON_HEADER: Final = "reason"
# The line of a record, and its cells.
NumberedRecord = tuple[int, list[str]]
# Where a cell comes from: columns, or one text for all rows.
Source = tuple[int, ...] | str
Pick = Callable[[list[str]], tuple[str, ...]]


# Not frozen, which takes four times as long: a file has 150,000 rows.
@dataclass(slots=True)
class Cells:
    """The cells of a row by field; a missing one is empty. `places` are those of the fields in the `texts`."""

    places: Mapping[str, int]
    texts: tuple[str, ...]

    def cell(self, name: str) -> str:
        return self.texts[self.places[name]]

    def with_cells(self, texts: Mapping[str, str]) -> "Cells":
        """These cells with others of some fields."""
        return Cells(self.places, tuple(map(texts.get, self.places, self.texts)))

    @property
    def email(self) -> str:
        return self.texts[self.places["email"]]

    @property
    def phone(self) -> str:
        return self.texts[self.places["phone"]]

    @property
    def profile(self) -> str:
        return self.texts[self.places["profile"]]


class Beside(NamedTuple):
    """The cells of the columns that are no fields, in the order of BESIDE: the batches and the stage of the person."""

    batch: str = ""
    stage: str = ""


NOTHING_BESIDE: Final = Beside()
_LAST_YEAR: Final = 2_100
_NO_LETTERS: Final = re.compile(r"[\s._/#()-]+").sub
_NUMBER: Final = re.compile(r"\s*\d{1,7}[.)]?\s*").fullmatch
# Headings of a column that numbers the rows, without marks.
_SERIALS: Final = frozenset(
    {
        *("", "no", "sno", "srno", "slno", "sn", "sr", "sl", "serial", "serialno", "serialnumber", "rowno"),
        *("क्रसं", "क्रमांक", "क्र", "क्रम"),
    }
)
# The limit for the names of unknown columns, which are part of every snapshot.
NAMED_CHARACTERS: Final = 520


@dataclass(frozen=True)
class Choice:
    """A user has chosen something for later files. `by` is None where the account is deleted or unknown."""

    by: UUID | None
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """A quotation mark is a character like any other where there are no `quotes`."""

    encoding: str
    delimiter: str
    quotes: bool = True


@dataclass(frozen=True, kw_only=True)
class FieldMap:
    """The columns from which the fields come.

    `columns` are places by field, joined with a space where there are several; `values` stand in every row for
    fields without a column. `splits` are by the place of their column; behind the `width` columns of the file their
    parts are columns too, in the order of these places. `remembered` says whose earlier choice this is, `kinds` as what
    the check has read the cells of the company's own fields.
    """

    columns: Mapping[str, tuple[int, ...]]
    values: Mapping[str, str] = field(default_factory=dict)
    splits: Mapping[int, Split] = field(default_factory=dict)
    width: int = 0
    remembered: Choice | None = None
    kinds: Mapping[str, OwnKind] = field(default_factory=dict)

    @property
    def own(self) -> list[str]:
        """The names of the company's own fields."""
        return [name for name in self.columns if name.startswith(PREFIX)]

    def stored(self) -> dict[str, Any]:
        """Return the JSON of which a record of the row makes the same field map again."""
        stored: dict[str, Any] = _FIELD_MAPS.dump_python(self, mode="json")
        return {name: each for name, each in stored.items() if each or name not in {"remembered", "kinds"}}

    @property
    def parts(self) -> list[tuple[int, int]]:
        """(place of the split column, number of the part) of each column behind the file's own."""
        return [(place, part) for place, split in sorted(self.splits.items()) for part in range(split.parts)]

    @property
    def read_places(self) -> set[int]:
        """The file's own columns that are read, as a whole or a part of them."""
        read = {place for places in self.columns.values() for place in places}
        return read | {own for place, (own, _part) in enumerate(self.parts, start=self.width) if place in read}

    def split_as(self, splits: Mapping[int, Split], *, width: int) -> "FieldMap":
        """The same fields where other columns are split; a field whose column is split or joined again has none."""
        moved = {part: place for place, part in enumerate(FieldMap(columns={}, splits=splits).parts, start=width)}
        places = {place: place for place in range(width) if place not in splits}
        if self.splits:
            places |= {place: moved[part] for place, part in enumerate(self.parts, start=self.width) if part in moved}
        columns = {name: tuple(places[each] for each in own if each in places) for name, own in self.columns.items()}
        filled = {name: own for name, own in columns.items() if own}
        return replace(self, columns=filled, splits=splits, width=width if splits else 0)

    def fitted(self, width: int) -> "FieldMap | None":
        """For a file with so many columns; None where it lacks one of these."""
        own = {place for places in self.columns.values() for place in places if not self.splits or place < self.width}
        return (
            None if any(place >= width for place in {*own, *self.splits}) else self.split_as(self.splits, width=width)
        )

    def for_later_files(self) -> "FieldMap":
        """Return what may be remembered: no value for all rows that identifies a person or grants anything."""
        values = {name: text for name, text in self.values.items() if name in SHARED - RIGHTS}
        return replace(self, values=values, remembered=None, kinds={})

    def has(self, name: str) -> bool:
        """Whether the field has a column, or a value for all rows."""
        return bool(self.columns.get(name) or self.values.get(name))

    @property
    def names_batches(self) -> bool:
        return self.has(BATCH)

    @property
    def names_stages(self) -> bool:
        return self.has(STAGE)

    def missing(self, known: FieldSet) -> list[str]:
        """The fields that have neither a column nor a value for all rows."""
        return [name for name in known.places if not self.has(name)]


_FIELD_MAPS: Final = TypeAdapter(FieldMap)


@dataclass(frozen=True, kw_only=True)
class Remembered:
    """What was chosen for these headings before, and whether it is taken without asking."""

    fields: FieldMap
    choice: Choice
    is_trusted: bool


class HeaderRows(NamedTuple):
    """The headings begin on `line`, counted as in a spreadsheet, from 1; it is 0 where the file has none.

    How many `rows` they are is found where that is None.
    """

    line: int
    rows: int | None = None


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How a file is read.

    `known` are the fields that the company's people have, `fields` where those of the file come from. `answers` say
    which of its rows are read, and how.
    """

    dialect: Dialect
    header_rows: HeaderRows
    fields: FieldMap
    known: FieldSet
    answers: frozenset[Answer] = frozenset()


class Columns:
    """Picks the cells of the fields from records."""

    def __init__(
        self,
        header: Sequence[str],
        *,
        fields: FieldMap,
        known: FieldSet,
        may_be_escaped: bool = True,
        answers: Collection[Answer] = (),
    ) -> None:
        """`may_be_escaped`: the file contains an apostrophe or a text formula. See Layout for the others."""
        self._places = known.places
        self.header = list(header)
        self.width = len(header)
        self._may_be_escaped = may_be_escaped
        self._splits = sorted(fields.splits.items())
        self._pick = _picker([_source(fields, name) for name in known.places])
        self._pick_contacts = _picker([_source(fields, name) for name in ("email", "phone")])
        self._beside = [_source(fields, name) for name in BESIDE]
        self._code = fields.columns.get("code")
        dates = fields.columns.get("dateOfBirth", ())
        self._date = dates[0] if len(dates) == 1 else None
        self._own_dates = [
            place
            for field in known.own
            for place in fields.columns.get(field.name, ())
            if field.own_kind is OwnKind.DATE
        ]
        chosen = fields.read_places
        self._left_out = [place for place in range(len(header)) if place not in chosen]
        access = fields.columns.get(ACCESS, ())
        self.leaves_out = Answer.WITHOUT_LEFT in answers
        self._deactivates = Answer.AS_INACTIVE in answers
        self._says_access = bool(access) or self._deactivates
        self._is_contrary = any(is_contrary(header[place]) for place in access if place < len(header))
        self._may_say_left = [
            place
            for place, heading in enumerate(header)
            if (place not in chosen or place in access) and may_say_left(heading)
        ]
        kinds = [(fields.columns[name][0], is_one) for name, is_one in _KINDS.items() if fields.columns.get(name)]
        self._kinds = sorted(kinds, key=itemgetter(0))
        texts = (field.name for field in known.in_files if field.kind in {Kind.NAME, Kind.TEXT})
        self._texts = [place for name in texts for place in fields.columns.get(name, ()) if place < len(header)]
        self._serial = next((place for place, heading in enumerate(header) if is_serial(heading)), None)
        names = distinct(header)
        named = [names[place] for place in self._left_out]
        self.unknown = some_of([name for name in named if name and name not in {ROW_HEADER, REASON_HEADER}])

    def cells(self, record: list[str]) -> Cells:
        cells = Cells(self._places, self._pick(self._read(record)))
        return cells.with_cells({ACCESS: self._access(cells.cell(ACCESS), record)}) if self._says_access else cells

    def _access(self, text: str, record: list[str]) -> str:
        """What is read below a heading such as "Suspended", and of a person who has left: as an administrator says."""
        if self._deactivates and self.says_left(record):
            return "Inactive"
        active = read_active(text, contrary=True) if self._is_contrary else None
        return ("" if has_left(text) else text) if active is None else ("Active" if active else "Inactive")

    def says_left(self, record: list[str]) -> dict[str, str]:
        """The cells by their headings that say that the person has left."""
        return {
            self.header[place]: record[place].strip()
            for place in self._may_say_left
            if place < len(record) and has_left(record[place])
        }

    def takes(self, record: list[str]) -> bool:
        """Whether the record is a row: see is_filled. That of a person who has left may be left out."""
        return self.is_filled(record) and not (self.leaves_out and self.says_left(record))

    def contacts(self, record: list[str]) -> tuple[str, str]:
        """Email and phone of a record."""
        email, phone = self._pick_contacts(self._read(record))
        return email, phone

    def beside(self, record: list[str]) -> Beside:
        """The cells that are no fields."""
        if not any(self._beside):
            return NOTHING_BESIDE
        read = self._read(record)
        return Beside(*(_cell(read, source).strip() for source in self._beside))

    @property
    def has_codes(self) -> bool:
        return self._code is not None

    def code(self, record: list[str]) -> str:
        return _cell(self._read(record), self._code) if self._code else ""

    def texts(self, record: list[str]) -> Iterator[str]:
        """The cells of the file's own columns that hold names and other texts of people."""
        return (record[place] for place in self._texts if place < len(record))

    def is_filled(self, record: list[str]) -> bool:
        """Whether a row has more than its number, as lists are numbered further than they are filled, and is no note.

        Whatever the fields are, these are the same rows, so that they keep their numbers.
        """
        is_number = self._serial is not None and self._is_number_alone(record)
        return not (is_number or is_note(record, width=self.width))

    def _is_number_alone(self, record: list[str]) -> bool:
        place = self._serial or 0
        if place >= len(record) or not _NUMBER(record[place]):
            return False
        return not any(map(str.strip, record[:place])) and not any(map(str.strip, record[place + 1 :]))

    def shift_of(self, record: list[str]) -> int:
        """Return by how many columns the cells stand beside their headings: 1 or 2 to the right, -1 or -2 to the left.

        It is 0 where nothing says so: at least two of email, phone, date of birth and gender must stand beside their
        columns, behind them none may stand below its own, and one may be lost.
        """
        for by in (1, -1, 2, -2):
            found = [
                (bool(is_one(record[place].strip()[:_LONGEST_KIND])), bool(is_one(there)))
                for place, is_one in self._kinds
                if 0 <= place + by < len(record) and place < len(record)
                for there in [record[place + by].strip()[:_LONGEST_KIND]]
            ]
            first = next((place for place, (here, _) in enumerate(found) if not here), len(found))
            moved = sum(there for _, there in found[first:])
            if moved > 1 and moved + 1 >= len(found) - first and not any(here for here, _ in found[first:]):
                return by
        return 0

    def left_out(self, record: list[str]) -> list[str]:
        """The cells of the columns that are no field."""
        return [typed_text(record[place]) for place in self._left_out if place < len(record)]

    def date(self, record: list[str]) -> str:
        """The date of birth, where it has a column of its own."""
        return "" if self._date is None else self._read(record)[self._date]

    def own_dates(self, record: list[str]) -> list[str]:
        """The dates of the company's own fields."""
        read = self._read(record) if self._own_dates else []
        return [read[place] for place in self._own_dates]

    def is_too_wide(self, record: list[str]) -> bool:
        """Whether a cell lies beyond the last column: usually an unquoted comma."""
        return len(record) > self.width and any(map(str.strip, record[self.width :]))

    def _read(self, record: list[str]) -> list[str]:
        """What a person sees in the cells, and behind them the parts of those that are split."""
        if len(record) < self.width:
            record = record + [""] * (self.width - len(record))
        if self._may_be_escaped:
            record = without_text_marks(list(map(typed_text, record)))
        if not self._splits:
            return record
        parts = (split.cut(record[place]) for place, split in self._splits)
        return [*record[: self.width], *chain.from_iterable(parts)]


def is_serial(heading: str) -> bool:
    """Whether a column of this heading may number the rows."""
    return _NO_LETTERS(" ", heading).casefold().replace(" ", "") in _SERIALS


def distinct(header: Sequence[str]) -> list[str]:
    """The headings, each by a name of its own: a second "Phone" is "Phone (2)"."""
    counts, names = Counter[str](), list[str]()
    for heading in map(str.strip, header):
        counts[heading.casefold()] += 1
        number = counts[heading.casefold()]
        names.append(heading if number == 1 or not heading else f"{heading} ({number})")
    return names


_is_phone: Final = re.compile(r"\+?\d[\d ().-]{8,}\d").fullmatch


def _is_date(cell: str) -> bool:
    return any(read_birth_date(cell, this_year=_LAST_YEAR))


def _is_email(cell: str) -> bool:
    local, at, domain = cell.partition("@")
    return bool(local and at) and "." in domain and "@" not in domain and len(cell.split()) == 1


# Each test knows the cells of its column wherever they stand; of a long cell the beginning is judged.
_KINDS: Final[Mapping[str, Callable[[str], object]]] = {
    "email": _is_email,
    "phone": lambda cell: _is_phone(cell) and not _is_date(cell),
    "dateOfBirth": _is_date,
    "gender": genders_in,
}
_LONGEST_KIND: Final = 254


def _source(fields: FieldMap, name: str) -> Source:
    return fields.columns.get(name) or fields.values.get(name, "")


def _picker(sources: Sequence[Source]) -> Pick:
    texts = [source for source in sources if isinstance(source, str)]
    if all(isinstance(source, str) or len(source) == 1 for source in sources):
        # The texts are put behind the record, and found from its end: this is half of the time of cell by cell.
        behind = iter(range(-len(texts), 0))
        pick = itemgetter(*(next(behind) if isinstance(source, str) else source[0] for source in sources))
        return lambda record: pick(record + texts)
    return lambda record: tuple(_cell(record, source) for source in sources)


def _cell(record: list[str], source: Source) -> str:
    if isinstance(source, str):
        return source
    parts = [cell for place in source if (cell := record[place].strip())]
    return " ".join([part for part in parts if not stands_for_nothing(part)] or parts if len(parts) > 1 else parts)


def some_of(names: list[str]) -> list[str]:
    """The first names, each shortened, and the number of the others."""
    some: list[str] = []
    for short in map(shorten, names):
        if sum(map(len, some)) + len(short) > NAMED_CHARACTERS:
            return [*some, f"and {len(names) - len(some)} more"]
        some.append(short)
    return some
