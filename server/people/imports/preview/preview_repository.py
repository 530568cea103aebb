"""The rows of an import, as its pages and files ask for them, with their problems and values.

A row counts as created when it was valid and its chunk is done: creating writes a row again only where it failed. So it
is undone when its chunk is, unless that has written down why it stays. In conditions and expressions `r` is a row, and
`done` the one row of `DONE_ROWS`, which a query begins with. The caller of these functions has read the import for its
company before.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from server.people.account.people_repository import folded_place, invitation_state, last_changer, named
from server.people.account.schemas import person_of
from server.people.imports.preview.schemas import (
    ImportRow,
    ProblemOfRows,
    RowsQuery,
    SpellingOfRows,
    ValueOfRows,
    ValuesQuery,
)
from server.people.imports.repository import Import
from server.people.imports.schemas import RecentRow
from server.people.imports.states import CHANGED_SINCE_PREVIEW, ImportMode, RowFilter, RowStatus, describe_kept
from server.platform.database.connections import Connection, Row
from server.platform.schemas import LONGEST_FIELD
from server.vocabulary.field_kinds import Field, Value
from server.vocabulary.fields import BESIDE, BUILT_IN, FieldSet
from server.vocabulary.own_fields import PREFIX, OwnField

IS_CREATED: Final = "r.status IN ('valid', 'warning') AND r.row <@ done.rows"
# Rows of an updating import that wait to be compared with their account again.
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
# A preview shows every mode before the import is started in one. Where the person has no account, an update is wrong
# about the email alone.
_OF_NAMES: Final = """jsonb_path_query_array(r.errors, '$[*] ? (@.field like_regex "^(email|code|row)$")')"""
_ERRORS_IN: Final = {
    ImportMode.CREATE: "r.errors",
    ImportMode.UPDATE: f"CASE WHEN r.account_id IS NULL THEN {_OF_NAMES} ELSE r.update_errors END",
    ImportMode.UPSERT: "CASE WHEN r.account_id IS NULL THEN r.errors ELSE r.update_errors END",
}
# Ranges of rows of finished chunks: adjacent ones are merged, so that at the end there is one range. `updates`: the
# import was started to update accounts. `undone`: the ranges of those that were undone.
DONE_ROWS: Final = """
    WITH done AS MATERIALIZED (
        SELECT i.company_id, i.started_at IS NULL AS waits, i.mode <> 'create' AND i.started_at IS NOT NULL AS updates,
               range_agg(int4range(first_row, last_row, '[]')) FILTER (WHERE done_at IS NOT NULL) AS rows,
               range_agg(int4range(first_row, last_row, '[]')) FILTER (WHERE undone_at IS NOT NULL) AS undone
        FROM imports i LEFT JOIN work_chunks ON work_id = i.id WHERE i.id = :import_id GROUP BY i.id
    )
"""
# Why the row, or an undo, has left its person alone: what has changed the person.
_VERSION: Final = """
    CASE WHEN r.status = 'updated'
         THEN (SELECT x.version FROM import_updates x WHERE x.import_id = r.import_id AND x.row = r.row) ELSE 1 END
"""
_KEPT_FOR: Final = last_changer(
    "done.company_id", "CASE WHEN r.status = 'updated' THEN r.account_id ELSE r.user_id END", since=_VERSION
)
CHANGER: Final = f"""
    CASE WHEN r.kept = 'changed' THEN {named("done.company_id", _KEPT_FOR)}
         WHEN r.status = 'failed' AND r.kept <> '' THEN {named("done.company_id", "CAST(r.kept AS uuid)")}
         END AS changer
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


RECENT_ROWS: Final = 10
# The messages of rows that were processed without a failure.
DONE: Final = {RowStatus.CREATED: "Created", RowStatus.UPDATED: "Updated", RowStatus.UNCHANGED: "No change"}
# Rows that were undone.
DELETED: Final = "The account was deleted"
TAKEN_BACK: Final = "The changes were taken back"


# An own field of which a person has neither what the preview compared the row with, nor what the row gives.
_STALE_OWN: Final = f"""
    SELECT FROM jsonb_each(r.fields) AS given(number, value)
      LEFT JOIN person_fields p ON p.company_id = done.company_id AND p.user_id = r.account_id
     WHERE p.own_values -> number IS DISTINCT FROM value
       AND (NOT coalesce(r.before ? ('{PREFIX}' || number), false)
            OR coalesce(p.own_values -> number, 'null') <> r.before -> ('{PREFIX}' || number))
"""  # noqa: S608 - a constant


