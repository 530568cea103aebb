"""The file of failed rows and the template: both can be uploaded again."""

import csv
import io
from typing import Final
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.people.imports.checking.check_import import check_import
from server.people.imports.files.csv_file import read_rows
from server.people.imports.files.read_table import read_text, read_whole
from server.people.imports.files.template import template_csv
from server.people.imports.states import ImportState, RowFilter, RowStatus
from server.platform.csv_cells import safe_cell, safe_csv, unescape_cell
from server.vocabulary.birth_dates import DateOrder
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import HEADER, LAYOUT, csv_file, csv_text, failed_records, people, person
from tests.fixtures.imports import Office, Offices

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
ROW_AND_REASON: Final = ["rowNumber", "reason"]


def table(text: str | bytes) -> list[list[str]]:
    decoded = text.decode() if isinstance(text, bytes) else text
    return list(csv.reader(io.StringIO(decoded.removeprefix("\ufeff"), newline="")))


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    return caller.as_person(office.person)


async def upload(office: Office, content: bytes) -> UUID:
    import_id = await office.upload(content)
    await check_import(office.services, import_id=import_id)
    return import_id


async def test_failed_rows_keep_their_columns_and_get_their_number_and_reason(owner: Caller, office: Office) -> None:
    rows = [
        ("7", *person(1, email="x", phone="9.1E+11"), "a,b"),
        ("8", *person(2), ""),
        ("9", *person(3), "Zoë"),
        ("10", *person(4)[:2]),
    ]
    content = csv_text(rows, header=("Employee No", *HEADER, "Notes"), delimiter=";").encode("cp1252")
    import_id = await upload(office, content)
    await office.add_user(office.person.company, email="imported3@example.org", phone="+919999999999")
    await office.start(import_id)
    await office.work(import_id)
    answer = await owner.get(f"{import_id}/results.csv", status="failed")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="failed_rows.csv"'
    assert answer.content.startswith(b"\xef\xbb\xbf")
    header, first, third, fourth = table(answer.content)
    assert header == ["Employee No", *HEADER, "Notes", *ROW_AND_REASON]
    assert first[0] == "7"
    assert first[-3:-1] == ["a,b", "1"]
    assert first[-1].startswith("Invalid email format; Invalid phone format: a spreadsheet turned")
    assert third[-3:] == ["Zoë", "3", "Email already registered"]
    assert fourth == ["10", *person(4)[:2], *[""] * 7, "4", fourth[-1]]
    assert fourth[-1].startswith("Missing phone; Missing date of birth")


async def test_failed_rows_come_back_as_they_were(office: Office, owner: Caller) -> None:
    rows = [
        person(1, fullName="=HYPERLINK(1)", profile="?"),
        person(2, fullName="+1", workLocation="@home", email="x"),
        person(3, fullName="'-quoted", gender="?"),
        person(4, workLocation="\tPune", phone="+91 12"),
        person(5, dateOfBirth="31/31/1990"),
    ]
    first = await upload(office, csv_file(*rows))
    written = (await owner.get(f"{first}/results.csv")).content
    again = await upload(office, written)
    before, after = await office.rows(first), await office.rows(again)
    assert [row.values for row in after.data] == [row.values for row in before.data]
    assert [row.errors for row in after.data] == [row.errors for row in before.data]
    assert (await office.snapshot(again)).unknown_headers == []
    assert table((await owner.get(f"{again}/results.csv")).content) == table(written)


async def test_a_corrected_file_of_failed_rows_is_imported(office: Office, owner: Caller) -> None:
    first = await upload(office, csv_file(*people(2), person(3, email="x"), person(4, gender="")))
    await office.start(first)
    await office.work(first)
    written = (await owner.get(f"{first}/results.csv")).content.decode()
    mended = written.replace('"x"', '"imported3@example.org"').replace('"1990-04-12",""', '"1990-04-12","other"')
    second = await upload(office, mended.encode())
    await office.start(second)
    ended = await office.work(second)
    assert (ended.state, ended.success_count, ended.error_count) == (ImportState.COMPLETED, 2, 0)


async def test_a_row_that_is_too_wide_keeps_its_additional_cells(office: Office, owner: Caller) -> None:
    import_id = await upload(office, csv_file((*person(1), "West", "=1"), person(2)))
    header, row = table((await owner.get(f"{import_id}/results.csv")).content)
    assert header == [*HEADER, *ROW_AND_REASON]
    assert dict(zip(header, row, strict=False))["rowNumber"] == "1"
    assert row[-2:] == ["West", "'=1"]


async def test_a_deleted_row_is_not_among_the_failed(office: Office, owner: Caller) -> None:
    import_id = await upload(office, csv_file(person(1, email="x"), person(2, email="x"), person(3)))
    await office.delete_row(import_id, 1)
    assert [row[-2] for row in table((await owner.get(f"{import_id}/results.csv")).content)[1:]] == ["2"]


async def test_without_a_failed_row_only_the_header_is_left(office: Office, owner: Caller) -> None:
    import_id = await upload(office, csv_file(person(1)))
    assert table((await owner.get(f"{import_id}/results.csv")).content) == [[*HEADER, *ROW_AND_REASON]]
    refused = await owner.get(f"{import_id}/results.csv", status="other")
    assert (refused.status, set(refused.body["errors"])) == (422, {"status"})


