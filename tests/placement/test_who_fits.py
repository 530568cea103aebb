"""Openings, who fits them, and why a person does not: by one set of conditions, and within the reach of each caller."""

import json
from typing import Any

import pytest

from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.field_calls import Form
from tests.fixtures.people import SignIn
from tests.fixtures.placement_calls import Careers
from tests.fixtures.sign_in import Browser, execute
from tests.fixtures.user_calls import Desks


def at_least(careers: Careers, bound: float) -> str:
    return json.dumps([{"field": careers.marks, "from": bound}])


async def fits(browser: Browser, opening: dict[str, Any]) -> list[str]:
    answer = await browser.get(f"openings/{opening['id']}/fit")
    assert answer.status == 200, answer.body
    assert answer.body["total"] == len(answer.body["data"])
    return [each["id"] for each in answer.body["data"]]


async def test_who_fits_and_why_not_have_the_same_conditions(careers: Careers) -> None:
    opening = await careers.opening(where=at_least(careers, 60))
    low, middle, high = (str(each.id) for each in careers.trainees)
    assert set(await fits(careers.staff, opening)) == {middle, high}
    for person, unmet in ((low, 1), (middle, 0), (high, 0)):
        why = (await careers.staff.get(f"openings/{opening['id']}/why/{person}")).body
        assert [each["label"] for each in why["unmet"]] == ["12th %"] * unmet
    nearly = (await careers.staff.get(f"openings/{opening['id']}/nearly")).body["items"]
    assert nearly == [{"field": careers.marks, "label": "12th %", "people": 1, "relaxed": 55.0, "relaxedPeople": 1}]


async def test_a_person_reads_own_reasons_and_what_can_be_filled_in(careers: Careers, sign_in: SignIn) -> None:
    await careers.opening(where=at_least(careers, 60))
    unmet = {
        "field": careers.marks,
        "label": "12th %",
        "operator": "from",
        "needs": ["60", ""],
        "has": "58.4",
        "isMissing": False,
        "mayFillIn": True,
    }
    for person, expected in (
        (careers.trainees[0], [unmet]),
        (careers.trainees[1], []),
        (await careers.trainee(sign_in), [{**unmet, "has": None, "isMissing": True}]),
    ):
        [own] = (await careers.of(person).get("me/openings")).body["data"]
        assert (own["unmet"], own["mayApply"]) == (expected, not expected)


async def test_a_person_reads_nothing_of_a_field_that_is_not_open_to_people(careers: Careers, form: Form) -> None:
    hidden = await form.make("Score", "number")
    await careers.opening(where=json.dumps([{"field": hidden, "from": 60}]))
    [own] = (await careers.of(careers.trainees[0]).get("me/openings")).body["data"]
    assert own["unmet"] == [
        {
            "field": None,
            "label": None,
            "operator": None,
            "needs": [],
            "has": None,
            "isMissing": False,
            "mayFillIn": False,
        }
    ]


async def test_batches_and_stages_are_conditions(careers: Careers, shelf: Shelf) -> None:
    batch_id = await shelf.make("Welding")
    await shelf.put_in(batch_id, [careers.trainees[0].id])
    opening = await careers.opening(batchIds=[str(batch_id)])
    assert await fits(careers.admin, opening) == [str(careers.trainees[0].id)]
    [own] = (await careers.of(careers.trainees[1]).get("me/openings")).body["data"]
    assert [(each["operator"], each["needs"]) for each in own["unmet"]] == [("batch", ["Welding"])]
    assert (await careers.staff.get("batches")).status == 403
    for read in (await careers.staff.get(f"openings/{opening['id']}"), await careers.staff.get("openings")):
        shown = read.body.get("data", [read.body])
        assert [each["placeNames"] for each in shown] == [{str(batch_id): "Welding"}]
    unknown = await careers.add(batchIds=["019aa000-0000-7000-8000-000000000000"])
    assert (unknown.status, list(unknown.body["errors"])) == (422, ["batchIds"])


async def test_an_applicant_and_an_inactive_trainee_do_not_fit(careers: Careers, sign_in: SignIn) -> None:
    opening = await careers.opening()
    applicant, gone = await sign_in(None), careers.trainees[0]
    await execute(careers.desk.services, "UPDATE users SET is_active = false WHERE id = $1", gone.id)
    found = await fits(careers.admin, opening)
    assert {str(applicant.id), str(gone.id)}.isdisjoint(found)
    assert (await careers.of(applicant).get("me/openings")).body["data"] == []
    moved = await careers.move(opening, [applicant, gone])
    assert (moved.body["changed"], sum(each["count"] for each in moved.body["skipped"])) == (0, 2)


async def test_a_condition_on_a_protected_field_needs_a_reason_of_a_super_admin(
    careers: Careers, form: Form, sign_in: SignIn, desks: Desks
) -> None:
    category = await form.choose("Group", "SC", "OBC", "General")
    where = json.dumps([{"field": category, "is": ["SC"]}])
    employer_id = str(await careers.named_employer())
    admin = desks.of(await sign_in(Profile.ADMIN)).browser
    for browser, reason in ((admin, "A scheme"), (admin, None), (careers.admin, None)):
        refused = await careers.add(by=browser, where=where, protectedReason=reason, employerId=employer_id)
        assert (refused.status, list(refused.body["errors"])) == (422, ["where"])
    assert (await careers.add(where=where, protectedReason="A scheme for them")).status == 201
    entry = await careers.desk.audit_entry("opening_changed")
    assert "A scheme for them" in str(entry["after"])


