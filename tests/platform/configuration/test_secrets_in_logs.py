"""S41: logs and metrics of a web process contain no secret, wherever a client sends it."""

from contextlib import suppress
from typing import Final

import httpx2
import pytest
from websockets.exceptions import InvalidStatus

from server.platform.configuration.settings import Settings
from tests.fixtures.accounts import Account
from tests.fixtures.raw_http import raw_request
from tests.fixtures.socket_client import open_socket, open_transport
from tests.fixtures.web_process import answers, environment, free_port, web_process

# A value that a client sends in every place of a request; it must not be logged.
CANARY: Final = "canary-51c7e0"


@pytest.mark.security("S41")
async def test_no_secret_of_a_session_is_logged_or_counted(settings: Settings, account: Account) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    given = {"APP_ENV": "development", "LOGIN_VERIFICATION": "never", "ROBOT_CHECK": "off", "DEV_OTP_CODE": ""}
    with web_process(environment(settings, PUBLIC_URL="http://waymark.test", **given), port=port) as process:
        await answers(port)
        async with httpx2.AsyncClient(base_url=url, headers={"Cookie": f"a={CANARY}"}) as client:
            secrets = await use_a_session(client, account)
            await use_sockets(url, secrets[0])
            await send_canaries(client)
            await raw_request(url, f"GET /x HTTP/1.1\r\nAuthorization {CANARY}\r\n\r\n".encode())
            await raw_request(url, f"{CANARY} / HTTP/9\r\n\r\n".encode())
            metrics = (await client.get("/metrics")).text
        await process.stop()
        written = process.output()
    assert "/api/v1/login/authenticate" in written
    assert "waymark_requests" in metrics
    whole = written + metrics
    assert [secret for secret in (*secrets, CANARY, account.email, account.password) if secret in whole] == []


async def use_a_session(client: httpx2.AsyncClient, account: Account) -> list[str]:
    """The secrets of a sign-in, a refresh and a new password; the first is an access token."""
    api = "/api/v1"
    wrong = {"email": account.email, "password": f"{CANARY}-wrong"}
    assert (await client.post(f"{api}/login/authenticate", json=wrong)).status_code == 401
    right = {"email": account.email, "password": account.password}
    started = await client.post(f"{api}/login/authenticate", json=right)
    flow, user_id = started.headers["X-Flow-Token"], started.json()["userId"]
    completed = await client.post(f"{api}/login/complete", params={"userId": user_id}, headers={"X-Flow-Token": flow})
    tokens = completed.json()
    refreshed = (await client.post(f"{api}/auth/refresh-token", json={"refreshToken": tokens["refreshToken"]})).json()
    bearer = {"Authorization": f"Bearer {refreshed['accessToken']}"}
    change = {"currentPassword": CANARY, "newPassword": f"{CANARY}-Lantern-9", "confirmPassword": f"{CANARY}-x"}
    assert (await client.post(f"{api}/users/profile/password", json=change, headers=bearer)).status_code < 500
    assert (await client.get(f"{api}/users/profile", headers=bearer)).status_code == 200
    return [refreshed["accessToken"], refreshed["refreshToken"], tokens["jwtToken"], tokens["refreshToken"], flow]


async def use_sockets(url: str, token: str) -> None:
    async with open_socket(url, {"token": token}) as socket:
        await socket.ask("session:authenticate", {"token": token})
        await socket.ask("session:authenticate", {"token": CANARY})
        await socket.ask("session:authenticate", {"token": token, CANARY: CANARY})
    for frame in (f'42["{CANARY}"', f"9{CANARY}", f'43{CANARY}["x"]'):
        async with open_socket(url, {"token": token}) as socket:
            await socket.connection.send(frame)
    for auth in ({"token": CANARY}, {"flow": CANARY}, CANARY, {CANARY: CANARY}):
        async with open_socket(url, auth) as socket:
            assert socket.refusal is not None
    for query in (f"&token={CANARY}", f"&x={CANARY}"):
        with suppress(InvalidStatus):
            async with open_transport(url, query=query, headers={"Cookie": f"waymark_flow={CANARY}"}):
                pass


async def send_canaries(client: httpx2.AsyncClient) -> None:
    """Send the value in every place of a request, to accepting, refusing and unknown routes."""
    headers = {
        "Authorization": f"Bearer {CANARY}",
        "X-Flow-Token": CANARY,
        "X-Request-ID": "canary free",
        "Referer": CANARY,
    }
    for path in ("/api/v1/users", "/api/v1/users/imports", "/api/v1/login/authenticate", "/nowhere", "/metrics"):
        for query in ("", f"?token={CANARY}", f"?search={CANARY}"):
            await client.get(path + query, headers=headers)
            await client.post(path + query, headers=headers, json={"password": CANARY, CANARY: CANARY, "otp": CANARY})
            await client.post(path + query, headers=headers, content=f'{{"password": "{CANARY}')
            await client.post(path + query, headers=headers, data={"password": CANARY})
            await client.post(path + query, headers=headers, files={CANARY: (f"{CANARY}.csv", CANARY)})
