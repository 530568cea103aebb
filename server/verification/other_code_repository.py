"""The code of a flow's other channel."""

from uuid import UUID

from server.database import Connection
from server.messages.kinds import Channel


async def swap_codes(connection: Connection, *, flow_id: UUID, channel: Channel) -> None:
    """Turn a flow to its other channel: each keeps its code, with its attempts and its end."""
    await connection.execute(
        """
        UPDATE flows
           SET channel = :channel, code_mac = other_code_mac, other_code_mac = code_mac,
               code_expires_at = other_code_expires_at, other_code_expires_at = code_expires_at,
               code_digits = other_code_digits, other_code_digits = code_digits,
               attempts = other_attempts, other_attempts = attempts,
               message_id = other_message_id, other_message_id = message_id, version = version + 1
         WHERE id = :flow_id AND channel <> :channel
        """,
        flow_id=flow_id,
        channel=channel.value,
    )
