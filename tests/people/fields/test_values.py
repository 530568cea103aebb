"""Values of a company's own fields: given, shown, required, hidden and revealed."""

from typing import Any

import pytest

from server.vocabulary.own_fields import HIDDEN, NO_AADHAAR, TOO_LARGE
from server.vocabulary.profiles import Profile
from tests.fixtures.field_calls import Form, Forms
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.user_calls import Desks


async def test_each_kind_is_read_and_shown(form: Form) -> None:
    await form.make("Note", "long")
    for label, kind in (("Course", "text"), ("CGPA", "number"), ("Joined", "date"), ("Hostel", "flag")):
        await form.make(label, kind)
    await form.choose("Stream", "Science", "Commerce")
    await form.choose("Skills", "C, C++", "Java", "Python", kind="many")
    given: dict[str, Any] = {
        "note": " First line \r\nsecond  line ",
        "course": "  CNC   Operator ",
        "cgpa": "८.२५",
        "joined": "2026-07-01",
        "hostel": "हाँ",
        "stream": "SCIENCE",
        "skills": "python; c, c++",
    }
    person = await form.person(**given)

    assert await form.values(person) == {
        "note": "First line\nsecond line",
        "course": "CNC Operator",
        "cgpa": 8.25,
        "joined": "2026-07-01",
        "hostel": True,
        "stream": "Science",
        "skills": ["C, C++", "Python"],
    }
    edited = await form.desk.edit(person, fields={"hostel": False, "skills": [2], "note": None, "cgpa": 9})
    assert edited.body["fields"] == {
        "course": "CNC Operator",
        "joined": "2026-07-01",
        "stream": "Science",
        "hostel": False,
        "skills": ["Java"],
        "cgpa": 9,
    }
    entry = await form.desk.audit_entry("user_edited")
    assert entry["after"] == {"field:hostel": "No", "field:skills": "Java", "field:note": None, "field:cgpa": "9"}
    assert entry["before"]["field:skills"] == "C, C++; Python"
    listed = await form.browser.get("users")
    assert [each["fields"] for each in listed.body["data"] if each["id"] == person] == [edited.body["fields"]]


@pytest.mark.parametrize(
    ("kind", "value", "problem"),
    [
        ("number", "2026-01-05", "Field: give a number such as 72.5"),
        ("number", True, "Field: give a number such as 72.5"),
        ("number", "72,5", "Field: give a number such as 72.5"),
        ("number", "12,34,567.50", None),
        ("number", "8.1999999999999993", None),
        ("number", "-0", None),
        ("number", "Infinity", "Field: give a number such as 72.5"),
        ("number", "1" * 16, "Field: give a number such as 72.5"),
        ("number", "1e9", None),
        ("number", "NaN", "Field: give a number such as 72.5"),
        ("date", 45_000, "Field: give a day such as 2026-11-22"),
        ("date", "2026-02-30", "Field: give a day such as 2026-11-22"),
        ("flag", "maybe", "Field: give yes or no"),
        ("text", ["a"], "Field: give a text"),
        ("text", "x" * 201, "Field must be at most 200 characters"),
        ("text", "a\u202eb", "Remove the invisible character U+202E"),
        ("long", "x" * 4_001, "Field must be at most 4,000 characters"),
    ],
)
async def test_a_value_of_another_kind_is_refused_by_a_sentence(
    form: Form, kind: str, value: object, problem: str | None
) -> None:
    await form.make("Field", kind)
    refused = await form.desk.create(fields={"field": value})

    if problem is None:
        assert refused.status == 201
    else:
        assert refused.status == 422
        assert refused.body["errors"]["fields.field"].startswith(problem)


async def test_required_fields_are_asked_of_new_people_of_the_profile_and_not_emptied(form: Form) -> None:
    await form.make("Course", requiredFor=["TRAINEE"])
    refused = await form.desk.create()
    assert refused.body["errors"] == {"fields.course": "Course is required"}
    staff = await form.desk.create(profile="TRAINER", role="FACULTY")
    assert staff.status == 201

    person = await form.person(course="CNC")
    emptied = await form.desk.edit(person, fields={"course": ""})
    assert emptied.body["errors"] == {"fields.course": "Course is required"}
    # Who was there before is not held up by it.
    assert (await form.desk.edit(staff.body["id"], fullName="Asha Rao")).status == 200


async def test_unknown_keys_and_too_much_are_refused_and_nothing_is_lost(form: Form) -> None:
    for number in range(5):
        await form.make(f"Note {number}", "long")
    person = await form.person(note0="kept")
    unknown = await form.desk.edit(person, fields={"nte0": "x"})
    assert unknown.body["errors"] == {"fields.nte0": "There is no field of this name that you may change"}
    large = await form.desk.edit(person, fields={f"note{number}": "x" * 4_000 for number in range(5)})

    assert (large.status, set(large.body["errors"].values())) == (422, {TOO_LARGE})
    assert await form.values(person) == {"note0": "kept"}


