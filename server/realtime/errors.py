from server.errors import BadRequestError, ForbiddenError, TooManyRequestsError


class UnknownEventError(BadRequestError):
    code = "unknown_event"
    message = "There is no such event."


class AnotherSessionError(ForbiddenError):
    """The new token belongs to another session than the socket's."""

    code = "another_session"


class TooManyWatchedError(TooManyRequestsError):
    code = "too_many_watched"
    message = "Too many imports are being watched here."