def _stale(fields: FieldSet) -> str:
    """SQL: the row's person has neither what the preview compared the row with, nor what the row gives."""
    differs = " OR ".join(
        f"""r.{field.column} NOT IN ('', coalesce(CAST(u.{field.column} AS text), ''))
            AND (NOT coalesce(r.before ? '{field.name}', false)
                 OR CAST(u.{field.column} AS text) IS DISTINCT FROM r.before ->> '{field.name}')"""
        for field in fields.in_files
        if field.changed_by_files
    )
    return f"""(
        r.status = 'failed' AND r.message = '{CHANGED_SINCE_PREVIEW}'
        OR done.waits AND r.status = 'invalid' AND r.change IS NOT NULL AND EXISTS (
            SELECT FROM users u WHERE u.company_id = done.company_id AND u.id = r.account_id
               AND ({differs} OR EXISTS ({_STALE_OWN})))
    )"""


def _is_of(status: RowFilter | None) -> str:
    return _stale(BUILT_IN) if status is RowFilter.STALE else CONDITIONS[status]


def _condition(query: RowsQuery) -> str:
    """SQL with the parameters :field and :problem."""
    if query.field is None and query.problem is None:
        return _is_of(query.status)
    errors = ERRORS if query.mode is ImportMode.CREATE else _ERRORS_IN[query.mode]
    return f"""
        {_is_of(query.status)}
        AND EXISTS (SELECT FROM jsonb_array_elements({"r.warnings" if query.status is RowFilter.WARNING else errors}) e
                    WHERE (CAST(:field AS text) IS NULL OR e->>'field' = :field)
                      AND (CAST(:problem AS text) IS NULL OR {WITHOUT_ROW} = :problem))
    """


async def count_rows(connection: Connection, *, import_id: UUID, query: RowsQuery) -> int:
    statement = f"""
        {DONE_ROWS} SELECT count(*) FROM import_rows r CROSS JOIN done
        WHERE r.import_id = :import_id AND {_condition(query)}
    """  # noqa: S608 - constants
    return await connection.fetch_number(statement, import_id=import_id, field=query.field, problem=query.problem)


async def find_rows(connection: Connection, found: Import, *, rows: Sequence[int]) -> dict[int, ImportRow]:
    """The rows that are not deleted, by number."""
    condition, limit = f"{CONDITIONS[None]} AND r.row = ANY(CAST(:rows AS int[]))", len(rows)
    read = await _read_rows(connection, found, condition, offset=0, limit=limit, rows=rows)
    return {row.row: row for row in read}


async def list_rows(connection: Connection, found: Import, *, query: RowsQuery) -> list[ImportRow]:
    """One page in the order of the file.

    `query.mode` says which errors its problems are: of creating, unless an update has been started, or of updating.
    """
    return await _read_rows(
        connection,
        found,
        _condition(query),
        # What is longer is refused, and typed by no one: a page of such cells would have megabytes.
        longest=LONGEST_FIELD,
        offset=query.offset,
        limit=query.page_size,
        field=query.field,
        problem=query.problem,
    )


