"""Validate the rows of a file in order, in batches."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Final

from server.identity.emails import normalize_new_email
from server.imports.checking.mending import Edit, Mending, ReadValue, TypedRow
from server.imports.checking.row_rules import CheckedRow, RowChecker, RuleBook, read_phone
from server.imports.files.csv_file import NumberedRecord, read_rows
from server.imports.files.layout import Columns
from server.imports.repository import Import
from server.settings import Settings

BATCH_ROWS: Final = 2_500


def rule_book(found: Import, *, settings: Settings) -> RuleBook:
    """The parameters of the rules for the rows of this import."""
    return RuleBook(
        uploader=found.uploader_profile,
        this_year=datetime.now(UTC).year,
        minimum_age=settings.minimum_age_bulk,
        date_order=found.date_order,
        phone_region=settings.phone_region,
    )


class Judge:
    """Validates one file once. Rows that were deleted in its preview are left out.

    `shared_phones` maps a phone of several rows to the number of the others; complete before the first batch.
    """

    def __init__(
        self,
        found: Import,
        content: bytes,
        *,
        settings: Settings,
        deleted: Container[int],
        mending: Mending | None = None,
    ) -> None:
        self.shared_phones: dict[str, int] = {}
        self._mending = mending or Mending()
        self._content = content
        self._layout = found.layout
        self._deleted = deleted
        self._region = settings.phone_region
        self._checker = RowChecker(rule_book(found, settings=settings))

    @property
    def date_example(self) -> str | None:
        """After the last row: a date whose order is to be chosen, preferably one that fits both orders."""
        undecided = self._checker.undecided_dates
        return undecided.get(True) or undecided.get(False)

    @property
    def read_values(self) -> list[ReadValue]:
        """After the last row: the mappings of the company that were applied."""
        return self._mending.read_values

    def batches(self) -> Iterator[list[CheckedRow]]:
        self.shared_phones = self._count_phones()
        judged = self._judge()
        while batch := list(islice(judged, BATCH_ROWS)):
            yield batch

    def _judge(self) -> Iterator[CheckedRow]:
        columns, records = self._rows()
        check, mending = self._checker.check, self._mending
        for row, (line, record) in records:
            typed = columns.cells(record), columns.is_too_wide(record)
            cells, too_wide = mending.apply(row, TypedRow(*typed)) if mending else typed
            yield check(row, cells, line=line, too_wide=too_wide)

    def _rows(self) -> tuple[Columns, Iterator[tuple[int, NumberedRecord]]]:
        columns, records = read_rows(self._content, layout=self._layout)
        numbered = enumerate(records, start=1)
        return columns, (each for each in numbered if each[0] not in self._deleted)

    def _count_phones(self) -> dict[str, int]:
        """Of each phone that several people have."""
        columns, records = self._rows()
        edits, contacts = self._mending.edits, columns.contacts
        if not edits:
            return count_others((contacts(record) for _row, (_line, record) in records), region=self._region)
        mended = (_mended_contacts(edits.get(row), contacts(record)) for row, (_line, record) in records)
        return count_others(mended, region=self._region)


def count_others(contacts: Iterable[Iterable[str]], *, region: str) -> Counter[str]:
    """Phone → number of rows besides the first that has it, from (email, phone) in the order of the file.

    Rows with the email of the first one are the same person and are not counted.
    """
    emails, others = dict[str, str](), Counter[str]()
    for email, cell in contacts:
        phone = read_phone(cell, region=region)
        if phone is not None:
            first = emails.setdefault(phone, email)
            if first is not email and _compared(first) != _compared(email):
                others[phone] += 1
    return others


def _compared(email: str) -> str:
    return normalize_new_email(email) or email.strip().casefold()


def _mended_contacts(edit: Edit | None, contacts: Iterable[str]) -> Iterable[str]:
    if edit is None:
        return contacts
    email, phone = contacts
    return edit.cells.get("email", email), edit.cells.get("phone", phone)
