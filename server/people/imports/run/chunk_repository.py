"""The rows of a chunk of an import: created, updated or refused. Each statement serves all of them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import asyncpg

from server.company.companies.suspension import is_suspended
from server.people.account.account_rules import Account, Change, Editor, profile_of
from server.people.account.errors import CODE_TAKEN
from server.people.account.people_repository import account_columns, account_of, is_acting, last_changer
from server.people.batches.repository import hold_batches
from server.people.chunks.chunk_repository import Chunk, Step
from server.people.fields.judge_values import ValueTakenError
from server.people.fields.repository import find_own_values
from server.people.imports.files.layout import Cells, FieldMap
from server.people.imports.repository import IS_KNOWN, Import
from server.people.imports.states import CHANGED_SINCE_PREVIEW, ImportMode, ImportState, RowChange, RowStatus
from server.platform.database.connections import Connection
from server.vocabulary.field_kinds import Field, Kind, Value
from server.vocabulary.fields import BATCH, BESIDE, BUILT_IN, STAGE, FieldSet
from server.vocabulary.own_fields import PREFIX
from server.vocabulary.profiles import Profile

Counted: TypeAlias = Counter[RowStatus]

# The state in which an import's chunks wait for the step.
_STATES: Final = {Step.RUN: ImportState.PROCESSING, Step.UNDO: ImportState.UNDOING}


def _stored(field: Field) -> str:
    """What an account gets of a valid cell, whose date is one of ISO 8601."""
    cell = f"r.{field.column}" if field.is_required else f"NULLIF(r.{field.column}, '')"
    stored = {
        Kind.BIRTH: f"CAST({cell} AS date)",
        Kind.EMAIL: "NULLIF(r.email, '')",
        Kind.FLAG: f"r.{field.column} <> 'false'",
    }
    return stored.get(field.kind, cell)


# The account that a row names: by its email, or where it has none by its code.
_ACCOUNT: Final = """(
    SELECT * FROM users e WHERE e.company_id = :company_id AND e.email = r.email
    UNION ALL
    SELECT * FROM users c WHERE c.company_id = :company_id AND c.code = r.code AND r.email = '')"""
_TO_CREATE: Final = "r.status IN ('valid', 'warning')"
OF_OTHER_DOMAINS: Final = f"""
    {_TO_CREATE} AND r.email <> '' AND substring(r.email FROM '[^@]*$') <> ALL (CAST(:domains AS text[]))
"""
# The cells of which name a batch that is not open, or no stage, of those that are to be processed.
OF_CLOSED: Final = {
    column: f"""
        r.{column} IS NOT NULL AND r.{column} <> ALL (CAST(:open_cells AS text[]))
        AND ({_TO_CREATE} AND :creates OR r.status = 'invalid' AND r.change IS NOT NULL AND :updates
             OR {_TO_CREATE} AND :updates
                AND EXISTS (SELECT FROM {_ACCOUNT} u))
    """
    for column in BESIDE
}
# The rows that give a value of an own field, by its number.
OF_FIELD: Final = f"{_TO_CREATE} AND r.fields ? CAST(:own AS text)"
# The rows with a value that a person has, or an earlier row of the chunk gives, and only one may have.
_OF_TAKEN_VALUES: Final = f"""
    {_TO_CREATE} AND r.row IN (
        SELECT given.row FROM (
            SELECT g.row, made.field, made.text_key, row_number() OVER (PARTITION BY made.field, made.text_key
                                                                            ORDER BY g.row) AS place
              FROM import_rows g CROSS JOIN LATERAL waymark_field_keys(:company_id, g.fields) AS made
             WHERE g.import_id = :import_id AND g.row BETWEEN :first_row AND :last_row AND made.is_unique
               AND g.status IN ('valid', 'warning')) AS given
         WHERE given.place > 1 OR EXISTS (
            SELECT FROM field_keys k WHERE k.company_id = :company_id AND k.field = given.field
               AND k.text_key = given.text_key AND k.is_unique))
