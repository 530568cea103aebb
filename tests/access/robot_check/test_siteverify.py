"""The checks of third parties, against a fake of their API on loopback."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import pytest

from server.access.robot_check.checks import NoCheck, RobotCheckFailedError, SiteverifyCheck, make_robot_check
from server.platform.configuration.settings import RobotCheckKind, Settings
from server.platform.database.connections import Database
from server.platform.errors import NotFoundError
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.app import running
from tests.fixtures.http_endpoint import HttpEndpoint, Request, Response
from tests.fixtures.sign_in import Browser

KINDS = [RobotCheckKind.HCAPTCHA, RobotCheckKind.RECAPTCHA, RobotCheckKind.TURNSTILE]
ADDRESS = "203.0.113.7"
SECRET = "our secret"
SITE = "waymark.example.com"


@dataclass
class Provider:
    """Confirms each response of a widget once; `facts` are further fields of its answer."""

    endpoint: HttpEndpoint
    made: set[str] = field(default_factory=set)
    numbers: Iterator[int] = field(default_factory=count)
    spends: bool = True
    facts: dict[str, Any] = field(default_factory=lambda: {"hostname": SITE, "challenge_ts": "2026-01-01T00:00:00Z"})
    trouble: Response | None = None

    def solve(self) -> str:
        """The response that the widget puts into the form."""
        response = f"response {next(self.numbers)}"
        self.made.add(response)
        return response

    async def reply(self, request: Request) -> Response:
        if self.trouble is not None:
            return self.trouble
        if request.form["secret"] != SECRET:
            return self._refusal("invalid-input-secret")
        if request.form["response"] not in self.made:
            return self._refusal("invalid-input-response")
        if self.spends:
            self.made.discard(request.form["response"])
        return Response(body={"success": True, **self.facts})

    def _refusal(self, code: str) -> Response:
        return Response(body={"success": False, "error-codes": [code]})


@pytest.fixture
def provider(http_endpoint: HttpEndpoint) -> Provider:
    provider = Provider(endpoint=http_endpoint)
    http_endpoint.reply = provider.reply
    return provider


@pytest.fixture
async def check(
    request: pytest.FixtureRequest, provider: Provider, database: Database
) -> AsyncIterator[SiteverifyCheck]:
    """Turnstile's, unless the test is for every kind."""
    check = make_check(getattr(request, "param", RobotCheckKind.TURNSTILE), provider, database)
    yield check
    await check.close()


def make_check(
    kind: RobotCheckKind, provider: Provider, database: Database, *, secret: str = SECRET
) -> SiteverifyCheck:
    url = f"http://{provider.endpoint.host}/siteverify"
    return SiteverifyCheck(kind=kind, secret=secret, database=database, hostnames=frozenset({SITE}), url=url)


async def is_accepted(check: SiteverifyCheck, payload: str | None) -> bool:
    try:
        await check.verify(payload, address=ADDRESS)
    except RobotCheckFailedError:
        return False
    return True


@pytest.mark.parametrize("check", KINDS, indirect=True)
async def test_a_confirmed_response_is_accepted(check: SiteverifyCheck, provider: Provider) -> None:
    assert await is_accepted(check, provider.solve())
    [request] = provider.endpoint.requests
    assert (request.method, request.path) == ("POST", "/siteverify")
    assert request.form == {"secret": SECRET, "response": "response 0", "remoteip": ADDRESS}


async def test_a_forged_response_is_refused(check: SiteverifyCheck, provider: Provider) -> None:
    provider.solve()
    assert not await is_accepted(check, "response 1")


@pytest.mark.parametrize("spends", [True, False])
async def test_a_replayed_response_is_refused(check: SiteverifyCheck, provider: Provider, *, spends: bool) -> None:
    """Even where the provider would confirm it again."""
    provider.spends = spends
    payload = provider.solve()
    assert [await is_accepted(check, payload) for _ in range(3)] == [True, False, False]


async def test_an_invalid_confirmation_is_refused(check: SiteverifyCheck, provider: Provider) -> None:
    cases: list[object] = [{"success": "true"}, {"success": 1}, [], None, b"<html>"]
    for body in cases:
        provider.trouble = Response(body=body)
        assert not await is_accepted(check, provider.solve()), body
    provider.trouble = None
    assert await is_accepted(check, provider.solve())


async def test_a_response_of_another_site_or_form_is_refused(check: SiteverifyCheck, provider: Provider) -> None:
    cases: list[tuple[dict[str, Any], bool]] = [
        ({}, True),
        ({"hostname": "not-provided"}, True),
        ({"hostname": "evil.example.com"}, False),
        ({"hostname": f"{SITE}.evil.example.com"}, False),
        ({"hostname": SITE, "action": "login"}, True),
        ({"hostname": SITE, "action": ""}, True),
        ({"hostname": SITE, "action": "newsletter"}, False),
        ({"hostname": [SITE]}, False),
    ]
    for facts, accepted in cases:
        provider.facts = facts
        assert await is_accepted(check, provider.solve()) is accepted, facts


