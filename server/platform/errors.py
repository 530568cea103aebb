"""Base classes of errors with status, code and sentence; each feature declares its subclasses beside its code."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, TypeVar

from pydantic import Field
from pydantic.alias_generators import to_snake
from typing_extensions import TypeAliasType

FORBIDDEN_MESSAGE: Final = "Access denied. You do not have permission to perform this action."
UNAVAILABLE_MESSAGE: Final = "Service temporarily unavailable. Please try again later."
INTERNAL_MESSAGE: Final = "Internal server error. Please try again later."

Found = TypeVar("Found")


class ApplicationError(Exception):
    """An error with a status, a fixed code and a sentence that may be shown.

    `errors` maps a request field (camelCase) to its own message; `retry_after` is in seconds; `met` is what else the
    answer holds, as it is sent.
    """

    status: ClassVar[int] = 400
    code: ClassVar[str] = "bad_request"
    message: ClassVar[str] = "Invalid request data"

    def __init_subclass__(cls, *, keeps_code: bool = False) -> None:
        """Make its name the code of an error that neither says another one nor keeps that of the class above it.

        docs/errors.md lists them all.
        """
        if "code" not in vars(cls) and not keeps_code:
            cls.code = to_snake(cls.__name__.removesuffix("Error"))

    def __init__(
        self,
        message: str | None = None,
        *,
        errors: dict[str, str] | None = None,
        retry_after: int | None = None,
        attempts_remaining: int | None = None,
        met: dict[str, Any] | None = None,
    ) -> None:
        self.shown = message or self.message
        super().__init__(self.shown)
        self.errors = errors
        self.retry_after = retry_after
        self.attempts_remaining = attempts_remaining
        self.met = met


def every_error(base: type[ApplicationError] = ApplicationError) -> Iterator[type[ApplicationError]]:
    """Return the errors of all modules that are imported by now."""
    yield base
    for error in base.__subclasses__():
        yield from every_error(error)


# A code as the OpenAPI document describes it, which is made when all errors are known.
ErrorCode = TypeAliasType(
    "ErrorCode",
    Annotated[
        str,
        Field(
            title="ErrorCode",
            json_schema_extra=lambda schema: schema.update(enum=sorted({error.code for error in every_error()})),
        ),
    ],
)


class BadRequestError(ApplicationError):
    """The request cannot be read at all."""


class NotSignedInError(ApplicationError):
    status = 401
    message = "Session expired. Please log in again."


class ForbiddenError(ApplicationError):
    status = 403
    message = FORBIDDEN_MESSAGE


class NetworkNotAllowedError(ForbiddenError):
    """The company admits its administrators from other networks only."""

    message = "Your company lets administrators in from certain networks only, and this is not one of them."


class FactorSetupRequiredError(ForbiddenError):
    """Until the account has a second factor that its session has proved, the session can only set one up."""

    message = "Your company asks you for a second factor. Please set one up to continue."


class NotFoundError(ApplicationError):
    status = 404
    message = "The requested resource was not found."


def existing(found: Found | None) -> Found:
    """What was looked for. Raises NotFoundError: there is none."""
    if found is None:
        raise NotFoundError
    return found


class ConflictError(ApplicationError):
    status = 409
    message = "The request conflicts with the present state."


class PayloadTooLargeError(ApplicationError):
    status = 413
    message = "The request is too large."


class UnsupportedMediaTypeError(ApplicationError):
    status = 415
    message = "The request body must be application/json."


class ValidationFailedError(ApplicationError):
    status = 422
    message = "Validation failed"


class TooManyRequestsError(ApplicationError):
    status = 429
    message = "Too many requests. Please wait a moment and try again."


class UnavailableError(ApplicationError):
    status = 503
    message = UNAVAILABLE_MESSAGE

    def __init__(self, message: str | None = None, *, retry_after: int = 2) -> None:
        super().__init__(message, retry_after=retry_after)
