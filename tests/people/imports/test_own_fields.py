"""The company's own fields in files: read, created, updated, mapped, undone, and what refuses a row."""

from typing import Any, Final
from uuid import UUID

import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.files.choose_columns import choose_columns, show_columns
from server.people.imports.files.guess_field import NUMBERS_ROWS, guess_field
from server.people.imports.files.read_table import HOLDS_AADHAAR
from server.people.imports.files.schemas import ColumnsRequest
from server.people.imports.preview.schemas import ImportRow
from server.people.imports.states import REASONS, ImportMode, ImportState, KeptBecause, RowFilter
from server.platform.errors import ForbiddenError, ValidationFailedError
from server.vocabulary.own_fields import NO_AADHAAR, is_like_aadhaar
from server.vocabulary.profiles import Profile
from tests.fixtures.field_calls import Form, Forms
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import HEADER, csv_file, person
from tests.fixtures.import_modes import messages, run
from tests.fixtures.imports import Office, Offices

TAKEN: Final = "Another person has this value, which only one may have"


@pytest.fixture
def form(office: Office, forms: Forms) -> Form:
    """The fields of the company that the office imports for."""
    return forms.of(office.person)


async def upload(office: Office, headings: tuple[str, ...], *rows: tuple[str, ...]) -> UUID:
    """Upload so many people, each with cells below these headings, and have them checked."""
    cells = ((*person(number), *own) for number, own in enumerate(rows, start=1))
    import_id = await office.upload(csv_file(*cells, header=(*HEADER, *headings)))
    await check_import(office.services, import_id=import_id)
    return import_id


async def values(office: Office) -> list[Any]:
    """What the imported people have, by number of the field."""
    rows = await office.fetch(
        "SELECT own_values FROM users u LEFT JOIN person_fields p ON p.user_id = u.id"
        " WHERE full_name LIKE 'Imported%' ORDER BY email"
    )
    return [row["own_values"] for row in rows]


def own(row: ImportRow) -> dict[str, str]:
    """The cells of the company's own fields."""
    return {name: text for name, text in row.values.model_dump().items() if name.startswith("field:")}


async def errors_of(office: Office, import_id: UUID) -> dict[int, list[tuple[str, str]]]:
    rows = (await office.rows(import_id)).data
    return {row.row: [(each.field, each.message) for each in row.errors] for row in rows if row.errors}


async def test_each_kind_is_read_by_its_label_and_created(office: Office, form: Form) -> None:
    await form.choose("Course", "CNC", "Fitter")
    await form.make("10th %", "number")
    await form.make("Joined", "date")
    await form.choose("Skills", "Java", "Python", kind="many")
    await form.make("Hostel", "flag")
    headings = ("COURSE", "10th %", "Joined", "skills", "Hostel")
    import_id = await upload(
        office,
        headings,
        ("cnc", "1,20,000.5", "31/12/2026", "python; java", "yes"),
        ("Welder", "many", "2026-02-30", "Java", "maybe"),
        ("", "", "", "", ""),
    )
    assert await errors_of(office, import_id) == {
        2: [
            ("field:course", "Course: give one of its choices"),
            ("field:field2", "10th %: give a number such as 72.5"),
            ("field:joined", "Joined: give a day such as 2026-11-22"),
            ("field:hostel", "Hostel: give yes or no"),
        ]
    }
    [first, wrong, _] = (await office.rows(import_id)).data
    assert [*own(first).values()] == ["CNC", "120000.5", "2026-12-31", "Java; Python", "Yes"]
    assert [*own(wrong).values()] == ["Welder", "many", "2026-02-30", "Java", "maybe"]
    ended = await run(office, import_id, ImportMode.CREATE)
    assert (ended.success_count, ended.error_count) == (2, 1)
    assert await values(office) == [{"1": 1, "2": 120000.5, "3": "2026-12-31", "4": [1, 2], "5": True}, None]


async def test_an_update_shows_what_changes_and_is_taken_back(office: Office, form: Form, caller: Caller) -> None:
    key = await form.choose("Course", "CNC", "Fitter")
    await run(office, await upload(office, ("Course",), ("CNC",), ("CNC",)), ImportMode.CREATE)
    import_id = await upload(office, ("Course",), ("Fitter",), ("CNC",))
    [changed, same] = (await office.rows(import_id)).data
    assert (changed.change, changed.before, own(changed)) == (
        "changed",
        {"field:course": "CNC"},
        {"field:course": "Fitter"},
    )
    assert (same.change, same.before) == ("unchanged", {})
    uses = [(use["kind"], use["name"]) for use in (await form.read(key))["usedBy"]]
    assert uses == [("import", "people.csv")]

    await run(office, import_id, ImportMode.UPDATE)
    assert await values(office) == [{"1": 2}, {"1": 1}]
    assert (await form.read(key))["usedBy"] == []
    results = await caller.as_person(office.person).get(f"{import_id}/results.csv", status="all")
    lines = [line.replace('"', "").split(",")[-5:] for line in results.content.decode().splitlines()]
    assert lines[:2] == [["isActive", "Course", "result", "reason", "invitation"], ["", "Fitter", "Updated", "", ""]]

    await office.undo(import_id)
    assert (await office.undo_all(import_id)).undone == 1
    assert await values(office) == [{"1": 1}, {"1": 1}]


