"""The errors of a preview, counted by cause.

`imports.problems_version` is the version of the import that these counts are of.
From the start on, the rows themselves are counted.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, islice
from typing import Final, NamedTuple
from uuid import UUID

from server.people.imports.checking.compare_rows import ComparedRows
from server.people.imports.checking.judged_repository import JudgedRow
from server.platform.database.connections import Connection
from server.platform.process.threads import in_thread

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
    """Return the causes of one row's errors, each once. `refusals` are the errors of updating its account."""
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


_COLUMNS: Final = ("import_id", "field", "message", "new_rows", "known_rows", "refused_rows")
_AT_ONCE: Final = 2_500


async def replace_counts(connection: Connection, counts: Counter[Cause], *, import_id: UUID) -> None:
    """Store the counts of a check of the whole file in place of the former ones."""
    await connection.execute("DELETE FROM import_problems WHERE import_id = :import_id", import_id=import_id)
    records = iter(await in_thread(as_records, counts) if counts else ())
    while some := [(import_id, *record) for record in islice(records, _AT_ONCE)]:
        await connection.raw.copy_records_to_table("import_problems", records=some, columns=_COLUMNS)


async def add_counts(connection: Connection, counts: Counter[Cause], *, import_id: UUID) -> None:
    """What a change of the preview has added, and taken away where it is negative."""
    if any(counts.values()):
        await connection.raw.execute(
            """
            INSERT INTO import_problems AS present (import_id, field, message, new_rows, known_rows, refused_rows)
            SELECT $1, * FROM unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::int[])
            ON CONFLICT (import_id, field, message)
            DO UPDATE SET new_rows = present.new_rows + excluded.new_rows,
                          known_rows = present.known_rows + excluded.known_rows,
                          refused_rows = present.refused_rows + excluded.refused_rows
            """,
            import_id,
            *zip(*as_records(counts), strict=True),
        )


async def forget_counts(connection: Connection, *, import_id: UUID) -> None:
    """They have no key to the import: its deletion leaves them."""
    await connection.execute("DELETE FROM import_problems WHERE import_id = :import_id", import_id=import_id)
