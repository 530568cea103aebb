"""S45: a client that never finishes its request is cut off, whichever part of it is missing."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from server.platform.configuration.settings import Settings
from tests.fixtures.people import SignIn
from tests.fixtures.raw_http import RawAnswer, raw_connection
from tests.fixtures.socket_client import open_socket
from tests.fixtures.web_process import PUBLIC_URL, answers, environment, free_port, web_process

BEGIN = b"GET /health/live HTTP/1.1\r\nHost: a\r\n"
UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
POST = b"POST /api/v1/login/authenticate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"


@pytest.fixture
async def url(settings: Settings) -> AsyncIterator[str]:
    """A web process that waits one second for the rest of a request."""
    port = free_port()
    async with web_process(environment(settings, HEADER_TIMEOUT="1", BODY_TIMEOUT="1"), port=port):
        await answers(port)
        yield f"http://127.0.0.1:{port}"


async def unfinished(url: str, *pieces: bytes, then: bytes = b"") -> RawAnswer:
    """The answer to a client that sends these pieces, and then `then` until the connection closes."""
    async with raw_connection(url) as connection:
        for piece in pieces:
            await connection.send(piece)
        closing = asyncio.create_task(connection.until_closed())
        while then and not closing.done():
            await connection.send(then)
            await asyncio.wait([closing], timeout=0.2)
        return await closing


@pytest.mark.security("S45")
async def test_half_a_request_is_cut_off(url: str, sign_in: SignIn) -> None:
    cases = {
        "nothing": unfinished(url),
        "line breaks": unfinished(url, then=b"\r\n"),
        "half a line": unfinished(url, b"GET /hea"),
        "half a header": unfinished(url, BEGIN + b"X-"),
        "header after header": unfinished(url, BEGIN, then=b"X: y\r\n"),
        "no body": unfinished(url, POST + b"Content-Length: 10\r\n\r\n"),
        "byte after byte": unfinished(url, POST + b"Content-Length: 1000\r\n\r\n", then=b"1"),
        "chunk after chunk": unfinished(url, POST + b"Transfer-Encoding: chunked\r\n\r\n", then=b"1\r\n1\r\n"),
        "body that is never read": unfinished(url, BEGIN + b"Content-Length: 1000\r\n\r\n", then=b"1"),
        "answered, then half a header": unfinished(url, BEGIN + b"\r\n", BEGIN),
        "answered, then line breaks": unfinished(url, BEGIN + b"\r\n", then=b"\r\n"),
        "WebSocket that cannot be read": unfinished(url, b"GET /?" + b"a" * 9_000 + BEGIN[16:] + UPGRADE),
    }
    person = await sign_in()
    async with open_socket(url, {"token": person.token}, origin=PUBLIC_URL) as socket:
        found = dict(zip(cases, await asyncio.gather(*cases.values()), strict=True))
        assert socket.is_open
    assert {name: answer.status for name, answer in found.items()} == {
        "nothing": 0,
        "line breaks": 0,
        "half a line": 408,
        "half a header": 408,
        "header after header": 408,
        "no body": 408,
        "byte after byte": 408,
        "chunk after chunk": 408,
        "body that is never read": 200,
        "answered, then half a header": 200,
        "answered, then line breaks": 200,
        "WebSocket that cannot be read": 400,
    }
    assert found["half a header"].body["code"] == found["no body"].body["code"] == "request_timeout"


@pytest.mark.security("S45")
async def test_a_connection_in_use_stays_open(url: str) -> None:
    async with raw_connection(url) as connection:
        for _ in range(3):
            await connection.send(BEGIN[:20])
            await connection.send(BEGIN[20:] + b"\r\n")
            async with asyncio.timeout(30):
                assert (await connection.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
                await connection.reader.readuntil(b"}\n")
