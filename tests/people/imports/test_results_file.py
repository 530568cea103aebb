"""The results of an import as a file: CSV and XLSX, all rows or some, and the way back of the failed ones."""

import asyncio
import csv
import io
import json
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final
from uuid import UUID

import pytest
from openpyxl import Workbook, load_workbook

from server.people.chunks.row_files import BATCH_ROWS, FileFormat, write_file
from server.people.imports.checking.check_import import check_import
from server.people.imports.errors import WrongImportStateError
from server.people.imports.preview.results_file import results_file
from server.people.imports.states import ImportState, RowFilter
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_files import HEADER, people, person
from tests.fixtures.imports import Office
from tests.fixtures.workbooks import xlsx

ALL_COLUMNS: Final = ["rowNumber", "line", *HEADER, "result", "reason", "invitation"]
XLSX_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS: Final = ["csv", "xlsx"]


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    return caller.as_person(office.person)


def table(answer: Called) -> list[list[str]]:
    assert answer.status == 200, answer.body
    if answer.headers["Content-Type"] == XLSX_TYPE:
        sheet = load_workbook(io.BytesIO(answer.content)).worksheets[0]
        return [[str(cell or "") for cell in row] for row in sheet.iter_rows(values_only=True)]
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


async def ended(office: Office) -> UUID:
    """Two created, one whose email is taken meanwhile, one invalid."""
    import_id = await office.check(person(1), person(2, workLocation="=1+1"), person(3), person(4, email="x"))
    await office.add_user(office.person.company, email="imported3@example.org", phone="+919999999999")
    await office.start(import_id)
    await office.work(import_id)
    return import_id


@pytest.mark.parametrize("kind", FORMATS)
async def test_all_rows_leave_with_what_became_of_them(owner: Caller, office: Office, kind: str) -> None:
    import_id = await ended(office)
    answer = await owner.get(f"{import_id}/results.{kind}", status="all")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="import_results.{kind}"'
    header, first, second, third, fourth = table(answer)
    assert [name for name in header if name in ALL_COLUMNS] == ALL_COLUMNS
    escape = "'" if kind == "csv" else ""
    assert [cell for name, cell in zip(header, first, strict=True) if name in ALL_COLUMNS] == [
        *("1", "2", "Imported 1", "imported1@example.org", f"{escape}+919000000001", "1990-04-12", "FEMALE", "Pune"),
        *("TRAINEE", "TRAINEE", "Created", "", "Waiting"),
    ]
    assert second[header.index("workLocation")] == f"{escape}=1+1"
    assert third[-3:] == ["Failed", "Email already registered", ""]
    assert fourth[-3:] == ["Invalid", "Invalid email format", ""]


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(
    ("status", "rows"), [("created", ["1", "2"]), ("invalid", ["4"]), ("all", ["1", "2", "3", "4"])]
)
async def test_a_status_chooses_the_rows(
    owner: Caller, office: Office, kind: str, status: str, rows: list[str]
) -> None:
    found = table(await owner.get(f"{await ended(office)}/results.{kind}", status=status))
    assert [row[0] for row in found[1:]] == rows


async def test_rows_before_their_turn_are_not_processed(owner: Caller, office: Office) -> None:
    import_id = await office.begin(*people(4))
    await office.cut(import_id, rows=2)
    await office.create_chunk(import_id)
    await office.cancel(import_id)
    found = table(await owner.get(f"{import_id}/results.csv", status="all"))
    assert [row[-3] for row in found[1:]] == ["Created", "Created", "Not processed", "Not processed"]


async def test_deleted_rows_are_in_no_file(owner: Caller, office: Office) -> None:
    import_id = await office.check(person(1, email="x"), person(2))
    await office.delete_row(import_id, 1)
    assert [row[0] for row in table(await owner.get(f"{import_id}/results.xlsx", status="all"))[1:]] == ["2"]
    assert len(table(await owner.get(f"{import_id}/results.xlsx"))) == 1


@pytest.mark.parametrize("kind", FORMATS)
async def test_a_file_of_several_batches_has_each_row_once(owner: Caller, office: Office, kind: str) -> None:
    count = BATCH_ROWS * 2
    import_id = await office.check(*people(count - 1), person(count, email="x"))
    found = table(await owner.get(f"{import_id}/results.{kind}", status="all"))
    assert [int(row[0]) for row in found[1:]] == list(range(1, count + 1))


async def test_an_import_that_is_deleted_during_a_download_ends_it(office: Office) -> None:
    import_id = await office.check(*(person(number, email="x") for number in range(BATCH_ROWS + 1)))
    pieces = await results_file(await office.context(), import_id, status=RowFilter.FAILED, file_format=FileFormat.CSV)
    for _ in range(3):
        await anext(pieces)
    await office.execute("DELETE FROM imports WHERE id = $1", import_id)
    with pytest.raises(WrongImportStateError):
        await anext(pieces)


async def test_reading_people_is_recorded_and_the_failed_rows_are_the_caller_s_own_file(
    owner: Caller, office: Office
) -> None:
    import_id = await ended(office)
    await owner.get(f"{import_id}/results.csv")
    await owner.get(f"{import_id}/results.xlsx", status="all")
    [entry] = await office.fetch("SELECT * FROM audit_entries WHERE action = 'users_exported'")
    assert (entry["actor_id"], entry["subject_id"], entry["subject_label"]) == (
        office.person.id,
        import_id,
        "people.csv",
    )
    assert entry["after"] == {"status": "all"} or json.loads(entry["after"]) == {"status": "all"}


