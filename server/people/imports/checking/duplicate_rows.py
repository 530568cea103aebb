"""Warn of rows that are probably one person with an earlier row of the file, or with an account of the company."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from server.people.duplicates.likeness import MOST_COMPARED, Evidence, Known, Person, find_evidence
from server.people.duplicates.names import numbers_of, sound_of
from server.people.duplicates.repository import find_near
from server.people.imports.checking.compare_rows import FOUND
from server.people.imports.checking.row_repository import rows_by_keys
from server.people.imports.checking.row_rules import CheckedRow, Problem
from server.people.imports.files.layout import Cells
from server.people.imports.repository import Import
from server.platform.database.connections import Connection
from server.platform.process.threads import in_thread
from server.vocabulary.profiles import Permission, permissions_of

PROBABLE: Final = "Probably the same person as "
TOO_MANY_ALIKE: Final = (
    f"More than {MOST_COMPARED} people of this file have one birth date and names that sound alike, or one phone. Not "
    "all of them are compared to find people who are in the file twice."
)
_SAME: Final = {
    (Evidence.BIRTH,): "same birth date",
    (Evidence.PHONE,): "same phone",
    (Evidence.BIRTH, Evidence.PHONE): "same birth date and phone",
}


class EarlierRows:
    """The cells of the rows that came before, and which of these rows have a key; `are_too_many` with any key."""

    def __init__(self) -> None:
        self.are_too_many = False
        self.cells: dict[int, Cells] = {}
        # Nearly all keys are those of one row.
        self.first: dict[str, int] = {}
        self._more: dict[str, list[int]] = {}

    def meet(self, row: int, keys: Iterable[str]) -> list[int]:
        """Add a row that is not the first with all of its keys; returns the earlier ones."""
        met: list[int] = []
        for key in keys:
            first = self.first.setdefault(key, row)
            if first != row:
                rows = self._more.setdefault(key, [first])
                if len(rows) < MOST_COMPARED:
                    met += rows
                    rows.append(row)
                else:
                    self.are_too_many = True
        return sorted(set(met)) if len(met) > 1 else met


async def warn_of_duplicates(
    connection: Connection, rows: Sequence[CheckedRow], *, found: Import, earlier: EarlierRows
) -> list[CheckedRow]:
    """Return the rows, which follow on the earlier ones, with these warnings in place of those that they had.

    They have been compared with the accounts: one whose phone others have says so. Accounts are named where the
    uploader may view people.
    """
    keys = await in_thread(_birth_keys, rows)
    accounts: dict[str, list[Known]] = {}
    if Permission.USER_VIEW in permissions_of(found.uploader_profile):
        births = {key for key, row in zip(keys, rows, strict=True) if key and _is_judged(row)}
        phones = {phone for row in rows if row.warnings and _is_judged(row) for phone in _shared_phone(row)}
        accounts = await find_near(connection, company_id=found.company_id, births=births, phones=phones)
    return await in_thread(_warn, rows, keys, accounts=accounts, earlier=earlier)


async def warn_again(
    connection: Connection, judged: Sequence[CheckedRow], *, found: Import, before: dict[int, CheckedRow], limit: int
) -> list[CheckedRow] | None:
    """Return the judged rows of a preview with their warnings, and the rows near to them, which may have others now.

    `before` has the rows as they were: those that are not judged are deleted. What is near to them is added. None:
    more than `limit` are to be compared.
    """

    async def read_near(rows: Iterable[CheckedRow]) -> dict[int, CheckedRow]:
        keys = await in_thread(_near_keys, list(rows))
        return await rows_by_keys(connection, found, keys=keys, limit=limit + 1)

    again = {row.row: row for row in judged}
    near = await read_near([*judged, *before.values()])
    around = await read_near(near.values())
    if len(around) > limit:
        return None
    present = {row: each for row, each in (around | near).items() if row not in before} | again
    before |= {row: each for row, each in near.items() if row not in before}
    ordered = [present[row] for row in sorted(present)]
    warned = await warn_of_duplicates(connection, ordered, found=found, earlier=EarlierRows())
    return [row for row in warned if row.row in near or row.row in again]


def _birth_keys(rows: Sequence[CheckedRow]) -> list[str]:
    """The key of each row, which is empty without a name or a date that could be read."""
    return [
        values.cell("dateOfBirth") + sound_of(name) if born is not None and (name := values.cell("fullName")) else ""
        for _, values, born, *_ in rows
    ]


def _near_keys(rows: Sequence[CheckedRow]) -> set[str]:
    """The keys of birth dates and the shared phones, by which other rows are near to these."""
    return {*filter(None, _birth_keys(rows)), *(phone for row in rows for phone in _shared_phone(row))}


def _shared_phone(row: CheckedRow) -> list[str]:
    """Return the phone where it is also one of others."""
    return [row.values.phone] if any(field == "phone" for field, _ in row.warnings) else []


def _is_judged(row: CheckedRow) -> bool:
    """Whether nothing is wrong with the row; that it has an account is no error of updating."""
    return not row.errors or row.errors in ([FOUND[0]], [FOUND[1]])


def _warn(
    rows: Sequence[CheckedRow], keys: Sequence[str], *, accounts: Mapping[str, Sequence[Known]], earlier: EarlierRows
) -> list[CheckedRow]:
    warned, first = list(rows), earlier.first
    earlier.cells.update((row.row, row.values) for row in rows)
    for place, key in enumerate(keys):
        row = rows[place]
        number = row[0]
        # Lists of "Student 1" and so on have many of one sound.
        own = key and key + numbers_of(row[1].cell("fullName"))
        if row.warnings or (own and first.setdefault(own, number) != number) or key in accounts:
            known = [each for one in (key, *_shared_phone(row)) for each in accounts.get(one, ())]
            met = earlier.meet(number, filter(None, (own, *_shared_phone(row))))
            warned[place] = _with_warnings(row, met, known, earlier=earlier)
    return warned


def _with_warnings(row: CheckedRow, met: Iterable[int], known: Iterable[Known], *, earlier: EarlierRows) -> CheckedRow:
    """Name the first such row, and the first such account other than the row's own."""
    kept = [each for each in row.warnings if not each[1].startswith(PROBABLE)] if row.warnings else row.warnings
    made = list[Problem]()
    if _is_judged(row):
        person = _person(row.values)
        for number in met:
            if evidence := find_evidence(person, other := _person(earlier.cells[number])):
                made.append(_warning(other, f"row {number}", evidence))
                break
        for account in known:
            if account.email != row.values.email and (evidence := find_evidence(person, account.person)):
                made.append(_warning(account.person, account.label, evidence))
                break
    return row._replace(warnings=[*made, *kept]) if made or len(kept) < len(row.warnings) else row


def _person(cells: Cells) -> Person:
    return Person(cells.cell("fullName"), cells.cell("dateOfBirth"), cells.phone)


def _warning(other: Person, named: str, evidence: tuple[Evidence, ...]) -> Problem:
    return "fullName", f"{PROBABLE}{other.full_name} ({named}): {_SAME[evidence]}, name alike"
