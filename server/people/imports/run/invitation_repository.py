"""Invitations of an import, by whose user they go out, and when; one transaction queues those of one chunk."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final
from uuid import UUID

from server.company.companies.suspension import is_suspended
from server.people.account.people_repository import is_acting, lacks_own_password
from server.people.chunks.chunk_repository import Chunk, Step, begin_step, finish_chunk
from server.people.imports.repository import Import, may_act
from server.people.imports.states import FORMAT
from server.people.invitations.limits import COOLDOWN
from server.platform.database.connections import Connection
from server.platform.database.ids import new_ids
from server.platform.database.query_plans import keep_plans
from server.vocabulary.password_policy import TEMPORARY_PASSWORD_LIFE
from server.vocabulary.profiles import Profile

# Invitations of an import that is being created or undone wait until that has ended, as those in the outbox do.
_TO_INVITE: Final = f"""work_chunks c JOIN imports i ON i.id = c.work_id
 WHERE c.to_do = 'invite' AND i.state NOT IN ('processing', 'undoing') AND i.format <= {FORMAT}
   AND NOT {is_suspended("i.company_id")}"""
# The accounts of a chunk that wait for an invitation, and have none in the outbox.
_WAITING: Final = """
     FROM users u, import_rows r
    WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.status IN ('valid', 'warning')
      AND u.company_id = :company_id AND u.id = r.user_id AND u.invitation = 'queued'
      AND NOT EXISTS (SELECT FROM messages m WHERE m.user_id = u.id AND m.kind = 'invitation'
                         AND m.next_attempt_at IS NOT NULL)
    ORDER BY u.id
"""
_LONG_AGO: Final = TEMPORARY_PASSWORD_LIFE - COOLDOWN
# Invited accounts that the last one has not reached, or long enough ago for another. The mail's limits follow.
_AGAIN: Final = """
    u.last_sign_in_at IS NULL AND (u.invitation IN ('none', 'failed') OR u.invitation = 'sent'
        AND u.temporary_password_expires_at <= now() + CAST(:long_ago AS interval))
