"""The format of every error response, and the handlers that map exceptions to it."""

from typing import Any, Final

from pydantic import ValidationError
from quart import Quart, Response, jsonify
from quart_schema import RequestSchemaValidationError
from quart_schema.validation import ResponseSchemaValidationError
from structlog import get_logger
from werkzeug.exceptions import HTTPException

from server.platform.error_codes import ErrorCode
from server.platform.errors import (
    INTERNAL_MESSAGE,
    ApplicationError,
    BadRequestError,
    NotFoundError,
    PayloadTooLargeError,
    TooManyRequestsError,
    UnavailableError,
    UnsupportedMediaTypeError,
    ValidationFailedError,
)
from server.platform.http.context import current_call
from server.platform.http.sentences import complaints
from server.platform.schemas import ResponseSchema

logger = get_logger(__name__)


class Problem(ResponseSchema):
    """Every answer from 400 to 503. `message` is fit to be shown; `errors` maps a field to its own message."""

    message: str
    code: ErrorCode
    errors: dict[str, str] | None = None
    retry_after: int | None = None
    attempts_remaining: int | None = None
    row: dict[str, Any] | None = None
    last_change: dict[str, Any] | None = None
    current: dict[str, Any] | None = None
    changed_by: dict[str, Any] | None = None
    changed_at: str | None = None
    methods: list[str] | None = None
    changes: list[dict[str, Any]] | None = None


class MethodNotAllowedError(ApplicationError):
    status = 405
    code = "method_not_allowed"
    message = "This address does not take that kind of request."


class RequestTimedOutError(ApplicationError):
    status = 408
    code = "request_timeout"
    message = "The request took too long to arrive. Please try again."


class InternalError(ApplicationError):
    status = 500
    code = "internal_error"
    message = INTERNAL_MESSAGE


HTTP_ERRORS: Final[dict[int, type[ApplicationError]]] = {
    error.status: error
    for error in (
        BadRequestError,
        NotFoundError,
        MethodNotAllowedError,
        RequestTimedOutError,
        PayloadTooLargeError,
        UnsupportedMediaTypeError,
        ValidationFailedError,
        TooManyRequestsError,
        UnavailableError,
    )
}


def register(app: Quart) -> None:
    app.register_error_handler(ApplicationError, answer_refusal)
    app.register_error_handler(RequestSchemaValidationError, answer_invalid_request)
    app.register_error_handler(HTTPException, answer_http_error)
    app.register_error_handler(ResponseSchemaValidationError, answer_misfit)
    app.register_error_handler(Exception, answer_unexpected)


async def answer_refusal(error: ApplicationError) -> Response:
    current_call().error_code = error.code
    problem = Problem(
        message=error.shown,
        code=ErrorCode(error.code),
        errors=error.errors,
        retry_after=error.retry_after,
        attempts_remaining=error.attempts_remaining,
        row=error.row,
        last_change=error.last_change,
    )
    response: Response = jsonify(problem.model_dump(mode="json", exclude_none=True) | (error.met or {}))
    response.status_code = error.status
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


async def answer_invalid_request(error: RequestSchemaValidationError) -> Response:
    cause = error.validation_error
    if not isinstance(cause, ValidationError):
        return await answer_refusal(ValidationFailedError())
    whole, fields = complaints(cause)
    return await answer_refusal(ValidationFailedError(whole, errors=fields or None))


async def answer_http_error(error: HTTPException) -> Response:
    """What Quart and Werkzeug raise themselves: unknown paths, wrong methods, bodies that are too large."""
    status = error.code or InternalError.status
    kind = HTTP_ERRORS.get(status, BadRequestError if status < InternalError.status else InternalError)
    response = await answer_refusal(kind())
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


async def answer_misfit(error: ResponseSchemaValidationError) -> Response:
    """The view's answer does not match its schema: a defect, logged as an error."""
    logger.error("answer_does_not_fit_its_schema", exc_info=error.validation_error or error)
    return await answer_refusal(InternalError())


async def answer_unexpected(error: Exception) -> Response:
    logger.error("unexpected_error", exc_info=error)
    return await answer_refusal(InternalError())
