"""Remind invited people who have not signed in, once for each invitation."""

from collections import defaultdict
from typing import Final
from uuid import UUID

from server.messaging.messages.send_messages import send_messages
from server.people.account.events import MAXIMUM_IDS, UsersChangeKind, publish_users_changed
from server.people.invitations.reminder_repository import queue_reminders
from server.platform.services import Services

BATCH: Final = 500


async def remind_invited(services: Services) -> None:
    """Queue the reminders that are due. They are invitations with a new password, under the same limits."""
    while await _remind_some(services) == BATCH:
        pass


async def _remind_some(services: Services) -> int:
    """How many invitations were looked at."""
    async with services.database.unit_of_work() as unit:
        reminders = await queue_reminders(unit.connection, limit=BATCH)
        if reminders.queued:
            unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
    people: defaultdict[UUID, list[UUID]] = defaultdict(list)
    for company_id, user_id in reminders.queued:
        people[company_id].append(user_id)
    for company_id, ids in people.items():
        shown = ids if len(ids) <= MAXIMUM_IDS else []
        await publish_users_changed(services, company_id=company_id, kind=UsersChangeKind.UPDATED, ids=shown)
    return reminders.due
