"""Judge the rows of a preview that a change has reached: the same verdicts as a check of the whole file."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from server.people.imports.checking import row_repository
from server.people.imports.checking.batch_book import read_batch_book
from server.people.imports.checking.compare_rows import compare_rows
from server.people.imports.checking.judge_rows import count_others, rule_book
from server.people.imports.checking.row_repository import ComparedAccount, JudgedRow
from server.people.imports.checking.row_rules import (
    TOO_WIDE,
    CheckedRow,
    RowChecker,
    RuleBook,
    as_total,
    names_no_person,
    read_phone,
)
from server.people.imports.files import file_repository
from server.people.imports.files.layout import Cells
from server.people.imports.mending.edits import TypedRow, rows_with_total
from server.people.imports.repository import Import, check_anew, count_mended
from server.platform.database.connections import Connection
from server.platform.process.clock import utc_now
from server.platform.process.threads import in_thread
from server.platform.services import Services
from server.vocabulary.birth_dates import read_birth_date
from server.vocabulary.emails import normalize_new_email
from server.vocabulary.profiles import Profile

# What a call judges itself; a change that reaches more rows is left to a worker, which checks the whole file.
MOST_AT_ONCE: Final = 10_000
_TOO_WIDE: Final = ("row", TOO_WIDE)


@dataclass(kw_only=True)
class _Reach:
    """`stored` are the rows as they were, `typed` the cells of those that stay, `again` those judged by all rules.

    The others only share a phone with them: their warnings may change, and nothing else.
    """

    stored: dict[int, JudgedRow]
    typed: dict[int, TypedRow]
    again: set[int]


async def judge_again(
    services: Services, connection: Connection, found: Import, *, touched: Mapping[int, TypedRow | None]
) -> list[int] | None:
    """Write the touched rows with these cells (None: deleted), and all verdicts that change with them.

    Returns the rows that are another now. None: the rows that share emails or phones with them are too many, so that
    only the touched ones are judged, and the import is `validating` again. The import must be locked.
    """
    book = rule_book(found, settings=services.settings)
    stored = await row_repository.rows_by_number(connection, import_id=found.id, rows=list(touched))
    typed = {row: cells for row, cells in touched.items() if cells is not None}
    whole = await _reach(connection, found, stored=stored, typed=typed, book=book)
    reach = whole or _Reach(stored=stored, typed=typed, again=set(typed))
    judged = await _judge(connection, found, reach=reach, book=book)
    changed = [row for row in judged if reach.stored[row.checked.row] != row]
    deleted = [row for row, cells in touched.items() if cells is None]
    if changed:
        await row_repository.write_again(connection, import_id=found.id, rows=changed)
    if deleted:
        await row_repository.delete_again(connection, import_id=found.id, rows=deleted)
    if whole is None:
        restored = sum(1 for row in typed if not stored[row].is_there)
        await check_anew(connection, found, restored=restored - len(deleted))
        return None
    rows = [*(row.checked.row for row in changed), *deleted]
    await _count(connection, found, before=[reach.stored[row] for row in rows], after=changed)
    return sorted(rows)


async def _judge(connection: Connection, found: Import, *, reach: _Reach, book: RuleBook) -> list[JudgedRow]:
    checked = await in_thread(_check, reach, book=book)
    checked = await _find_totals(connection, found, checked)
    contacts = [(row.values.email, row.values.phone) for row in checked]
    shared = await in_thread(count_others, contacts, region=book.phone_region)
    batches = await read_batch_book(connection, found, again=True)
    rows, comparisons = await compare_rows(connection, checked, found=found, shared=shared, batches=batches)
    return [
        JudgedRow(status=row.status, checked=row, account=ComparedAccount.of(comparisons.get(row.row)))
        if row.row in reach.again
        else _warned(reach.stored[row.row], row)
        for row in rows
    ]


async def _find_totals(connection: Connection, found: Import, checked: list[CheckedRow]) -> list[CheckedRow]:
    """Find totals as the first check does.

    Columns that are no field are read from the file where a row may be a total.
    """
    candidates = {row.row for row in checked if names_no_person(row.values, row.errors)}
    if not candidates:
        return checked
    content = await file_repository.read_content(connection, import_id=found.id)
    totals = await in_thread(rows_with_total, content, layout=found.layout, rows=candidates)
    return [row._replace(errors=as_total(row.errors)) if row.row in totals else row for row in checked]


async def _reach(
    connection: Connection,
    found: Import,
    *,
    stored: Mapping[int, JudgedRow],
    typed: Mapping[int, TypedRow],
    book: RuleBook,
) -> _Reach | None:
    """The touched rows, those that share their emails, and those that share a phone with any of these.

    All rows of the import are read for each look: for a second one only where a shared email has led to other phones.
    None where a look finds too many.
    """
    reach = _Reach(stored=dict(stored), typed=dict(typed), again=set(typed))
    cells = [*(each.cells for each in typed.values()), *(row.checked.values for row in stored.values() if row.is_there)]
    emails = {email for each in cells if (email := normalize_new_email(each.email))}
    phones = _phones(cells, region=book.phone_region)
    if not await _extend(connection, found, reach, emails=emails, phones=phones):
        return None
    reach.again |= {
        row
        for row, each in reach.typed.items()
        if each.cells.email in emails
        or (book.email_is_optional and not each.cells.email and each.cells.phone in phones)
    }
    more = _phones((reach.typed[row].cells for row in reach.again), region=book.phone_region) - phones
    return None if more and not await _extend(connection, found, reach, phones=more) else reach


def _phones(rows: Iterable[Cells], *, region: str) -> set[str]:
    return {phone for each in rows if (phone := read_phone(each.phone, region=region))}


async def _extend(
    connection: Connection, found: Import, reach: _Reach, *, phones: Iterable[str], emails: Iterable[str] = ()
) -> bool:
    """Add the rows that have them; False where they are too many."""
    others = await row_repository.rows_by_contacts(
        connection, import_id=found.id, emails=emails, phones=phones, limit=MOST_AT_ONCE + 1
    )
    for row, other in others.items():
        if row not in reach.stored:
            reach.stored[row] = other
            reach.typed[row] = TypedRow(other.checked.values, _TOO_WIDE in other.checked.errors)
    return len(others) <= MOST_AT_ONCE


def _check(reach: _Reach, *, book: RuleBook) -> list[CheckedRow]:
    checker = RowChecker(book)
    return [
        checker.check(row, typed.cells, line=stored.line, too_wide=typed.too_wide, batch=stored.batch)
        for row, typed in sorted(reach.typed.items())
        for stored in [reach.stored[row].checked]
    ]


def _warned(stored: JudgedRow, row: CheckedRow) -> JudgedRow:
    """A row with other warnings. Which emails it shares is not known here."""
    warned = stored.checked._replace(warnings=row.warnings)
    return JudgedRow(status=warned.status, checked=warned, account=stored.account)


async def _count(connection: Connection, found: Import, *, before: list[JudgedRow], after: list[JudgedRow]) -> None:
    """Count what the rows are now in place of what they were, and what the import says of its rows besides."""
    before = [row for row in before if row.is_there]
    gained = Counter(_counted(after))
    gained.subtract(_counted(before))
    if found.problems_version == found.version:
        problems = row_repository.problems_gained(after, before=before)
        await row_repository.add_counts(connection, problems, import_id=found.id)
    await count_mended(
        connection,
        found,
        gained=gained,
        profiles=await _profiles(connection, found, before=before, after=after),
        date_example=await _date_example(connection, found, [*before, *after]),
    )


def _counted(rows: Iterable[JudgedRow]) -> Iterator[str]:
    """What these rows count as."""
    for row in rows:
        yield row.status
        if row.account.change is not None:
            yield row.account.change


async def _profiles(
    connection: Connection, found: Import, *, before: list[JudgedRow], after: list[JudgedRow]
) -> frozenset[Profile]:
    """All rows are read again only where one of these may have been the last of its profile."""
    gained = Counter(row.checked.values.profile for row in after)
    gained.subtract(row.checked.values.profile for row in before)
    more = {profile for profile in Profile if gained[profile] > 0}
    fewer = {profile for profile in Profile if gained[profile] < 0}
    left = await row_repository.profiles_left(connection, import_id=found.id, profiles=fewer) if fewer else set()
    return (found.profiles | more) - {profile for profile in fewer if profile not in left}


async def _date_example(connection: Connection, found: Import, rows: Iterable[JudgedRow]) -> str | None:
    """All rows are read again only where the date of one of these waits for the order."""
    unread = [row.checked.values.birth for row in rows if row.checked.birth_date is None]
    if found.date_order is not None or _undecided(unread) is None:
        return found.date_example
    return await in_thread(_undecided, await row_repository.unread_dates(connection, import_id=found.id))


def _undecided(dates: list[str]) -> str | None:
    """A date that waits for the order: preferably one that fits both orders."""
    this_year = utc_now().year
    one_order: str | None = None
    for text in dates:
        readings = read_birth_date(text, this_year=this_year)
        if readings.depends_on_order:
            if all(readings):
                return text
            one_order = one_order or text
    return one_order
