"""The way into the outbox: a message is a row of the same transaction as the change that it tells of.

A bulk writer inserts its rows itself (company_id, user_id, import_id, kind, channel, recipient): an invitation
gets its temporary password and the names in its text only when it is about to be sent.

After commit the caller enqueues :func:`server.jobs.send_code` for a code, :func:`server.jobs.send_messages`
for everything else. Losing that job loses nothing: the sweeper finds what is due.
"""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from server.crypto import Keyring, Purpose
from server.database import Connection
from server.messages.kinds import Channel, MessageKind, MessageState
from server.messages.outbox_repository import insert_message


class HeaderInjectionError(ValueError):
    """A line break in an address or a name, which could end a header and start another."""


async def queue_message(
    connection: Connection,
    *,
    kind: MessageKind,
    channel: Channel,
    recipient: str,
    keys: Keyring,
    company_id: UUID | None = None,
    user_id: UUID | None = None,
    flow_id: UUID | None = None,
    import_id: UUID | None = None,
    parameters: dict[str, Any] | None = None,
    secret: str | None = None,
    expires_at: datetime | None = None,
    is_wanted: bool = True,
) -> UUID:
    """Insert one message and return its id; `secret` (a code) is kept sealed. One not wanted is never sent.

    Raises HeaderInjectionError: the recipient holds a line break.
    """
    if "\r" in recipient or "\n" in recipient:
        raise HeaderInjectionError
    message_id = uuid4()
    sealed = seal(keys, message_id, secret) if secret is not None else None
    await insert_message(
        connection,
        id=message_id,
        company_id=company_id,
        user_id=user_id,
        flow_id=flow_id,
        import_id=import_id,
        kind=kind.value,
        channel=channel.value,
        recipient=recipient,
        parameters=parameters,
        secret=sealed if is_wanted else None,
        expires_at=expires_at,
        state=(MessageState.QUEUED if is_wanted else MessageState.EXPIRED).value,
    )
    return message_id


def seal(keys: Keyring, message_id: UUID, secret: str) -> bytes:
    """The secret of one message, worth nothing in the row of another."""
    return keys.seal(Purpose.OUTBOX, secret, context=message_id.bytes)


def unseal(keys: Keyring, message_id: UUID, sealed: bytes) -> str:
    """Raises server.crypto.SealError."""
    return keys.open(Purpose.OUTBOX, sealed, context=message_id.bytes)
