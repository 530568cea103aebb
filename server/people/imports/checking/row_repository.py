"""The rows of an import as the check stores them and a mended preview judges them again, and their errors by cause.

Errors are counted in `import_problems`: `imports.problems_version` is the version of the import that these counts are
of. From the start on, the rows themselves are counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from typing import Any, Final, NamedTuple
from uuid import UUID

from server.people.imports import repository
from server.people.imports.checking.compare_rows import ComparedRows, Comparison
from server.people.imports.checking.row_rules import CheckedRow, Problem
from server.people.imports.files.layout import Cells
from server.people.imports.repository import Import
from server.people.imports.states import FORMAT, RowChange, RowStatus
from server.platform.database.connections import Connection, Row
from server.platform.database.ids import new_ids
from server.platform.process.threads import in_thread
from server.vocabulary.fields import FILE_FIELDS, Value

# A file of so many rows is checked in a moment, and waits for no other one.
SMALL_ROWS: Final = 2_500
# Columns of a row that is written again, with their types.
_TYPES: Final = {
    "row": "int",
    "status": "text",
    **dict.fromkeys((field.column for field in FILE_FIELDS), "text"),
    "birth_date": "date",
    "errors": "jsonb",
    "warnings": "jsonb",
    "account_id": "uuid",
    "change": "text",
    "before": "jsonb",
    "update_errors": "jsonb",
}
_COLUMNS: Final = f"line, batch, {', '.join(_TYPES)}"
_SET: Final = ", ".join(f"{name} = new.{name}" for name in _TYPES if name != "row")
_RECORD: Final = ", ".join(f"{name} {kind}" for name, kind in _TYPES.items())
_CELLS: Final = tuple(field.column for field in FILE_FIELDS)
_COPIED: Final = ("user_id", "import_id", "row", "line", "status", *_CELLS, "birth_date", "errors", "warnings")


class ComparedAccount(NamedTuple):
    """What is stored of the comparison of a row with the account that has its email."""

    account_id: UUID | None
    change: RowChange | None
    before: Mapping[str, Value] | None
    update_errors: list[dict[str, str]] | None

    @classmethod
    def of(cls, comparison: Comparison | None) -> "ComparedAccount":
        if comparison is None:
            return NO_ACCOUNT
        return cls(comparison.account.id, comparison.change, comparison.before or None, _dump(comparison.errors))


NO_ACCOUNT: Final = ComparedAccount(None, None, None, None)


@dataclass(frozen=True, kw_only=True)
class JudgedRow:
    """A row with its verdict."""

    status: RowStatus
    checked: CheckedRow
    account: ComparedAccount = NO_ACCOUNT

    @property
    def is_there(self) -> bool:
        return self.status is not RowStatus.DELETED

    @property
    def causes(self) -> Iterable["Cause"]:
        """A deleted row has no errors."""
        if not self.is_there:
            return ()
        refusals = [(error["field"], error["message"]) for error in self.account.update_errors or []]
        return _causes(self.checked.errors, refusals=refusals, is_known=self.account.account_id is not None)


class Cause(NamedTuple):
    """`rows` without an account are `new`, with one `known`; `refused` are those whose account is not updated."""

    rows: str
    field: str
    message: str


async def claim(connection: Connection, *, import_id: UUID) -> bool:
    """Take the advisory locks for checking an import; they belong to this connection and end with it.

    False: it is being checked, or it is large and another large file of its company is.
    """
    claimed: bool | None = await connection.fetch_value(
        """
        SELECT CASE WHEN pg_try_advisory_lock(hashtextextended(CAST(id AS text), 0))
                    THEN total_rows <= :small_rows OR pg_try_advisory_lock(hashtextextended('check ' || company_id,
                        0)) END
        FROM imports WHERE id = :import_id
        """,
        import_id=import_id,
        small_rows=SMALL_ROWS,
    )
    return bool(claimed)


async def release(connection: Connection) -> None:
    """Release the locks, if necessary by closing the connection, which must not return to the pool with them."""
    try:
        await connection.execute("SELECT pg_advisory_unlock_all()")
    except BaseException:
        connection.raw.terminate()
        raise


async def next_to_check(connection: Connection, *, import_id: UUID, known: int = FORMAT) -> UUID | None:
    """The smallest large file of the same company that waits for its check."""
    following: UUID | None = await connection.fetch_value(
        """
        SELECT following.id FROM imports i JOIN imports following ON following.company_id = i.company_id
        WHERE i.id = :import_id AND i.total_rows > :small_rows AND following.id <> i.id
           AND following.total_rows > :small_rows
          AND following.state = 'validating' AND following.format <= :known
        ORDER BY following.total_rows, following.id LIMIT 1
        """,
        import_id=import_id,
        small_rows=SMALL_ROWS,
        known=known,
    )
    return following


async def begin(connection: Connection, *, import_id: UUID, known: int = FORMAT) -> frozenset[int] | None:
    """Delete the results of an earlier check. Returns the numbers of rows deleted in its preview, which stay deleted.

    None: there is nothing to check any more, or it is of a newer format than is `known`.
    """
    async with connection.transaction():
        if not await repository.begin_check(connection, import_id=import_id, known=known):
            return None
        await connection.execute(
            "DELETE FROM import_rows WHERE import_id = :import_id AND status <> 'deleted'", import_id=import_id
        )
        deleted = await connection.fetch_all(
            "SELECT row FROM import_rows WHERE import_id = :import_id", import_id=import_id
        )
        return frozenset(row.row for row in deleted)


async def forget_rows(connection: Connection, *, import_id: UUID) -> None:
    """The results of a check, and which rows were deleted: the file's rows are other ones from now on."""
    await connection.execute("DELETE FROM import_rows WHERE import_id = :import_id", import_id=import_id)