async def test_an_undo_says_why_a_row_stays_whose_field_has_another_kind_by_now(
    office: Office, form: Form, caller: Caller
) -> None:
    marks, town = await form.make("Marks"), await form.make("Town")
    await run(office, await upload(office, ("Marks",), ("1",), ("2",)), ImportMode.CREATE)
    import_id = await upload(office, ("Marks", "Town"), ("7", ""), ("", "Pune"))
    await run(office, import_id, ImportMode.UPDATE)
    assert (await form.change(marks, kind="number")).status == 200
    assert (await form.archive(town)).status == 200
    told = (await caller.as_person(office.person).get(f"{import_id}/undo")).body
    reason = REASONS[KeptBecause.FIELD_CHANGED]
    assert (told["updates"], told["keptUpdates"]) == (1, [{"reason": reason, "rows": 1}])

    await office.undo(import_id)
    assert (await office.undo_all(import_id)).undone == 1
    assert await values(office) == [{"1": 7}, {"1": 2}]
    assert (await messages(office, import_id))[0] == reason


async def test_a_value_that_was_changed_since_the_preview_is_kept(office: Office, form: Form) -> None:
    await form.make("Course")
    await run(office, await upload(office, ("Course",), ("CNC",)), ImportMode.CREATE)
    import_id = await upload(office, ("Course",), ("Fitter",))
    [row] = (await office.rows(import_id)).data
    user_id = await office.fetch_value("SELECT id FROM users WHERE full_name = 'Imported 1'")
    assert (await form.desk.edit(user_id, fields={"course": "Welder"})).status == 200
    assert [each.row for each in (await office.rows(import_id, status=RowFilter.STALE)).data] == [row.row]

    await office.start(import_id, mode=ImportMode.UPDATE)
    await office.work(import_id)
    assert await values(office) == [{"1": "Welder"}]
    [message] = await messages(office, import_id)
    assert message is not None
    assert message.startswith("Changed since the preview by ")


async def test_a_value_that_only_one_may_have_fails_alone(office: Office, form: Form) -> None:
    await form.make("PRN no", unique=True)
    await form.person(prnNo="R0")
    import_id = await upload(office, ("PRN no",), ("R1",), ("r1",), ("R0",), ("R2",), ("R3",))
    assert await errors_of(office, import_id) == {
        2: [("field:prnNo", "Duplicate PRN no in file (row 1)")],
        3: [("field:prnNo", TAKEN)],
    }
    await office.start(import_id)
    await form.person(prnNo="R2")
    ended = await office.work(import_id)
    assert (ended.success_count, ended.failed_count) == (2, 1)
    await office.check_books(import_id)
    assert [message for message in await messages(office, import_id) if message != "Created"][-1] == TAKEN
    assert await values(office) == [{"1": "R1"}, {"1": "R3"}]

    # Who has one is updated with it; two people do not get one value.
    again = await upload(office, ("PRN no",), ("R9",), ("",), ("",), ("",), ("R3",))
    await office.start(again, mode=ImportMode.UPDATE)
    await form.person(prnNo="r9")
    updated = await office.work(again)
    assert (updated.changed, updated.unchanged) == (0, 1)
    assert (await messages(office, again))[0] == TAKEN


async def test_required_fields_are_asked_of_new_people(office: Office, form: Form) -> None:
    await form.make("CGPA", "number", requiredFor=["TRAINEE"])
    import_id = await upload(office, ("CGPA",), ("8.5",), ("",))
    assert await errors_of(office, import_id) == {2: [("field:cgpa", "Missing CGPA")]}
    await run(office, import_id, ImportMode.CREATE)
    # Who has an account keeps what they have.
    again = await upload(office, ("CGPA",), ("",))
    assert [row.change for row in (await office.rows(again)).data] == ["unchanged"]


