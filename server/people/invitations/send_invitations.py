"""Send due invitations: claim them within their limits, remind, and report what became of them."""

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from server.access.passwords.set_password import generate_temporary_password, temporary_password_mac
from server.company.companies.repository import return_invitations
from server.messaging.messages.kinds import BATCH_LEASE, Attempt, Channel, MessageState, Outgoing, channel_of
from server.messaging.messages.repository import (
    drop_messages,
    find_tomorrow,
    lease_messages,
    postpone,
    record_attempts,
    seal,
)
from server.messaging.messages.sending import SendingServices, hand_over, send_messages
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify_administrators
from server.messaging.notifications.repository import Notice
from server.people.account.events import USERS_CHANGED, UsersChangeKind, publish_ids
from server.people.account.people_repository import find_user, lock_users, set_temporary_passwords, settle_invitations
from server.people.invitations import repository
from server.people.invitations.invite_user import take_mailboxes, take_room
from server.people.invitations.limits import (
    STOPPED,
    InvitationLimits,
    counted_as,
    describe_new_company_limit,
    make_stop_code,
    remembered_as,
)
from server.people.invitations.repository import DueInvitation, Recipient
from server.platform.database.connections import Connection
from server.platform.process.crypto import Keyring
from server.platform.services import Services, ServiceUnit
from server.vocabulary.identifiers import sign_in_name
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.link_tokens import LinkSubject
from server.vocabulary.password_policy import TEMPORARY_PASSWORD_LIFE

REMINDERS_AT_ONCE: Final = 500

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


