"""Changes of a preview that are made, and undone, as one: several rows edited, several values mapped."""

from typing import Any, Final

import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.mending.mend_rows import MOST_TOUCHED
from server.people.imports.mending.schemas import MOST_EDITED, MOST_MAPPED
from server.people.imports.states import ImportState
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_files import csv_file, people, person
from tests.fixtures.imports import Office, Offices

TRAINER: Final = {"field": "role", "from": "Trainer", "to": "FACULTY"}
F: Final = {"field": "gender", "from": "W", "to": "FEMALE"}


@pytest.fixture
def owner(caller: Caller, office: Office) -> Caller:
    return caller.as_person(office.person)


async def edit(caller: Caller, import_id: object, *rows: dict[str, Any]) -> Called:
    return await caller.post(f"{import_id}/rows/edit", {"rows": rows})


def of(row: int, *, version: int = 1, **values: str) -> dict[str, Any]:
    return {"row": row, "version": version, "values": values}


async def map_all(caller: Caller, import_id: object, *changes: dict[str, Any], dry_run: bool = False) -> Called:
    return await caller.post(f"{import_id}/values/changes", {"changes": changes, "dryRun": dry_run})


async def cells(caller: Caller, import_id: object, *fields: str) -> list[tuple[str, ...]]:
    rows = (await caller.get(f"{import_id}/rows", pageSize=1000)).body["data"]
    return [tuple(row["values"][field] for field in fields) for row in rows]


async def last_change(caller: Caller, import_id: object) -> Any:
    return (await caller.get(import_id)).body["lastChange"]


async def kept(office: Office) -> list[tuple[str, ...]]:
    rows = await office.fetch("SELECT field, from_value, to_value FROM import_value_maps ORDER BY 1, 2")
    return [tuple(row) for row in rows]


async def test_a_block_of_cells_is_one_change_with_one_undo(owner: Caller, office: Office) -> None:
    import_id = await office.check(person(1, phone="12"), person(2, phone=""), person(3))
    answer = await edit(
        owner,
        import_id,
        of(2, phone=" 90000 00012 ", workLocation="Nashik"),
        of(1, phone="9000000011"),
        of(3, fullName="Imported 3"),
    )
    assert answer.status == 200, answer.body
    told = [(row["row"], row["status"], row["version"]) for row in answer.body["rows"]]
    assert told == [(2, "valid", 2), (1, "valid", 2), (3, "valid", 1)]
    assert await cells(owner, import_id, "phone", "workLocation") == [
        ("+919000000011", "Pune"),
        ("+919000000012", "Nashik"),
        ((await cells(owner, import_id, "phone"))[2][0], "Pune"),
    ]
    last = await last_change(owner, import_id)
    assert (last["number"], last["kind"], last["rows"], last["field"], last["row"]) == (1, "edit", 2, None, None)
    assert (await owner.post(f"{import_id}/rows/undo")).body["lastChange"] is None
    assert (await cells(owner, import_id, "phone", "workLocation"))[:2] == [("12", "Pune"), ("", "Pune")]
    assert (await owner.get(import_id)).body["validRows"] == 1


async def test_duplicates_within_a_block_are_judged_together(owner: Caller, office: Office) -> None:
    import_id = await office.check(*people(3))
    same = "same@example.org"
    answer = await edit(owner, import_id, *(of(row, email=same) for row in (1, 2, 3)))
    assert [[each["message"] for each in row["errors"]] for row in answer.body["rows"]] == [
        [],
        ["Duplicate email in file (row 1)"],
        ["Duplicate email in file (row 1)"],
    ]


async def test_where_one_row_was_changed_meanwhile_none_is_changed(owner: Caller, office: Office) -> None:
    import_id = await office.check(*people(3))
    await edit(owner, import_id, of(2, fullName="Meera Nair"))
    answer = await edit(owner, import_id, of(1, fullName="A"), of(2, fullName="B"), of(3, fullName="C"))
    assert (answer.status, answer.body["code"], answer.body["row"]["row"]) == (409, "row_changed", 2)
    assert await cells(owner, import_id, "fullName") == [("Imported 1",), ("Meera Nair",), ("Imported 3",)]
    assert (await last_change(owner, import_id))["number"] == 1


