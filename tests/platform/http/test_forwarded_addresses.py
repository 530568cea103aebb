"""S47, S42: a client cannot choose its address, over HTTP or on a socket, with any number of X-Forwarded-For lines."""

from contextlib import AsyncExitStack
from typing import Final

import httpx2
import pytest
from structlog.testing import capture_logs
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.fixtures.live_server import LiveServer, StartServer
from tests.fixtures.one_minute import in_one_minute
from tests.fixtures.socket_client import ORIGIN, socket_url

CLIENT: Final = "198.51.100.7"
# Header lines of a client are ignored, alone or joined with the proxy's.
LINES: Final = {
    "one line": [CLIENT],
    "one line with another address": [f"6.6.6.{{n}}, {CLIENT}"],
    "two lines": ["6.6.6.{n}", CLIENT],
    "three lines": ["6.6.6.{n}", "7.7.7.{n}, 127.0.0.1", f"{CLIENT}, 127.0.0.1"],
    "port": ["6.6.6.{n}", f"{CLIENT}:4{{n}}"],
    "IPv4 as IPv6": ["6.6.6.{n}", f"::ffff:{CLIENT}"],
    "empty line": ["6.6.6.{n}", CLIENT, ""],
}

behind_a_proxy = pytest.mark.settings(trusted_proxies="127.0.0.1")


def headers(lines: list[str], *, number: int = 1) -> list[tuple[str, str]]:
    return [("X-Forwarded-For", line.format(n=number)) for line in lines]


async def logged_address(server: LiveServer, given: list[tuple[str, str]]) -> str:
    """The address that the server logs for a request with these headers."""
    with capture_logs() as lines:
        async with httpx2.AsyncClient(base_url=server.url) as client:
            await client.get("/api/v1/users/profile", headers=given)
    (line,) = [line for line in lines if line["event"] == "request"]
    return str(line["address"])


@pytest.mark.security("S47")
@behind_a_proxy
async def test_the_address_is_the_one_that_the_proxy_wrote(server: LiveServer) -> None:
    found = {name: await logged_address(server, headers(lines)) for name, lines in LINES.items()}
    assert found == dict.fromkeys(LINES, CLIENT)
    for line, address in {
        "[2001:db8::1]:99": "2001:db8::1",
        "2001:db8::1": "2001:db8::1",
        "rubbish": "127.0.0.1",
        "6.6.6.6, rubbish": "127.0.0.1",
        "[::1": "127.0.0.1",
        "1.2.3.4.5": "127.0.0.1",
        "9" * 5_000: "127.0.0.1",
    }.items():
        assert await logged_address(server, headers(["6.6.6.6", line])) == address


@pytest.mark.security("S42")
async def test_only_trusted_proxies_name_the_client_s_address(server: LiveServer) -> None:
    for lines in LINES.values():
        assert await logged_address(server, headers(lines)) == "127.0.0.1"


@pytest.mark.security("S47")
@behind_a_proxy
async def test_a_forged_header_line_evades_no_limit(server: LiveServer) -> None:
    statuses = await in_one_minute(lambda address: check_fifty_times(server, address))
    assert statuses == [200] * 40 + [429] * 10


async def check_fifty_times(server: LiveServer, address: str) -> list[int]:
    async with httpx2.AsyncClient(base_url=f"{server.url}/api/v1/signup/", timeout=60) as client:
        answers = [
            await client.get(
                "check-email",
                params={"email": "a@example.com"},
                headers=headers(["6.6.6.{n}", address], number=number),
            )
            for number in range(50)
        ]
    return [answer.status_code for answer in answers]


@pytest.mark.security("S47")
@behind_a_proxy
@pytest.mark.parametrize("lines", LINES.values(), ids=LINES.keys())
async def test_a_forged_header_line_opens_no_more_sockets(start_server: StartServer, lines: list[str]) -> None:
    async with start_server(most_silent=3) as server, AsyncExitStack() as stack:
        for number in range(3):
            await stack.enter_async_context(silent_socket(server, headers(lines, number=number)))
        with pytest.raises(InvalidStatus):
            await stack.enter_async_context(silent_socket(server, headers(lines, number=9)))
        await stack.enter_async_context(silent_socket(server, headers(["203.0.113.9"])))


@pytest.mark.security("S47")
@behind_a_proxy
async def test_the_scheme_is_the_one_that_the_nearest_proxy_wrote(server: LiveServer) -> None:
    async with httpx2.AsyncClient(base_url=server.url) as client:
        for lines, is_https in ((["http", "https"], True), (["https", "http"], False), (["http, https"], True)):
            answer = await client.get("/health/live", headers=[("X-Forwarded-Proto", line) for line in lines])
            assert ("Strict-Transport-Security" in answer.headers) is is_https


def silent_socket(server: LiveServer, given: list[tuple[str, str]]) -> connect:
    return connect(socket_url(server.url), additional_headers=given, origin=Origin(ORIGIN), close_timeout=1)
