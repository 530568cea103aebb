"""Send the mails of announcements that are due."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from server.messaging.announcements import mail_repository
from server.messaging.announcements.links import own_links, without_other_links
from server.messaging.announcements.mail_repository import DueMail
from server.messaging.announcements.repository import find_domains
from server.messaging.announcements.schemas import MailState
from server.messaging.announcements.stop_codes import make_stop_code
from server.messaging.messages.kinds import BATCH_LEASE, Attempt, MessageState, Outgoing
from server.messaging.messages.repository import (
    add_sends,
    drop_messages,
    find_tomorrow,
    lease_messages,
    postpone,
    record_attempts,
)
from server.messaging.messages.sending import SendingServices, hand_over
from server.people.invitations.limits import NEW_COMPANY_AGE, InvitationLimits
from server.platform.services import ServiceUnit

LIFE: Final = timedelta(days=2)
COMPANY_SCOPE: Final = "company:ANNOUNCEMENT"
UNWANTED: Final = "Taken back, or no longer wanted"
_SETTLED: Final = {MessageState.SENT: MailState.SENT, MessageState.FAILED: MailState.FAILED}


async def send_announcements(services: SendingServices, *, limit: int) -> Sequence[Attempt] | None:
    """The attempts at those that may be sent now; None where none was due."""
    async with services.unit_of_work() as unit:
        due = await mail_repository.lock_due(unit.connection, new_age=NEW_COMPANY_AGE, limit=limit)
        mails = await _within_daily_limit(unit, await _wanted(unit, due))
        messages = await _claim(unit, mails)
    if not messages:
        return [] if due else None
    by_message = {each.message_id: each for each in mails}

    async def keep(part: Sequence[Outgoing], attempts: Sequence[Attempt]) -> None:
        async with services.unit_of_work() as unit:
            states = await record_attempts(unit.connection, part, attempts)
            errors = {each.message_id: each.error for each in attempts}
            for state, shown in _SETTLED.items():
                settled = [by_message[message_id] for message_id, found in states.items() if found is state]
                await mail_repository.set_mail_states(unit.connection, settled, shown, errors=errors)

    return await hand_over(services, messages, record=keep)


async def _wanted(unit: ServiceUnit, due: Sequence[DueMail]) -> list[DueMail]:
    """Leave out what was taken back, and what its recipient does not want or cannot get any more."""
    wanted = [each for each in due if each.is_wanted and each.announcement_ids]
    unwanted = [each for each in due if not (each.is_wanted and each.announcement_ids)]
    ids = [each.message_id for each in unwanted]
    await drop_messages(unit.connection, ids, state=MessageState.EXPIRED, reason=UNWANTED)
    await mail_repository.set_mail_states(unit.connection, unwanted, MailState.EXPIRED)
    return wanted


async def _within_daily_limit(unit: ServiceUnit, due: Sequence[DueMail]) -> list[DueMail]:
    """Count those that their companies may send today; the others wait until tomorrow (UTC)."""
    first = [each for each in due if each.is_first]
    asked = Counter((COMPANY_SCOPE, each.company_id.bytes) for each in first)
    sent = await add_sends(unit.connection, asked) if asked else {}
    limits, waiting = InvitationLimits.from_settings(unit.services.settings), set[UUID]()
    # The last ones of those that were counted now are beyond the limit.
    for each in reversed(first):
        scope = (COMPANY_SCOPE, each.company_id.bytes)
        if sent[scope] > (limits.new_company if each.is_new else limits.company):
            sent[scope] -= 1
            waiting.add(each.message_id)
    if waiting:
        tomorrow = await find_tomorrow(unit.connection)
        await postpone(unit.connection, dict.fromkeys(waiting, tomorrow))
        beyond = Counter((COMPANY_SCOPE, each.company_id.bytes) for each in first if each.message_id in waiting)
        await add_sends(unit.connection, {scope: -number for scope, number in beyond.items()})
    return [each for each in due if each.message_id not in waiting]


async def _claim(unit: ServiceUnit, mails: Sequence[DueMail]) -> list[Outgoing]:
    """Claim these, with their texts, which are stored with the announcement alone."""
    leased = await lease_messages(
        unit.connection,
        {each.message_id: {} for each in mails},
        secrets={},
        lease=BATCH_LEASE,
        life=LIFE,
        keys=unit.services.keys,
    )
    if not leased:
        return []
    domains = await find_domains(unit.connection, {each.company_id for each in mails})
    by_message = {each.message_id: each for each in mails}
    keys, company_of = unit.services.keys, {one: each.company_id for each in mails for one in each.announcement_ids}
    texts = await mail_repository.read_texts(unit.connection, company_of)
    items_of = {one: _item(*texts[one], domains=domains[company_id]) for one, company_id in company_of.items()}

    def parameters(mail: DueMail) -> dict[str, Any]:
        code = make_stop_code(keys, company_id=mail.company_id, user_id=mail.user_id)
        items = [items_of[announcement_id] for announcement_id in mail.announcement_ids]
        return {"full_name": mail.full_name, "company_name": mail.company_name, "items": items, "mail_code": code}

    return [replace(each, parameters=parameters(by_message[each.id])) for each in leased]


def _item(title: str, body: str, *, domains: Collection[str]) -> dict[str, Any]:
    links = own_links(body, domains=domains)
    shown = {"title": without_other_links(title, links=()), "body": without_other_links(body, links=links)}
    return {**shown, "links": links}
