"""Conditions on a company's own fields, orders by them, and their columns: in the list, views, jobs and files."""

import csv
import io
import json
from typing import Any, Final

import pytest

from server.people.fields.conditions import NO_CONDITIONS
from server.vocabulary.profiles import Profile
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.field_calls import Form, Forms
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import Answer
from tests.fixtures.view_calls import add_view, views_of

PEOPLE: Final[dict[str, dict[str, Any]]] = {
    "Asha": {"course": "CNC", "skills": ["Java", "C"], "marks": 72.5, "joined": "2026-07-01", "hostel": True},
    "Bela": {"course": "Fitter", "skills": ["C"], "marks": 60, "joined": "2025-12-31", "note": "Speaks Tamil, Ramā"},
    "Chitra": {"course": "CNC", "marks": -5, "hostel": False, "note": "50% paid"},
    "Dev": {},
}


async def fill(form: Form, *, keyed: bool = False) -> None:
    await form.choose("Course", "CNC", "Fitter")
    await form.choose("Skills", "Java", "C", kind="many")
    for label, kind in (("Marks", "number"), ("Joined", "date"), ("Note", "text")):
        await form.make(label, kind, keyed=keyed)
    await form.make("Hostel", "flag")
    for name, values in PEOPLE.items():
        created = await form.desk.create(fullName=name, fields=values)
        assert created.status == 201, created.body


async def ask(form: Form, *terms: dict[str, Any], path: str = "users", **query: Any) -> Answer:
    return await form.browser.get(path, query={"where": json.dumps(terms), "sort": "fullName", **query})


async def names(form: Form, *terms: dict[str, Any], **query: Any) -> str:
    """The first letters of the people in the list's order; the reader's own name is left out."""
    answer = await ask(form, *terms, **query)
    assert answer.status == 200, answer.body
    return "".join(each["fullName"][0] for each in answer.body["data"] if each["fullName"] in PEOPLE)


@pytest.mark.parametrize("keyed", [False, True])
async def test_each_operator_finds_those_who_fulfil_it(form: Form, *, keyed: bool) -> None:
    await fill(form, keyed=keyed)
    found: dict[str, list[dict[str, Any]]] = {
        "AC": [{"field": "course", "is": ["cnc"]}],
        "ABC": [{"field": "course", "is": [1, "Fitter"]}],
        "BD": [{"field": "course", "isNot": ["CNC"]}],
        "AB": [{"field": "skills", "is": ["C"]}],
        "A": [{"field": "skills", "is": ["C"]}, {"field": "skills", "is": [1]}],
        "B": [{"field": "marks", "is": ["60"]}],
        "AB ": [{"field": "marks", "from": 60}],
        "C": [{"field": "marks", "from": "-5", "to": 59.99}],
        "BC": [{"field": "marks", "to": 60}],
        "A ": [{"field": "joined", "from": "2026-01-01"}],
        "B ": [{"field": "joined", "to": "2025-12-31"}],
        "A  ": [{"field": "hostel", "is": [True]}],
        "BCD": [{"field": "hostel", "isNot": ["yes"]}],
        "B  ": [{"field": "note", "contains": "RAMA"}],
        "C ": [{"field": "note", "contains": "50%"}],
        "C  ": [{"field": "note", "is": ["50% paid"]}],
        "AD": [{"field": "note", "none": True}],
        "ABC ": [{"field": "marks", "none": False}],
        "ABCD": [],
    }
    assert {letters: await names(form, *terms) for letters, terms in found.items()} == {
        letters: letters.strip() for letters in found
    }
    assert await names(form, {"field": "course", "is": ["CNC"]}, search="asha") == "A"


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("[", NO_CONDITIONS),
        ('{"field": "marks", "from": 1}', NO_CONDITIONS),
        ("[" * 900, NO_CONDITIONS),
        ('[{"field": "marks"}]', NO_CONDITIONS),
        ('[{"field": "marks", "from": 1, "none": true}]', NO_CONDITIONS),
        ('[{"field": "marks", "is": []}]', NO_CONDITIONS),
        ('[{"field": "marks", "above": 1}]', NO_CONDITIONS),
        (json.dumps([{"field": "marks", "from": 1}] * 21), NO_CONDITIONS),
        (json.dumps([{"field": "marks", "from": 1}] * 10_000), None),
        ('[{"field": "note", "contains": "\\u0000"}]', NO_CONDITIONS),
        ('[{"field": "fullName", "is": ["Asha"]}]', "There is no field fullName that is open to you"),
        ('[{"field": "Marks", "from": 1}]', "There is no field Marks that is open to you"),
        ('[{"field": "caste", "is": ["A"]}]', "Caste is sensitive: people are not filtered by it"),
        ('[{"field": "marks", "is": ["many"]}]', "Marks: give a number such as 72.5"),
        ('[{"field": "marks", "is": [null]}]', "Marks: give a number such as 72.5"),
        ('[{"field": "marks", "to": 1e400}]', "Marks: give a number such as 72.5"),
        ('[{"field": "joined", "from": 7}]', "Joined: give a day such as 2026-11-22"),
        ('[{"field": "course", "is": [3]}]', "Course: give one of its choices"),
        ('[{"field": "course", "is": [true]}]', "Course: give one of its choices"),
        ('[{"field": "course", "from": 1}]', "Course: from and to need a field of numbers or dates"),
        ('[{"field": "marks", "contains": "7"}]', "Marks: contains needs a field of texts"),
    ],
)
@pytest.mark.security("S153")
async def test_what_is_no_condition_is_refused_and_never_left_out(form: Form, where: str, sentence: str | None) -> None:
    await form.choose("Course", "CNC", "Fitter")
    for label, kind in (("Marks", "number"), ("Joined", "date"), ("Note", "text")):
        await form.make(label, kind)
    await form.make("Caste", sensitive=True)
    for path in ("users", "users/export.csv"):
        refused = await form.browser.get(path, query={"where": where})
        # An address has room for fewer.
        assert refused.status == (400 if sentence is None else 422)
        assert sentence in {None, refused.body.get("errors", {}).get("where")}
    view = await form.browser.post("views", json={"name": "V", "scope": "own", "query": {"where": where}})
    job = await form.browser.post(
        "users/bulk", json={"select": {"filter": {"where": where}}, "action": "deactivate", "dryRun": True}
    )
    assert {view.status, job.status} <= ({422} if sentence else {413, 422})


