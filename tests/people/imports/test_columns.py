"""Choosing the columns of a file between its upload and its preview."""

import csv
import io
from typing import Final

import pytest

from server.vocabulary.fields import BUILT_IN
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_desk import ImportDesk
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany
from tests.fixtures.workbooks import xlsx

# As a college sends it: titles above, other headings, half of the fields.
COLLEGE: Final = [
    ["Government Polytechnic"],
    [],
    ["S.No", "Student Name", "E-mail ID", "Mobile No.", "DOB", "Centre"],
    ["1", "Asha Rao", "asha@example.org", "98000 00001", "13/02/2003", "Pune"],
    ["2", "Ben Lal", "ben@example.org", "98000 00002", "07/12/2002", "Pune"],
]
MISSING: Final = "Missing required headers: gender, role, profile"
ONE_VALUE: Final = {"gender": "Other", "role": "TRAINEE", "profile": "TRAINEE"}


@pytest.fixture
def desk(caller: Caller, office: Office) -> ImportDesk:
    return ImportDesk(caller=caller.as_person(office.person), office=office)


async def test_a_college_s_workbook_is_imported_without_another_program(desk: ImportDesk) -> None:
    uploaded = await desk.upload(xlsx({"Students": COLLEGE}), name="students.xlsx")
    assert uploaded["state"] == "mapping"
    snapshot = (await desk.caller.get(uploaded["id"])).body
    assert (snapshot["state"], snapshot["reason"], snapshot["totalRows"]) == ("mapping", MISSING, 2)
    columns = await desk.columns(uploaded["id"])
    assert (columns["sheets"], columns["sheet"], columns["headerRow"]) == (["Students"], "Students", 3)
    assert columns["fields"] == list(BUILT_IN.places)
    assert {each["name"]: each["field"] for each in columns["columns"]} == {
        "S.No": None,
        "Student Name": "fullName",
        "E-mail ID": "email",
        "Mobile No.": "phone",
        "DOB": "dateOfBirth",
        "Centre": "workLocation",
    }
    assert columns["columns"][1]["samples"] == ["Asha Rao", "Ben Lal"]
    answer = await desk.choose(uploaded["id"], values=ONE_VALUE)
    assert (answer.status, answer.body["state"], answer.body["reason"]) == (200, "validating", None)
    assert answer.body["unknownHeaders"] == ["S.No"]
    assert answer.body["dateOrder"] == "day"
    ready = await desk.check(uploaded["id"])
    assert (ready["state"], ready["validRows"], ready["invalidRows"]) == ("ready", 2, 0)
    first = (await desk.rows(uploaded["id"]))[0]
    assert first == {
        **dict.fromkeys(BUILT_IN.places, ""),
        "fullName": "Asha Rao",
        "email": "asha@example.org",
        "phone": "+919800000001",
        "dateOfBirth": "2003-02-13",
        "gender": "OTHER",
        "workLocation": "Pune",
        "role": "TRAINEE",
        "profile": "TRAINEE",
    }


async def test_a_choice_is_remembered_for_the_company_and_these_headings(
    desk: ImportDesk, caller: Caller, offices: Offices, add_company: AddCompany
) -> None:
    content = csv_file(*COLLEGE[3:], header=COLLEGE[2])
    first = await desk.upload(content)
    assert first["state"] == "mapping"
    await desk.choose(first["id"], values=ONE_VALUE)
    second = await desk.upload(content.replace(b"Asha", b"Usha"))
    assert (await desk.caller.get(second["id"])).body["reason"] == "Missing required headers: role, profile"
    shown = (await desk.columns(second["id"]))["values"]
    assert shown == {"gender": "Other"}
    await desk.choose(second["id"], values=shown | {"role": "TRAINEE", "profile": "TRAINEE"})
    assert (await desk.check(second["id"]))["validRows"] == 2
    others = await offices.open(company=await add_company())
    elsewhere = await ImportDesk(caller=caller.as_person(others.person), office=others).upload(content)
    assert elsewhere["state"] == "mapping"


