"""Responses of the robot check."""

from typing import Any, Final

from pydantic import Field

from server.platform.configuration.settings import RobotCheckKind
from server.platform.schemas import ResponseSchema
from server.vocabulary.identifiers import IdentifierKind

LONGEST_ROBOT_CHECK: Final = 16_384


class RobotCheckAnswer(ResponseSchema):
    """Which widget a page shows; `siteKey` is public, and null where the widget needs none."""

    kind: RobotCheckKind
    site_key: str | None
    sign_in_by: tuple[IdentifierKind, ...] = Field(description="what names an account at a login")


class ChallengeAnswer(ResponseSchema):
    """ALTCHA's challenge, version 2, as its library makes it."""

    parameters: dict[str, Any]
    signature: str
