"""S45: a client that never finishes its request is cut off: its body by the application, all else by the proxy."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from server.platform.configuration.settings import Settings
from tests.architecture.source import PROJECT
from tests.fixtures.raw_http import RawAnswer, raw_connection
from tests.fixtures.web_process import answers, environment, free_port, web_process

POST = b"POST /api/v1/login/authenticate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"


@pytest.fixture
async def url(settings: Settings) -> AsyncIterator[str]:
    """A web process that waits one second for the rest of a body."""
    port = free_port()
    with web_process(environment(settings, BODY_TIMEOUT="1"), port=port):
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
async def test_a_body_that_comes_slowly_is_cut_off(url: str) -> None:
    cases = {
        "no body": unfinished(url, POST + b"Content-Length: 10\r\n\r\n"),
        "byte after byte": unfinished(url, POST + b"Content-Length: 1000\r\n\r\n", then=b"1"),
        "chunk after chunk": unfinished(url, POST + b"Transfer-Encoding: chunked\r\n\r\n", then=b"1\r\n1\r\n"),
    }
    found = dict(zip(cases, await asyncio.gather(*cases.values()), strict=True))
    answers = {name: (answer.status, answer.body["code"]) for name, answer in found.items()}
    assert answers == dict.fromkeys(cases, (408, "request_timeout"))


@pytest.mark.security("S45")
def test_the_proxy_limits_headers_and_the_time_of_every_part() -> None:
    """That it does so is proved where a Caddy is: tests/chaos/test_proxy.py."""
    text = (PROJECT / "deploy" / "Caddyfile").read_text()
    for option in ("max_header_size 64KB", "read_header 10s", "read_body 75s", "write 35m"):
        assert f"\t{option}\n" in text
