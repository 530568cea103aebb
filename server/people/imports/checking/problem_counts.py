"""How many rows of a preview have each error: by cause, for rows of creating and of updating."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Final, NamedTuple

from server.people.imports.checking.compare_rows import ComparedRows
from server.people.imports.checking.judged_repository import JudgedRow

# A duplicate names the row that it repeats, which differs from row to row.
_ROW: Final = " (row "


class Cause(NamedTuple):
    """`rows` without an account are `new`, with one `known`; `refused` are those whose account is not updated."""

    rows: str
    field: str
    message: str


def causes(
    errors: Iterable[tuple[str, str]], *, refusals: Iterable[tuple[str, str]], is_known: bool
) -> Iterable[Cause]:
    """Of one row, each once. `refusals` are the errors of updating its account."""
    rows = "known" if is_known else "new"
    found = {Cause(rows, field, message.split(_ROW, 1)[0]) for field, message in errors}
    return found | {Cause("refused", field, message.split(_ROW, 1)[0]) for field, message in refusals}


def count_problems(counts: Counter[Cause], compared: ComparedRows) -> None:
    """Add those of a batch of the file."""
    for row in compared.rows:
        if row.errors:
            comparison = compared.comparisons.get(row.row)
            refusals = () if comparison is None else comparison.errors
            counts.update(causes(row.errors, refusals=refusals, is_known=comparison is not None))


def problems_gained(after: Iterable[JudgedRow], *, before: Iterable[JudgedRow]) -> Counter[Cause]:
    """What a change of rows has added; below zero what it has ended. A deleted row has no errors."""
    gained = Counter(chain.from_iterable(map(_causes_of, after)))
    gained.subtract(Counter(chain.from_iterable(map(_causes_of, before))))
    return gained


def _causes_of(row: JudgedRow) -> Iterable[Cause]:
    refusals = [(error["field"], error["message"]) for error in row.account.update_errors or []]
    is_known = row.account.account_id is not None
    return causes(row.checked.errors, refusals=refusals, is_known=is_known) if row.is_there else ()


def as_records(counts: Counter[Cause]) -> list[tuple[str | int, ...]]:
    """(field, message, new, known and refused rows) of each cause whose count is not zero."""
    named = dict.fromkeys((cause.field, cause.message) for cause, rows in counts.items() if rows)
    return [
        (field, message, *(counts[Cause(rows, field, message)] for rows in ("new", "known", "refused")))
        for field, message in named
    ]
