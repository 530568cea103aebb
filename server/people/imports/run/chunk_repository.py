"""The rows of a chunk of an import: created, updated or refused. Each statement serves all of them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import asyncpg

from server.people.account.account_rules import Account, Change, Editor, profile_of
from server.people.account.repository import account_columns, account_of
from server.people.imports.files.layout import Cells, FieldMap
from server.people.imports.states import ImportMode, ImportState, RowChange, RowStatus
from server.people.work.chunk_repository import Chunk, Step
from server.platform.database.connections import Connection
from server.vocabulary.fields import FILE_FIELDS, Field, Kind, Value
from server.vocabulary.profiles import Profile

Counted: TypeAlias = Counter[RowStatus]

# The state in which an import's chunks wait for the step.
_STATES: Final = {Step.RUN: ImportState.PROCESSING, Step.UNDO: ImportState.UNDOING}
_CELLS: Final = ", ".join(f"r.{field.column}" for field in FILE_FIELDS)


def _stored(field: Field) -> str:
    """What an account gets of a valid cell, whose date is one of ISO 8601."""
    cell = f"r.{field.column}" if field.is_required else f"NULLIF(r.{field.column}, '')"
    return {Kind.BIRTH: f"CAST({cell} AS date)", Kind.EMAIL: "NULLIF(r.email, '')"}.get(field.kind, cell)


# Its invitations are not queued here: the sender does that once the import has ended, which no one waits for.
_CREATE: Final = f"""
INSERT INTO users (id, company_id, {", ".join(field.column for field in FILE_FIELDS)}, invitation)
SELECT r.user_id, :company_id, {", ".join(map(_stored, FILE_FIELDS))},
       CASE WHEN CAST(:invite AS bool) THEN 'queued' ELSE 'none' END
FROM import_rows r
WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.status IN ('valid', 'warning')
  AND r.profile <> ALL (CAST(:profiles AS text[]))
  AND (r.email <> '' OR NOT EXISTS (SELECT FROM users u
                                     WHERE u.company_id = :company_id AND u.email IS NULL AND u.phone = r.phone))