async def test_a_choice_against_a_heading_is_asked_about_each_time(desk: ImportDesk) -> None:
    """The heading alone would give every student the name of the college, and the choice alone overrides it."""
    header = ["Name", "Student", "E-mail ID", "Mobile No.", "DOB", "Sex", "Centre", "Designation", "User Type"]
    content = csv_file(*(("Government Polytechnic", *row) for row in people(2)), header=header)
    chosen = {str(place): name for place, name in enumerate(HEADER, start=1)}
    uploaded = await desk.upload(content)
    assert uploaded["state"] == "validating"
    await desk.check(uploaded["id"])
    for _ in range(2):
        assert (await desk.choose(uploaded["id"], columns=chosen)).body["state"] == "validating"
        uploaded = await desk.upload(content)
        assert uploaded["state"] == "mapping"
        shown = (await desk.columns(uploaded["id"]))["columns"]
        assert [each["field"] for each in shown] == [None, *HEADER]


async def test_a_choice_that_needs_a_column_which_a_file_lacks_is_not_taken(desk: ImportDesk) -> None:
    """The columns that failed rows get are left out of the comparison, and here one of them was chosen."""
    header = [*HEADER[:7], "reason"]
    first = await desk.upload(csv_file(*people(2), header=header))
    await desk.choose(first["id"], columns={str(place): name for place, name in enumerate(HEADER)})
    assert (await desk.check(first["id"]))["validRows"] == 2
    second = await desk.upload(csv_file(*(row[:7] for row in people(2)), header=header[:7]))
    assert second["state"] == "mapping"


async def test_headings_of_other_words_that_leave_no_doubt_need_no_step(desk: ImportDesk) -> None:
    header = (
        "Name of the Student",
        "Email Address",
        "Contact No.",
        "D.O.B.",
        "Sex",
        "Branch",
        "Designation",
        "User Type",
    )
    uploaded = await desk.upload(csv_file(*people(2), header=header))
    assert uploaded["state"] == "validating"
    assert (await desk.check(uploaded["id"]))["validRows"] == 2
    assert (await desk.columns(uploaded["id"]))["columns"][4]["field"] == "gender"


async def test_what_only_the_cells_show_is_to_be_confirmed(desk: ImportDesk) -> None:
    uploaded = await desk.upload(csv_file(*people(2), header=("fullName", "A", *HEADER[2:])))
    assert uploaded["state"] == "mapping"
    snapshot = (await desk.caller.get(uploaded["id"])).body
    assert snapshot["reason"] == (
        "Missing required headers: email. Please confirm which columns are the required fields."
    )
    shown = (await desk.columns(uploaded["id"]))["columns"]
    assert (shown[1]["field"], shown[1]["suggestion"]) == (None, "email")
    assert (await desk.choose(uploaded["id"], values={})).body["state"] == "mapping"
    columns = {str(place): name for place, name in enumerate(HEADER)}
    assert (await desk.choose(uploaded["id"], columns=columns)).body["state"] == "validating"
    assert (await desk.check(uploaded["id"]))["validRows"] == 2


@pytest.mark.parametrize("chosen", [{"values": {}}, {"columns": dict(enumerate(["fullName"] * 3 + [*HEADER[1:]]))}])
async def test_parts_of_a_name_are_joined_in_their_order_without_placeholders(
    desk: ImportDesk, chosen: dict[str, dict[int, str]]
) -> None:
    rows = [
        ("Rao", "Asha", ".", *person(1)[1:]),
        ("Lal", "Ben", "K", *person(2)[1:]),
        ("LNU", "Om", "NA", *person(3)[1:]),
    ]
    uploaded = await desk.upload(csv_file(*rows, header=("Surname", "First Name", "Middle Name", *HEADER[1:])))
    assert uploaded["state"] == "mapping"
    assert [each["field"] for each in (await desk.columns(uploaded["id"]))["columns"][:3]] == ["fullName"] * 3
    await desk.choose(uploaded["id"], **chosen)
    await desk.check(uploaded["id"])
    assert [row["fullName"] for row in await desk.rows(uploaded["id"])] == ["Asha Rao", "Ben K Lal", "Om"]


async def test_columns_are_changed_in_the_preview(desk: ImportDesk) -> None:
    content = csv_file((*person(1), "Delhi"), header=(*HEADER, "Home town"))
    uploaded = await desk.upload(content)
    await desk.check(uploaded["id"])
    columns = {str(place): name for place, name in enumerate(HEADER)} | {"5": None, "8": "workLocation"}
    answer = await desk.choose(uploaded["id"], columns=columns)
    assert (answer.body["state"], answer.body["validRows"]) == ("validating", 0)
    assert answer.body["unknownHeaders"] == ["workLocation"]
    await desk.check(uploaded["id"])
    assert [row["workLocation"] for row in await desk.rows(uploaded["id"])] == ["Delhi"]


