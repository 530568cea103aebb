"""SQL of a chunk that updates accounts, or refuses its rows. Each statement serves all rows of the chunk."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from server.people.account.account_rules import Account, Change
from server.people.account.repository import account_columns, account_of
from server.people.imports.files.layout import Cells
from server.people.imports.run.chunk_repository import Chunk, ChunkOutcome
from server.people.imports.states import RowChange, RowStatus
from server.platform.database.connections import RawConnection
from server.vocabulary.fields import FILE_FIELDS, Value

_CELLS: Final = ", ".join(f"r.{field.column}" for field in FILE_FIELDS)


class AddedBatches(NamedTuple):
    """The cell that puts a person into further batches, and the names of those that they are in."""

    cell: str
    present: str | None


class RowOfAccount(NamedTuple):
    """A row of a chunk. `account` is None where the one that the preview found is there no more."""

    row: int
    values: Cells
    account: Account | None
    added: AddedBatches | None = None


class RowResult(NamedTuple):
    """What became of a row, as it is stored."""

    row: int
    status: RowStatus
    message: str | None
    account_id: UUID | None
    change: RowChange | None
    before: Mapping[str, Value] | None


async def rows_of_accounts(connection: RawConnection, chunk: Chunk, *, import_id: UUID) -> list[RowOfAccount]:
    """The rows of people who have an account now, or had one in the preview."""
    rows = await connection.fetch(
        f"""
        SELECT r.row, {_CELLS}, {account_columns("u")}
        FROM import_rows r LEFT JOIN users u ON u.company_id = $2 AND u.email = r.email
        WHERE r.import_id = $1 AND r.row BETWEEN $3 AND $4
          AND (r.status = 'invalid' AND r.change IS NOT NULL OR r.status IN ('valid', 'warning') AND u.id IS NOT NULL)
        """,  # noqa: S608 - constants
        import_id,
        chunk.company_id,
        chunk.first_row,
        chunk.last_row,
    )
    cells = 1 + len(FILE_FIELDS)
    return [
        RowOfAccount(row[0], Cells(row[1:cells]), None if row[cells] is None else account_of(row[cells:]))
        for row in map(tuple, rows)
    ]


async def keep_updates(
    connection: RawConnection, changes: Mapping[int, Change], *, versions: Mapping[UUID, int], import_id: UUID
) -> None:
    """Keep what rows have changed, in the transaction that changes it; `versions` are the accounts' new ones."""
    await connection.copy_records_to_table(
        "import_updates",
        records=[
            (import_id, row, each.account.id, each.before, each.after, versions[each.account.id])
            for row, each in changes.items()
        ],
        columns=("import_id", "row", "user_id", "before", "after", "version"),
    )


async def store_results(connection: RawConnection, results: Sequence[RowResult], *, import_id: UUID) -> None:
    columns: list[tuple[Any, ...]] = list(zip(*results, strict=True))
    await connection.execute(
        """
        UPDATE import_rows r
        SET status = c.status, message = c.message, account_id = COALESCE(c.account_id, r.account_id),
            change = c.change, before = c.before
        FROM unnest($2::int[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::jsonb[])
             AS c(row, status, message, account_id, change, before)
        WHERE r.import_id = $1 AND r.row = c.row
        """,
        import_id,
        *columns,
    )


async def refuse_chunk(connection: RawConnection, chunk: Chunk, *, import_id: UUID, reason: str) -> ChunkOutcome:
    """Mark every row of a chunk as failed without trying it."""
    failed: int = await connection.fetchval(
        """
        WITH failed AS (
            UPDATE import_rows SET status = 'failed', message = $4
            WHERE import_id = $1 AND row BETWEEN $2 AND $3 AND status IN ('valid', 'warning') RETURNING row
        )
        SELECT count(*) FROM failed
        """,
        import_id,
        chunk.first_row,
        chunk.last_row,
        reason,
    )
    return ChunkOutcome(failed=failed)
