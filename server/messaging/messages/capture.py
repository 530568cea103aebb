"""The provider of development: messages are stored for the inbox instead of sent."""

from collections.abc import Sequence

from server.messaging.messages.captured_repository import keep_messages
from server.messaging.messages.delivery import Attempt, Outcome, Outgoing
from server.platform.database.connections import Database


class CapturingProvider:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        async with self._database.reading() as connection:
            await keep_messages(connection, [message.id for message in messages])
        return [Attempt(message_id=message.id, outcome=Outcome.SENT, provider_id="captured") for message in messages]

    async def close(self) -> None:
        """Nothing is open."""