@pytest.mark.security("S153")
async def test_a_field_that_is_not_open_to_the_caller_is_unknown(form: Form, forms: Forms, sign_in: SignIn) -> None:
    manager = forms.of(await sign_in(Profile.MANAGEMENT, company=form.desk.person.company))
    await form.make("Marks", "number", keyed=True, viewers=["ADMIN"], editors=["ADMIN"])
    await form.person(marks=70)
    for query in ({"where": '[{"field": "marks", "from": 60}]'}, {"sort": "field:marks"}):
        [sentence] = (await manager.browser.get("users", query=query)).body["errors"].values()
        assert sentence == "There is no field marks that is open to you"
        assert (await form.browser.get("users", query=query)).status == 200
    refused = await manager.browser.get("users/export.csv", query={"columns": "fullName,field:marks"})
    assert refused.body["errors"] == {"columns": "There is no field marks that is open to you"}
    assert "70" not in await file_of(manager)
    # A view of the company shows them no one, and not everyone.
    await add_view(form.browser, name="Good", scope="company", query={"where": '[{"field": "marks", "from": 60}]'})
    assert (await views_of(manager.browser))["Good"]["problem"] == "There is no field marks that is open to you"


async def test_the_field_of_another_company_is_unknown(
    form: Form, forms: Forms, sign_in: SignIn, add_company: AddCompany
) -> None:
    await form.make("Marks", "number", keyed=True)
    other = forms.of(await sign_in(company=await add_company()))
    assert (await ask(other, {"field": "marks", "none": True})).status == 422
    assert (await ask(other, sort="field:marks")).status == 422


async def test_a_view_keeps_the_choice_and_not_its_word(form: Form) -> None:
    await fill(form)
    where = json.dumps([{"field": "course", "is": ["CNC"]}, {"field": "marks", "from": "1"}])
    columns = [{"name": "fullName"}, {"name": "field:course", "width": 120}]
    await add_view(form.browser, name="CNC", query={"where": where}, columns=columns)
    view = (await views_of(form.browser))["CNC"]
    assert json.loads(view["query"]["where"]) == [{"field": "course", "is": [1]}, {"field": "marks", "from": 1}]
    assert [column["name"] for column in view["columns"]] == ["fullName", "field:course"]

    options = [{"number": 1, "label": "CNC Operator"}, {"number": 2, "label": "Fitter"}]
    assert (await form.change("course", choices=options)).status == 200
    assert await names(form, *json.loads(view["query"]["where"])) == "A"
    # An archived choice is still had by people, and found.
    assert (await form.change("course", choices=options[1:])).status == 200
    assert await names(form, *json.loads(view["query"]["where"])) == "A"
    assert (await views_of(form.browser))["CNC"]["problem"] is None

    assert (await form.archive("course")).status == 200
    assert (await views_of(form.browser))["CNC"]["problem"] == "There is no field course that is open to you"
    assert (await ask(form, *json.loads(view["query"]["where"]))).status == 422


