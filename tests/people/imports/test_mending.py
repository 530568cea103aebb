"""Mending rows in the preview of an import: edits, deletions, undo, and refusals by cause."""

from typing import Any, Final

import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.mending.schemas import ImportRowsChanged
from server.people.imports.read_import import IMPORT_ROWS
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_files import csv_file, people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.publisher import RecordingPublisher

DUPLICATE: Final = "Duplicate email in file (row 1)"


@pytest.fixture
def owner(caller: Caller, office: Office) -> Caller:
    return caller.as_person(office.person)


async def edit(caller: Caller, import_id: object, row: int, *, version: int = 1, **values: str) -> Called:
    return await caller.call("PATCH", f"{import_id}/rows/{row}", json={"values": values, "version": version})


async def delete(caller: Caller, import_id: object, *rows: int) -> Called:
    return await caller.call("DELETE", f"{import_id}/rows", json={"rows": rows})


async def undo(caller: Caller, import_id: object) -> Called:
    return await caller.post(f"{import_id}/rows/undo")


async def messages(caller: Caller, import_id: object) -> dict[int, list[str]]:
    """Row → its errors and warnings."""
    rows = (await caller.get(f"{import_id}/rows", pageSize=1000)).body["data"]
    return {row["row"]: [each["message"] for each in (*row["errors"], *row["warnings"])] for row in rows}


async def counts(caller: Caller, import_id: object) -> tuple[int, ...]:
    snapshot = (await caller.get(import_id)).body
    rows = (await caller.get(f"{import_id}/rows", pageSize=1000)).body["data"]
    statuses = [row["status"] for row in rows]
    counted = tuple(snapshot[name] for name in ("totalRows", "validRows", "warningRows", "invalidRows"))
    warned, invalid = statuses.count("warning"), statuses.count("invalid")
    assert counted == (len(rows), len(rows) - invalid, warned, invalid)
    assert snapshot["checkedRows"] == snapshot["totalRows"]
    return counted


async def test_an_edited_row_is_judged_as_in_the_file(owner: Caller, office: Office) -> None:
    import_id = await office.check(person(1, phone="12", role="Boss"), person(2))
    answer = await edit(owner, import_id, 1, phone=" 98000 00001 ")
    assert answer.status == 200, answer.body
    assert (answer.body["status"], answer.body["version"]) == ("invalid", 2)
    assert answer.body["values"]["phone"] == "+919800000001"
    assert [each["field"] for each in answer.body["errors"]] == ["role"]
    assert answer.body["editedBy"]["id"] == str(office.person.id)
    mended = await edit(owner, import_id, 1, version=2, role="trainee")
    assert (mended.body["status"], mended.body["version"], mended.body["errors"]) == ("valid", 3, [])
    assert mended.body["values"]["role"] == "TRAINEE"
    assert await counts(owner, import_id) == (2, 2, 0, 0)
    await office.start(import_id)
    assert (await office.work(import_id)).success_count == 2


async def test_a_valid_row_can_be_edited_and_made_invalid(owner: Caller, office: Office) -> None:
    import_id = await office.check(*people(2))
    answer = await edit(owner, import_id, 2, fullName="", dateOfBirth="someday")
    assert [each["message"] for each in answer.body["errors"]] == [
        "Missing full name",
        "Invalid date of birth format",
    ]
    assert await counts(owner, import_id) == (2, 1, 0, 1)


async def test_duplicates_of_the_row_as_it_was_and_as_it_is_are_judged_anew(owner: Caller, office: Office) -> None:
    same = "imported1@example.org"
    import_id = await office.check(person(1), person(2, email=same), person(3, email=same), person(4))
    assert await messages(owner, import_id) == {1: [], 2: [DUPLICATE], 3: [DUPLICATE], 4: []}
    await edit(owner, import_id, 1, email="imported4@example.org")
    assert await messages(owner, import_id) == {
        1: [],
        2: [],
        3: ["Duplicate email in file (row 2)"],
        4: [DUPLICATE],
    }
    await edit(owner, import_id, 2, email="IMPORTED1@example.org")
    await edit(owner, import_id, 1, version=2, email="not an address")
    assert await messages(owner, import_id) == {
        1: ["Invalid email format"],
        2: [],
        3: ["Duplicate email in file (row 2)"],
        4: [],
    }
    assert await counts(owner, import_id) == (4, 2, 0, 2)


