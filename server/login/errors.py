from server.errors import NotSignedInError, TooManyRequestsError


class InvalidCredentialsError(NotSignedInError):
    """Unknown, wrong, without a password, expired, inactive: all the same."""

    code = "invalid_credentials"
    message = "Invalid email or password"


class TooManyFailuresError(TooManyRequestsError):
    code = "too_many_failures"
    message = "Too many failed attempts. Please wait before you try again."
