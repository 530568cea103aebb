"""S45: no request of 10 MB blocks the event loop longer than 50 ms.

The processor's time between two ticks of the loop is measured, so that a busy machine fails no test; what is sent
comes from another process.
"""

from collections.abc import Callable
from typing import Final

import pytest

from tests.fixtures.hostile_bodies import TYPE, HostileBody, first_files, heavy_files, hostile_files, hostile_forms
from tests.fixtures.live_server import LiveServer
from tests.fixtures.loop_lag import Attacker, is_too_long
from tests.fixtures.people import SignIn
from tests.fixtures.raw_http import RawAnswer, send_file

pytestmark = pytest.mark.settings(rate_limit_scale=1000)

PATH: Final = "/api/v1/users/imports"
LOGIN: Final = "/api/v1/login/authenticate"
# The server may close before it has read everything; a client that still sends then sees the connection end.
UNREAD: Final = frozenset({0})


def request(
    token: str, body: bytes, *, content_type: str = f"{TYPE}b", path: str = PATH, chunked: bool = False
) -> bytes:
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {len(body)}"
    head = f"POST {path} HTTP/1.1\r\nHost: waymark.test\r\nAuthorization: Bearer {token}\r\n"
    return f"{head}Content-Type: {content_type}\r\nConnection: close\r\n{length}\r\n\r\n".encode() + body


async def sweep(
    server: LiveServer, attacker: Attacker, token: str, *, bodies: dict[str, HostileBody]
) -> tuple[dict[str, RawAnswer], dict[str, float]]:
    """(bodies with a wrong answer, bodies that blocked the loop)."""
    surprises, slow = {}, {}
    for name, hostile in bodies.items():
        content_type = f"{TYPE}{hostile.boundary}"
        answer, lag = await attacker.send(
            send_file, server.url, request(token, hostile.body, content_type=content_type)
        )
        if answer.status != hostile.status or hostile.says not in str(answer.body):
            surprises[name] = answer
        if is_too_long(lag):
            slow[name] = lag
    return surprises, slow


@pytest.mark.security("S45")
@pytest.mark.parametrize(
    "make",
    [
        first_files,
        *(pytest.param(make, marks=pytest.mark.long) for make in (hostile_forms, hostile_files, heavy_files)),
    ],
)
async def test_no_upload_blocks_the_loop(
    server: LiveServer, sign_in: SignIn, attacker: Attacker, make: Callable[[], dict[str, HostileBody]]
) -> None:
    person = await sign_in()
    assert await sweep(server, attacker, person.token, bodies=make()) == ({}, {})


@pytest.mark.security("S45")
async def test_a_body_in_pieces_of_one_byte_does_not_block_the_loop(
    server: LiveServer, sign_in: SignIn, attacker: Attacker
) -> None:
    person = await sign_in()
    for chunk in (b"1\r\nx\r\n", b"1;extension=1\r\nx\r\n"):
        data = request(person.token, chunk * (10_000_000 // len(chunk)) + b"0\r\n\r\n", chunked=True)
        answer, lag = await attacker.send(send_file, server.url, data)
        assert answer.status in UNREAD | {400, 413}
        assert not is_too_long(lag)


@pytest.mark.security("S45")
async def test_json_of_ten_megabytes_is_refused_unread(server: LiveServer, attacker: Attacker) -> None:
    for json in (
        b'{"a":' * 2_000_000,
        b"[" * 10_000_000,
        b'{"email":1,' * 900_000,
        b'"' + b"\\u0000" * 1_700_000 + b'"',
        b"1" * 10_000_000,
        b" " * 10_000_000,
    ):
        chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(json), json)
        data = request("", chunked, content_type="application/json", path=LOGIN, chunked=True)
        answer, lag = await attacker.send(send_file, server.url, data)
        assert answer.status in UNREAD | {413}, json[:20]
        assert not is_too_long(lag), json[:20]
    data = request("", b" " * 10_000_000, content_type="application/json", path=LOGIN)
    answer, lag = await attacker.send(send_file, server.url, data)
    assert answer.status in UNREAD | {413}
    assert not is_too_long(lag)


@pytest.mark.security("S45")
async def test_json_of_the_largest_size_does_not_block_the_loop(server: LiveServer, attacker: Attacker) -> None:
    for json in (
        b'{"a":' * 13_000,
        b"[" * 65_000,
        b"{" + b'"email":1,' * 6_500 + b'"email":1}',
        b"{" + b",".join(b'"%d":1' % number for number in range(7_000)) + b"}",
        b'{"email":"' + b"\\u0000" * 10_900 + b'"}',
        b'{"email":' + b"9" * 65_000 + b"}",
        b'{"email":' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"email":[' + b'"\\u0000",' * 7_000 + b"1]}",
    ):
        answer, lag = await attacker.send(
            send_file, server.url, request("", json, content_type="application/json", path=LOGIN)
        )
        assert answer.status in {400, 413, 422}, json[:20]
        assert not is_too_long(lag), json[:20]


@pytest.mark.security("S45")
async def test_an_object_of_too_many_fields_is_refused_before_validation(
    server: LiveServer, attacker: Attacker
) -> None:
    for fields, status in ((100, 422), (101, 400)):
        json = b"{" + b",".join(b'"%d":1' % number for number in range(fields)) + b"}"
        answer, _ = await attacker.send(
            send_file, server.url, request("", json, content_type="application/json", path=LOGIN)
        )
        assert answer.status == status


@pytest.mark.security("S45")
async def test_long_headers_are_refused(server: LiveServer, attacker: Attacker) -> None:
    """The proxy ends those that never end."""
    begin = b"GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
    for line in (b"X: y\r\n", b"X: " + b"y" * 8_000 + b"\r\n", b"Cookie: " + b"a=b;" * 1_000 + b"\r\n"):
        data = begin + line * (200_000 // len(line)) + b"\r\n"
        answer, lag = await attacker.send(send_file, server.url, data)
        assert (answer.status, answer.body["code"]) == (431, "payload_too_large")
        assert not is_too_long(lag), line[:40]


@pytest.mark.security("S45")
async def test_an_endless_query_is_refused(server: LiveServer, sign_in: SignIn, attacker: Attacker) -> None:
    person = await sign_in()
    for query in ("a&" * 30_000, "a=%25&" * 9_000, "search=" + "a" * 9_000):
        head = f"GET /api/v1/users?{query} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {person.token}\r\n"
        answer, lag = await attacker.send(send_file, server.url, f"{head}Connection: close\r\n\r\n".encode())
        assert (answer.status, answer.body["code"]) == (400, "bad_request")
        assert not is_too_long(lag)
