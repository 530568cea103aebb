from server.errors import TooManyRequestsError


class TooManyFailuresError(TooManyRequestsError):
    code = "too_many_failures"
    message = "Too many failed attempts. Please wait before you try again."
