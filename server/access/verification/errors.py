"""Refusals of the verification steps."""

from math import ceil
from typing import Final

from server.messaging.messages.kinds import Channel
from server.platform.errors import ApplicationError, TooManyRequestsError, ValidationFailedError

PACED_MESSAGE: Final = "Too many codes have been requested. Please try again in a minute."
LOCKED_MESSAGE: Final = "Too many failed attempts. Please request a new code."


class OtpExpiredError(ApplicationError):
    code = "otp_expired"
    message = "Your verification code has expired. Please request a new one."


class OtpLockedError(TooManyRequestsError):
    code = "otp_locked"
    message = LOCKED_MESSAGE

    def __init__(self, *, retry_after: float) -> None:
        super().__init__(retry_after=max(1, ceil(retry_after)), attempts_remaining=0)


class ResendTooSoonError(TooManyRequestsError):
    code = "resend_too_soon"

    def __init__(self, *, retry_after: float) -> None:
        seconds = max(1, ceil(retry_after))
        unit = "second" if seconds == 1 else "seconds"
        super().__init__(f"Please wait {seconds} {unit} before requesting a new code.", retry_after=seconds)


class TooManySendsError(TooManyRequestsError):
    """The flow has had all its codes; a new one has to be started."""

    code = "too_many_sends"
    message = "Too many codes have been requested. Please start again."


class SendQuotaReachedError(TooManyRequestsError):
    """The day's codes of a sign-in are used up, or this network has to take them one a minute."""

    code = "send_quota_reached"
    message = "Too many codes have been requested today. Please try again tomorrow."


class ChannelNotOfferedError(ValidationFailedError):
    def __init__(self, channel: Channel, *, field: str) -> None:
        name = "SMS" if channel is Channel.SMS else "email"
        super().__init__(errors={field: f"A code cannot be sent by {name} here."})


class AnotherChannelError(ValidationFailedError):
    """The code was sent by another channel than the one that the form names."""

    def __init__(self, channel: Channel) -> None:
        name = "SMS" if channel is Channel.SMS else "email"
        super().__init__(errors={"verificationType": f"The last code was sent by {name}."})
