"""The rows of an import as the check stores them and a mended preview judges them again, and their errors by cause.

Errors are counted in `import_problems`: `imports.problems_version` is the version of the import that these counts are
of. From the start on, the rows themselves are counted.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from itertools import islice, repeat
from typing import Any, Final, NamedTuple
from uuid import UUID

from server.company.companies.suspension import is_suspended
from server.people.account.account_rules import Account
from server.people.account.people_repository import account_columns, account_of
from server.people.fields.repository import find_own_values
from server.people.imports import repository
from server.people.imports.checking.row_rules import AccountVerdict, CheckedRow, Problem, dump_problems
from server.people.imports.files.layout import Beside, Cells
from server.people.imports.repository import Import
from server.people.imports.states import FORMAT, ImportMode, RowChange, RowStatus
from server.platform.database.connections import Connection, Row
from server.platform.database.ids import new_ids
from server.platform.process.threads import in_thread
from server.vocabulary.fields import BUILT_IN, FieldSet
from server.vocabulary.own_fields import OwnKind

# A file of so many rows is checked in a moment, and waits for no other one.
SMALL_ROWS: Final = 2_500


_CELLS: Final = tuple(field.column for field in BUILT_IN.in_files)
# The columns of a row that is written again, with their types.
_TYPES: Final = {
    "row": "int",
    "status": "text",
    **dict.fromkeys(_CELLS, "text"),
    "birth_date": "date",
    "errors": "jsonb",
    "warnings": "jsonb",
    "fields": "jsonb",
    "stage": "text",
    "account_id": "uuid",
    "change": "text",
    "before": "jsonb",
    "update_errors": "jsonb",
}


class Cause(NamedTuple):
    """`rows` without an account are `new`, with one `known`; `refused` are those whose account is not updated."""

    rows: str
    field: str
    message: str


async def claim(guard: Connection, connection: Connection, *, import_id: UUID) -> bool:
    """Take the locks for checking an import, which end with the transaction of `guard`.

    False: it is being checked, or its company is suspended, or it is large and another large file of its company is.
    That transaction reads no table and stays open: no transaction waits for its end, and it is not ended for being
    idle.
    """
    query = f"""
        SELECT company_id, total_rows > :small_rows AS large FROM imports
         WHERE id = :import_id AND NOT {is_suspended("company_id")}
    """  # noqa: S608 - constants
    found = await connection.fetch_one(query, import_id=import_id, small_rows=SMALL_ROWS)
    if found is None:
        return False
    await guard.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    query = """
        SELECT CASE WHEN pg_try_advisory_xact_lock(hashtextextended(:id, 0))
                    THEN NOT :large OR pg_try_advisory_xact_lock(hashtextextended('check ' || :company_id, 0)) END
    """
    return bool(await guard.fetch_value(query, id=str(import_id), large=found.large, company_id=str(found.company_id)))


async def next_to_check(connection: Connection, *, import_id: UUID) -> UUID | None:
    """The smallest large file of the same company that waits for its check."""
    query = """
        SELECT following.id FROM imports i JOIN imports following ON following.company_id = i.company_id
        WHERE i.id = :import_id AND i.total_rows > :small_rows AND following.id <> i.id
           AND following.total_rows > :small_rows
          AND following.state = 'validating' AND following.format <= :known
        ORDER BY following.total_rows, following.id LIMIT 1
    """
    return await connection.find_value(UUID, query, import_id=import_id, small_rows=SMALL_ROWS, known=FORMAT)


async def begin(connection: Connection, *, import_id: UUID) -> frozenset[int] | None:
    """Delete the results of an earlier check. Returns the numbers of rows deleted in its preview, which stay deleted.

    None: there is nothing to check any more, or it is of a newer format.
    """
    async with connection.transaction():
        if not await repository.begin_check(connection, import_id=import_id):
            return None
        await connection.execute(
            "DELETE FROM import_rows WHERE import_id = :import_id AND status <> 'deleted'", import_id=import_id
        )
        query = "SELECT row FROM import_rows WHERE import_id = :import_id"
        return frozenset(await connection.fetch_column(query, import_id=import_id))


async def forget_rows(connection: Connection, *, import_id: UUID) -> None:
    """The results of a check, and which rows were deleted: the file's rows are other ones from now on."""
    await connection.execute("DELETE FROM import_rows WHERE import_id = :import_id", import_id=import_id)


async def write_batch(connection: Connection, rows: Sequence[CheckedRow], *, import_id: UUID) -> bool:
    """COPY the rows and count them. False, and nothing written, where the import was cancelled meanwhile."""
    async with connection.transaction():
        if not await repository.count_checked(connection, import_id=import_id, counts=count_rows(rows)):
            return False
        records = _records(rows, import_id=import_id)
        columns = ("user_id", "import_id", "line", "batch", *_TYPES)
        await connection.raw.copy_records_to_table("import_rows", records=records, columns=columns)
        return True