async def write_batch(connection: Connection, compared: ComparedRows, *, import_id: UUID) -> bool:
    """COPY the rows and count them. False, and nothing written, where the import was cancelled meanwhile."""
    async with connection.transaction():
        if not await repository.count_checked(connection, import_id=import_id, counts=compared.counts):
            return False
        columns = (
            *_COPIED,
            *(ComparedAccount._fields if compared.comparisons else ()),
            *(("batch",) if compared.has_batches else ()),
        )
        records = _records(compared, import_id=import_id)
        await connection.raw.copy_records_to_table("import_rows", records=records, columns=columns)
        return True


def _records(compared: ComparedRows, *, import_id: UUID) -> Iterator[tuple[Any, ...]]:
    """Return the records to copy; what was compared is left out where no row has an account."""
    rows, comparisons = compared
    numbers, values, birth_dates, errors, warnings, lines, batches = zip(*rows, strict=True)
    statuses = [row.status for row in rows]
    # Made as they are sent: memory that is used again at once is in the processor's cache.
    records: Iterator[tuple[Any, ...]] = zip(
        *(new_ids(len(rows)), repeat(import_id), numbers, lines, statuses, *zip(*values, strict=True), birth_dates),
        *(map(_dump, errors), map(_dump, warnings)),
        strict=False,
    )
    if comparisons:
        records = _joined(records, (ComparedAccount.of(comparisons.get(number)) for number in numbers))
    return _joined(records, ((batch or None,) for batch in batches)) if compared.has_batches else records


