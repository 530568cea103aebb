"""S41: the logs contain no secret, from a request for a code to the mail."""

from typing import Final

import httpx2
import pytest

from server.platform.configuration.settings import Settings
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.eventually import eventually
from tests.fixtures.mail_server import MailServer
from tests.fixtures.web_process import PUBLIC_URL, answers, environment, free_port, web_process
from tests.fixtures.worker_process import StartWorker

NEW_PASSWORD: Final = "Canary-Harbour-7f3a"
WRONG_PASSWORD: Final = "Canary-Mistake-9e1c"
LOGIN: Final = ("canary-user", "canary-smtp-5b2d")


@pytest.mark.security("S41")
@pytest.mark.slow
@pytest.mark.parametrize("app_env", [pytest.param("development", marks=pytest.mark.long), "production"])
async def test_a_reset_leaves_no_secret_in_any_log(
    settings: Settings,
    services: Services,
    account: Account,
    mail_server: MailServer,
    start_worker: StartWorker,
    app_env: str,
) -> None:
    mail_server.login = LOGIN
    email_url = f"smtp://{LOGIN[0]}:{LOGIN[1]}@127.0.0.1:{mail_server.port}"
    given = {"APP_ENV": app_env, "EMAIL_URL": email_url, "DEV_OTP_CODE": "", "PUBLIC_URL": PUBLIC_URL}
    worker, port = await start_worker(**given), free_port()
    with web_process(environment(settings, **given), port=port) as process:
        await answers(port)
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1/") as client:
            secrets = await reset(client, services, account, mail_server)
        await process.stop()
        await worker.stop()
        logged = process.output() + worker.output()
    assert "/password-reset/complete" in logged
    assert "code_tried" in logged
    found = [secret for secret in (*secrets, *LOGIN, NEW_PASSWORD, WRONG_PASSWORD) if secret in logged]
    assert found == []


async def reset(
    client: httpx2.AsyncClient, services: Services, account: Account, mail_server: MailServer
) -> tuple[str, str, str]:
    """The code, the flow's secret and the email (personal data), after a whole reset."""
    started = await client.post("password-reset/initiate", json={"email": account.email})

    async def mailed() -> bool:
        return len(mail_server.received) > 0

    await eventually(mailed, within=30, what="the code is mailed")
    code = next(word for word in mail_server.received[0].text.split() if word.isdecimal() and len(word) == 6)
    handle = started.json()["userId"]
    # The cookie is sent over https only.
    client.headers["X-Flow-Token"] = started.headers["X-Flow-Token"]
    form = {"userId": handle, "otp": code, "verificationType": "EMAIL", "context": "PASSWORD_RESET"}
    verified = await client.post("verification/verify", json=form)
    assert verified.status_code == 200, verified.text
    statuses = []
    for password, confirmation in ((WRONG_PASSWORD, "x"), (NEW_PASSWORD, NEW_PASSWORD)):
        form = {"userId": handle, "newPassword": password, "confirmPassword": confirmation}
        statuses.append((await client.post("password-reset/complete", json=form)).status_code)
    assert statuses == [422, 200]
    assert await newest_code_is_wiped(services)
    return code, started.headers["X-Flow-Token"], account.email


async def newest_code_is_wiped(services: Services) -> bool:
    async with services.database.reading() as connection:
        return bool(await connection.raw.fetchval("SELECT bool_and(secret IS NULL) FROM messages WHERE kind = 'code'"))
