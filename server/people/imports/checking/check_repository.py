"""SQL of the check of a file and of its preview; a check takes one short transaction for each batch."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Final
from uuid import UUID

from server.people.imports.checking.compare_rows import ComparedRows, Comparison
from server.people.imports.checking.counts_repository import Cause, replace_counts
from server.people.imports.checking.mending import ReadValue
from server.people.imports.checking.row_rules import Problem
from server.people.imports.formats import FORMAT
from server.people.imports.states import ImportState
from server.platform.database.connections import Connection
from server.platform.database.ids import new_ids
from server.vocabulary.fields import FILE_FIELDS

# A file of so many rows is checked in a moment, and waits for no other one.
SMALL_ROWS: Final = 2_500
_CELLS: Final = tuple(field.column for field in FILE_FIELDS)
_COPIED: Final = ("user_id", "import_id", "row", "line", "status", *_CELLS, "birth_date", "errors", "warnings")
_COMPARED: Final = ("account_id", "change", "before", "update_errors")
_NOTHING_COMPARED: Final = (None, None, None, None)


@dataclass(frozen=True, kw_only=True)
class BatchCounts:
    checked: int
    valid: int
    warning: int
    invalid: int
    changed: int
    unchanged: int


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
        waiting = await connection.fetch_value(
            """
            UPDATE imports SET checked_rows = 0, valid_rows = 0, warning_rows = 0, invalid_rows = 0,
                               changed_rows = 0, unchanged_rows = 0, touched_at = now(), version = version + 1
            WHERE id = :import_id AND state = 'validating' AND format <= :known RETURNING true
            """,
            import_id=import_id,
            known=known,
        )
        if not waiting:
            return None
        await connection.execute(
            "DELETE FROM import_rows WHERE import_id = :import_id AND status <> 'deleted'", import_id=import_id
        )
        deleted = await connection.fetch_all(
            "SELECT row FROM import_rows WHERE import_id = :import_id", import_id=import_id
        )
        return frozenset(row["row"] for row in deleted)


async def forget_rows(connection: Connection, *, import_id: UUID) -> None:
    """The results of a check, and which rows were deleted: the file's rows are other ones from now on."""
    await connection.execute("DELETE FROM import_rows WHERE import_id = :import_id", import_id=import_id)


async def write_batch(connection: Connection, *, import_id: UUID, compared: ComparedRows, counts: BatchCounts) -> bool:
    """COPY the rows and count them. False, and nothing written, where the import was cancelled meanwhile.

    Its commit waits for no disk: a crash of Postgres can lose the last batches, and the check begins anew. The commit
    of :func:`finish` waits, for these too.
    """
    async with connection.transaction():
        still_waiting = await connection.fetch_value(
            """
            UPDATE imports
            SET checked_rows = checked_rows + :checked, valid_rows = valid_rows + :valid,
                warning_rows = warning_rows + :warning,
                invalid_rows = invalid_rows + :invalid, changed_rows = changed_rows + :changed,
                unchanged_rows = unchanged_rows + :unchanged, touched_at = now(), version = version + 1
            WHERE id = :import_id AND state = 'validating' RETURNING set_config('synchronous_commit', 'off', true)
            """,
            import_id=import_id,
            checked=counts.checked,
            valid=counts.valid,
            warning=counts.warning,
            invalid=counts.invalid,
            changed=counts.changed,
            unchanged=counts.unchanged,
        )
        if not still_waiting:
            return False
        compared_columns = _COMPARED if compared.comparisons else ()
        columns = (*_COPIED, *compared_columns, *(("batch",) if compared.has_batches else ()))
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
        *(map(_json, errors), map(_json, warnings)),
        strict=False,
    )
    if comparisons:
        records = _joined(records, (_compared(comparisons.get(number)) for number in numbers))
    return _joined(records, ((batch or None,) for batch in batches)) if compared.has_batches else records


def _joined(records: Iterable[tuple[Any, ...]], more: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    return ((*record, *others) for record, others in zip(records, more, strict=True))


def _compared(comparison: Comparison | None) -> tuple[Any, ...]:
    if comparison is None:
        return _NOTHING_COMPARED
    return comparison.account.id, comparison.change, comparison.before or None, _json(comparison.errors)


async def finish(
    connection: Connection,
    *,
    import_id: UUID,
    profiles: Iterable[str],
    date_example: str | None,
    values: Sequence[ReadValue],
    problems: Counter[Cause],
) -> None:
    async with connection.transaction():
        await connection.execute(
            """
            UPDATE imports SET state = :ready, ready_at = now(), touched_at = now(), version = version + 1,
                profiles = :profiles,
                date_example = :date_example, read_values = :read_values, problems_version = version + 1
            WHERE id = :import_id AND state = 'validating'
            """,
            import_id=import_id,
            ready=ImportState.READY.value,
            profiles=sorted(profiles),
            date_example=date_example,
            read_values=[{**value._asdict(), "choice": value.choice.dump()} for value in values],
        )
        await replace_counts(connection, problems, import_id=import_id)


async def give_up(connection: Connection, *, import_id: UUID, reason: str) -> bool:
    """Mark the import as failed and delete its rows. False where it is no longer being checked."""
    given_up = await connection.fetch_value(
        """
        UPDATE imports
        SET state = 'failed', reason = :reason, finished_at = now(), touched_at = now(), version = version + 1,
            checked_rows = 0, valid_rows = 0, warning_rows = 0, invalid_rows = 0, changed_rows = 0, unchanged_rows = 0
        WHERE id = :import_id AND state = 'validating' RETURNING true
        """,
        import_id=import_id,
        reason=reason,
    )
    if given_up:
        await connection.execute("DELETE FROM import_rows WHERE import_id = :import_id", import_id=import_id)
    return bool(given_up)


def _json(problems: list[Problem]) -> list[dict[str, Any]] | None:
    return [{"field": field, "message": message} for field, message in problems] if problems else None


async def check_previews_again(connection: Connection, *, company_id: UUID, remark: str) -> list[UUID]:
    """Back to `validating`: the company's imports that wait to be started; their ids."""
    rows = await connection.fetch_all(
        """
        UPDATE imports
        SET state = 'validating', date_example = NULL, checked_rows = 0, valid_rows = 0, warning_rows = 0,
            invalid_rows = 0, changed_rows = 0, unchanged_rows = 0, touched_at = now(), version = version + 1,
            remarks = array_append(array_remove(remarks, CAST(:remark AS text)), CAST(:remark AS text))
        WHERE company_id = :company_id AND state = 'ready'
        RETURNING id
        """,
        company_id=company_id,
        remark=remark,
    )
    return [row.id for row in rows]
