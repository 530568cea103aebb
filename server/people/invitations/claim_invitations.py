"""Claim due invitations within their limits: the account gets its temporary password in the same transaction."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from server.access.passwords.check_password import generate_temporary_password, temporary_password_mac
from server.company.companies.usage_repository import return_invitations, take_invitations
from server.messaging.messages.delivery import Outgoing
from server.messaging.messages.kinds import Channel, MessageState, channel_of
from server.messaging.messages.repository import drop_messages, lease_messages, postpone, seal
from server.people.account.change_repository import set_temporary_passwords, settle_invitations
from server.people.invitations.errors import STOPPED
from server.people.invitations.limits import NEW_COMPANY_AGE, InvitationLimits
from server.people.invitations.mailboxes import counted_as, remembered_as
from server.people.invitations.repository import (
    DueInvitation,
    Recipient,
    find_free_moments,
    find_stopped,
    find_tomorrow,
    lock_due,
    take_destinations,
)
from server.people.invitations.stop_code import make_stop_code
from server.platform.database.connections import Connection
from server.platform.process.crypto import Keyring
from server.vocabulary.identifiers import sign_in_name
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.link_tokens import LinkSubject
from server.vocabulary.password_policy import TEMPORARY_PASSWORD_LIFE

UNWANTED: Final = "No longer wanted"

Split = tuple[list[DueInvitation], list[DueInvitation]]


@dataclass(frozen=True, kw_only=True)
class ClaimedInvitations:
    """The result of a claim, for the caller that commits it.

    `invitations` are those of `messages`, by message. `stopped` have failed because their recipients want none;
    `waiting` are the companies that have used up their day; `decided` is the number of rows that were read.
    """

    messages: list[Outgoing]
    invitations: dict[UUID, DueInvitation]
    stopped: list[DueInvitation]
    waiting: set[UUID]
    decided: int


async def claim_invitations(
    connection: Connection, *, limit: int, lease: timedelta, keys: Keyring, limits: InvitationLimits
) -> ClaimedInvitations:
    """Claim due invitations within a transaction, each company its share.

    A first attempt gets its temporary password, unless an administrator has typed one. An account that is inactive,
    has answered already or is not waiting for an invitation gets none: its message expires. What exceeds the
    company's day waits until tomorrow (UTC), what comes too soon for its mailbox until that may be sent it.
    """
    due = await lock_due(connection, limit=limit)
    await _expire(connection, [invitation for invitation in due if not invitation.is_wanted])
    wanted, stopped = await _fail_stopped(connection, [invitation for invitation in due if invitation.is_wanted])
    first = [invitation for invitation in wanted if invitation.is_first_attempt]
    first, used_up = await _within_daily_limit(connection, first, limits=limits)
    first = await _spaced_by_destination(connection, first, limits=limits, keys=keys)
    passwords, until = await _give_passwords(connection, [each for each in first if not each.has_password], keys=keys)
    allowed = first + [invitation for invitation in wanted if not invitation.is_first_attempt]
    messages = await lease_messages(
        connection,
        {
            each.message_id: _parameters(
                each, until=until if each.message_id in passwords else each.password_expires_at, keys=keys
            )
            for each in allowed
        },
        secrets=passwords,
        lease=lease,
        life=TEMPORARY_PASSWORD_LIFE,
        keys=keys,
    )
    return ClaimedInvitations(
        messages=messages,
        invitations={invitation.message_id: invitation for invitation in allowed},
        stopped=stopped,
        waiting={invitation.company_id for invitation in used_up},
        decided=len(due),
    )


async def _expire(connection: Connection, unwanted: Sequence[DueInvitation]) -> None:
    """An account that still waits for its invitation is inactive, or the mail could not be sent in time."""
    await settle_invitations(
        connection,
        [
            (each.company_id, each.user_id, Invitation.FAILED if each.is_active else Invitation.NONE)
            for each in unwanted
        ],
    )
    ids = [invitation.message_id for invitation in unwanted]
    await drop_messages(connection, ids, state=MessageState.EXPIRED, reason=UNWANTED)


async def _fail_stopped(connection: Connection, due: list[DueInvitation]) -> Split:
    """(those to send, those whose recipients have asked not to be invited); the latter have failed."""
    recipients = [Recipient(each.message_id, each.company_id, remembered_as(each.contact)) for each in due]
    ids = await find_stopped(connection, recipients)
    stopped = [invitation for invitation in due if invitation.message_id in ids]
    await settle_invitations(connection, [(each.company_id, each.user_id, Invitation.FAILED) for each in stopped])
    await drop_messages(connection, ids, state=MessageState.FAILED, reason=STOPPED)
    return [invitation for invitation in due if invitation.message_id not in ids], stopped


async def _within_daily_limit(connection: Connection, due: list[DueInvitation], *, limits: InvitationLimits) -> Split:
    """(those that their companies may send today, counted; those that wait until tomorrow)."""
    if not due:
        return [], []
    room = await take_invitations(
        connection,
        Counter(invitation.company_id for invitation in due),
        limit=limits.company,
        new_limit=limits.new_company,
        new_age=NEW_COMPANY_AGE,
    )
    allowed: list[DueInvitation] = []
    waiting: list[DueInvitation] = []
    for invitation in due:
        room[invitation.company_id] -= 1
        (waiting if room[invitation.company_id] < 0 else allowed).append(invitation)
    if waiting:
        tomorrow = await find_tomorrow(connection)
        await postpone(connection, {invitation.message_id: tomorrow for invitation in waiting})
    return allowed, waiting


async def _spaced_by_destination(
    connection: Connection, due: list[DueInvitation], *, limits: InvitationLimits, keys: Keyring
) -> list[DueInvitation]:
    """Those whose mailboxes may be sent one now, counted; the others wait. Of two to one mailbox one waits."""
    if not due:
        return []
    destinations = {invitation.message_id: counted_as(keys, invitation.contact) for invitation in due}
    first_of = {destinations[each.message_id]: each.message_id for each in reversed(due)}
    taken = await take_destinations(connection, list(first_of), daily_limit=limits.destination)
    allowed = {first_of[destination] for destination in taken}
    waiting = [invitation for invitation in due if invitation.message_id not in allowed]
    if waiting:
        moments = await find_free_moments(
            connection, {destinations[each.message_id] for each in waiting}, daily_limit=limits.destination
        )
        await postpone(connection, {each.message_id: moments[destinations[each.message_id]] for each in waiting})
        await return_invitations(connection, Counter(invitation.company_id for invitation in waiting))
    return [invitation for invitation in due if invitation.message_id in allowed]


async def _give_passwords(
    connection: Connection, due: Sequence[DueInvitation], *, keys: Keyring
) -> tuple[dict[UUID, bytes], datetime | None]:
    """New temporary passwords for the accounts of these messages: the sealed ones by message, and when they end."""
    passwords = {invitation.message_id: generate_temporary_password() for invitation in due}
    macs = [
        (each.company_id, each.user_id, temporary_password_mac(keys, each.user_id, passwords[each.message_id]))
        for each in due
    ]
    until = await set_temporary_passwords(connection, macs, life=TEMPORARY_PASSWORD_LIFE)
    return {message_id: seal(keys, message_id, password) for message_id, password in passwords.items()}, until


def _parameters(invitation: DueInvitation, *, until: datetime | None, keys: Keyring) -> dict[str, Any]:
    """`until` is the end of the temporary password, and of the link beside it."""
    company_id, user_id, contact = invitation.company_id, invitation.user_id, invitation.contact
    parameters: dict[str, Any] = {
        "full_name": invitation.full_name,
        "company_name": invitation.company_name,
        "stop_code": make_stop_code(keys, company_id=company_id, user_id=user_id, contact=contact),
    }
    if until is not None:
        subject = LinkSubject(company_id=company_id, user_id=user_id, contact=contact, until=until)
        parameters["opens"] = subject.parameters()
    if channel_of(contact) is Channel.SMS:
        slug = invitation.company_slug
        parameters |= {"company_slug": slug, "login": sign_in_name(invitation.label, company=slug)}
    return parameters | ({"is_reminder": True} if invitation.occasion == "reminder" else {})
