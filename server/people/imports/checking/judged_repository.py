"""Rows of a preview that are judged anew, and what the import counts of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from uuid import UUID

from server.people.imports.checking.compare_rows import Comparison
from server.people.imports.checking.row_rules import CheckedRow, Problem
from server.people.imports.files.layout import Cells
from server.people.imports.states import RowChange, RowStatus
from server.platform.database.connections import Connection, Row
from server.vocabulary.fields import FILE_FIELDS, Value

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
    connection: Connection, *, import_id: UUID, emails: Sequence[str], phones: Sequence[str], limit: int
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
        emails=emails,
        phones=phones,
        limit=limit,
    )
    return _by_number(found)


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
    restored: int = await connection.fetch_value(
        """
        WITH restored AS (
            UPDATE import_rows SET status = 'invalid'
            WHERE import_id = :import_id AND row = ANY(CAST(:rows AS int[])) AND status = 'deleted' RETURNING row
        )
        SELECT count(*) FROM restored
        """,
        import_id=import_id,
        rows=rows,
    )
    return restored


async def count_again(connection: Connection, *, import_id: UUID, gained: Mapping[str, int]) -> None:
    """Add what each status and each kind of change has gained to the counters of a locked import."""
    valid, warning, invalid = (gained.get(s, 0) for s in (RowStatus.VALID, RowStatus.WARNING, RowStatus.INVALID))
    await connection.execute(
        """
        UPDATE imports
        SET total_rows = total_rows + :rows, checked_rows = checked_rows + :rows, valid_rows = valid_rows + :valid,
            warning_rows = warning_rows + :warning, invalid_rows = invalid_rows + :invalid,
            changed_rows = changed_rows + :changed, unchanged_rows = unchanged_rows + :unchanged,
            problems_version = CASE WHEN problems_version = version THEN version + 1 END, version = version + 1
        WHERE id = :import_id
        """,
        import_id=import_id,
        rows=valid + warning + invalid,
        valid=valid + warning,
        warning=warning,
        invalid=invalid,
        changed=gained.get(RowChange.CHANGED, 0),
        unchanged=gained.get(RowChange.UNCHANGED, 0),
    )


async def profiles_left(connection: Connection, *, import_id: UUID, profiles: Collection[str]) -> set[str]:
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


async def describe_again(
    connection: Connection, *, import_id: UUID, profiles: Sequence[str], date_example: str | None
) -> None:
    """What an import stores of its rows besides their numbers."""
    await connection.execute(
        """
        UPDATE imports SET profiles = CAST(:profiles AS text[]), date_example = CAST(:date_example AS text)
        WHERE id = :import_id
        """,
        import_id=import_id,
        profiles=profiles,
        date_example=date_example,
    )


async def check_again(connection: Connection, *, import_id: UUID, restored: int) -> None:
    """Back to `validating`, where a change reaches too many rows. `restored`: rows deleted no more, less new ones."""
    await connection.execute(
        """
        UPDATE imports
        SET state = 'validating', date_example = NULL, total_rows = total_rows + :restored, checked_rows = 0,
            valid_rows = 0, warning_rows = 0, invalid_rows = 0, changed_rows = 0, unchanged_rows = 0,
            touched_at = now(), version = version + 1
        WHERE id = :import_id
        """,
        import_id=import_id,
        restored=restored,
    )


def _by_number(rows: Sequence[Row]) -> dict[int, JudgedRow]:
    return {
        row.row: JudgedRow(
            status=RowStatus(row.status),
            checked=CheckedRow(
                row.row,
                Cells(row[field.column] for field in FILE_FIELDS),
                row.birth_date,
                _problems(row.errors),
                _problems(row.warnings),
                row.line,
                row.batch or "",
            ),
            account=ComparedAccount(
                row.account_id,
                None if row.change is None else RowChange(row.change),
                row.before,
                row.update_errors,
            ),
        )
        for row in rows
    }


def _record(row: JudgedRow) -> tuple[Any, ...]:
    checked, account = row.checked, row.account
    born = None if checked.birth_date is None else checked.birth_date.isoformat()
    account_id = None if account.account_id is None else str(account.account_id)
    problems = (_dump(checked.errors), _dump(checked.warnings))
    return (checked.row, row.status, *checked.values, born, *problems, account_id, *account[1:])


def _dump(problems: Sequence[Problem]) -> list[dict[str, str]] | None:
    return [{"field": field, "message": message} for field, message in problems] or None


def _problems(stored: list[dict[str, str]] | None) -> list[Problem]:
    return [(problem["field"], problem["message"]) for problem in stored or []]