async def test_failed_rows_saved_by_excel_in_india_come_back_as_they_were(office: Office, owner: Caller) -> None:
    """Excel removes needless quotes and writes dates as dd-mm-yyyy; cells with a leading apostrophe are unchanged."""
    rows = [
        person(1, email="x", dateOfBirth="1990-04-13", workLocation="Pune, West"),
        person(2, phone="919000000002", gender="?", dateOfBirth="2003-02-06"),
        person(3, fullName="Zoë", phone="09000000003", profile="?", dateOfBirth="31/12/1990"),
        person(4, phone="9000000004", gender="?", dateOfBirth="6/2/2003"),
    ]
    first = await upload(office, csv_file(*rows[:2], person(5, dateOfBirth="5-Feb-03"), *rows[2:]))
    written = (await owner.get(f"{first}/results.csv")).content
    assert b'"\'919000000002"' in written
    assert b'"\'09000000003"' in written
    saved = (
        "\ufefffullName,email,phone,dateOfBirth,gender,workLocation,role,profile,rowNumber,reason\r\n"
        'Imported 1,x,\'+919000000001,13-04-1990,Female,"Pune, West",TRAINEE,TRAINEE,1,Invalid email format\r\n'
        "Imported 2,imported2@example.org,'919000000002,06-02-2003,?,Pune,TRAINEE,TRAINEE,2,"
        '"Invalid gender (must be: Male, Female, Other, or Prefer not to say)"\r\n'
        "Zoë,imported3@example.org,'09000000003,31-12-1990,Female,Pune,TRAINEE,?,4,Invalid profile\r\n"
        "Imported 4,imported4@example.org,9000000004,06-02-2003,?,Pune,TRAINEE,TRAINEE,5,"
        '"Invalid gender (must be: Male, Female, Other, or Prefer not to say)"\r\n'
    ).encode()
    again = await upload(office, saved)
    before, after = (await office.rows(first, status=RowFilter.INVALID)).data, (await office.rows(again)).data
    assert [(row.values, row.errors) for row in after] == [(row.values, row.errors) for row in before]
    assert [row.values.model_dump()["dateOfBirth"] for row in after] == [
        "1990-04-13",
        "2003-02-06",
        "1990-12-31",
        "2003-02-06",
    ]
    assert (await office.snapshot(again)).date_order is DateOrder.DAY


@pytest.mark.parametrize("dates", [("13-04-1990", "30-11-2003", "21-07-1985"), ("13/04/90", "30/11/03", "21/07/85")])
async def test_the_template_saved_by_excel_in_india_is_three_rows_that_are_valid(
    office: Office, dates: tuple[str, ...]
) -> None:
    saved = (
        "fullName,email,phone,dateOfBirth,gender,workLocation,role,profile\r\n"
        f"Asha Example,asha@example.com,+91 98000 00001,{dates[0]},Female,Pune,MENTOR,TRAINER\r\n"
        f"Ben Example,ben@example.com,+91 98000 00002,{dates[1]},Male,Mumbai,TRAINEE,TRAINEE\r\n"
        f"Chris Example,chris@example.com,+91 98000 00003,{dates[2]},Prefer not to say,Delhi,EMPLOYEE,PLACEMENT\r\n"
    ).encode()
    template = await upload(office, template_csv(Profile.SUPER_ADMIN).encode())
    before, after = (await office.rows(template)).data, (await office.rows(await upload(office, saved))).data
    assert [row.values for row in after] == [row.values for row in before]
    assert {row.status for row in after} == {RowStatus.VALID}


@pytest.mark.parametrize("profile", [Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT])
async def test_the_template_is_three_rows_that_are_valid(caller: Caller, offices: Offices, profile: Profile) -> None:
    office = await offices.open(profile)
    answer = await caller.as_person(office.person).get("template.csv")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="sample_users_template.csv"'
    assert table(answer.content)[0] == list(HEADER)
    import_id = await upload(office, answer.content)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.total_rows, snapshot.valid_rows, snapshot.warning_rows) == (3, 3, 0)
    assert (await office.rows(import_id, status=RowFilter.VALID)).total == 3


anything = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=10)
risky = st.builds(str.__add__, st.sampled_from(["", "=", "+", "-", "@", "\t", "\r", "\n", "'", "'=", "''+"]), anything)
rows_of_cells = st.lists(
    st.lists(risky, min_size=1, max_size=11).filter(lambda row: any(map(str.strip, row))), min_size=1, max_size=5
)


@given(rows=rows_of_cells)
def test_no_cell_that_leaves_is_a_formula_and_every_cell_reads_as_before(rows: list[list[str]]) -> None:
    """S39."""
    header = [*HEADER, "=cmd"]
    content = csv_text(rows, header=header).encode()
    reasons = dict.fromkeys(range(1, len(rows) + 1), "=reason")
    written = safe_csv(failed_records(content, layout=LAYOUT, reasons=reasons))
    assert not any(cell.startswith(FORMULA_STARTS) for row in table(written) for cell in row)
    back = written.encode()
    columns, records = read_rows(back, layout=read_whole(read_text(back, known=BUILT_IN), region="IN").layout)
    before, originals = read_rows(content, layout=LAYOUT)
    assert [columns.cells(record) for _, record in records] == [before.cells(record) for _, record in originals]


@given(risky)
def test_a_safe_cell_reads_as_the_cell(cell: str) -> None:
    assert not safe_cell(cell).startswith(FORMULA_STARTS)
    assert unescape_cell(safe_cell(cell)) == unescape_cell(cell)
