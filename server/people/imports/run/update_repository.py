"""SQL of a chunk that updates accounts, or refuses its rows. Each statement serves all rows of the chunk."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from server.people.account.account_rules import Account, Change, Value
from server.people.account.change_repository import account_columns
from server.people.imports.files.layout import Cells
from server.people.imports.run.chunk_repository import Chunk, ChunkOutcome
from server.people.imports.states import RowChange, RowStatus
from server.platform.database.connections import Connection

_CELLS: Final = ", ".join(f"r.{cell}" for cell in Cells._fields)


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


async def rows_of_accounts(connection: Connection, chunk: Chunk, *, import_id: UUID) -> list[RowOfAccount]:
    """The rows of people who have an account now, or had one in the preview."""
    rows = await connection.fetch_all(
        f"""
        SELECT r.row, {_CELLS}, {account_columns("u")}
        FROM import_rows r LEFT JOIN users u ON u.company_id = :company_id AND u.email = r.email
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row
          AND (r.status = 'invalid' AND r.change IS NOT NULL OR r.status IN ('valid', 'warning') AND u.id IS NOT NULL)
        """,  # noqa: S608 - constants
        import_id=import_id,
        company_id=chunk.company_id,
        first_row=chunk.first_row,
        last_row=chunk.last_row,
    )
    cells = 1 + len(Cells._fields)
    return [
        RowOfAccount(row[0], Cells._make(row[1:cells]), None if row[cells] is None else Account._make(row[cells:]))
        for row in (tuple(each.values()) for each in rows)
    ]


async def keep_updates(
    connection: Connection, changes: Mapping[int, Change], *, versions: Mapping[UUID, int], import_id: UUID
) -> None:
    """Keep what rows have changed, in the transaction that changes it; `versions` are the accounts' new ones."""
    await connection.raw.copy_records_to_table(
        "import_updates",
        records=[
            (import_id, row, each.account.id, each.before, each.after, versions[each.account.id])
            for row, each in changes.items()
        ],
        columns=("import_id", "row", "user_id", "before", "after", "version"),
    )


async def store_results(connection: Connection, results: Sequence[RowResult], *, import_id: UUID) -> None:
    columns: list[tuple[Any, ...]] = list(zip(*results, strict=True))
    await connection.raw.execute(
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


async def refuse_chunk(connection: Connection, chunk: Chunk, *, import_id: UUID, reason: str) -> ChunkOutcome:
    """Mark every row of a chunk as failed without trying it."""
    failed: int = await connection.fetch_value(
        """
        WITH failed AS (
            UPDATE import_rows SET status = 'failed', message = :reason
            WHERE import_id = :import_id AND row BETWEEN :first_row AND :last_row
               AND status IN ('valid', 'warning') RETURNING row
        )
        SELECT count(*) FROM failed
        """,
        import_id=import_id,
        first_row=chunk.first_row,
        last_row=chunk.last_row,
        reason=reason,
    )
    return ChunkOutcome(failed=failed)