async def _read_rows(
    connection: Connection,
    found: Import,
    condition: str,
    *,
    longest: int | None = None,
    **values: Any,  # noqa: ANN401 - SQL values
) -> list[ImportRow]:
    """`longest`: the characters of a cell beyond it are left out."""
    query = f"""
        {DONE_ROWS}
        SELECT page.*, u.id AS present_account, {invitation_state("u")} AS invitation, edit.number AS edit,
               (SELECT a.full_name FROM users a, done WHERE a.company_id = done.company_id AND a.id = page.account_id)
                   AS account_name,
               editor.id AS editor_id, editor.full_name AS editor_name,
               page.row - (SELECT count(*) FROM import_rows d WHERE d.import_id = :import_id
                                                                AND d.status = 'deleted' AND d.row < page.row)
                   AS position
        FROM (
            SELECT r.*, {STATUS} AS present_status, {ERRORS} AS present_errors, {CHANGER}
            FROM import_rows r CROSS JOIN done
            WHERE r.import_id = :import_id AND {condition}
            ORDER BY r.row OFFSET :offset LIMIT :limit
        ) page
        LEFT JOIN users u
               ON u.id = CASE WHEN page.status IN ('updated', 'unchanged') THEN page.account_id ELSE page.user_id END
        LEFT JOIN LATERAL (
            SELECT c.number, c.changed_by FROM import_edits e
            JOIN import_changes c ON c.import_id = e.import_id AND c.number = e.change
            WHERE e.import_id = :import_id AND e.row = page.row ORDER BY e.change DESC LIMIT 1
        ) edit ON true
        LEFT JOIN users editor ON editor.id = edit.changed_by
        ORDER BY page.row
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, import_id=found.id, **values)
    return [_row(row, found.own, longest=longest) for row in rows]


def _row(row: Row, own: Sequence[OwnField], *, longest: int | None) -> ImportRow:
    status, before, errors = RowStatus(row.present_status), row.before or {}, row.present_errors or []
    # What an undo has kept, was created or updated.
    is_created = status is RowStatus.CREATED or (status is RowStatus.KEPT and row.status != RowStatus.UPDATED)
    return ImportRow.model_validate(
        {
            **row,
            "status": status,
            "before": {
                **{name: _text(before[name]) for name in (*BUILT_IN.changed_by_files, *BESIDE) if name in before},
                **{each.name: each.in_trail(before[each.slot]) or "" for each in own if each.slot in before},
            },
            "update_errors": row.update_errors or [],
            "values": {
                **{field.name: row[field.column][:longest] for field in BUILT_IN.in_files},
                **{name: text[:longest] for name, text in own_cells(row, own).items()},
            },
            "batch": (row.batch or "")[:longest],
            "stage": (row.stage or "")[:longest],
            "errors": errors,
            "warnings": row.warnings or [],
            "message": DONE.get(status) or explain(row) or None,
            # Only where the account was created, updated or found unchanged.
            "user_id": row.present_account if status in {*DONE, RowStatus.UNDONE, RowStatus.KEPT} else None,
            "invitation": row.invitation if is_created else None,
            "version": (row.edit or 0) + 1,
            "edited_by": person_of(row.editor_id, row.editor_name),
        }
    )


def own_cells(row: Row, own: Iterable[OwnField]) -> dict[str, str]:
    """The cells of the company's own fields, by name."""
    values = row.fields or {}
    return {field.name: field.shown(values.get(str(field.number))) for field in own}


def _text(value: Value) -> str:
    """A value as a cell has it."""
    return str(value).lower() if isinstance(value, bool) else str(value or "")


async def last_row(connection: Connection, *, import_id: UUID) -> int:
    """The greatest number of a row, 0 without any."""
    return await connection.fetch_number(
        "SELECT COALESCE(max(row), 0) FROM import_rows WHERE import_id = :import_id", import_id=import_id
    )


async def rows_between(
    connection: Connection, *, import_id: UUID, status: RowFilter | None, first: int, last: int
) -> Sequence[Row]:
    """The rows of these numbers: asked for the next so many instead, Postgres may sort all that are left."""
    query = f"""
        {DONE_ROWS}
        SELECT r.*, {STATUS} AS present_status, {ERRORS} AS present_errors, {CHANGER},
               CASE WHEN {IS_CREATED} THEN (SELECT {invitation_state("u")} FROM users u WHERE u.id = r.user_id) END
                   AS invitation
        FROM import_rows r CROSS JOIN done
        WHERE r.import_id = :import_id AND r.row BETWEEN :first AND :last AND {_is_of(status)} ORDER BY r.row
    """  # noqa: S608 - constants
    return await connection.fetch_all(query, import_id=import_id, first=first, last=last)


