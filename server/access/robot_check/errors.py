"""The refusal of a form without a passed robot check."""

from typing import Final

from server.platform.errors import ValidationFailedError

ROBOT_CHECK_MESSAGE: Final = "Please complete the reCAPTCHA verification"


class RobotCheckFailedError(ValidationFailedError):
    """The widget's payload is missing, forged, expired or spent; which of them is not revealed."""

    message = ROBOT_CHECK_MESSAGE

    def __init__(self) -> None:
        super().__init__(errors={"recaptchaToken": ROBOT_CHECK_MESSAGE})
