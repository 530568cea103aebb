"""Values that are not ours: mapped once in a preview, and remembered for the company's later files."""

from typing import Any, Final

import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.checking.duplicate_rows import TOO_MANY_ALIKE
from server.people.imports.mending.mend_rows import MOST_TOUCHED
from server.people.imports.states import ImportState
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_files import csv_file, people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany

FACULTY: Final = {"field": "role", "from": "Trainer", "to": "FACULTY"}
REMARK: Final = "Role: Trainer is read as FACULTY, as Person "


@pytest.fixture
def owner(caller: Caller, office: Office) -> Caller:
    return caller.as_person(office.person)


async def map_value(caller: Caller, import_id: object, **body: object) -> Called:
    return await caller.post(f"{import_id}/values", body)


async def values(caller: Caller, import_id: object, **query: str) -> list[tuple[str, int, str | None]]:
    found = (await caller.get(f"{import_id}/values", **query)).body["values"]
    return [(each["value"], each["rows"], each["mapped"]) for each in found]


async def roles(caller: Caller, import_id: object) -> list[str]:
    return [row["values"]["role"] for row in (await caller.get(f"{import_id}/rows", pageSize=1000)).body["data"]]


async def kept(office: Office) -> list[tuple[str, ...]]:
    rows = await office.fetch(
        "SELECT field, from_value, to_value FROM import_value_maps WHERE company_id = $1 ORDER BY 1, 2",
        office.person.company.id,
    )
    return [tuple(row) for row in rows]


async def test_a_value_is_mapped_in_every_row_that_has_it(owner: Caller, office: Office) -> None:
    trainers = [person(each, role="Trainer", profile="TRAINER") for each in (1, 2, 3)]
    import_id = await office.check(*trainers, person(4, role="Boss", phone="12"), person(5))
    assert await values(owner, import_id, field="role", status="invalid") == [("Trainer", 3, None), ("Boss", 1, None)]
    dry = await map_value(owner, import_id, **FACULTY, dryRun=True)
    assert (dry.status, dry.body) == (200, {"rows": 3})
    assert (await owner.get(import_id)).body["validRows"] == 1
    assert (await map_value(owner, import_id, **FACULTY)).body == {"rows": 3}
    assert await roles(owner, import_id) == ["FACULTY"] * 3 + ["Boss", "TRAINEE"]
    assert (await owner.get(import_id)).body["validRows"] == 4
    assert await values(owner, import_id, field="role") == [
        ("Trainer", 3, "FACULTY"),
        ("FACULTY", 3, None),
        ("Boss", 1, None),
        ("TRAINEE", 1, None),
    ]
    assert await values(owner, import_id, field="role", status="invalid") == [("Boss", 1, None)]
    assert (await map_value(owner, import_id, **FACULTY)).body == {"rows": 0}


async def test_it_is_remembered_and_shown_in_later_files(
    owner: Caller, office: Office, offices: Offices, caller: Caller, add_company: AddCompany
) -> None:
    row = person(1, role="Trainer ", profile="TRAINER")
    await map_value(owner, await office.check(row), **FACULTY)
    later = await office.check(row, person(2, role="trainer"))
    assert await roles(owner, later) == ["FACULTY", "trainer"]
    [remark] = (await owner.get(later)).body["remarks"]
    assert remark.startswith(REMARK)
    assert await values(owner, later, field="role") == [
        ("Trainer", 1, "FACULTY"),
        ("FACULTY", 1, None),
        ("trainer", 1, None),
    ]
    without = await office.check(person(3))
    assert (await owner.get(without)).body["remarks"] == []
    other = await offices.open(company=await add_company())
    elsewhere = await other.check(row)
    assert await roles(caller.as_person(other.person), elsewhere) == ["Trainer"]


async def test_what_was_chosen_before_can_be_chosen_anew(owner: Caller, office: Office) -> None:
    row = person(1, role="Trainer", profile="TRAINER")
    await map_value(owner, await office.check(row), **FACULTY)
    later = await office.check(row, person(2, role="Trainer", profile="TRAINER"), person(3))
    await owner.call("PATCH", f"{later}/rows/2", json={"values": {"role": "HR"}, "version": 1})
    assert (await map_value(owner, later, field="role", **{"from": "Trainer"}, to="MENTOR")).body == {"rows": 1}
    assert await roles(owner, later) == ["MENTOR", "HR", "TRAINEE"]
    assert await kept(office) == [("role", "Trainer", "MENTOR")]
    await owner.post(f"{later}/rows/undo")
    assert await roles(owner, later) == ["FACULTY", "HR", "TRAINEE"]
    assert await kept(office) == [("role", "Trainer", "FACULTY")]