def count_rows(rows: Iterable[CheckedRow]) -> Counter[str]:
    """What these rows add to the counters of their import, by column."""
    statuses, changes = Counter(row.status for row in rows), Counter(row.account.change for row in rows)
    valid = statuses[RowStatus.VALID] + statuses[RowStatus.WARNING]
    return Counter(
        checked_rows=valid + statuses[RowStatus.INVALID],
        valid_rows=valid,
        warning_rows=statuses[RowStatus.WARNING],
        invalid_rows=statuses[RowStatus.INVALID],
        changed_rows=changes[RowChange.CHANGED],
        unchanged_rows=changes[RowChange.UNCHANGED],
    )


def _records(rows: Sequence[CheckedRow], *, import_id: UUID) -> Iterator[tuple[Any, ...]]:
    """The rows in the order of the columns that are copied."""
    numbers, values, birth_dates, errors, warnings, lines, besides, accounts, _, own = zip(*rows, strict=True)
    texts = zip(*(each.texts for each in values), strict=True)
    # Made as they are sent: memory that is used again at once is in the processor's cache.
    return zip(
        *(new_ids(len(rows)), repeat(import_id), lines, (each.batch or None for each in besides), numbers),
        *([row.status for row in rows], *islice(texts, len(_CELLS)), birth_dates),
        *(map(dump_problems, errors), map(dump_problems, warnings), (each or None for each in own)),
        (each.stage or None for each in besides),
        *zip(*accounts, strict=True),
        strict=False,
    )


async def rows_by_number(connection: Connection, found: Import, *, rows: Sequence[int]) -> dict[int, CheckedRow]:
    """Return these rows, deleted ones too."""
    condition = "row = ANY(CAST(:rows AS int[]))"
    return await _read_rows(connection, found, condition, limit=None, rows=rows)


async def rows_by_contacts(
    connection: Connection,
    found: Import,
    *,
    emails: Iterable[str],
    phones: Iterable[str],
    codes: Iterable[str],
    limit: int,
) -> dict[int, CheckedRow]:
    """Return at most `limit` rows that have one of these emails, phones or codes."""
    have = """(email = ANY(CAST(:emails AS text[])) OR phone = ANY(CAST(:phones AS text[]))
        OR code = ANY(CAST(:codes AS text[])))"""
    contacts = {"emails": list(emails), "phones": list(phones), "codes": list(codes)}
    return await _read_rows(connection, found, f"status <> 'deleted' AND {have}", limit=limit, **contacts)


async def rows_by_keys(
    connection: Connection, found: Import, *, keys: Collection[str], limit: int
) -> dict[int, CheckedRow]:
    """Return at most `limit` rows that have one of these phones, or birth dates with the sound of their name."""
    near = """(phone = ANY(CAST(:keys AS text[]))
        OR birth_date = ANY(CAST(:births AS date[]))
           AND CAST(birth_date AS text) || waymark_sound(full_name) = ANY(CAST(:keys AS text[])))"""
    births = {date.fromisoformat(key[:10]) for key in keys if not key.startswith("+")}
    values = {"keys": list(keys), "births": list(births)}
    return await _read_rows(connection, found, f"status <> 'deleted' AND {near}", limit=limit, **values)


