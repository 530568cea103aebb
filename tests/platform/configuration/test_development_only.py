"""S12: features of development are off in production, whatever else is set."""

import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from quart import Quart

from server.platform.configuration.settings import Environment
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.app import running
from tests.fixtures.forks import fork
from tests.fixtures.sign_in import Browser

GOOD = {
    "DATABASE_URL": "postgresql://waymark@127.0.0.1:1/waymark",
    "REDIS_URL": "redis://127.0.0.1:1",
    "SECRET_KEYS": "kJ7-pQ2mZx9_Ty4wVb6nRc8sLd3fGh1aEu5o",
    "PUBLIC_URL": "https://waymark.example.com",
    "EMAIL_URL": "smtps://user:password@mail.example.com:465",
}
WRONG = {"DEV_OTP_CODE": "123456", "SECRET_KEYS": "hunter2", "ROBOT_CHECK": "off"}
SECONDS = 120


@pytest.mark.security("S12")
@pytest.mark.parametrize("process", [["server.serve"], pytest.param(["workers.main"], marks=pytest.mark.long)])
async def test_a_production_start_is_refused_with_the_reason(process: list[str], tmp_path: Path) -> None:
    """Each process checks its settings; what is refused is the same as in test_production_settings.py."""
    environment = {"PATH": os.environ["PATH"], **GOOD, **WRONG}
    started = fork(*process, environment=environment, out=tmp_path / "out")
    assert await started.ended(within=SECONDS) != 0
    output = started.output()
    assert {line.split()[0].partition("=")[0] for line in output.splitlines()} >= WRONG.keys()
    assert "hunter2" not in output
    assert "Traceback" not in output


@pytest.fixture
async def production(services: Services) -> AsyncIterator[Quart]:
    """The application of production, with a development code left in its settings."""
    settings = services.settings.model_copy(update={"app_env": Environment.PRODUCTION, "dev_otp_code": "123456"})
    async with running(replace(services, settings=settings)) as app:
        yield app


@pytest.mark.security("S12")
@pytest.mark.parametrize("path", ["/dev/inbox", "/dev/messages", "/dev/inbox.css", "/docs", "/openapi.json"])
async def test_there_is_no_inbox_in_production(path: str, production: Quart) -> None:
    assert (await production.test_client().get(path)).status_code == 404


@pytest.mark.security("S12")
async def test_the_code_of_development_is_wrong_in_production(
    production: Quart, services: Services, account: Account
) -> None:
    browser = Browser(app=production, services=services)
    assert (await browser.authenticate(account.email)).body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    refused = await browser.verify("123456")
    assert (refused.status, refused.body["code"]) == (400, "otp_invalid")