COLLEGE: Final[list[list[Any]]] = [
    ["Government Polytechnic"],
    ["S.No", "Student Name", "E-mail ID", "Mobile No.", "DOB", "Centre"],
    [1, "Asha Rao", "asha@example.org", "98000 00001", "13/02/2003", "Pune"],
    [2, "Ben Lal", "ben", "98000 00002", "27/12/2002", "Pune"],
    [3, "Chitra Nair", "chitra@example.org", 12, "30/01/2003", "Pune"],
]
ONE_VALUE: Final = {"gender": "Other", "role": "TRAINEE", "profile": "TRAINEE"}


def mended(content: bytes) -> bytes:
    """As in a spreadsheet: two cells are typed anew, the file is saved."""
    workbook: Workbook = load_workbook(io.BytesIO(content))
    sheet = workbook.worksheets[0]
    headings = [cell.value for cell in sheet[1]]
    sheet.cell(2, headings.index("E-mail ID") + 1).value = "ben@example.org"
    sheet.cell(3, headings.index("Mobile No.") + 1).value = "98000 00003"
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


async def test_failed_rows_of_a_college_s_workbook_are_mended_and_only_they_are_new(
    owner: Caller, office: Office
) -> None:
    first = UUID((await owner.upload(xlsx({"Students": COLLEGE}), name="students.xlsx")).body["id"])
    await owner.call("PUT", f"{first}/columns", json={"values": ONE_VALUE})
    await check_import(office.services, import_id=first)
    await office.start(first)
    assert (await office.work(first)).success_count == 1
    answer = await owner.get(f"{first}/results.xlsx", status="failed")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="failed_rows.xlsx"'
    header, ben, chitra = table(answer)
    assert header == [*COLLEGE[1], "rowNumber", "reason"]
    assert (ben[:7], chitra[:7]) == (
        ["2", "Ben Lal", "ben", "98000 00002", "27/12/2002", "Pune", "2"],
        ["3", "Chitra Nair", "chitra@example.org", "12", "30/01/2003", "Pune", "3"],
    )
    assert (ben[7], chitra[7][:20]) == ("Invalid email format", "Invalid phone format")
    again = await owner.upload(mended(answer.content), name="failed.xlsx")
    assert (again.status, again.body["state"]) == (201, "mapping")
    second = UUID(again.body["id"])
    await owner.call("PUT", f"{second}/columns", json={"values": ONE_VALUE})
    await check_import(office.services, import_id=second)
    snapshot = await office.snapshot(second)
    assert (snapshot.valid_rows, snapshot.invalid_rows, snapshot.unknown_headers) == (2, 0, ["S.No"])
    await office.start(second)
    end = await office.work(second)
    assert (end.state, end.success_count, end.error_count) == (ImportState.COMPLETED, 2, 0)


async def test_what_was_mended_in_the_preview_stands_in_the_failed_rows(owner: Caller, office: Office) -> None:
    names = ["First Name", "Last Name", *COLLEGE[1][2:]]
    rows = [
        ["Asha", "Rao", "asha", "98000 00001", "13/02/2003", "Pune"],
        ["Ben", "Lal", "ben", "98000 00002", "27/12/2002", "Pune"],
    ]
    first = UUID((await owner.upload(xlsx({"Students": [names, *rows]}), name="students.xlsx")).body["id"])
    await owner.call("PUT", f"{first}/columns", json={"values": ONE_VALUE})
    await check_import(office.services, import_id=first)
    values = {"fullName": "Asha Kiran Rao", "phone": "98000 00009", "gender": "Female"}
    edited = await owner.call("PATCH", f"{first}/rows/1", json={"values": values, "version": 1})
    assert edited.status == 200, edited.body
    mapped = await owner.post(f"{first}/values", {"field": "workLocation", "from": "Pune", "to": "Nagpur"})
    assert mapped.body == {"rows": 2}
    header, asha, ben = table(await owner.get(f"{first}/results.xlsx"))
    assert header == [*names, "gender", "rowNumber", "reason"]
    assert asha == [
        *("Asha Kiran Rao", "", "asha", "98000 00009", "13/02/2003", "Nagpur", "Female", "1"),
        "Invalid email format",
    ]
    assert ben[:7] == ["Ben", "Lal", "ben", "98000 00002", "27/12/2002", "Nagpur", "Other"]
    await owner.post(f"{first}/rows/undo")
    assert [row[5] for row in table(await owner.get(f"{first}/results.csv"))[1:]] == ["Pune", "Pune"]


@pytest.mark.parametrize("file_format", FileFormat)
async def test_the_files_of_many_downloads_are_written_in_turn(
    file_format: FileFormat,
) -> None:
    """Side by side, six of 150,000 rows let the event loop run only ten times a second."""
    threads = set[int]()

    class Rows:
        def __iter__(self) -> Iterator[list[str]]:
            for _ in range(500):
                threads.add(threading.get_ident())
                yield ["Asha Rao"] * 12

    async def batches() -> AsyncIterator[Rows]:
        for _ in range(4):
            yield Rows()

    async def download() -> int:
        return sum([len(piece) async for piece in write_file(batches(), file_format, sheet="Rows")])

    sizes = await asyncio.gather(*(download() for _ in range(8)))
    assert len(set(sizes)) == 1
    assert len(threads) == 1
    assert threading.get_ident() not in threads
