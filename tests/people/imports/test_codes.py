"""The code of a person in files: read where its column holds codes, unique, and what finds them without an email."""

from typing import Any, Final
from uuid import UUID

import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.files.choose_columns import choose_columns
from server.people.imports.files.schemas import ColumnsRequest
from server.people.imports.preview.read_preview import list_rows
from server.people.imports.preview.schemas import RowsQuery
from server.people.imports.run.schemas import MissingQuery
from server.people.imports.run.sync_people import list_missing
from server.people.imports.states import ImportMode, ImportState
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import HEADER, csv_file, person
from tests.fixtures.import_modes import messages, run
from tests.fixtures.imports import Office

by_code: Final = pytest.mark.settings(sign_in_by="email,code")
UNKNOWN: Final = "No account has this code"
TAKEN: Final = "Another person of your company has this code"


async def upload(office: Office, *codes: str, heading: str = "Roll No.", **given: Any) -> UUID:
    """Upload so many people, each with one of the codes, and have them checked."""
    rows = [(*person(number, **given), code) for number, code in enumerate(codes, start=1)]
    import_id = await office.upload(csv_file(*rows, header=(*HEADER, heading)))
    await check_import(office.services, import_id=import_id)
    return import_id


async def codes_of(office: Office) -> list[str | None]:
    query = "SELECT code FROM users WHERE full_name LIKE 'Imported%' ORDER BY created_at, email, code"
    return [row["code"] for row in await office.fetch(query)]


async def errors_of(office: Office, import_id: UUID) -> dict[int, list[tuple[str, str]]]:
    rows = (await office.rows(import_id)).data
    return {row.row: [(error.field, error.message) for error in row.errors] for row in rows if row.errors}


@pytest.mark.parametrize(
    "heading",
    [
        *("code", "Roll No.", "Roll Number", "Enrolment No", "Enrollment Number", "Registration No.", "PRN", "USN"),
        *("Admission No", "Student ID", "Employee Code", "Hall Ticket No", "University Roll No", "Regd. No"),
        *("अनुक्रमांक", "रोल नंबर", "पंजीकरण संख्या"),
    ],
)
async def test_codes_are_created(office: Office, heading: str) -> None:
    import_id = await upload(office, "cs/23-101", "CS/23-102", "", heading=heading)
    ended = await run(office, import_id, ImportMode.CREATE)
    assert ended.success_count == 3
    assert await codes_of(office) == ["CS/23-101", "CS/23-102", None]


@pytest.mark.parametrize(
    "cells",
    [
        # Numbers that begin anew in each batch, a value of several people, what is no code.
        ("1", "2", "3"),
        ("CS101", "CS101", "CS102"),
        ("BSc Nursing", "B.Com. (Hons)", "MSc"),
    ],
)
async def test_other_values_below_such_a_heading_are_no_codes(office: Office, cells: tuple[str, ...]) -> None:
    import_id = await upload(office, *cells)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.state, snapshot.unknown_headers, snapshot.invalid_rows) == (ImportState.READY, ["Roll No."], 0)


async def test_a_person_who_is_in_the_file_twice_has_the_code_twice(office: Office) -> None:
    rows = ((*person(1), "CS101"), (*person(2), "CS102"), (*person(1), "CS101"))
    import_id = await office.upload(csv_file(*rows, header=(*HEADER, "Roll No")))
    await check_import(office.services, import_id=import_id)
    assert (await office.snapshot(import_id)).unknown_headers == []


async def test_what_repeats_further_down_is_no_code_and_says_so(office: Office) -> None:
    codes = [f"CS{number % 60 + 100}" for number in range(70)]
    import_id = await upload(office, *codes)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.invalid_rows, snapshot.unknown_headers) == (0, ["Roll No."])
    said = "The column “Roll No.” is not read as the code: some of its values repeat, or are no codes."
    assert said in snapshot.remarks


async def test_codes_of_other_people_are_no_codes_of_these_unless_they_are_chosen(office: Office) -> None:
    await run(office, await upload(office, "CS101", "CS102"), ImportMode.CREATE)
    import_id = await upload(office, "CS900", "CS901", "CS101")
    snapshot = await office.snapshot(import_id)
    assert snapshot.unknown_headers == ["Roll No."]
    said = "The column “Roll No.” is not read as the code: other people of your company have some of its values."
    assert said in snapshot.remarks
    chosen = {**{str(place): name for place, name in enumerate(HEADER)}, str(len(HEADER)): "code"}
    context = await office.context()
    await choose_columns(context, import_id, chosen=ColumnsRequest.model_validate({"columns": chosen}))
    await check_import(office.services, import_id=import_id)
    assert (await errors_of(office, import_id))[3] == [("code", TAKEN)]