async def test_rows_that_share_a_phone_are_warned_anew(owner: Caller, office: Office) -> None:
    shared = "+919000000001"
    await office.add_user(office.person.company, email="there@example.org", phone="+919000000009")
    import_id = await office.check(person(1), person(2, phone=shared), person(3, phone=shared), person(4))
    assert (await messages(owner, import_id))[1] == ["Also the phone of 2 others"]
    await edit(owner, import_id, 3, phone="+919000000009")
    assert await messages(owner, import_id) == {
        1: ["Also the phone of 1 other"],
        2: ["Also the phone of 1 other"],
        3: ["Also the phone of 1 other"],
        4: [],
    }
    await edit(owner, import_id, 2, phone="+919000000004")
    assert await messages(owner, import_id) == {
        1: [],
        2: ["Also the phone of 1 other"],
        3: ["Also the phone of 1 other"],
        4: ["Also the phone of 1 other"],
    }
    assert await counts(owner, import_id) == (4, 4, 3, 0)


async def test_an_email_of_the_company_is_refused_in_an_edit_too(owner: Caller, office: Office) -> None:
    await office.add_user(office.person.company, email="there@example.org", phone="+919000000009")
    import_id = await office.check(person(1), person(2, email="there@example.org"))
    assert await messages(owner, import_id) == {1: [], 2: ["Email already registered"]}
    await edit(owner, import_id, 2, email="other@example.org")
    await edit(owner, import_id, 1, email="there@example.org")
    assert await messages(owner, import_id) == {1: ["Email already registered"], 2: []}


async def test_another_version_is_refused_with_the_present_row(
    owner: Caller, office: Office, offices: Offices, caller: Caller
) -> None:
    import_id = await office.check(*people(1))
    colleague = await offices.open(company=office.person.company)
    await edit(caller.as_person(colleague.person), import_id, 1, fullName="Asha Rao")
    refused = await edit(owner, import_id, 1, fullName="Usha Rao")
    assert refused.refusal == (409, "row_changed", "This row has been changed meanwhile.")
    present = refused.body["row"]
    assert (present["values"]["fullName"], present["version"]) == ("Asha Rao", 2)
    assert present["editedBy"]["id"] == str(colleague.person.id)
    assert present == (await owner.get(f"{import_id}/rows")).body["data"][0]


async def test_cells_as_they_are_change_nothing(owner: Caller, office: Office) -> None:
    import_id = await office.check(*people(1))
    before = await office.snapshot(import_id)
    answer = await edit(owner, import_id, 1, fullName="Imported 1 ")
    assert (answer.status, answer.body["version"], answer.body["editedBy"]) == (200, 1, None)
    assert (await office.snapshot(import_id)).version == before.version
    assert (await undo(owner, import_id)).refusal[:2] == (409, "nothing_to_undo")


async def test_a_page_shows_the_beginning_of_a_cell_that_is_far_too_long(owner: Caller, office: Office) -> None:
    """A thousand rows of the longest cells had thirty megabytes. An edit of another cell leaves it whole."""
    import_id = await office.check(person(1, fullName="Asha" * 2_000))
    assert (await edit(owner, import_id, 1, workLocation="Delhi")).status == 200
    (row,) = (await owner.get(f"{import_id}/rows")).body["data"]
    assert row["values"]["fullName"] == "Asha" * 256
    assert await office.fetch_value("SELECT length(full_name) FROM import_rows") == 8_000