@pytest.mark.security("S157")
async def test_placement_staff_reach_own_openings_where_the_company_wants_that(
    careers: Careers, sign_in: SignIn, desks: Desks
) -> None:
    opening, person = await careers.opening(), careers.trainees[0]
    await careers.move(opening, [person])
    person_id = str(person.id)
    seen = ("", "/fit", "/nearly", f"/why/{person_id}", "/candidates", f"/candidates/{person_id}")
    for path in seen:
        assert (await careers.staff.get(f"openings/{opening['id']}{path}")).status == 200
    await careers.admin.call("PUT", "companies/settings", json={"placementStaffSeeAll": False})
    for path in seen:
        assert (await careers.staff.get(f"openings/{opening['id']}{path}")).status == 404, path
    for listed in ("openings", "employers", "offers"):
        assert (await careers.staff.get(listed)).body["total"] == 0
    assert (await careers.staff.post("employers", json={"name": "Own"})).status == 403
    await careers.employer("Hidden")
    assert (await careers.move(opening, [person], "rejected", by=careers.staff)).status == 404
    body = {"userIds": [str(careers.staff_id)]}
    assert (await careers.admin.call("PUT", f"openings/{opening['id']}/staff", json=body)).status == 200
    # The caller sees candidates alone.
    assert await fits(careers.staff, opening) == [person_id]
    other = careers.trainees[1]
    assert (await careers.staff.get(f"openings/{opening['id']}/why/{other.id}")).status == 404
    moved = await careers.move(opening, [other], by=careers.staff)
    assert (moved.status, moved.body["changed"]) == (200, 0)
    # A name that is taken is no other answer than one that is free.
    for name in ("Hidden", "Free"):
        renamed = {"name": name, "version": 1}
        refused = await careers.staff.call("PATCH", f"employers/{opening['employerId']}", json=renamed)
        assert refused.body["errors"] == {"name": "Only colleagues who see all openings rename an employer"}
    kept = {"name": "Sharma Motors", "industry": "Cars", "version": 1}
    assert (await careers.staff.call("PATCH", f"employers/{opening['employerId']}", json=kept)).status == 200
    taken = {"userIds": [str(other.id)]}
    assert (await careers.admin.call("PUT", f"openings/{opening['id']}/staff", json=taken)).status == 422


async def test_an_edit_of_an_older_version_shows_the_present_one(careers: Careers) -> None:
    opening = await careers.opening()
    path = f"openings/{opening['id']}"
    changed = await careers.admin.call("PATCH", path, json={"seats": 3, "version": opening["version"]})
    assert (changed.status, changed.body["seats"]) == (200, 3)
    late = await careers.admin.call("PATCH", path, json={"seats": 4, "version": opening["version"]})
    assert (late.status, late.code, late.body["current"]["seats"]) == (409, "opening_conflict", 3)
    turned = {"payFrom": 500_000, "payTo": 400_000, "version": changed.body["version"]}
    assert (await careers.admin.call("PATCH", path, json=turned)).status == 422


async def test_conditions_that_no_longer_apply_are_said_so(careers: Careers, form: Form) -> None:
    key = await form.make("Course")
    opening = await careers.opening(where=json.dumps([{"field": key, "is": ["CNC"]}]))
    await form.archive(key)
    answer = await careers.admin.get(f"openings/{opening['id']}/fit")
    assert (answer.status, answer.code) == (409, "opening_broken")
    [own] = (await careers.of(careers.trainees[0]).get("me/openings")).body["data"]
    assert not own["mayApply"]
    applied = await careers.of(careers.trainees[0]).post(f"me/openings/{opening['id']}", json={"answer": "apply"})
    assert (applied.status, applied.code) == (409, "cannot_apply")


async def test_an_employer_is_named_once_and_gets_no_openings_while_archived(careers: Careers) -> None:
    employer_id = await careers.employer("Tata")
    assert (await careers.admin.post("employers", json={"name": " tata "})).status == 422
    form = {"archived": True, "version": 1}
    assert (await careers.admin.call("PATCH", f"employers/{employer_id}", json=form)).status == 200
    assert (await careers.admin.call("PATCH", f"employers/{employer_id}", json=form)).code == "employer_conflict"
    assert (await careers.add(employerId=str(employer_id))).code == "employer_archived"


async def test_a_title_that_is_too_long_is_refused_at_its_field(careers: Careers) -> None:
    added = await careers.add(title="Fitter" * 30)
    assert (added.status, list(added.body["errors"])) == (422, ["title"])


async def test_openings_are_found_by_a_part_of_the_title_or_of_the_employer(careers: Careers) -> None:
    tata = str(await careers.employer("Tata Steel"))
    await careers.opening(title="CNC Operator")
    await careers.opening(title="Welder", employerId=tata)
    for search, titles in (
        ("cnc  op", ["CNC Operator"]),
        ("STEEL", ["Welder"]),
        ("sharma", ["CNC Operator"]),
        ("%", []),
    ):
        found = (await careers.staff.get("openings", query={"search": search})).body
        assert ([each["title"] for each in found["data"]], found["total"]) == (titles, len(titles))


async def test_totals_are_right_on_a_page_behind_the_last_one(careers: Careers) -> None:
    opening = await careers.opening()
    await careers.offer(opening, careers.trainees[:2])
    totals = {}
    for path in (
        "openings",
        "employers",
        "offers",
        *(f"openings/{opening['id']}/{each}" for each in ("fit", "candidates")),
    ):
        behind = (await careers.admin.get(path, query={"page": "9"})).body
        totals[path.rpartition("/")[2]] = (behind["data"], behind["total"])
    behind = (await careers.of(careers.trainees[2]).get("me/openings", query={"page": "9"})).body
    assert (behind["data"], behind["total"]) == ([], 1)
    assert totals == {
        "openings": ([], 1),
        "employers": ([], 1),
        "offers": ([], 2),
        "fit": ([], 3),
        "candidates": ([], 2),
    }