async def test_a_field_taken_away_waits_for_another_column(desk: ImportDesk) -> None:
    uploaded = await desk.upload(csv_file(*people(2)))
    await desk.check(uploaded["id"])
    answer = await desk.choose(uploaded["id"], columns={"0": "fullName"})
    assert answer.body["state"] == "mapping"
    assert answer.body["reason"] == (
        "Missing required headers: email, phone, dateOfBirth, gender, workLocation, role, profile"
    )
    refused = await desk.caller.post(f"{uploaded['id']}/start", {})
    assert refused.refusal[:2] == (409, "columns_needed")
    assert (await desk.caller.post(f"{uploaded['id']}/cancel")).body["state"] == "cancelled"


async def test_another_sheet_and_another_header_are_read_anew(desk: ImportDesk) -> None:
    content = xlsx({"Old": [list(HEADER), *people(1)], "New": [["People"], list(HEADER), *people(3)]})
    uploaded = await desk.upload(content, name="people.xlsx")
    assert (await desk.check(uploaded["id"]))["totalRows"] == 1
    await desk.caller.delete(f"{uploaded['id']}/rows/1")
    answer = await desk.choose(uploaded["id"], sheet="New")
    assert (answer.body["state"], answer.body["totalRows"]) == ("validating", 3)
    assert (await desk.check(uploaded["id"]))["validRows"] == 3
    answer = await desk.choose(uploaded["id"], headerRow=3)
    assert (answer.body["state"], answer.body["totalRows"]) == ("mapping", 2)
    assert (await desk.choose(uploaded["id"], headerRow=2)).body["totalRows"] == 3


async def test_another_encoding_and_delimiter_are_read_anew(desk: ImportDesk) -> None:
    content = csv_file(person(1, fullName="Zoë Rao")).replace(b"workLocation", b"workLocation;x")
    uploaded = await desk.upload(content.decode().encode("cp1252"))
    columns = await desk.columns(uploaded["id"])
    assert (columns["encoding"], columns["delimiter"]) == ("cp1252", ",")
    answer = await desk.choose(uploaded["id"], delimiter=";")
    assert answer.body["state"] == "mapping"
    assert (await desk.columns(uploaded["id"]))["delimiter"] == ";"
    refused = await desk.choose(uploaded["id"], encoding="utf-8")
    assert (refused.status, refused.body["code"]) == (422, "file_refused")


@pytest.mark.parametrize(
    ("chosen", "errors"),
    [
        ({"columns": {"8": "email"}}, {"columns.8": "The file has no such column"}),
        ({"values": {"role": "TRAINEE"}}, {"values.role": "Choose a column or one value for all rows, not both"}),
        ({"sheet": "Other"}, {"sheet": "The workbook has no such sheet"}),
        ({"headerRow": 3}, {"headerRow": "There is no header with rows below it on this line"}),
    ],
)
async def test_what_the_file_does_not_have_is_refused(
    desk: ImportDesk, chosen: dict[str, object], errors: dict[str, str]
) -> None:
    uploaded = await desk.upload(csv_file(*people(2)))
    await desk.check(uploaded["id"])
    refused = await desk.choose(uploaded["id"], **chosen)
    assert (refused.status, refused.body["errors"]) == (422, errors)
    assert (await desk.caller.get(uploaded["id"])).body["state"] == "ready"


async def test_a_request_of_another_shape_is_refused(desk: ImportDesk) -> None:
    cases: list[dict[str, object]] = [
        {"columns": {"0": "password"}},
        {"columns": {"-1": "email"}},
        {"columns": {"x": "email"}},
        {"delimiter": "a"},
        {"encoding": "utf-7"},
        {"values": {"role": "a\u0000"}},
        {"sheet": "a\n"},
        {"unknown": 1},
    ]
    uploaded = await desk.upload(csv_file(*people(2)))
    await desk.check(uploaded["id"])
    for chosen in cases:
        assert (await desk.choose(uploaded["id"], **chosen)).status == 422, chosen