"""  # noqa: S608 - constants


def _creating(fields: FieldSet, *, unless_taken: bool) -> str:
    """SQL that creates accounts and counts them. The sender queues their invitations once the import has ended."""
    return f"""
        WITH created AS (
            INSERT INTO users (id, company_id, {", ".join(field.column for field in fields.in_files)}, invitation)
            SELECT r.user_id, :company_id, {", ".join(map(_stored, fields.in_files))},
                   CASE WHEN CAST(:invite AS bool) AND r.is_active <> 'false' THEN 'queued' ELSE 'none' END
            FROM import_rows r
            WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row
              AND r.status IN ('valid', 'warning') AND r.profile <> ALL (CAST(:profiles AS text[]))
              AND (r.email <> '' OR (CAST(:code_is_enough AS bool) AND r.code <> '') OR NOT EXISTS (
                    SELECT FROM users u WHERE u.company_id = :company_id AND u.email IS NULL AND u.phone = r.phone))
            ORDER BY r.email {"ON CONFLICT DO NOTHING" if unless_taken else ""}
            RETURNING 1
        )
        SELECT count(*) FROM created
    """  # noqa: S608 - constants


@dataclass(frozen=True, kw_only=True)
class ImportOrder:
    """What the chunks of an import are to do, and by whose present rights: who has started it, or undoes it."""

    import_id: UUID
    company_id: UUID
    mode: ImportMode
    invite: bool
    fields: FieldMap
    total_rows: int
    failed_count: int
    editor_id: UUID | None
    editor_profile: Profile | None

    @property
    def editor(self) -> Editor:
        return Editor(
            company_id=self.company_id, user_id=self.editor_id, profile=self.editor_profile, work_id=self.import_id
        )

    def rows(self, chunk: Chunk) -> dict[str, Any]:
        """The parameters by which a statement finds the rows of a chunk."""
        return {"company_id": self.company_id, "import_id": self.import_id, **asdict(chunk)}


class RowOfAccount(NamedTuple):
    """A row of a chunk. `account` is None where the one that the preview found is there no more.

    `seen` is what the preview has shown that this account has of the fields that change; `beside` has the cells that
    put the person into further batches or another stage, and the names of the present ones, by column.
    """

    row: int
    seen: Mapping[str, Value]
    values: Cells
    own: Mapping[str, Value]
    account: Account | None
    beside: Mapping[str, tuple[str, str | None]]


class RowResult(NamedTuple):
    row: int
    status: RowStatus
    message: str | None = None
    account_id: UUID | None = None
    change: RowChange | None = None
    before: Mapping[str, Value] | None = None


async def read_order(connection: Connection, *, import_id: UUID, step: Step) -> ImportOrder | None:
    """Read the order; None where the import does not wait for this step, or is of a newer format."""
    editor = "i.undone_by" if step is Step.UNDO else "i.started_by"
    query = f"""
        SELECT i.id AS import_id, i.company_id, i.mode, i.invite, i.fields, i.total_rows, i.failed_count,
               {editor} AS editor_id, e.profile AS editor_profile
          FROM imports i LEFT JOIN users e ON e.company_id = i.company_id AND e.id = {editor} AND {is_acting("e")}
         WHERE i.id = :import_id AND i.state = :state AND {IS_KNOWN} AND NOT {is_suspended("i.company_id")}
    """  # noqa: S608 - constants
    return await connection.fetch_record(ImportOrder, query, import_id=import_id, state=_STATES[step])


async def count_to_deactivate(connection: Connection, *, import_id: UUID) -> int:
    """The accounts that an update would deactivate."""
    query = """
        SELECT count(*) FROM import_rows
        WHERE import_id = :import_id AND change = 'changed' AND before -> 'isActive' = 'true' AND is_active = 'false'
    """
    return await connection.fetch_number(query, import_id=import_id)


async def find_profile(connection: Connection, *, company_id: UUID, user_id: UUID | None) -> Profile | None:
    """The present profile of a user; None where the account is inactive or deleted."""
    query = f"SELECT profile FROM users WHERE company_id = :company_id AND id = :user_id AND {is_acting('users')}"  # noqa: S608 - constants
    return profile_of(await connection.fetch_value(query, company_id=company_id, user_id=user_id))


async def create_chunk(
    connection: Connection,
    order: ImportOrder,
    chunk: Chunk,
    *,
    refusals: Mapping[Profile, str],
    code_is_enough: bool,
    has_unique: bool = False,
) -> tuple[Counted, int]:
    """Write accounts and failures of one chunk; also the number of failed people who are registered elsewhere."""
    values = {
        **order.rows(chunk),
        "invite": order.invite,
        "code_is_enough": code_is_enough,
        "profiles": [profile.value for profile in refusals],
        "messages": list(refusals.values()),
    }
    any_taken, refused = order.failed_count > 0, 0
    while True:
        if any_taken and has_unique:
            refused += await refuse_rows(
                connection, order, chunk, reason=ValueTakenError.message, condition=_OF_TAKEN_VALUES
            )
        # Another transaction may take a code, an email or such a value meanwhile: it is seen at the next look.
        with suppress(asyncpg.UniqueViolationError):
            async with connection.transaction():
                created = await _insert(connection, order, values, unless_taken=any_taken)
                break
        any_taken = True
    query = """
        SELECT count(*) FROM import_rows
        WHERE import_id = :import_id AND row BETWEEN :first_row AND :last_row AND status IN ('valid', 'warning')
    """
    valid = await connection.fetch_number(query, **values)
    elsewhere = await _mark_failed(connection, values) if valid > created else 0
    return Counter({RowStatus.CREATED: created, RowStatus.FAILED: valid - created + refused}), elsewhere


async def _insert(connection: Connection, order: ImportOrder, values: Mapping[str, Any], *, unless_taken: bool) -> int:
    """The number of accounts created, with their values of the company's own fields.

    Looking for taken emails row by row takes a tenth of the time of creating, so that the first attempt expects none.
    Once an import has met one (`unless_taken`), more are likely, and no chunk is written twice.
    """
    created = await connection.fetch_number(_creating(BUILT_IN, unless_taken=unless_taken), **values)
    if created and order.fields.own:
        query = """
            INSERT INTO person_fields (company_id, user_id, own_values)
            SELECT u.company_id, u.id, r.fields FROM import_rows r JOIN users u ON u.id = r.user_id
             WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND u.company_id = :company_id
               AND r.status IN ('valid', 'warning') AND r.fields IS NOT NULL
        """
        await connection.execute(query, **values)
    return created


async def _mark_failed(connection: Connection, values: Mapping[str, Any]) -> int:
    """The number of people of other companies.

    A second statement, because it must see what others committed while the first ran: their accounts are why a row
    failed. A row whose own account exists was created.
    """
    query = f"""
        WITH failed AS (
            UPDATE import_rows r
            SET status = 'failed',
                message = COALESCE(
                    (SELECT refused.message
                     FROM unnest(CAST(:profiles AS text[]), CAST(:messages AS text[])) AS refused(profile, message)
                     WHERE refused.profile = r.profile),
                    (SELECT 'Email already registered' FROM users u WHERE u.email = r.email),
                    (SELECT 'Phone already registered' FROM users u
                      WHERE r.email = '' AND u.company_id = :company_id AND u.email IS NULL AND u.phone = r.phone
                      LIMIT 1),
                    (SELECT '{CODE_TAKEN}' FROM users u WHERE u.company_id = :company_id AND u.code = r.code),
                    'Failed to create user')
            WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row
              AND r.status IN ('valid', 'warning') AND NOT EXISTS (SELECT FROM users u WHERE u.id = r.user_id)
            RETURNING r.email, r.message
        )
        SELECT count(*) FROM failed JOIN users u ON u.email = failed.email
        WHERE u.company_id <> :company_id AND failed.message = 'Email already registered'
    """  # noqa: S608 - constants
    return await connection.fetch_number(query, **values)


async def refuse_rows(
    connection: Connection,
    order: ImportOrder,
    chunk: Chunk,
    *,
    reason: str,
    condition: str = _TO_CREATE,
    **values: Any,  # noqa: ANN401 - SQL values
) -> int:
    """Mark rows of a chunk as failed without trying them; their number. `condition` has these `values`."""
    query = f"""
        WITH refused AS (
            UPDATE import_rows r SET status = 'failed', message = :reason
            WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND {condition}
            RETURNING r.row
        )
        SELECT count(*) FROM refused
    """  # noqa: S608 - constants
    return await connection.fetch_number(query, **order.rows(chunk), reason=reason, **values)


async def rows_of_accounts(connection: Connection, order: ImportOrder, chunk: Chunk) -> list[RowOfAccount]:
    """The rows of people who have an account now, or had one in the preview."""
    texts = ", ".join(f"r.{field.column}" for field in BUILT_IN.in_files)
    columns = account_columns("u")
    query = f"""
        SELECT r.row, CASE WHEN r.account_id = u.id THEN r.before END, r.fields, {texts}, {columns}
        FROM import_rows r LEFT JOIN LATERAL {_ACCOUNT} u ON true
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row
          AND (r.status = 'invalid' AND r.change IS NOT NULL OR r.status IN ('valid', 'warning') AND u.id IS NOT NULL)
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, **order.rows(chunk))
    cells, beside = len(BUILT_IN.in_files), defaultdict[int, dict[str, tuple[str, str | None]]](dict)
    for column, moving in _MOVING.items() if rows else ():
        if order.fields.has(column):
            for row in await connection.fetch_all(moving, **order.rows(chunk)):
                beside[row.row][column] = (row.cell, row.present)
    ids = [row.id for row in rows if row.id is not None] if order.fields.own else []
    values = await find_own_values(connection, ids, company_id=order.company_id) if ids else {}
    return [
        RowOfAccount(number, seen or {}, Cells(BUILT_IN.places, tuple(row[:cells])), own or {}, account, beside[number])
        for number, seen, own, *row in (tuple(each.values()) for each in rows)
        for account in [None if row[cells] is None else account_of(row[cells:], own=values.get(row[cells]))]
    ]


