from server.errors import BadRequestError, ForbiddenError, TooManyRequestsError


class UnknownEvent(BadRequestError):
    code = "unknown_event"
    message = "There is no such event."


class AnotherSession(ForbiddenError):
    """The new token belongs to another session than the socket's."""

    code = "another_session"


class TooManyWatched(TooManyRequestsError):
    code = "too_many_watched"
    message = "Too many imports are being watched here."
