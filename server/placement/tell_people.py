"""Tell people of their offers: by their bell, by mail, and on their open pages."""

from collections.abc import Sequence
from typing import Final
from zoneinfo import ZoneInfo

from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import queue_mail
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice
from server.placement.offer_repository import DueOffer, StoredOffer, expire_offers, find_mailed, take_warnings
from server.placement.placement_events import OfferMine, announce_offer, announce_opening
from server.platform.services import Services, ServiceUnit
from server.vocabulary.placement import OfferState
from server.vocabulary.profiles import DASHBOARD

MOST_DUE: Final = 200
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
    for each in offers:
        if (person := mailed.get(each.user_id)) is None:
            continue
        moment = each.answer_by.astimezone(ZoneInfo(person.time_zone))
        await queue_mail(
            unit,
            MessageKind.OFFER,
            to=person.email,
            company_id=company_id,
            user_id=person.id,
            parameters={
                "full_name": person.full_name,
                "company_name": person.company_name,
                "employer": each.employer_name,
                "opening": each.title,
                "answer_by": f"{moment:%Y-%m-%d %H:%M}",
                "outcome": mail,
            },
        )


async def end_due_offers(services: Services) -> None:
    """End offers that were not answered in time, and remind the people of those that will run out."""
    async with services.unit_of_work() as unit:
        ended = await expire_offers(unit.connection, limit=MOST_DUE)
        await _ring(unit, ended, OVER)
        for each in ended:
            mine = OfferMine(id=each.id, state=OfferState.EXPIRED, version=each.version)
            announce_offer(unit, mine, user_id=each.user_id)
        for opening_id, company_id in {each.opening_id: each.company_id for each in ended}.items():
            await announce_opening(unit, opening_id, company_id=company_id)
    async with services.unit_of_work() as unit:
        await _ring(unit, await take_warnings(unit.connection, limit=MOST_DUE), ENDING)


async def _ring(unit: ServiceUnit, offers: Sequence[DueOffer], words: tuple[str, str]) -> None:
    """Ring once for each offer; a company's people together."""
    notice = Notice(kind=NotificationKind.OFFER, title=words[0], body=words[1], link=LINK)
    for company_id in dict.fromkeys(each.company_id for each in offers):
        user_ids = [each.user_id for each in offers if each.company_id == company_id]
        await notify(unit, notice, company_id=company_id, user_ids=user_ids)
