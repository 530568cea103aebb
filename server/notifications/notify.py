"""Telling people something that they may see again: a row each, and an event to their open pages."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from server.database import Effect, UnitOfWork
from server.identity.profiles import Profile
from server.notifications.events import NOTIFICATION_NEW, NotificationNew
from server.notifications.repository import Notice, Told, add_notification, find_people, was_told_of
from server.services import Services

ADMINISTRATORS: Final = (Profile.SUPER_ADMIN, Profile.ADMIN)
MOST_ADMINISTRATORS: Final = 100


async def notify(
    services: Services, unit: UnitOfWork, notice: Notice, *, company_id: UUID, user_ids: Collection[UUID]
) -> None:
    """Within the caller's transaction; the events leave after its commit."""
    for told in await add_notification(unit.connection, notice, company_id=company_id, user_ids=user_ids):
        unit.after_commit(_telling(services, told))


async def notify_administrators(services: Services, unit: UnitOfWork, notice: Notice, *, company_id: UUID) -> None:
    """The first hundred of the company, and once for what the notice is about."""
    if notice.about is not None and await was_told_of(
        unit.connection, company_id=company_id, about=notice.about, kind=notice.kind
    ):
        return
    people = await find_people(
        unit.connection, company_id=company_id, profiles=ADMINISTRATORS, most=MOST_ADMINISTRATORS
    )
    await notify(services, unit, notice, company_id=company_id, user_ids=people)


def _telling(services: Services, told: Told) -> Effect:
    new = told.notification
    payload = NotificationNew(
        id=new.id,
        kind=new.kind,
        title=new.title,
        body=new.body,
        link=new.link,
        created_at=new.created_at,
        unread=told.unread,
    )
    return lambda: services.publisher.publish(NOTIFICATION_NEW, to=told.user_id, payload=payload)
