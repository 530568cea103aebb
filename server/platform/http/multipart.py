"""Reads an upload: a multipart/form-data body whose only part is a file.

A general parser works through whatever is sent before it can be refused. This reader takes one part, caps its headers
before it parses them, looks at every byte at most once, and refuses the rest: no preamble, no folded or repeated
headers, no transfer encoding, no second part. The body is on disk, and so much of it in memory as is searched at once.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from werkzeug.http import parse_options_header

from server.platform.errors import BadRequestError, ValidationFailedError
from server.platform.http.spooled_file import PIECE_BYTES, SpooledFile

FIELD: Final = "file"
HEADER_BYTES: Final = 8 * 1024
MOST_HEADERS: Final = 16
BOUNDARY: Final = re.compile(r"[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]")
PLAIN_ENCODINGS: Final = frozenset({"", "7bit", "8bit", "binary"})


class MalformedFormError(BadRequestError, keeps_code=True):
    def __init__(self, reason: str) -> None:
        super().__init__(f"The request body is not a multipart/form-data form with one file: {reason}.")


@dataclass(frozen=True, kw_only=True)
class FilePart:
    name: str
    content: SpooledFile


def read_file_part(body: SpooledFile, *, boundary: str) -> FilePart:
    """The file of the form, within the body. Reads the disk: not to be called in the event loop.

    Raises:
        MalformedFormError: the body is no such form.
        ValidationFailedError: the form has no file, or more than one field.
    """
    if BOUNDARY.fullmatch(boundary) is None:
        raise MalformedFormError("its boundary is missing or has more than 70 characters")
    delimiter = b"--" + boundary.encode()
    start = body.read(len(b"\r\n") + len(delimiter))
    begin = len(b"\r\n") if start.startswith(b"\r\n") else 0
    if not start.startswith(delimiter, begin):
        raise MalformedFormError("it does not begin with its boundary")
    headers, content_begin = _next_part(body, begin + len(delimiter))
    name = _file_name(headers)
    # The line break of a boundary may be that of the empty line above it: then the file is empty.
    end = _find(body, b"\r\n" + delimiter, begin=content_begin - 2)
    # What follows the last boundary is ignored, as RFC 2046 has it.
    behind = end + len(b"\r\n") + len(delimiter)
    if body.read(2, begin=behind) != b"--":
        _file_name(_next_part(body, behind)[0])
        raise ValidationFailedError(errors={FIELD: "Send one file at a time"})
    content = replace(body, begin=body.begin + content_begin, size=max(end - content_begin, 0))
    return FilePart(name=name, content=content)


def _next_part(body: SpooledFile, place: int) -> tuple[dict[str, str], int]:
    """(headers of the part that begins behind this boundary, where its content begins)."""
    block = body.read(HEADER_BYTES, begin=place)
    if block.startswith(b"--"):
        raise ValidationFailedError(errors={FIELD: "This field is required"})
    if not block.startswith(b"\r\n"):
        raise MalformedFormError("a boundary in it is not followed by a line break")
    end = block.find(b"\r\n\r\n")
    if end < 0:
        raise MalformedFormError(f"the headers of a part do not end within {HEADER_BYTES:,} bytes")
    return _read_headers(block[2:end]), place + end + 4


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


def _find(body: SpooledFile, delimiter: bytes, *, begin: int) -> int:
    for place in range(begin, body.size, PIECE_BYTES):
        found = body.read(PIECE_BYTES + len(delimiter), begin=place).find(delimiter)
        if found >= 0:
            return place + found
    raise MalformedFormError("it breaks off before its last boundary")
