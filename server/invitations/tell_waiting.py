"""Notify the administrators of a new company that its invitations wait for another day, and how to send more."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from server.invitations.errors import describe_new_company_limit
from server.invitations.limits import InvitationLimits
from server.invitations.repository import is_new_company
from server.invitations.tell_undeliverable import MOST_TOLD, TOLD
from server.notifications.kinds import NotificationKind
from server.notifications.notify import notify
from server.notifications.repository import Notice, find_people, was_told_of
from server.services import Services

WAITING_TITLE: Final = "Some invitations wait until tomorrow"


async def tell_waiting(services: Services, companies: Collection[UUID]) -> None:
    """Once a company. In a transaction of its own, like every notification of the outbox."""
    for company_id in companies:
        async with services.database.unit_of_work() as unit:
            kind = NotificationKind.INVITATION_FAILED
            if not await is_new_company(unit.connection, company_id=company_id):
                continue
            if await was_told_of(unit.connection, company_id=company_id, about=company_id, kind=kind):
                continue
            people = await find_people(unit.connection, company_id=company_id, profiles=TOLD, most=MOST_TOLD)
            notice = _notice(services, company_id=company_id)
            await notify(services, unit, notice, company_id=company_id, user_ids=people)


def _notice(services: Services, *, company_id: UUID) -> Notice:
    limit = describe_new_company_limit(
        daily=InvitationLimits.from_settings(services.settings).new_company, brand=services.settings.brand_name
    )
    return Notice(
        kind=NotificationKind.INVITATION_FAILED,
        title=WAITING_TITLE,
        body=f"{limit} The others are sent by themselves, day by day.",
        link="/dashboard/users",
        about=company_id,
    )