def _joined(records: Iterable[tuple[Any, ...]], more: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    return ((*record, *others) for record, others in zip(records, more, strict=True))


async def give_up(connection: Connection, found: Import, *, reason: str) -> bool:
    """Mark the import as failed and delete its rows. False where it is no longer being checked."""
    given_up = await repository.mark_failed(connection, found, reason=reason)
    if given_up:
        await forget_rows(connection, import_id=found.id)
    return given_up


async def rows_by_number(connection: Connection, *, import_id: UUID, rows: Sequence[int]) -> dict[int, JudgedRow]:
    """Deleted ones too."""
    found = await connection.fetch_all(
        f"""
        SELECT {_COLUMNS} FROM import_rows
        WHERE import_id = :import_id AND row = ANY(CAST(:rows AS int[])) ORDER BY row
        """,  # noqa: S608 - constants
        import_id=import_id,
        rows=rows,
    )
    return _by_number(found)


async def rows_by_contacts(
    connection: Connection, *, import_id: UUID, emails: Iterable[str], phones: Iterable[str], limit: int
) -> dict[int, JudgedRow]:
    """Return at most `limit` rows that have one of these emails or phones."""
    found = await connection.fetch_all(
        f"""
        SELECT {_COLUMNS} FROM import_rows
        WHERE import_id = :import_id AND status <> 'deleted'
          AND (email = ANY(CAST(:emails AS text[])) OR phone = ANY(CAST(:phones AS text[])))
        ORDER BY row LIMIT :limit
        """,  # noqa: S608 - constants
        import_id=import_id,
        emails=list(emails),
        phones=list(phones),
        limit=limit,
    )
    return _by_number(found)


def _by_number(rows: Sequence[Row]) -> dict[int, JudgedRow]:
    return {
        row.row: JudgedRow(
            status=RowStatus(row.status),
            checked=CheckedRow(
                row.row,
                Cells(row[name] for name in _CELLS),
                row.birth_date,
                _problems(row.errors),
                _problems(row.warnings),
                row.line,
                row.batch or "",
            ),
            account=ComparedAccount(
                row.account_id, row.change and RowChange(row.change), row.before, row.update_errors
            ),
        )
        for row in rows
    }


async def numbers_of_present(connection: Connection, *, import_id: UUID, rows: Sequence[int]) -> list[int]:
    """Which of these rows are not deleted."""
    found = await connection.fetch_all(
        """
        SELECT row FROM import_rows
        WHERE import_id = :import_id AND row = ANY(CAST(:rows AS int[])) AND status <> 'deleted' ORDER BY row
        """,
        import_id=import_id,
        rows=rows,
    )
    return [row.row for row in found]


async def write_again(connection: Connection, *, import_id: UUID, rows: Sequence[JudgedRow]) -> None:
    await connection.execute(
        f"""
        UPDATE import_rows r
        SET {_SET}
        FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS new({_RECORD})
        WHERE r.import_id = :import_id AND r.row = new.row
        """,  # noqa: S608 - constants
        import_id=import_id,
        rows=[dict(zip(_TYPES, _record(row), strict=True)) for row in rows],
    )


def _record(row: JudgedRow) -> tuple[Any, ...]:
    checked, account = row.checked, row.account
    born = checked.birth_date and checked.birth_date.isoformat()
    account_id = account.account_id and str(account.account_id)
    problems = (_dump(checked.errors), _dump(checked.warnings))
    return (checked.row, row.status, *checked.values, born, *problems, account_id, *account[1:])


async def delete_again(connection: Connection, *, import_id: UUID, rows: Sequence[int]) -> None:
    """Mark rows as deleted; what they hold stays."""
    await connection.execute(
        """
        UPDATE import_rows SET status = 'deleted'
        WHERE import_id = :import_id AND row = ANY(CAST(:rows AS int[])) AND status <> 'deleted'
        """,
        import_id=import_id,
        rows=rows,
    )


async def restore_again(connection: Connection, *, import_id: UUID, rows: Sequence[int]) -> int:
    """Mark deleted rows as invalid until they are judged; their number."""
    restored = await connection.fetch_all(
        """
        UPDATE import_rows SET status = 'invalid'
        WHERE import_id = :import_id AND row = ANY(CAST(:rows AS int[])) AND status = 'deleted' RETURNING row
        """,
        import_id=import_id,
        rows=rows,
    )
    return len(restored)


async def profiles_left(connection: Connection, *, import_id: UUID, profiles: Iterable[str]) -> set[str]:
    """Which of these profiles any row has."""
    rows = await connection.fetch_all(
        """
        SELECT each.profile FROM unnest(CAST(:profiles AS text[])) AS each(profile)
        CROSS JOIN LATERAL (SELECT FROM import_rows r
                            WHERE r.import_id = :import_id AND r.status <> 'deleted' AND r.profile = each.profile
                            LIMIT 1) found
        """,
        import_id=import_id,
        profiles=list(profiles),
    )
    return {row.profile for row in rows}


async def profiles_of_accounts(
    connection: Connection, *, company_id: UUID, import_id: UUID, rows: Sequence[int], email: str | None
) -> list[str | None]:
    """The profiles of the company's accounts that these rows would update, and of the one with this email."""
    found = await connection.fetch_all(
        """
        SELECT profile FROM users WHERE company_id = :company_id AND email = CAST(:email AS text)
        UNION
        SELECT u.profile FROM import_rows r JOIN users u ON u.company_id = :company_id AND u.id = r.account_id
        WHERE r.import_id = :import_id AND r.row = ANY(CAST(:rows AS int[])) AND r.status <> 'deleted'
        """,
        company_id=company_id,
        import_id=import_id,
        rows=rows,
        email=email,
    )
    return [row.profile for row in found]


async def unread_dates(connection: Connection, *, import_id: UUID) -> list[str]:
    """The dates of birth that are stored as typed, in the order of the file."""
    rows = await connection.fetch_all(
        """
        SELECT date_of_birth FROM import_rows
        WHERE import_id = :import_id AND status <> 'deleted' AND birth_date IS NULL
        GROUP BY date_of_birth ORDER BY min(row)
        """,
        import_id=import_id,
    )
    return [row.date_of_birth for row in rows]


def _dump(problems: list[Problem]) -> list[dict[str, str]] | None:
    return [{"field": field, "message": message} for field, message in problems] if problems else None


def _problems(stored: list[dict[str, str]] | None) -> list[Problem]:
    return [(problem["field"], problem["message"]) for problem in stored or []]


# A duplicate names the row that it repeats, which differs from row to row.
_ROW: Final = " (row "
_AT_ONCE: Final = 2_500
_COUNTED: Final = ("import_id", "field", "message", "new_rows", "known_rows", "refused_rows")


def _causes(errors: Iterable[Problem], *, refusals: Iterable[Problem], is_known: bool) -> set[Cause]:
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
            counts.update(_causes(row.errors, refusals=refusals, is_known=comparison is not None))


def problems_gained(after: Iterable[JudgedRow], *, before: Iterable[JudgedRow]) -> Counter[Cause]:
    """What a change of rows has added; below zero what it has ended."""
    gained = Counter(chain.from_iterable(row.causes for row in after))
    gained.subtract(Counter(chain.from_iterable(row.causes for row in before)))
    return gained


def _as_records(counts: Counter[Cause]) -> list[tuple[str | int, ...]]:
    """(field, message, new, known and refused rows) of each cause whose count is not zero."""
    named = dict.fromkeys((cause.field, cause.message) for cause, rows in counts.items() if rows)
    return [
        (field, message, *(counts[Cause(rows, field, message)] for rows in ("new", "known", "refused")))
        for field, message in named
    ]


async def replace_counts(connection: Connection, counts: Counter[Cause], *, import_id: UUID) -> None:
    """Store the counts of a check of the whole file in place of the former ones."""
    await forget_counts(connection, import_id=import_id)
    records = iter(await in_thread(_as_records, counts) if counts else ())
    while some := [(import_id, *record) for record in islice(records, _AT_ONCE)]:
        await connection.raw.copy_records_to_table("import_problems", records=some, columns=_COUNTED)


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
            *zip(*_as_records(counts), strict=True),
        )


async def forget_counts(connection: Connection, *, import_id: UUID) -> None:
    """They have no key to the import: its deletion leaves them."""
    await connection.execute("DELETE FROM import_problems WHERE import_id = :import_id", import_id=import_id)