async def test_columns_are_not_chosen_during_the_check_and_after_the_start(desk: ImportDesk) -> None:
    uploaded = await desk.upload(csv_file(*people(2)))
    assert (await desk.choose(uploaded["id"], values={})).refusal[:2] == (409, "wrong_import_state")
    await desk.check(uploaded["id"])
    await desk.caller.post(f"{uploaded['id']}/start", {})
    assert (await desk.choose(uploaded["id"], values={})).refusal[:2] == (409, "wrong_import_state")


async def test_columns_of_another_company_s_import_do_not_exist(
    desk: ImportDesk, caller: Caller, offices: Offices, add_company: AddCompany
) -> None:
    uploaded = await desk.upload(csv_file(*people(2)))
    stranger = caller.as_person((await offices.open(company=await add_company())).person)
    assert (await stranger.get(f"{uploaded['id']}/columns")).status == 404
    assert (await stranger.call("PUT", f"{uploaded['id']}/columns", json={"values": {}})).status == 404


async def test_failed_rows_come_back_in_the_columns_of_the_sheet(desk: ImportDesk) -> None:
    rows = [*COLLEGE, ["3", "", "x", "1", "2003-01-01", "Pune"]]
    uploaded = await desk.upload(xlsx({"Students": rows}), name="students.xlsx")
    await desk.choose(uploaded["id"], values=ONE_VALUE)
    await desk.check(uploaded["id"])
    text = (await desk.caller.get(f"{uploaded['id']}/results.csv", status="failed")).content.decode("utf-8-sig")
    header, failed = csv.reader(io.StringIO(text))
    assert header == [*COLLEGE[2], "rowNumber", "reason"]
    assert failed[:7] == ["3", "", "x", "1", "2003-01-01", "Pune", "3"]


async def test_the_first_rows_are_shown_as_the_people_that_a_choice_makes_of_them(desk: ImportDesk) -> None:
    """By the rules of the check, without what has no column; the import stays as it is."""
    rows = [f"Person {number},p{number}@example.org,21/05/2001,{gender}" for number, gender in enumerate("WxM")]
    uploaded = await desk.upload("\n".join(["Who,Mail id,Born,Sex", *rows, *rows]).encode())
    columns = {"0": "fullName", "1": "email", "2": "dateOfBirth", "3": "gender"}
    answer = await desk.caller.post(f"{uploaded['id']}/columns/samples", {"columns": columns, "values": {"role": "HR"}})
    assert answer.status == 200, answer.body
    first, *others = answer.body["people"]
    assert (len(others), first["row"]) == (2, 1)
    read = {"fullName": "Person 0", "email": "p0@example.org", "dateOfBirth": "2001-05-21", "role": "HR", "phone": ""}
    assert first["values"].items() >= read.items()
    assert [problem["field"] for problem in first["problems"]] == ["gender"]
    assert (await desk.caller.get(uploaded["id"])).body["state"] == "mapping"
    refused = await desk.caller.post(f"{uploaded['id']}/columns/samples", {"columns": {"9": "email"}})
    assert refused.body["errors"] == {"columns.9": "The file has no such column"}


async def test_headings_in_two_rows_are_one_header_of_which_none_is_a_person(desk: ImportDesk) -> None:
    above = ["" if name in {"phone", "role"} else "Contact" if name == "email" else name for name in HEADER]
    below = [name if name in {"email", "phone"} else "" for name in HEADER]
    content = xlsx({"People": [["A list"], above, below, *people(2)]})
    uploaded = await desk.upload(content, name="people.xlsx")
    columns = await desk.columns(uploaded["id"])
    assert (columns["headerRow"], columns["columns"][1]["name"]) == (2, "Contact / email")
    fields = {str(place): name for place, name in enumerate(HEADER)}
    assert (await desk.choose(uploaded["id"], columns=fields)).status == 200
    checked = await desk.check(uploaded["id"])
    assert (checked["validRows"], checked["lines"]["heading"]) == (2, 2)
    assert (await desk.choose(uploaded["id"], answers={})).body["totalRows"] == 2
    assert (await desk.check(uploaded["id"]))["validRows"] == 2
    # Above the second row alone, the first is a title.
    assert (await desk.choose(uploaded["id"], headerRow=3)).body["lines"]["heading"] == 1
