"""Judge the rows of a preview that a change has reached: the same verdicts as a check of the whole file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from server.people.imports.checking import row_repository
from server.people.imports.checking.compare_rows import compare_rows, read_batch_book
from server.people.imports.checking.duplicate_rows import warn_again
from server.people.imports.checking.row_rules import (
    TOO_WIDE,
    CheckedRow,
    RowChecker,
    RuleBook,
    count_others,
    is_doubtful,
    judge_whole,
    look_at_whole,
    read_email,
    read_phone,
    rule_book,
)
from server.people.imports.files import file_repository
from server.people.imports.files.csv_file import read_some
from server.people.imports.files.layout import Cells
from server.people.imports.mending.edits import TypedRow
from server.people.imports.repository import Import, check_anew, count_mended
from server.platform.database.connections import Connection
from server.platform.process.threads import in_thread
from server.platform.services import Services
from server.vocabulary.fields import FIELD
from server.vocabulary.identifiers import normalize_code
from server.vocabulary.own_fields import OwnKind
from server.vocabulary.profiles import Profile

# What a call judges itself; a change that reaches more rows is left to a worker, which checks the whole file.
MOST_AT_ONCE: Final = 10_000
_TOO_WIDE: Final = ("row", TOO_WIDE)


@dataclass(kw_only=True)
class _Reach:
    """`stored` are the rows as they were, `typed` the cells of those that stay, `again` those judged by all rules.

    The others only share a phone with them: their warnings may change, and nothing else.
    """

    stored: dict[int, CheckedRow]
    typed: dict[int, TypedRow]
    again: set[int]


async def judge_again(
    services: Services, connection: Connection, found: Import, *, touched: Mapping[int, TypedRow | None]
) -> list[int] | None:
    """Write the touched rows with these cells (None: deleted), and all verdicts that change with them.

    Returns the rows that are another now. None: the rows that share emails or phones with them, or may be the same
    people, are too many, so that only the touched ones are judged, and the import is `validating` again. The import
    must be locked.
    """
    book = rule_book(found, settings=services.settings)
    stored = await row_repository.rows_by_number(connection, found, rows=list(touched))
    typed = {row: cells for row, cells in touched.items() if cells is not None}
    whole = await _reach(connection, found, stored=stored, typed=typed, book=book)
    reach = whole or _Reach(stored=stored, typed=typed, again=set(typed))
    judged = await _judge(connection, found, reach=reach, book=book)
    warned = None
    if whole is not None:
        warned = await warn_again(connection, judged, found=found, before=reach.stored, limit=MOST_AT_ONCE)
    changed = [row for row in (judged if warned is None else warned) if reach.stored[row.row] != row]
    deleted = [row for row, cells in touched.items() if cells is None]
    if changed:
        await row_repository.write_again(connection, import_id=found.id, rows=changed)
    if deleted:
        await row_repository.mark_deleted(connection, import_id=found.id, rows=deleted, deleted=True)
    if warned is None:
        restored = sum(stored[row].is_deleted for row in typed)
        await check_anew(connection, found, restored=restored - len(deleted))
        return None
    rows = [*(row.row for row in changed), *deleted]
    await _count(connection, found, before=[reach.stored[row] for row in rows], after=changed, book=book)
    return sorted(rows)


async def _judge(connection: Connection, found: Import, *, reach: _Reach, book: RuleBook) -> list[CheckedRow]:
    checked = await in_thread(_check, reach, book=book)
    checked = await _judge_whole(connection, found, checked, typed=reach.typed)
    contacts = [(row.values.email, row.values.phone) for row in checked]
    shared = await in_thread(count_others, contacts, region=book.phone_region)
    batches = await read_batch_book(connection, found, again=True)
    rows = await compare_rows(connection, checked, found=found, shared=shared, batches=batches, book=book)
    # Which emails the others share is not known here.
    return [row if row.row in reach.again else reach.stored[row.row]._replace(warnings=row.warnings) for row in rows]


async def _judge_whole(
    connection: Connection, found: Import, checked: list[CheckedRow], *, typed: Mapping[int, TypedRow]
) -> list[CheckedRow]:
    """Look at rows as a whole as the first check does; their cells of other columns are read from the file."""
    doubtful = {row.row for row in checked if is_doubtful(row)}
    if not doubtful:
        return checked
    content = await file_repository.read_content(connection, import_id=found.id)
    looked = await in_thread(read_some, content, layout=found.layout, rows=doubtful, read=look_at_whole)
    return [
        judge_whole(row, looked[row.row], typed=typed[row.row].cells) if row.row in looked else row for row in checked
    ]


async def _reach(
    connection: Connection,
    found: Import,
    *,
    stored: Mapping[int, CheckedRow],
    typed: Mapping[int, TypedRow],
    book: RuleBook,
) -> _Reach | None:
    """The touched rows, those that share their emails, and those that share a phone with any of these.

    All rows of the import are read for each look: for a second one only where a shared email has led to other phones.
    None where a look finds too many.
    """
    reach = _Reach(stored=dict(stored), typed=dict(typed), again=set(typed))
    cells = [*(each.cells for each in typed.values()), *(row.values for row in stored.values() if not row.is_deleted)]
    emails = {email for each in cells if (email := read_email(each.email))}
    phones = _phones(cells, region=book.phone_region)
    codes = {code for each in cells if (code := normalize_code(each.cell("code")))}
    if not await _extend(connection, found, reach, emails=emails, phones=phones, codes=codes):
        return None
    reach.again |= {
        row
        for row, each in reach.typed.items()
        if each.cells.email in emails
        or each.cells.cell("code") in codes
        or (book.email_is_optional and not each.cells.email and each.cells.phone in phones)
    }
    more = _phones((reach.typed[row].cells for row in reach.again), region=book.phone_region) - phones
    return None if more and not await _extend(connection, found, reach, phones=more) else reach


def _phones(rows: Iterable[Cells], *, region: str) -> set[str]:
    return {phone for each in rows if (phone := read_phone(each.phone, region=region))}


async def _extend(
    connection: Connection,
    found: Import,
    reach: _Reach,
    *,
    phones: Iterable[str],
    emails: Iterable[str] = (),
    codes: Iterable[str] = (),
) -> bool:
    """Add the rows that have them; False where they are too many."""
    others = await row_repository.rows_by_contacts(
        connection, found, emails=emails, phones=phones, codes=codes, limit=MOST_AT_ONCE + 1
    )
    for row, other in others.items():
        if row not in reach.stored:
            reach.stored[row] = other
            reach.typed[row] = TypedRow(other.values, _TOO_WIDE in other.errors)
    return len(others) <= MOST_AT_ONCE


def _check(reach: _Reach, *, book: RuleBook) -> list[CheckedRow]:
    checker = RowChecker(book)
    return [
        checker.check(row, typed.cells, line=stored.line, too_wide=typed.too_wide, beside=stored.beside)
        for row, typed in sorted(reach.typed.items())
        for stored in [reach.stored[row]]
    ]


async def _count(
    connection: Connection, found: Import, *, before: list[CheckedRow], after: list[CheckedRow], book: RuleBook
) -> None:
    """Count what the rows are now in place of what they were, and what the import says of its rows besides."""
    before = [row for row in before if not row.is_deleted]
    if found.problems_version == found.version:
        problems = row_repository.count_problems(after)
        problems.subtract(row_repository.count_problems(before))
        await row_repository.add_counts(connection, problems, import_id=found.id)
    gained = row_repository.count_rows(after)
    gained.subtract(row_repository.count_rows(before))
    await count_mended(
        connection,
        found,
        gained=gained,
        profiles=await _profiles(connection, found, before=before, after=after),
        date_example=await _date_example(connection, found, rows=[*before, *after], book=book),
    )


async def _profiles(
    connection: Connection, found: Import, *, before: list[CheckedRow], after: list[CheckedRow]
) -> frozenset[Profile]:
    """The profiles of all rows, which are read anew where one of them may have lost its last row."""
    gained = {row.values.profile for row in after}
    if {row.values.profile for row in before} <= gained:
        return found.profiles.union(map(Profile, gained.intersection(Profile)))
    profiles = await row_repository.profiles_of_rows(connection, import_id=found.id)
    return frozenset(map(Profile, profiles.intersection(Profile)))


async def _date_example(connection: Connection, found: Import, *, rows: list[CheckedRow], book: RuleBook) -> str | None:
    """A date that waits for the order of all dates, which is to be chosen; it is another only by rows that wait."""
    if found.date_order is not None:
        return None
    has_dates = any(field.own_kind is OwnKind.DATE for field in found.own)
    if not has_dates and all(row.birth_date is not None or not row.values.cell("dateOfBirth") for row in rows):
        return found.date_example
    return await in_thread(_undecided, await row_repository.unread_dates(connection, found), book=book)


def _undecided(dates: list[str], *, book: RuleBook) -> str | None:
    checker = RowChecker(book)
    for text in dates:
        checker.read_birth(FIELD["dateOfBirth"], text)
    return checker.date_example
