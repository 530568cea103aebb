"""A column of a file that is read as several."""

import csv
import io
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.people.imports.files.layout import FieldMap, Split
from server.people.imports.mending.edits import Edit
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_desk import ImportDesk
from tests.fixtures.import_files import HEADER, LAYOUT, csv_file, failed_records, people
from tests.fixtures.imports import Office, Offices
from tests.fixtures.loop_lag import TRIES, held_loop, slowness
from tests.fixtures.people import AddCompany

HEADINGS: Final = ("Name, phone", "E-mail ID", "DOB", "Sex", "Centre / Designation", "User Type")
ROWS: Final = (
    ("Asha Rao, 98000 00001", "asha@example.org", "13/02/2003", "Female", "Pune / Trainee", "Trainee"),
    ("Ben Lal,98000 00002", "ben@example.org", "07/12/2002", "Male", "Delhi/Trainee", "Trainee"),
    ("Chitra,12", "chitra@example.org", "01/01/2001", "Female", "Pune / Boss", "Trainee"),
)
SPLITS: Final = {"0": {"separator": ",", "parts": 2}, "4": {"separator": "/", "parts": 2}}
FIELDS: Final = {
    "1": "email",
    "2": "dateOfBirth",
    "3": "gender",
    "5": "profile",
    "6": "fullName",
    "7": "phone",
    "8": "workLocation",
    "9": "role",
}
FILE: Final = csv_file(*ROWS, header=HEADINGS)
# Taking the apostrophes off takes milliseconds.
LONG_CELL: Final = ";'=" * 5_000
MOST_SECONDS: Final = 0.1
NO_COLUMN: Final = "The file has no such column"


@pytest.fixture
def desk(caller: Caller, office: Office) -> ImportDesk:
    return ImportDesk(caller=caller.as_person(office.person), office=office)


async def split(desk: ImportDesk, content: bytes = FILE) -> str:
    """The id of an import whose columns are split and that was checked."""
    import_id: str = (await desk.upload(content))["id"]
    answer = await desk.choose(import_id, splits=SPLITS, columns=FIELDS)
    assert (answer.status, answer.body["state"]) == (200, "validating"), answer.body
    await desk.check(import_id)
    return import_id


async def failed_rows(desk: ImportDesk, import_id: str) -> bytes:
    return (await desk.caller.get(f"{import_id}/results.csv", status="failed")).content


async def edit(desk: ImportDesk, import_id: str, row: int, *, version: int = 1, **values: str) -> Called:
    return await desk.caller.call("PATCH", f"{import_id}/rows/{row}", json={"values": values, "version": version})