async def keep_updates(
    connection: Connection, changes: Mapping[int, Change], *, versions: Mapping[UUID, int], import_id: UUID
) -> None:
    """Keep what rows have changed, in the transaction that changes it; `versions` are the accounts' new ones."""
    await connection.raw.copy_records_to_table(
        "import_updates",
        records=[
            (import_id, row, each.account.id, each.before, each.after, versions[each.account.id])
            for row, each in changes.items()
        ],
        columns=("import_id", "row", "user_id", "before", "after", "version"),
    )


# The audit trail has the names of own fields, and imports their slots.
_NAMES: Final = f"""ARRAY(
    SELECT changed FROM jsonb_object_keys(c.before) AS changed UNION ALL
    SELECT '{PREFIX}' || f.key FROM company_fields f
     WHERE f.company_id = :company_id AND c.before ? ('{PREFIX}' || f.number))"""  # noqa: S608 - constants


async def store_results(connection: Connection, order: ImportOrder, results: Sequence[RowResult]) -> None:
    """Store them, and which account or import has changed the people that are left alone."""
    query = f"""
        UPDATE import_rows r
        SET status = c.status, message = c.message, account_id = COALESCE(c.account_id, r.account_id),
            change = c.change, before = c.before, kept = CASE c.message WHEN '{CHANGED_SINCE_PREVIEW}'
                THEN CAST({last_changer(":company_id", "c.account_id", since="0", among=_NAMES)} AS text) END
        FROM unnest(CAST(:row AS int[]), CAST(:status AS text[]), CAST(:message AS text[]),
                    CAST(:account_id AS uuid[]), CAST(:change AS text[]), CAST(:before AS jsonb[]))
             AS c(row, status, message, account_id, change, before)
        WHERE r.import_id = :import_id AND r.row = c.row
    """  # noqa: S608 - constants
    values = dict(zip(RowResult._fields, zip(*results, strict=True), strict=True))
    await connection.execute(query, company_id=order.company_id, import_id=order.import_id, **values)


