"""Judge the rows of a preview that a change has reached: the same verdicts as a check of the whole file."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from server.people.imports.checking import judged_repository
from server.people.imports.checking.batch_book import read_batch_book
from server.people.imports.checking.compare_rows import compare_rows
from server.people.imports.checking.counts_repository import add_counts, problems_gained
from server.people.imports.checking.judge_rows import count_others, rule_book
from server.people.imports.checking.judged_repository import ComparedAccount, JudgedRow
from server.people.imports.checking.mending import TypedRow, rows_with_total
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
from server.people.imports.files.birth_dates import read_birth_date
from server.people.imports.files.layout import Cells
from server.people.imports.repository import Import
from server.platform.database.connections import Connection
from server.platform.process.clock import utc_now
from server.platform.process.threads import in_thread
from server.platform.services import Services
from server.vocabulary.emails import normalize_new_email
from server.vocabulary.profiles import Profile

# What a call judges itself; a change that reaches more rows is left to a worker, which checks the whole file.
MOST_AT_ONCE: Final = 10_000
_TOO_WIDE: Final = ("row", TOO_WIDE)


class TooManyRowsReachedError(Exception):
    """The rows that share emails or phones with the changed ones are too many to be judged here."""


@dataclass(kw_only=True)
class _Reach:
    """`stored` are the rows as they were, `typed` the cells of those that stay, `again` those judged by all rules.

    The others only share a phone with them: their warnings may change, and nothing else.
    """

    stored: dict[int, JudgedRow]
    typed: dict[int, TypedRow]
    again: set[int] = field(default_factory=set)


async def judge_again(
    services: Services, connection: Connection, found: Import, *, touched: Mapping[int, TypedRow | None]
) -> list[int]:
    """Write the touched rows with these cells (None: deleted), and all verdicts that change with them.

    Returns the rows that are another now. The import must be locked.

    Raises:
        TooManyRowsReachedError: nothing was written.

    """
    book = rule_book(found, settings=services.settings)
    reach = await _reach(connection, found, touched=touched, book=book)
    judged = await _judge(connection, found, reach=reach, book=book)
    changed = [row for row in judged if reach.stored[row.checked.row] != row]
    deleted = [row for row, cells in touched.items() if cells is None]
    await _write(connection, found, reach=reach, changed=changed, deleted=deleted)
    return sorted([*(row.checked.row for row in changed), *deleted])


async def _judge(connection: Connection, found: Import, *, reach: _Reach, book: RuleBook) -> list[JudgedRow]:
    checked = await in_thread(_check, reach, book=book)
    checked = await _find_totals(connection, found, checked)
    shared = await in_thread(_shared_phones, checked, region=book.phone_region)
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
    connection: Connection, found: Import, *, touched: Mapping[int, TypedRow | None], book: RuleBook
) -> _Reach:
    """The touched rows, those that share their emails, and those that share a phone with any of these.

    All rows of the import are read for each look: for a second one only where a shared email has led to other phones.
    """
    stored = await judged_repository.rows_by_number(connection, import_id=found.id, rows=list(touched))
    reach = _Reach(stored=stored, typed={row: typed for row, typed in touched.items() if typed is not None})
    cells = [typed.cells for typed in reach.typed.values()]
    before = [row.checked.values for row in stored.values() if row.is_there]
    emails = {email for each in (*cells, *before) if (email := normalize_new_email(each.email))}
    phones = _phones((*cells, *before), region=book.phone_region)
    await _extend(connection, found, reach, emails=emails, phones=phones)
    reach.again = {
        row
        for row, typed in reach.typed.items()
        if row in touched
        or typed.cells.email in emails
        or (book.email_is_optional and not typed.cells.email and typed.cells.phone in phones)
    }
    more = _phones((reach.typed[row].cells for row in reach.again), region=book.phone_region) - phones
    if more:
        await _extend(connection, found, reach, phones=more)
    return reach


def _phones(rows: Iterable[Cells], *, region: str) -> set[str]:
    return {phone for each in rows if (phone := read_phone(each.phone, region=region))}


async def _extend(
    connection: Connection,
    found: Import,
    reach: _Reach,
    *,
    phones: Iterable[str],
    emails: Iterable[str] = (),
) -> None:
    """Add the rows that have them. Raises TooManyRowsReachedError."""
    others = await judged_repository.rows_by_contacts(
        connection, import_id=found.id, emails=list(emails), phones=list(phones), limit=MOST_AT_ONCE + 1
    )
    if len(others) > MOST_AT_ONCE:
        raise TooManyRowsReachedError
    for row, other in others.items():
        if row not in reach.stored:
            reach.stored[row] = other
            reach.typed[row] = TypedRow(other.checked.values, _TOO_WIDE in other.checked.errors)


def _check(reach: _Reach, *, book: RuleBook) -> list[CheckedRow]:
    checker = RowChecker(book)
    return [
        checker.check(row, typed.cells, line=stored.line, too_wide=typed.too_wide, batch=stored.batch)
        for row, typed in sorted(reach.typed.items())
        for stored in [reach.stored[row].checked]
    ]


def _shared_phones(rows: list[CheckedRow], *, region: str) -> Mapping[str, int]:
    return count_others(((row.values.email, row.values.phone) for row in rows), region=region)


def _warned(stored: JudgedRow, row: CheckedRow) -> JudgedRow:
    """A row with other warnings. Which emails it shares is not known here."""
    warned = stored.checked._replace(warnings=row.warnings)
    return JudgedRow(status=warned.status, checked=warned, account=stored.account)


async def _write(
    connection: Connection, found: Import, *, reach: _Reach, changed: list[JudgedRow], deleted: list[int]
) -> None:
    if changed:
        await judged_repository.write_again(connection, import_id=found.id, rows=changed)
    if deleted:
        await judged_repository.delete_again(connection, import_id=found.id, rows=deleted)
    before = [reach.stored[row] for row in (*(row.checked.row for row in changed), *deleted)]
    gained = Counter(_counted(changed))
    gained.subtract(_counted(before))
    if found.problems_version == found.version:
        await add_counts(connection, problems_gained(changed, before=before), import_id=found.id)
    await judged_repository.count_again(connection, import_id=found.id, gained=gained)
    await _describe(connection, found, before=[row for row in before if row.is_there], after=changed)


def _counted(rows: Iterable[JudgedRow]) -> Iterator[str]:
    """What these rows count as."""
    for row in rows:
        if row.is_there:
            yield row.status
            if row.account.change is not None:
                yield row.account.change


async def _describe(connection: Connection, found: Import, *, before: list[JudgedRow], after: list[JudgedRow]) -> None:
    """What the import says of its rows. All of them are read again only where these ones may have been the last."""
    profiles = await _profiles(connection, found, before=before, after=after)
    example = found.date_example
    if found.date_order is None and _undecided(_unread(row.checked for row in (*before, *after))) is not None:
        dates = await judged_repository.unread_dates(connection, import_id=found.id)
        example = await in_thread(_undecided, dates)
    if (profiles, example) != (found.profiles, found.date_example):
        await judged_repository.describe_again(
            connection, import_id=found.id, profiles=sorted(profiles), date_example=example
        )


async def _profiles(
    connection: Connection, found: Import, *, before: list[JudgedRow], after: list[JudgedRow]
) -> frozenset[Profile]:
    gained = Counter(row.checked.values.profile for row in after)
    gained.subtract(row.checked.values.profile for row in before)
    more = {profile for profile in Profile if gained[profile] > 0}
    fewer = {profile for profile in Profile if gained[profile] < 0}
    left = await judged_repository.profiles_left(connection, import_id=found.id, profiles=fewer) if fewer else set()
    return (found.profiles | more) - {profile for profile in fewer if profile not in left}


def _unread(rows: Iterable[CheckedRow]) -> list[str]:
    return [row.values.birth for row in rows if row.birth_date is None]


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


async def judge_alone(
    services: Services, connection: Connection, found: Import, *, touched: Mapping[int, TypedRow | None]
) -> None:
    """Write the touched rows without a look at the others, and leave those to a check of the whole file."""
    book = rule_book(found, settings=services.settings)
    stored = await judged_repository.rows_by_number(connection, import_id=found.id, rows=list(touched))
    reach = _Reach(stored=stored, typed={row: typed for row, typed in touched.items() if typed is not None})
    reach.again = set(reach.typed)
    judged = await _judge(connection, found, reach=reach, book=book)
    deleted = [row for row, cells in touched.items() if cells is None]
    if judged:
        await judged_repository.write_again(connection, import_id=found.id, rows=judged)
    await judged_repository.delete_again(connection, import_id=found.id, rows=deleted)
    restored = sum(1 for row in reach.typed if not stored[row].is_there)
    await judged_repository.check_again(connection, import_id=found.id, restored=restored - len(deleted))
