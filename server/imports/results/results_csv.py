"""The invalid and failed rows as a CSV file that can be corrected and uploaded again."""

import asyncio
from collections.abc import Iterator
from uuid import UUID

from server.csv_cells import BYTE_ORDER_MARK, safe_csv
from server.errors import NotFoundError
from server.identity.identity import Identity
from server.imports import repository
from server.imports.files import file_repository
from server.imports.files.csv_file import number_records
from server.imports.files.layout import REASON_HEADER, ROW_HEADER, Layout
from server.imports.preview import row_repository
from server.services import Services


async def failed_rows_csv(services: Services, *, identity: Identity, import_id: UUID) -> str:
    """The original columns of every invalid or failed row, its number and the reason.

    Raises:
        NotFoundError: there is no such import in this company.

    """
    async with services.database.reading() as connection:
        found = await repository.find_import(connection, company_id=identity.company_id, import_id=import_id)
        if found is None:
            raise NotFoundError
        reasons = await row_repository.failed_rows(connection, import_id=import_id)
        content = await file_repository.read_content(connection, import_id=import_id)
    return await asyncio.to_thread(write_failed_rows, content, layout=found.layout, reasons=reasons)


def write_failed_rows(content: bytes, *, layout: Layout, reasons: dict[int, str]) -> str:
    """UTF-8 text with a BOM, so that a spreadsheet reads it as what it is."""
    return BYTE_ORDER_MARK + safe_csv(_chosen_records(content, layout=layout, reasons=reasons))


def _chosen_records(content: bytes, *, layout: Layout, reasons: dict[int, str]) -> Iterator[list[str]]:
    numbered = number_records(content, dialect=layout.dialect)
    records = (record for line, record in numbered if line >= layout.header_line)
    header = next(records)
    ours = {place for place, name in enumerate(header) if name in {ROW_HEADER, REASON_HEADER}}
    yield [*_without(header, ours), ROW_HEADER, REASON_HEADER]
    for row, record in enumerate(records, start=1):
        if row in reasons:
            cells = record[: len(header)] + [""] * (len(header) - len(record))
            # Cells beyond the last header go behind our own columns, so that each cell stays below its header.
            yield [*_without(cells, ours), str(row), reasons[row], *record[len(header) :]]


def _without(cells: list[str], places: set[int]) -> list[str]:
    return [cell for place, cell in enumerate(cells) if place not in places] if places else cells
