"""The format of every error, the handlers that map exceptions to it, and the sentences of Pydantic's errors."""

from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from quart import Quart, Response, jsonify
from quart_schema import RequestSchemaValidationError
from quart_schema.validation import ResponseSchemaValidationError
from structlog import get_logger
from werkzeug.exceptions import HTTPException

from server.platform.errors import (
    INTERNAL_MESSAGE,
    ApplicationError,
    BadRequestError,
    ErrorCode,
    NotFoundError,
    PayloadTooLargeError,
    TooManyRequestsError,
    UnavailableError,
    UnsupportedMediaTypeError,
    ValidationFailedError,
)
from server.platform.http.authentication import current_call, serving
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


# By the type of Pydantic's error, with the names of its context in braces.
SENTENCES: Final[dict[str, str]] = {
    "missing": "This field is required",
    "extra_forbidden": "Unknown field",
    "none_required": "Must be empty",
    "string_pattern_mismatch": "Has an invalid format",
    "string_too_short": "Must be at least {min_length} characters",
    "string_too_long": "Must be at most {max_length} characters",
    "too_short": "Must be at least {min_length} entries",
    "too_long": "Must be at most {max_length} entries",
    "int_parsing_size": "Is too large a number",
    "greater_than": "Must be more than {gt}",
    "greater_than_equal": "Must be at least {ge}",
    "less_than": "Must be less than {lt}",
    "less_than_equal": "Must be at most {le}",
    "list_type": "Must be a list",
    **dict.fromkeys(("string_type", "string_unicode"), "Must be text"),
    **dict.fromkeys(("enum", "literal_error"), "Must be one of: {expected}"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "Must be true or false"),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "Must be a whole number"),
    **dict.fromkeys(("uuid_type", "uuid_parsing"), "Must be a valid id"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "Must be an object"),
    **dict.fromkeys(
        ("date_type", "date_parsing", "date_from_datetime_parsing", "date_from_datetime_inexact"),
        "Must be a date (YYYY-MM-DD)",
    ),
    **dict.fromkeys(("datetime_type", "datetime_parsing", "datetime_from_date_parsing"), "Must be a time (ISO 8601)"),
}
ONE: Final = {" 1 characters": " 1 character", " 1 entries": " 1 entry"}
OTHERWISE: Final = "Is not valid"
NOT_AN_OBJECT: Final = "The request body must be a JSON object."


def register(app: Quart) -> None:
    app.register_error_handler(ApplicationError, answer_refusal)
    app.register_error_handler(RequestSchemaValidationError, answer_invalid_request)
    app.register_error_handler(HTTPException, answer_http_error)
    app.register_error_handler(ResponseSchemaValidationError, answer_misfit)
    app.register_error_handler(Exception, answer_unexpected)


async def answer_refusal(error: ApplicationError) -> Response:
    call = current_call()
    call.error_code = error.code
    write = next((write for path, write in serving().refusals.items() if call.path.startswith(path)), _write)
    response = write(error)
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _write(error: ApplicationError) -> Response:
    problem = Problem.model_validate({**vars(error), "message": error.shown, "code": error.code})
    response: Response = jsonify(problem.model_dump(mode="json", exclude_none=True) | (error.met or {}))
    response.status_code = error.status
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
    if status == RequestTimedOutError.status:
        # The client may continue to send.
        response.headers["Connection"] = "close"
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


def complaints(error: ValidationError) -> tuple[str | None, dict[str, str]]:
    """(the complaint about the request as a whole, if there is one, and the first about each field).

    Fields have their names on the wire; nested ones are joined by dots.
    """
    whole: str | None = None
    fields: dict[str, str] = {}
    for detail in error.errors(include_url=False, include_input=False):
        if detail["loc"]:
            fields.setdefault(".".join(map(str, detail["loc"])), sentence(detail))
        elif whole is None:
            whole = NOT_AN_OBJECT if detail["type"].startswith("model_") else sentence(detail)
    return whole, fields


def sentence(detail: ErrorDetails) -> str:
    kind = detail["type"]
    if kind in {"value_error", "assertion_error"}:
        return detail["msg"].partition(", ")[2] or OTHERWISE
    context = detail.get("ctx", {})
    # The constants are listed without quotes and without the last "or".
    expected = str(context.get("expected")).replace("'", "").replace(" or ", ", ")
    said = SENTENCES.get(kind, OTHERWISE).format_map(context | {"expected": expected})
    for many, one in ONE.items():
        said = said.replace(many, one)
    return said
