"""Calls on the sign-in policy of the caller's company."""

from quart import Blueprint
from quart_schema import tag, validate_request, validate_response

from server.access.factors.fresh_proof import ask_fresh_proof
from server.access.policies.change_policy import change_policy, get_policy
from server.access.policies.schemas import PolicyRecord, PolicyRequest
from server.people.imports.checking.recheck_previews import recheck_previews
from server.platform.http.authentication import (
    client_address,
    current_identity,
    current_services,
    limited,
    reserved_for,
)
from server.vocabulary.profiles import Profile

blueprint = Blueprint("policies", __name__, url_prefix="/companies/current")


@blueprint.get("/policy")
@reserved_for(Profile.SUPER_ADMIN)
@limited(600)
@validate_response(PolicyRecord)
@tag(["Companies"])
async def get_company_policy() -> PolicyRecord:
    """What the company asks of the sign-in of its people."""
    return await get_policy(current_services(), identity=current_identity(), address=client_address())


@blueprint.put("/policy")
@reserved_for(Profile.SUPER_ADMIN)
@limited(60)
@validate_request(PolicyRequest)
@validate_response(PolicyRecord)
@tag(["Companies"])
async def change_company_policy(data: PolicyRequest) -> PolicyRecord:
    """Change all of it. It applies at the next request, and never locks its author out."""
    services, identity = current_services(), current_identity()
    await ask_fresh_proof(services, identity=identity)
    return await change_policy(services, data, identity=identity, address=client_address(), recheck=recheck_previews)
