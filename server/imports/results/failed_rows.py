"""The invalid and failed rows in the columns of their file: they can be corrected and uploaded again.

What was mended in the preview stands in the cells of its field. A field that has one value for all rows gets a column
of its own where a row was given another one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, repeat

from server.imports.checking.mending import CELL_OF, Edit
from server.imports.files.csv_file import number_records
from server.imports.files.layout import REASON_HEADER, ROW_HEADER, FieldMap, Layout, by_our_headings


@dataclass(frozen=True, kw_only=True)
class _Writer:
    """Of one file. `ours` are the places of columns that an earlier file of failed rows has added.

    `added` are fields without a column that some rows have a text of their own for.
    """

    width: int
    ours: set[int]
    fields: FieldMap
    edits: Mapping[int, Edit]
    added: list[str]

    def cells(self, row: int, record: list[str]) -> list[str]:
        cells = record[: self.width] + [""] * (self.width - len(record))
        mended = self._mended(row)
        for field, text in mended.items():
            texts = chain([text], repeat(""))
            for place in self.fields.columns.get(field, ()):
                cells[place] = next(texts)
        return [*self.own(cells), *(mended.get(field, self.fields.values.get(field, "")) for field in self.added)]

    def own(self, cells: list[str]) -> list[str]:
        """Without the columns that are added again."""
        return [cell for place, cell in enumerate(cells) if place not in self.ours] if self.ours else cells

    def _mended(self, row: int) -> dict[str, str]:
        edit = self.edits.get(row)
        return (
            {} if edit is None else {field: edit.cells[cell] for field, cell in CELL_OF.items() if cell in edit.cells}
        )


def _without_column(fields: FieldMap, edits: Mapping[int, Edit]) -> list[str]:
    edited = {cell for edit in edits.values() for cell in edit.cells}
    return [field for field, cell in CELL_OF.items() if cell in edited and not fields.columns.get(field)]


def failed_records(
    content: bytes, *, layout: Layout, reasons: Mapping[int, str], edits: Mapping[int, Edit] | None = None
) -> Iterator[list[str]]:
    """The header, then each row that has a reason, with its number and the reason. `edits` are those of such rows.

    Raises UnreadableCsvError: see number_records.
    """
    numbered = number_records(content, dialect=layout.dialect)
    records = (record for line, record in numbered if line >= layout.header_line)
    header = next(records)
    ours = {place for place, name in enumerate(header) if name in {ROW_HEADER, REASON_HEADER}}
    fields = layout.fields or by_our_headings(header)
    edits = edits or {}
    added = _without_column(fields, edits)
    writer = _Writer(width=len(header), ours=ours, fields=fields, edits=edits, added=added)
    yield [*writer.own(header), *added, ROW_HEADER, REASON_HEADER]
    last = max(reasons, default=0)
    for row, record in enumerate(records, start=1):
        if row > last:
            return
        if row in reasons:
            # Cells beyond the last header go behind our own columns, so that each cell stays below its header.
            yield [*writer.cells(row, record), str(row), reasons[row], *record[len(header) :]]
