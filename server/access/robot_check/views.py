"""Calls for the kind of the robot check, and for a challenge."""

from typing import Any

from pydantic import Field
from quart import Blueprint

from server.platform.configuration.settings import RobotCheckKind, SignUp
from server.platform.http.authentication import Routes, current_services
from server.platform.http.costly import SCHOOL, costly
from server.platform.schemas import ResponseSchema
from server.vocabulary.identifiers import IdentifierKind

routes = Routes(Blueprint("robot_check", __name__, url_prefix="/robot-check"), "Robot check")


class RobotCheckAnswer(ResponseSchema):
    """Which widget a page shows; `siteKey` is public, and null where the widget needs none."""

    kind: RobotCheckKind
    site_key: str | None
    sign_in_by: tuple[IdentifierKind, ...] = Field(description="what names an account at a login")
    sign_up: SignUp = Field(description="who registers a company")


class ChallengeAnswer(ResponseSchema):
    """ALTCHA's challenge, version 2, as its library makes it."""

    parameters: dict[str, Any]
    signature: str


@routes.get("", public=True, limit=SCHOOL)
async def show_robot_check() -> RobotCheckAnswer:
    """Say which check the forms need, what names an account in them, and who registers a company."""
    settings = current_services().settings
    return RobotCheckAnswer(
        kind=settings.robot_check,
        site_key=settings.robot_check_site_key,
        sign_in_by=settings.sign_in_by,
        sign_up=settings.sign_up,
    )


@routes.get("/challenge", public=True, limit=costly, fails=(404,))
async def make_challenge() -> ChallengeAnswer:
    """Make a challenge for the self-hosted widget. It is good for five minutes and for one form."""
    return ChallengeAnswer.model_validate(await current_services().robot_check.challenge())
