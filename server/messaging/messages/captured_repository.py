"""The messages that development keeps instead of sending them."""

from collections.abc import Sequence
from uuid import UUID

from server.platform.database.connections import Connection, Row


async def keep_messages(connection: Connection, message_ids: Sequence[UUID]) -> None:
    """A message that is captured twice is kept once. The secret stays sealed."""
    await connection.execute(
        """
        INSERT INTO captured_messages
            (message_id, kind, channel, recipient, parameters, secret, import_id, created_at)
        SELECT id, kind, channel, recipient, parameters, secret, import_id, clock_timestamp()
          FROM messages WHERE id = ANY(CAST(:message_ids AS uuid[]))
        ON CONFLICT (message_id) DO NOTHING
        """,
        message_ids=message_ids,
    )


async def newest_captured(connection: Connection, *, recipient: str | None, limit: int) -> list[Row]:
    return list(
        await connection.fetch_all(
            """
            SELECT message_id, kind, channel, recipient, parameters, secret, import_id, created_at
              FROM captured_messages
             WHERE CAST(:recipient AS text) IS NULL OR recipient = CAST(:recipient AS text)
             ORDER BY created_at DESC, message_id DESC LIMIT :most
            """,
            recipient=recipient,
            most=limit,
        )
    )


async def delete_old_captured_messages(connection: Connection, *, limit: int) -> None:
    """Delete those older than a week."""
    await connection.execute(
        """
        DELETE FROM captured_messages WHERE message_id IN (
            SELECT message_id FROM captured_messages WHERE created_at < now() - interval '7 days'
             ORDER BY created_at LIMIT :limit)
        """,
        limit=limit,
    )


async def delete_captured_of(connection: Connection, *, recipients: Sequence[str]) -> None:
    await connection.execute(
        "DELETE FROM captured_messages WHERE recipient = ANY(CAST(:recipients AS text[]))", recipients=list(recipients)
    )
