"""What people and companies have changed in the cells of a file: applied to them before the rules."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from server.people.imports.checking.row_rules import says_total
from server.people.imports.files.csv_file import read_rows
from server.people.imports.files.layout import Cells, Choice, Layout


class TypedRow(NamedTuple):
    """The cells of a row before the rules. `too_wide`: a cell beyond the header, not seen by any administrator."""

    cells: Cells
    too_wide: bool


class Edit(NamedTuple):
    """All edits of one row together: the cells by field, and whether a person has seen the row."""

    cells: Mapping[str, str]
    by_hand: bool


class KeptValue(NamedTuple):
    """`after` is what the company reads a value as, by whose choice."""

    after: str
    choice: Choice


@dataclass(frozen=True)
class ReadValue:
    """A mapping of the company that a check applied, by whose choice, and to how many rows."""

    field: str
    before: str
    after: str
    rows: int
    choice: Choice


@dataclass(kw_only=True)
class Mending:
    """`maps` are by field and value, `edits` by row. Edits count over mappings of the company."""

    maps: Mapping[str, Mapping[str, KeptValue]] = field(default_factory=dict)
    edits: Mapping[int, Edit] = field(default_factory=dict)
    _used: Counter[tuple[str, str, KeptValue]] = field(default_factory=Counter)

    def __bool__(self) -> bool:
        return bool(self.maps or self.edits)

    @property
    def read_values(self) -> list[ReadValue]:
        """The mappings that were applied so far, those of most rows first."""
        return [
            ReadValue(name, before, kept.after, rows, kept.choice)
            for (name, before, kept), rows in self._used.most_common()
        ]

    def apply(self, row: int, typed: TypedRow) -> TypedRow:
        edit = self.edits.get(row)
        mended = {} if edit is None else edit.cells
        cells = typed.cells
        for name, texts in self.maps.items():
            before = cells.cell(name).strip()
            if before in texts and name not in mended:
                cells = cells.with_cells({name: texts[before].after})
                self._used[name, before, texts[before]] += 1
        if edit is None:
            return TypedRow(cells, typed.too_wide)
        return TypedRow(cells.with_cells(mended), typed.too_wide and not edit.by_hand)


def merge_edits(stored: Iterable[tuple[int, Mapping[str, str], bool]]) -> dict[int, Edit]:
    """(row, cells by field, by hand) in the order of the changes, as one edit for each row."""
    merged: dict[int, Edit] = {}
    for row, cells, by_hand in stored:
        before = merged.get(row)
        merged[row] = (
            Edit(cells, by_hand) if before is None else Edit({**before.cells, **cells}, before.by_hand or by_hand)
        )
    return merged


def as_read_before(values: Iterable[ReadValue]) -> dict[str, dict[str, KeptValue]]:
    """The mappings that a check applied, to read the same file again in the same way."""
    maps: dict[str, dict[str, KeptValue]] = {}
    for value in values:
        maps.setdefault(value.field, {})[value.before] = KeptValue(value.after, value.choice)
    return maps


def type_rows(content: bytes, *, layout: Layout, rows: Container[int]) -> dict[int, TypedRow]:
    """These rows as the file has them. Reads the whole file: run it in a thread."""
    columns, records = read_rows(content, layout=layout)
    return {
        row: TypedRow(columns.cells(record), columns.is_too_wide(record))
        for row, (_line, record) in enumerate(records, start=1)
        if row in rows
    }


def rows_with_total(content: bytes, *, layout: Layout, rows: Container[int]) -> set[int]:
    """Return which of these rows are totals by their cells beside the fields. Reads the whole file, as above."""
    columns, records = read_rows(content, layout=layout)
    return {
        row
        for row, (_line, record) in enumerate(records, start=1)
        if row in rows and says_total(columns.left_out(record))
    }


def rows_typed_as(
    content: bytes, *, layout: Layout, values: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], list[int]]:
    """The rows in which the file has these (field, value). Reads the whole file: run it in a thread."""
    columns, records = read_rows(content, layout=layout)
    found: dict[tuple[str, str], list[int]] = {value: [] for value in values}
    names = {name for name, _value in found}
    for row, (_line, record) in enumerate(records, start=1):
        cells = columns.cells(record)
        for name in names:
            rows = found.get((name, cells.cell(name).strip()))
            if rows is not None:
                rows.append(row)
    return found
