"""Publish announcements that are due: they come into the bells of their recipients, and to their open pages."""

from functools import partial
from typing import Final

from server.messaging.announcements import repository
from server.messaging.announcements.announcement_events import (
    ANNOUNCEMENT_NEW,
    ANNOUNCEMENTS_CHANGED,
    AnnouncementNew,
    AnnouncementsChanged,
)
from server.messaging.messages.sending import send_messages
from server.platform.services import Services

RUNG_AT_ONCE: Final = 5_000
# Beyond this one event tells the whole company.
MOST_TOLD_SINGLY: Final = 500
LONGEST_BELL: Final = 200


async def publish_due(services: Services) -> None:
    """A part of each announcement is a transaction that notes how far it has come: a dead worker loses none."""
    while await _publish_next(services):
        pass


async def _publish_next(services: Services) -> bool:
    """Whether there was something to publish."""
    async with services.unit_of_work() as unit:
        found = await repository.hold_due(unit.connection)
        if found is None:
            return False
        body = found.body if len(found.body) <= LONGEST_BELL else f"{found.body[: LONGEST_BELL - 1].rstrip()}…"
        rung = await repository.ring(unit.connection, found, body=body, limit=RUNG_AT_ONCE)
        if len(rung) == RUNG_AT_ONCE:
            return True
        if found.by_mail:
            unit.enqueue(send_messages.task())
        publisher = services.publisher
        if found.rung_to is None and len(rung) <= MOST_TOLD_SINGLY:
            new = AnnouncementNew(id=found.id, title=found.title)
            unit.after_commit(partial(publisher.publish_to_many, ANNOUNCEMENT_NEW, to=rung, payload=new))
        else:
            changed = AnnouncementsChanged()
            unit.after_commit(partial(publisher.publish, ANNOUNCEMENTS_CHANGED, to=found.company_id, payload=changed))
    return True
