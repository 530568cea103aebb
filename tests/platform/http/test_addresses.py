"""S55, S33: no address holds a secret, and none of those that are refused is logged. No redirect leaves the site."""

from typing import Final

import httpx2
import pytest
from quart import Quart
from quart.typing import TestClientProtocol as Client
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.platform.configuration.settings import Settings
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.raw_http import raw_request
from tests.fixtures.socket_client import ORIGIN, open_socket, socket_url
from tests.fixtures.web_process import PUBLIC_URL, answers, environment, free_port, web_process

CANARY: Final = "canary-7d1f"
NAMES: Final = ("token", "access_token", "accessToken", "refresh-token", "TOKEN", "%74oken", "jwt", "password", "otp")
PATHS: Final = (
    "/",
    "/login",
    "/api/v1/users",
    "/api/v1/users/profile",
    "/health/live",
    "/metrics",
    "/nowhere",
    "/docs",
)


@pytest.mark.security("S55")
async def test_a_secret_in_any_address_is_refused(client: Client, sign_in: SignIn) -> None:
    person = await sign_in()
    found = {
        (path, name): (await client.get(f"{path}?a=1&{name}={CANARY}", headers=person.headers)).status_code
        for path in PATHS
        for name in NAMES
    }
    assert set(found.values()) == {400}
    answer = await client.post(f"/api/v1/login/logout?token={CANARY}", headers=person.headers)
    assert (answer.status_code, (await answer.get_json())["code"]) == (400, "bad_request")
    assert (await client.get("/api/v1/users?search=token&page=1", headers=person.headers)).status_code == 200


@pytest.mark.security("S33")
@pytest.mark.parametrize("query", [f"&token={CANARY}", f"&%74oken={CANARY}"])
async def test_a_secret_in_the_address_of_a_socket_is_refused(server: LiveServer, sign_in: SignIn, query: str) -> None:
    person = await sign_in()
    with pytest.raises(InvalidStatus):
        async with open_socket(server.url, {"token": person.token}, query=query):
            pytest.fail("the socket opened")


@pytest.mark.security("S55")
@pytest.mark.parametrize(
    ("app_env", "origin"), [pytest.param("development", ORIGIN, marks=pytest.mark.long), ("production", PUBLIC_URL)]
)
async def test_no_query_is_logged(settings: Settings, sign_in: SignIn, app_env: str, origin: str) -> None:
    person, port = await sign_in(), free_port()
    url = f"http://127.0.0.1:{port}"
    with web_process(environment(settings, APP_ENV=app_env), port=port) as process:
        await answers(port)
        async with open_socket(url, {"token": person.token}, origin=origin, query=f"&x={CANARY}") as socket:
            await socket.receive("session:state")
        for address in (socket_url(url, query=f"&token={CANARY}"), f"ws{url[4:]}/nowhere?x={CANARY}"):
            with pytest.raises(InvalidStatus):
                await connect(address)
        async with httpx2.AsyncClient(base_url=url) as client:
            for path in (*PATHS, "/a%3Fx=b", "//a", "/%0a", "/api/v1/users/imports"):
                for query in (f"x={CANARY}", f"token={CANARY}", f"search=%ff{CANARY}", f"page={CANARY}"):
                    await client.get(f"{path}?{query}", headers=person.headers)
        await process.stop()
        output = process.output()
    assert "/api/v1/users/profile" in output
    assert "WebSocket /socket.io/" in output
    assert CANARY not in output


@pytest.mark.security("S36")
async def test_no_redirect_goes_to_a_host_that_the_client_names(app: Quart) -> None:
    client = app.test_client()
    rules = [rule.rule for rule in app.url_map.iter_rules() if "<" not in rule.rule]
    for path in (
        "/docs/index.html",
        "/docs",
        "/docs/",
        *rules,
        *(f"{rule}/" for rule in rules),
        "//docs",
        "//evil.test",
    ):
        answer = await client.get(path, headers={"Host": "evil.test", "X-Forwarded-Host": "evil.test"})
        assert "Location" not in answer.headers, path
        assert "evil.test" not in str(answer.headers), path
    assert (await client.get("/docs/index.html")).status_code == 200


async def test_what_a_client_names_its_server_is_never_an_internal_error(server: LiveServer) -> None:
    upgrade = b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    cases = {
        b"GET /health/live HTTP/1.1\r\nHost: " + b"a" * 5_000 + b"\r\nConnection: close\r\n": 200,
        b"GET /health/live HTTP/1.1\r\nHost: a..\xff b\r\nConnection: close\r\n": 200,
        b"GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n" + upgrade: 403,
    }
    for request, status in cases.items():
        assert (await raw_request(server.url, request + b"\r\n")).status == status, request[:60]


@pytest.mark.security("S43")
async def test_a_nul_in_a_path_is_never_an_internal_error(app: Quart) -> None:
    """No text in the database holds one: a route that looks a part of its path up would fail."""
    client = app.test_client()
    for path in ("/api/v1/signup/companies/%00", "/apply/a%00b", "/docs/%00", "/%00"):
        assert (await client.get(path)).status_code == 404, path