def table(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


async def test_the_parts_of_columns_are_read_as_fields(desk: ImportDesk) -> None:
    snapshot = (await desk.caller.get(await split(desk))).body
    assert (snapshot["validRows"], snapshot["invalidRows"]) == (2, 1)
    assert (snapshot["dateOrder"], snapshot["unknownHeaders"]) == ("day", [])
    first, second, third = await desk.rows(snapshot["id"])
    assert (first["fullName"], first["phone"], first["workLocation"], first["role"]) == (
        "Asha Rao",
        "+919800000001",
        "Pune",
        "TRAINEE",
    )
    assert (second["fullName"], second["workLocation"], third["workLocation"]) == ("Ben Lal", "Delhi", "Pune")


async def test_parts_are_shown_behind_the_columns_of_the_file(desk: ImportDesk) -> None:
    columns = await desk.columns(await split(desk))
    assert columns["splits"] == SPLITS
    assert [each["partOf"] for each in columns["columns"]] == [None] * 6 + [0, 0, 4, 4]
    assert columns["columns"][0]["field"] is None
    assert columns["columns"][9] == {
        "index": 9,
        "name": "Centre / Designation · part 2",
        "samples": ["Trainee", "Trainee", "Boss"],
        "field": "role",
        "suggestion": None,
        "partOf": 4,
        "guess": None,
        "noGuess": None,
    }


@pytest.mark.security("S117")
@pytest.mark.parametrize(
    "separator",
    [pytest.param("|", id="parts left empty"), pytest.param(";", id="filled parts", marks=pytest.mark.long)],
)
async def test_long_cells_of_split_columns_do_not_hold_the_loop(desk: ImportDesk, separator: str) -> None:
    """No cell of the file has the separator |."""
    import_id = (await desk.upload(csv_file(*[[LONG_CELL] * 5] * 10, header=HEADER[:5])))["id"]
    splits = {str(place): {"separator": separator, "parts": 4} for place in range(5)}
    assert (await desk.choose(import_id, splits=splits, columns={"5": "fullName"})).status == 200
    parts = (await desk.columns(import_id))["columns"][5:9]
    held = []
    for _ in range(TRIES):
        async with held_loop() as loop:
            await desk.columns(import_id)
        held.append(loop.longest)
        if loop.longest <= MOST_SECONDS:
            break
    assert [len(each["samples"]) for each in parts] == ([3, 0, 0, 0] if separator == "|" else [0, 3, 3, 3])
    assert min(held) <= MOST_SECONDS * slowness()


async def test_a_choice_is_remembered_for_the_next_file_and_its_failed_rows(
    desk: ImportDesk, caller: Caller, offices: Offices, add_company: AddCompany
) -> None:
    """The columns that failed rows get stand before the parts."""
    import_id = await split(desk)
    mended = (
        (await failed_rows(desk, import_id)).replace(b"Chitra,12", b"Chitra,98000 00003").replace(b"Boss", b"Trainee")
    )
    shown: dict[int, list[dict[str, str]]] = {}
    for content, valid in ((FILE.replace(b"/Trainee", b"/ Trainee"), 2), (mended, 1)):
        again = await desk.upload(content)
        assert again["state"] == "validating"
        columns = await desk.columns(again["id"])
        assert columns["splits"] == SPLITS
        parts = [each["field"] for each in columns["columns"] if each["partOf"] is not None]
        assert parts == ["fullName", "phone", "workLocation", "role"]
        assert (await desk.check(again["id"]))["validRows"] == valid
        shown[valid] = await desk.rows(again["id"])
    assert shown[1][0]["phone"] == "+919800000003"
    others = await offices.open(company=await add_company())
    elsewhere = await ImportDesk(caller=caller.as_person(others.person), office=others).upload(FILE)
    assert elsewhere["state"] == "mapping"


async def test_a_choice_for_failed_rows_holds_for_a_file_without_their_columns(desk: ImportDesk) -> None:
    header, *rows = table(await failed_rows(desk, await split(desk)))
    import_id = (await desk.upload(csv_file(*rows, header=header)))["id"]
    await desk.check(import_id)
    columns = {place: name for place, name in FIELDS.items() if int(place) < 6} | {
        "8": "fullName", "9": "phone", "10": "workLocation", "11": "role",
    }  # fmt: skip
    assert (await desk.choose(import_id, splits=SPLITS, columns=columns)).body["state"] == "validating"
    again = await desk.upload(FILE)
    assert (again["state"], (await desk.check(again["id"]))["validRows"]) == ("validating", 2)


async def test_what_was_mended_in_a_part_comes_back_in_its_column(desk: ImportDesk) -> None:
    import_id = await split(desk)
    assert (await edit(desk, import_id, 3, role="Chief", workLocation="Goa")).status == 200
    content = await failed_rows(desk, import_id)
    header, row = table(content)
    assert header == [*HEADINGS, "rowNumber", "reason"]
    assert (row[0], row[4]) == ("Chitra,12", "Goa/Chief")
    again = await desk.upload(content)
    await desk.check(again["id"])
    assert [(each["workLocation"], each["role"]) for each in await desk.rows(again["id"])] == [("Goa", "Chief")]


async def test_what_does_not_fit_into_its_part_gets_a_column_of_its_own(desk: ImportDesk) -> None:
    rows = (*ROWS, ("Dev,13", "dev@example.org", "01/01/2001", "Male", "Agra / Boss", "Trainee"))
    import_id = await split(desk, csv_file(*rows, header=HEADINGS))
    assert (await edit(desk, import_id, 3, workLocation="Pune / Hinjewadi")).status == 200
    header, first, second = table(await failed_rows(desk, import_id))
    assert header == [*HEADINGS, "workLocation", "rowNumber", "reason"]
    assert (first[4], first[6], second[4], second[6]) == ("Pune / Boss", "Pune / Hinjewadi", "Agra / Boss", "Agra")


async def test_a_date_in_a_part_decides_the_order_and_waits_for_it(desk: ImportDesk) -> None:
    header = [*HEADER[:3], "Born, sex", *HEADER[5:]]
    columns = {"0": "fullName", "1": "email", "2": "phone", "4": "workLocation", "5": "role", "6": "profile"} | {
        "7": "dateOfBirth",
        "8": "gender",
    }
    for date, order in (("13/02/2003", "day"), ("02/13/2003", "month"), ("02/03/2003", None)):
        rows = [[*row[:3], f"{date} , Female", *row[5:]] for row in people(1)]
        import_id = (await desk.upload(csv_file(*rows, header=header)))["id"]
        if order == "day":
            await desk.choose(import_id, splits={"3": {"separator": ",", "parts": 2}}, columns=columns)
        snapshot = await desk.check(import_id)
        assert snapshot["dateOrder"] == order
        assert (snapshot["dateExample"] is None) is (order is not None)


async def test_splits_stay_until_they_are_taken_back(desk: ImportDesk) -> None:
    import_id = await split(desk)
    assert (await desk.choose(import_id, values={})).body["state"] == "validating"
    await desk.check(import_id)
    one = {"4": SPLITS["4"]}
    answer = await desk.choose(import_id, splits=one)
    assert answer.body["reason"] == "Missing required headers: fullName, phone"
    columns = await desk.columns(import_id)
    assert columns["splits"] == one
    assert [each["field"] for each in columns["columns"][6:]] == ["workLocation", "role"]
    answer = await desk.choose(import_id, splits={}, columns={"0": "fullName"})
    assert (answer.body["state"], (await desk.columns(import_id))["splits"]) == ("mapping", {})


@pytest.mark.parametrize("moved", [{"headerRow": 2}, {"encoding": "cp1252"}])
async def test_another_way_of_reading_forgets_them(desk: ImportDesk, moved: dict[str, object]) -> None:
    import_id = await split(desk)
    assert (await desk.choose(import_id, **moved)).status == 200
    columns = await desk.columns(import_id)
    assert columns["splits"] == {}
    assert all(each["partOf"] is None for each in columns["columns"])


@pytest.mark.parametrize(
    ("chosen", "errors"),
    [
        (
            {"splits": SPLITS, "columns": {"0": "fullName"}},
            {"columns.0": "This column is split: choose fields for its parts"},
        ),
        ({"splits": SPLITS, "columns": {"10": "role"}}, {"columns.10": NO_COLUMN}),
        ({"splits": {"6": SPLITS["0"]}}, {"splits.6": NO_COLUMN}),
        ({"columns": {"6": "role"}}, {"columns.6": NO_COLUMN}),
        (
            {"splits": {"0": {"separator": "and", "parts": 2}}},
            {"splits.0.separator": "Choose a character that is no letter and no digit"},
        ),
    ],
)
async def test_what_cannot_be_split_is_refused(desk: ImportDesk, chosen: Any, errors: dict[str, str]) -> None:
    import_id = (await desk.upload(FILE))["id"]
    refused = await desk.choose(import_id, **chosen)
    assert (refused.status, refused.body["errors"]) == (422, errors)
    assert (await desk.columns(import_id))["splits"] == {}


async def test_splits_of_another_shape_are_refused(desk: ImportDesk) -> None:
    cases: list[object] = [
        {"0": {"separator": "", "parts": 2}},
        {"0": {"separator": ",,,,", "parts": 2}},
        {"0": {"separator": "\u0000", "parts": 2}},
        {"0": {"separator": ",", "parts": 1}},
        {"0": {"separator": ",", "parts": 5}},
        {"0": {"separator": ","}},
        {"-1": {"separator": ",", "parts": 2}},
        {str(place): {"separator": ",", "parts": 2} for place in range(6)},
        [],
    ]
    import_id = (await desk.upload(FILE))["id"]
    for splits in cases:
        assert (await desk.choose(import_id, splits=splits)).status == 422, splits


async def test_columns_of_another_company_s_import_are_not_split(
    desk: ImportDesk, caller: Caller, offices: Offices, add_company: AddCompany
) -> None:
    import_id = (await desk.upload(FILE))["id"]
    stranger = caller.as_person((await offices.open(company=await add_company())).person)
    assert (await stranger.call("PUT", f"{import_id}/columns", json={"splits": SPLITS})).status == 404
    assert (await desk.columns(import_id))["splits"] == {}


@pytest.mark.parametrize(
    ("separator", "parts", "cell", "expected"),
    [
        (",", 2, " a , b, c ", ["a", "b, c"]),
        (",", 3, "a", ["a", "", ""]),
        (" ", 2, "  a    b  c ", ["a", "b  c"]),
        (" - ", 2, "Jean-Luc - Pune", ["Jean-Luc", "Pune"]),
        ("/", 4, "", ["", "", "", ""]),
    ],
)
def test_a_cell_is_cut_at_the_first_separators(separator: str, parts: int, cell: str, expected: list[str]) -> None:
    assert Split(separator=separator, parts=parts).cut(cell) == expected


texts = st.text(st.sampled_from("ab ,/-"), max_size=6)


@given(cell=texts, mended=texts, part=st.integers(0, 1), separator=st.sampled_from([",", " ", "/", " - "]))
def test_what_was_mended_is_read_again_or_stands_in_a_column_of_its_own(
    cell: str, mended: str, part: int, separator: str
) -> None:
    split = Split(separator=separator, parts=2)
    fields = FieldMap(columns={"workLocation": (2,), "role": (3,)}, splits={1: split}, width=2)
    layout = replace(LAYOUT, fields=fields)
    name = ["workLocation", "role"][part]
    content = csv_file(("x", cell), header=("x", "y"))
    edits = {1: Edit({name: mended}, by_hand=True)}
    header, row = failed_records(content, layout=layout, reasons={1: "reason"}, edits=edits)
    if name in header:
        # Spaces before a cell are none of its text.
        assert row[:3] == ["x", cell.lstrip(" "), mended]
    else:
        before = split.cut(cell)
        before[part] = mended.strip()
        assert split.cut(row[1]) == before
