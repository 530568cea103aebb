"""Calls about the caller's own passkeys."""

from quart import Blueprint
from quart_schema import tag, validate_request, validate_response

from server.access.factors.passkey_options import creation_options
from server.access.factors.passkey_registration import register_passkey
from server.access.factors.passkey_schemas import AddedPasskey, AddPasskeyRequest, CreationOptions
from server.platform.http.authentication import (
    client_address,
    current_identity,
    current_services,
    limited,
    serves_setup,
    signed_in,
)

blueprint = Blueprint("passkeys", __name__, url_prefix="/auth/factors/passkeys")


@blueprint.post("/options")
@signed_in
@serves_setup
@limited(60)
@validate_response(CreationOptions)
@tag(["Second factors"])
async def read_new_passkey_options() -> CreationOptions:
    """What to ask the authenticator for, once and within five minutes, in this session."""
    return await creation_options(current_services(), identity=current_identity())


@blueprint.post("")
@signed_in
@serves_setup
@limited(60)
@validate_request(AddPasskeyRequest)
@validate_response(AddedPasskey)
@tag(["Second factors"])
async def add_new_passkey(data: AddPasskeyRequest) -> AddedPasskey:
    """Add a passkey, with the authenticator's answer to the options."""
    return await register_passkey(
        current_services(),
        name=data.name,
        credential=data.credential,
        identity=current_identity(),
        address=client_address(),
    )
