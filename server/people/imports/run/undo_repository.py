"""Undoing an import: what it would do now, and what each chunk takes back, in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.people.account.account_rules import Change, profile_of
from server.people.account.people_repository import account_columns, account_of, lacks_own_password
from server.people.chunks.chunk_repository import Chunk
from server.people.imports.repository import Import
from server.people.imports.run.chunk_repository import ImportOrder
from server.people.imports.states import KeptBecause
from server.people.stages.repository import TAKEABLE
from server.platform.database.connections import Connection, Row
from server.vocabulary.fields import BATCH
from server.vocabulary.profiles import Profile

# An account with a proved email or phone has begun to sign in. Every change of an account raises its version.
_WHY_KEPT: Final = f"""
    CASE WHEN u.id IS NULL THEN 'deleted'
         WHEN u.last_sign_in_at IS NOT NULL OR u.invitation = 'accepted' OR u.email_verified_at IS NOT NULL
              OR u.phone_verified_at IS NOT NULL OR NOT {lacks_own_password("u")} THEN 'signed_in'
         WHEN u.version > 1 THEN 'changed' END
"""


@dataclass(frozen=True, kw_only=True)
class UndoGroup:
    """How many rows are alike for an undo; `kept` is None where the caller's profile decides.

    Of updates: `moves` where they have changed the position of the account, `former` is the profile that it had then.
    """

    kept: KeptBecause | None
    profile: Profile | None
    rows: int
    is_own: bool
    moves: bool
    former: Profile | None


async def count_created(connection: Connection, found: Import) -> list[UndoGroup]:
    """The rows that have created an account."""
    query = f"""
        SELECT {_WHY_KEPT} AS kept, false AS is_own, u.profile, NULL AS former, false AS moves, count(*) AS rows
        FROM work_chunks c
        JOIN import_rows r ON r.import_id = c.work_id AND r.row BETWEEN c.first_row AND c.last_row
        LEFT JOIN users u ON u.company_id = :company_id AND u.id = r.user_id
        WHERE c.work_id = :import_id AND c.done_at IS NOT NULL AND r.status IN ('valid', 'warning')
        GROUP BY 1, 3
    """  # noqa: S608 - constants
    return await connection.fetch_records(UndoGroup, query, **found.key)


# Why an update stays when it is taken back. An account has its version as long as it has not been changed since.
_WHY_UPDATE_KEPT: Final = """
    CASE WHEN u.id IS NULL THEN 'deleted' WHEN u.version <> x.version THEN 'changed'
         WHEN x.before ?| CAST(:other_kinds AS text[]) THEN 'field_changed' END
"""


# Why a row that has only put its person `u` into a batch or a stage stays; null where the profile decides.
_WHY_BESIDE_KEPT: Final = f"""
    CASE WHEN u.id IS NULL THEN 'deleted'
         WHEN EXISTS (SELECT FROM batch_members m
                       WHERE m.company_id = :company_id AND m.import_id = :import_id AND m.user_id = u.id) THEN NULL
         WHEN NOT EXISTS (SELECT FROM stage_entries e
                           WHERE e.company_id = :company_id AND e.user_id = u.id AND e.left_at IS NULL
                             AND e.work_id = :import_id) THEN 'changed'
         WHEN NOT EXISTS (SELECT FROM ({TAKEABLE}) AS t WHERE t.user_id = u.id)
              THEN 'stage_archived' END