async def _read_rows(
    connection: Connection,
    found: Import,
    condition: str,
    **values: Any,  # noqa: ANN401 - SQL values
) -> dict[int, CheckedRow]:
    query = f"""
        SELECT line, batch, {", ".join(_TYPES)} FROM import_rows
        WHERE import_id = :import_id AND {condition} ORDER BY row LIMIT CAST(:limit AS int)
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, import_id=found.id, **values)
    # In a thread: of thousands of rows this is a while.
    return await in_thread(lambda: {row.row: _checked_row(row, found.known) for row in rows})


def _checked_row(row: Row, known: FieldSet) -> CheckedRow:
    own = row.fields or {}
    return CheckedRow(
        row.row,
        Cells(
            known.places,
            (*(row[column] for column in _CELLS), *(field.shown(own.get(str(field.number))) for field in known.own)),
        ),
        row.birth_date,
        _problems(row.errors),
        _problems(row.warnings),
        row.line,
        Beside(row.batch or "", row.stage or ""),
        AccountVerdict(row.account_id, row.change and RowChange(row.change), row.before, row.update_errors),
        row.status == RowStatus.DELETED,
        own,
    )


async def numbers_of_present(connection: Connection, *, import_id: UUID, rows: Sequence[int]) -> list[int]:
    """Which of these rows are not deleted."""
    query = """
        SELECT row FROM import_rows
        WHERE import_id = :import_id AND row = ANY(CAST(:rows AS int[])) AND status <> 'deleted' ORDER BY row
    """
    return await connection.fetch_column(query, import_id=import_id, rows=rows)


async def write_again(connection: Connection, *, import_id: UUID, rows: Sequence[CheckedRow]) -> None:
    query = f"""
        UPDATE import_rows r
        SET {", ".join(f"{name} = new.{name}" for name in _TYPES if name != "row")}
        FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS new({", ".join(map(" ".join, _TYPES.items()))})
        WHERE r.import_id = :import_id AND r.row = new.row
    """  # noqa: S608 - constants
    await connection.execute(
        query, import_id=import_id, rows=[dict(zip(_TYPES, _record(row), strict=True)) for row in rows]
    )


def _record(row: CheckedRow) -> tuple[Any, ...]:
    born = row.birth_date and row.birth_date.isoformat()
    account_id = row.account.account_id and str(row.account.account_id)
    problems = (dump_problems(row.errors), dump_problems(row.warnings), row.own or None, row.beside.stage or None)
    return (row.row, row.status, *row.values.texts[: len(_CELLS)], born, *problems, account_id, *row.account[1:])


async def mark_deleted(connection: Connection, *, import_id: UUID, rows: Sequence[int], deleted: bool) -> int:
    """Mark those of the rows that are there as deleted, or deleted ones as invalid until they are judged; their number.

    What a deleted row holds stays.
    """
    query = """
        UPDATE import_rows SET status = CASE WHEN :deleted THEN 'deleted' ELSE 'invalid' END
        WHERE import_id = :import_id AND row = ANY(CAST(:rows AS int[])) AND (status = 'deleted') <> :deleted
        RETURNING row
    """
    marked = await connection.fetch_column(query, import_id=import_id, rows=rows, deleted=deleted)
    return len(marked)


async def profiles_of_rows(connection: Connection, *, import_id: UUID) -> set[str]:
    """What the rows name as their profiles."""
    query = "SELECT DISTINCT profile FROM import_rows WHERE import_id = :import_id AND status <> 'deleted'"
    return set(await connection.fetch_column(query, import_id=import_id))


async def profiles_of_accounts(
    connection: Connection, *, company_id: UUID, import_id: UUID, rows: Sequence[int], email: str | None
) -> list[str | None]:
    """The profiles of the company's accounts that these rows would update, and of the one with this email."""
    query = """
        SELECT profile FROM users WHERE company_id = :company_id AND email = CAST(:email AS text)
        UNION
        SELECT u.profile FROM import_rows r JOIN users u ON u.company_id = :company_id AND u.id = r.account_id
        WHERE r.import_id = :import_id AND r.row = ANY(CAST(:rows AS int[])) AND r.status <> 'deleted'
    """
    return await connection.fetch_column(query, company_id=company_id, import_id=import_id, rows=rows, email=email)


async def unread_dates(connection: Connection, found: Import) -> list[str]:
    """The dates that are stored as typed, in the order of the file."""
    query = """
        SELECT typed FROM import_rows r CROSS JOIN LATERAL (
            SELECT date_of_birth AS typed WHERE birth_date IS NULL
            UNION ALL
            SELECT value FROM jsonb_each_text(fields)
             WHERE key = ANY(CAST(:dates AS text[])) AND value !~ '^\\d{4}-\\d\\d-\\d\\d$') AS unread
        WHERE import_id = :import_id AND status <> 'deleted'
        GROUP BY typed ORDER BY min(row)
    """
    dates = [str(field.number) for field in found.known.own if field.own_kind is OwnKind.DATE]
    return await connection.fetch_column(query, import_id=found.id, dates=dates)


def _problems(stored: list[dict[str, str]] | None) -> list[Problem]:
    return [(problem["field"], problem["message"]) for problem in stored or []]


# A duplicate names the row that it repeats, which differs from row to row.
_ROW: Final = " (row "
_AT_ONCE: Final = 2_500
_COUNTED: Final = ("import_id", "field", "message", "new_rows", "known_rows", "refused_rows")


def _causes(row: CheckedRow) -> set[Cause]:
    """Return the causes of a row's errors, each once."""
    rows = "new" if row.account.account_id is None else "known"
    refused = _problems(row.account.update_errors)
    found = {Cause(rows, field, message.split(_ROW, 1)[0]) for field, message in row.errors}
    return found | {Cause("refused", field, message.split(_ROW, 1)[0]) for field, message in refused}


def count_problems(rows: Iterable[CheckedRow]) -> Counter[Cause]:
    """Return how many of the rows have each cause."""
    return Counter(cause for row in rows if row.errors for cause in _causes(row))


def _as_records(counts: Counter[Cause]) -> list[tuple[str | int, ...]]:
    """(field, message, new, known and refused rows) of each cause whose count is not zero."""
    named = dict.fromkeys((cause.field, cause.message) for cause, rows in counts.items() if rows)
    return [
        (field, message, *(counts[Cause(rows, field, message)] for rows in ("new", "known", "refused")))
        for field, message in named
    ]


