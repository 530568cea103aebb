from server.platform.errors import NotSignedInError


class InvalidCredentialsError(NotSignedInError):
    """The same for an unknown email, a wrong or expired password, and an inactive account."""

    code = "invalid_credentials"
    message = "Invalid email or password"
