"""Undoing an import: what it has created and changed is taken back by chunks, in one transaction each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.people.account.account_rules import Account
from server.people.account.repository import account_columns, account_of
from server.people.imports.formats import FORMAT, WITH_BATCHES
from server.people.imports.run.undo_plan_repository import WHY_KEPT
from server.platform.database.connections import Connection, RawConnection
from server.platform.database.query_plans import keep_plans
from server.vocabulary.profiles import Profile

_CREATED: Final = "r.import_id = $1 AND r.row BETWEEN $3 AND $4 AND r.status IN ('valid', 'warning')"
_NOT_NEEDED: Final = "The import was undone"
_STOP_INVITATIONS: Final = """
WITH stopped AS (
    UPDATE messages SET state = 'expired', next_attempt_at = NULL, secret = NULL, error = $4
    WHERE company_id = $2 AND user_id = ANY($3::uuid[]) AND import_id = $1 AND kind = 'invitation' AND state = 'queued'
)
UPDATE users u SET invitation = 'none'
WHERE u.company_id = $2 AND u.id = ANY($3::uuid[]) AND NOT EXISTS (
    SELECT FROM messages m
    WHERE m.company_id = $2 AND m.user_id = u.id AND m.import_id IS DISTINCT FROM $1
      AND m.kind = 'invitation' AND m.state = 'queued')
"""


@dataclass(frozen=True, kw_only=True)
class KeptUpdate:
    """What a row has changed of an account, by field as sent: what it had before, and what it has."""

    row: int
    account: Account
    before: dict[str, str | None]
    after: dict[str, str | None]


@dataclass(frozen=True, kw_only=True)
class ChunkToUndo:
    """A claimed chunk, and the user whose rights decide which accounts may be deleted."""

    number: int
    first_row: int
    last_row: int
    company_id: UUID
    undone_by: UUID | None
    names_batches: bool


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """An unused account, which a caller may delete if the matrix allows it; locked until the transaction ends."""

    id: UUID
    profile: Profile | None


async def mark_undoing(connection: Connection, *, company_id: UUID, import_id: UUID, undone_by: UUID) -> None:
    """The chunks of a locked, ended import are to be undone, and no more invitations go out."""
    await connection.execute(
        """
        UPDATE imports
        SET state = 'undoing', undone = 0, undone_by = :undone_by, invite_at = NULL, touched_at = now(),
            version = version + 1
        WHERE company_id = :company_id AND id = :import_id
        """,
        company_id=company_id,
        import_id=import_id,
        undone_by=undone_by,
    )
    await connection.execute(
        "UPDATE import_chunks SET to_undo = true, to_invite = false WHERE import_id = :import_id"
        " AND done_at IS NOT NULL",
        import_id=import_id,
    )


async def claim_chunk_to_undo(connection: RawConnection, *, import_id: UUID, known: int = FORMAT) -> ChunkToUndo | None:
    """Lock the next unclaimed chunk of an import of a known format, within the transaction that undoes it."""
    await keep_plans(connection)
    row = await connection.fetchrow(
        """
        SELECT c.number, c.first_row, c.last_row, i.company_id, i.undone_by, i.format >= $3 AS names_batches
        FROM import_chunks c JOIN imports i ON i.id = c.import_id
        WHERE c.import_id = $1 AND c.to_undo AND i.state = 'undoing' AND i.format <= $2
        ORDER BY c.number LIMIT 1
        FOR UPDATE OF c SKIP LOCKED
        """,
        import_id,
        known,
        WITH_BATCHES,
    )
    return None if row is None else ChunkToUndo(**dict(row))


async def lock_candidates(connection: RawConnection, chunk: ChunkToUndo, *, import_id: UUID) -> list[Candidate]:
    """In the order in which every transaction locks accounts. One that changes meanwhile is judged again."""
    rows = await connection.fetch(
        f"""
        SELECT u.id, u.profile
        FROM import_rows r JOIN users u ON u.company_id = $2 AND u.id = r.user_id
        WHERE {_CREATED} AND {WHY_KEPT} IS NULL
        ORDER BY u.id FOR UPDATE OF u
        """,  # noqa: S608 - constants
        import_id,
        chunk.company_id,
        chunk.first_row,
        chunk.last_row,
    )
    return [Candidate(id=row["id"], profile=_profile(row["profile"])) for row in rows]


async def find_profile(connection: RawConnection, chunk: ChunkToUndo) -> Profile | None:
    """The present profile of the user who undoes; None where the account is inactive or deleted."""
    return _profile(
        await connection.fetchval(
            "SELECT profile FROM users WHERE company_id = $1 AND id = $2 AND is_active",
            chunk.company_id,
            chunk.undone_by,
        )
    )


async def keep_accounts(
    connection: RawConnection, chunk: ChunkToUndo, *, import_id: UUID, deleted: Sequence[UUID]
) -> None:
    """Write down why the chunk's other accounts stay. What was unused is still locked: its user may not delete it.

    By the place of each row: before statistics know of the import, a join by its number may compare all with all.
    """
    await connection.execute(
        f"""
        WITH stays AS MATERIALIZED (
            SELECT r.ctid AS place, COALESCE({WHY_KEPT}, 'not_allowed') AS why
              FROM import_rows r LEFT JOIN users u ON u.company_id = $2 AND u.id = r.user_id
              LEFT JOIN unnest($5::uuid[]) AS deleted(id) ON deleted.id = r.user_id
             WHERE {_CREATED} AND deleted.id IS NULL)
        UPDATE import_rows k SET kept = stays.why FROM stays WHERE k.import_id = $1 AND k.ctid = stays.place
        """,  # noqa: S608 - constants
        import_id,
        chunk.company_id,
        chunk.first_row,
        chunk.last_row,
        deleted,
    )


async def keep_updates(
    connection: RawConnection, chunk: ChunkToUndo, *, import_id: UUID, taken_back: Sequence[UUID]
) -> None:
    """Write down why the chunk's other updates stay, before those of the accounts `taken_back` are taken back."""
    await connection.execute(
        """
        WITH stays AS MATERIALIZED (
            SELECT (SELECT r.ctid FROM import_rows r WHERE r.import_id = $1 AND r.row = x.row) AS place,
                   CASE WHEN u.id IS NULL THEN 'deleted' WHEN u.version <> x.version THEN 'changed'
                        ELSE 'not_allowed' END AS why
              FROM import_updates x LEFT JOIN users u ON u.company_id = $2 AND u.id = x.user_id
              LEFT JOIN unnest($5::uuid[]) AS back(id) ON back.id = x.user_id
             WHERE x.import_id = $1 AND x.row BETWEEN $3 AND $4 AND back.id IS NULL)
        UPDATE import_rows k SET kept = stays.why FROM stays WHERE k.import_id = $1 AND k.ctid = stays.place
        """,
        import_id,
        chunk.company_id,
        chunk.first_row,
        chunk.last_row,
        taken_back,
    )