"""  # noqa: S608 - a constant


async def count_updates(
    connection: Connection, found: Import, *, actor_id: UUID, other_kinds: Sequence[str] = ()
) -> list[UndoGroup]:
    """`other_kinds`: the slots of own fields that are not changed back."""
    query = f"""
        SELECT {_WHY_UPDATE_KEPT} AS kept,
               COALESCE(u.id = :actor_id, false) AS is_own, u.profile, x.before ->> 'profile' AS former,
               x.before ?| ARRAY['profile', 'role', 'isActive'] AS moves, count(*) AS rows
        FROM import_updates x LEFT JOIN users u ON u.company_id = :company_id AND u.id = x.user_id
        WHERE x.import_id = :import_id
        GROUP BY 1, 2, 3, 4, 5
        UNION ALL
        -- Rows that have only put their person into a batch or a stage.
        SELECT {_WHY_BESIDE_KEPT}, false, u.profile, NULL, false, count(*)
        FROM import_rows r LEFT JOIN users u ON u.company_id = :company_id AND u.id = r.account_id
        WHERE r.import_id = :import_id AND r.status = 'updated' AND (r.batch IS NOT NULL OR r.stage IS NOT NULL)
          AND NOT EXISTS (SELECT FROM import_updates x WHERE x.import_id = :import_id AND x.row = r.row)
        GROUP BY 1, 2, 3
    """  # noqa: S608 - a constant
    values = {"actor_id": actor_id, "other_kinds": list(other_kinds), "job_id": found.id}
    return await connection.fetch_records(UndoGroup, query, **found.key, **values)


async def lock_unused(connection: Connection, order: ImportOrder, chunk: Chunk) -> list[tuple[UUID, Profile | None]]:
    """The accounts that may be deleted if the matrix allows it, with their profiles; locked until the transaction ends.

    In the order in which every transaction locks accounts. One that changes meanwhile is judged again.
    """
    query = f"""
        SELECT u.id, u.profile
        FROM import_rows r JOIN users u ON u.company_id = :company_id AND u.id = r.user_id
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.status IN ('valid', 'warning')
          AND {_WHY_KEPT} IS NULL
        ORDER BY u.id FOR UPDATE OF u
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, **order.rows(chunk))
    return [(row.id, profile_of(row.profile)) for row in rows]


async def keep_accounts(connection: Connection, order: ImportOrder, chunk: Chunk, *, deleted: Sequence[UUID]) -> None:
    """Write down why the chunk's other accounts stay. What was unused is still locked: its user may not delete it.

    By the place of each row: before statistics know of the import, a join by its number may compare all with all.
    """
    query = f"""
        WITH stays AS MATERIALIZED (
            SELECT r.ctid AS place, COALESCE({_WHY_KEPT}, 'not_allowed') AS why
              FROM import_rows r LEFT JOIN users u ON u.company_id = :company_id AND u.id = r.user_id
              LEFT JOIN unnest(CAST(:deleted AS uuid[])) AS deleted(id) ON deleted.id = r.user_id
             WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row
               AND r.status IN ('valid', 'warning') AND deleted.id IS NULL)
        UPDATE import_rows k SET kept = stays.why FROM stays WHERE k.import_id = :import_id AND k.ctid = stays.place
    """  # noqa: S608 - constants
    await connection.execute(query, **order.rows(chunk), deleted=deleted)


async def keep_updates(
    connection: Connection,
    order: ImportOrder,
    chunk: Chunk,
    *,
    taken_back: Sequence[UUID],
    other_kinds: Sequence[str],
) -> None:
    """Write down why the chunk's other updates stay than those of the accounts `taken_back`. See count_updates."""
    query = f"""
        WITH stays AS MATERIALIZED (
            SELECT (SELECT r.ctid FROM import_rows r WHERE r.import_id = :import_id AND r.row = x.row) AS place,
                   COALESCE({_WHY_UPDATE_KEPT}, 'not_allowed') AS why
              FROM import_updates x LEFT JOIN users u ON u.company_id = :company_id AND u.id = x.user_id
              LEFT JOIN unnest(CAST(:taken_back AS uuid[])) AS back(id) ON back.id = x.user_id
             WHERE x.import_id = :import_id AND x.row BETWEEN :first_row AND :last_row AND back.id IS NULL)
        UPDATE import_rows k SET kept = stays.why FROM stays WHERE k.import_id = :import_id AND k.ctid = stays.place
    """  # noqa: S608 - a constant
    await connection.execute(query, **order.rows(chunk), taken_back=taken_back, other_kinds=other_kinds)