async def test_an_edit_ends_that_a_row_is_too_wide(owner: Caller, office: Office) -> None:
    import_id = await office.check((*person(1), "more"), person(2))
    assert (await counts(owner, import_id))[3] == 1
    answer = await edit(owner, import_id, 1, fullName="Imported 1")
    assert (answer.body["status"], answer.body["version"]) == ("valid", 2)
    await undo(owner, import_id)
    assert (await counts(owner, import_id))[3] == 1


async def test_valid_rows_are_deleted_and_their_duplicates_judged_anew(owner: Caller, office: Office) -> None:
    same = "imported1@example.org"
    import_id = await office.check(person(1), person(2, email=same), person(3, phone="+919000000001"), person(4))
    answer = await delete(owner, import_id, 1, 4, 4, 99)
    assert (answer.status, answer.body["totalRows"], answer.body["validRows"]) == (200, 2, 2), answer.body
    assert await messages(owner, import_id) == {2: [], 3: []}
    assert await counts(owner, import_id) == (2, 2, 0, 0)
    again = await delete(owner, import_id, 1)
    assert (again.status, again.body["version"]) == (200, answer.body["version"])
    assert (await edit(owner, import_id, 1, fullName="X")).status == 404
    await undo(owner, import_id)
    assert await messages(owner, import_id) == {
        1: ["Also the phone of 1 other"],
        2: [DUPLICATE],
        3: ["Also the phone of 1 other"],
        4: [],
    }
    assert await counts(owner, import_id) == (4, 3, 2, 1)


async def test_every_kind_of_change_is_undone_in_turn(owner: Caller, office: Office) -> None:
    import_id = await office.check(person(1, role="Trainer"), person(2, role="Trainer"), person(3, email="x"))
    before = (await owner.get(f"{import_id}/rows")).body["data"]
    await edit(owner, import_id, 1, fullName="Asha Rao")
    await owner.post(f"{import_id}/values", {"field": "role", "from": "Trainer", "to": "TRAINEE"})
    await owner.delete(f"{import_id}/rows/3")
    assert await counts(owner, import_id) == (2, 2, 0, 0)
    for total in (3, 3, 3):
        answer = await undo(owner, import_id)
        assert (answer.status, answer.body["totalRows"]) == (200, total), answer.body
        await counts(owner, import_id)
    assert (await owner.get(f"{import_id}/rows")).body["data"] == before
    assert (await undo(owner, import_id)).status == 409


async def test_edits_and_deletions_survive_another_check(owner: Caller, office: Office) -> None:
    unclear = [person(each, dateOfBirth="02/06/2003") for each in (1, 2, 3)]
    import_id = await office.check(*unclear, person(4, phone="12"))
    await edit(owner, import_id, 1, dateOfBirth="03/07/2003")
    await edit(owner, import_id, 4, phone="9000000002")
    await delete(owner, import_id, 3)
    await owner.call("PUT", f"{import_id}/date-order", json={"order": "day"})
    await check_import(office.services, import_id=import_id)
    rows = (await owner.get(f"{import_id}/rows")).body["data"]
    assert [(row["row"], row["version"], row["values"]["dateOfBirth"]) for row in rows] == [
        (1, 2, "2003-07-03"),
        (2, 1, "2003-06-02"),
        (4, 3, "1990-04-12"),
    ]
    assert (await messages(owner, import_id))[2] == ["Also the phone of 1 other"]
    assert await counts(owner, import_id) == (3, 3, 2, 0)
    for _ in range(3):
        assert (await undo(owner, import_id)).status == 200
    rows = (await owner.get(f"{import_id}/rows")).body["data"]
    assert [row["values"]["dateOfBirth"] for row in rows] == ["2003-06-02"] * 3 + ["1990-04-12"]
    assert await counts(owner, import_id) == (4, 3, 0, 1)


