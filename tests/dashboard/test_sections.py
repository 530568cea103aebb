"""Each profile gets the sections of its dashboard, and nothing of another company."""

from typing import Any

import pytest

from server.platform.services import Services
from server.vocabulary.profiles import ADMINISTRATORS, Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.people import AddCompany, Company, SignIn
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

    own = {Profile.TRAINER: ["sessions", "batches"], Profile.TRAINEE: ["way", "attendance", "ownBatches"]}
    own[Profile.INTERVIEW_PANELIST] = ["ownPanels"]
    own[Profile.PLACEMENT] = ["placement"]
    own |= {each: ["sessions", "atRisk", "people"] for each in ADMINISTRATORS}
    assert list(shown) == own.get(profile, [])


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
    section, way = (await visitor.get("dashboard")).body["sections"]
    own = (await visitor.get("users/application")).body

    assert section == {"kind": "application", **own}
    assert own["state"] == "waiting"
    assert [each["publicName"] for each in way["steps"] if each["isNow"]] == ["Applied"]


async def test_trainer_and_trainee_see_their_batches_and_no_other(
    shelf: Shelf, desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany
) -> None:
    trainer, trainee, neighbour = await sign_in(Profile.TRAINER), await sign_in(Profile.TRAINEE), await add_company()
    days = {"startsOn": "2026-01-05", "endsOn": "2026-06-30"}
    own, other, past = (
        await shelf.make("Own", location="Pune", **days),
        await shelf.make("Other"),
        await shelf.make("Past"),
    )
    for batch_id in (own, past):
        form = {"add": [str(trainer.id)], "remove": []}
        path = f"training/batches/{batch_id}/trainers"
        assert (await desk.browser.call("PUT", path, json=form)).status == 200
        await shelf.put_in(batch_id, [trainee.id])
    await shelf.put_in(other, [desk.person.id])
    await shelf.change(past, archived=True)

    name = (await desks.of(trainer).browser.get("users/profile")).body["fullName"]
    batch = {"id": str(own), "name": "Own", **days}
    [taught] = (await sections(desks.of(trainer)))["batches"]["items"]
    assert taught == batch | {"people": 1, "percent": None, "away": []}
    [attended] = (await sections(desks.of(trainee)))["ownBatches"]["items"]
    assert attended == batch | {"location": "Pune", "trainers": [name]}
    for profile, kind in ((Profile.TRAINER, "batches"), (Profile.TRAINEE, "ownBatches")):
        for company in (shelf.company, neighbour):
            stranger = desks.of(await sign_in(profile, company=company))
            assert (await sections(stranger))[kind]["items"] == []