async def lock_updates(connection: Connection, order: ImportOrder, chunk: Chunk) -> list[Change]:
    """The changes that would take updates back, where the accounts are unchanged since; these are locked."""
    query = f"""
        SELECT x.before, x.after, {account_columns("u")}
        FROM import_updates x JOIN users u ON u.company_id = :company_id AND u.id = x.user_id
        WHERE x.import_id = :import_id AND x.row BETWEEN :first_row AND :last_row AND u.version = x.version
        ORDER BY u.id FOR NO KEY UPDATE OF u
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, **order.rows(chunk))
    return [Change(account_of(tuple(row.values())[2:]), before=row["after"], after=row["before"]) for row in rows]


async def stop_invitations(connection: Connection, order: ImportOrder, chunk: Chunk) -> None:
    """The accounts that stay are not invited by messages that still wait, or are still to be queued."""
    query = """
        SELECT u.id FROM import_rows r JOIN users u ON u.company_id = :company_id AND u.id = r.user_id
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row
          AND r.status IN ('valid', 'warning') AND u.invitation = 'queued'
        ORDER BY u.id FOR NO KEY UPDATE OF u
    """
    if waiting := await connection.fetch_column(query, **order.rows(chunk)):
        query = """
            WITH stopped AS (
                UPDATE messages SET state = 'expired', next_attempt_at = NULL, secret = NULL,
                                    error = 'The import was undone'
                WHERE company_id = :company_id AND user_id = ANY(:waiting) AND import_id = :import_id
                  AND kind = 'invitation' AND state = 'queued'
            )
            UPDATE users u SET invitation = 'none'
            WHERE u.company_id = :company_id AND u.id = ANY(:waiting) AND NOT EXISTS (
                SELECT FROM messages m
                WHERE m.company_id = :company_id AND m.user_id = u.id AND m.import_id IS DISTINCT FROM :import_id
                  AND m.kind = 'invitation' AND m.state = 'queued')
        """
        await connection.execute(query, **order.rows(chunk), waiting=waiting)


async def people_beside(
    connection: Connection, order: ImportOrder, chunk: Chunk, *, column: str, profiles: Sequence[Profile]
) -> Sequence[Row]:
    """The people of these profiles, and those without one, whose rows have a cell that is no field; they are locked.

    `alone`: the row did nothing else.
    """
    query = f"""
        SELECT u.id, r.row, r.status = 'updated' AND x.row IS NULL AS alone
        FROM import_rows r JOIN users u ON u.company_id = :company_id
             AND u.id = CASE WHEN r.status = 'updated' THEN r.account_id ELSE r.user_id END
        LEFT JOIN import_updates x ON x.import_id = :import_id AND x.row = r.row
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.{column} IS NOT NULL
          AND r.status IN ('valid', 'warning', 'updated')
          AND (u.profile IS NULL OR u.profile = ANY(CAST(:profiles AS text[])))
        ORDER BY u.id FOR NO KEY UPDATE OF u
    """  # noqa: S608 - a constant
    return await connection.fetch_all(query, **order.rows(chunk), profiles=[profile.value for profile in profiles])


async def take_out_people(
    connection: Connection, order: ImportOrder, chunk: Chunk, *, profiles: Sequence[Profile]
) -> tuple[list[int], list[UUID]]:
    """Take the people of these profiles, and those without one, out of the batches that the import put them into.

    The rows that did nothing else and are taken back, and the batches.
    """
    people = await people_beside(connection, order, chunk, column=BATCH, profiles=profiles)
    # By ids and not by a join, which Postgres may plan for tables that were empty a moment ago.
    query = """
        DELETE FROM batch_members
        WHERE company_id = :company_id AND import_id = :import_id AND user_id = ANY(:user_ids)
        RETURNING batch_id, user_id
    """
    gone = await connection.fetch_all(
        query, company_id=order.company_id, import_id=order.import_id, user_ids=sorted(person.id for person in people)
    )
    taken_out = {row.user_id for row in gone}
    rows = [person.row for person in people if person.alone and person.id in taken_out]
    return rows, list({row.batch_id for row in gone})


async def keep_beside(connection: Connection, order: ImportOrder, chunk: Chunk, *, taken_back: Sequence[int]) -> None:
    """Write down why the other rows that only put their person into a batch or a stage stay."""
    query = f"""
        UPDATE import_rows r
        SET kept = coalesce(
            (SELECT coalesce({_WHY_BESIDE_KEPT}, 'not_allowed')
               FROM users u WHERE u.company_id = :company_id AND u.id = r.account_id),
            'deleted')
        WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row
          AND (r.batch IS NOT NULL OR r.stage IS NOT NULL)
          AND r.status = 'updated' AND r.row <> ALL (CAST(:taken_back AS int[]))
          AND NOT EXISTS (SELECT FROM import_updates x WHERE x.import_id = :import_id AND x.row = r.row)
    """  # noqa: S608 - constants
    await connection.execute(query, **order.rows(chunk), job_id=order.import_id, taken_back=taken_back)


async def new_batches_of(connection: Connection, found: Import) -> list[UUID]:
    """The batches that the start of the import has made."""
    query = """
        SELECT DISTINCT batch_id FROM import_batches
        WHERE company_id = :company_id AND import_id = :import_id AND is_new
    """
    return await connection.fetch_column(query, **found.key)
