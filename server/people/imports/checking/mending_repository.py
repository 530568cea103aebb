"""The changes of a preview with their edits, and the values that companies have mapped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from server.people.imports.checking.mending import Edit, merge_edits
from server.platform.database.connections import Connection
from server.platform.database.query_plans import keep_plans
from server.vocabulary.identity import Identity


class ChangeKind(StrEnum):
    EDIT = "edit"
    DELETION = "deletion"
    MAPPING = "mapping"


@dataclass(frozen=True, kw_only=True)
class ValueMapping:
    """`kept`: the company keeps it for its later files; `earlier` is what the same user had chosen before."""

    field: str
    before: str
    after: str
    kept: bool
    earlier: str | None = None


@dataclass(frozen=True, kw_only=True)
class Change:
    """`number` is its last one: several mappings that were made as one have one each, and are all of `numbers`.

    `changed_by` is None once the account is deleted. The last of `mappings` is the first.
    """

    number: int
    numbers: list[int]
    changed_by: UUID | None
    mappings: list[ValueMapping]


async def add_change(
    connection: Connection,
    *,
    identity: Identity,
    import_id: UUID,
    kind: ChangeKind,
    mapping: ValueMapping | None = None,
    together: int | None = None,
) -> int:
    """The number of a new change of a locked import. The `mapping` of an edit is that of its single cell.

    `together`: it is undone with the change of this number.
    """
    number: int = await connection.fetch_value(
        """
        INSERT INTO import_changes (company_id, import_id, number, kind, changed_by, field, from_value, to_value, kept,
                                    earlier_value, together)
        SELECT :company_id, :import_id, COALESCE(max(number), 0) + 1, :kind, :changed_by, CAST(:field AS text),
               CAST(:before AS text), CAST(:after AS text), :kept, CAST(:earlier AS text),
               CAST(:together AS int)
        FROM import_changes WHERE company_id = :company_id AND import_id = :import_id
        RETURNING number
        """,
        company_id=identity.company_id,
        import_id=import_id,
        kind=kind.value,
        changed_by=identity.user_id,
        field=mapping and mapping.field,
        before=mapping and mapping.before,
        after=mapping and mapping.after,
        kept=mapping is not None and mapping.kept,
        earlier=mapping and mapping.earlier,
        together=together,
    )
    return number


async def add_edits(
    connection: Connection, *, import_id: UUID, change: int, rows: Sequence[int], cells: Mapping[str, str] | None
) -> None:
    """The same cells for all of these rows; None deletes them."""
    await keep_plans(connection)
    await connection.execute(
        """
        INSERT INTO import_edits (import_id, row, change, cells)
        SELECT :import_id, each.row, :change, CAST(:cells AS jsonb) FROM unnest(CAST(:rows AS int[])) AS each(row)
        """,
        import_id=import_id,
        change=change,
        rows=rows,
        cells=None if cells is None else dict(cells),
    )


async def add_edits_of_rows(
    connection: Connection, *, import_id: UUID, change: int, cells: Mapping[int, Mapping[str, str]]
) -> None:
    """The cells of each row by field."""
    await connection.execute(
        """
        INSERT INTO import_edits (import_id, row, change, cells)
        SELECT :import_id, each.row, :change, each.cells
        FROM jsonb_to_recordset(CAST(:edits AS jsonb)) AS each(row int, cells jsonb)
        """,
        import_id=import_id,
        change=change,
        edits=[{"row": row, "cells": dict(texts)} for row, texts in cells.items()],
    )


async def last_change(connection: Connection, *, company_id: UUID, import_id: UUID) -> Change | None:
    rows = await connection.fetch_all(
        """
        SELECT c.number, c.kind, c.changed_by, c.field, c.from_value, c.to_value, c.kept, c.earlier_value
        FROM import_changes c JOIN (
            SELECT number, together FROM import_changes
            WHERE company_id = :company_id AND import_id = :import_id AND NOT undone ORDER BY number DESC LIMIT 1
        ) last ON c.number IN (last.number, last.together) OR c.together = last.together
        WHERE c.company_id = :company_id AND c.import_id = :import_id ORDER BY c.number DESC
        """,
        company_id=company_id,
        import_id=import_id,
    )
    if not rows:
        return None
    mappings = [
        ValueMapping(
            field=row.field, before=row.from_value, after=row.to_value, kept=row.kept, earlier=row.earlier_value
        )
        for row in rows
        if row.kind == ChangeKind.MAPPING
    ]
    numbers = [row.number for row in rows]
    return Change(number=numbers[0], numbers=numbers, changed_by=rows[0].changed_by, mappings=mappings)


async def undo_change(
    connection: Connection, *, company_id: UUID, import_id: UUID, numbers: Sequence[int]
) -> list[int]:
    """The rows of the changes, which lose their edits."""
    await connection.execute(
        """
        UPDATE import_changes SET undone = true
        WHERE company_id = :company_id AND import_id = :import_id AND number = ANY(CAST(:numbers AS int[]))
        """,
        company_id=company_id,
        import_id=import_id,
        numbers=numbers,
    )
    rows = await connection.fetch_all(
        """
        DELETE FROM import_edits WHERE import_id = :import_id AND change = ANY(CAST(:numbers AS int[])) RETURNING row
        """,
        import_id=import_id,
        numbers=numbers,
    )
    return sorted({row.row for row in rows})


async def forget_changes(connection: Connection, *, company_id: UUID, import_id: UUID) -> None:
    """The rows are other ones from now on: nothing of them is left to undo."""
    await connection.execute(
        "UPDATE import_changes SET undone = true WHERE company_id = :company_id AND import_id = :import_id",
        company_id=company_id,
        import_id=import_id,
    )
    await connection.execute("DELETE FROM import_edits WHERE import_id = :import_id", import_id=import_id)


async def read_edits(
    connection: Connection, *, company_id: UUID, import_id: UUID, rows: Sequence[int] | None = None
) -> dict[int, Edit]:
    """The edits of an import, or of these rows of it, by row."""
    found = await connection.fetch_all(
        """
        SELECT e.row, e.cells, c.kind FROM import_edits e
        JOIN import_changes c ON c.import_id = e.import_id AND c.number = e.change
        WHERE c.company_id = :company_id AND e.import_id = :import_id AND e.cells IS NOT NULL
          AND (CAST(:rows AS int[]) IS NULL OR e.row = ANY(CAST(:rows AS int[])))
        ORDER BY e.change
        """,
        company_id=company_id,
        import_id=import_id,
        rows=rows,
    )
    return merge_edits((row.row, row.cells, row.kind == ChangeKind.EDIT) for row in found)


async def has_edits(connection: Connection, *, company_id: UUID, import_id: UUID) -> bool:
    found: bool = await connection.fetch_value(
        "SELECT EXISTS (SELECT FROM import_changes WHERE company_id = :company_id AND import_id = :import_id)",
        company_id=company_id,
        import_id=import_id,
    )
    return found


async def mappings_of(
    connection: Connection, *, company_id: UUID, import_id: UUID, field: str
) -> list[tuple[str, int, str]]:
    """(value, rows, what they are read as) of the mappings of a preview."""
    rows = await connection.fetch_all(
        """
        SELECT c.from_value, c.to_value, CAST(count(e.row) AS int) AS rows
        FROM import_changes c JOIN import_edits e ON e.import_id = c.import_id AND e.change = c.number
        WHERE c.company_id = :company_id AND c.import_id = :import_id AND c.kind = 'mapping' AND c.field = :field
        GROUP BY c.number, c.from_value, c.to_value ORDER BY c.number
        """,
        company_id=company_id,
        import_id=import_id,
        field=field,
    )
    return [(row.from_value, row.rows, row.to_value) for row in rows]
