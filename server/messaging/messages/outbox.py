"""Queueing a message: a row of the same transaction as the change that causes it.

A bulk writer inserts its rows itself (company_id, user_id, import_id, kind, channel, recipient): an invitation
gets its temporary password and the names in its text only when it is about to be sent.

After commit the job `send_code` is enqueued for a code, `send_messages` for everything else. Losing that job loses
nothing: the sweeper finds what is due.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypedDict, Unpack
from uuid import UUID, uuid4

from server.messaging.messages.kinds import SECURITY_NOTICES, Channel, MessageKind, channel_of
from server.messaging.messages.repository import add_sends, insert_message, insert_messages, seal
from server.messaging.messages.sending import send_messages
from server.platform.database.connections import Connection
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import ServiceUnit

# To one address, of all kinds together.
NOTICES_A_DAY: Final = 100
TEXTED_NOTICES_A_DAY: Final = 10
NOTICE_SCOPE: Final = "destination:NOTICE"


class HeaderInjectionError(ValueError):
    """A line break in an address or a name, which could end a header and start another."""


class Mail(NamedTuple):
    """A message to the email of an account, with what its text needs."""

    user_id: UUID
    to: str
    parameters: dict[str, Any]


class Belongings(TypedDict, total=False):
    """The company, account, flow and import that a message belongs to, what its text needs, and when it expires."""

    company_id: UUID | None
    user_id: UUID | None
    flow_id: UUID | None
    import_id: UUID | None
    parameters: dict[str, Any] | None
    expires_at: datetime | None


async def queue_message(
    connection: Connection,
    *,
    kind: MessageKind,
    channel: Channel,
    recipient: str,
    keys: Keyring,
    secret: str | None = None,
    is_wanted: bool = True,
    **belongings: Unpack[Belongings],
) -> UUID:
    """Insert one message and return its id; `secret` (a code) is kept sealed. With `is_wanted` false it is never sent.

    Raises HeaderInjectionError: the recipient holds a line break.
    """
    _refuse_line_breaks([recipient])
    goes_out = is_wanted and recipient in await _with_room(connection, kind, [recipient], keys=keys)
    message_id = uuid4()
    row = {"id": message_id, "kind": kind, "channel": channel, "recipient": recipient, **belongings}
    # Sealed also where it does not go out: a request for a stranger's code takes as long.
    sealed = None if secret is None else seal(keys, message_id, secret)
    await insert_message(connection, row, secret=sealed if goes_out else None, goes_out=goes_out)
    return message_id


async def queue_mail(
    unit: ServiceUnit, kind: MessageKind, *, to: str, secret: str | None = None, **belongings: Unpack[Belongings]
) -> None:
    """Queue a message of an account, by email or to a phone by SMS; it leaves after the commit."""
    keys, channel = unit.services.keys, channel_of(to)
    await queue_message(
        unit.connection, kind=kind, channel=channel, recipient=to, keys=keys, secret=secret, **belongings
    )
    unit.enqueue(send_messages.task())


async def queue_mails(unit: ServiceUnit, kind: MessageKind, mails: Sequence[Mail], *, company_id: UUID) -> None:
    """Queue one message each, with as many statements as for one. Raises HeaderInjectionError."""
    if not mails:
        return
    _refuse_line_breaks([each.to for each in mails])
    heard = await _with_room(unit.connection, kind, [each.to for each in mails], keys=unit.services.keys)
    given = [(each.user_id, each.to, each.parameters, each.to in heard) for each in mails]
    await insert_messages(unit.connection, kind, given, company_id=company_id)
    unit.enqueue(send_messages.task())


def _refuse_line_breaks(recipients: Collection[str]) -> None:
    if any("\r" in each or "\n" in each for each in recipients):
        raise HeaderInjectionError


async def _with_room(
    connection: Connection, kind: MessageKind, recipients: Collection[str], *, keys: Keyring
) -> set[str]:
    """Count a notice to each, of which an address gets so many a day; the others have limits of their own.

    Return which of them get it.
    """
    if kind in {MessageKind.CODE, MessageKind.INVITATION} | SECURITY_NOTICES:
        return {*recipients}
    scopes = {(NOTICE_SCOPE, keys.mac(Purpose.THROTTLE, each.encode())): each for each in recipients}
    counted = await add_sends(connection, dict.fromkeys(scopes, 1))
    return {
        each
        for scope, each in scopes.items()
        if counted[scope] <= (TEXTED_NOTICES_A_DAY if channel_of(each) is Channel.SMS else NOTICES_A_DAY)
    }
