"""Rounds for an opening: its shortlist is interviewed, and placement staff run those of their openings."""

from datetime import UTC, datetime
from typing import Any

from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.placement_calls import Careers
from tests.fixtures.sign_in import Answer, Browser, execute


async def add_round(by: Browser, **form: Any) -> Answer:
    about = {"name": "Campus", "day": datetime.now(UTC).date().isoformat(), "slotMinutes": 15}
    return await by.post("interviews/rounds", json={**about, "criteria": [{"label": "Speaks clearly"}], **form})


async def test_the_shortlist_of_an_opening_enters_its_round(careers: Careers) -> None:
    opening = await careers.opening()
    await careers.move(opening, careers.trainees[:2])
    found = (await add_round(careers.staff, openingId=opening["id"])).body
    path = f"interviews/rounds/{found['id']}"

    refused = await careers.staff.post(f"{path}/candidates", json={"select": {"ids": [str(careers.trainees[2].id)]}})
    added = await careers.staff.post(f"{path}/candidates", json={})

    assert found["openingName"] == "Sharma Motors: Fitter"
    assert refused.body == {
        "added": 0,
        "unchanged": 0,
        "refused": [{"reason": "Not shortlisted for the opening", "count": 1}],
    }
    assert added.body == {"added": 2, "unchanged": 0, "refused": []}
    assert {*(await careers.states(opening)).values()} == {"in_rounds"}
    listed = await careers.admin.get("interviews/rounds", query={"opening": opening["id"]})
    assert [each["id"] for each in listed.body["data"]] == [found["id"]]


async def test_placement_staff_reach_rounds_of_own_openings_alone(careers: Careers) -> None:
    await careers.admin.call("PUT", "companies/settings", json={"placementStaffSeeAll": False})
    theirs, other = await careers.opening(), await careers.opening(title="Welder")
    put_on = {"userIds": [str(careers.staff_id)]}
    await careers.admin.call("PUT", f"openings/{theirs['id']}/staff", json=put_on)
    of_other = (await add_round(careers.admin, openingId=other["id"])).body
    of_none = (await add_round(careers.admin)).body
    own = await add_round(careers.staff, openingId=theirs["id"])

    assert own.status == 201, own.body
    for found in (of_other, of_none):
        path = f"interviews/rounds/{found['id']}"
        for answer in (
            await careers.staff.get(path),
            await careers.staff.get(f"{path}/board"),
            await careers.staff.get(f"{path}/results"),
            await careers.staff.post(f"{path}/candidates", json={}),
            await careers.staff.call("PATCH", path, json={"name": "Taken", "version": found["version"]}),
        ):
            assert answer.status == 404, (answer.status, answer.body)
    assert (await add_round(careers.staff)).body["errors"] == {"openingId": "Choose an open opening that you are on"}
    refused = await add_round(careers.staff, openingId=other["id"])
    assert refused.body["errors"] == {"openingId": "Choose an open opening that you are on"}
    listed = await careers.staff.get("interviews/rounds")
    assert [each["id"] for each in listed.body["data"]] == [own.body["id"]]


async def test_placement_staff_pause_panels_of_their_rounds_and_no_others(careers: Careers) -> None:
    opening = await careers.opening(by=careers.staff)
    paths = []
    for found in (await add_round(careers.staff, openingId=opening["id"]), await add_round(careers.admin)):
        panels = {"panels": [{"name": "A", "from": "09:00", "to": "12:00"}]}
        added = await careers.admin.post(f"interviews/rounds/{found.body['id']}/panels", json=panels)
        paths.append(f"interviews/panels/{added.body['panelList'][0]['id']}/state")
    for by, statuses in ((careers.staff, (200, 404)), (careers.of(careers.trainees[0]), (404, 404))):
        for path, status in zip(paths, statuses, strict=True):
            assert (await by.post(path, json={"state": "closed"})).status == status


async def test_placement_staff_choose_no_one_by_a_filter_of_people_whom_they_do_not_see(careers: Careers) -> None:
    opening = await careers.opening(by=careers.staff)
    found = (await add_round(careers.staff, openingId=opening["id"])).body

    answer = await careers.staff.post(
        f"interviews/rounds/{found['id']}/candidates", json={"select": {"filter": {}}, "dryRun": True}
    )

    assert (answer.status, answer.body["errors"]) == (422, {"select": "Choose people, or a round of an opening"})


async def test_panelists_are_found_by_name_and_nothing_else_of_them_is_said(careers: Careers) -> None:
    services, company = careers.desk.services, careers.company
    for name, profile in (("Leela Iyer", Profile.INTERVIEW_PANELIST), ("Leela Nair", Profile.TRAINEE)):
        await add_account(services.database, company, full_name=name, profile=profile)
    gone = await add_account(services.database, company, full_name="Leela Das", profile=Profile.TRAINER)
    await execute(services, "UPDATE users SET is_active = false WHERE id = $1", gone.id)

    answer = await careers.staff.get("interviews/panelists", query={"search": "leela"})

    assert [each["fullName"] for each in answer.body["data"]] == ["Leela Iyer"]
    assert all(each.keys() == {"id", "fullName"} for each in answer.body["data"])
