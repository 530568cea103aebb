"""SQL of the errors of a preview, counted by cause.

`imports.problems_version` is the version of the import that these counts are of. Where a process of the previous
release has changed its rows, it is an earlier one, and the rows themselves are counted.
"""

from collections import Counter
from itertools import islice
from typing import Final
from uuid import UUID

from server.people.imports.checking.problem_counts import Cause, as_records
from server.platform.database.connections import Connection
from server.platform.process.threads import in_thread

_COLUMNS: Final = ("import_id", "field", "message", "new_rows", "known_rows", "refused_rows")
_AT_ONCE: Final = 2_500


async def replace_counts(connection: Connection, counts: Counter[Cause], *, import_id: UUID) -> None:
    """After a check of the whole file."""
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
