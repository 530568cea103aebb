"""Stages: what a company has of them, and where people stand and have stood."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest

from server.vocabulary.profiles import Profile
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import Answer, fetch_value
from tests.fixtures.sign_up import Visitor, slug_of
from tests.fixtures.user_calls import Desk, Desks, position

FIRST = ["Applied", "Screening", "Interview", "Selected", "In training", "Certified", "Placed", "Left"]


async def stages(desk: Desk) -> dict[str, dict[str, Any]]:
    answer = await desk.browser.get("stages")
    assert answer.status == 200, answer.body
    return {each["name"]: each for each in answer.body["stages"]}


async def people_in(desk: Desk) -> dict[str, int]:
    return {name: each["people"] for name, each in (await stages(desk)).items() if each["people"]}


async def move(desk: Desk, user_id: object, *, of: str | None, to: str, **form: Any) -> Answer:
    found = await stages(desk)
    body = {"stageId": found[to]["id"], "from": of and found[of]["id"], **form}
    return await desk.browser.call("PUT", f"users/{user_id}/stage", json=body)


async def way(desk: Desk, user_id: object) -> list[str]:
    """The names of the stages, the last first."""
    answer = await desk.browser.get(f"users/{user_id}/stages")
    assert answer.status == 200, answer.body
    return [each["stageName"] for each in answer.body["entries"]]


async def test_a_company_begins_with_eight_stages_and_its_trainees_stand_in_one(desk: Desk) -> None:
    assert list(await stages(desk)) == FIRST
    created = await desk.create()
    staff = await desk.create(**position(Profile.TRAINER))

    assert await people_in(desk) == {"Selected": 1}
    assert await way(desk, created.body["id"]) == ["Selected"]
    assert await way(desk, staff.body["id"]) == []
    refused = await move(desk, staff.body["id"], of=None, to="Placed")
    assert (refused.status, list(refused.body["errors"])) == (422, ["stageId"])


async def test_a_person_is_moved_with_a_reason_and_the_second_of_two_is_told(desk: Desk) -> None:
    user_id = (await desk.create()).body["id"]
    moved = await move(desk, user_id, of="Selected", to="In training", reason="  Batch of July ")
    assert moved.status == 200, moved.body
    entry = moved.body["entry"]
    mover = await desk.value("SELECT full_name FROM users WHERE id = $1", desk.person.id)
    assert (entry["stageName"], entry["reason"], entry["movedBy"]) == (
        "In training",
        "Batch of July",
        mover,
    )

    late = await move(desk, user_id, of="Selected", to="Certified")
    assert (late.status, late.body["code"], late.body["current"]) == (409, "stage_moved", entry)
    again = await move(desk, user_id, of="Selected", to="In training")
    assert again.body["entry"] == entry
    assert await way(desk, user_id) == ["In training", "Selected"]
    assert await people_in(desk) == {"In training": 1}
    trail = await desk.audit_entry("user_moved")
    assert (trail["before"], trail["after"]["stage"]) == ({"stage": "Selected"}, "In training")


async def test_of_two_at_once_one_moves_the_person(desk: Desk) -> None:
    user_id = (await desk.create()).body["id"]
    answers = await asyncio.gather(
        *(move(desk, user_id, of="Selected", to=to) for to in ("Screening", "Placed", "Left"))
    )
    assert sorted(each.status for each in answers) == [200, 409, 409]
    assert len(await way(desk, user_id)) == 2


async def test_an_application_leads_from_stage_to_stage(desk: Desk, visitor: Visitor) -> None:
    await visitor.apply(await slug_of(desk.services, desk.person.company))
    assert (await visitor.complete()).status == 200
    user_id = await desk.value("SELECT id FROM users WHERE email = $1", visitor.email)
    assert await people_in(desk) == {"Applied": 1}

    declined = {"ids": [str(user_id)], "reason": "The course is full"}
    assert (await desk.browser.post("users/applications/decline", json=declined)).status == 200
    assert await way(desk, user_id) == ["Left", "Applied"]
    accepted = {"ids": [str(user_id)], "profile": "TRAINEE", "role": "TRAINEE"}
    assert (await desk.browser.post("users/applications/accept", json=accepted)).status == 200
    assert await way(desk, user_id) == ["Selected", "Left", "Applied"]


async def test_who_becomes_staff_leaves_the_stages_and_comes_back_to_the_last(desk: Desk) -> None:
    user_id = (await desk.create()).body["id"]
    await move(desk, user_id, of="Selected", to="Certified")
    assert (await desk.edit(user_id, **position(Profile.TRAINER))).status == 200
    assert await people_in(desk) == {}
    assert (await desk.edit(user_id, **position(Profile.TRAINEE))).status == 200
    assert await people_in(desk) == {"Certified": 1}


async def test_a_deleted_person_leaves_the_figures_and_keeps_no_name_in_the_past(desk: Desk) -> None:
    user_id = (await desk.create()).body["id"]
    await move(desk, user_id, of="Selected", to="Left", reason="Moved away")
    assert (await desk.delete(user_id)).status == 200
    assert await people_in(desk) == {}
    kept = "SELECT count(*) FROM stage_entries WHERE user_id <> $1 AND reason IS NULL AND left_at IS NOT NULL"
    assert await fetch_value(desk.services, kept, UUID(user_id)) == 2


async def test_stages_are_made_changed_and_put_into_order(desk: Desk) -> None:
    made = await desk.browser.post("stages", json={"name": " Trial  week ", "publicText": "You try it for a week."})
    assert made.status == 201, made.body
    assert list(await stages(desk)) == [*FIRST[:6], "Trial week", *FIRST[6:]]
    assert (made.body["publicName"], made.body["kind"], made.body["colour"]) == ("Trial week", "open", "grey")

    path, version = f"stages/{made.body['id']}", made.body["version"]
    form = {"name": "Trial", "publicNext": "Then you decide.", "forAccepted": True, "version": version}
    changed = await desk.browser.call("PUT", path, json=form)
    assert changed.status == 200, changed.body
    found = await stages(desk)
    assert (found["Trial"]["publicNext"], found["Trial"]["forAccepted"]) == ("Then you decide.", True)
    assert not found["Selected"]["forAccepted"]
    stale = await desk.browser.call("PUT", path, json={"name": "Test", "version": version})
    assert (stale.status, stale.body["current"]["name"]) == (409, "Trial")

    ids = [each["id"] for each in found.values()]
    ordered = await desk.browser.call("PUT", "stages/order", json={"ids": ids[::-1]})
    assert [each["name"] for each in ordered.body["stages"]] == list(found)[::-1]
    fewer = await desk.browser.call("PUT", "stages/order", json={"ids": ids[1:]})
    assert (fewer.status, fewer.body["code"]) == (409, "edit_conflict")


async def test_what_a_stage_cannot_be_is_said_by_field(desk: Desk) -> None:
    for form, field in (
        ({"name": "applied "}, "name"),
        ({"name": ""}, "name"),
        ({}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "Other", "kind": "entry"}, "kind"),
        ({"name": "Other", "kind": "lost", "forAccepted": True}, "forAccepted"),
        ({"name": "Other", "publicText": "x" * 301}, "publicText"),
    ):
        refused = await desk.browser.post("stages", json=form)
        assert (refused.status, list(refused.body["errors"])) == (422, [field]), form
    selected = (await stages(desk))["Selected"]
    form = {"forAccepted": False, "version": selected["version"]}
    refused = await desk.browser.call("PUT", f"stages/{selected['id']}", json=form)
    assert (refused.status, list(refused.body["errors"])) == (422, ["forAccepted"])


async def test_a_company_has_at_most_twenty_stages(desk: Desk) -> None:
    for number in range(12):
        assert (await desk.browser.post("stages", json={"name": f"Stage {number}"})).status == 201
    refused = await desk.browser.post("stages", json={"name": "One more"})
    assert (refused.status, refused.body["code"]) == (409, "too_many_stages")


@pytest.mark.security("S154")
async def test_no_one_moves_above_or_outside(
    desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany
) -> None:
    user_id = (await desk.create()).body["id"]
    management = desks.of(await sign_in(Profile.MANAGEMENT, company=desk.person.company))
    assert (await management.browser.post("stages", json={"name": "Mine"})).status == 403
    moved = await move(management, user_id, of="Selected", to="Placed")
    assert moved.status == 200, moved.body

    other = desks.of(await sign_in(company=await add_company()))
    foreign = {"stageId": (await stages(other))["Placed"]["id"], "from": (await stages(desk))["Placed"]["id"]}
    assert (await desk.browser.call("PUT", f"users/{user_id}/stage", json=foreign)).status == 404
    assert (await move(other, user_id, of="Placed", to="Left")).status == 404
    assert (await other.browser.get(f"users/{user_id}/stages")).status == 404
    trainee = desks.of(await sign_in(Profile.TRAINEE, company=desk.person.company))
    for path in ("stages", f"users/{user_id}/stages"):
        assert (await trainee.browser.get(path)).status == 403
    missing = {"stageId": str(uuid4()), "from": None}
    assert (await desk.browser.call("PUT", f"users/{user_id}/stage", json=missing)).status == 404


async def test_many_are_moved_at_once_seen_first_and_taken_back_for_a_day(clipboard: Clipboard, desks: Desks) -> None:
    desk = desks.of(clipboard.person)
    people = await clipboard.add_people(3)
    staff = await clipboard.add_people(1, name="staff", profile=Profile.TRAINER, role="FACULTY")
    found = await stages(desk)
    await move(desk, people[0], of="Selected", to="Certified")

    wanted = {"stageId": found["Certified"]["id"], "reason": "Passed"}
    seen = await clipboard.preview("move-stage", [*people, *staff], **wanted)
    assert (seen["allowed"], seen["unchanged"], seen["refused"][0]["count"]) == (2, 1, 1)
    job = await clipboard.read(await clipboard.run("move-stage", [*people, *staff], **wanted))
    assert (job["done"], job["unchanged"], job["failed"], job["stage"]["name"]) == (2, 1, 1, "Certified")
    assert await people_in(desk) == {"Certified": 3}
    entries = (await desk.browser.get(f"users/{people[1]}/stages")).body["entries"]
    assert (entries[0]["reason"], entries[0]["movedBy"] is not None) == ("Passed", True)

    await move(desk, people[2], of="Certified", to="Placed")
    seen = await clipboard.preview_undo(job["id"])
    assert (seen["allowed"], seen["refused"][0]["count"]) == (1, 1)
    undone = await clipboard.undo(UUID(job["id"]))
    assert (undone["state"], undone["undone"]) == ("undone", 1)
    assert await people_in(desk) == {"Certified": 1, "Selected": 1, "Placed": 1}
    assert await way(desk, people[1]) == ["Selected"]


async def test_a_stage_is_archived_under_a_job_and_its_people_are_moved(clipboard: Clipboard, desks: Desks) -> None:
    desk = desks.of(clipboard.person)
    people = await clipboard.add_people(2)
    found = await stages(desk)
    started = await clipboard.send("move-stage", people, stageId=found["Screening"]["id"])
    await move(desk, people[0], of="Selected", to="Interview")
    for name in ("Screening", "Applied", "Selected"):
        path, version = f"stages/{found[name]['id']}/archive", found[name]["version"]
        answer = await desk.browser.post(path, json={"version": version})
        assert answer.status == (200 if name == "Screening" else 422), answer.body
    job = await clipboard.work(UUID(started.body["id"]))
    assert (job["failed"], await people_in(desk)) == (2, {"Interview": 1, "Selected": 1})

    path, form = f"stages/{found['Interview']['id']}/archive", {"version": found["Interview"]["version"]}
    refused = await desk.browser.post(path, json=form)
    assert (refused.status, refused.body["code"]) == (409, "stage_in_use")
    nowhere = await desk.browser.post(path, json={**form, "moveTo": found["Screening"]["id"]})
    assert (nowhere.status, list(nowhere.body["errors"])) == (422, ["moveTo"])
    archived = await desk.browser.post(path, json={**form, "moveTo": found["Certified"]["id"]})
    assert archived.status == 200, archived.body
    await clipboard.work(UUID(archived.body["jobId"]))
    assert list(await stages(desk)) == [name for name in FIRST if name not in {"Screening", "Interview"}]
    assert await people_in(desk) == {"Certified": 1, "Selected": 1}
