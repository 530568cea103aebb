"""S07: codes expire by the database's clock, whatever the clock of a web process."""

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Final

import httpx2
import pytest

from server.platform.configuration.settings import Settings
from server.platform.process.clock import utc_now
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.sign_in import execute, fetch_value, newest_code, seconds_until
from tests.fixtures.web_process import answers, environment, free_port

AN_HOUR: Final = 3_600
END_OF_COOLDOWN: Final = "SELECT max(resend_at) FROM flows"


@pytest.fixture(params=[pytest.param(AN_HOUR, marks=pytest.mark.long), -AN_HOUR], ids=["fast", "slow"])
async def skewed(request: pytest.FixtureRequest, settings: Settings) -> AsyncIterator[httpx2.AsyncClient]:
    """A browser of a web process whose clock is wrong by an hour."""
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.fixtures.skewed_clock", str(request.param), "server.serve"),
        env=environment(settings, PORT=str(port), APP_ENV="development", ROBOT_CHECK="off", DEV_OTP_CODE=""),
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        server_time = parsedate_to_datetime((await answers(port)).headers["Date"])
        assert abs(server_time - utc_now() - timedelta(seconds=request.param)) < timedelta(minutes=1), (
            "the clock is right"
        )
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1/") as client:
            yield client
    finally:
        process.kill()
        await process.wait()


async def open_flow(client: httpx2.AsyncClient, account: Account, *, context: str) -> dict[str, Any]:
    """The answer to the request for a code."""
    if context == "LOGIN":
        form = {"email": account.email, "password": account.password}
        answer = await client.post("login/authenticate", json=form)
    else:
        answer = await client.post("password-reset/initiate", json={"email": account.email})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def verify(client: httpx2.AsyncClient, services: Services, *, user_id: str, context: str) -> httpx2.Response:
    code = await newest_code(services)
    payload = {"userId": user_id, "otp": code, "verificationType": "EMAIL", "context": context}
    return await client.post("verification/verify", json=payload)


@pytest.mark.security("S07")
async def test_a_wrong_clock_changes_nothing(skewed: httpx2.AsyncClient, services: Services, account: Account) -> None:
    for context in ("LOGIN", "PASSWORD_RESET"):
        opened = await open_flow(skewed, account, context=context)
        server_time = datetime.fromisoformat(opened["serverTime"])
        now = await fetch_value(services, "SELECT now()")
        assert abs(server_time - now) < timedelta(minutes=1)
        assert datetime.fromisoformat(opened["expiresAt"]) - server_time == timedelta(minutes=10)
        assert datetime.fromisoformat(opened["resendAt"]) - server_time == timedelta(minutes=2)
        before = await seconds_until(services, END_OF_COOLDOWN)
        refused = await skewed.post(
            "verification/resend",
            params={"userId": opened["userId"], "verificationType": "EMAIL", "context": context},
        )
        assert refused.status_code == 429
        assert await seconds_until(services, END_OF_COOLDOWN) <= refused.json()["retryAfter"] <= before

        await execute(services, "UPDATE flows SET code_expires_at = now() - interval '1 millisecond'")
        late = await verify(skewed, services, user_id=opened["userId"], context=context)
        assert late.json()["code"] == "otp_expired"
        await execute(services, "UPDATE flows SET code_expires_at = now() + interval '5 seconds'")
        in_time = await verify(skewed, services, user_id=opened["userId"], context=context)
        assert in_time.status_code == 200, in_time.text
