"""Chunks of an import: one transaction creates the accounts of one."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import asyncpg

from server.people.imports.files.layout import FieldMap
from server.people.imports.formats import FORMAT, WITH_BATCHES
from server.people.imports.repository import TO_PROCESS
from server.people.imports.states import ImportMode, ImportState
from server.platform.database.connections import RawConnection
from server.platform.database.query_plans import keep_plans
from server.vocabulary.fields import FILE_FIELDS, Field, Kind
from server.vocabulary.profiles import Profile


def _stored(field: Field) -> str:
    """What an account gets of a cell, which is a valid one: a date is written as ISO 8601."""
    cell = (
        f"r.{field.column}" if field.is_required and field.kind is not Kind.EMAIL else f"NULLIF(r.{field.column}, '')"
    )
    return f"CAST({cell} AS date)" if field.kind is Kind.BIRTH else cell


# Its invitations are not queued here: the sender does that once the import has ended, which no one waits for.
_CREATE: Final = f"""
INSERT INTO users (id, company_id, {", ".join(field.column for field in FILE_FIELDS)}, invitation)
SELECT r.user_id, $2, {", ".join(map(_stored, FILE_FIELDS))}, CASE WHEN $6::bool THEN 'queued' ELSE 'none' END
FROM import_rows r
WHERE r.import_id = $1 AND r.row BETWEEN $3 AND $4 AND r.status IN ('valid', 'warning')
  AND r.profile <> ALL ($5::text[])
  AND (r.email <> '' OR NOT EXISTS (SELECT FROM users u
                                     WHERE u.company_id = $2 AND u.email IS NULL AND u.phone = r.phone))
