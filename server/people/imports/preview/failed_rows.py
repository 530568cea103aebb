"""The invalid and failed rows in the columns of their file: they can be corrected and uploaded again.

What was mended in the preview stands in the cells of its field. A field that has one value for all rows gets a column
of its own where a row was given another one, and so does one whose new text does not fit into its split column.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, repeat

from server.people.imports.files.csv_file import number_records
from server.people.imports.files.layout import PLACES, REASON_HEADER, ROW_HEADER, FieldMap, Layout
from server.people.imports.mending.edits import Edit
from server.platform.csv_cells import typed_text
from server.platform.http.spooled_file import SpooledFile

NumberedRow = tuple[int, list[str]]


class FailedRecords:
    """Writes the failed rows of one file, a batch after another in their order.

    First the columns are found that they need (`add_columns`), then the header is written, then the rows. `reasons` are
    those of some rows, `edits` what was mended in them.
    """

    def __init__(self, content: bytes | SpooledFile, layout: Layout) -> None:
        self._content, self._layout = content, layout
        self._rows = self._read()
        self._header = next(self._rows)[1]
        # The places of columns that an earlier file of failed rows has added.
        self._ours = {place for place, name in enumerate(self._header) if name in {ROW_HEADER, REASON_HEADER}}
        self._fields = layout.fields
        # Fields without a column, or without room in it, that some rows have a text of their own for.
        self._without_column, self._without_room = set[str](), set[str]()
        self._added: list[str] = []

    def add_columns(self, reasons: Mapping[int, str], edits: Mapping[int, Edit]) -> None:
        edited = {cell for edit in edits.values() for cell in edit.cells}
        self._without_column |= {field for field in PLACES if field in edited and not self._fields.columns.get(field)}
        if self._fields.splits and edits:
            for row, record in self._up_to(max(reasons)):
                if row in edits:
                    mended = _mended(edits[row])
                    self._without_room |= _write_back(self._filled(record), mended, fields=self._fields)

    def header(self) -> list[str]:
        """Raises UnreadableCsvError: see number_records."""
        self._added = [*(field for field in PLACES if field in self._without_column), *sorted(self._without_room)]
        self._rows = self._read()
        next(self._rows)
        return [*self._own(self._header), *self._added, ROW_HEADER, REASON_HEADER]

    def records(self, reasons: Mapping[int, str], edits: Mapping[int, Edit]) -> list[list[str]]:
        """Each row that has a reason, with its number and the reason."""
        return [
            # Cells beyond the last header go behind our own columns, so that each cell stays below its header.
            [*self._cells(record, edits.get(row)), str(row), reasons[row], *record[len(self._header) :]]
            for row, record in self._up_to(max(reasons))
            if row in reasons
        ]

    def _read(self) -> Iterator[NumberedRow]:
        """The records from the header on, which is row 0."""
        numbered = number_records(self._content, dialect=self._layout.dialect)
        return enumerate(record for line, record in numbered if line >= self._layout.header_line)

    def _up_to(self, last: int) -> Iterator[NumberedRow]:
        for row, record in self._rows:
            yield row, record
            if row >= last:
                return

    def _cells(self, record: list[str], edit: Edit | None) -> list[str]:
        cells, mended = self._filled(record), _mended(edit)
        added = [mended.get(field, self._present(field, cells)) for field in self._added]
        _write_back(cells, mended, fields=self._fields)
        return [*self._own(cells), *added]

    def _filled(self, record: list[str]) -> list[str]:
        width = len(self._header)
        return record[:width] + [""] * (width - len(record))

    def _own(self, cells: list[str]) -> list[str]:
        """Leave out the columns that are added again."""
        return [cell for place, cell in enumerate(cells) if place not in self._ours] if self._ours else cells

    def _present(self, field: str, cells: list[str]) -> str:
        if self._fields.columns.get(field):
            return _text_of(field, cells, fields=self._fields)
        return self._fields.values.get(field, "")


def _mended(edit: Edit | None) -> dict[str, str]:
    return {} if edit is None else dict(edit.cells)


def _write_back(cells: list[str], mended: Mapping[str, str], *, fields: FieldMap) -> set[str]:
    """Replace the cells of these fields; returns the fields that the cell of a split column cannot hold.

    Such a cell stays as it is: read again, one of its new parts would be another one.
    """
    changed: dict[int, list[str]] = {}
    for field, text in mended.items():
        texts = chain([text], repeat(""))
        for place in fields.columns.get(field, ()):
            if place < len(cells):
                cells[place] = next(texts)
            else:
                own, part = fields.parts[place - fields.width]
                parts = changed.setdefault(own, fields.splits[own].cut(typed_text(cells[own])))
                parts[part] = next(texts)
    joined = {own: fields.splits[own].join(parts) for own, parts in changed.items()}
    for own, cell in joined.items():
        cells[own] = cells[own] if cell is None else cell
    return _of_parts(mended, fields=fields, columns={own for own, cell in joined.items() if cell is None})


def _text_of(field: str, cells: list[str], *, fields: FieldMap) -> str:
    """The text of a field that is read from parts of the cells."""
    cut = {own: split.cut(typed_text(cells[own])) for own, split in fields.splits.items()}
    whole = [*cells, *(cut[own][part] for own, part in fields.parts)]
    return " ".join(text for place in fields.columns[field] if (text := whole[place].strip()))


def _of_parts(names: Iterable[str], *, fields: FieldMap, columns: set[int]) -> set[str]:
    places = {place for place, (own, _part) in enumerate(fields.parts, start=fields.width) if own in columns}
    return {name for name in names if not places.isdisjoint(fields.columns.get(name, ()))}