async def replace_counts(connection: Connection, counts: Counter[Cause], *, import_id: UUID) -> None:
    """Store the counts of a check of the whole file in place of the former ones."""
    await connection.execute("DELETE FROM import_problems WHERE import_id = :import_id", import_id=import_id)
    records = iter(await in_thread(_as_records, counts) if counts else ())
    while some := [(import_id, *record) for record in islice(records, _AT_ONCE)]:
        await connection.raw.copy_records_to_table("import_problems", records=some, columns=_COUNTED)


async def add_counts(connection: Connection, counts: Counter[Cause], *, import_id: UUID) -> None:
    """What a change of the preview has added, and taken away where it is negative."""
    if any(counts.values()):
        query = """
            INSERT INTO import_problems AS present (import_id, field, message, new_rows, known_rows, refused_rows)
            SELECT $1, * FROM unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::int[])
            ON CONFLICT (import_id, field, message)
            DO UPDATE SET new_rows = present.new_rows + excluded.new_rows,
                          known_rows = present.known_rows + excluded.known_rows,
                          refused_rows = present.refused_rows + excluded.refused_rows
        """
        await connection.raw.execute(query, import_id, *zip(*_as_records(counts), strict=True))


async def known_contacts(
    connection: Connection, *, company_id: UUID, emails: Sequence[str], phones: Sequence[str], codes: Sequence[str]
) -> tuple[set[str], Counter[str], set[str], dict[str, UUID]]:
    """Find what the company's accounts have already of these emails, phones and codes.

    Returns the emails, how many accounts have each phone, the phones of accounts without an email, and the codes with
    the ids of their accounts.
    """
    # One text is sent in a tenth of the time of an array. What is typed on several lines is no one's email or phone.
    query = """
        SELECT email AS contact, NULL::int AS people, false AS is_alone, NULL::uuid AS user_id
        FROM users WHERE company_id = :company_id AND email = ANY(string_to_array(:emails, E'\n'))
        UNION ALL
        SELECT phone, count(*)::int, bool_or(email IS NULL), NULL
        FROM users WHERE company_id = :company_id AND phone = ANY(string_to_array(:phones, E'\n')) GROUP BY phone
        UNION ALL
        SELECT code, 0, false, id
        FROM users WHERE company_id = :company_id AND code = ANY(string_to_array(:codes, E'\n'))
    """
    texts = {name: "\n".join(each) for name, each in (("emails", emails), ("phones", phones), ("codes", codes))}
    rows = await connection.fetch_all(query, company_id=company_id, **texts)
    phone_counts = Counter({row.contact: row.people for row in rows if row.people})
    owners = {row.contact: row.user_id for row in rows if row.user_id is not None}
    alone = {row.contact for row in rows if row.is_alone}
    return {row.contact for row in rows if row.people is None}, phone_counts, alone, owners


async def find_accounts(
    connection: Connection, *, company_id: UUID, emails: Sequence[str], user_ids: Sequence[UUID], own: bool
) -> dict[str, Account]:
    """Find accounts by these emails, and by the codes of these; with their values of the company's `own` fields."""
    query = f"""
        SELECT {account_columns("u")} FROM users u
         WHERE company_id = :company_id
           AND (email = ANY(CAST(:emails AS text[])) OR id = ANY(CAST(:user_ids AS uuid[])))
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, company_id=company_id, emails=emails, user_ids=user_ids)
    values = await find_own_values(connection, [row.id for row in rows], company_id=company_id) if own else {}
    accounts = [account_of(tuple(row.values()), own=values.get(row.id)) for row in rows]
    named, by_code = frozenset(user_ids), {each.value("code"): each for each in accounts}
    return {str(code): each for code, each in by_code.items() if each.id in named} | {
        each.email: each for each in accounts if each.email is not None
    }


# By the mode of a start, the rows that it processes.
_PROCESSED = {
    ImportMode.CREATE: "status IN ('valid', 'warning')",
    ImportMode.UPDATE: "status = 'invalid' AND change IS NOT NULL",
    ImportMode.UPSERT: "(status IN ('valid', 'warning') OR status = 'invalid' AND change IS NOT NULL)",
}


async def batch_cells(connection: Connection, *, import_id: UUID, mode: ImportMode | None = None) -> list[str]:
    """The different cells of a checked import in the order of the file; with a mode those of the rows it processes."""
    query = f"""
        SELECT batch FROM import_rows
        WHERE import_id = :import_id AND batch IS NOT NULL
           AND {"status <> 'deleted'" if mode is None else _PROCESSED[mode]}
        GROUP BY batch ORDER BY min(row)
    """  # noqa: S608 - constants
    return await connection.fetch_column(query, import_id=import_id)