async def test_an_undone_mapping_is_forgotten(owner: Caller, office: Office) -> None:
    import_id = await office.check(person(1, role="Trainer"))
    await map_value(owner, import_id, **FACULTY)
    assert await kept(office) == [("role", "Trainer", "FACULTY")]
    await owner.post(f"{import_id}/rows/undo")
    assert await kept(office) == []
    assert await roles(owner, import_id) == ["Trainer"]


async def test_an_undone_mapping_that_another_file_has_replaced_stays_replaced(owner: Caller, office: Office) -> None:
    first = await office.check(person(1, role="Trainer"))
    second = await office.check(person(2, role="Trainer"))
    await map_value(owner, first, **FACULTY)
    await map_value(owner, second, **{**FACULTY, "to": "MENTOR"})
    await owner.post(f"{first}/rows/undo")
    assert await kept(office) == [("role", "Trainer", "MENTOR")]


@pytest.mark.parametrize(
    ("field", "before", "after", "remembered"),
    [
        ("gender", "W", "female", 1),
        ("profile", "Student", "TRAINEE", 1),
        ("workLocation", "Poona", "Pune", 1),
        ("role", "TRAINEE", "HR", 0),
        ("role", "", "HR", 0),
        ("email", "x", "x@example.org", 0),
        ("fullName", "Asha", "Usha", 0),
        ("phone", "12", "9800000001", 0),
        ("dateOfBirth", "someday", "1990-01-01", 0),
    ],
)
async def test_only_values_that_are_not_ours_and_tell_of_no_person_are_remembered(
    owner: Caller, office: Office, field: str, before: str, after: str, remembered: int
) -> None:
    import_id = await office.check(person(1, **{field: before}), person(2))
    answer = await map_value(owner, import_id, field=field, **{"from": before}, to=after)
    assert answer.body == {"rows": 2 if before == "TRAINEE" else 1}
    assert len(await kept(office)) == remembered


async def test_a_mapping_that_makes_no_sense_is_refused(owner: Caller, office: Office) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"to": "Boss"}, "to"),
        ({"to": ""}, "to"),
        ({"to": " Trainer "}, "to"),
        ({"to": "A" * 1025}, "to"),
        ({"from": "A" * 1025}, "from"),
        ({"field": "password"}, "field"),
        ({"field": None}, "field"),
        ({"from": None}, "from"),
        ({"more": 1}, "more"),
    ]
    import_id = await office.check(person(1, role="Trainer"))
    for body, named in cases:
        answer = await map_value(owner, import_id, **{**FACULTY, **body})
        assert answer.status == 422, body
        assert named in answer.body["errors"], body
        assert await kept(office) == [], body


async def test_only_the_uploader_writes_a_profile_beyond_the_caller_s_matrix(
    offices: Offices, caller: Caller, office: Office
) -> None:
    """The rows are judged by the uploader's matrix: another's profile would be created in the uploader's name."""
    import_id = await office.check(person(1, profile="Student"), person(2))
    admin = caller.as_person((await offices.open(Profile.ADMIN, company=office.person.company)).person)
    mapped = await map_value(admin, import_id, field="profile", **{"from": "Student"}, to="SUPER_ADMIN")
    edited = await admin.call("PATCH", f"{import_id}/rows/2", json={"values": {"profile": "super admin"}, "version": 1})
    assert {mapped.refusal[:2], edited.refusal[:2]} == {(403, "forbidden")}
    assert (await map_value(admin, import_id, field="profile", **{"from": "Student"}, to="TRAINEE")).status == 200


async def test_a_profile_beyond_the_uploader_s_matrix_is_refused(offices: Offices, caller: Caller) -> None:
    office = await offices.open(Profile.ADMIN)
    import_id = await office.check(person(1, profile="Student"))
    answer = await map_value(
        caller.as_person(office.person), import_id, field="profile", **{"from": "Student"}, to="ADMIN"
    )
    assert answer.refusal[0] == 422
    assert answer.body["errors"]["to"] == "Admin users cannot create other Admin or Super Admin profiles"


async def test_a_mapping_of_very_many_rows_is_left_to_a_worker(owner: Caller, office: Office) -> None:
    rows = [each.with_cells({"role": "Trainer", "fullName": "Asha Rao"}) for each in people(MOST_TOUCHED + 1)]
    import_id = await office.upload(csv_file(*rows))
    await check_import(office.services, import_id=import_id)
    for mapped, valid in ((True, len(rows)), (False, 0)):
        answer = await (map_value(owner, import_id, **FACULTY) if mapped else owner.post(f"{import_id}/rows/undo"))
        assert answer.status == 200, answer.body
        assert (await office.snapshot(import_id)).state is ImportState.VALIDATING
        await check_import(office.services, import_id=import_id)
        snapshot = await office.snapshot(import_id)
        assert (snapshot.state, snapshot.valid_rows, snapshot.total_rows) == (ImportState.READY, valid, len(rows))
        assert snapshot.remarks == [TOO_MANY_ALIKE]
