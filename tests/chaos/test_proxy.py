"""What Caddy passes on unchanged, and what it answers by itself. It needs Caddy: `make chaos` installs it."""

import asyncio
import json

import httpx2
import pytest

from server.platform.http.requests import UPLOAD_BYTES
from tests.fixtures.cluster import Cluster
from tests.fixtures.people import SignIn
from tests.fixtures.raw_http import raw_connection

pytestmark = pytest.mark.chaos

TOO_LARGE = UPLOAD_BYTES + 1
CHUNK = 64 * 1024
LONGEST_SECONDS = 150


async def test_headers_are_those_of_the_application_each_once(cluster: Cluster) -> None:
    async with httpx2.AsyncClient(trust_env=False) as client:
        through = await client.get(f"{cluster.url}/")
        direct = await client.get(f"http://127.0.0.1:{cluster.ports['web-1']}/")
    names = [name.lower() for name, _ in through.headers.multi_items()]
    assert sorted(names) == sorted(name.lower() for name, _ in direct.headers.multi_items())
    assert through.headers["Content-Encoding"] == direct.headers["Content-Encoding"]


async def test_x_forwarded_for_of_a_client_is_dropped(cluster: Cluster, sign_in: SignIn) -> None:
    person = await sign_in()
    spoofed = {"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "https"}
    async with httpx2.AsyncClient(trust_env=False, headers=person.headers | spoofed) as client:
        answer = await client.get(f"{cluster.url}/api/v1/users/profile")
    assert "Strict-Transport-Security" not in answer.headers
    logs = "".join(program.log.read_text() for program in cluster.programs.values() if program.log)
    assert "/users/profile" in logs
    assert "6.6.6.6" not in logs


async def test_a_file_that_is_too_large_is_refused_while_it_is_being_sent(cluster: Cluster, sign_in: SignIn) -> None:
    person = await sign_in()
    proxy = httpx2.URL(cluster.url)
    reader, writer = await asyncio.open_connection(proxy.host, proxy.port)
    writer.write(
        b"POST /api/v1/users/imports HTTP/1.1\r\nHost: waymark.test\r\n"
        b"Content-Type: multipart/form-data; boundary=part\r\n"
        + f"Authorization: {person.headers['Authorization']}\r\nContent-Length: {TOO_LARGE}\r\n\r\n".encode()
        + b"--part\r\n"
    )
    answering = asyncio.create_task(reader.readuntil(b"}"))
    async with asyncio.timeout(20):
        while not answering.done():
            writer.write(b"x" * CHUNK)
            # Reads the answer; a client that only writes notices it when the connection is closed.
            await asyncio.wait({answering}, timeout=0.01)
    head, _, problem = (await answering).decode().partition("\r\n\r\n")
    writer.close()
    assert head.startswith("HTTP/1.1 413 ")
    assert json.loads(problem)["code"] == "file_too_large"


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_without_a_web_process_the_proxy_answers_with_a_problem(cluster: Cluster, method: str) -> None:
    for name in ("web-1", "web-2"):
        cluster.kill(name)
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as client:
        answer = await client.request(method, f"{cluster.url}/api/v1/users/profile")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
    assert answer.headers["Content-Type"] == "application/json"
    assert json.loads(answer.text) == {
        "code": "unavailable",
        "message": "Service temporarily unavailable. Please try again later.",
        "retryAfter": 2,
    }


async def test_requests_that_come_slowly_or_without_end_are_ended(cluster: Cluster) -> None:
    begin = b"GET /health/live HTTP/1.1\r\nHost: a\r\n"
    cases = {
        "half a header": (begin + b"X-", b"", {0, 400, 408}),
        "header after header": (begin, b"X: y\r\n", {0, 400, 408}),
        "long headers": (begin + b"X: y\r\n" * 20_000 + b"\r\n", b"", {431}),
        "endless header": (begin + b"X: " + b"y" * 200_000, b"", {0, 431}),
        "body that is never read": (begin + b"Content-Length: 1000\r\n\r\n", b"1", {200, 408}),
    }

    async def answer(sent: bytes, then: bytes) -> int:
        async with raw_connection(cluster.url) as connection:
            await connection.send(sent)
            closing = asyncio.create_task(connection.until_closed(within=LONGEST_SECONDS))
            while then and not closing.done():
                await connection.send(then)
                await asyncio.wait([closing], timeout=0.5)
            return (await closing).status

    statuses = await asyncio.gather(*(answer(sent, then) for sent, then, _ in cases.values()))
    expected = {name: statuses for name, (_, _, statuses) in cases.items()}
    assert {name: status for name, status in zip(cases, statuses, strict=True) if status not in expected[name]} == {}
