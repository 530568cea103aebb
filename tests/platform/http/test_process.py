"""The web process: JSON logs, and stopping with open sockets."""

import asyncio
import json
import os
import signal
import time

import httpx2
import pytest

from server.platform.configuration.settings import Settings
from server.platform.process.departure import MOVE_SECONDS, NOTICED_SECONDS, OTHERS_NOTICED_SECONDS
from tests.fixtures.eventually import eventually
from tests.fixtures.people import SignIn
from tests.fixtures.raw_http import raw_connection
from tests.fixtures.socket_client import open_socket
from tests.fixtures.web_process import PUBLIC_URL, answers, environment, free_port, web_process


async def test_process_serves_logs_json_and_stops_with_open_sockets(settings: Settings, sign_in: SignIn) -> None:
    person, port = await sign_in(), free_port()
    with web_process(environment(settings), port=port) as process:
        assert (await answers(port)).status_code == 200
        async with open_socket(f"http://127.0.0.1:{port}", {"token": person.token}, origin=PUBLIC_URL) as browser:
            await browser.receive("session:state")
            async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
                await client.get("/api/v1/users/profile", headers=person.headers | {"X-Request-ID": "request-1"})
            await process.stop()
            await browser.closed()
            assert not browser.was_disconnected
        output = process.output()
    lines = [json.loads(line) for line in output.splitlines()]
    (asked,) = [line for line in lines if line["event"] == "request"]
    assert (asked["path"], asked["status"], asked["request_id"]) == ("/api/v1/users/profile", 200, "request-1")
    assert person.token not in output


async def test_answers_of_every_kind_follow_each_other_on_one_connection(settings: Settings) -> None:
    """Head and body leave in one piece, and a head without a body leaves too."""
    get = b"GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n"
    begin = b"POST /api/v1/login/authenticate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    port = free_port()
    async with asyncio.timeout(60):
        with web_process(environment(settings), port=port):
            await answers(port)
            async with raw_connection(f"http://127.0.0.1:{port}") as connection:
                await connection.send(get + get + get.replace(b"GET", b"HEAD") + get.replace(b"GET", b"OPTIONS"))
                for _ in range(2):
                    assert (await connection.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
                    assert json.loads(await connection.reader.readuntil(b"}\n"))["status"] == "ok"
                assert (await connection.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
                assert (await connection.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 204")
                await connection.send(begin + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
                assert (await connection.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 100")
                await connection.send(b"{}" + get)
                assert (await connection.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 422")
                assert json.loads(await connection.reader.readuntil(b"}\n"))["code"] == "validation_failed"
                assert (await connection.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")


@pytest.mark.slow
async def test_process_behind_a_proxy_serves_until_it_is_drained_and_moves_its_sockets(
    settings: Settings, sign_in: SignIn
) -> None:
    person, port = await sign_in(), free_port()
    url = f"http://127.0.0.1:{port}"
    with web_process(environment(settings, TRUSTED_PROXIES="127.0.0.1"), port=port) as process:
        async with httpx2.AsyncClient(base_url=url, headers=person.headers) as client:
            assert (await answers(port)).status_code == 200
            async with open_socket(url, {"token": person.token}, origin=PUBLIC_URL) as browser:
                await browser.receive("session:state")
                os.kill(process.pid, signal.SIGTERM)

                async def is_unavailable() -> bool:
                    return (await client.get("/health")).status_code == 503

                await eventually(is_unavailable, within=30, what="the process to say that it leaves")
                assert (await client.get("/health/ready")).status_code == 503
                assert (await client.get("/health/live")).status_code == 200
                assert (await client.get("/api/v1/users/profile")).status_code == 200
                assert browser.is_open
                await browser.closed()
                assert not browser.was_disconnected
            await process.ended()


async def test_second_signal_to_a_process_behind_a_proxy_does_not_wait(settings: Settings) -> None:
    port = free_port()
    with web_process(environment(settings, TRUSTED_PROXIES="127.0.0.1"), port=port) as process:
        assert (await answers(port)).status_code == 200
        os.kill(process.pid, signal.SIGTERM)

        async def is_leaving() -> bool:
            return '"leaving"' in process.output()

        await eventually(is_leaving, within=30, what="the process to say that it leaves")
        began = time.monotonic()
        await process.stop()
    assert time.monotonic() - began < OTHERS_NOTICED_SECONDS + NOTICED_SECONDS + MOVE_SECONDS


async def test_process_starts_without_redis(settings: Settings) -> None:
    port = free_port()
    with web_process(environment(settings, REDIS_URL="unix:///nowhere.sock"), port=port):
        readiness = await answers(port)
        assert readiness.status_code == 503
        assert readiness.json()["checks"] == {"database": "ok", "redis": "down", "worker": "down", "realtime": "down"}
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            assert (await client.get("/health")).json()["status"] == "degraded"
