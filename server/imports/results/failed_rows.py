"""The invalid and failed rows in the columns of their file: they can be corrected and uploaded again."""

from collections.abc import Iterator, Mapping

from server.imports.files.csv_file import number_records
from server.imports.files.layout import REASON_HEADER, ROW_HEADER, Layout


def failed_records(content: bytes, *, layout: Layout, reasons: Mapping[int, str]) -> Iterator[list[str]]:
    """The header, then each row that has a reason, with its number and the reason.

    Raises UnreadableCsvError: see number_records.
    """
    numbered = number_records(content, dialect=layout.dialect)
    records = (record for line, record in numbered if line >= layout.header_line)
    header = next(records)
    ours = {place for place, name in enumerate(header) if name in {ROW_HEADER, REASON_HEADER}}
    yield [*_without(header, ours), ROW_HEADER, REASON_HEADER]
    last = max(reasons, default=0)
    for row, record in enumerate(records, start=1):
        if row > last:
            return
        if row in reasons:
            cells = record[: len(header)] + [""] * (len(header) - len(record))
            # Cells beyond the last header go behind our own columns, so that each cell stays below its header.
            yield [*_without(cells, ours), str(row), reasons[row], *record[len(header) :]]


def _without(cells: list[str], places: set[int]) -> list[str]:
    return [cell for place, cell in enumerate(cells) if place not in places] if places else cells
