"""Which rows of an import are meant, and what they are now: conditions and expressions in SQL.

`r` is a row, and `done` the one row of `DONE_ROWS`, which a query begins with.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from server.people.imports.states import ImportMode, RowFilter

IS_CREATED: Final = "r.status IN ('valid', 'warning') AND r.row <@ done.rows"
# Of an import that updates: rows that wait to be compared with their account again.
_WAITS: Final = "(done.updates AND r.status = 'invalid' AND r.change IS NOT NULL)"
# What it has done was taken back, or left with the reason in `kept`.
_HAS_DONE: Final = "(r.status = 'updated' OR r.status IN ('valid', 'warning')) AND r.row <@ done.undone"
_IS_UNDONE: Final = f"{_HAS_DONE} AND r.kept IS NULL"
_IS_KEPT: Final = f"{_HAS_DONE} AND r.kept IS NOT NULL"
STATUS: Final = f"""
    CASE WHEN {_IS_UNDONE} THEN 'undone'
         WHEN {_IS_KEPT} THEN 'kept'
         WHEN {IS_CREATED} THEN 'created'
         WHEN {_WAITS} THEN CASE WHEN r.warnings IS NULL THEN 'valid' ELSE 'warning' END
         ELSE r.status END
"""
# Once an import updates, a row whose account was found is no error for having one.
ERRORS: Final = "CASE WHEN done.updates AND r.account_id IS NOT NULL THEN r.update_errors ELSE r.errors END"
_OF_UPDATING: Final = "CASE WHEN r.account_id IS NOT NULL THEN r.update_errors ELSE r.errors END"
# Of a preview, which shows every mode before the import is started in one.
ERRORS_OF_MODE: Final = {
    ImportMode.CREATE: "r.errors",
    ImportMode.UPDATE: _OF_UPDATING,
    ImportMode.UPSERT: _OF_UPDATING,
}
# Ranges of rows of finished chunks: adjacent ones are merged, so that at the end there is one range. `updates`: the
# import was started to update accounts. `undone`: the ranges of those that were undone.
DONE_ROWS: Final = """
    WITH done AS MATERIALIZED (
        SELECT range_agg(int4range(first_row, last_row, '[]')) AS rows,
               range_agg(int4range(first_row, last_row, '[]')) FILTER (WHERE undone_at IS NOT NULL) AS undone,
               (SELECT mode <> 'create' AND started_at IS NOT NULL FROM imports WHERE id = :import_id) AS updates
        FROM work_chunks WHERE work_id = :import_id AND done_at IS NOT NULL
    )
"""
_UPDATED: Final = "(done.updates AND r.change IS NOT NULL AND r.status IN ('invalid', 'updated', 'unchanged'))"
# The message of a problem without the number of the row that it names, which differs from row to row: only the one of a
# duplicate does. No regular expression, which takes twice as long for a file of duplicates.
WITHOUT_ROW: Final = "split_part(e->>'message', ' (row ', 1)"
CONDITIONS: Final = {
    None: "r.status <> 'deleted'",
    RowFilter.VALID: f"(r.status IN ('valid', 'warning') OR {_UPDATED})",
    RowFilter.WARNING: f"""(
        r.status = 'warning' OR (r.status = 'failed' OR {_UPDATED}) AND r.warnings IS NOT NULL
    )""",
    RowFilter.INVALID: f"r.status = 'invalid' AND NOT {_WAITS}",
    RowFilter.CREATED: IS_CREATED,
    RowFilter.FAILED: f"r.status IN ('failed', 'invalid') AND NOT {_WAITS}",
    RowFilter.CHANGED: f"r.change = 'changed' AND r.status IN ('invalid', 'updated') AND NOT {_WAITS}",
    RowFilter.UNCHANGED: f"r.change = 'unchanged' AND r.status IN ('invalid', 'unchanged') AND NOT {_WAITS}",
    RowFilter.UNDONE: _IS_UNDONE,
    RowFilter.KEPT: _IS_KEPT,
    RowFilter.NEW: "r.status IN ('valid', 'warning')",
    RowFilter.REFUSED: "r.status = 'invalid' AND r.change IS NULL",
}


@dataclass(frozen=True, kw_only=True)
class RowSelection:
    """Which rows of an import: by status, by a problem in a field, or by their numbers.

    The `mode` says which errors the problems are: of creating, unless an update has been started, or of updating.
    """

    status: RowFilter | None = None
    field: str | None = None
    problem: str | None = None
    rows: Sequence[int] | None = None
    mode: ImportMode = ImportMode.CREATE

    @property
    def has_problem(self) -> bool:
        return self.field is not None or self.problem is not None

    def condition(self) -> str:
        """SQL with the parameters :field, :problem and :rows."""
        errors = ERRORS if self.mode is ImportMode.CREATE else ERRORS_OF_MODE[self.mode]
        problems = "r.warnings" if self.status is RowFilter.WARNING else errors
        found = f"""
            EXISTS (SELECT FROM jsonb_array_elements({problems}) e
                    WHERE (CAST(:field AS text) IS NULL OR e->>'field' = :field)
                      AND (CAST(:problem AS text) IS NULL OR {WITHOUT_ROW} = :problem))
        """
        conditions = [CONDITIONS[self.status], *([found] if self.has_problem else [])]
        return " AND ".join([*conditions, *(["r.row = ANY(CAST(:rows AS int[]))"] if self.rows is not None else [])])

    def values(self) -> dict[str, Any]:
        problem = {"field": self.field, "problem": self.problem} if self.has_problem else {}
        return problem if self.rows is None else {**problem, "rows": list(self.rows)}
