"""The call of a notice's link."""

from quart import Blueprint
from quart_schema import tag, validate_request, validate_response

from server.access.not_me.schemas import NotMeAnswer, NotMeRequest
from server.access.not_me.secure_account import secure_account
from server.platform.http.authentication import client_address, current_services, limited, public

blueprint = Blueprint("not_me", __name__, url_prefix="/auth")


@blueprint.post("/not-me")
@public
@limited(60)
@validate_request(NotMeRequest)
@validate_response(NotMeAnswer)
@tag(["Second factors"])
async def undo_act(data: NotMeRequest) -> NotMeAnswer:
    """Say that the act of a notice was not the owner's: all sessions and the password end, a new factor is removed.

    It opens no session.
    """
    secured = await secure_account(current_services(), token=data.token, address=client_address())
    return NotMeAnswer(
        email=secured.account.email,
        sessions_ended=secured.sessions,
        password_ended=secured.password,
        factor_removed=None if secured.factor is None else secured.factor.name,
        recovery_codes_ended=secured.codes,
    )