"""


@dataclass(frozen=True, kw_only=True)
class Inviter:
    """The user on whose behalf the people of an import are invited, with the rights of this moment."""

    company_id: UUID
    profiles: frozenset[Profile]
    is_uploader: bool
    inviter_profile: Profile | None

    @property
    def may_invite(self) -> bool:
        """Whether the rule of a start holds: the file is their own, or has no profile that they may not create."""
        return may_act(self.inviter_profile, is_uploader=self.is_uploader, profiles=self.profiles)


@dataclass(frozen=True, kw_only=True)
class DuePlan(Inviter):
    """A completed import whose people are to be invited now."""

    import_id: UUID


@dataclass(frozen=True, kw_only=True)
class ChunkToInvite(Chunk, Inviter):
    """`is_last`: no later chunk of the import waits. `again`: those who were invited are invited, too."""

    is_last: bool
    again: bool

    @property
    def values(self) -> dict[str, Any]:
        """The parameters by which a statement finds the rows of the chunk."""
        return {"import_id": self.work_id, **asdict(self)}


async def drop_plan(connection: Connection, *, company_id: UUID, import_id: UUID) -> None:
    query = (
        "UPDATE imports SET invite_at = NULL, version = version + 1 WHERE company_id = :company_id AND id = :import_id"
    )
    await connection.execute(query, company_id=company_id, import_id=import_id)


async def lock_due_plans(connection: Connection) -> list[DuePlan]:
    """Completed imports of a known format whose time has come, without those that another worker has locked."""
    query = f"""
        SELECT i.id AS import_id, i.company_id, i.profiles,
               COALESCE(i.uploaded_by = i.started_by, false) AS is_uploader,
               CASE WHEN {is_acting("u")} THEN u.profile END AS inviter_profile
        FROM imports i LEFT JOIN users u ON u.company_id = i.company_id AND u.id = i.started_by
        WHERE i.invite_at <= now() AND i.state = 'completed' AND i.format <= :known
        ORDER BY i.invite_at LIMIT 100 FOR NO KEY UPDATE OF i SKIP LOCKED
    """  # noqa: S608 - a constant
    return await connection.fetch_records(DuePlan, query, known=FORMAT)


async def mark_invited(connection: Connection, *, import_id: UUID, again: bool, by: UUID | None = None) -> None:
    """Mark the chunks of a locked, ended import: their accounts are to be invited, with `again` those already invited.

    `invited_at` is when they were last invited again. They are invited on behalf of `by`, else of the starter.
    """
    query = """
        UPDATE imports
        SET invite = true, invite_at = NULL, invited_at = CASE WHEN :again THEN now() END, invited_by = :by,
            version = version + 1
        WHERE id = :import_id
    """
    await connection.execute(query, import_id=import_id, again=again, by=by)
    await begin_step(connection, work_id=import_id, step=Step.INVITE)


async def has_people_to_invite_again(connection: Connection, found: Import) -> bool:
    """Whether the import, all of whose people were invited, has some who can be invited again now."""
    query = f"""
        SELECT FROM work_chunks c
          JOIN import_rows r ON r.import_id = c.work_id AND r.row BETWEEN c.first_row AND c.last_row
          JOIN users u ON u.id = r.user_id
         WHERE c.work_id = :import_id AND c.done_at IS NOT NULL AND c.to_do IS NULL
           AND r.status IN ('valid', 'warning') AND u.company_id = :company_id AND u.is_active
           AND {lacks_own_password("u")} AND {_AGAIN}
         LIMIT 1
    """
    return await connection.has_row(query, **found.key, long_ago=_LONG_AGO)


async def claim_chunk_to_invite(connection: Connection) -> ChunkToInvite | None:
    """Lock the next unclaimed chunk, within the transaction that queues its invitations.

    The first chunks of all imports come first, so that a small import does not wait for a large one.
    """
    await keep_plans(connection)
    query = f"""
        SELECT c.work_id, c.number, c.first_row, c.last_row, i.company_id,
               i.invited_at IS NOT NULL AS again,
               NOT EXISTS (SELECT FROM work_chunks o
                            WHERE o.work_id = c.work_id AND o.to_do = 'invite' AND o.number > c.number) AS is_last,
               i.profiles, COALESCE(i.uploaded_by = COALESCE(i.invited_by, i.started_by), false) AS is_uploader,
               (SELECT u.profile FROM users u WHERE u.company_id = i.company_id AND {is_acting("u")}
                   AND u.id = COALESCE(i.invited_by, i.started_by)) AS inviter_profile
        FROM {_TO_INVITE}
        ORDER BY c.number, c.work_id LIMIT 1
        FOR UPDATE OF c SKIP LOCKED
    """  # noqa: S608 - a constant
    return await connection.fetch_record(ChunkToInvite, query)


async def queue_invitations(connection: Connection, found: ChunkToInvite) -> None:
    """Queue an invitation for each of its accounts that waits for one.

    Those created without inviting wait from now on, where they are active and without a password; of an import that
    invites again, those who were invited too. Accounts are locked as by the foreign key of their message: one that is
    deleted meanwhile is left out.
    """
    query = f"""
        UPDATE users u SET invitation = 'queued' FROM import_rows r
         WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.status IN ('valid', 'warning')
           AND u.company_id = :company_id AND u.id = r.user_id
           AND (u.invitation = 'none' OR :again AND {_AGAIN}) AND u.is_active AND {lacks_own_password("u")}
    """  # noqa: S608 - constants
    await connection.execute(query, **found.values, long_ago=_LONG_AGO)
    query = f"""
        INSERT INTO messages (id, company_id, user_id, import_id, kind, is_bulk, channel, recipient, occasion)
        SELECT (CAST(:ids AS uuid[]))[row_number() OVER ()], :company_id, waiting.id, :import_id, 'invitation', true,
               CASE WHEN waiting.email IS NULL THEN 'SMS' ELSE 'EMAIL' END, coalesce(waiting.email, waiting.phone),
               CASE WHEN :again AND EXISTS (SELECT FROM messages m
                                             WHERE m.user_id = waiting.id AND m.kind = 'invitation'
                                               AND m.state = 'sent') THEN 'again' END
        FROM (SELECT u.id, u.email, u.phone {_WAITING} FOR KEY SHARE OF u) AS waiting
    """  # noqa: S608 - constants
    await connection.execute(query, **found.values, ids=new_ids(found.last_row - found.first_row + 1))
    await finish_chunk(connection, found, step=Step.INVITE)


async def withhold_invitations(connection: Connection, found: ChunkToInvite) -> bool:
    """Queue none for the chunk, whose accounts can be invited by a button; True where the import was invited so far."""
    locked = await connection.fetch_column(f"SELECT u.id {_WAITING} FOR NO KEY UPDATE OF u", **found.values)
    query = "UPDATE users SET invitation = 'none' WHERE company_id = :company_id AND id = ANY(CAST(:ids AS uuid[]))"
    await connection.execute(query, company_id=found.company_id, ids=locked)
    await finish_chunk(connection, found, step=Step.INVITE)
    # People who were invited before stay so: nothing is left to be offered.
    query = """
        UPDATE imports SET invite = false, version = version + 1
        WHERE company_id = :company_id AND id = :import_id AND invite AND invited_at IS NULL RETURNING id
    """
    return await connection.has_row(query, **found.values)


async def count_on_their_way(connection: Connection, found: Import, *, most: int) -> int | None:
    """First invitations in the outbox, counted up to `most`; None where some are still to be queued.

    Where the import invites again, marked chunks say nothing of first invitations.
    """
    query = """
        SELECT CASE WHEN NOT :again
                     AND EXISTS (SELECT FROM work_chunks c WHERE c.work_id = :import_id AND c.to_do = 'invite')
                    THEN NULL
               ELSE (SELECT count(*) FROM (
                   SELECT FROM messages m WHERE m.company_id = :company_id AND m.kind = 'invitation'
                      AND m.next_attempt_at IS NOT NULL AND m.import_id = :import_id AND m.occasion IS NULL
                    LIMIT :most) waiting) END
    """
    return await connection.find_value(int, query, **found.key, again=found.invited_at is not None, most=most)


async def count_invited(connection: Connection, sent: Sequence[tuple[UUID, UUID]]) -> list[UUID]:
    """Add one to `invited` for each (company, import); the imports. Their rows are locked after the messages."""
    if not sent:
        return []
    companies, imports = zip(*sent, strict=True)
    query = """
        SELECT FROM imports
         WHERE (company_id, id) IN (SELECT * FROM unnest(CAST(:companies AS uuid[]), CAST(:imports AS uuid[])))
         ORDER BY id FOR NO KEY UPDATE
    """
    await connection.execute(query, companies=companies, imports=imports)
    query = """
        UPDATE imports i SET invited = i.invited + sent.invitations, version = i.version + 1
          FROM (SELECT company_id, import_id, count(*) AS invitations
                  FROM unnest(CAST(:companies AS uuid[]), CAST(:imports AS uuid[])) AS r(company_id, import_id)
                 GROUP BY company_id, import_id) sent
         WHERE i.company_id = sent.company_id AND i.id = sent.import_id
        RETURNING i.id
    """
    return await connection.fetch_column(query, companies=companies, imports=imports)


async def has_chunks_to_invite(connection: Connection) -> bool:
    return await connection.has_row(f"SELECT FROM {_TO_INVITE} LIMIT 1")
