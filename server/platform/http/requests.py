"""Limits of request bodies: small JSON or nothing; a route may opt in to one uploaded file."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Final, NoReturn, TypeVar, cast

from quart import request
from quart.wrappers.request import Body
from typing_extensions import override
from werkzeug.exceptions import RequestEntityTooLarge, RequestTimeout

from server.platform.errors import (
    ApplicationError,
    BadRequestError,
    PayloadTooLargeError,
    UnsupportedMediaTypeError,
    ValidationFailedError,
)
from server.platform.http.context import Call, current_call, current_services
from server.platform.http.multipart import FilePart, read_file_part
from server.platform.http.query_secrets import query_problem
from server.platform.http.spooled_file import spool
from server.platform.process.threads import in_thread

JSON_BYTES: Final = 64 * 1024
# A list of 10,000 numbers of rows.
LONG_JSON_BYTES: Final = 96 * 1024
# A list of 10,000 ids.
IDS_JSON_BYTES: Final = 448 * 1024
# Ten times what the largest body has; each unknown field would cost a complaint of its own.
MOST_FIELDS: Final = 100
FILE_BYTES: Final = 10_485_760
MULTIPART_OVERHEAD_BYTES: Final = 64 * 1024
UPLOAD_BYTES: Final = FILE_BYTES + MULTIPART_OVERHEAD_BYTES
# An upload has more than any other body may have.
MOST_UNREAD: Final = 512 * 1024
UPLOAD_MARK: Final = "_waymark_upload"
FORM_MARK: Final = "_waymark_form"
LONG_MARK: Final = "_waymark_long_body"
BODY_MARK: Final = "_quart_schema_request_schema"
JSON: Final = "application/json"
MULTIPART: Final = "multipart/form-data"
FORM: Final = "application/x-www-form-urlencoded"
METHODS_WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})

View = TypeVar("View", bound=Callable[..., Any])


def accepts_upload(view: View) -> View:
    """The route takes multipart/form-data with one file of at most FILE_BYTES in the field `file`."""
    setattr(view, UPLOAD_MARK, True)
    return view


def is_upload(view: Callable[..., Any]) -> bool:
    return getattr(view, UPLOAD_MARK, False) is True


def accepts_form(view: View) -> View:
    """The route takes the fields of a form, of at most JSON_BYTES, and looks at their type itself."""
    setattr(view, FORM_MARK, True)
    return view


def accepts_long_body(view: View) -> View:
    """The route takes JSON of at most LONG_JSON_BYTES."""
    setattr(view, LONG_MARK, LONG_JSON_BYTES)
    return view


def accepts_many_ids(view: View) -> View:
    """The route takes JSON of at most IDS_JSON_BYTES."""
    setattr(view, LONG_MARK, IDS_JSON_BYTES)
    return view


class LimitedBody(Body):
    """A body of which no more is taken than there is room for, until a view reads it piece by piece."""

    def __init__(self, expected_content_length: int | None, max_content_length: int | None) -> None:
        super().__init__(expected_content_length, max_content_length)
        self._room = asyncio.Event()
        self._room.set()

    @override
    def append(self, data: bytes) -> None:
        super().append(data)
        if len(self._data) > MOST_UNREAD:
            self._room.clear()

    @override
    async def __anext__(self) -> bytes:
        piece = await super().__anext__()
        self._room.set()
        return piece

    async def room(self) -> None:
        """Wait until what has come was read; what a view takes as a whole always has room."""
        await self._room.wait()

    def lower_limit(self, size: int, *, announced: int | None) -> None:
        self._max_content_length = size
        if len(self._data) > size or (announced is not None and announced > size):
            self._must_raise = RequestEntityTooLarge()


class JsonRequest(Call):
    """A request whose body is JSON; an empty one reads as an empty object."""

    body_class = LimitedBody
    body: LimitedBody
    file: FilePart | None = None

    @override
    async def get_json(self, force: bool = False, silent: bool = False, cache: bool = True) -> Any:
        """Raises BadRequestError when the body is not JSON, or an object in it has more than MOST_FIELDS."""
        data = await self.get_data()
        if not data.strip():
            return {}
        try:
            return json.loads(data, parse_constant=_refuse_constant, object_pairs_hook=_limited_object)
        except (ValueError, RecursionError):
            raise BadRequestError("The request body is not valid JSON.") from None


async def check_body(call: Call) -> None:
    """Run before every view.

    Raises:
        UnsupportedMediaTypeError, BadRequestError, RequestEntityTooLarge: the body is not what the route takes.
        ValidationFailedError: there is a body where the route takes none.
    """
    view = call.view
    if view is None or call.method not in METHODS_WITH_BODY:
        return
    if is_upload(view):
        if call.mimetype != MULTIPART:
            raise UnsupportedMediaTypeError("The request body must be multipart/form-data.")
        return
    if getattr(view, FORM_MARK, False) is True:
        return
    data = await call.get_data()
    if not data.strip() or (not call.mimetype and data.strip() == b"{}"):
        return
    if call.mimetype != JSON:
        raise UnsupportedMediaTypeError
    if not hasattr(view, BODY_MARK):
        _refuse_fields(await call.get_json())


def refuse_secrets_in_address(call: Call) -> None:
    """Run before every view.

    Raises:
        BadRequestError: the query is too long, or names a secret.
    """
    problem = query_problem(call.query_string) if call.query_string else None
    if problem is not None:
        raise BadRequestError(problem)


def limit_body(call: Call) -> None:
    """Run first: nothing but an upload and a long body may be larger than JSON_BYTES."""
    if call.view is None or not is_upload(call.view):
        body = call.body
        assert isinstance(body, LimitedBody)  # noqa: S101 - JsonRequest made it
        size: int = getattr(call.view, LONG_MARK, JSON_BYTES)
        body.lower_limit(size, announced=call.content_length)


def _refuse_fields(body: Any) -> None:  # noqa: ANN401 - any JSON value
    if not isinstance(body, dict):
        raise ValidationFailedError("The request body must be a JSON object.")
    if body:
        raise ValidationFailedError(errors=dict.fromkeys(body, "Unknown field"))


def _limited_object(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(fields) > MOST_FIELDS:
        raise BadRequestError(f"The request body has more than {MOST_FIELDS} fields.")
    return dict(fields)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


async def form_field(name: str) -> str | None:
    """A field of a route that accepts a form; None where there is none, or the body is no form."""
    if request.mimetype != FORM:
        return None
    value = (await request.form).get(name)
    return value if isinstance(value, str) else None


async def received_file(*, too_large: type[ApplicationError] = PayloadTooLargeError) -> FilePart:
    """The one file of a request to a route that accepts an upload, on disk until the request has been answered.

    Raises:
        MalformedFormError: the body is not a form with one file.
        ValidationFailedError: there is no file in the field `file`, or there are other fields.
        `too_large`: it has more than FILE_BYTES.
        TooManyRequestsError: as many of the company's files are on disk and wait to be.
    """
    call = cast("JsonRequest", current_call())
    # Kept for a view that is retried.
    if call.file is None:
        sharer = call.peer.address if call.identity is None else call.identity.company_id
        await call.at_end.enter_async_context(current_services().uploads.hold(sharer))
        try:
            async with asyncio.timeout(call.body_timeout):
                body = await spool(_upload(call))
        except TimeoutError:
            raise RequestTimeout from None
        call.at_end.callback(body.close)
        boundary = call.mimetype_params.get("boundary", "")
        call.file = await in_thread(read_file_part, body, boundary=boundary)
    if call.file.content.size > FILE_BYTES:
        raise too_large
    return call.file


async def _upload(call: JsonRequest) -> AsyncIterator[bytes]:
    """The pieces of the body as they come; an upload whose length was not announced ends here."""
    size = 0
    async for piece in call.body:
        size += len(piece)
        if size > UPLOAD_BYTES:
            raise PayloadTooLargeError
        yield piece
