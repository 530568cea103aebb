"""SQL of the cells that name batches."""

from uuid import UUID

from server.people.imports.states import ImportMode
from server.platform.database.connections import Connection

# By the mode of a start, the rows that it processes.
_PROCESSED = {
    ImportMode.CREATE: "status IN ('valid', 'warning')",
    ImportMode.UPDATE: "status = 'invalid' AND change IS NOT NULL",
    ImportMode.UPSERT: "(status IN ('valid', 'warning') OR status = 'invalid' AND change IS NOT NULL)",
}


async def batch_cells(connection: Connection, *, import_id: UUID, mode: ImportMode | None = None) -> list[str]:
    """The different cells of a checked import in the order of the file; with a mode those of the rows it processes."""
    rows = await connection.fetch_all(
        f"""
        SELECT batch FROM import_rows
        WHERE import_id = :import_id AND batch IS NOT NULL
           AND {"status <> 'deleted'" if mode is None else _PROCESSED[mode]}
        GROUP BY batch ORDER BY min(row)
        """,  # noqa: S608 - constants
        import_id=import_id,
    )
    return [row["batch"] for row in rows]
