from typing import Final

from quart import Blueprint
from quart_schema import tag, validate_request, validate_response

from server.invitations.schemas import StopInvitationsRequest
from server.invitations.stop_invitations import stop_invitations as stop
from server.schemas import MessageResponse
from server.web.authentication import client_address, current_services, limited, public

STOPPED: Final = "This company can no longer invite you."

blueprint = Blueprint("invitations", __name__, url_prefix="/invitations")


@blueprint.post("/stop")
@public
@limited(60)
@validate_request(StopInvitationsRequest)
@validate_response(MessageResponse)
@tag(["Invitations"])
async def stop_invitations(data: StopInvitationsRequest) -> MessageResponse:
    """Stop the invitations of a company that the recipient does not know. The code stands in every invitation."""
    await stop(current_services(), code=data.code, address=client_address())
    return MessageResponse(message=STOPPED)
