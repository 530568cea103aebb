"""Mark the caller's notifications as read."""

from collections.abc import Collection
from uuid import UUID

from server.messaging.notifications import repository
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def mark_read(services: Services, *, identity: Identity, ids: Collection[UUID] | None) -> int:
    """These of the caller's notifications, or all (None); how many are left unread. Doing it twice is no error."""
    owner = {"company_id": identity.company_id, "user_id": identity.user_id}
    async with services.database.unit_of_work() as unit:
        await repository.mark_read(unit.connection, **owner, ids=ids)
        counts = await repository.count_notifications(unit.connection, **owner)
    return counts.unread
