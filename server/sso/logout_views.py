"""The call by which an identity provider tells of a logout."""

from uuid import UUID

from quart import Blueprint, Response

from server.sso.end_by_provider import end_by_provider
from server.web.authentication import client_address, current_services, public
from server.web.costly import costly
from server.web.openapi_marks import hidden
from server.web.requests import accepts_form, form_field

blueprint = Blueprint("sso_logout", __name__, url_prefix="/login/sso")


@blueprint.post("/<uuid:connection_id>/backchannel-logout")
@public
@costly
@accepts_form
@hidden
async def end_sessions_of_provider(connection_id: UUID) -> Response:
    """End the sessions that a logout token names."""
    token = await form_field("logout_token") or ""
    await end_by_provider(current_services(), connection_id=connection_id, token=token, address=client_address())
    return Response(status=200)
