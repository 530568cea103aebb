"""How Postgres plans the queries of a transaction, and the statistics that it plans by."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from server.platform.database.connections import Connection

_FOR_VALUES: Final = "SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL work_mem = '32MB'"


async def keep_plans(connection: Connection) -> None:
    """For the rest of this transaction, keep plans after all: foreign keys are checked row by row with kept ones."""
    await connection.raw.execute("SET LOCAL plan_cache_mode = auto")


async def plan_for_values(connection: Connection) -> None:
    """For the rest of this transaction, plan each query for its values, and sort in memory what a search gathers."""
    await connection.raw.execute(_FOR_VALUES)


@asynccontextmanager
async def planned_for_values(connection: Connection) -> AsyncIterator[None]:
    """A transaction that reads, planned like :func:`plan_for_values` and without parallel workers.

    It is begun and set up in one call. A list that reads a hundred thousand users is as quick in one process, and costs
    a third of the processor time.
    """
    try:
        await connection.raw.execute(f"BEGIN READ ONLY; {_FOR_VALUES}; SET LOCAL max_parallel_workers_per_gather = 0")
        yield
    finally:
        await connection.raw.execute("ROLLBACK")


async def update_statistics(connection: Connection, *tables: str, rows: int) -> None:
    """Run ANALYZE on the tables that have fewer than `rows` rows by Postgres' statistics, after adding so many.

    Without this, processes would keep plans made for small tables until autovacuum analyses them.
    """
    query = """
        SELECT relname FROM pg_class
         WHERE oid = ANY(CAST(CAST(:tables AS text[]) AS regclass[])) AND reltuples < :rows
    """
    outgrown = await connection.fetch_all(query, tables=tables, rows=rows)
    if outgrown:
        await connection.execute("ANALYZE " + ", ".join(table.relname for table in outgrown))
