from quart import Blueprint
from quart_schema import tag, validate_request, validate_response

from server.access.factors.passkey_options import step_up_options
from server.access.factors.passkey_schemas import RequestOptions
from server.access.step_up.prove_again import CodeProof, prove_by_code, prove_by_password
from server.access.step_up.prove_by_passkey import prove_by_passkey
from server.access.step_up.schemas import StepUpAnswer, StepUpRequest
from server.platform.http.authentication import (
    current_identity,
    current_services,
    current_visit,
    limited,
    serves_setup,
    signed_in,
)
from server.vocabulary.methods import FactorMethod

blueprint = Blueprint("step_up", __name__, url_prefix="/auth")


@blueprint.post("/step-up")
@signed_in
@serves_setup
@limited(60)
@validate_request(StepUpRequest)
@validate_response(StepUpAnswer)
@tag(["Second factors"])
async def step_up(data: StepUpRequest) -> StepUpAnswer:
    """Prove again that it is the session's user who acts, before a call that asks for it."""
    services, identity, caller = current_services(), current_identity(), current_visit()
    if data.password is not None:
        verified_at = await prove_by_password(services, data.password, identity=identity, caller=caller)
        return StepUpAnswer(verified_at=verified_at)
    if data.credential is not None:
        proved = await prove_by_passkey(services, data.credential, identity=identity, address=caller.address)
        return StepUpAnswer(verified_at=proved)
    method = FactorMethod.RECOVERY if data.totp is None else FactorMethod.TOTP
    proof = CodeProof(method=method, code=data.totp or data.recovery or "")
    return StepUpAnswer(verified_at=await prove_by_code(services, proof, identity=identity, address=caller.address))


@blueprint.post("/step-up/options")
@signed_in
@serves_setup
@limited(60)
@validate_response(RequestOptions)
@tag(["Second factors"])
async def read_step_up_options() -> RequestOptions:
    """What to ask an authenticator for, once and within five minutes, in this session."""
    return await step_up_options(current_services(), identity=current_identity())
