"""Calls to ask for another email of one's own, to confirm a new email, and to withdraw one."""

from typing import Annotated
from uuid import UUID

from pydantic import Field
from quart import Blueprint

from server.access.email_changes.change_email import (
    OwnEmailChange,
    cancel_email_change,
    cancel_own_change,
    change_own_email,
    confirm_email,
    read_own_change,
)
from server.people.account.schemas import UserRecord
from server.platform.http.authentication import Routes, current_context, current_visit
from server.platform.schemas import MessageResponse, RequestSchema, Typed
from server.vocabulary.profiles import Permission

routes = Routes(Blueprint("email_changes", __name__), "Users")


class ConfirmEmailRequest(RequestSchema):
    """`token` is what follows the `#` of the link in the mail."""

    token: Annotated[str, Field(min_length=1, max_length=200)]


class OwnEmailRequest(RequestSchema):
    email: Typed


@routes.get("/users/profile/email-change", signed_in=True, limit=600)
async def read_own_email_change() -> OwnEmailChange:
    """The email that waits to replace the caller's, and the address that has to open its link now."""
    return await read_own_change(current_context())


# A call that has to be repeated with a proof counts twice.
@routes.post("/users/profile/email-change", signed_in=True, limit=10, per=3600)
async def change_own_email_address(data: OwnEmailRequest) -> OwnEmailChange:
    """Ask for another email of the caller's own. The present address gets a link first, then the new one."""
    return await change_own_email(current_context(), typed=data.email)


@routes.delete("/users/profile/email-change", signed_in=True, limit=300)
async def cancel_own_email_change() -> OwnEmailChange:
    """Withdraw an email that waits to replace the caller's."""
    return await cancel_own_change(current_context())


@routes.post("/users/email/confirm", public=True, limit=30)
async def confirm_new_email(data: ConfirmEmailRequest) -> MessageResponse:
    """Confirm a new email. The token stands in the mail to it, or in that to the present address, and works once."""
    sent_to = await confirm_email(current_visit(), token=data.token)
    if sent_to is not None:
        return MessageResponse(message=f"Now open the link that we have sent to {sent_to}.")
    return MessageResponse(message="Your email address is confirmed. Please log in with it.")


@routes.delete("/users/<uuid:user_id>/pending-email", requires=Permission.USER_EDIT, keys=False, limit=300)
async def cancel_pending_email(user_id: UUID) -> UserRecord:
    """Withdraw an email that waits for its confirmation."""
    return await cancel_email_change(current_context(), user_id)