async def test_a_job_has_the_people_of_the_conditions(form: Form) -> None:
    await fill(form)
    ours = Clipboard(services=form.desk.services, browser=form.browser, person=form.desk.person)
    chosen = {"where": json.dumps([{"field": "course", "is": ["CNC"]}])}
    assert (await ours.preview("deactivate", chosen))["total"] == 2
    await ours.run("deactivate", chosen)
    assert await names(form, status="inactive") == "AC"


async def test_people_are_sorted_by_a_field_with_those_without_a_value_last(form: Form) -> None:
    """Each order is whole on pages of every size, and is that of the file: with equal values, and none."""
    for label, kind in (("Marks", "number"), ("Note", "text"), ("Joined", "date")):
        await form.make(label, kind, keyed=True)
    notes = ["ábc", "Abd", None, "z", "10", None, "Abd", "ABC"]
    people = {}
    for number, note in enumerate(notes):
        marks = None if number in {1, 4} else (number * 7) % 3 - 1.5
        joined = f"20{10 + number % 3}-01-01" if number % 2 else None
        people[await form.person(marks=marks, note=note, joined=joined)] = marks
    everyone = [each["id"] for each in (await form.browser.get("users", query={"pageSize": 100})).body["data"]]

    for key in ("marks", "note", "joined"):
        for sort in (f"field:{key}", f"-field:{key}"):
            whole = (await form.browser.get("users", query={"sort": sort, "pageSize": 100})).body["data"]
            ids = [each["id"] for each in whole]
            assert sorted(ids) == sorted(everyone)
            values = [each["fields"].get(key) for each in whole]
            given = [value for value in values if value is not None]
            assert values == given + [None] * (len(values) - len(given))
            if key != "note":
                assert given == sorted(given, reverse=sort[0] == "-")
            for page_size in (1, 3):
                pages = [
                    (await form.browser.get("users", query={"sort": sort, "page": page, "pageSize": page_size, **more}))
                    for more in ({}, {"status": "active"})
                    for page in range(1, len(ids) // page_size + 2)
                ]
                assert [each["id"] for page in pages for each in page.body["data"]] == ids * 2
            lines = list(csv.reader(io.StringIO(await file_of(form, sort=sort, columns="phone"))))
            assert [line[0] for line in lines[1:]] == [f"'{each['phone']}" for each in whole]
            picked = await form.browser.call("POST", "users/export.csv", json={"ids": ids, "sort": sort})
            assert picked.status == 200


async def test_only_sortable_fields_sort(form: Form) -> None:
    await form.make("Marks", "number")
    await form.make("Caste", sensitive=True)
    for sort, sentence in {
        "field:marks": "People are not sorted by Marks: make the field sortable first",
        "-field:caste": "People are not sorted by Caste: make the field sortable first",
        "field:other": "There is no field other that is open to you",
    }.items():
        refused = await form.browser.get("users", query={"sort": sort})
        assert (refused.status, refused.body["errors"]) == (422, {"sort": sentence})
    for sort in ("field:", "field:a b", "u.id", "field:marks--"):
        assert (await form.browser.get("users", query={"sort": sort})).status == 422


@pytest.mark.security("S153")
async def test_a_file_has_the_fields_that_are_open_in_words(form: Form) -> None:
    await fill(form)
    await form.make("=Category", sensitive=True)
    await form.person(category="OBC", marks=1_000_000_000_000, note="=1+1")
    default = list(csv.DictReader(io.StringIO(await file_of(form, sort="fullName"))))
    assert {label: default[0][label] for label in ("Course", "Skills", "Marks", "Joined", "Hostel", "Note")} == {
        "Course": "CNC",
        "Skills": "Java; C",
        "Marks": "72.5",
        "Joined": "2026-07-01",
        "Hostel": "Yes",
        "Note": "",
    }
    assert "'=Category" not in default[0]
    chosen = {"columns": "field:category,fullName,field:note", "search": "meera"}
    assert (await file_of(form, **chosen)).splitlines() == ['"Full name","Note"', '"Meera Nair","\'=1+1"']
    assert "sensitive" not in (await form.desk.audit_entry("users_exported"))["after"]
    asked = (await file_of(form, **chosen, sensitive="true")).splitlines()
    assert asked == ['"\'=Category","Full name","Note"', '"OBC","Meera Nair","\'=1+1"']
    assert (await form.desk.audit_entry("users_exported"))["after"]["sensitive"] is True


async def file_of(form: Form, **query: Any) -> str:
    answer = await form.desk.app.test_client().get(
        "/api/v1/users/export.csv", query_string=query, headers=form.desk.person.headers
    )
    assert answer.status_code == 200
    return str(await answer.get_data(as_text=True)).removeprefix("\ufeff")
