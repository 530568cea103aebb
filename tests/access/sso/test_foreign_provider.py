"""A whole sign-in at a provider that others have made."""

from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest

from tests.fixtures.identity_provider import Asked, SsoBrowser, SsoDesk
from tests.fixtures.provider_process import PERSON

EMAIL = "asha@acme.example"


async def choose(asked: Asked, **form: str) -> dict[str, str]:
    """What the provider sends back once a person has been chosen on its page."""
    async with httpx2.AsyncClient() as client:
        sent = await client.post(asked.url, data=form)
    return dict(parse_qsl(urlsplit(sent.headers["Location"]).query))


async def test_a_person_signs_in_at_a_provider_that_others_have_made(
    provider_process: str, sso_desk: SsoDesk, sso_browser: SsoBrowser
) -> None:
    connection = await sso_desk.created(issuer=provider_process)
    assert (await sso_desk.test(connection)).body["problem"] is None

    asked = await sso_browser.asked(EMAIL)
    landed = await sso_browser.come_back(asked, **await choose(asked, sub=str(PERSON["sub"])))

    sso_browser.browser.user_id = landed.partition("userId=")[2]
    completed = await sso_browser.browser.complete()
    assert (completed.status, completed.body["fullName"]) == (200, "Asha Verma")


@pytest.mark.long
async def test_a_person_who_declines_there_is_led_back(
    provider_process: str, sso_desk: SsoDesk, sso_browser: SsoBrowser
) -> None:
    await sso_desk.created(issuer=provider_process)
    asked = await sso_browser.asked(EMAIL)

    answer = await choose(asked, action="deny")

    assert await sso_browser.come_back(asked, **{"code": "", **answer, "state": asked.values["state"]}) == (
        "/login?sso=cancelled"
    )
