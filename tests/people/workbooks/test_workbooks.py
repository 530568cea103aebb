"""S38: what a hostile workbook costs."""

import pytest

from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, people
from tests.fixtures.imports import Office
from tests.fixtures.workbooks import with_part, xlsx

SHEET = "xl/worksheets/sheet1.xml"
HEAD = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
CORNERS = b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
ENTITIES = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
TOO_LARGE = "This workbook is too large to be read. Copy the people into a new workbook and upload that one."
DAMAGED = "This workbook is damaged or of an unknown kind. Save it as XLSX or CSV and upload it again."


@pytest.mark.security("S38")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "content", "sentence"),
    [
        # As a dense table it would be 17 thousand million cells.
        (SHEET, HEAD + CORNERS + b"</sheetData></worksheet>", TOO_LARGE),
        pytest.param("xl/media/image1.bmp", bytes(2**30), TOO_LARGE, marks=pytest.mark.long),
        (SHEET, ENTITIES + HEAD + b"<row><c><v>&b;", DAMAGED),
        (SHEET, HEAD + b"<row><c><is>" * 1_000_000, DAMAGED),
    ],
    ids=["corners", "gigabyte", "entities", "depth"],
)
async def test_a_hostile_workbook_ends_its_own_process_only(
    caller: Caller, office: Office, part: str, content: bytes, sentence: str
) -> None:
    uploader = caller.as_person(office.person)
    answer = await uploader.upload(with_part(xlsx({"S": [["Name"], ["Asha"]]}), part, content), name="people.xlsx")
    assert answer.refusal == (422, "file_refused", sentence)
    assert await office.fetch_value("SELECT count(*) FROM imports") == 0
    assert (await uploader.upload(csv_file(*people(1)))).status == 201
