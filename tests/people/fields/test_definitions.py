"""A company's own fields: made, changed, archived, ordered, and converted with their values."""

import asyncio
from typing import Any

import pytest

from server.people.fields.define_fields import FIELDS_CHANGED, MOST_LIVE
from server.people.fields.repository import add_field
from server.people.fields.schemas import FieldsChanged
from server.people.fields.starter_sets import STARTER_SETS
from server.platform.events import VIEWERS
from server.platform.services import Services
from server.vocabulary.own_fields import OwnField, OwnKind
from server.vocabulary.profiles import Profile
from tests.fixtures.field_calls import Form, Forms
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.publisher import RecordingPublisher

MIXED = "mixes Cyrillic and Latin letters: type it with one keyboard"


async def test_a_field_is_made_changed_archived_and_restored_with_its_values(
    form: Form, publisher: RecordingPublisher
) -> None:
    made = await form.add("Father's name", help="As in the marksheet", ownView=True)

    assert made.status == 201
    assert (made.body["key"], made.body["kind"], made.body["version"]) == ("fathersName", "text", 1)
    assert made.body["viewers"] == made.body["editors"] == ["ADMIN", "MANAGEMENT", "SUPER_ADMIN"]
    company_id = form.desk.person.company.id
    [pushed] = [each for each in publisher.published if each.event is FIELDS_CHANGED]
    assert (pushed.room, pushed.payload) == (VIEWERS.of(company_id), FieldsChanged(version=1))
    person = await form.person(fathersName="Ravi Nair")
    changed = await form.change("fathersName", label="Father", help="", required=None, requiredFor=["TRAINEE"])
    assert changed.status == 422
    changed = await form.change("fathersName", label="Father", help="", requiredFor=["TRAINEE"])
    assert (changed.body["label"], changed.body["help"], changed.body["key"]) == ("Father", None, "fathersName")
    assert (await form.archive("fathersName")).status == 200
    assert await form.values(person) == {}
    archived = await form.read("fathersName")
    assert (archived["people"], archived["archivedAt"] is None) == (1, False)
    assert (await form.archive("fathersName", restores=True)).status == 200
    assert await form.values(person) == {"fathersName": "Ravi Nair"}
    entry = await form.desk.audit_entry("field_changed")
    assert (entry["subject_label"], entry["before"]) == (
        "Father's name",
        {"label": "Father's name", "help": "As in the marksheet"},
    )


async def test_what_is_wrong_is_named(form: Form) -> None:
    await form.make("Course")
    many = [{"label": f"Choice {number}"} for number in range(300)]
    wrong: list[tuple[dict[str, Any], dict[str, str]]] = [
        ({"label": " "}, {"label": "Please give the field a name"}),
        ({"label": "x" * 61}, {"label": "Please use at most 60 characters"}),
        ({"label": "ＣＯＵＲＳＥ "}, {"label": "A field has this name already"}),  # noqa: RUF001 - wide letters
        ({"label": "full NAME"}, {"label": "Every person has a field of this name already"}),
        (
            {"label": "C\u0443cle"},
            {"label": f"“C\u0443cle” {MIXED}"},
        ),
        ({"kind": "one"}, {"choices": "Give at least one choice"}),
        (
            {"kind": "one", "choices": many},
            {"choices": "A field has at most 200 choices: make it a text field, or give fewer"},
        ),
        (
            {"kind": "one", "choices": [{"label": "=1+1"}]},
            {"choices": "=1+1: A choice cannot begin like a formula: remove the first character"},
        ),
        ({"kind": "one", "choices": [{"label": "CNC"}, {"label": " cnc"}]}, {"choices": "“cnc” is there twice"}),
        (
            {"kind": "one", "choices": [{"number": 3, "label": "CNC"}]},
            {"choices": "The field has no choice of the number 3"},
        ),
        ({"kind": "flag", "unique": True}, {"unique": "Only a text, a number or a date can be unique"}),
        (
            {"keyed": True, "sensitive": True},
            {"keyed": "People are not sorted by a sensitive field: their order would tell it"},
        ),
        ({"ownEdit": True}, {"ownEdit": "Who edits their own details has to see them"}),
        ({"viewers": ["TRAINEE"]}, {"viewers": "Trainees see their own details alone: choose that instead"}),
        (
            {"viewers": ["TRAINER"], "editors": ["TRAINER"]},
            {"editors": "Who edits a field has to see it, and to manage people: Super Admin, Admin or Management"},
        ),
    ]
    for sent, errors in wrong:
        refused = await form.add(**{"label": "Trade", **sent})
        assert (refused.status, errors.items() <= refused.body["errors"].items()) == (422, True), refused.body
    assert await form.keys() == ["course"]