ORDER BY r.email
"""  # noqa: S608 - constants
_CREATE_OTHERS: Final = f"{_CREATE} ON CONFLICT (email) DO NOTHING"

# A second statement, because it must see what others committed while the first ran: their accounts are
# why a row failed. A row whose own account exists was created. It counts accounts of other companies.
_MARK_FAILED: Final = """
WITH failed AS (
UPDATE import_rows r
SET status = 'failed',
    message = COALESCE(
        (SELECT refused.message FROM unnest($4::text[], $5::text[]) AS refused(profile, message)
         WHERE refused.profile = r.profile),
        (SELECT 'Email already registered' FROM users u WHERE u.email = r.email),
        (SELECT 'Phone already registered' FROM users u
          WHERE r.email = '' AND u.company_id = $6 AND u.email IS NULL AND u.phone = r.phone LIMIT 1),
        'Failed to create user')
WHERE r.import_id = $1 AND r.row BETWEEN $2 AND $3 AND r.status IN ('valid', 'warning')
  AND NOT EXISTS (SELECT FROM users u WHERE u.id = r.user_id)
RETURNING r.email, r.message
)
SELECT count(*) FROM failed JOIN users u ON u.email = failed.email
WHERE u.company_id <> $6 AND failed.message = 'Email already registered'
"""


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """A claimed chunk, and the user whose rights decide what it may create and change.

    `names_batches`: its people are put into batches. `absent`: the fields without a column, where the import updates.
    `after_failures`: a row of the import has failed.
    """

    number: int
    first_row: int
    last_row: int
    company_id: UUID
    starter: UUID | None
    starter_profile: Profile | None
    invite: bool
    mode: ImportMode
    absent: frozenset[str]
    names_batches: bool = False
    after_failures: bool = False


@dataclass(frozen=True, kw_only=True)
class ChunkOutcome:
    """What became of the rows; `elsewhere` are those registered with another company, which failed."""

    created: int = 0
    failed: int = 0
    changed: int = 0
    unchanged: int = 0
    elsewhere: int = 0

    @property
    def processed(self) -> int:
        return self.created + self.failed + self.changed + self.unchanged


@dataclass(frozen=True, kw_only=True)
class Standing:
    state: ImportState
    unfinished_chunks: bool


async def make_chunks(connection: RawConnection, *, import_id: UUID, rows: int, first_rows: int) -> None:
    """Divide the rows by their numbers: two chunks of `first_rows`, then all of `rows`."""
    await connection.execute(
        """
        WITH last AS (SELECT max(row) AS row FROM import_rows WHERE import_id = $1),
             starts AS (SELECT first, $3 AS rows FROM unnest(ARRAY[1, 1 + $3]) AS first, last WHERE first <= last.row
                        UNION ALL
                        SELECT first, $2 FROM last, generate_series(1 + 2 * $3, last.row, $2) AS first)
        INSERT INTO import_chunks (import_id, number, first_row, last_row)
        SELECT $1, row_number() OVER (ORDER BY first), first, first + rows - 1 FROM starts
        """,
        import_id,
        rows,
        first_rows,
    )


async def claim_chunk(connection: RawConnection, *, import_id: UUID, known: int = FORMAT) -> Chunk | None:
    """Lock the next unclaimed chunk, within the transaction that will create it.

    None: no chunk is left to claim, or the import is not `processing`, or of a newer format than is `known`.
    """
    await keep_plans(connection)
    row = await connection.fetchrow(
        """
        SELECT c.number, c.first_row, c.last_row, i.company_id, i.started_by, i.invite, i.mode,
               CASE WHEN i.mode <> 'create' THEN i.fields END AS fields, i.format >= $3 AS names_batches,
               i.failed_count > 0 AS after_failures,
               CASE WHEN starter.is_active THEN starter.profile END AS starter_profile
        FROM import_chunks c
        JOIN imports i ON i.id = c.import_id
        LEFT JOIN users starter ON starter.id = i.started_by
        WHERE c.import_id = $1 AND c.done_at IS NULL AND i.state = 'processing' AND i.format <= $2
        ORDER BY c.number LIMIT 1
        FOR UPDATE OF c SKIP LOCKED
        """,
        import_id,
        known,
        WITH_BATCHES,
    )
    if row is None:
        return None
    profile = row["starter_profile"]
    return Chunk(
        number=row["number"],
        first_row=row["first_row"],
        last_row=row["last_row"],
        company_id=row["company_id"],
        starter=row["started_by"],
        starter_profile=None if profile is None else Profile(profile),
        invite=row["invite"],
        mode=ImportMode(row["mode"]),
        names_batches=row["names_batches"],
        absent=frozenset() if row["fields"] is None else frozenset(FieldMap.of(row["fields"]).missing),
        after_failures=row["after_failures"],
    )


async def create_chunk(
    connection: RawConnection, chunk: Chunk, *, import_id: UUID, refusals: Mapping[Profile, str]
) -> ChunkOutcome:
    """Write accounts and failures of one chunk."""
    profiles, messages = [profile.value for profile in refusals], list(refusals.values())
    values = (chunk.company_id, chunk.first_row, chunk.last_row, profiles, chunk.invite)
    created = await _insert(connection, import_id, *values, any_taken=chunk.after_failures)
    valid: int = await connection.fetchval(
        """
        SELECT count(*) FROM import_rows
        WHERE import_id = $1 AND row BETWEEN $2 AND $3 AND status IN ('valid', 'warning')
        """,
        import_id,
        chunk.first_row,
        chunk.last_row,
    )
    elsewhere = 0
    if valid > created:
        elsewhere = await connection.fetchval(
            _MARK_FAILED, import_id, chunk.first_row, chunk.last_row, profiles, messages, chunk.company_id
        )
    return ChunkOutcome(created=created, failed=valid - created, elsewhere=elsewhere)


async def refuse_domains(
    connection: RawConnection, chunk: Chunk, *, import_id: UUID, domains: Collection[str], reason: str
) -> int:
    """Mark the people of a chunk as failed whose emails are of other domains; their number."""
    refused: int = await connection.fetchval(
        """
        WITH refused AS (
            UPDATE import_rows SET status = 'failed', message = $5
            WHERE import_id = $1 AND row BETWEEN $2 AND $3 AND status IN ('valid', 'warning')
              AND email <> '' AND substring(email FROM '[^@]*$') <> ALL ($4::text[])
            RETURNING row
        )
        SELECT count(*) FROM refused
        """,
        import_id,
        chunk.first_row,
        chunk.last_row,
        list(domains),
        reason,
    )
    return refused


async def _insert(connection: RawConnection, *values: object, any_taken: bool) -> int:
    """The number of accounts created.

    Looking for taken emails row by row takes a tenth of the time of creating, so that the first attempt expects none.
    Once an import has met one (`any_taken`), more are likely, and no chunk is written twice.
    """
    if not any_taken:
        with suppress(asyncpg.UniqueViolationError):
            async with connection.transaction():
                return _number(await connection.execute(_CREATE, *values))
    return _number(await connection.execute(_CREATE_OTHERS, *values))


def _number(inserted: str) -> int:
    """Of "INSERT 0 2450"."""
    return int(inserted.rpartition(" ")[2])


async def finish_chunk(
    connection: RawConnection, chunk: Chunk, *, import_id: UUID, outcome: ChunkOutcome
) -> Standing | None:
    """Count the chunk, also where the import was paused meanwhile.

    None: the import was cancelled meanwhile, and the transaction must be rolled back.
    The update of the import is the last statement of a chunk, so that its lock is held briefly.
    """
    await connection.execute(
        "UPDATE import_chunks SET done_at = clock_timestamp(), to_invite = $3 WHERE import_id = $1 AND number = $2",
        import_id,
        chunk.number,
        chunk.invite and outcome.created > 0,
    )
    row = await connection.fetchrow(
        f"""
        UPDATE imports
        SET processed = processed + $2, created_count = created_count + $3, failed_count = failed_count + $4,
            changed_count = changed_count + $5, unchanged_count = unchanged_count + $6,
            state = CASE WHEN processed + $2 >= {TO_PROCESS} THEN 'completed' ELSE state END,
            finished_at = CASE WHEN processed + $2 >= {TO_PROCESS} THEN clock_timestamp() END,
            paused_at = CASE WHEN processed + $2 < {TO_PROCESS} THEN paused_at END,
            touched_at = now(), version = version + 1
        WHERE id = $1 AND state IN ('processing', 'paused')
        RETURNING state, processed < {TO_PROCESS} AS unfinished
        """,  # noqa: S608 - a constant
        import_id,
        outcome.processed,
        outcome.created,
        outcome.failed,
        outcome.changed,
        outcome.unchanged,
    )
    if row is None:
        return None
    return Standing(state=ImportState(row["state"]), unfinished_chunks=row["unfinished"])
