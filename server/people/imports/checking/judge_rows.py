"""Validate the rows of a file in order, in batches."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Final, NamedTuple

from server.people.imports.checking.row_rules import (
    CheckedRow,
    RowChecker,
    RuleBook,
    as_total,
    names_no_person,
    read_phone,
    says_total,
)
from server.people.imports.files.csv_file import read_rows
from server.people.imports.files.layout import Cells, Columns, NumberedRecord
from server.people.imports.mending.edits import Mending, TypedRow
from server.people.imports.repository import Import
from server.platform.configuration.settings import Settings
from server.vocabulary.emails import normalize_new_email

BATCH_ROWS: Final = 2_500
# A row with so many is looked at as a whole.
MANY_ERRORS: Final = 3
SHIFTED: Final = "This row looks shifted by {by} to the {to}: move its cells back below their headings"


def rule_book(found: Import, *, settings: Settings) -> RuleBook:
    """The parameters of the rules for the rows of this import."""
    return RuleBook(
        uploader=found.uploader_profile,
        this_year=datetime.now(UTC).year,
        minimum_age=settings.minimum_age_bulk,
        date_order=found.date_order,
        phone_region=settings.phone_region,
        email_is_optional=settings.has_people_with_phone_alone,
        leaves_examples_out=found.lines is not None and found.lines.examples > 0,
    )


class Judge:
    """Validates one file once. Rows that were deleted in its preview are left out.

    `shared_phones` maps a phone of several rows to the number of the others; complete before the first batch.
    """

    def __init__(
        self, found: Import, content: bytes, *, settings: Settings, deleted: Collection[int], mending: Mending
    ) -> None:
        self.shared_phones: dict[str, int] = {}
        self.mending = mending
        self._content = content
        self._layout = found.layout
        self._deleted = deleted
        self._region = settings.phone_region
        self._checker = RowChecker(rule_book(found, settings=settings))

    @property
    def date_example(self) -> str | None:
        """Return a date whose order is to be chosen. It is known after the last row."""
        return self._checker.date_example

    def batches(self) -> Iterator[list[CheckedRow]]:
        self.shared_phones = count_others(self._contacts(), region=self._region)
        judged = self._judge()
        while batch := list(islice(judged, BATCH_ROWS)):
            yield batch

    def _judge(self) -> Iterator[CheckedRow]:
        columns, records = self._rows()
        for row, (line, record) in records:
            cells, too_wide = columns.cells(record), columns.is_too_wide(record)
            if self.mending:
                cells, too_wide = self.mending.apply(row, TypedRow(cells, too_wide))
            checked = self._checker.check(row, cells, line=line, too_wide=too_wide, batch=columns.batch(record))
            if is_doubtful(checked):
                checked = judge_whole(checked, look_at_whole(columns, record), typed=cells)
            yield checked

    def _rows(self) -> tuple[Columns, Iterator[tuple[int, NumberedRecord]]]:
        columns, records = read_rows(self._content, layout=self._layout)
        numbered = enumerate(records, start=1)
        return columns, (each for each in numbered if each[0] not in self._deleted) if self._deleted else numbered

    def _contacts(self) -> Iterator[tuple[str, str]]:
        columns, records = self._rows()
        edits = self.mending.edits
        for row, (_line, record) in records:
            email, phone = columns.contacts(record)
            if edit := edits.get(row):
                email, phone = edit.cells.get("email", email), edit.cells.get("phone", phone)
            yield email, phone


def is_doubtful(checked: CheckedRow) -> bool:
    """Whether the row has to be looked at as a whole: see judge_whole."""
    return len(checked.errors) >= MANY_ERRORS


class Whole(NamedTuple):
    """What all cells of a row in the file say, also those of columns that are no field.

    `cells` are those of its fields. See Columns.shift_of for `shift`.
    """

    says_total: bool
    shift: int
    cells: Cells


def look_at_whole(columns: Columns, record: list[str]) -> Whole:
    return Whole(says_total(columns.left_out(record)), columns.shift_of(record), columns.cells(record))


def judge_whole(checked: CheckedRow, whole: Whole, *, typed: Cells) -> CheckedRow:
    """The row, which has many errors: it may be a total, or its cells stand beside their headings.

    `typed` are the cells that were judged: where they are not those of the file, the row has been mended.
    """
    if whole.says_total and names_no_person(checked.values, checked.errors):
        return checked._replace(errors=as_total(checked.errors))
    if (by := whole.shift) and typed == whole.cells:
        columns_named = "one column" if abs(by) == 1 else f"{abs(by)} columns"
        message = SHIFTED.format(by=columns_named, to="right" if by > 0 else "left")
        return checked._replace(errors=[("row", message), *checked.errors])
    return checked


def count_others(contacts: Iterable[tuple[str, str]], *, region: str) -> Counter[str]:
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
