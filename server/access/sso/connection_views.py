"""Calls on a company's connections to identity providers, for Super Admins."""

from typing import Final
from uuid import UUID

from quart import Blueprint
from quart_schema import tag, validate_request, validate_response

from server.access.sso import change_connections
from server.access.sso.prove_connection import prove_connection
from server.access.sso.schemas import (
    ChangeConnectionRequest,
    ConnectionRecord,
    ConnectionsAnswer,
    ConnectionTestAnswer,
    CreateConnectionRequest,
)
from server.platform.http.authentication import (
    client_address,
    current_identity,
    current_services,
    limited,
    reserved_for,
)
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Profile

DELETED: Final = "Connection deleted successfully"

blueprint = Blueprint("sso_connections", __name__, url_prefix="/companies/current/sso")


@blueprint.get("")
@reserved_for(Profile.SUPER_ADMIN)
@limited(600)
@validate_response(ConnectionsAnswer)
@tag(["Companies"])
async def list_sso_connections() -> ConnectionsAnswer:
    """The company's connections, and what their providers need to know."""
    return await change_connections.list_connections(current_services(), identity=current_identity())


@blueprint.post("")
@reserved_for(Profile.SUPER_ADMIN)
@limited(60)
@validate_request(CreateConnectionRequest)
@validate_response(ConnectionRecord, 201)
@tag(["Companies"])
async def create_sso_connection(data: CreateConnectionRequest) -> tuple[ConnectionRecord, int]:
    """Add a connection. It is used for emails of its domains once these are proved."""
    answer = await change_connections.create_connection(
        current_services(), data, identity=current_identity(), address=client_address()
    )
    return answer, 201


@blueprint.put("/<uuid:connection_id>")
@reserved_for(Profile.SUPER_ADMIN)
@limited(60)
@validate_request(ChangeConnectionRequest)
@validate_response(ConnectionRecord)
@tag(["Companies"])
async def change_sso_connection(connection_id: UUID, data: ChangeConnectionRequest) -> ConnectionRecord:
    """Change a connection. With another issuer, its secret is needed again and its people are linked anew."""
    return await change_connections.change_connection(
        current_services(), data, identity=current_identity(), connection_id=connection_id, address=client_address()
    )


@blueprint.delete("/<uuid:connection_id>")
@reserved_for(Profile.SUPER_ADMIN)
@limited(60)
@validate_response(MessageResponse)
@tag(["Companies"])
async def delete_sso_connection(connection_id: UUID) -> MessageResponse:
    """Delete a connection; the accounts of its people stay."""
    await change_connections.delete_connection(
        current_services(), identity=current_identity(), connection_id=connection_id, address=client_address()
    )
    return MessageResponse(message=DELETED)


@blueprint.post("/<uuid:connection_id>/test")
@reserved_for(Profile.SUPER_ADMIN)
@limited(20)
@validate_response(ConnectionTestAnswer)
@tag(["Companies"])
async def test_sso_connection(connection_id: UUID) -> ConnectionTestAnswer:
    """Ask the provider for its configuration and keys, and look for the proofs of the domains."""
    return await prove_connection(
        current_services(), identity=current_identity(), connection_id=connection_id, address=client_address()
    )
