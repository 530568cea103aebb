"""What is wrong in a preview, grouped: its errors by cause, and the values of a field."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from server.people.imports.preview.selection_repository import ERRORS_OF_MODE, WITHOUT_ROW
from server.people.imports.states import ImportMode, RowFilter
from server.platform.database.connections import Connection
from server.platform.schemas import LONGEST_FIELD
from server.vocabulary.fields import FIELD

MOST_PROBLEMS: Final = 50
MOST_VALUES: Final = 200
# By status, which rows have a value to be listed; :problem is one in its field.
_WITH_VALUE: Final = {
    None: "status <> 'deleted'",
    RowFilter.VALID: "status IN ('valid', 'warning')",
    RowFilter.WARNING: "status = 'warning' AND warnings @> CAST(:problem AS jsonb)",
    RowFilter.INVALID: "status = 'invalid' AND errors @> CAST(:problem AS jsonb)",
}


async def list_counted(connection: Connection, *, import_id: UUID, mode: ImportMode) -> list[tuple[str, str, int]]:
    """(field, message without the number of a row, rows) of the errors in a mode, those of most rows first.

    Of a preview whose errors are counted; else see :func:`count_problems`.
    """
    counted = f"new_rows + {'known_rows' if mode is ImportMode.CREATE else 'refused_rows'}"
    rows = await connection.fetch_all(
        f"""
        SELECT field, message, {counted} AS rows FROM import_problems
        WHERE import_id = :import_id AND {counted} > 0 ORDER BY rows DESC, field, message LIMIT :limit
        """,  # noqa: S608 - constants
        import_id=import_id,
        limit=MOST_PROBLEMS,
    )
    return [(row.field, row.message, row.rows) for row in rows]


async def count_problems(connection: Connection, *, import_id: UUID, mode: ImportMode) -> list[tuple[str, str, int]]:
    """The same of the rows themselves, which takes seconds for a large file of different errors."""
    rows = await connection.fetch_all(
        f"""
        WITH alike AS MATERIALIZED (
            SELECT {ERRORS_OF_MODE[mode]} AS errors, count(*) AS rows FROM import_rows r
            WHERE r.import_id = :import_id AND r.status = 'invalid' GROUP BY 1
        ), named AS (
            SELECT DISTINCT alike.errors, alike.rows, e->>'field' AS field, {WITHOUT_ROW} AS message
            FROM alike CROSS JOIN LATERAL jsonb_array_elements(alike.errors) e
        )
        SELECT field, message, CAST(sum(rows) AS int) AS rows FROM named
        GROUP BY field, message ORDER BY rows DESC, field COLLATE "C", message COLLATE "C" LIMIT :limit
        """,  # noqa: S608 - constants
        import_id=import_id,
        limit=MOST_PROBLEMS,
    )
    return [(row.field, row.message, row.rows) for row in rows]


async def list_values(
    connection: Connection, *, import_id: UUID, field: str, status: RowFilter | None
) -> list[tuple[str, int]]:
    """(value, rows) of a field, those of most rows first. `status`: see ValuesQuery."""
    cell, with_problem = FIELD[field].column, status in {RowFilter.WARNING, RowFilter.INVALID}
    rows = await connection.fetch_all(
        f"""
        SELECT {cell} AS value, CAST(count(*) AS int) AS rows FROM import_rows
        WHERE import_id = :import_id AND {_WITH_VALUE[status]} AND length({cell}) <= :longest
        GROUP BY value ORDER BY rows DESC, value LIMIT :limit
        """,  # noqa: S608 - constants
        import_id=import_id,
        longest=LONGEST_FIELD,
        limit=MOST_VALUES,
        **({"problem": [{"field": field}]} if with_problem else {}),
    )
    return [(row.value, row.rows) for row in rows]


async def rows_with_values(
    connection: Connection, *, import_id: UUID, values: Collection[tuple[str, str]]
) -> dict[tuple[str, str], list[int]]:
    """The numbers of the rows by field and value, for different ones of these; found in one scan."""
    # Columns of different collations stand in one here.
    columns = {field: FIELD[field].column for field, _ in sorted(values)}
    shown = ", ".join(f"""('{field}', r.{column} COLLATE "C")""" for field, column in columns.items())
    found = await connection.fetch_all(
        f"""
        SELECT shown.field, shown.value, array_agg(r.row ORDER BY r.row) AS rows
        FROM import_rows r
        CROSS JOIN LATERAL (VALUES {shown}) AS shown (field, value)
        JOIN unnest(CAST(:fields AS text[]), CAST(:values AS text[])) AS wanted (field, value) USING (field, value)
        WHERE r.import_id = :import_id AND r.status <> 'deleted'
        GROUP BY shown.field, shown.value
        """,  # noqa: S608 - constants
        import_id=import_id,
        fields=[field for field, _ in values],
        values=[value for _, value in values],
    )
    return {(row.field, row.value): row.rows for row in found}