async def test_a_code_is_of_one_row_and_mended_as_other_cells(office: Office, caller: Caller) -> None:
    context, import_id = await office.context(), await upload(office, "CS101", "CS101", "c s")
    chosen = {**{str(place): name for place, name in enumerate(HEADER)}, str(len(HEADER)): "code"}
    await choose_columns(context, import_id, chosen=ColumnsRequest.model_validate({"columns": chosen}))
    await check_import(office.services, import_id=import_id)
    wrong = "A code has 1 to 32 letters (A to Z), digits, and between them - / or ."
    assert await errors_of(office, import_id) == {
        2: [("code", "Duplicate code in file (row 1)")],
        3: [("code", wrong)],
    }

    async def edit(row: int, code: str) -> None:
        body = {"values": {"code": code}, "version": (await office.rows(import_id)).data[row - 1].version}
        answer = await caller.as_person(office.person).call("PATCH", f"{import_id}/rows/{row}", json=body)
        assert answer.status == 200, answer.body

    await edit(1, "CS100")
    assert await errors_of(office, import_id) == {3: [("code", wrong)]}, "the second row has its code for itself now"
    await edit(3, "cs100")
    assert await errors_of(office, import_id) == {3: [("code", "Duplicate code in file (row 1)")]}


async def test_an_update_gives_codes_finds_people_by_them_and_is_taken_back(office: Office) -> None:
    await run(office, await upload(office, "", ""), ImportMode.CREATE)
    gives = await upload(office, "CS101", "CS102", heading="Enrolment No")
    assert [row.before for row in (await office.rows(gives)).data] == [{"code": ""}, {"code": ""}]
    await run(office, gives, ImportMode.UPDATE)
    assert await codes_of(office) == ["CS101", "CS102"]

    by_codes = csv_file(("cs102", "Nashik"), ("CS999", "Nashik"), header=("Roll No", "Work location"))
    import_id = await office.upload(by_codes)
    context = await office.context()
    await choose_columns(context, import_id, chosen=ColumnsRequest.model_validate({"mode": "update"}))
    await check_import(office.services, import_id=import_id)
    assert await messages(office, import_id) == ["Code already registered", UNKNOWN]
    query = RowsQuery.model_validate({"mode": "update", "status": "invalid", "field": "code", "problem": UNKNOWN})
    assert [row.row for row in (await list_rows(context, import_id, query=query)).data] == [2]
    await run(office, import_id, ImportMode.UPDATE)
    moved = "SELECT work_location FROM users WHERE code = 'CS102'"
    assert await office.fetch_value(moved) == "Nashik"

    await office.undo(gives)
    await office.undo_all(gives)
    assert await codes_of(office) == [None, "CS102"], "the second person has been changed since"


async def test_a_code_that_is_given_away_after_the_preview_fails_its_row_alone(office: Office) -> None:
    await run(office, await upload(office, "", ""), ImportMode.CREATE)
    updates, creates = [await upload(office, "CS101", "CS102") for _ in range(2)]
    await office.add_user(office.person.company, email="other@example.org", phone="+919000000900")
    await office.execute("UPDATE users SET code = 'CS101' WHERE email = 'other@example.org'")
    await run(office, updates, ImportMode.UPDATE)
    assert await messages(office, updates) == [TAKEN, "Updated"]
    assert await codes_of(office) == [None, "CS102"]
    assert (await office.snapshot(creates)).invalid_rows == 2

    fresh = await office.upload(csv_file((*person(7), "CS700"), (*person(8), "CS800"), header=(*HEADER, "PRN")))
    await check_import(office.services, import_id=fresh)
    await office.execute("UPDATE users SET code = 'CS700' WHERE email = 'other@example.org'")
    await run(office, fresh, ImportMode.CREATE)
    assert await messages(office, fresh) == [TAKEN, "Created"]


@by_code
async def test_a_code_is_enough_where_it_signs_in(office: Office) -> None:
    """Two people share a phone; one has neither an email nor a code."""
    import_id = await upload(office, "CS101", "CS102", "", email="", phone="+919000000001")
    needed = "Missing email: each person without one needs a code to log in with"
    assert await errors_of(office, import_id) == {3: [("email", needed)]}
    await run(office, import_id, ImportMode.CREATE)
    people = await office.fetch("SELECT label FROM users WHERE full_name LIKE 'Imported%' ORDER BY label")
    assert [row["label"] for row in people] == ["CS101", "CS102"]

    again = await upload(office, "CS101", "CS102", email="", phone="+919000000001", workLocation="Nashik")
    await run(office, again, ImportMode.UPSERT)
    assert await office.fetch_value("SELECT count(*) FROM users WHERE work_location = 'Nashik'") == 2

    renamed = csv_file((*person(1, email="one@example.org"), "CS101"), header=(*HEADER, "code"))
    import_id = await office.upload(renamed)
    await check_import(office.services, import_id=import_id)
    assert (await office.snapshot(import_id)).unknown_headers == ["code"], "whose is it?"


@by_code
async def test_a_whole_list_knows_people_by_their_codes(office: Office) -> None:
    await run(office, await upload(office, "CS101", "CS102", "CS103", email=""), ImportMode.CREATE)
    import_id = await upload(office, "CS103", "CS101", email="", phone="+919000000077")
    query = MissingQuery.model_validate({"workLocation": "Pune"})
    missing = await list_missing(await office.context(), import_id, query)
    assert [each.model_dump()["code"] for each in missing.data] == ["CS102"]
    assert missing.unmatched == 0
