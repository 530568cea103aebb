"""What requests bring: small JSON or nothing, or one uploaded file where a route opts in; and limits of all of it."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextvars import ContextVar
from typing import Any, Final, NoReturn
from urllib.parse import unquote_plus

from pydantic import BaseModel
from quart import request
from quart_schema.validation import QUART_SCHEMA_REQUEST_ATTRIBUTE
from typing_extensions import override
from werkzeug.exceptions import RequestTimeout

from server.platform import errors
from server.platform.http.authentication import Call, current_actor, current_call, current_services, route_of
from server.platform.http.idempotency.repository import IdempotentCall
from server.platform.http.multipart import FilePart, read_file_part
from server.platform.http.spooled_file import spool
from server.platform.process.threads import in_thread

# A list of 10,000 numbers of rows.
LONG_JSON_BYTES: Final = 96 * 1024
# A list of 10,000 ids.
IDS_JSON_BYTES: Final = 448 * 1024
# An image of 100 KB in base64.
IMAGE_JSON_BYTES: Final = 144 * 1024
# Ten times what the largest body has; each unknown field would cost a complaint of its own.
MOST_FIELDS: Final = 100
# A file of a route that takes one has at most so many, or ARCHIVE_BYTES where it is compressed.
FILE_BYTES: Final = 10_485_760
# Compressed files hold more rows in fewer bytes: workbooks and archives.
ARCHIVE_BYTES: Final = 2 * FILE_BYTES
ARCHIVE_MAGIC: Final = b"PK\x03\x04"
MULTIPART_OVERHEAD_BYTES: Final = 64 * 1024
UPLOAD_BYTES: Final = ARCHIVE_BYTES + MULTIPART_OVERHEAD_BYTES
# More than any body but that of an upload, which waits at its client until it may be written to disk.
MOST_UNREAD: Final = 512 * 1024
HEADER_BYTES: Final = 64 * 1024
JSON: Final = "application/json"
MULTIPART: Final = "multipart/form-data"
FORM: Final = "application/x-www-form-urlencoded"
METHODS_WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
IDEMPOTENCY_HEADER: Final = "Idempotency-Key"
IDEMPOTENCY_KEY: Final = re.compile(r"[!-~]{1,200}")
LONGEST_QUERY: Final = 8_192
TOO_LONG: Final = f"The query of the address has more than {LONGEST_QUERY:,} characters."
MISPLACED: Final = "A secret does not belong in an address: send a token in the Authorization header."
# Without `_` and `-`, in lower case.
_SECRETS: Final = frozenset(
    {
        *("token", "accesstoken", "refreshtoken", "idtoken", "sessiontoken", "flowtoken", "xflowtoken", "authtoken"),
        *("authorization", "bearer", "jwt", "apikey", "password", "newpassword", "currentpassword", "secret", "otp"),
    }
)

room: Final[ContextVar[asyncio.Event]] = ContextVar("room")


class HeadersTooLargeError(errors.PayloadTooLargeError, keeps_code=True):
    status = 431


class IdempotencyKeyInvalidError(errors.BadRequestError):
    message = "The Idempotency-Key must have 1 to 200 visible characters."


class JsonRequest(Call):
    """A request whose body is JSON; an empty one reads as an empty object."""

    @override
    async def get_json(self, force: bool = False, silent: bool = False, cache: bool = True) -> Any:
        """Raises BadRequestError when the body is not JSON, or an object in it has more than MOST_FIELDS."""
        data = await self.get_data()
        if not data.strip():
            return {}
        try:
            return json.loads(data, parse_constant=_refuse_constant, object_pairs_hook=_limited_object)
        except (ValueError, RecursionError):
            raise errors.BadRequestError("The request body is not valid JSON.") from None


async def check_body(call: Call) -> None:
    """Run before every view: read the body, unless it is an upload, which a view reads by `received_file`.

    Raises:
        UnsupportedMediaTypeError, BadRequestError, PayloadTooLargeError: the body is not what the route takes.
        RequestTimeout: the client has not sent it in time.
        ValidationFailedError: there is a body where the route takes none.
    """
    view = call.view
    if view is None or call.method not in METHODS_WITH_BODY:
        return
    route = route_of(view)
    if route.takes_file:
        if call.mimetype != MULTIPART:
            raise errors.UnsupportedMediaTypeError("The request body must be multipart/form-data.")
        return
    data = b"".join([piece async for piece in _pieces(call, limit=route.json_bytes)])
    # From here the view, and another try of it, reads what has come.
    call.body.set_result(data)
    if route.takes_form:
        return
    if not data.strip() or (not call.mimetype and data.strip() == b"{}"):
        return
    if call.mimetype not in {JSON, route.json_type}:
        raise errors.UnsupportedMediaTypeError
    if not hasattr(view, QUART_SCHEMA_REQUEST_ATTRIBUTE):
        _refuse_fields(await call.get_json())


async def _pieces(call: Call, *, limit: int) -> AsyncIterator[bytes]:
    """The body as it comes. Raises PayloadTooLargeError, and RequestTimeout once BODY_TIMEOUT has passed."""
    if call.content_length is not None and call.content_length > limit:
        raise errors.PayloadTooLargeError
    size, deadline = 0, asyncio.get_running_loop().time() + current_services().settings.body_timeout
    pieces = aiter(call.body)
    while True:
        try:
            async with asyncio.timeout_at(deadline):
                piece = await anext(pieces)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise RequestTimeout from None
        size += len(piece)
        if size > limit:
            raise errors.PayloadTooLargeError
        yield piece


def check_head(call: Call) -> None:
    """Run before every view.

    Raises:
        HeadersTooLargeError: there are too many bytes of headers.
        BadRequestError: the query is too long, or names a secret.
        NotFoundError: the path has a NUL, which no text of the database holds.
    """
    if sum(len(name) + len(value) for name, value in call.scope["headers"]) > HEADER_BYTES:
        raise HeadersTooLargeError
    if "\0" in call.path:
        raise errors.NotFoundError
    if call.query_string and (problem := query_problem(call.query_string)):
        raise errors.BadRequestError(problem)


def query_problem(query: bytes) -> str | None:
    """Why a query is refused, for requests and sockets; None where it is allowed."""
    if len(query) > LONGEST_QUERY:
        return TOO_LONG
    pairs = query.decode("latin-1").replace(";", "&").split("&")
    names = (unquote_plus(pair.partition("=")[0]).strip().lower() for pair in pairs)
    return MISPLACED if any(name.replace("_", "").replace("-", "") in _SECRETS for name in names) else None


def _refuse_fields(body: Any) -> None:  # noqa: ANN401 - any JSON value
    if not isinstance(body, dict):
        raise errors.ValidationFailedError("The request body must be a JSON object.")
    if body:
        raise errors.ValidationFailedError(errors=dict.fromkeys(body, "Unknown field"))


def _limited_object(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(fields) > MOST_FIELDS:
        raise errors.BadRequestError(f"The request body has more than {MOST_FIELDS} fields.")
    return dict(fields)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


async def form_field(name: str) -> str | None:
    """A field of a route that accepts a form; None where there is none, or the body is no form."""
    if request.mimetype != FORM:
        return None
    value = (await request.form).get(name)
    return value if isinstance(value, str) else None


async def received_file(*, too_large: type[errors.ApplicationError] = errors.PayloadTooLargeError) -> FilePart:
    """The one file of a request to a route that accepts an upload, on disk until the request has been answered.

    Raises:
        MalformedFormError: the body is not a form with one file.
        ValidationFailedError: there is no file in the field `file`, or there are other fields.
        `too_large`: it has more than FILE_BYTES, or than ARCHIVE_BYTES where it is compressed.
        TooManyRequestsError: as many of the company's files are on disk and wait to be.
    """
    call = current_call()
    # Kept for a view that is retried.
    if call.file is None:
        sharer = call.peer.address if call.identity is None else call.identity.actor.company_id
        await call.at_end.enter_async_context(current_services().uploads.hold(sharer))
        room.get().set()
        try:
            body = await spool(_pieces(call, limit=UPLOAD_BYTES))
        except errors.PayloadTooLargeError:
            raise too_large from None
        call.at_end.callback(body.close)
        boundary = call.mimetype_params.get("boundary", "")
        call.file = await in_thread(read_file_part, body, boundary=boundary)
    content = call.file.content
    if content.size > FILE_BYTES:
        start = await in_thread(content.read, len(ARCHIVE_MAGIC))
        if start != ARCHIVE_MAGIC or content.size > ARCHIVE_BYTES:
            raise too_large
    return call.file


def idempotent_call(*, fields: BaseModel | None = None, file: bytes | None = None) -> IdempotentCall | None:
    """Return the key of the request, or None when it carries none.

    Raises IdempotencyKeyInvalidError: it carries one that is empty, too long or not printable.
    """
    key = request.headers.get(IDEMPOTENCY_HEADER)
    if key is None:
        return None
    if not IDEMPOTENCY_KEY.fullmatch(key):
        raise IdempotencyKeyInvalidError
    actor = current_actor()
    parts = (b"" if fields is None else fields.model_dump_json().encode(), file or b"")
    return IdempotentCall(company_id=actor.company_id, user_id=actor.user_id, path=request.path, key=key, parts=parts)
