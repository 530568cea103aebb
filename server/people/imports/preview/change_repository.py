"""The last change of a preview, as its pages offer to undo it."""

from dataclasses import dataclass
from uuid import UUID

from server.people.imports.checking.mending_repository import ChangeKind
from server.platform.database.connections import Connection


@dataclass(frozen=True, kw_only=True)
class ToldChange:
    """A change as pages name it. `row` and its `position` in the preview are those of a change of a single row.

    `field`, `before` and `after` are those of a mapping, and of an edit of a single cell; several mappings that were
    made as one have none.
    """

    number: int
    kind: ChangeKind
    rows: int
    row: int | None
    position: int | None
    field: str | None
    before: str | None
    after: str | None
    changed_by: UUID | None
    changer_name: str | None


async def told_change(connection: Connection, *, company_id: UUID, import_id: UUID) -> ToldChange | None:
    """The last change that is not undone."""
    row = await connection.fetch_one(
        """
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
        """,
        company_id=company_id,
        import_id=import_id,
    )
    if row is None:
        return None
    return ToldChange(
        number=row.number,
        kind=ChangeKind(row.kind),
        rows=row.rows,
        row=row.row,
        position=row.position,
        field=row.field,
        before=row.from_value,
        after=row.to_value,
        changed_by=row.changed_by,
        changer_name=row.changer_name,
    )
