"""Validate the rows of a file in order, in batches."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, KeysView, Sequence
from datetime import UTC, datetime
from itertools import chain, islice
from typing import Final

from server.people.imports.checking.many_rows import RowsChecker, TypedRows
from server.people.imports.checking.mending import Edit, Mending, ReadValue, TypedRow
from server.people.imports.checking.other_rows import as_total, names_no_person, says_total
from server.people.imports.checking.row_rules import CheckedRow, RuleBook, read_phone
from server.people.imports.files.csv_file import ROWS_AT_ONCE, NumberedRecord, read_rows
from server.people.imports.files.layout import Cells, Columns
from server.people.imports.repository import Import
from server.platform.configuration.settings import Settings
from server.vocabulary.emails import normalize_new_email
from server.vocabulary.phones import common_phones

BATCH_ROWS: Final = 2_500


def rule_book(found: Import, *, settings: Settings) -> RuleBook:
    """The parameters of the rules for the rows of this import."""
    return RuleBook(
        uploader=found.uploader_profile,
        this_year=datetime.now(UTC).year,
        minimum_age=settings.minimum_age_bulk,
        date_order=found.date_order,
        phone_region=settings.phone_region,
        email_is_optional=settings.has_people_with_phone_alone,
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
        deleted: Collection[int],
        mending: Mending | None = None,
    ) -> None:
        self.shared_phones: dict[str, int] = {}
        self._mending = mending or Mending()
        self._content = content
        self._layout = found.layout
        self._deleted = deleted
        self._region = settings.phone_region
        self._checker = RowsChecker(rule_book(found, settings=settings))

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
        while batch := list(chain.from_iterable(islice(judged, BATCH_ROWS // ROWS_AT_ONCE))):
            yield batch

    def _judge(self) -> Iterator[list[CheckedRow]]:
        columns, records = self._rows()
        while some := list(islice(records, ROWS_AT_ONCE)):
            checked = self._checker.check_all(self._typed(columns, some))
            for place, row in enumerate(checked):
                if row.errors and _is_total(row, columns, some[place][1][1]):
                    checked[place] = row._replace(errors=as_total(row.errors))
            yield checked

    def _typed(self, columns: Columns, some: Sequence[tuple[int, NumberedRecord]]) -> TypedRows:
        rows, numbered = zip(*some, strict=True)
        lines, records = zip(*numbered, strict=True)
        cells, too_wide = columns.cells_of(records), columns.too_wide_of(records)
        batches = columns.batches_of(records)
        if not self._mending:
            return TypedRows(rows, lines, cells, too_wide, batches)
        typed = map(TypedRow, map(Cells._make, cells), too_wide)
        mended = zip(*map(self._mending.apply, rows, typed), strict=True)
        return TypedRows(rows, lines, *mended)._replace(batches=batches)

    def _rows(self) -> tuple[Columns, Iterator[tuple[int, NumberedRecord]]]:
        columns, records = read_rows(self._content, layout=self._layout)
        numbered = enumerate(records, start=1)
        return columns, (each for each in numbered if each[0] not in self._deleted) if self._deleted else numbered

    def _count_phones(self) -> dict[str, int]:
        """Of each phone that several people have."""
        return count_others(chain.from_iterable(self._contacts()), region=self._region)

    def _contacts(self) -> Iterator[Sequence[Iterable[str]]]:
        columns, records = self._rows()
        edits = self._mending.edits
        while some := list(islice(records, ROWS_AT_ONCE)):
            contacts = columns.contacts_of([record for _row, (_line, record) in some])
            if edits:
                rows = (row for row, _numbered in some)
                contacts = [_mended_contacts(edits.get(row), each) for row, each in zip(rows, contacts, strict=True)]
            yield contacts


def _is_total(checked: CheckedRow, columns: Columns, record: list[str]) -> bool:
    """By the cells beside the fields."""
    return names_no_person(checked.values, checked.errors) and says_total(columns.left_out(record))


def count_others(contacts: Iterable[Iterable[str]], *, region: str) -> Counter[str]:
    """Phone → number of rows besides the first that has it, from (email, phone) in the order of the file.

    Rows with the email of the first one are the same person and are not counted.
    """
    emails, others = dict[str, str](), Counter[str]()
    left = iter(contacts)
    while some := list(islice(left, ROWS_AT_ONCE)):
        typed_emails, cells = zip(*some, strict=True)
        common = common_phones(cells)
        if _are_new(common, known=emails.keys()):
            emails.update(zip(common, typed_emails, strict=True))
            continue
        for email, cell, plain in zip(typed_emails, cells, common, strict=True):
            phone = plain or read_phone(cell, region=region)
            if phone is not None:
                first = emails.setdefault(phone, email)
                if first is not email and _compared(first) != _compared(email):
                    others[phone] += 1
    return others


def _are_new(phones: Sequence[str], *, known: KeysView[str]) -> bool:
    """Whether all of them could be read, and each is met for the first time: most files share few phones."""
    return "" not in phones and len(set(phones)) == len(phones) and known.isdisjoint(phones)


def _compared(email: str) -> str:
    return normalize_new_email(email) or email.strip().casefold()


def _mended_contacts(edit: Edit | None, contacts: Iterable[str]) -> Iterable[str]:
    if edit is None:
        return contacts
    email, phone = contacts
    return edit.cells.get("email", email), edit.cells.get("phone", phone)