async def test_a_field_that_is_archived_or_changed_while_its_import_runs(office: Office, form: Form) -> None:
    archived, changed = await form.make("Course"), await form.make("Marks", "number")
    import_id = await upload(office, ("Course", "Marks"), ("CNC", "7"), ("Fitter", ""), ("Welder", "9"))
    await office.start(import_id)
    await office.cut(import_id, rows=1)
    assert await office.create_chunk(import_id)
    assert (await form.archive(archived)).status == 200
    assert (await form.change(changed, kind="text")).status == 200
    ended = await office.work(import_id)

    assert (ended.state, ended.success_count, ended.failed_count) == (ImportState.COMPLETED, 2, 1)
    assert await values(office) == [{"1": "CNC", "2": "7"}, {"1": "Fitter"}]
    reason = "Marks: this field was changed since the preview. Upload the row again"
    assert (await messages(office, import_id))[2] == reason


async def test_values_are_mended_mapped_and_remembered(office: Office, form: Form, caller: Caller) -> None:
    await form.choose("Course", "CNC Operator", "Fitter")
    import_id = await upload(office, ("Course",), ("cnc",), ("CNC",), ("cnc",))
    calls = caller.as_person(office.person)
    mapped = await calls.post(
        f"{import_id}/values", json={"field": "field:course", "from": "cnc", "to": "CNC Operator"}
    )
    assert mapped.body == {"rows": 2}
    edited = await calls.call("PATCH", f"{import_id}/rows/2", json={"values": {"field:course": "fitter"}, "version": 1})
    assert (edited.body["values"]["field:course"], edited.body["errors"]) == ("Fitter", [])
    listed = await calls.get(f"{import_id}/values", field="field:course")
    assert {(each["value"], each["rows"], each["mapped"]) for each in listed.body["values"]} == {
        ("cnc", 2, "CNC Operator"),
        ("CNC Operator", 2, None),
        ("Fitter", 1, None),
    }
    snapshot = await office.snapshot(import_id)
    assert (snapshot.valid_rows, snapshot.last_change and snapshot.last_change.to) == (3, "fitter")
    unknown = await calls.call("PATCH", f"{import_id}/rows/2", json={"values": {"field:nope": "x"}, "version": 2})
    assert unknown.status == 422

    # The next file is read by it; the columns as well, under another heading.
    again = await upload(office, ("Course",), ("cnc",))
    assert own((await office.rows(again)).data[0]) == {"field:course": "CNC Operator"}
    assert any("cnc is read as CNC Operator" in remark for remark in (await office.snapshot(again)).remarks)


async def test_a_column_is_chosen_for_a_field_and_remembered(office: Office, form: Form) -> None:
    await form.make("Course")
    import_id = await upload(office, ("Trade name",), ("CNC",))
    assert (await office.snapshot(import_id)).unknown_headers == ["Trade name"]
    columns: dict[int, str | None] = {**dict(enumerate(HEADER)), len(HEADER): "field:course"}
    await choose_columns(await office.context(), import_id, chosen=ColumnsRequest(columns=columns))
    await check_import(office.services, import_id=import_id)
    assert "field:course" in (await office.snapshot(import_id)).columns
    again = await upload(office, ("Trade name",), ("Fitter",))
    assert own((await office.rows(again)).data[0]) == {"field:course": "Fitter"}
    assert (await form.archive("course")).status == 200
    archived = await upload(office, ("Trade name",), ("Fitter",))
    assert (await office.snapshot(archived)).unknown_headers == ["Trade name"]
    # The one that was checked before still has it.
    await run(office, again, ImportMode.CREATE)
    assert await values(office) == [{"1": "Fitter"}]


@pytest.mark.security("S153")
async def test_aadhaar_numbers_are_not_read(office: Office, form: Form) -> None:
    await form.make("Number")
    await form.make("Aadhaar, last 4")
    good = ["234123412346", *(f"{number}" for number in _numbers(29))]
    import_id = await upload(
        office, ("Number", "Aadhaar, last 4"), ("234123412346", "234123412346"), ("234123412345", "2346")
    )
    assert await errors_of(office, import_id) == {1: [("field:aadhaarLast4", NO_AADHAAR)]}
    [warned, _] = (await office.rows(import_id)).data
    assert [each.field for each in warned.warnings] == ["field:number"]

    whole = await upload(office, ("Number", "UID"), *((each, each) for each in good))
    assert set((await office.snapshot(whole)).columns).isdisjoint({"field:number"})
    assert HOLDS_AADHAAR.format(column="Number") in (await office.snapshot(whole)).remarks
    shown = await show_columns(await office.context(), whole)
    assert [(each.guess, each.no_guess) for each in shown.columns[-2:]] == [(None, NO_AADHAAR)] * 2


def _numbers(count: int) -> list[int]:
    """Numbers that pass the check of Verhoeff."""
    return [number for number in range(345_612_340_000, 345_612_341_000) if is_like_aadhaar(str(number))][:count]


