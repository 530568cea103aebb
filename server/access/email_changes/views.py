"""Calls to confirm a new email and to withdraw one."""

from typing import Annotated
from uuid import UUID

from pydantic import Field
from quart import Blueprint

from server.access.email_changes.change_email import cancel_email_change, confirm_email
from server.people.account.schemas import UserRecord
from server.platform.http.authentication import Routes, current_context, current_visit
from server.platform.schemas import MessageResponse, RequestSchema
from server.vocabulary.profiles import Permission

routes = Routes(Blueprint("email_changes", __name__), "Users")


class ConfirmEmailRequest(RequestSchema):
    """`token` is what follows the `#` of the link in the mail."""

    token: Annotated[str, Field(min_length=1, max_length=200)]


@routes.post("/users/email/confirm", public=True, limit=30)
async def confirm_new_email(data: ConfirmEmailRequest) -> MessageResponse:
    """Confirm an email that an administrator has entered. The token stands in the mail to it, and works once."""
    await confirm_email(current_visit(), token=data.token)
    return MessageResponse(message="Your email address is confirmed. Please log in with it.")


@routes.delete("/users/<uuid:user_id>/pending-email", requires=Permission.USER_EDIT, limit=300)
async def cancel_pending_email(user_id: UUID) -> UserRecord:
    """Withdraw an email that waits for its confirmation."""
    return await cancel_email_change(current_context(), user_id)
