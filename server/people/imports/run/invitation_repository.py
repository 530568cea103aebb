"""Invitations of an import: one transaction queues those of one chunk."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.people.account.repository import lacks_own_password
from server.people.imports.formats import FORMAT
from server.people.imports.run.inviter import Inviter, inviter_of
from server.people.invitations.limits import COOLDOWN
from server.platform.database.connections import Connection
from server.platform.database.ids import new_ids
from server.platform.database.query_plans import keep_plans
from server.vocabulary.password_policy import TEMPORARY_PASSWORD_LIFE

# Invitations of an import that is being created or undone wait until that has ended, as those in the outbox do.
_TO_INVITE: Final = f"""import_chunks c JOIN imports i ON i.id = c.import_id
 WHERE c.to_invite AND i.state NOT IN ('processing', 'undoing') AND i.format <= {FORMAT}"""
_ROWS_OF_CHUNK: Final = """import_rows r
 WHERE r.import_id = :import_id AND r.row BETWEEN :first_row AND :last_row AND r.status IN ('valid', 'warning')
   AND u.company_id = :company_id AND u.id = r.user_id"""

_LONG_AGO: Final = (TEMPORARY_PASSWORD_LIFE - COOLDOWN).total_seconds()
# Of the invited: accounts that the last one has not reached, or long enough ago for another. The mail's limits follow.
_AGAIN: Final = f"""
    u.last_sign_in_at IS NULL AND (u.invitation IN ('none', 'failed') OR u.invitation = 'sent'
        AND u.temporary_password_expires_at <= now() + interval '{_LONG_AGO} s')
