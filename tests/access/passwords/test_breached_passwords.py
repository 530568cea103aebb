"""S19 with a service of breached passwords: what it knows is set at no door, and its failure stops no change."""

import hashlib
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from server.platform.outbound.password_range import PasswordRange
from server.platform.services import Services
from tests.fixtures.accounts import PASSWORD, Account
from tests.fixtures.http_endpoint import HttpEndpoint, Request, Response
from tests.fixtures.reset import Forgetful
from tests.fixtures.sign_in import Answer, Browser, execute, newest_code
from tests.fixtures.sign_up import Visitor
from tests.fixtures.user_calls import Desk

KNOWN = "Tamarind-Lagoon-58"
SAMPLE = "SamSnead1"
PROBLEM = "This password has appeared in a data breach. Please choose another."


async def change(browser: Browser, new: str) -> Answer:
    payload = {"currentPassword": PASSWORD, "newPassword": new, "confirmPassword": new}
    return await browser.post("users/profile/password", json=payload)


@pytest.fixture
async def services(services: Services, http_endpoint: HttpEndpoint) -> AsyncIterator[Services]:
    digest = hashlib.sha1(KNOWN.encode(), usedforsecurity=False).hexdigest().upper()

    async def reply(request: Request) -> Response:
        return Response(body=f"{digest[5:]}:8\r\n".encode() if request.path == f"/range/{digest[:5]}" else b"")

    http_endpoint.reply = reply
    password_range = PasswordRange(f"http://{http_endpoint.host}/range/", timeout=60)
    yield replace(services, password_range=password_range)
    await password_range.close()


@pytest.fixture(params=[KNOWN, SAMPLE], ids=["service", "filter"])
def breached(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.security("S19")
async def test_no_breached_password_signs_up(visitor: Visitor, breached: str) -> None:
    refused = await visitor.register(password=breached)
    assert (refused.status, refused.body["errors"]) == (422, {"password": PROBLEM})


@pytest.mark.security("S19")
async def test_no_breached_password_is_given_to_a_new_person(desk: Desk, breached: str) -> None:
    refused = await desk.create(temporaryPassword=breached)
    assert (refused.status, refused.body["errors"]) == (422, {"temporaryPassword": PROBLEM})


@pytest.mark.security("S19")
async def test_no_breached_password_replaces_a_temporary_one(
    browser: Browser, services: Services, account: Account, breached: str
) -> None:
    await execute(
        services,
        "UPDATE users SET password_is_temporary = true, temporary_password_expires_at = now() + interval '1 hour'",
    )
    await browser.authenticate(account.email)
    await browser.initiate()
    await browser.verify(await newest_code(services))
    refused = await browser.set_password(breached)
    assert (refused.status, refused.body["errors"]) == (422, {"newPassword": PROBLEM})


@pytest.mark.security("S19")
async def test_no_breached_password_ends_a_reset(forgetful: Forgetful, account: Account, breached: str) -> None:
    await forgetful.pass_code(account.email)
    refused = await forgetful.choose(breached)
    assert (refused.status, refused.body["errors"]) == (422, {"newPassword": PROBLEM})


@pytest.mark.security("S19")
async def test_no_breached_password_is_changed_to(signed_in: Browser, breached: str) -> None:
    refused = await change(signed_in, breached)
    assert (refused.status, refused.body["errors"]) == (422, {"newPassword": PROBLEM})


@pytest.mark.security("S19")
async def test_a_service_that_fails_stops_no_change(signed_in: Browser, http_endpoint: HttpEndpoint) -> None:
    async def fail(_: Request) -> Response:
        return Response(status=503, body=b"")

    http_endpoint.reply = fail
    assert (await change(signed_in, KNOWN)).status == 200
    assert len(http_endpoint.requests) == 1
