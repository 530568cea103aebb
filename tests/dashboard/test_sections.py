"""Each profile gets the sections of its dashboard, and nothing of another company."""

from typing import Any

import pytest

from server.dashboard.sections import MAKERS
from server.platform.services import Services
from server.vocabulary.profiles import ADMINISTRATORS, Profile
from tests.fixtures.people import Company, SignIn
from tests.fixtures.sign_up import Visitor, slug_of
from tests.fixtures.user_calls import Desk, Desks


async def sections(desk: Desk, **query: str) -> dict[str, Any]:
    answer = await desk.browser.get("dashboard", query=query)
    assert answer.status == 200, answer.body
    assert answer.body["serverTime"].endswith("Z")
    return {each["kind"]: each for each in answer.body["sections"]}


@pytest.mark.parametrize("profile", Profile)
async def test_a_profile_gets_its_own_sections(desks: Desks, sign_in: SignIn, profile: Profile) -> None:
    shown = await sections(desks.of(await sign_in(profile)))

    assert ("people" in shown) == (profile in ADMINISTRATORS)
    assert "application" not in shown
    assert list(shown) == [kind for kind in MAKERS if kind in shown]


async def test_the_people_are_those_of_the_summary(desk: Desk) -> None:
    shown = (await sections(desk))["people"]
    summary = (await desk.browser.get("users/summary")).body

    assert {name: shown[name] for name in summary if name != "serverTime"} == {
        name: value for name, value in summary.items() if name != "serverTime"
    }


async def test_only_the_kinds_that_are_asked_for_are_made(desk: Desk) -> None:
    assert list(await sections(desk, kinds="people")) == ["people"]
    assert await sections(desk, kinds="application,something-newer") == {}


async def test_an_applicant_sees_since_when_the_application_waits(
    visitor: Visitor, services: Services, company: Company
) -> None:
    await visitor.apply(await slug_of(services, company))
    assert (await visitor.complete()).status == 200
    [section] = (await visitor.get("dashboard")).body["sections"]
    own = (await visitor.get("users/application")).body

    assert section == {"kind": "application", **own}
    assert own["state"] == "waiting"
