"""List the caller's notifications."""

from server.messaging.notifications import repository
from server.messaging.notifications.schemas import NotificationPage, NotificationRecord
from server.platform.schemas import PageQuery
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def list_notifications(services: Services, *, identity: Identity, query: PageQuery) -> NotificationPage:
    """One page of the caller's own, newest first."""
    owner = {"company_id": identity.company_id, "user_id": identity.user_id}
    async with services.database.reading() as connection:
        page = await repository.list_notifications(connection, **owner, offset=query.offset, limit=query.page_size)
        counts = await repository.count_notifications(connection, **owner)
    return NotificationPage(
        data=[NotificationRecord.model_validate(notification) for notification in page],
        page=query.page,
        page_size=query.page_size,
        total=counts.total,
        total_is_exact=True,
        unread=counts.unread,
    )
