"""Publish an announcement that is due: it comes into the bells of its recipients, and to their open pages."""

from typing import Final
from uuid import UUID

from server.messaging.announcements import repository
from server.messaging.announcements.announcement_events import (
    ANNOUNCEMENT_NEW,
    ANNOUNCEMENTS_CHANGED,
    AnnouncementNew,
    AnnouncementsChanged,
)
from server.messaging.messages.sending import send_messages
from server.platform.process.tasks import Queue, task
from server.platform.services import Services

RUNG_AT_ONCE: Final = 5_000
# Beyond this one event tells the whole company.
MOST_TOLD_SINGLY: Final = 500
LONGEST_BELL: Final = 200


@task(Queue.WORK)
async def publish_announcement(services: Services, *, announcement_id: UUID) -> None:
    """Repeated from the beginning after a crash: a bell has one entry about the same. One taken back ends at once."""
    last, people = UUID(int=0), list[UUID]()
    while True:
        async with services.unit_of_work() as unit:
            found = await repository.hold_due(unit.connection, announcement_id=announcement_id)
            if found is None:
                return
            body = found.body if len(found.body) <= LONGEST_BELL else f"{found.body[: LONGEST_BELL - 1].rstrip()}…"
            rung = await repository.ring(unit.connection, found, after=last, body=body, limit=RUNG_AT_ONCE)
        people += rung
        if len(rung) < RUNG_AT_ONCE:
            break
        last = rung[-1]
    async with services.unit_of_work() as unit:
        if not await repository.mark_published(unit.connection, found):
            return
        if found.by_mail:
            unit.enqueue(send_messages.task())
    if len(people) <= MOST_TOLD_SINGLY:
        payload = AnnouncementNew(id=found.id, title=found.title)
        await services.publisher.publish_to_many(ANNOUNCEMENT_NEW, to=people, payload=payload)
    else:
        await services.publisher.publish(ANNOUNCEMENTS_CHANGED, to=found.company_id, payload=AnnouncementsChanged())