@pytest.mark.parametrize(
    ("kind", "score", "accepted"),
    [
        (RobotCheckKind.RECAPTCHA, 0.9, True),
        (RobotCheckKind.RECAPTCHA, 0.1, False),
        (RobotCheckKind.RECAPTCHA, "high", False),
        # hCaptcha's scores are reversed: 0 is no risk.
        (RobotCheckKind.HCAPTCHA, 0.1, True),
    ],
)
async def test_a_low_score_of_recaptcha_is_refused(
    provider: Provider, database: Database, kind: RobotCheckKind, score: object, *, accepted: bool
) -> None:
    provider.facts = {"hostname": SITE, "score": score}
    check = make_check(kind, provider, database)
    assert await is_accepted(check, provider.solve()) is accepted
    await check.close()


async def test_a_wrong_secret_refuses_every_form(provider: Provider, database: Database) -> None:
    check = make_check(RobotCheckKind.TURNSTILE, provider, database, secret="another")
    assert not await is_accepted(check, provider.solve())
    await check.close()


async def test_a_failing_provider_refuses_every_form(check: SiteverifyCheck, provider: Provider) -> None:
    cases: list[int] = [302, 429, 500, 503]
    for status in cases:
        provider.trouble = Response(status=status, body={"success": True}, headers={"Location": "http://127.0.0.1:1/"})
        assert not await is_accepted(check, provider.solve()), status
    provider.trouble = None
    assert await is_accepted(check, provider.solve())


async def test_an_unreachable_provider_refuses_every_form(database: Database) -> None:
    check = SiteverifyCheck(kind=RobotCheckKind.TURNSTILE, secret=SECRET, database=database, url="http://127.0.0.1:1/")
    assert not await is_accepted(check, "a response")
    await check.close()


@pytest.mark.parametrize("payload", [None, "", "x" * 9_000])
async def test_an_invalid_response_is_not_sent_to_the_provider(
    check: SiteverifyCheck, provider: Provider, payload: str | None
) -> None:
    assert not await is_accepted(check, payload)
    assert provider.endpoint.requests == []


async def test_it_makes_no_challenges_of_its_own(check: SiteverifyCheck) -> None:
    with pytest.raises(NotFoundError):
        await check.challenge()


@pytest.mark.security("S18")
@pytest.mark.parametrize("kind", KINDS)
async def test_a_sign_in_needs_a_response_that_is_new_and_real(
    services: Services, provider: Provider, account: Account, kind: RobotCheckKind
) -> None:
    """Missing, forged, replayed, or the provider is unreachable: the same sentence at the same field."""
    check = make_check(kind, provider, services.database)
    async with running(replace(services, robot_check=check)) as app:
        browser = Browser(app=app, services=services)
        payload = provider.solve()
        passed = await browser.authenticate(account.email, robot_check=payload)
        assert passed.status == 200
        refused = [await browser.authenticate(account.email, robot_check=given) for given in (None, "forged", payload)]
        provider.trouble = Response(status=500)
        refused.append(await browser.authenticate(account.email, robot_check=provider.solve()))
    expected = {"recaptchaToken": "Please complete the reCAPTCHA verification"}
    assert [(answer.status, answer.body["errors"]) for answer in refused] == [(422, expected)] * 4
    await check.close()


@pytest.mark.parametrize("kind", list(RobotCheckKind))
async def test_the_setting_chooses_the_check(services: Services, kind: RobotCheckKind) -> None:
    settings = services.settings.model_copy(update={"robot_check": kind, "robot_check_secret": SECRET})
    assert make_robot_check(settings, keys=services.keys, database=services.database).kind is kind


@pytest.mark.parametrize("kind", KINDS)
async def test_pages_receive_the_kind_and_the_public_key(services: Services, kind: RobotCheckKind) -> None:
    given = {"robot_check": kind, "robot_check_site_key": "a public key", "robot_check_secret": SECRET}
    async with running(replace(services, settings=services.settings.model_copy(update=given))) as app:
        answer = await Browser(app=app, services=services).get("robot-check")
    assert answer.body == {"kind": kind.value, "siteKey": "a public key", "signInBy": ["email"], "signUp": "open"}


async def test_in_production_the_site_is_the_public_address(settings: Settings, services: Services) -> None:
    given = {
        "app_env": "production",
        "robot_check": RobotCheckKind.TURNSTILE,
        "public_url": f"https://{SITE}",
        "allowed_origins": ("https://other.example.com",),
    }
    production = Settings.model_construct(**{**settings.model_dump(), **given})
    check = make_robot_check(production, keys=services.keys, database=services.database)
    assert isinstance(check, SiteverifyCheck)
    assert check.hostnames == {SITE, "other.example.com"}


async def test_switched_off_it_accepts_every_form() -> None:
    check = NoCheck()
    await check.verify(None, address=ADDRESS)
    with pytest.raises(NotFoundError):
        await check.challenge()
    await check.close()
