"""Invitations of an import that was started without: the request marks chunks, a worker queues each of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from server.database import Connection, RawConnection, keep_plans


@dataclass(frozen=True, kw_only=True)
class ChunkToInvite:
    import_id: UUID
    number: int
    first_row: int
    last_row: int
    company_id: UUID


async def mark_invited(connection: Connection, *, import_id: UUID) -> None:
    """The import is locked and has ended: all that it has created is to be invited."""
    await connection.execute(
        "UPDATE imports SET invite = true, version = version + 1 WHERE id = :import_id", import_id=import_id
    )
    await connection.execute(
        "UPDATE import_chunks SET to_invite = true WHERE import_id = :import_id AND done_at IS NOT NULL",
        import_id=import_id,
    )


async def claim_chunk(connection: RawConnection) -> ChunkToInvite | None:
    """Lock one that no worker is at, within the transaction that queues its invitations."""
    await keep_plans(connection)
    row = await connection.fetchrow(
        """
        SELECT c.import_id, c.number, c.first_row, c.last_row, i.company_id
        FROM import_chunks c JOIN imports i ON i.id = c.import_id
        WHERE c.to_invite ORDER BY c.import_id, c.number LIMIT 1
        FOR UPDATE OF c SKIP LOCKED
        """
    )
    return None if row is None else ChunkToInvite(**dict(row))


async def queue_chunk(connection: RawConnection, chunk: ChunkToInvite) -> None:
    """An invitation for each of its accounts that is active and has neither an invitation nor a password yet."""
    await connection.execute(
        """
        WITH invited AS (
            UPDATE users u SET invitation = 'queued'
            FROM import_rows r
            WHERE r.import_id = $1 AND r.row BETWEEN $3 AND $4 AND r.status IN ('valid', 'warning')
              AND u.company_id = $2 AND u.id = r.user_id AND u.invitation = 'none' AND u.is_active
              AND (u.password_hash IS NULL OR u.password_is_temporary OR u.temporary_password_mac IS NOT NULL)
            RETURNING u.id, u.email
        ), done AS (
            UPDATE import_chunks SET to_invite = false WHERE import_id = $1 AND number = $5
        )
        INSERT INTO messages (company_id, user_id, import_id, kind, channel, recipient)
        SELECT $2, id, $1, 'invitation', 'EMAIL', email FROM invited
        """,
        chunk.import_id,
        chunk.company_id,
        chunk.first_row,
        chunk.last_row,
        chunk.number,
    )


async def count_invited(connection: RawConnection, sent: Sequence[tuple[UUID, UUID]]) -> list[UUID]:
    """Add one to `invited` for each (company, import); the imports. Their rows are locked after the messages'."""
    if not sent:
        return []
    companies, imports = zip(*sent, strict=True)
    await connection.execute(
        "SELECT FROM imports WHERE (company_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))"
        " ORDER BY id FOR NO KEY UPDATE",
        companies,
        imports,
    )
    rows = await connection.fetch(
        """
        UPDATE imports i SET invited = i.invited + sent.invitations, version = i.version + 1
          FROM (SELECT company_id, import_id, count(*) AS invitations
                  FROM unnest($1::uuid[], $2::uuid[]) AS r(company_id, import_id)
                 GROUP BY company_id, import_id) sent
         WHERE i.company_id = sent.company_id AND i.id = sent.import_id
        RETURNING i.id
        """,
        companies,
        imports,
    )
    return [row["id"] for row in rows]


async def has_chunks_to_invite(connection: Connection) -> bool:
    found: bool = await connection.fetch_value("SELECT EXISTS (SELECT FROM import_chunks WHERE to_invite)")
    return found