async def claim_invitations(unit: ServiceUnit, *, limit: int) -> ClaimedInvitations:
    """Claim due invitations within a transaction, each company its share.

    A first attempt gets its temporary password, unless an administrator has typed one. An account that is inactive,
    has answered already or is not waiting for an invitation gets none: its message expires. What exceeds the
    company's day waits until tomorrow (UTC), what comes too soon for its mailbox until that may be sent it.
    """
    keys = unit.services.keys
    due = await repository.lock_due(unit.connection, limit=limit)
    await _expire(unit.connection, [invitation for invitation in due if not invitation.is_wanted])
    wanted, stopped = await _fail_stopped(unit.connection, [invitation for invitation in due if invitation.is_wanted])
    first = [invitation for invitation in wanted if invitation.is_first_attempt]
    first, used_up = await _within_daily_limit(unit, first)
    first = await _spaced_by_destination(unit, first)
    passwords, until = await _give_passwords(unit, [each for each in first if not each.has_password])
    allowed = first + [invitation for invitation in wanted if not invitation.is_first_attempt]
    messages = await lease_messages(
        unit.connection,
        {
            each.message_id: _parameters(
                each, until=until if each.message_id in passwords else each.password_expires_at, keys=keys
            )
            for each in allowed
        },
        secrets=passwords,
        lease=BATCH_LEASE,
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
    await drop_messages(connection, ids, state=MessageState.EXPIRED, reason="No longer wanted")


async def _fail_stopped(connection: Connection, due: list[DueInvitation]) -> Split:
    """(those to send, those whose recipients have asked not to be invited); the latter have failed."""
    recipients = [Recipient(each.message_id, each.company_id, remembered_as(each.contact)) for each in due]
    ids = await repository.find_stopped(connection, recipients)
    stopped = [invitation for invitation in due if invitation.message_id in ids]
    await settle_invitations(connection, [(each.company_id, each.user_id, Invitation.FAILED) for each in stopped])
    await drop_messages(connection, ids, state=MessageState.FAILED, reason=STOPPED)
    return [invitation for invitation in due if invitation.message_id not in ids], stopped


async def _within_daily_limit(unit: ServiceUnit, due: list[DueInvitation]) -> Split:
    """(those that their companies may send today, counted; those that wait until tomorrow)."""
    if not due:
        return [], []
    room = await take_room(unit, Counter(invitation.company_id for invitation in due))
    allowed: list[DueInvitation] = []
    waiting: list[DueInvitation] = []
    for invitation in due:
        room[invitation.company_id] -= 1
        (waiting if room[invitation.company_id] < 0 else allowed).append(invitation)
    if waiting:
        tomorrow = await find_tomorrow(unit.connection)
        await postpone(unit.connection, {invitation.message_id: tomorrow for invitation in waiting})
    return allowed, waiting


async def _spaced_by_destination(unit: ServiceUnit, due: list[DueInvitation]) -> list[DueInvitation]:
    """Count and return those whose mailboxes may be sent one now; the others wait. Of two to one mailbox one waits."""
    if not due:
        return []
    destinations = {invitation.message_id: counted_as(unit.services.keys, invitation.contact) for invitation in due}
    first_of = {destinations[each.message_id]: each.message_id for each in reversed(due)}
    taken = await take_mailboxes(unit, list(first_of))
    allowed = {first_of[destination] for destination in taken}
    waiting = [invitation for invitation in due if invitation.message_id not in allowed]
    if waiting:
        limits = InvitationLimits.from_settings(unit.services.settings)
        moments = await repository.find_free_moments(
            unit.connection, {destinations[each.message_id] for each in waiting}, daily_limit=limits.destination
        )
        await postpone(unit.connection, {each.message_id: moments[destinations[each.message_id]] for each in waiting})
        await return_invitations(unit.connection, Counter(invitation.company_id for invitation in waiting))
    return [invitation for invitation in due if invitation.message_id in allowed]


async def _give_passwords(unit: ServiceUnit, due: Sequence[DueInvitation]) -> tuple[dict[UUID, bytes], datetime | None]:
    """New temporary passwords for the accounts of these messages: the sealed ones by message, and when they end."""
    keys, passwords = unit.services.keys, {invitation.message_id: generate_temporary_password() for invitation in due}
    macs = [
        (each.company_id, each.user_id, temporary_password_mac(keys, each.user_id, passwords[each.message_id]))
        for each in due
    ]
    until = await set_temporary_passwords(unit.connection, macs, life=TEMPORARY_PASSWORD_LIFE)
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
    if invitation.has_verified_name:
        parameters["institute"] = invitation.company_slug
    return parameters | ({"is_reminder": True} if invitation.occasion == "reminder" else {})


LINK: Final = "/dashboard/users"
CHECK_ADDRESS: Final = "Check the address before you invite them again."
CHECK_NUMBER: Final = "Check the number before you invite them again."


async def notify_undelivered(services: Services, failed: Sequence[DueInvitation], *, reason: str | None) -> None:
    """Notify of each single invitation; `reason` is given where the address is not the cause."""
    for invitation in failed:
        company_id, by_sms = invitation.company_id, channel_of(invitation.contact) is Channel.SMS
        async with services.unit_of_work() as unit:
            person = await find_user(unit.connection, company_id=company_id, user_id=invitation.user_id)
            if person is None or not person.is_active:
                continue
            notice = Notice(
                kind=NotificationKind.INVITATION_FAILED,
                title="An invitation could not be delivered",
                body=(
                    f"{person.full_name} ({invitation.contact}) did not get the {'text message' if by_sms else 'mail'}."
                    f" {reason or (CHECK_NUMBER if by_sms else CHECK_ADDRESS)}"
                ),
                link=LINK,
                about=invitation.message_id,
            )
            await notify_administrators(unit, notice, company_id=company_id)


async def notify_waiting(services: Services, companies: Collection[UUID]) -> None:
    """Notify each company once that invitations wait until tomorrow because it is new, and how to send more."""
    limits, brand = InvitationLimits.from_settings(services.settings), services.settings.brand_name
    limit = describe_new_company_limit(daily=limits.new_company, brand=brand)
    for company_id in companies:
        async with services.unit_of_work() as unit:
            if await repository.is_new_company(unit.connection, company_id=company_id):
                notice = Notice(
                    kind=NotificationKind.INVITATION_FAILED,
                    title="Some invitations wait until tomorrow",
                    body=f"{limit} The others are sent by themselves, day by day.",
                    link=LINK,
                    about=company_id,
                )
                await notify_administrators(unit, notice, company_id=company_id)


Imports: TypeAlias = Sequence[tuple[UUID, UUID]]


class ImportReports(NamedTuple):
    """What imports learn of their invitations, as (company, import) of each.

    `sent` is within the transaction that records it, `failed` follows once it is committed.
    """

    sent: Callable[[ServiceUnit, Imports], Awaitable[None]]
    failed: Callable[[Services, Imports], Awaitable[None]]


async def send_invitations(
    services: SendingServices, *, limit: int, imports: ImportReports
) -> Sequence[Attempt] | None:
    """The attempts at those that may be sent now; None where none was due."""
    async with services.unit_of_work() as unit:
        claimed = await claim_invitations(unit, limit=limit)
    if claimed.stopped:
        await _publish_changes(services, claimed.stopped)
        await _report_failed(services, claimed.stopped, reason=STOPPED, imports=imports)
    await notify_waiting(services, claimed.waiting)
    if not claimed.messages:
        return [] if claimed.decided else None
    record = partial(_record, services, invitations=claimed.invitations, imports=imports)
    return await hand_over(services, claimed.messages, record=record)


async def _record(
    services: SendingServices,
    messages: Sequence[Outgoing],
    attempts: Sequence[Attempt],
    *,
    invitations: Mapping[UUID, DueInvitation],
    imports: ImportReports,
) -> None:
    """An account's `invitation` and its import's count follow the messages."""
    async with services.unit_of_work() as unit:
        connection = unit.connection
        await lock_users(connection, [invitations[message.id].user_id for message in messages])
        states = await record_attempts(connection, messages, attempts)
        settled = [(invitations[message_id], state) for message_id, state in states.items()]
        await settle_invitations(
            connection, [(each.company_id, each.user_id, Invitation(state.value)) for each, state in settled]
        )
        # An import counts the people that its invitations have reached, not the invitations to each.
        sent = [each for each, state in settled if state is MessageState.SENT and each.occasion is None]
        await imports.sent(unit, _imports(sent))
    await _publish_changes(services, [each for each, _ in settled if each.import_id is None])
    failed = [each for each, state in settled if state is MessageState.FAILED]
    await _report_failed(services, failed, reason=None, imports=imports)


async def _report_failed(
    services: Services, failed: Sequence[DueInvitation], *, reason: str | None, imports: ImportReports
) -> None:
    """Report failures in transactions of their own.

    Mails of the same batch that were sent must not be sent again because of this.
    """
    await imports.failed(services, list(dict.fromkeys(_imports(failed))))
    await notify_undelivered(services, [each for each in failed if each.import_id is None], reason=reason)


async def _publish_changes(services: Services, changed: Sequence[DueInvitation]) -> None:
    for company_id in dict.fromkeys(invitation.company_id for invitation in changed):
        ids = [invitation.user_id for invitation in changed if invitation.company_id == company_id]
        await publish_ids(services, USERS_CHANGED, company_id=company_id, kind=UsersChangeKind.UPDATED, ids=ids)


def _imports(invitations: Sequence[DueInvitation]) -> list[tuple[UUID, UUID]]:
    return [(each.company_id, each.import_id) for each in invitations if each.import_id is not None]


async def remind_invited(services: Services) -> None:
    """Queue the reminders that are due. They are invitations with a new password, under the same limits."""
    looked_at = REMINDERS_AT_ONCE
    while looked_at == REMINDERS_AT_ONCE:
        async with services.unit_of_work() as unit:
            looked_at, queued = await repository.queue_reminders(unit.connection, limit=REMINDERS_AT_ONCE)
            if queued:
                unit.enqueue(send_messages.task())
        for company_id, ids in queued.items():
            await publish_ids(services, USERS_CHANGED, company_id=company_id, kind=UsersChangeKind.UPDATED, ids=ids)