async def lock_updates(connection: RawConnection, chunk: ChunkToUndo, *, import_id: UUID) -> list[KeptUpdate]:
    """Those whose accounts are unchanged since; the accounts are locked until the transaction ends."""
    rows = await connection.fetch(
        f"""
        SELECT x.row, x.before, x.after, {account_columns("u")}
        FROM import_updates x JOIN users u ON u.company_id = $2 AND u.id = x.user_id
        WHERE x.import_id = $1 AND x.row BETWEEN $3 AND $4 AND u.version = x.version
        ORDER BY u.id FOR NO KEY UPDATE OF u
        """,  # noqa: S608 - constants
        import_id,
        chunk.company_id,
        chunk.first_row,
        chunk.last_row,
    )
    return [
        KeptUpdate(row=row[0], account=account_of(tuple(row)[3:]), before=row["before"], after=row["after"])
        for row in rows
    ]


async def stop_invitations(connection: RawConnection, chunk: ChunkToUndo, *, import_id: UUID) -> None:
    """The accounts that stay are not invited by messages that still wait, or are still to be queued."""
    waiting = await connection.fetchval(
        f"""
        SELECT array_agg(id) FROM (
            SELECT u.id FROM import_rows r JOIN users u ON u.company_id = $2 AND u.id = r.user_id
            WHERE {_CREATED} AND u.invitation = 'queued' ORDER BY u.id FOR NO KEY UPDATE OF u
        ) AS locked
        """,  # noqa: S608 - constants
        import_id,
        chunk.company_id,
        chunk.first_row,
        chunk.last_row,
    )
    if waiting:
        await connection.execute(_STOP_INVITATIONS, import_id, chunk.company_id, waiting, _NOT_NEEDED)


async def finish_chunk(connection: RawConnection, chunk: ChunkToUndo, *, import_id: UUID, undone: int) -> bool:
    """Count the chunk; True where it was the last one, and the import is undone.

    The update of the import comes late, so that its lock is held briefly. Under it the chunks of all others are seen.
    """
    await connection.execute(
        "UPDATE import_chunks SET to_undo = false, undone_at = clock_timestamp() WHERE import_id = $1 AND number = $2",
        import_id,
        chunk.number,
    )
    await connection.execute(
        """
        UPDATE imports SET undone = undone + $3, touched_at = now(), version = version + 1
        WHERE company_id = $2 AND id = $1
        """,
        import_id,
        chunk.company_id,
        undone,
    )
    ended = await connection.fetchval(
        """
        UPDATE imports SET state = 'undone'
        WHERE company_id = $2 AND id = $1
          AND NOT EXISTS (SELECT FROM import_chunks WHERE import_id = $1 AND to_undo)
        RETURNING id
        """,
        import_id,
        chunk.company_id,
    )
    return ended is not None


def _profile(value: str | None) -> Profile | None:
    return None if value is None else Profile(value)