async def keep_batches(
    connection: Connection, found: Import, batches: Mapping[str, Sequence[UUID]], *, new: set[UUID]
) -> None:
    """Write down which batches each cell of a started import names."""
    await connection.raw.copy_records_to_table(
        "import_batches",
        records=[
            (found.company_id, found.id, cell, batch_id, batch_id in new)
            for cell, batch_ids in batches.items()
            for batch_id in batch_ids
        ],
        columns=("company_id", "import_id", "cell", "batch_id", "is_new"),
    )


async def open_cells(connection: Connection, order: ImportOrder, chunk: Chunk) -> list[str]:
    """The cells of a chunk whose batches are all open; they stay open until the transaction ends."""
    query = """
        SELECT b.cell, b.batch_id FROM import_batches b
        WHERE b.import_id = :import_id AND b.company_id = :company_id AND b.cell IN (
            SELECT r.batch FROM import_rows r
            WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.batch IS NOT NULL)
    """
    named = await connection.fetch_all(query, **order.rows(chunk))
    batch_ids = list({row.batch_id for row in named})
    await hold_batches(connection, batch_ids)
    query = "SELECT id FROM batches WHERE company_id = :company_id AND id = ANY(:batch_ids) AND archived_at IS NULL"
    still_open = await connection.fetch_column(query, company_id=order.company_id, batch_ids=batch_ids)
    closed = set(batch_ids).difference(still_open)
    return list({row.cell for row in named} - {row.cell for row in named if row.batch_id in closed})


