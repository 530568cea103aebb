"""Notify accounts: a stored row each, and an event to their open pages."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from server.messaging.notifications.events import NOTIFICATION_NEW, NotificationNew
from server.messaging.notifications.repository import (
    AddedNotification,
    Notice,
    add_notification,
    find_people,
    was_notified_of,
)
from server.platform.database.connections import Effect, UnitOfWork
from server.platform.services import Services
from server.vocabulary.profiles import Profile

ADMINISTRATORS: Final = (Profile.SUPER_ADMIN, Profile.ADMIN)
MOST_ADMINISTRATORS: Final = 100


async def notify(
    services: Services, unit: UnitOfWork, notice: Notice, *, company_id: UUID, user_ids: Collection[UUID]
) -> None:
    """Within the caller's transaction; the events leave after its commit."""
    for added in await add_notification(unit.connection, notice, company_id=company_id, user_ids=user_ids):
        unit.after_commit(_publishing(services, added))


async def notify_administrators(services: Services, unit: UnitOfWork, notice: Notice, *, company_id: UUID) -> None:
    """The first hundred of the company, and once for what the notice is about."""
    if notice.about is not None and await was_notified_of(
        unit.connection, company_id=company_id, about=notice.about, kind=notice.kind
    ):
        return
    people = await find_people(
        unit.connection, company_id=company_id, profiles=ADMINISTRATORS, most=MOST_ADMINISTRATORS
    )
    await notify(services, unit, notice, company_id=company_id, user_ids=people)


def _publishing(services: Services, added: AddedNotification) -> Effect:
    new = added.notification
    payload = NotificationNew(
        id=new.id,
        kind=new.kind,
        title=new.title,
        body=new.body,
        link=new.link,
        created_at=new.created_at,
        unread=added.unread,
    )
    return lambda: services.publisher.publish(NOTIFICATION_NEW, to=added.user_id, payload=payload)
