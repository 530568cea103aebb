"""Validate the rows of a file in order, in batches."""

from collections import Counter
from collections.abc import Container, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Final

from server.identity.phones import normalize_phone
from server.imports.checking.row_rules import CheckedRow, RowChecker, RuleBook
from server.imports.files.csv_file import NumberedRecord, read_rows
from server.imports.files.layout import Columns
from server.imports.repository import Import
from server.settings import Settings

BATCH_ROWS: Final = 2_500


class Judge:
    """Validates one file once. Rows that were deleted in its preview are left out.

    `shared_phones` maps a phone of several rows to the number of the others; complete before the first batch.
    """

    def __init__(self, found: Import, content: bytes, *, settings: Settings, deleted: Container[int]) -> None:
        self.shared_phones: dict[str, int] = {}
        self._content = content
        self._layout = found.layout
        self._deleted = deleted
        self._region = settings.phone_region
        self._checker = RowChecker(
            RuleBook(
                uploader=found.uploader_profile,
                this_year=datetime.now(UTC).year,
                minimum_age=settings.minimum_age_bulk,
                date_order=found.date_order,
                phone_region=settings.phone_region,
            )
        )

    @property
    def date_example(self) -> str | None:
        """After the last row: a date whose order is to be chosen, preferably one that fits both orders."""
        undecided = self._checker.undecided_dates
        return undecided.get(True) or undecided.get(False)

    def batches(self) -> Iterator[list[CheckedRow]]:
        self.shared_phones = self._count_phones()
        columns, records = self._rows()
        judged = (
            self._checker.check(row, columns.cells(record), line=line, too_wide=columns.is_too_wide(record))
            for row, (line, record) in records
        )
        while batch := list(islice(judged, BATCH_ROWS)):
            yield batch

    def _rows(self) -> tuple[Columns, Iterator[tuple[int, NumberedRecord]]]:
        columns, records = read_rows(self._content, layout=self._layout)
        numbered = enumerate(records, start=1)
        return columns, (each for each in numbered if each[0] not in self._deleted)

    def _count_phones(self) -> dict[str, int]:
        """Rows with a phone and the email of the first row that has it are the same person and are not counted."""
        columns, records = self._rows()
        emails, others = dict[str, str](), Counter[str]()
        for _row, (_line, record) in records:
            typed, cell = columns.contacts(record)
            phone, email = normalize_phone(cell, region=self._region), typed.strip().casefold()
            if phone is not None and emails.setdefault(phone, email) != email:
                others[phone] += 1
        return others
