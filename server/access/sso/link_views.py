"""Calls on the links between accounts and the company's identity providers."""

from typing import Final
from uuid import UUID

from quart import Blueprint
from quart_schema import tag, validate_response

from server.access.sso import links
from server.platform.http.authentication import (
    client_address,
    current_identity,
    current_services,
    limited,
    requires,
    signed_in,
)
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Permission

REMOVED: Final = "The link has been removed"

blueprint = Blueprint("sso_link", __name__, url_prefix="/auth/sso-link")
# Of other people.
person_blueprint = Blueprint("person_sso_link", __name__)


@blueprint.delete("")
@signed_in
@limited(60)
@validate_response(MessageResponse)
@tag(["Second factors"])
async def remove_sso_link() -> MessageResponse:
    """Remove the caller's link. The other sessions that the provider has opened end."""
    await links.remove_own_links(current_services(), identity=current_identity(), address=client_address())
    return MessageResponse(message=REMOVED)


@person_blueprint.delete("/users/<uuid:user_id>/sso-link")
@requires(Permission.USER_EDIT)
@limited(60)
@validate_response(MessageResponse)
@tag(["Users"])
async def remove_person_sso_link(user_id: UUID) -> MessageResponse:
    """Remove the link of a user, whose sessions by the provider end. The next sign-in there links them by email."""
    await links.remove_links(current_services(), identity=current_identity(), user_id=user_id, address=client_address())
    return MessageResponse(message=REMOVED)
