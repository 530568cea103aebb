"""How a file is laid out: where its header is, and which columns are the fields of a person."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Final, NamedTuple

from pydantic.alias_generators import to_camel

from server.csv_cells import typed_text


class Cells(NamedTuple):
    """The required cells of a row, in the order of their columns in the template."""

    full_name: str
    email: str
    phone: str
    date_of_birth: str
    gender: str
    work_location: str
    role: str
    profile: str


_EMAIL, _PHONE = map(Cells._fields.index, ("email", "phone"))
# Where a cell comes from: columns, or one text for all rows.
Source = tuple[int, ...] | str
Pick = Callable[[list[str]], tuple[str, ...]]

REQUIRED_HEADERS: Final = tuple(map(to_camel, Cells._fields))
# The columns that the file of failed rows adds; they are accepted when the file is uploaded again.
ROW_HEADER: Final = "rowNumber"
REASON_HEADER: Final = "reason"
# Limits for the names of unknown columns, which are part of every snapshot.
NAMED_CHARACTERS: Final = 540
LONGEST_NAME: Final = 60


@dataclass(frozen=True, kw_only=True)
class Dialect:
    encoding: str
    delimiter: str


@dataclass(frozen=True, kw_only=True)
class FieldMap:
    """Where the fields come from.

    `columns` are places by field, joined with a space where there are several; `values` stand in every row for
    fields without a column.
    """

    columns: Mapping[str, tuple[int, ...]]
    values: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "FieldMap":
        """What :meth:`dump` wrote."""
        return cls(columns={name: tuple(places) for name, places in stored["columns"].items()}, values=stored["values"])

    def dump(self) -> dict[str, Any]:
        columns = {name: list(places) for name, places in self.columns.items()}
        return {"columns": columns, "values": dict(self.values)}

    def fits(self, width: int) -> bool:
        """Whether a file with so many columns has all of these."""
        return all(place < width for places in self.columns.values() for place in places)

    @property
    def missing(self) -> list[str]:
        return [name for name in REQUIRED_HEADERS if not self.columns.get(name) and not self.values.get(name)]


@dataclass(frozen=True, kw_only=True)
class Layout:
    """`header_line` counts as in a spreadsheet, from 1. Without a field map the file has our own headings."""

    dialect: Dialect
    header_line: int = 1
    fields: FieldMap | None = None

    @property
    def absent(self) -> frozenset[str]:
        """The fields that have neither a column nor a value for all rows."""
        return frozenset() if self.fields is None else frozenset(self.fields.missing)


def by_our_headings(header: Sequence[str]) -> FieldMap:
    """The fields whose own names are headings, in any case."""
    places = {name.strip().casefold(): place for place, name in reversed(list(enumerate(header)))}
    return FieldMap(
        columns={name: (places[name.casefold()],) for name in REQUIRED_HEADERS if name.casefold() in places}
    )


class Columns:
    """Picks the cells of the fields from records."""

    def __init__(self, header: Sequence[str], *, fields: FieldMap, may_be_escaped: bool = True) -> None:
        """`may_be_escaped`: the file contains an apostrophe or a text formula."""
        self.width = len(header)
        self._may_be_escaped = may_be_escaped
        sources: list[Source] = [fields.columns.get(name) or fields.values.get(name, "") for name in REQUIRED_HEADERS]
        dates = fields.columns.get("dateOfBirth", ())
        self._date = dates[0] if len(dates) == 1 else None
        self._pick = _picker(sources)
        self._pick_contacts = _picker(sources[_EMAIL : _PHONE + 1])
        chosen = {place for places in fields.columns.values() for place in places}
        ours = {*REQUIRED_HEADERS, ROW_HEADER, REASON_HEADER}
        named = [name.strip() for place, name in enumerate(header) if place not in chosen]
        self.unknown = _some_of([name for name in named if name and name not in ours])

    def cells(self, record: list[str]) -> Cells:
        """The required cells of a record; a missing one is empty."""
        return Cells._make(self._read(record, self._pick))

    def contacts(self, record: list[str]) -> Iterable[str]:
        """Email and phone of a record."""
        return self._read(record, self._pick_contacts)

    def _read(self, record: list[str], pick: Pick) -> Iterable[str]:
        if len(record) < self.width:
            record = record + [""] * (self.width - len(record))
        cells = pick(record)
        return map(typed_text, cells) if self._may_be_escaped else cells

    def date_cell(self, record: list[str]) -> str:
        cell = "" if self._date is None or len(record) <= self._date else record[self._date]
        return typed_text(cell) if self._may_be_escaped else cell

    def is_too_wide(self, record: list[str]) -> bool:
        """Whether a cell lies beyond the last column: usually an unquoted comma."""
        return len(record) > self.width and any(map(str.strip, record[self.width :]))


def _picker(sources: Sequence[Source]) -> Pick:
    single = [source[0] for source in sources if isinstance(source, tuple) and len(source) == 1]
    if len(single) == len(sources):
        return itemgetter(*single)
    return lambda record: tuple(_cell(record, source) for source in sources)


def _cell(record: list[str], source: Source) -> str:
    if isinstance(source, str):
        return source
    return " ".join(cell for place in source if (cell := record[place].strip()))


def _some_of(names: list[str]) -> list[str]:
    """The first names, each cut to LONGEST_NAME, and the number of the others."""
    some: list[str] = []
    for name in names:
        short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
        if sum(map(len, some)) + len(short) > NAMED_CHARACTERS:
            return [*some, f"and {len(names) - len(some)} more"]
        some.append(short)
    return some