async def test_a_field_is_guessed_of_each_column_that_is_left(office: Office, offices: Offices, form: Form) -> None:
    rows = [
        (
            ("CNC", "Fitter")[number % 2],
            f"{60 + number}.5",
            f"{number + 1:02}/07/2026",
            "yes",
            f"Father {number}",
            "x" * 120,
        )
        for number in range(20)
    ]
    import_id = await upload(office, ("Trade", "10th %", "Joined on", "Hostel", "Guardian", "Remarks"), *rows)
    shown = await show_columns(await office.context(), import_id)
    guesses = [each.guess for each in shown.columns[len(HEADER) :]]
    assert [(each.label, each.kind.value, each.choices) for each in guesses if each] == [
        ("Trade", "one", ["CNC", "Fitter"]),
        ("10th %", "number", []),
        ("Joined on", "date", []),
        ("Hostel", "flag", []),
        ("Guardian", "text", []),
        ("Remarks", "long", []),
    ]
    assert shown.sampled_rows == 20
    admin = await offices.open(Profile.ADMIN)
    assert [each.guess for each in (await show_columns(await admin.context(), import_id)).columns if each.guess] == []


@pytest.mark.parametrize(
    ("heading", "cells", "kind", "choices"),
    [
        ("12th %", ["71.5", "NA", "-", "64%"] * 5, "number", []),
        ("CGPA", [*["7.25"] * 19, "absent"], "number", []),
        ("Backlogs", ["0", "1", "Nil", "2"] * 5, "number", []),
        ("Illness", ["Nil"] * 19 + ["Asthma"], "one", ["Asthma", "Nil"]),
        ("Mobile of uncle", ["9800000001"] * 20, "one", ["9800000001"]),
        ("Branch", ["CSE", "cse", "ECE", "CSE", "N/A"], "one", ["CSE", "ECE"]),
        ("Skills", ["Java, SQL", "Java", "SQL; Tally", "Tally, Java"] * 3, "many", ["Java", "SQL", "Tally"]),
        ("Place", ["Pune, Goa Road", "Delhi, Ring Road"] * 5, "one", ["Delhi, Ring Road", "Pune, Goa Road"]),
        ("Sl. No.", ["5", "2", "9"], "number", []),
        ("Scores", ["NA", "-"], "text", []),
    ],
)
def test_a_kind_is_guessed_as_a_person_would_choose_it(
    heading: str, cells: list[str], kind: str, choices: list[str]
) -> None:
    assert guess_field(heading, cells) == {"guess": {"label": heading, "kind": kind, "choices": choices}}


def test_the_numbers_of_rows_are_no_field() -> None:
    assert guess_field("Sl. No.", ["1", "2", "4"]) == {"no_guess": NUMBERS_ROWS}


async def test_na_is_no_value_but_of_a_text_or_a_choice(office: Office, form: Form) -> None:
    await form.make("12th %", "number")
    await form.choose("Category", "OBC", "NA")
    await form.make("Remarks")
    import_id = await upload(
        office, ("12th %", "Category", "Remarks"), ("NA", "na", "NA"), ("-", "-", "-"), ("Nil", "None", "#REF!")
    )
    assert [*(await errors_of(office, import_id))] == [3]
    rows = (await office.rows(import_id)).data
    assert [[*own(row).values()] for row in rows] == [["", "NA", "NA"], ["", "", "-"], ["Nil", "None", "#REF!"]]


@pytest.mark.security("S153")
async def test_a_field_that_the_uploader_may_not_edit_is_none(office: Office, offices: Offices, form: Form) -> None:
    await form.make("Category", sensitive=True, viewers=["SUPER_ADMIN", "ADMIN"], editors=["SUPER_ADMIN"])
    admin = await offices.open(Profile.ADMIN)
    import_id = await upload(admin, ("Category",), ("OBC",))
    assert (await admin.snapshot(import_id)).unknown_headers == ["Category"]
    columns: dict[int, str | None] = {**dict(enumerate(HEADER)), len(HEADER): "field:category"}
    with pytest.raises(ValidationFailedError):
        await choose_columns(await admin.context(), import_id, chosen=ColumnsRequest(columns=columns))

    # A colleague sees dots in an import that may have it, and neither changes nor starts it.
    theirs = await upload(office, ("Category",), ("OBC",))
    assert own((await admin.rows(theirs)).data[0]) == {"field:category": "••••"}
    assert own((await office.rows(theirs)).data[0]) == {"field:category": "OBC"}
    with pytest.raises(ForbiddenError):
        await admin.start(theirs)
    await office.start(theirs)
    assert (await form.change("category", viewers=["SUPER_ADMIN"])).status == 200
    assert own((await admin.rows(theirs)).data[0]) == {}
    await office.execute("UPDATE users SET profile = 'ADMIN' WHERE id = $1", office.person.id)
    ended = await office.work(theirs)
    assert ended.failed_count == 1
    assert await messages(admin, theirs) == ["Category: your profile may not change this field"]
