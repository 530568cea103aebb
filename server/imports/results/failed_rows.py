"""The invalid and failed rows in the columns of their file: they can be corrected and uploaded again.

What was mended in the preview stands in the cells of its field. A field that has one value for all rows gets a column
of its own where a row was given another one, and so does one whose new text does not fit into its split column.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from server.imports.checking.mending import CELL_OF, Edit
from server.imports.files.csv_file import number_records
from server.imports.files.layout import REASON_HEADER, ROW_HEADER, FieldMap, Layout, by_our_headings
from server.imports.results.write_back import text_of, write_back


@dataclass(frozen=True, kw_only=True)
class _Writer:
    """Of one file. `ours` are the places of columns that an earlier file of failed rows has added.

    `added` are fields without a column, or without room in it, that some rows have a text of their own for.
    """

    width: int
    ours: set[int]
    fields: FieldMap
    edits: Mapping[int, Edit]
    added: list[str] = field(default_factory=list)

    def cells(self, row: int, record: list[str]) -> list[str]:
        cells, mended = self._filled(record), self._mended(row)
        added = [mended.get(field, self._present(field, cells)) for field in self.added]
        write_back(cells, mended, fields=self.fields)
        return [*self.own(cells), *added]

    def unheld(self, row: int, record: list[str]) -> set[str]:
        """The fields of which the row's cells cannot hold what was mended."""
        return write_back(self._filled(record), self._mended(row), fields=self.fields)

    def own(self, cells: list[str]) -> list[str]:
        """Without the columns that are added again."""
        return [cell for place, cell in enumerate(cells) if place not in self.ours] if self.ours else cells

    def _filled(self, record: list[str]) -> list[str]:
        return record[: self.width] + [""] * (self.width - len(record))

    def _present(self, field: str, cells: list[str]) -> str:
        if self.fields.columns.get(field):
            return text_of(field, cells, fields=self.fields)
        return self.fields.values.get(field, "")

    def _mended(self, row: int) -> dict[str, str]:
        edit = self.edits.get(row)
        return (
            {} if edit is None else {field: edit.cells[cell] for field, cell in CELL_OF.items() if cell in edit.cells}
        )


def _without_column(fields: FieldMap, edits: Mapping[int, Edit]) -> list[str]:
    edited = {cell for edit in edits.values() for cell in edit.cells}
    return [field for field, cell in CELL_OF.items() if cell in edited and not fields.columns.get(field)]


def _without_cell(writer: _Writer, records: Iterator[list[str]]) -> list[str]:
    """`records`: with the header, as row 0."""
    edited = (writer.unheld(row, record) for row, record in enumerate(records) if row in writer.edits)
    return sorted(set[str]().union(*edited))


def _records(content: bytes, *, layout: Layout) -> Iterator[list[str]]:
    numbered = number_records(content, dialect=layout.dialect)
    return (record for line, record in numbered if line >= layout.header_line)


def failed_records(
    content: bytes, *, layout: Layout, reasons: Mapping[int, str], edits: Mapping[int, Edit] | None = None
) -> Iterator[list[str]]:
    """The header, then each row that has a reason, with its number and the reason. `edits` are those of such rows.

    Raises UnreadableCsvError: see number_records.
    """
    records = _records(content, layout=layout)
    header = next(records)
    ours = {place for place, name in enumerate(header) if name in {ROW_HEADER, REASON_HEADER}}
    fields = layout.fields or by_our_headings(header)
    edits = edits or {}
    writer = _Writer(width=len(header), ours=ours, fields=fields, edits=edits)
    added = _without_column(fields, edits)
    if fields.splits and edits:
        added += _without_cell(writer, _records(content, layout=layout))
    writer = replace(writer, added=added)
    yield [*writer.own(header), *added, ROW_HEADER, REASON_HEADER]
    last = max(reasons, default=0)
    for row, record in enumerate(records, start=1):
        if row > last:
            return
        if row in reasons:
            # Cells beyond the last header go behind our own columns, so that each cell stays below its header.
            yield [*writer.cells(row, record), str(row), reasons[row], *record[len(header) :]]
