"""Refusals of a confirmation; they tell nothing of other accounts."""

from server.platform.errors import BadRequestError, ConflictError


class EmailLinkInvalidError(BadRequestError):
    """The token is unknown, used, replaced, withdrawn or expired."""

    code = "email_link_invalid"
    message = "This link is no longer valid. Please ask your administrator to enter the address again."


class EmailNotUsableError(ConflictError):
    """An account has the email by now."""

    code = "email_not_usable"
    message = "This address cannot be used for your account. Please ask your administrator."
