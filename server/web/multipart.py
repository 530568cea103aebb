"""Reads an upload: a multipart/form-data body whose only part is a file.

A general parser works through whatever is sent before it can be refused. This reader takes one part, caps its headers
before it parses them, looks at every byte at most once, and refuses the rest: no preamble, no folded or repeated
headers, no transfer encoding, no second part.
"""

import re
from dataclasses import dataclass
from typing import Final

from werkzeug.http import parse_options_header

from server.errors import BadRequestError, ValidationFailedError

FIELD: Final = "file"
HEADER_BYTES: Final = 8 * 1024
MOST_HEADERS: Final = 16
# One search holds the interpreter, and with it the event loop: a body is searched and copied in pieces.
SEARCHED_AT_ONCE: Final = 256 * 1024
BOUNDARY: Final = re.compile(r"[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]")
PLAIN_ENCODINGS: Final = frozenset({"", "7bit", "8bit", "binary"})


class MalformedFormError(BadRequestError):
    def __init__(self, reason: str) -> None:
        super().__init__(f"The request body is not a multipart/form-data form with one file: {reason}.")


@dataclass(frozen=True, kw_only=True)
class FilePart:
    name: str
    content_type: str | None
    content: bytes


def read_file_part(body: bytes, *, boundary: str) -> FilePart:
    """The file of the form. Takes a while for a large body: not to be called in the event loop.

    Raises:
        MalformedFormError: the body is no such form.
        ValidationFailedError: the form has no file, or more than one field.
    """
    if BOUNDARY.fullmatch(boundary) is None:
        raise MalformedFormError("its boundary is missing or has more than 70 characters")
    delimiter = b"--" + boundary.encode()
    begin = len(b"\r\n") if body.startswith(b"\r\n") else 0
    if not body.startswith(delimiter, begin):
        raise MalformedFormError("it does not begin with its boundary")
    headers, content_begin = _next_part(body, begin + len(delimiter))
    name = _file_name(headers)
    # The line break of a boundary may be that of the empty line above it: then the file is empty.
    end = _find(body, b"\r\n" + delimiter, begin=content_begin - 2)
    _refuse_second_part(body, end + len(b"\r\n") + len(delimiter))
    media_type = parse_options_header(headers.get("content-type"))[0].lower()
    return FilePart(name=name, content_type=media_type or None, content=_cut(body, content_begin, end))


def _cut(body: bytes, begin: int, end: int) -> bytes:
    """The bytes between: joining large parts lets the event loop go on, a single copy does not."""
    return b"".join([body[at : min(at + SEARCHED_AT_ONCE, end)] for at in range(begin, end, SEARCHED_AT_ONCE)])


def _next_part(body: bytes, place: int) -> tuple[dict[str, str], int]:
    """(headers of the part that begins behind this boundary, where its content begins)."""
    if body.startswith(b"--", place):
        raise ValidationFailedError(errors={FIELD: "This field is required"})
    if not body.startswith(b"\r\n", place):
        raise MalformedFormError("a boundary in it is not followed by a line break")
    end = body.find(b"\r\n\r\n", place, place + HEADER_BYTES)
    if end < 0:
        raise MalformedFormError(f"the headers of a part do not end within {HEADER_BYTES:,} bytes")
    return _read_headers(body[place + 2 : end]), end + 4


def _read_headers(block: bytes) -> dict[str, str]:
    headers: dict[str, str] = {}
    lines = block.split(b"\r\n")
    if len(lines) > MOST_HEADERS:
        raise MalformedFormError(f"a part has more than {MOST_HEADERS} headers")
    for line in lines:
        try:
            name, colon, value = line.decode().partition(":")
        except UnicodeDecodeError:
            raise MalformedFormError("a header is not UTF-8") from None
        name = name.lower()
        if not colon or not name or name.strip() != name or name in headers:
            raise MalformedFormError("a header is repeated, folded or has no name")
        headers[name] = value.strip()
    return headers


def _file_name(headers: dict[str, str]) -> str:
    """The file's name, of a part that is the field `file`."""
    kind, options = parse_options_header(headers.get("content-disposition"))
    field, file_name = options.get("name"), options.get("filename")
    if kind != "form-data" or not field:
        raise MalformedFormError("a part does not name its field")
    if field != FIELD:
        raise ValidationFailedError(errors={field: "Unknown field"})
    if file_name is None:
        raise ValidationFailedError(errors={FIELD: "This field is required"})
    if headers.get("content-transfer-encoding", "").lower() not in PLAIN_ENCODINGS:
        raise MalformedFormError("its file has a Content-Transfer-Encoding; send the file as it is")
    return file_name


def _find(body: bytes, delimiter: bytes, *, begin: int) -> int:
    for place in range(begin, len(body), SEARCHED_AT_ONCE):
        found = body.find(delimiter, place, place + SEARCHED_AT_ONCE + len(delimiter))
        if found >= 0:
            return found
    raise MalformedFormError("it breaks off before its last boundary")


def _refuse_second_part(body: bytes, place: int) -> None:
    """What follows the last boundary is ignored, as RFC 2046 has it."""
    if body.startswith(b"--", place):
        return
    headers, _ = _next_part(body, place)
    _file_name(headers)
    raise ValidationFailedError(errors={FIELD: "Send one file at a time"})
