"""S38: an upload made to exhaust the server gets a clear error and uses bounded memory."""

import codecs
from typing import Final

import psutil
import pytest

from server.platform.configuration.settings import Settings
from tests.fixtures.hostile_bodies import HEADER_LINE, ROW, TYPE, HostileBody, filled, form, heavy_files, hostile_files
from tests.fixtures.import_calls import Caller
from tests.fixtures.imports import Office
from tests.fixtures.people import SignIn
from tests.fixtures.raw_http import raw_request
from tests.fixtures.web_process import answers, environment, free_port, web_process

MEGABYTE: Final = 1024 * 1024
# The body, its file and decoded pieces, several times: allocators do not return all memory.
MOST_GROWTH: Final = 256 * MEGABYTE
UNREADABLE: Final = "Error parsing CSV file. Please check the format."


@pytest.fixture
async def uploader(caller: Caller, office: Office) -> Caller:
    return caller.as_person(office.person)


UTF16: Final = codecs.BOM_UTF16_LE + (HEADER_LINE + ROW).decode().encode("utf-16-le")
# Each with its sentence and its detail.
HOSTILE: Final = (
    (b"PK\x03\x04" + b"x" * 100, "This workbook is damaged or of an unknown kind", ""),
    (b"\xd0\xcf\x11\xe0" + b"x" * 100, "This workbook is damaged or of an unknown kind", ""),
    (b"%PDF-1.7" + b"x" * 100, "Please upload a CSV file", "Save its table as XLSX"),
    (HEADER_LINE + ROW + b"\0", UNREADABLE, "NUL characters"),
    (HEADER_LINE + ROW + b"," * 1_000_000, UNREADABLE, "Line 3 has more than 262,144 characters"),
    (HEADER_LINE + b"," * 1_001, UNREADABLE, "more than 1,000 columns"),
    (HEADER_LINE + b'"' + ROW * 1_000, UNREADABLE, "opened at line 2 is never closed"),
    (b'"' + HEADER_LINE + ROW * 1_000, UNREADABLE, "opened at line 1 is never closed"),
    (UTF16[:-1], UNREADABLE, "none of the encodings"),
    (codecs.BOM_UTF16_LE + b"\x00\xd8" * 100, UNREADABLE, "none of the encodings"),
    (HEADER_LINE + ROW + b"\n" * 1_000_001, UNREADABLE, "more than 1,000,000 lines"),
    (HEADER_LINE + b"a,b,c,d,e,f\n" * 150_001, "The file has more than 150,000 rows", ""),
)


@pytest.mark.security("S38")
async def test_a_hostile_file_has_a_clear_error(uploader: Caller, office: Office) -> None:
    for content, message, detail in HOSTILE:
        answer = await uploader.upload(content)
        status, code, sentence = answer.refusal
        assert (status, code) == (422, "file_refused")
        assert sentence.startswith(message)
        assert detail in answer.body.get("errors", {}).get("file", "")
    assert await office.fetch_value("SELECT count(*) FROM imports") == 0


@pytest.mark.security("S38")
async def test_a_file_is_at_most_ten_megabytes(uploader: Caller, office: Office) -> None:
    answer = await uploader.upload(HEADER_LINE + filled(ROW, size=10 * MEGABYTE))
    assert answer.refusal[:2] == (413, "file_too_large")
    assert await office.fetch_value("SELECT count(*) FROM imports") == 0


@pytest.mark.long
@pytest.mark.security("S38")
async def test_uploads_cost_bounded_memory(settings: Settings, sign_in: SignIn) -> None:
    """One after another; at once: S113."""
    person, port, hostile = await sign_in(), free_port(), hostile_files()
    bodies = [hostile["NUL at the end"], hostile["newlines"], hostile["wide rows"], *heavy_files().values()]

    async def upload(body: HostileBody) -> int:
        head = f"POST /api/v1/users/imports HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {person.token}\r\n"
        head += f"Content-Type: {TYPE}b\r\nConnection: close\r\nContent-Length: {len(body.body)}\r\n\r\n"
        return (await raw_request(f"http://127.0.0.1:{port}", head.encode() + body.body)).status

    with web_process(environment(settings), port=port) as process:
        await answers(port)
        small = HostileBody(body=form(HEADER_LINE + ROW), status=201, says="")
        assert await upload(small) == 201
        server = psutil.Process(process.pid)
        before = most = server.memory_info().rss
        for body in bodies:
            assert await upload(body) == body.status
            most = max(most, server.memory_info().rss)
    assert most - before < MOST_GROWTH
