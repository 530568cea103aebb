from server.platform.errors import BadRequestError


class UnknownEventError(BadRequestError):
    code = "unknown_event"
    message = "There is no such event."
