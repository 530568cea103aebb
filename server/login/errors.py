from server.errors import NotSignedInError


class InvalidCredentialsError(NotSignedInError):
    """Unknown, wrong, without a password, expired, inactive: all the same."""

    code = "invalid_credentials"
    message = "Invalid email or password"
