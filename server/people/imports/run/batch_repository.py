"""SQL that puts the people of an import into its batches, and takes them out again."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from server.people.batches.repository import hold_batches
from server.people.imports.run.chunk_repository import AddedBatches, ImportOrder
from server.people.imports.states import ImportMode
from server.people.work.chunk_repository import Chunk
from server.platform.database.connections import Connection
from server.vocabulary.profiles import Profile


async def keep_batches(
    connection: Connection,
    batches: Mapping[str, Sequence[UUID]],
    *,
    company_id: UUID,
    import_id: UUID,
    new: set[UUID],
) -> None:
    """Write down which batches each cell of a started import names."""
    await connection.raw.copy_records_to_table(
        "import_batches",
        records=[
            (company_id, import_id, cell, batch_id, batch_id in new)
            for cell, batch_ids in batches.items()
            for batch_id in batch_ids
        ],
        columns=("company_id", "import_id", "cell", "batch_id", "is_new"),
    )


async def open_cells(connection: Connection, order: ImportOrder, chunk: Chunk) -> list[str]:
    """The cells of a chunk whose batches are all open; they stay open until the transaction ends."""
    named = await connection.fetch_all(
        """
        SELECT b.cell, b.batch_id FROM import_batches b
        WHERE b.import_id = :import_id AND b.company_id = :company_id AND b.cell IN (
            SELECT r.batch FROM import_rows r
            WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.batch IS NOT NULL)
        """,
        **order.rows(chunk),
    )
    batch_ids = list({row.batch_id for row in named})
    await hold_batches(connection, batch_ids)
    rows = await connection.fetch_all(
        "SELECT id FROM batches WHERE company_id = :company_id AND id = ANY(:batch_ids) AND archived_at IS NULL",
        company_id=order.company_id,
        batch_ids=batch_ids,
    )
    closed = set(batch_ids) - {row.id for row in rows}
    return list({row.cell for row in named} - {row.cell for row in named if row.batch_id in closed})


async def refuse_rows(
    connection: Connection, order: ImportOrder, chunk: Chunk, *, open_cells: Sequence[str], reason: str
) -> int:
    """Mark the rows to process as failed whose cells are not `open_cells`; their number."""
    refused: int = await connection.fetch_value(
        """
        WITH refused AS (
            UPDATE import_rows r SET status = 'failed', message = :reason
            WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.batch IS NOT NULL
              AND r.batch <> ALL (CAST(:open_cells AS text[]))
              AND (r.status IN ('valid', 'warning') AND :creates
                   OR r.status = 'invalid' AND r.change IS NOT NULL AND :updates
                   OR r.status IN ('valid', 'warning') AND :updates
                      AND EXISTS (SELECT FROM users u WHERE u.company_id = :company_id AND u.email = r.email))
            RETURNING r.row
        )
        SELECT count(*) FROM refused
        """,
        **order.rows(chunk),
        open_cells=open_cells,
        reason=reason,
        creates=order.mode is not ImportMode.UPDATE,
        updates=order.mode is not ImportMode.CREATE,
    )
    return refused


async def rows_that_add(connection: Connection, order: ImportOrder, chunk: Chunk) -> dict[int, AddedBatches]:
    """The rows of a chunk whose person has an account and is not in all of their batches."""
    rows = await connection.fetch_all(
        """
        SELECT r.row, r.batch,
               (SELECT string_agg(t.name, '; ' ORDER BY t.name)
                FROM batch_members m JOIN batches t ON t.company_id = m.company_id AND t.id = m.batch_id
                WHERE m.company_id = :company_id AND m.user_id = u.id) AS present
        FROM import_rows r JOIN users u ON u.company_id = :company_id AND u.email = r.email
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.batch IS NOT NULL AND EXISTS (
            SELECT FROM import_batches b
            WHERE b.import_id = :import_id AND b.company_id = :company_id AND b.cell = r.batch AND NOT EXISTS (
                SELECT FROM batch_members m
                WHERE m.company_id = :company_id AND m.batch_id = b.batch_id AND m.user_id = u.id))
        """,
        **order.rows(chunk),
    )
    return {row.row: AddedBatches(row.batch, row.present) for row in rows}


async def add_people(connection: Connection, order: ImportOrder, chunk: Chunk) -> list[UUID]:
    """Put the people whose rows have succeeded into their batches; the batches that have new people."""
    rows = await connection.fetch_all(
        """
        WITH people AS MATERIALIZED (
            SELECT u.id, r.batch
            FROM import_rows r JOIN users u ON u.company_id = :company_id
                 AND u.id = CASE WHEN r.status = 'updated' THEN r.account_id ELSE r.user_id END
            WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.batch IS NOT NULL
              AND r.status IN ('valid', 'warning', 'updated')
            ORDER BY u.id FOR KEY SHARE OF u
        ), added AS (
            INSERT INTO batch_members (company_id, batch_id, user_id, import_id)
            SELECT :company_id, b.batch_id, people.id, :import_id
            FROM people JOIN import_batches b
              ON b.import_id = :import_id AND b.company_id = :company_id AND b.cell = people.batch
            ON CONFLICT DO NOTHING RETURNING batch_id
        )
        SELECT DISTINCT batch_id FROM added
        """,
        **order.rows(chunk),
    )
    return [row.batch_id for row in rows]


async def take_out_people(
    connection: Connection, order: ImportOrder, chunk: Chunk, *, profiles: Sequence[Profile]
) -> tuple[list[int], list[UUID]]:
    """Take the people of these profiles, and those without one, out of the batches that the import put them into.

    The rows that did nothing else and are taken back, and the batches.
    """
    people = await connection.fetch_all(
        """
        SELECT u.id, r.row, r.status = 'updated' AND x.row IS NULL AS alone
        FROM import_rows r JOIN users u ON u.company_id = :company_id
             AND u.id = CASE WHEN r.status = 'updated' THEN r.account_id ELSE r.user_id END
        LEFT JOIN import_updates x ON x.import_id = :import_id AND x.row = r.row
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.batch IS NOT NULL
          AND r.status IN ('valid', 'warning', 'updated')
          AND (u.profile IS NULL OR u.profile = ANY(CAST(:profiles AS text[])))
        """,
        **order.rows(chunk),
        profiles=[profile.value for profile in profiles],
    )
    # By ids and not by a join, which Postgres may plan for tables that were empty a moment ago.
    gone = await connection.fetch_all(
        """
        DELETE FROM batch_members
        WHERE company_id = :company_id AND import_id = :import_id AND user_id = ANY(:user_ids)
        RETURNING batch_id, user_id
        """,
        company_id=order.company_id,
        import_id=order.import_id,
        user_ids=sorted(person.id for person in people),
    )
    taken_out = {row.user_id for row in gone}
    rows = [person.row for person in people if person.alone and person.id in taken_out]
    return rows, list({row.batch_id for row in gone})


async def keep_members(connection: Connection, order: ImportOrder, chunk: Chunk, *, taken_back: Sequence[int]) -> None:
    """Write down why the other rows that only put their person into a batch stay."""
    await connection.execute(
        """
        UPDATE import_rows r
        SET kept = CASE WHEN NOT EXISTS (SELECT FROM users u WHERE u.company_id = :company_id AND u.id = r.account_id)
                            THEN 'deleted'
                        WHEN EXISTS (SELECT FROM batch_members m
                                     WHERE m.company_id = :company_id AND m.import_id = :import_id
                                       AND m.user_id = r.account_id)
                            THEN 'not_allowed'
                        ELSE 'changed' END
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.batch IS NOT NULL
          AND r.status = 'updated' AND r.row <> ALL (CAST(:taken_back AS int[]))
          AND NOT EXISTS (SELECT FROM import_updates x WHERE x.import_id = :import_id AND x.row = r.row)
        """,
        **order.rows(chunk),
        taken_back=taken_back,
    )


async def new_batches_of(connection: Connection, *, company_id: UUID, import_id: UUID) -> list[UUID]:
    """The batches that the start of the import has made."""
    rows = await connection.fetch_all(
        """
        SELECT DISTINCT batch_id FROM import_batches
        WHERE company_id = :company_id AND import_id = :import_id AND is_new
        """,
        company_id=company_id,
        import_id=import_id,
    )
    return [row.batch_id for row in rows]
