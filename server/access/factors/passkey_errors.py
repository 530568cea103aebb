"""Refusals of passkeys."""

from server.platform.errors import (
    BadRequestError,
    ConflictError,
    NotFoundError,
    NotSignedInError,
    ValidationFailedError,
)


class PasskeysUnavailableError(NotFoundError):
    """The installation is reached by an IP address, to which no passkey can belong."""

    code = "passkeys_unavailable"
    message = "Passkeys are not available at this address."


class PasskeyRefusedError(NotSignedInError):
    """The same for an unknown passkey, a wrong signature, a used challenge, a copy and an inactive account."""

    code = "passkey_refused"
    message = "This passkey was not accepted. Please try again or log in another way."


class PasskeyNotAddedError(ValidationFailedError):
    """The new credential does not answer this session's challenge, or is of a kind that is not accepted."""

    code = "passkey_not_added"
    message = "The passkey could not be added. Please try again."


class PasskeyRegisteredError(ConflictError):
    code = "passkey_registered"
    message = "This passkey is already registered."


class FactorExistsError(ConflictError):
    """A mailbox alone adds no passkey to an account that has a second factor."""

    code = "factor_exists"
    message = "Your account has a second factor already. Please choose a password."


class TooManyPasskeysError(ConflictError):
    code = "too_many_passkeys"
    message = "You have 20 passkeys. Remove one before you add another."


class PasskeyNotProvedError(BadRequestError):
    """Within a session, which does not end."""

    code = "passkey_not_proved"
    message = "This passkey was not accepted. Please try again."