async def test_labels_of_any_script_have_keys_that_never_change(form: Form) -> None:
    labels = ("पाठ्यक्रम", "வகுப்பு", "10th %", "Course", "course (again)", "Course Again")
    keys = [await form.make(label) for label in labels]

    assert keys == ["field1", "field2", "10th", "course", "courseAgain", "courseAgain6"][:2] + keys[2:]
    assert len(set(keys)) == len(keys)
    assert all(key[:1].isalpha() for key in keys)


async def test_of_two_definers_the_second_is_told(form: Form) -> None:
    key = await form.make("Course")
    answers = await asyncio.gather(*(form.change(key, label=label, version=1) for label in ("Trade", "Stream")))

    assert sorted(answer.status for answer in answers) == [200, 409]
    [late] = [answer for answer in answers if answer.status == 409]
    assert (late.code, late.body["current"]["version"]) == ("edit_conflict", 2)


async def test_values_follow_a_field_to_another_kind_where_all_fit(form: Form) -> None:
    key = await form.make("Marks")
    people = [await form.person(marks=text) for text in ("72.50", "1,200", "about 60", "72.50")]
    check = await form.check(key, kind="number")
    assert check.body == {"misfits": 1, "examples": ["about 60"]}
    refused = await form.change(key, kind="number")
    assert (refused.status, refused.body["errors"]) == (
        422,
        {"kind": "1 people have values that do not fit: about 60"},
    )
    await form.desk.edit(people[2], fields={"marks": "60 %"})

    assert (await form.change(key, kind="number", keyed=True)).body["kind"] == "number"
    assert [(await form.values(each))["marks"] for each in people] == [72.5, 1200, 60, 72.5]
    assert await form.desk.value("SELECT count(*) FROM field_keys WHERE number_key > 70") == 3
    # Sensitive values are no examples.
    await form.change(key, keyed=False, sensitive=True)
    assert (await form.check(key, kind="date")).body == {"misfits": 4, "examples": []}
    assert (await form.change(key, kind="date")).body["errors"] == {
        "kind": "4 people have values that do not fit: ••••"
    }
    await form.change(key, sensitive=False)
    # And to choices, which are made of what there is.
    assert (await form.change(key, kind="one")).status == 200
    assert {each["label"] for each in (await form.read(key))["choices"]} == {"72.5", "1200", "60"}
    assert await form.values(people[0]) == {"marks": "72.5"}


async def test_a_renamed_choice_is_that_of_all_and_an_archived_one_is_given_to_no_others(
    form: Form,
) -> None:
    key = await form.choose("Course", "CNC", "Fitter")
    person = await form.person(course="cnc")
    renamed = await form.change(key, choices=[{"number": 1, "label": "CNC Operator"}, {"label": "Welder"}])

    assert [(each["number"], each["label"], each["archived"]) for each in renamed.body["choices"]] == [
        (1, "CNC Operator", False),
        (3, "Welder", False),
        (2, "Fitter", True),
    ]
    assert await form.values(person) == {"course": "CNC Operator"}
    assert (await form.desk.edit(person, fields={"course": "Fitter"})).status == 422
    assert (await form.desk.edit(person, fields={"course": 3})).body["fields"] == {"course": "Welder"}
    # One that was left out and typed again is the former one.
    again = await form.change(key, choices=[{"label": "fitter"}, {"number": 3, "label": "Welder"}])
    assert [(each["number"], each["label"], each["archived"]) for each in again.body["choices"]] == [
        *((2, "fitter", False), (3, "Welder", False), (1, "CNC Operator", True)),
    ]


async def test_days_that_people_are_sorted_by_become_choices(form: Form) -> None:
    key = await form.make("Joined", "date", keyed=True)
    people = [await form.person(joined=day) for day in ("2026-07-01", "2026-07-02", "2026-07-01")]

    assert (await form.change(key, kind="one", keyed=False)).status == 200
    assert [(await form.values(each))["joined"] for each in people] == ["2026-07-01", "2026-07-02", "2026-07-01"]
    assert await form.desk.value("SELECT count(*) FROM field_keys") == 0


async def test_a_unique_field_is_not_made_over_duplicates_and_refuses_new_ones(form: Form) -> None:
    key = await form.make("Aadhaar seeding id")
    people = [await form.person(aadhaarSeedingId=text) for text in ("A-1", "a-1", "B-2")]
    assert (await form.check(key, unique=True)).body == {"misfits": 2, "examples": ["A-1"]}
    assert (await form.change(key, unique=True)).status == 422
    await form.desk.edit(people[1], fields={"aadhaarSeedingId": "C-3"})

    assert (await form.change(key, unique=True)).status == 200
    assert (await form.read(key))["ready"] is True
    refused = await form.desk.edit(people[1], fields={"aadhaarSeedingId": "b-2"})
    assert (refused.status, refused.body["errors"]) == (
        422,
        {"fields.aadhaarSeedingId": "Another person has this value, which only one may have"},
    )
    assert (await form.desk.create(fields={"aadhaarSeedingId": "A-1"})).status == 422
    # What one person gives up another may have.
    assert (await form.desk.edit(people[2], fields={"aadhaarSeedingId": None})).status == 200
    assert (await form.desk.edit(people[1], fields={"aadhaarSeedingId": "b-2"})).status == 200


