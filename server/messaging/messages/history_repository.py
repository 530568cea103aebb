"""What was sent to an account, and what became of it: never the content."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from server.messaging.messages.kinds import Channel, MessageKind, MessageState
from server.messaging.messages.sms import NO_TEMPLATE, USED_UP
from server.platform.database.connections import Connection

# A mail server's words about the address or the mail. Others may be about our own servers.
_REPLY: Final = re.compile(r"55\d ").match
# Sentences of ours, which an administrator can pass on to the operator.
SHOWN: Final = (NO_TEMPLATE.partition(" (")[0], *USED_UP.values())
NOT_SENT: Final = "It could not be sent"


@dataclass(frozen=True, kw_only=True)
class PastMessage:
    """`at` is when it was sent, or queued where it was not; `reason` is why it was not."""

    id: UUID
    kind: MessageKind
    channel: Channel
    state: MessageState
    at: datetime
    reason: str | None


async def list_messages(
    connection: Connection, *, company_id: UUID, user_id: UUID, offset: int, limit: int
) -> list[PastMessage]:
    """The newest first."""
    rows = await connection.fetch_all(
        """
        SELECT id, kind, channel, state, coalesce(sent_at, created_at) AS at, error, attempts
          FROM messages WHERE company_id = :company_id AND user_id = :user_id
         ORDER BY created_at DESC, id OFFSET :offset LIMIT :limit
        """,
        company_id=company_id,
        user_id=user_id,
        offset=offset,
        limit=limit,
    )
    return [
        PastMessage(
            id=row.id,
            kind=MessageKind(row.kind),
            channel=Channel(row.channel),
            state=MessageState(row.state),
            at=row.at,
            reason=_reason(MessageState(row.state), row.error, tried=row.attempts > 0),
        )
        for row in rows
    ]


async def count_messages(connection: Connection, *, company_id: UUID, user_id: UUID) -> int:
    return await connection.fetch_number(
        "SELECT count(*) FROM messages WHERE company_id = :company_id AND user_id = :user_id",
        company_id=company_id,
        user_id=user_id,
    )


def _reason(state: MessageState, error: str | None, *, tried: bool) -> str | None:
    """Only of a message that will not be sent. What was never tried has a sentence of ours."""
    if state not in {MessageState.FAILED, MessageState.EXPIRED}:
        return None
    is_shown = not tried or (error is not None and (_REPLY(error) or error.startswith(SHOWN)))
    return error if is_shown else NOT_SENT