ORDER BY r.email
"""  # noqa: S608 - constants
_COUNT_CREATED: Final = "WITH created AS ({} RETURNING 1) SELECT count(*) FROM created"
_CREATE_ALL: Final = _COUNT_CREATED.format(_CREATE)
_CREATE_OTHERS: Final = _COUNT_CREATED.format(f"{_CREATE} ON CONFLICT (email) DO NOTHING")


@dataclass(frozen=True, kw_only=True)
class ImportOrder:
    """An order says what the chunks of an import are to do, and by whose present rights.

    `editor` has started the import, or undoes it. `names_batches`: its people are put into batches. `absent`: the
    fields without a column, where the import updates. `after_failures`: a row of the import has failed.
    """

    import_id: UUID
    company_id: UUID
    editor: Editor
    invite: bool
    mode: ImportMode
    absent: frozenset[str]
    names_batches: bool
    after_failures: bool

    def rows(self, chunk: Chunk) -> dict[str, Any]:
        """The parameters by which a statement finds the rows of a chunk."""
        return {
            "company_id": self.company_id,
            "import_id": self.import_id,
            "first_row": chunk.first_row,
            "last_row": chunk.last_row,
        }


class AddedBatches(NamedTuple):
    """The cell that puts a person into further batches, and the names of those that they are in."""

    cell: str
    present: str | None


class RowOfAccount(NamedTuple):
    """A row of a chunk. `account` is None where the one that the preview found is there no more."""

    row: int
    values: Cells
    account: Account | None
    added: AddedBatches | None = None


class RowResult(NamedTuple):
    """The result of a row, as it is stored."""

    row: int
    status: RowStatus
    message: str | None = None
    account_id: UUID | None = None
    change: RowChange | None = None
    before: Mapping[str, Value] | None = None


async def read_order(connection: Connection, *, import_id: UUID, step: Step, known: int) -> ImportOrder | None:
    """Read the order; None where the import does not wait for this step, or is of a newer format than is `known`."""
    row = await connection.fetch_one(
        """
        SELECT i.company_id, i.invite, i.mode, i.fields, i.failed_count > 0 AS after_failures,
               CASE WHEN i.state = 'undoing' THEN i.undone_by ELSE i.started_by END AS editor_id,
               CASE WHEN e.is_active THEN e.profile END AS editor_profile
          FROM imports i LEFT JOIN users e ON e.company_id = i.company_id
               AND e.id = CASE WHEN i.state = 'undoing' THEN i.undone_by ELSE i.started_by END
         WHERE i.id = :import_id AND i.state = :state AND i.format <= :known
        """,
        import_id=import_id,
        state=_STATES[step].value,
        known=known,
    )
    if row is None:
        return None
    fields, mode = None if row.fields is None else FieldMap.of(row.fields), ImportMode(row.mode)
    return ImportOrder(
        import_id=import_id,
        company_id=row.company_id,
        editor=Editor(company_id=row.company_id, user_id=row.editor_id, profile=profile_of(row.editor_profile)),
        invite=row.invite,
        mode=mode,
        absent=frozenset() if fields is None or mode is ImportMode.CREATE else frozenset(fields.missing),
        names_batches=fields is not None and fields.names_batches,
        after_failures=row.after_failures,
    )


async def create_chunk(
    connection: Connection, order: ImportOrder, chunk: Chunk, *, refusals: Mapping[Profile, str]
) -> tuple[Counted, int]:
    """Write accounts and failures of one chunk; also the number of failed people who are registered elsewhere."""
    values = {
        **order.rows(chunk),
        "invite": order.invite,
        "profiles": [profile.value for profile in refusals],
        "messages": list(refusals.values()),
    }
    created = await _insert(connection, values, any_taken=order.after_failures)
    valid: int = await connection.fetch_value(
        """
        SELECT count(*) FROM import_rows
        WHERE import_id = :import_id AND row BETWEEN :first_row AND :last_row AND status IN ('valid', 'warning')
        """,
        **values,
    )
    elsewhere = await _mark_failed(connection, values) if valid > created else 0
    return Counter({RowStatus.CREATED: created, RowStatus.FAILED: valid - created}), elsewhere


async def _insert(connection: Connection, values: Mapping[str, Any], *, any_taken: bool) -> int:
    """The number of accounts created.

    Looking for taken emails row by row takes a tenth of the time of creating, so that the first attempt expects none.
    Once an import has met one (`any_taken`), more are likely, and no chunk is written twice.
    """
    created: int
    if not any_taken:
        with suppress(asyncpg.UniqueViolationError):
            async with connection.transaction():
                created = await connection.fetch_value(_CREATE_ALL, **values)
                return created
    created = await connection.fetch_value(_CREATE_OTHERS, **values)
    return created


async def _mark_failed(connection: Connection, values: Mapping[str, Any]) -> int:
    """The number of people of other companies.

    A second statement, because it must see what others committed while the first ran: their accounts are why a row
    failed. A row whose own account exists was created.
    """
    elsewhere: int = await connection.fetch_value(
        """
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
                    'Failed to create user')
            WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row
              AND r.status IN ('valid', 'warning') AND NOT EXISTS (SELECT FROM users u WHERE u.id = r.user_id)
            RETURNING r.email, r.message
        )
        SELECT count(*) FROM failed JOIN users u ON u.email = failed.email
        WHERE u.company_id <> :company_id AND failed.message = 'Email already registered'
        """,
        **values,
    )
    return elsewhere


async def refuse_domains(
    connection: Connection, order: ImportOrder, chunk: Chunk, *, domains: Collection[str], reason: str
) -> int:
    """Mark the people of a chunk as failed whose emails are of other domains; their number."""
    refused: int = await connection.fetch_value(
        """
        WITH refused AS (
            UPDATE import_rows SET status = 'failed', message = :reason
            WHERE import_id = :import_id AND row BETWEEN :first_row AND :last_row AND status IN ('valid', 'warning')
              AND email <> '' AND substring(email FROM '[^@]*$') <> ALL (CAST(:domains AS text[]))
            RETURNING row
        )
        SELECT count(*) FROM refused
        """,
        **order.rows(chunk),
        domains=list(domains),
        reason=reason,
    )
    return refused


async def refuse_chunk(connection: Connection, order: ImportOrder, chunk: Chunk, *, reason: str) -> Counted:
    """Mark every row of a chunk as failed without trying it."""
    failed = await connection.fetch_value(
        """
        WITH failed AS (
            UPDATE import_rows SET status = 'failed', message = :reason
            WHERE import_id = :import_id AND row BETWEEN :first_row AND :last_row AND status IN ('valid', 'warning')
            RETURNING row
        )
        SELECT count(*) FROM failed
        """,
        **order.rows(chunk),
        reason=reason,
    )
    return Counter({RowStatus.FAILED: failed})


async def rows_of_accounts(connection: Connection, order: ImportOrder, chunk: Chunk) -> list[RowOfAccount]:
    """The rows of people who have an account now, or had one in the preview."""
    rows = await connection.fetch_all(
        f"""
        SELECT r.row, {_CELLS}, {account_columns("u")}
        FROM import_rows r LEFT JOIN users u ON u.company_id = :company_id AND u.email = r.email
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row
          AND (r.status = 'invalid' AND r.change IS NOT NULL OR r.status IN ('valid', 'warning') AND u.id IS NOT NULL)
        """,  # noqa: S608 - constants
        **order.rows(chunk),
    )
    cells = 1 + len(FILE_FIELDS)
    return [
        RowOfAccount(row[0], Cells(row[1:cells]), None if row[cells] is None else account_of(row[cells:]))
        for row in (tuple(each.values()) for each in rows)
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


async def store_results(connection: Connection, results: Sequence[RowResult], *, import_id: UUID) -> None:
    await connection.execute(
        """
        UPDATE import_rows r
        SET status = c.status, message = c.message, account_id = COALESCE(c.account_id, r.account_id),
            change = c.change, before = c.before
        FROM unnest(CAST(:row AS int[]), CAST(:status AS text[]), CAST(:message AS text[]),
                    CAST(:account_id AS uuid[]), CAST(:change AS text[]), CAST(:before AS jsonb[]))
             AS c(row, status, message, account_id, change, before)
        WHERE r.import_id = :import_id AND r.row = c.row
        """,
        import_id=import_id,
        **dict(zip(RowResult._fields, zip(*results, strict=True), strict=True)),
    )