async def test_a_replay_of_a_block_is_refused(owner: Caller, office: Office) -> None:
    import_id = await office.check(*people(2))
    assert (await edit(owner, import_id, of(1, fullName="A"))).status == 200
    assert (await edit(owner, import_id, of(1, fullName="A"))).body["code"] == "row_changed"


async def test_a_block_without_a_change_is_none(owner: Caller, office: Office) -> None:
    import_id = await office.check(*people(2))
    answer = await edit(owner, import_id, of(1, fullName=" Imported 1 "))
    assert (answer.status, answer.body["rows"][0]["version"]) == (200, 1)
    assert await last_change(owner, import_id) is None


async def test_a_block_that_makes_no_sense_is_refused_whole(owner: Caller, office: Office) -> None:
    cases: list[tuple[list[dict[str, Any]], int]] = [
        ([], 422),
        ([of(1, fullName="A"), of(1, phone="1")], 422),
        ([of(each, fullName="A") for each in range(1, MOST_EDITED + 2)], 422),
        ([of(0, fullName="A")], 422),
        ([of(1)], 422),
        ([of(1, password="A")], 422),
        ([of(1, fullName="A" * 1025)], 422),
        ([{"row": 1, "values": {"fullName": "A"}}], 422),
        ([of(1, fullName="A"), of(3, fullName="A")], 404),
        ([of(1, fullName="A"), of(100_000, fullName="A")], 404),
    ]
    import_id = await office.check(*people(2))
    for rows, status in cases:
        assert (await edit(owner, import_id, *rows)).status == status, rows
        assert await cells(owner, import_id, "fullName") == [("Imported 1",), ("Imported 2",)], rows
        assert await last_change(owner, import_id) is None, rows


async def test_a_block_cannot_write_profiles_beyond_the_caller_s_matrix(
    owner: Caller, offices: Offices, caller: Caller, office: Office
) -> None:
    import_id = await office.check(*people(2))
    admin = caller.as_person((await offices.open(Profile.ADMIN, company=office.person.company)).person)
    answer = await edit(admin, import_id, of(1, fullName="A"), of(2, profile="SUPER_ADMIN"))
    mapped = await map_all(admin, import_id, TRAINER, {"field": "profile", "from": "TRAINEE", "to": "SUPER_ADMIN"})
    assert {answer.refusal[:2], mapped.refusal[:2]} == {(403, "forbidden")}
    assert await cells(owner, import_id, "fullName", "profile") == [
        ("Imported 1", "TRAINEE"),
        ("Imported 2", "TRAINEE"),
    ]


async def test_neither_is_possible_once_the_import_is_started(owner: Caller, office: Office) -> None:
    import_id = await office.check(*people(2))
    await office.start(import_id)
    answers = (await edit(owner, import_id, of(1, fullName="A")), await map_all(owner, import_id, TRAINER))
    assert {answer.body["code"] for answer in answers} == {"wrong_import_state"}


async def test_several_values_are_one_change_with_one_undo(owner: Caller, office: Office) -> None:
    rows = [
        person(1, role="Trainer", profile="TRAINER", gender="W"),
        person(2, role="Trainer", profile="TRAINER"),
        person(3, gender="W"),
        person(4),
    ]
    import_id = await office.check(*rows)
    before = await cells(owner, import_id, "role", "gender")
    none = {"field": "role", "from": "Boss", "to": "HR"}
    assert (await map_all(owner, import_id, TRAINER, F, none, dry_run=True)).body == {"rows": 3}
    assert await cells(owner, import_id, "role", "gender") == before
    assert (await map_all(owner, import_id, TRAINER, F, none)).body == {"rows": 3}
    assert (await cells(owner, import_id, "role", "gender"))[0] == ("FACULTY", "FEMALE")
    assert (await owner.get(import_id)).body["validRows"] == 4
    assert await kept(office) == [("gender", "W", "FEMALE"), ("role", "Trainer", "FACULTY")]
    listed = (await owner.get(f"{import_id}/values", field="gender")).body["values"]
    assert {"value": "W", "rows": 2, "mapped": "FEMALE"} in listed
    last = await last_change(owner, import_id)
    assert (last["number"], last["kind"], last["rows"], last["field"], last["from"]) == (2, "mapping", 3, None, None)
    assert (await owner.post(f"{import_id}/rows/undo", {"number": 2})).body["lastChange"] is None
    assert await cells(owner, import_id, "role", "gender") == before
    assert await kept(office) == []