async def test_a_date_that_waits_for_its_order_follows_the_edits(owner: Caller, office: Office) -> None:
    import_id = await office.check(person(1, dateOfBirth="02/06/2003"), person(2))
    await edit(owner, import_id, 1, dateOfBirth="2003-06-02")
    assert (await owner.get(import_id)).body["dateExample"] is None
    await edit(owner, import_id, 2, dateOfBirth="03/04/2003")
    assert (await owner.get(import_id)).body["dateExample"]["value"] == "03/04/2003"
    assert (await owner.post(f"{import_id}/start")).refusal[:2] == (409, "date_order_needed")


async def test_the_profiles_of_an_import_follow_its_changes(owner: Caller, office: Office) -> None:
    import_id = await office.check(person(1, profile="ADMIN"), person(2, profile="ADMIN"), person(3))

    async def profiles() -> list[str]:
        return list(await office.fetch_value("SELECT profiles FROM imports WHERE id = $1", import_id))

    await edit(owner, import_id, 1, profile="MANAGEMENT")
    assert await profiles() == ["ADMIN", "MANAGEMENT", "TRAINEE"]
    await delete(owner, import_id, 2)
    assert await profiles() == ["MANAGEMENT", "TRAINEE"]
    await edit(owner, import_id, 3, profile="Boss")
    assert await profiles() == ["MANAGEMENT"]
    seen = [(await undo(owner, import_id), await profiles())[1] for _ in range(3)]
    assert seen == [["MANAGEMENT", "TRAINEE"], ["ADMIN", "MANAGEMENT", "TRAINEE"], ["ADMIN", "TRAINEE"]]


async def test_watchers_receive_which_rows_changed(
    owner: Caller, office: Office, publisher: RecordingPublisher
) -> None:
    import_id = await office.check(*(person(each, email="same@example.org") for each in range(1, 4)))
    answer = await edit(owner, import_id, 1, email="other@example.org")
    assert answer.status == 200
    await office.services.database.settle()
    [event] = [each.payload for each in publisher.published if each.event is IMPORT_ROWS]
    assert isinstance(event, ImportRowsChanged)
    assert (event.id, event.rows, event.by.id) == (import_id, [1, 2, 3], office.person.id)
    assert event.version == (await office.snapshot(import_id)).version


async def test_an_edit_that_makes_no_sense_is_refused(owner: Caller, office: Office) -> None:
    cases: list[dict[str, Any]] = [
        {},
        {"values": {}, "version": 1},
        {"values": {"fullName": "A"}},
        {"values": {"full_name": "A"}, "version": 1},
        {"values": {"fullName": "A\0"}, "version": 1},
        {"values": {"fullName": "A" * 1025}, "version": 1},
        {"values": {"fullName": None}, "version": 1},
        {"values": {"fullName": "A"}, "version": 0},
        {"values": {"fullName": "A"}, "version": 1, "row": 2},
    ]
    import_id = await office.check(*people(1))
    for body in cases:
        assert (await owner.call("PATCH", f"{import_id}/rows/1", json=body)).status == 422, body


async def test_rows_are_mended_only_in_a_preview_that_is_ready(owner: Caller, office: Office) -> None:
    import_id = await office.upload(csv_file(*people(2)))
    mapped = {"field": "role", "from": "TRAINEE", "to": "HR"}

    async def codes() -> set[tuple[int, str]]:
        answers = [
            await edit(owner, import_id, 1, fullName="A"),
            await delete(owner, import_id, 1),
            await owner.post(f"{import_id}/values", mapped),
            await owner.post(f"{import_id}/values", mapped | {"dryRun": True}),
            await undo(owner, import_id),
        ]
        return {answer.refusal[:2] for answer in answers}

    assert await codes() == {(409, "wrong_import_state")}
    await check_import(office.services, import_id=import_id)
    await office.start(import_id)
    assert await codes() == {(409, "wrong_import_state")}
    await office.work(import_id)
    assert await codes() == {(409, "wrong_import_state")}
