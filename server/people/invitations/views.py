"""Calls to invite a user again, and those of an invitation's two links."""

from uuid import UUID

from quart import Blueprint

from server.access.factors.passkeys.schemas import CreationOptions
from server.company.companies.logo import logo_path
from server.people.account.schemas import UserRecord
from server.people.invitations import schemas
from server.people.invitations.invite_user import invite_user
from server.people.invitations.open_invitation import accept_by_passkey, open_invitation, read_invited_options
from server.people.invitations.open_invitation import stop_invitations as stop
from server.people.invitations.read_waits import read_room, read_wait
from server.platform.http.authentication import Routes, current_context, current_services, current_visit
from server.platform.http.costly import costly
from server.platform.http.secret_cookies import FLOW_COOKIE
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Permission

routes = Routes(Blueprint("invitations", __name__), "Invitations")
users_routes = Routes(routes.blueprint, "users")


@users_routes.post("/users/<uuid:user_id>/invite", requires=Permission.USER_EDIT, limit=300)
async def invite_single_user(user_id: UUID) -> UserRecord:
    """Send the invitation again, with a new temporary password."""
    return await invite_user(current_context(), user_id=user_id)


@users_routes.get("/users/<uuid:user_id>/invitation", requires=Permission.USER_VIEW, limit=300)
async def read_invitation_wait(user_id: UUID) -> schemas.InvitationWait:
    """Why the invitation of a person waits, and until when."""
    return await read_wait(current_context(), user_id=user_id)


@users_routes.get("/users/invitation-room", requires=Permission.USER_CREATE, limit=300)
async def read_invitation_room() -> schemas.InvitationRoom:
    """How many invitations the company can send today, and when the others go out."""
    return await read_room(current_context())


@routes.post("/invitations/open", public=True, limit=300)
async def open_link(data: schemas.OpenInvitationRequest) -> schemas.OpenedInvitationAnswer:
    """Open the link of an invitation: the flow waits for the account's own password, without a code.

    The link sets one password; until then it can be opened again.
    """
    opened, account = await open_invitation(current_visit(), data.token)
    FLOW_COOKIE.send(opened.secret)
    return schemas.OpenedInvitationAnswer.of(
        opened.flow,
        settings=current_services().settings,
        email=account.email,
        sign_in_name=account.sign_in_name,
        company_name=account.company_name,
        company_logo=None if account.company_logo is None else logo_path(account.company_logo),
    )


@routes.post("/invitations/passkey/options", public=True, limit=300)
async def read_invitation_passkey_options(data: schemas.InvitationPasskeyOptionsRequest) -> CreationOptions:
    """What to ask the authenticator for, once and within five minutes, in the flow of an opened invitation."""
    return await read_invited_options(current_visit(), data.user_id)


@routes.post("/invitations/passkey", public=True, limit=costly)
async def accept_with_passkey(data: schemas.AcceptByPasskeyRequest) -> schemas.AcceptedByPasskeyAnswer:
    """Accept an opened invitation by a passkey, with the authenticator's answer to the options, instead of a password.

    The flow is ready after it: a passkey proves two factors.
    """
    flow, codes = await accept_by_passkey(current_visit(), data.credential, handle=data.user_id)
    return schemas.AcceptedByPasskeyAnswer.of(flow, settings=current_services().settings, recovery_codes=codes)


@routes.post("/invitations/stop", public=True, limit=60)
async def stop_invitations(data: schemas.StopInvitationsRequest) -> MessageResponse:
    """Stop the invitations of a company that the recipient does not know. The code stands in every invitation."""
    await stop(current_visit(), data.code)
    return MessageResponse(message="This company can no longer invite you.")
