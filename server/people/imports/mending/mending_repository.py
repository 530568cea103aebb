"""The changes of a preview with their edits, and the values that companies have mapped."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final
from uuid import UUID

from sqlalchemy import Update, delete, update

from server.people.imports.files.layout import Choice
from server.people.imports.mending.edits import NO_EDIT, Edit, KeptValue, by_field
from server.people.imports.repository import Import
from server.people.imports.states import ChangeKind
from server.people.imports.tables import import_changes, import_edits, import_value_maps
from server.platform.database.connections import Connection, Row
from server.platform.database.query_plans import keep_plans
from server.vocabulary.identity import Actor
from server.vocabulary.profiles import covered_by, covering


@dataclass(frozen=True, kw_only=True)
class ValueMapping:
    """Rows whose cell of this field is `before` get `after`.

    `kept`: the company keeps it for its later files; `earlier` is what the same user had chosen before.
    """

    field: str
    before: str
    after: str
    kept: bool = False
    earlier: str | None = None

    @property
    def value(self) -> tuple[str, str]:
        """The field with the value that is mapped."""
        return self.field, self.before


_NO_MAPPING: Final = {"field": None, "before": None, "after": None, "kept": False, "earlier": None}


@dataclass(frozen=True, kw_only=True)
class StoredChange:
    """A stored change with its mapping, if it has one. `changed_by` is None once the account is deleted."""

    number: int
    changed_by: UUID | None
    field: str | None
    before: str | None
    after: str | None
    kept: bool
    earlier: str | None


async def add_change(
    connection: Connection,
    found: Import,
    *,
    kind: ChangeKind,
    by: UUID,
    mapping: ValueMapping | None = None,
    together: int | None = None,
) -> int:
    """The number of a new change of a locked import. The `mapping` of an edit is that of its single cell.

    `together`: it is undone with the change of this number.
    """
    query = """
        INSERT INTO import_changes (company_id, import_id, number, kind, changed_by, field, from_value, to_value, kept,
                                    earlier_value, together)
        SELECT :company_id, :import_id, COALESCE(max(number), 0) + 1, :kind, :changed_by, CAST(:field AS text),
               CAST(:before AS text), CAST(:after AS text), CAST(:kept AS bool), CAST(:earlier AS text),
               CAST(:together AS int)
        FROM import_changes WHERE company_id = :company_id AND import_id = :import_id
        RETURNING number
    """
    mapped = _NO_MAPPING if mapping is None else asdict(mapping)
    values = {**found.key, **mapped, "kind": kind.value, "changed_by": by, "together": together}
    return await connection.fetch_number(query, **values)


async def add_edits(
    connection: Connection, *, import_id: UUID, change: int, rows: Sequence[int], cells: Mapping[str, str] | None
) -> None:
    """The same cells for all of these rows; None deletes them."""
    await keep_plans(connection)
    query = """
        INSERT INTO import_edits (import_id, row, change, cells)
        SELECT :import_id, each.row, :change, CAST(:cells AS jsonb) FROM unnest(CAST(:rows AS int[])) AS each(row)
    """
    await connection.execute(
        query, import_id=import_id, change=change, rows=rows, cells=None if cells is None else dict(cells)
    )


async def add_edits_of_rows(
    connection: Connection, *, import_id: UUID, change: int, cells: Mapping[int, Mapping[str, str]]
) -> None:
    """The cells of each row by field."""
    query = """
        INSERT INTO import_edits (import_id, row, change, cells)
        SELECT :import_id, each.row, :change, each.cells
        FROM jsonb_to_recordset(CAST(:edits AS jsonb)) AS each(row int, cells jsonb)
    """
    await connection.execute(
        query,
        import_id=import_id,
        change=change,
        edits=[{"row": row, "cells": dict(texts)} for row, texts in cells.items()],
    )


async def last_changes(connection: Connection, found: Import) -> list[StoredChange]:
    """The last change that is not undone; several mappings that were made as one, the last of them first."""
    query = """
        SELECT c.number, c.changed_by, c.field, c.from_value AS before, c.to_value AS after, c.kept,
               c.earlier_value AS earlier
        FROM import_changes c JOIN (
            SELECT number, together FROM import_changes
            WHERE company_id = :company_id AND import_id = :import_id AND NOT undone ORDER BY number DESC LIMIT 1
        ) last ON c.number IN (last.number, last.together) OR c.together = last.together
        WHERE c.company_id = :company_id AND c.import_id = :import_id ORDER BY c.number DESC
    """
    return await connection.fetch_records(StoredChange, query, **found.key)


async def describe_last_change(connection: Connection, found: Import) -> Row | None:
    """The last change that is not undone, as pages name it, with its rows.

    `row` and its `position` in the preview are those of a change of a single row. `field` and its values are those of a
    mapping, and of an edit of a single cell; several mappings that were made as one have none.
    """
    query = """
        SELECT c.number, c.kind, c.changed_by, changer.full_name AS changer_name,
               CASE WHEN c.together IS NULL THEN c.field END AS field,
               CASE WHEN c.together IS NULL THEN c.from_value END AS from_value,
               CASE WHEN c.together IS NULL THEN c.to_value END AS to_value,
               reached.rows, CASE WHEN reached.rows = 1 THEN reached.row END AS row,
               CASE WHEN reached.rows = 1 THEN reached.row - (
                   SELECT CAST(count(*) AS int) FROM import_rows d
                   WHERE d.import_id = :import_id AND d.status = 'deleted' AND d.row < reached.row) END AS position
        FROM (SELECT * FROM import_changes
              WHERE company_id = :company_id AND import_id = :import_id AND NOT undone ORDER BY number DESC LIMIT 1) c
        CROSS JOIN LATERAL (
            SELECT CAST(count(*) AS int) AS rows, min(each.row) AS row
            FROM (SELECT DISTINCT e.row FROM import_edits e
                  WHERE e.import_id = :import_id AND e.change BETWEEN COALESCE(c.together, c.number) AND c.number) each
        ) reached
        LEFT JOIN users changer ON changer.id = c.changed_by
    """
    return await connection.fetch_one(query, **found.key)


async def undo_change(connection: Connection, found: Import, *, numbers: Sequence[int]) -> list[int]:
    """The rows of the changes, which lose their edits."""
    edits = import_edits.c
    await connection.execute(_all_undone(found).where(import_changes.c.number.in_(numbers)))
    undone = delete(import_edits).where(edits.import_id == found.id, edits.change.in_(numbers))
    return sorted(set(await connection.fetch_column(undone.returning(edits.row))))


async def forget_changes(connection: Connection, found: Import) -> None:
    """The rows are other ones from now on: nothing of them is left to undo."""
    await connection.execute(_all_undone(found))
    await connection.execute(delete(import_edits).where(import_edits.c.import_id == found.id))


def _all_undone(found: Import) -> Update:
    return update(import_changes).filter_by(**found.key).values(undone=True)


async def read_edits(connection: Connection, found: Import, *, rows: Sequence[int] | None = None) -> dict[int, Edit]:
    """The edits of an import, or of these rows of it, by row."""
    query = """
        SELECT e.row, e.cells, c.kind FROM import_edits e
        JOIN import_changes c ON c.import_id = e.import_id AND c.number = e.change
        WHERE c.company_id = :company_id AND e.import_id = :import_id AND e.cells IS NOT NULL
          AND (CAST(:rows AS int[]) IS NULL OR e.row = ANY(CAST(:rows AS int[])))
        ORDER BY e.change
    """
    stored = await connection.fetch_all(query, **found.key, rows=rows)
    edits: dict[int, Edit] = {}
    for row in stored:
        before = edits.get(row.row, NO_EDIT)
        edits[row.row] = Edit({**before.cells, **row.cells}, before.by_hand or row.kind == ChangeKind.EDIT)
    return edits


async def has_edits(connection: Connection, found: Import) -> bool:
    return await connection.has_row(
        "SELECT FROM import_changes WHERE company_id = :company_id AND import_id = :import_id LIMIT 1", **found.key
    )


async def mappings_of(connection: Connection, found: Import, *, field: str) -> list[tuple[str, int, str]]:
    """(value, rows, what they are read as) of the mappings of a preview."""
    query = """
        SELECT c.from_value, c.to_value, CAST(count(e.row) AS int) AS rows
        FROM import_changes c JOIN import_edits e ON e.import_id = c.import_id AND e.change = c.number
        WHERE c.company_id = :company_id AND c.import_id = :import_id AND c.kind = 'mapping' AND c.field = :field
        GROUP BY c.number, c.from_value, c.to_value ORDER BY c.number
    """
    rows = await connection.fetch_all(query, **found.key, field=field)
    return [(row.from_value, row.rows, row.to_value) for row in rows]


# The most that one user has; the oldest make room for others.
MOST_MAPS: Final = 1_000


async def read_maps(connection: Connection, found: Import) -> dict[str, dict[str, KeptValue]]:
    """What values are read as, by field: the choices of active users who may create all that the uploader may."""
    query = """
        SELECT m.field, m.from_value, m.to_value, m.chosen_by, m.chosen_at
          FROM import_value_maps m JOIN users u ON u.company_id = m.company_id AND u.id = m.chosen_by
         WHERE m.company_id = :company_id AND u.is_active AND u.profile = ANY(CAST(:trusted AS text[]))
    """
    rows = await connection.fetch_all(query, company_id=found.company_id, trusted=covering(found.uploader_profile))
    return by_field(
        (row.field, row.from_value, KeptValue(row.to_value, Choice(row.chosen_by, row.chosen_at)))
        for row in rows
        if row.field in found.known.places
    )


async def names_of(connection: Connection, user_ids: Collection[UUID], *, company_id: UUID) -> dict[UUID, str]:
    """Return the full names of these users of the company."""
    query = "SELECT id, full_name FROM users WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[]))"
    rows = await connection.fetch_all(query, company_id=company_id, user_ids=list(user_ids))
    return {row.id: row.full_name for row in rows}


async def keep_map(connection: Connection, mapping: ValueMapping, *, actor: Actor) -> ValueMapping:
    """Keep a mapping for the company's later files, unless an active colleague who may create more has made another.

    Returns it with whether it is kept, and with what the caller had chosen for this value before.
    """
    query = """
        WITH earlier AS (
            SELECT to_value FROM import_value_maps
            WHERE company_id = :company_id AND field = :field AND from_value = :before AND chosen_by = :chosen_by
        ), kept AS (
            INSERT INTO import_value_maps (company_id, field, from_value, to_value, chosen_by)
            VALUES (:company_id, :field, :before, :after, :chosen_by)
            ON CONFLICT (company_id, field, from_value)
                DO UPDATE SET to_value = excluded.to_value, chosen_by = excluded.chosen_by, chosen_at = now()
                WHERE NOT EXISTS (SELECT FROM users u
                                   WHERE u.company_id = :company_id AND u.id = import_value_maps.chosen_by
                                     AND u.is_active AND u.profile <> ALL(CAST(:covered AS text[])))
            RETURNING field
        ), dropped AS (
            DELETE FROM import_value_maps m
            WHERE m.company_id = :company_id AND (m.field, m.from_value) IN (
                SELECT old.field, old.from_value FROM import_value_maps old
                WHERE old.company_id = :company_id AND old.chosen_by = :chosen_by
                ORDER BY old.chosen_at DESC OFFSET :most)
        )
        SELECT EXISTS (SELECT FROM kept) AS kept, (SELECT to_value FROM earlier) AS earlier
    """
    by = {"company_id": actor.company_id, "chosen_by": actor.user_id, "covered": covered_by(actor.profile)}
    row = await connection.fetch_one(query, **asdict(mapping), **by, most=MOST_MAPS)
    assert row is not None  # noqa: S101 - it reads no table
    return replace(mapping, kept=row.kept, earlier=row.earlier)


async def restore_map(connection: Connection, change: StoredChange, *, company_id: UUID, chosen_by: UUID) -> None:
    """Bring back what the user had chosen before this mapping, unless another one was chosen since."""
    made = {"field": change.field, "from_value": change.before, "to_value": change.after, "chosen_by": chosen_by}
    if change.earlier is None:
        await connection.execute(delete(import_value_maps).filter_by(company_id=company_id, **made))
    else:
        present = update(import_value_maps).filter_by(company_id=company_id, **made)
        await connection.execute(present.values(to_value=change.earlier))
