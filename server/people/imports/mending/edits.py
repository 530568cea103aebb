"""What people and companies have changed in the cells of a file: applied to them before the rules."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from server.people.imports.files.csv_file import read_rows
from server.people.imports.files.layout import Cells, Choice, Layout


class TypedRow(NamedTuple):
    """The cells of a row before the rules. `too_wide`: a cell beyond the header, not seen by any administrator."""

    cells: Cells
    too_wide: bool


class Edit(NamedTuple):
    """All edits of one row together: the cells by field, and whether a person has seen the row."""

    cells: Mapping[str, str] = {}
    by_hand: bool = False


NO_EDIT: Final = Edit()


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
        edit, cells = self.edits.get(row, NO_EDIT), typed.cells
        for name, texts in self.maps.items():
            before = cells.cell(name).strip()
            if before in texts and name not in edit.cells:
                cells = cells.with_cells({name: texts[before].after})
                self._used[name, before, texts[before]] += 1
        if edit.cells:
            cells = cells.with_cells(edit.cells)
        return TypedRow(cells, typed.too_wide and not edit.by_hand)


def by_field(values: Iterable[tuple[str, str, KeptValue]]) -> dict[str, dict[str, KeptValue]]:
    """(field, value, what it is read as) as the maps of a Mending."""
    maps: dict[str, dict[str, KeptValue]] = {}
    for name, value, kept in values:
        maps.setdefault(name, {})[value] = kept
    return maps


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
            if (value := (name, cells.cell(name).strip())) in found:
                found[value].append(row)
    return found
