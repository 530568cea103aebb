"""Refusals of guesses."""

from server.platform.errors import ApplicationError, TooManyRequestsError


class TooManyFailuresError(TooManyRequestsError):
    code = "too_many_failures"
    message = "Too many failed attempts. Please wait before you try again."


class OtpInvalidError(ApplicationError):
    code = "otp_invalid"
    message = "Invalid verification code"
