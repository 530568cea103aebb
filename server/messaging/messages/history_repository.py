"""What was sent to an account, and what became of it: never the content."""

import re
from typing import Any, Final
from uuid import UUID

from sqlalchemy import func, select

from server.messaging.messages.kinds import NO_TEMPLATE, USED_UP, MessageState
from server.messaging.messages.tables import messages
from server.platform.database.connections import Connection, Row

# A mail server's words about the address or the mail. Others may be about our own servers.
_REPLY: Final = re.compile(r"55\d ").match
# Sentences of ours, which an administrator can pass on to the operator.
SHOWN: Final = (NO_TEMPLATE.partition(" (")[0], *USED_UP.values())


async def list_messages(
    connection: Connection, *, company_id: UUID, user_id: UUID, offset: int, limit: int
) -> list[dict[str, Any]]:
    """The newest first. `at` is when one was sent, or queued where it was not; `reason` is why it was not."""
    columns = messages.c["id", "kind", "channel", "state", "error", "attempts"]
    at = func.coalesce(messages.c.sent_at, messages.c.created_at).label("at")
    own = select(*columns, at).filter_by(company_id=company_id, user_id=user_id)
    newest_first = own.order_by(messages.c.created_at.desc(), messages.c.id).offset(offset).limit(limit)
    return [{**row, "reason": _reason(row)} for row in await connection.fetch_all(newest_first)]


async def count_messages(connection: Connection, *, company_id: UUID, user_id: UUID) -> int:
    own = select(func.count()).select_from(messages).filter_by(company_id=company_id, user_id=user_id)
    return await connection.fetch_number(own)


def _reason(row: Row) -> str | None:
    """Only of a message that will not be sent. What was never tried has a sentence of ours."""
    if row.state not in {MessageState.FAILED, MessageState.EXPIRED}:
        return None
    error: str | None = row.error
    is_shown = row.attempts == 0 or (error is not None and (_REPLY(error) or error.startswith(SHOWN)))
    return error if is_shown else "It could not be sent"