# The rows of a chunk whose person has an account, and is not in all of their batches, or in another stage.
_MOVING: Final = {
    BATCH: f"""
        SELECT r.row, r.batch AS cell,
               (SELECT string_agg(t.name, '; ' ORDER BY t.name)
                FROM batch_members m JOIN batches t ON t.company_id = m.company_id AND t.id = m.batch_id
                WHERE m.company_id = :company_id AND m.user_id = u.id) AS present
        FROM import_rows r JOIN LATERAL {_ACCOUNT} u ON true
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.batch IS NOT NULL AND EXISTS (
            SELECT FROM import_batches b
            WHERE b.import_id = :import_id AND b.company_id = :company_id AND b.cell = r.batch AND NOT EXISTS (
                SELECT FROM batch_members m
                WHERE m.company_id = :company_id AND m.batch_id = b.batch_id AND m.user_id = u.id))
    """,  # noqa: S608 - constants
    STAGE: f"""
        SELECT r.row, r.stage AS cell, s.name AS present
        FROM import_rows r JOIN LATERAL {_ACCOUNT} u ON true
        LEFT JOIN stage_entries e ON e.company_id = :company_id AND e.user_id = u.id AND e.left_at IS NULL
        LEFT JOIN stages s ON s.company_id = :company_id AND s.id = e.stage_id
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.stage IS DISTINCT FROM s.name
          AND r.stage IS NOT NULL
    """,  # noqa: S608 - constants
}


class Arrived(NamedTuple):
    stage_id: UUID
    created: list[UUID]
    updated: list[UUID]


async def list_arrived(connection: Connection, order: ImportOrder, chunk: Chunk) -> list[Arrived]:
    """The people whose rows have succeeded, by the stages that these name, whose accounts are locked."""
    query = """
        WITH people AS MATERIALIZED (
            SELECT u.id, r.stage, r.status = 'updated' AS was_there
            FROM import_rows r JOIN users u ON u.company_id = :company_id
                 AND u.id = CASE WHEN r.status = 'updated' THEN r.account_id ELSE r.user_id END
            WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.stage IS NOT NULL
              AND r.status IN ('valid', 'warning', 'updated'))
        SELECT s.id AS stage_id,
               coalesce(array_agg(people.id) FILTER (WHERE NOT was_there), '{}') AS created,
               coalesce(array_agg(people.id) FILTER (WHERE was_there), '{}') AS updated
          FROM people JOIN stages s ON s.company_id = :company_id AND s.name = people.stage AND s.archived_at IS NULL
         GROUP BY s.id
    """
    return [Arrived(*row.values()) for row in await connection.fetch_all(query, **order.rows(chunk))]


async def add_people(connection: Connection, order: ImportOrder, chunk: Chunk) -> list[UUID]:
    """Put the people whose rows have succeeded into their batches; the batches that have new people."""
    query = """
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
    """
    return await connection.fetch_column(query, **order.rows(chunk))