async def test_the_change_before_several_values_is_undone_after_them(owner: Caller, office: Office) -> None:
    import_id = await office.check(person(1, role="Trainer", profile="TRAINER", gender="W"), person(2))
    await edit(owner, import_id, of(2, fullName="Asha Rao"))
    await map_all(owner, import_id, TRAINER, F)
    undone = await owner.post(f"{import_id}/rows/undo")
    assert (undone.body["lastChange"]["number"], undone.body["lastChange"]["kind"]) == (1, "edit")
    assert (await owner.post(f"{import_id}/rows/undo")).body["lastChange"] is None
    assert (await owner.post(f"{import_id}/rows/undo")).body["code"] == "nothing_to_undo"


async def test_each_row_is_mapped_by_what_it_was_before_all_changes(owner: Caller, office: Office) -> None:
    import_id = await office.check(person(1, workLocation="Aa"), person(2, workLocation="Bb"))
    swap = [{"field": "workLocation", "from": one, "to": other} for one, other in (("Aa", "Bb"), ("Bb", "Aa"))]
    assert (await map_all(owner, import_id, *swap)).body == {"rows": 2}
    assert await cells(owner, import_id, "workLocation") == [("Bb",), ("Aa",)]


async def test_values_that_were_read_as_chosen_before_are_mapped_anew_together(owner: Caller, office: Office) -> None:
    row = person(1, role="Trainer", profile="TRAINER", gender="W")
    await map_all(owner, await office.check(row), TRAINER, F)
    later = await office.check(row, person(2))
    assert await cells(owner, later, "role", "gender") == [("FACULTY", "FEMALE"), ("TRAINEE", "FEMALE")]
    answer = await map_all(owner, later, TRAINER | {"to": "MENTOR"}, F | {"to": "OTHER"})
    assert answer.body == {"rows": 1}
    assert (await cells(owner, later, "role", "gender"))[0] == ("MENTOR", "OTHER")
    await owner.post(f"{later}/rows/undo")
    assert (await cells(owner, later, "role", "gender"))[0] == ("FACULTY", "FEMALE")
    assert await kept(office) == [("gender", "W", "FEMALE"), ("role", "Trainer", "FACULTY")]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ([], "changes"),
        ([F, F | {"from": " W "}], "changes"),
        ([{"field": "workLocation", "from": str(each), "to": "Pune"} for each in range(MOST_MAPPED + 1)], "changes"),
        ([F, TRAINER | {"to": "Boss"}], "changes.1.to"),
        ([F, TRAINER | {"to": "Trainer"}], "changes.1.to"),
    ],
)
async def test_values_are_all_mapped_or_none(
    owner: Caller, office: Office, changes: list[dict[str, Any]], named: str
) -> None:
    import_id = await office.check(person(1, role="Trainer", gender="W"))
    answer = await map_all(owner, import_id, *changes)
    assert answer.status == 422
    assert named in answer.body["errors"]
    assert await cells(owner, import_id, "role", "gender") == [("Trainer", "W")]
    assert await kept(office) == []


async def test_several_values_of_very_many_rows_are_left_to_a_worker(owner: Caller, office: Office) -> None:
    rows = [
        each.with_cells({"role": "Trainer", "gender": "W", "profile": "TRAINER"}) for each in people(MOST_TOUCHED + 1)
    ]
    import_id = await office.upload(csv_file(*rows))
    await check_import(office.services, import_id=import_id)
    for mapped, valid in ((True, len(rows)), (False, 0)):
        answer = await (map_all(owner, import_id, TRAINER, F) if mapped else owner.post(f"{import_id}/rows/undo"))
        assert answer.status == 200, answer.body
        await check_import(office.services, import_id=import_id)
        snapshot = await office.snapshot(import_id)
        assert (snapshot.state, snapshot.valid_rows, snapshot.total_rows) == (ImportState.READY, valid, len(rows))