async def test_fields_are_ordered_by_one_write_and_limited(form: Form, services: Services) -> None:
    for label in ("Course", "Stream", "Trade"):
        await form.make(label)
    version = (await form.page()).body["version"]
    wanted = ["trade", "course", "stream"]
    ordered = await form.browser.call("PUT", "fields/order", json={"keys": wanted, "version": version})
    assert [field["key"] for field in ordered.body["fields"]] == wanted
    stale = await form.browser.call("PUT", "fields/order", json={"keys": wanted, "version": version})
    assert (stale.status, stale.code) == (409, "edit_conflict")

    async with services.unit_of_work() as unit:
        for number in range(4, MOST_LIVE + 1):
            field = OwnField(name="", label=f"F{number}", number=number, key=f"f{number}", own_kind=OwnKind.TEXT)
            await add_field(unit.connection, field, company_id=form.desk.person.company.id)
    assert (await form.add("One more")).code == "too_many_fields"
    await form.archive("trade")
    await form.make("One more")
    assert (await form.archive("trade", restores=True)).code == "too_many_fields"


@pytest.mark.security("S153")
@pytest.mark.parametrize("profile", [Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINER, Profile.TRAINEE, None])
async def test_only_a_super_admin_defines_fields(
    form: Form, forms: Forms, sign_in: SignIn, profile: Profile | None
) -> None:
    key = await form.make("Course")
    theirs = forms.of(await sign_in(profile, company=form.desk.person.company))

    body = {"version": 1}
    answers = [
        await theirs.add("X"),
        await theirs.browser.call("PUT", f"fields/{key}", json=body),
        await theirs.browser.post(f"fields/{key}/archive", json=body),
        await theirs.browser.post(f"fields/{key}/check", json={"kind": "number"}),
        await theirs.browser.call("PUT", "fields/order", json={"keys": [key], "version": 1}),
        await theirs.browser.get("fields/starter-sets"),
        await theirs.browser.post("fields/starter-sets/collegePlacement"),
    ]
    assert [answer.status for answer in answers] == [403] * 7


@pytest.mark.security("S32")
async def test_another_company_s_fields_are_not_there(
    form: Form, forms: Forms, sign_in: SignIn, add_company: AddCompany
) -> None:
    key = await form.make("Course")
    theirs = forms.of(await sign_in(company=await add_company()))

    assert await theirs.keys() == []
    assert (await theirs.browser.call("PUT", f"fields/{key}", json={"version": 1, "label": "Mine"})).status == 404
    assert (await theirs.make("Course")) == key
    assert (await form.read(key))["label"] == "Course"


@pytest.mark.parametrize("key", STARTER_SETS)
async def test_a_starter_set_is_made_whole_by_one_call_and_edited(form: Form, key: str) -> None:
    [offered] = [each for each in (await form.browser.get("fields/starter-sets")).body["sets"] if each["key"] == key]

    made = await form.browser.post(f"fields/starter-sets/{key}")

    assert (made.status, [field["label"] for field in made.body["fields"]]) == (200, offered["fields"])
    assert all(field["help"] for field in made.body["fields"])
    shut = [field for field in made.body["fields"] if field["sensitive"]]
    assert all(field["viewers"] == field["editors"] == ["ADMIN", "SUPER_ADMIN"] for field in shut)
    assert len(shut) == (3 if key == "skillMission" else 0)
    first = made.body["fields"][0]
    assert len(first["choices"]) > 3
    assert (await form.change(first["key"], label="Renamed")).status == 200
    assert (await form.desk.audit_entry("field_created"))["subject_label"] in offered["fields"]


async def test_a_starter_set_leaves_out_what_is_there_and_is_made_as_a_whole_or_not_at_all(
    form: Form, publisher: RecordingPublisher
) -> None:
    await form.make("COURSE")
    await form.archive(await form.make("Backlogs"))

    answers = await asyncio.gather(*(form.browser.post("fields/starter-sets/collegePlacement") for _ in range(2)))
    made = answers[0].body
    assert [field["label"] for field in made["fields"]] == [
        *("COURSE", "10th %", "12th %", "CGPA", "Passing year"),
        "Backlogs",
    ]
    assert answers[1].body == made
    pushed = [each for each in publisher.published if each.event is FIELDS_CHANGED]
    assert pushed[-1].payload == FieldsChanged(version=made["version"])
    assert (await form.browser.post("fields/starter-sets/elsewhere")).status == 404

    for number in range(MOST_LIVE - 10):
        await form.make(f"Field {number}")
    before = await form.keys()
    assert (await form.browser.post("fields/starter-sets/skillMission")).code == "too_many_fields"
    assert await form.keys() == before