async def test_an_edit_of_a_former_version_meets_the_present_values(form: Form) -> None:
    await form.choose("Course", "CNC", "Fitter")
    person = await form.person(course="CNC")
    await form.desk.edit(person, fields={"course": "Fitter"})
    late = await form.desk.edit(person, fields={"course": "CNC"}, version=1)

    assert (late.status, late.code) == (409, "edit_conflict")
    assert late.body["changes"] == [{"field": "field:course", "before": "CNC", "after": "Fitter"}]


@pytest.mark.security("S153")
async def test_a_caller_sees_and_changes_only_what_is_open_to_them(form: Form, forms: Forms, sign_in: SignIn) -> None:
    await form.make("Course")
    await form.make("Fee waiver", viewers=["ADMIN"], editors=[])
    await form.make("Remark", viewers=["MANAGEMENT"], editors=[])
    person = await form.person(course="CNC", feeWaiver="full", remark="late")
    company = form.desk.person.company
    admin = forms.of(await sign_in(Profile.ADMIN, company=company))
    manager = forms.of(await sign_in(Profile.MANAGEMENT, company=company))

    assert await admin.values(person) == {"course": "CNC", "feeWaiver": "full"}
    assert await manager.values(person) == {"course": "CNC", "remark": "late"}
    assert await admin.keys() == ["course", "feeWaiver"]
    assert (await admin.read("course"))["people"] is None
    for caller, key in ((admin, "feeWaiver"), (admin, "remark"), (manager, "feeWaiver")):
        refused = await caller.desk.edit(person, fields={key: "x"})
        assert refused.body["errors"] == {f"fields.{key}": "There is no field of this name that you may change"}
    assert (await admin.browser.post(f"users/{person}/fields/remark/reveal")).status == 404


@pytest.mark.security("S153")
async def test_a_sensitive_value_is_dots_until_it_is_shown_which_is_recorded(
    form: Form, forms: Forms, sign_in: SignIn, add_company: AddCompany
) -> None:
    await form.choose("Category", "SC", "General", sensitive=True)
    person = await form.person(category="SC")
    assert await form.values(person) == {"category": HIDDEN}
    # A form that sends the dots back changes nothing.
    same = await form.desk.edit(person, fields={"category": HIDDEN}, fullName="Asha Rao")
    assert same.status == 200

    revealed = await form.browser.post(f"users/{person}/fields/category/reveal")
    assert revealed.body == {"userId": person, "key": "category", "value": "SC"}
    assert (await form.desk.audit_entry("field_revealed"))["after"] == {"field": "Category"}
    await form.desk.edit(person, fields={"category": "General"})
    entry = await form.desk.audit_entry("user_edited")
    assert (entry["before"], entry["after"]) == ({"field:category": HIDDEN}, {"field:category": HIDDEN})
    stranger = forms.of(await sign_in(company=await add_company()))
    assert (await stranger.browser.post(f"users/{person}/fields/category/reveal")).status == 404


@pytest.mark.security("S153")
async def test_people_see_and_change_their_own_details_where_the_field_allows_it(
    form: Form, desks: Desks, sign_in: SignIn
) -> None:
    await form.make("Course", ownView=True)
    await form.make("Guardian", ownView=True, ownEdit=True)
    await form.make("Remark")
    trainee = await sign_in(Profile.TRAINEE, company=form.desk.person.company)
    await form.desk.edit(trainee.id, fields={"course": "CNC", "remark": "late"})
    own = desks.of(trainee).browser

    assert (await own.get("users/profile")).body["fields"] == {"course": "CNC"}
    assert [field["key"] for field in (await own.get("fields")).body["fields"]] == ["course", "guardian"]
    saved = await own.call("PUT", "users/profile", json={"fields": {"guardian": "Ravi"}})
    assert saved.body["fields"] == {"course": "CNC", "guardian": "Ravi"}
    refused = await own.call("PUT", "users/profile", json={"fields": {"course": "x", "remark": "y"}})
    assert set(refused.body["errors"]) == {"fields.course", "fields.remark"}


@pytest.mark.security("S153")
async def test_a_field_of_aadhaar_numbers_takes_none(form: Form) -> None:
    await form.make("आधार संख्या")
    refused = await form.desk.create(fields={"field1": "2345 6789 0123"})

    assert refused.body["errors"] == {"fields.field1": NO_AADHAAR}
    assert (await form.desk.create(fields={"field1": "0123"})).status == 201