async def recent_rows(connection: Connection, *, import_id: UUID) -> list[RecentRow]:
    """The last ten rows of the most recently finished chunks, newest first."""
    query = f"""
        {DONE_ROWS}
        SELECT r.row, COALESCE(NULLIF(r.email, ''), r.phone) AS email, r.message, r.status, r.kept,
               {STATUS} AS present_status, {ERRORS} AS present_errors, {CHANGER}
        FROM (SELECT * FROM work_chunks WHERE work_id = :import_id AND done_at IS NOT NULL
              ORDER BY done_at DESC, number DESC LIMIT :limit) c
        CROSS JOIN done CROSS JOIN LATERAL (
            SELECT * FROM import_rows
            WHERE import_id = c.work_id AND row BETWEEN c.first_row AND c.last_row
              AND status IN ('valid', 'warning', 'updated', 'unchanged', 'failed')
            ORDER BY row DESC LIMIT :limit
        ) r
        ORDER BY c.done_at DESC, c.number DESC, r.row DESC LIMIT :limit
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, import_id=import_id, limit=RECENT_ROWS)
    return [
        RecentRow.model_validate({**row, "status": status, "message": DONE.get(status) or explain(row)})
        for row in rows
        for status in [row.present_status]
    ]


def explain(row: Row) -> str:
    """Say why a row was refused, has failed or is invalid, or what an undo has done with it; empty for any other."""
    is_update = row.status == RowStatus.UPDATED
    if row.present_status == RowStatus.UNDONE:
        return TAKEN_BACK if is_update else DELETED
    if row.present_status == RowStatus.KEPT:
        return describe_kept(row.kept, is_update=is_update) + (row.changer or "")
    if row.message:
        return f"{row.message}{row.changer or ''}"
    return "; ".join(problem["message"] for problem in row.present_errors or [])


MOST_PROBLEMS: Final = 50
MOST_VALUES: Final = 200
# Different values of a field, of the company and the file together.
MOST_COMPARED: Final = 10_000
# By status, which rows have a value to be listed; :problem is one in its field.
_WITH_VALUE: Final = {
    None: "status <> 'deleted'",
    "valid": "status IN ('valid', 'warning')",
    "warning": "status = 'warning' AND warnings @> CAST(:problem AS jsonb)",
    "invalid": "status = 'invalid' AND {errors} @> CAST(:problem AS jsonb)",
}


async def list_counted(connection: Connection, *, import_id: UUID, mode: ImportMode) -> list[ProblemOfRows]:
    """The errors in a mode, those of most rows first.

    Of a preview whose errors are counted; else see :func:`count_problems`.
    """
    new = "new_rows * CAST(field IN ('email', 'code', 'row') AS int)" if mode is ImportMode.UPDATE else "new_rows"
    counted = f"{new} + {'known_rows' if mode is ImportMode.CREATE else 'refused_rows'}"
    query = f"""
        SELECT field, message, {counted} AS rows FROM import_problems
        WHERE import_id = :import_id AND {counted} > 0 ORDER BY rows DESC, field, message LIMIT :limit
    """  # noqa: S608 - constants
    return await connection.fetch_records(ProblemOfRows, query, import_id=import_id, limit=MOST_PROBLEMS)


async def count_problems(connection: Connection, *, import_id: UUID, mode: ImportMode) -> list[ProblemOfRows]:
    """Count the errors in the rows themselves, which takes seconds for a large file of different errors."""
    query = f"""
        WITH alike AS MATERIALIZED (
            SELECT {_ERRORS_IN[mode]} AS errors, count(*) AS rows FROM import_rows r
            WHERE r.import_id = :import_id AND r.status = 'invalid' GROUP BY 1
        ), named AS (
            SELECT DISTINCT alike.errors, alike.rows, e->>'field' AS field, {WITHOUT_ROW} AS message
            FROM alike CROSS JOIN LATERAL jsonb_array_elements(alike.errors) e
        )
        SELECT field, message, CAST(sum(rows) AS int) AS rows FROM named
        GROUP BY field, message ORDER BY rows DESC, field COLLATE "C", message COLLATE "C" LIMIT :limit
    """  # noqa: S608 - constants
    return await connection.fetch_records(ProblemOfRows, query, import_id=import_id, limit=MOST_PROBLEMS)


def _cell(field: Field) -> str:
    """SQL: a cell as it is compared; of an own field it is JSON."""
    if isinstance(field, OwnField):
        return f"""coalesce(CAST(r.fields -> '{field.number}' AS text), '""')"""
    return f"r.{field.column}"


async def list_cell_values(connection: Connection, found: Import, *, query: ValuesQuery) -> list[ValueOfRows]:
    """The values of a field as its cells have them, those of most rows first."""
    field = found.known.named[query.field]
    cell = _cell(field)
    statement = f"""
        SELECT {cell} AS value, count(*) AS rows, NULL AS mapped FROM import_rows r
        WHERE import_id = :import_id AND {_WITH_VALUE[query.status].format(errors=_ERRORS_IN[query.mode])}
          AND length({cell}) <= :longest
        GROUP BY value ORDER BY rows DESC, value LIMIT :limit
    """  # noqa: S608 - constants and constants
    values = await connection.fetch_records(
        ValueOfRows,
        statement,
        import_id=found.id,
        longest=LONGEST_FIELD,
        limit=MOST_VALUES,
        problem=[{"field": query.field}],
    )
    if isinstance(field, OwnField):
        return [each.model_copy(update={"value": field.shown(json.loads(each.value))}) for each in values]
    return values


async def list_spellings(
    connection: Connection, field: Field, *, import_id: UUID, company_id: UUID | None
) -> list[SpellingOfRows]:
    """The values of a preview that most people of the company, or else most of its rows, write in another way.

    Of ways that are as usual, one in capitals or small letters alone is none. Without a `company_id` no people count.
    """
    column = field.column
    query = f"""
        WITH written AS (
            SELECT {column} COLLATE "C" AS value, count(*) AS rows, 0 AS people FROM import_rows
             WHERE import_id = :import_id AND status <> 'deleted' AND length({column}) <= {LONGEST_FIELD} GROUP BY 1
            UNION ALL
            SELECT {column} COLLATE "C", 0, count(*) FROM users
             WHERE company_id = CAST(:company_id AS uuid) AND {column} IS NOT NULL GROUP BY 1
        ), counted AS (
            SELECT value, sum(rows) AS rows, sum(people) AS people FROM written GROUP BY 1 ORDER BY 3 DESC, 2 DESC
             LIMIT {MOST_COMPARED}
        ), ranked AS (
            SELECT value, folded, rows, first_value(value) OVER alike AS usual, first_value(people) OVER alike AS people
              FROM (SELECT *, {folded_place("value")} AS folded FROM counted) AS folded
            WINDOW alike AS (PARTITION BY folded ORDER BY people DESC, rows DESC,
                                                          value IN (upper(value), lower(value)), value)
        )
        SELECT '{field.name}' AS field, value, usual, CAST(rows AS int) AS rows, CAST(people AS int) AS people
          FROM ranked WHERE rows > 0 AND folded <> '' AND value <> usual ORDER BY rows DESC, value LIMIT {MOST_VALUES}
    """  # noqa: S608 - constants
    return await connection.fetch_records(SpellingOfRows, query, import_id=import_id, company_id=company_id)


async def rows_with_values(
    connection: Connection, found: Import, *, values: Collection[tuple[str, str]]
) -> dict[tuple[str, str], list[int]]:
    """The numbers of the rows by field and value, for different ones of these; found in one scan."""
    # Columns of different collations stand in one here.
    fields = {name: found.known.named[name] for name, _ in sorted(values)}
    shown = ", ".join(f"""('{name}', {_cell(field)} COLLATE "C")""" for name, field in fields.items())
    compared = {(name, _compared(fields[name], value)): (name, value) for name, value in values}
    query = f"""
        SELECT shown.field, shown.value, array_agg(r.row ORDER BY r.row) AS rows
        FROM import_rows r
        CROSS JOIN LATERAL (VALUES {shown}) AS shown (field, value)
        JOIN unnest(CAST(:fields AS text[]), CAST(:values AS text[])) AS wanted (field, value) USING (field, value)
        WHERE r.import_id = :import_id AND r.status <> 'deleted'
        GROUP BY shown.field, shown.value
    """  # noqa: S608 - constants
    names, texts = zip(*compared, strict=True)
    rows = await connection.fetch_all(query, import_id=found.id, fields=names, values=texts)
    return {compared[row.field, row.value]: row.rows for row in rows}


def _compared(field: Field, text: str) -> str:
    """Return a value as `_cell` has it."""
    if not isinstance(field, OwnField):
        return text
    value, problem = field.read_given(text)
    return json.dumps(text if problem or value is None else value, ensure_ascii=False)
