"""Refusals of a step."""

from server.platform.errors import ForbiddenError, NotSignedInError


class FlowExpiredError(NotSignedInError):
    """The flow has ended, or is not the caller's, or is at another step: the answer does not say which."""

    code = "flow_expired"
    message = "Your verification session has expired. Please start again."


class PasswordChangeRequiredError(ForbiddenError):
    code = "password_change_required"
    message = "Please set a new password before you continue."
