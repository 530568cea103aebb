"""Calls for the kind of the robot check, and for a challenge."""

from quart import Blueprint
from quart_schema import tag, validate_response

from server.access.robot_check.schemas import ChallengeAnswer, RobotCheckAnswer
from server.platform.http.authentication import current_services, limited, public
from server.platform.http.costly import costly
from server.platform.http.openapi_marks import may_fail

blueprint = Blueprint("robot_check", __name__, url_prefix="/robot-check")


@blueprint.get("")
@public
@limited(600)
@validate_response(RobotCheckAnswer)
@tag(["Robot check"])
async def show_robot_check() -> RobotCheckAnswer:
    """Say which check the forms need, and what may be typed into them to name an account."""
    settings = current_services().settings
    return RobotCheckAnswer(
        kind=settings.robot_check, site_key=settings.robot_check_site_key, sign_in_by=settings.sign_in_by
    )


@blueprint.get("/challenge")
@public
@costly
@validate_response(ChallengeAnswer)
@may_fail(404)
@tag(["Robot check"])
async def make_challenge() -> ChallengeAnswer:
    """Make a challenge for the self-hosted widget. It is good for five minutes and for one form."""
    return ChallengeAnswer.model_validate(await current_services().robot_check.challenge())
