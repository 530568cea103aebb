from quart import Blueprint

from server.messaging.notifications import own_notifications
from server.messaging.notifications.own_notifications import NotificationPage, ReadAnswer, ReadRequest
from server.platform.http.authentication import Routes, current_context
from server.platform.schemas import PageQuery

routes = Routes(Blueprint("notifications", __name__, url_prefix="/notifications"), "Notifications")


@routes.get("", signed_in=True, limit=1200)
async def read_notifications(query_args: PageQuery) -> NotificationPage:
    """The caller's notifications, newest first."""
    return await own_notifications.list_notifications(current_context(), query=query_args)


@routes.post("/read", signed_in=True, limit=600)
async def mark_notifications_read(data: ReadRequest) -> ReadAnswer:
    """Mark some as read, or all; how many are left."""
    unread = await own_notifications.mark_read(current_context(), ids=data.ids)
    return ReadAnswer(unread=unread)
