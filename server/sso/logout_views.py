"""The call by which an identity provider tells of a logout."""

from typing import Final
from uuid import UUID

from quart import Blueprint, Response

from server.sso.end_by_provider import end_by_provider
from server.web.authentication import client_address, current_services, limited, public, spend
from server.web.openapi_marks import hidden
from server.web.rate_limiter import Limit
from server.web.requests import accepts_form, form_field

# From all addresses: who is at many of them has to be slowed as well.
OF_A_CONNECTION: Final = Limit(bucket="sso logouts of a connection", count=300, seconds=60)

blueprint = Blueprint("sso_logout", __name__, url_prefix="/login/sso")


@blueprint.post("/<uuid:connection_id>/backchannel-logout")
@public
@limited(600)
@accepts_form
@hidden
async def end_sessions_of_provider(connection_id: UUID) -> Response:
    """End the sessions that a logout token names."""
    await spend(OF_A_CONNECTION, key=str(connection_id))
    token = await form_field("logout_token") or ""
    await end_by_provider(current_services(), connection_id=connection_id, token=token, address=client_address())
    return Response(status=200)
