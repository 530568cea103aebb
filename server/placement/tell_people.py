"""Tell people of their offers: by their bell, by mail, and on their open pages."""

import time
from collections.abc import Sequence
from typing import Final
from zoneinfo import ZoneInfo

from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import Mail, queue_mails
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice
from server.people.account.account_rules import Editor
from server.placement.offer_repository import (
    DueOffer,
    OfferMail,
    StoredOffer,
    expire_offers,
    find_mailed,
    take_warnings,
)
from server.placement.placement_events import OfferMine, announce_offer, announce_opening, record_offers
from server.platform.services import Services, ServiceUnit
from server.vocabulary.placement import OfferState
from server.vocabulary.profiles import DASHBOARD

MOST_DUE: Final = 200
# Then other work of the sweeper has its turn.
SLICE_SECONDS: Final = 1.0
LINK: Final = f"{DASHBOARD}/offers"
MADE: Final = ("You have an offer", "{} Answer it before it runs out.")
CHANGED: Final = ("Your offer has changed", "{} Read it again, and answer it before it runs out.")
WITHDRAWN: Final = ("Your offer was withdrawn", "{} Your placement office can tell you more.")
JOINED: Final = ("Have you joined?", "{} Please say whether you have joined: two taps.")
NO_LONGER: Final = ("Your offer has changed", "{} It was noted that you did not join, or have left.")
ENDING: Final = ("Your offer runs out soon", "Answer it before it runs out: an offer that is not answered is over.")
OVER: Final = ("Your offer has run out", "It was not answered in time. Your placement office can tell you more.")


async def tell_people(
    unit: ServiceUnit, offers: Sequence[StoredOffer], words: tuple[str, str], *, mail: str | None = None
) -> None:
    """Tell people of their offers at one opening; `mail`: also by mail, what became of these."""
    company_id = offers[0].company_id
    title, body = words
    notice = Notice(kind=NotificationKind.OFFER, title=title, body=body.format(f"{offers[0].name}."), link=LINK)
    await notify(unit, notice, company_id=company_id, user_ids=[each.user_id for each in offers])
    for each in offers:
        announce_offer(unit, OfferMine(id=each.id, state=each.state, version=each.version), user_id=each.user_id)
    if mail is None:
        return
    mailed = await find_mailed(unit.connection, [each.user_id for each in offers], company_id=company_id)
    told = [(each, mailed[each.user_id]) for each in offers if each.user_id in mailed]
    await queue_mails(
        unit, MessageKind.OFFER, [_mail(each, person, outcome=mail) for each, person in told], company_id=company_id
    )


def _mail(offer: StoredOffer, person: OfferMail, *, outcome: str) -> Mail:
    moment = offer.answer_by.astimezone(ZoneInfo(person.time_zone))
    names = {"full_name": person.full_name, "company_name": person.company_name}
    names |= {"employer": offer.employer_name, "opening": offer.title}
    return Mail(person.id, person.email, {**names, "answer_by": f"{moment:%Y-%m-%d %H:%M}", "outcome": outcome})


async def end_due_offers(services: Services, *, limit: int = MOST_DUE, seconds: float = SLICE_SECONDS) -> None:
    """End offers that were not answered in time, and remind the people of those that will run out.

    So many at once, by shares of their companies, and again for so long.
    """
    deadline = time.monotonic() + seconds
    for step in (_end, _warn):
        while await step(services, limit=limit) and time.monotonic() < deadline:
            pass


async def _end(services: Services, *, limit: int) -> bool:
    """Whether there were any."""
    async with services.unit_of_work() as unit:
        ended = await expire_offers(unit.connection, limit=limit)
        await _ring(unit, ended, OVER)
        for company_id in dict.fromkeys(each.company_id for each in ended):
            by = Editor(company_id=company_id, user_id=None, profile=None)
            own = [each for each in ended if each.company_id == company_id]
            await record_offers(unit, own, OfferState.EXPIRED, by=by)
        for each in ended:
            mine = OfferMine(id=each.id, state=OfferState.EXPIRED, version=each.version)
            announce_offer(unit, mine, user_id=each.user_id)
        for opening_id, company_id in {each.opening_id: each.company_id for each in ended}.items():
            await announce_opening(unit, opening_id, company_id=company_id)
    return bool(ended)


async def _warn(services: Services, *, limit: int) -> bool:
    """Whether there were any."""
    async with services.unit_of_work() as unit:
        found = await take_warnings(unit.connection, limit=limit)
        await _ring(unit, found, ENDING)
    return bool(found)


async def _ring(unit: ServiceUnit, offers: Sequence[DueOffer], words: tuple[str, str]) -> None:
    """Ring once for each offer; a company's people together."""
    notice = Notice(kind=NotificationKind.OFFER, title=words[0], body=words[1], link=LINK)
    for company_id in dict.fromkeys(each.company_id for each in offers):
        user_ids = [each.user_id for each in offers if each.company_id == company_id]
        await notify(unit, notice, company_id=company_id, user_ids=user_ids)