"""


@dataclass(frozen=True, kw_only=True)
class ChunkToInvite:
    import_id: UUID
    number: int
    first_row: int
    last_row: int
    company_id: UUID
    is_last: bool
    again: bool
    inviter: Inviter


async def mark_invited(connection: Connection, *, import_id: UUID, again: bool, by: UUID | None = None) -> None:
    """Mark the chunks of a locked, ended import: their accounts are to be invited, with `again` those already invited.

    `invited_at` is when they were last invited again. They are invited on behalf of `by`, else of the starter.
    """
    await connection.execute(
        """
        UPDATE imports
        SET invite = true, invite_at = NULL, invited_at = CASE WHEN :again THEN now() END, invited_by = :by,
            version = version + 1
        WHERE id = :import_id
        """,
        import_id=import_id,
        again=again,
        by=by,
    )
    await connection.execute(
        "UPDATE import_chunks SET to_invite = true WHERE import_id = :import_id AND done_at IS NOT NULL",
        import_id=import_id,
    )


async def has_people_to_invite_again(connection: Connection, *, company_id: UUID, import_id: UUID) -> bool:
    """Whether the import, all of whose people were invited, has some who can be invited again now."""
    found: bool = await connection.fetch_value(
        f"""
        SELECT EXISTS (
            SELECT FROM import_chunks c
              JOIN import_rows r ON r.import_id = c.import_id AND r.row BETWEEN c.first_row AND c.last_row
              JOIN users u ON u.id = r.user_id
             WHERE c.import_id = :import_id AND c.done_at IS NOT NULL AND NOT c.to_invite
               AND r.status IN ('valid', 'warning') AND u.company_id = :company_id AND u.is_active
               AND {lacks_own_password("u")} AND {_AGAIN})
        """,  # noqa: S608 - constants
        company_id=company_id,
        import_id=import_id,
    )
    return found


async def claim_chunk_to_invite(connection: Connection) -> ChunkToInvite | None:
    """Lock the next unclaimed chunk, within the transaction that queues its invitations.

    The first chunks of all imports come first, so that a small import does not wait for a large one.
    """
    await keep_plans(connection)
    row = await connection.fetch_one(
        f"""
        SELECT c.import_id, c.number, c.first_row, c.last_row, i.company_id,
               i.invited_at IS NOT NULL AS again,
               NOT EXISTS (SELECT FROM import_chunks o
                            WHERE o.import_id = c.import_id AND o.to_invite AND o.number > c.number) AS is_last,
               i.profiles, COALESCE(i.invited_by, i.started_by) AS inviter,
               COALESCE(i.uploaded_by = COALESCE(i.invited_by, i.started_by), false) AS is_uploader,
               (SELECT u.profile FROM users u WHERE u.company_id = i.company_id AND u.is_active
                   AND u.id = COALESCE(i.invited_by, i.started_by)) AS inviter_profile
        FROM {_TO_INVITE}
        ORDER BY c.number, c.import_id LIMIT 1
        FOR UPDATE OF c SKIP LOCKED
        """  # noqa: S608 - a constant
    )
    if row is None:
        return None
    return ChunkToInvite(
        import_id=row["import_id"],
        number=row["number"],
        first_row=row["first_row"],
        last_row=row["last_row"],
        company_id=row["company_id"],
        is_last=row["is_last"],
        again=row["again"],
        inviter=inviter_of(row),
    )


async def queue_invitations(connection: Connection, chunk: ChunkToInvite) -> None:
    """Queue an invitation for each of its accounts that waits for one.

    Those created without inviting wait from now on, where they are active and without a password; of an import that
    invites again, those who were invited too. Accounts are locked as by the foreign key of their message: one that is
    deleted meanwhile is left out.
    """
    values = {
        "import_id": chunk.import_id,
        "company_id": chunk.company_id,
        "first_row": chunk.first_row,
        "last_row": chunk.last_row,
        "again": chunk.again,
    }
    await connection.execute(
        f"""
        UPDATE users u SET invitation = 'queued' FROM {_ROWS_OF_CHUNK}
           AND (u.invitation = 'none' OR :again AND {_AGAIN}) AND u.is_active AND {lacks_own_password("u")}
        """,  # noqa: S608 - constants
        **values,
    )
    await connection.execute(
        f"""
        INSERT INTO messages (id, company_id, user_id, import_id, kind, channel, recipient, occasion)
        SELECT (CAST(:ids AS uuid[]))[row_number() OVER ()], :company_id, waiting.id, :import_id, 'invitation',
               CASE WHEN waiting.email IS NULL THEN 'SMS' ELSE 'EMAIL' END, coalesce(waiting.email, waiting.phone),
               CASE WHEN :again AND EXISTS (SELECT FROM messages m WHERE m.user_id = waiting.id
                  AND m.kind = 'invitation'
                                           AND m.state = 'sent') THEN 'again' END
        FROM (SELECT u.id, u.email, u.phone FROM users u, {_ROWS_OF_CHUNK} AND u.invitation = 'queued'
                 AND NOT EXISTS (SELECT FROM messages m WHERE m.user_id = u.id AND m.kind = 'invitation'
                                    AND m.next_attempt_at IS NOT NULL)
              ORDER BY u.id FOR KEY SHARE OF u) AS waiting
        """,  # noqa: S608 - a constant
        **values,
        ids=new_ids(chunk.last_row - chunk.first_row + 1),
    )
    await _unmark(connection, chunk)


async def withhold_invitations(connection: Connection, chunk: ChunkToInvite) -> bool:
    """Queue none for the chunk, whose accounts can be invited by a button; True where the import was invited so far."""
    await connection.execute(
        f"""
        UPDATE users w SET invitation = 'none'
        FROM (SELECT u.id FROM users u, {_ROWS_OF_CHUNK} AND u.invitation = 'queued'
                 AND NOT EXISTS (SELECT FROM messages m WHERE m.user_id = u.id AND m.kind = 'invitation'
                                    AND m.next_attempt_at IS NOT NULL)
              ORDER BY u.id FOR NO KEY UPDATE OF u) AS waiting
        WHERE w.company_id = :company_id AND w.id = waiting.id
        """,  # noqa: S608 - a constant
        import_id=chunk.import_id,
        company_id=chunk.company_id,
        first_row=chunk.first_row,
        last_row=chunk.last_row,
    )
    await _unmark(connection, chunk)
    # Those who were invited before stay so: nothing is left to be offered.
    withheld = await connection.fetch_value(
        """
        UPDATE imports SET invite = false, version = version + 1
        WHERE company_id = :company_id AND id = :import_id AND invite AND invited_at IS NULL RETURNING id
        """,
        import_id=chunk.import_id,
        company_id=chunk.company_id,
    )
    return withheld is not None


async def _unmark(connection: Connection, chunk: ChunkToInvite) -> None:
    await connection.execute(
        "UPDATE import_chunks SET to_invite = false WHERE import_id = :import_id AND number = :number",
        import_id=chunk.import_id,
        number=chunk.number,
    )


async def count_on_their_way(
    connection: Connection, *, company_id: UUID, import_id: UUID, again: bool, most: int
) -> int | None:
    """First invitations in the outbox, counted up to `most`; None where some are still to be queued.

    `again`: the import invites again, so that marked chunks say nothing of first invitations.
    """
    found: int | None = await connection.fetch_value(
        """
        SELECT CASE WHEN NOT :again
                     AND EXISTS (SELECT FROM import_chunks c WHERE c.import_id = :import_id AND c.to_invite) THEN NULL
               ELSE (SELECT count(*) FROM (
                   SELECT FROM messages m WHERE m.company_id = :company_id AND m.kind = 'invitation'
                      AND m.next_attempt_at IS NOT NULL AND m.import_id = :import_id AND m.occasion IS NULL
                    LIMIT :most) waiting) END
        """,
        company_id=company_id,
        import_id=import_id,
        again=again,
        most=most,
    )
    return found


async def count_invited(connection: Connection, sent: Sequence[tuple[UUID, UUID]]) -> list[UUID]:
    """Add one to `invited` for each (company, import); the imports. Their rows are locked after the messages."""
    if not sent:
        return []
    companies, imports = zip(*sent, strict=True)
    await connection.execute(
        "SELECT FROM imports WHERE (company_id, id) IN (SELECT * FROM unnest(CAST(:companies AS uuid[])"
        ", CAST(:imports AS uuid[])))"
        " ORDER BY id FOR NO KEY UPDATE",
        companies=companies,
        imports=imports,
    )
    rows = await connection.fetch_all(
        """
        UPDATE imports i SET invited = i.invited + sent.invitations, version = i.version + 1
          FROM (SELECT company_id, import_id, count(*) AS invitations
                  FROM unnest(CAST(:companies AS uuid[]), CAST(:imports AS uuid[])) AS r(company_id, import_id)
                 GROUP BY company_id, import_id) sent
         WHERE i.company_id = sent.company_id AND i.id = sent.import_id
        RETURNING i.id
        """,
        companies=companies,
        imports=imports,
    )
    return [row["id"] for row in rows]


async def has_chunks_to_invite(connection: Connection) -> bool:
    found: bool = await connection.fetch_value(f"SELECT EXISTS (SELECT FROM {_TO_INVITE})")  # noqa: S608 - a constant
    return found
