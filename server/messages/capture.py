"""The provider of development: nothing leaves, everything is kept for the inbox."""

from collections.abc import Sequence

from server.database import Database
from server.messages.delivery import Attempt, Outcome, Outgoing


class CapturingProvider:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        """A message that is captured twice is kept once. The secret stays sealed."""
        async with self._database.acquire() as connection:
            await connection.execute(
                """
                INSERT INTO captured_messages
                    (message_id, kind, channel, recipient, parameters, secret, import_id, created_at)
                SELECT id, kind, channel, recipient, parameters, secret, import_id, clock_timestamp()
                  FROM messages WHERE id = ANY($1::uuid[])
                ON CONFLICT (message_id) DO NOTHING
                """,
                [message.id for message in messages],
            )
        return [Attempt(message_id=message.id, outcome=Outcome.SENT, provider_id="captured") for message in messages]

    async def close(self) -> None:
        """Nothing is open."""
