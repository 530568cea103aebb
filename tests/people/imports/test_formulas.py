"""S39: exported files contain no formula, whichever separator the spreadsheet uses."""

import csv
import io
from typing import Final
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from openpyxl import load_workbook

from server.people.imports.checking.check_import import check_import
from server.platform.csv_cells import safe_cell, safe_csv, unescape_cell
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import HEADER, LAYOUT, csv_file, csv_text, failed_records, person
from tests.fixtures.user_calls import Desk
from tests.fixtures.user_list import Reader

FORMULAS: Final = tuple("=+-@＝＋－＠")  # noqa: RUF001 - spreadsheets take the full-width forms as well
SEPARATORS: Final = (",", ";", "\t")
HOSTILE: Final = 'Rao;=HYPERLINK("http://evil.example","x");y'

pieces = st.sampled_from(["=1", "+1", "-1", "@a", ";", '"', "'", "\t", "\r", "\n", "\r\n", " ", "a", ",", "＝1"])  # noqa: RUF001
cells = st.lists(pieces, max_size=8).map("".join)


def formulas(text: str) -> list[str]:
    """Cells that a spreadsheet would evaluate."""
    return [
        cell
        for separator in SEPARATORS
        for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=separator)
        for cell in row
        if cell.lstrip(' \t\r\n"').startswith(FORMULAS)
    ]


@pytest.mark.security("S39")
@given(rows=st.lists(st.lists(cells, min_size=8, max_size=8).filter(lambda row: any(map(str.strip, row))), min_size=1))
@example(rows=[["a", HOSTILE, *"bcdefg"]])
def test_no_separator_makes_a_formula_of_a_failed_row(rows: list[list[str]]) -> None:
    content = csv_text(rows, header=HEADER).encode()
    reasons = dict.fromkeys(range(1, len(rows) + 1), "=reason")
    assert formulas(safe_csv(failed_records(content, layout=LAYOUT, reasons=reasons))) == []


@pytest.mark.security("S39")
@given(cells)
def test_a_safe_cell_is_read_back_as_the_cell(cell: str) -> None:
    assert unescape_cell(safe_cell(cell)) == unescape_cell(cell)


@pytest.mark.security("S39")
@pytest.mark.parametrize("blank", ["\n", " ", '"', ";", "\t", "'"])
def test_a_cell_of_separators_costs_no_more_than_its_length(blank: str) -> None:
    """Quadratic time would be a billion steps here."""
    cell = "a" + blank * 100_000
    assert unescape_cell(safe_cell(cell)) == cell


@pytest.mark.security("S39")
async def test_the_users_export_is_no_formula_for_any_separator(desk: Desk, reader: Reader) -> None:
    names = [HOSTILE, "=1+1", "Meera;@sum", "Asha; +1"]
    for name in names:
        await desk.create(fullName="Meera Nair", workLocation=name)
    text = (await (await reader.ask("/export.csv", sort="createdAt")).get_data()).decode()
    assert formulas(text) == []
    ids = [user["id"] for user in (await reader.get(page=1))["data"]]
    selected = await reader.send("/export.csv", ids=ids, sort="createdAt")
    assert (await selected.get_data()).decode() == text
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    assert [unescape_cell(row["Work location"]) for row in rows if row["Work location"]] == names
    assert all(line.startswith('"') and line.endswith('"') for line in text.removeprefix("\ufeff").splitlines())


@pytest.mark.security("S39")
async def test_the_failed_rows_of_an_import_are_no_formulas_for_any_separator(desk: Desk, caller: Caller) -> None:
    rows = [person(1, workLocation=HOSTILE, email="x"), person(2, fullName="=1", email="x")]
    owner = caller.as_person(desk.person)
    uploaded = await owner.upload(csv_file(*rows))
    await check_import(desk.services, import_id=UUID(uploaded.body["id"]))
    answer = await owner.get(f"{uploaded.body['id']}/results.csv", status="failed")
    assert "HYPERLINK" in answer.content.decode()
    assert formulas(answer.content.decode()) == []


@pytest.mark.security("S39")
async def test_every_cell_of_a_workbook_of_results_is_text(desk: Desk, caller: Caller) -> None:
    rows = [person(1, workLocation=HOSTILE), person(2, fullName="=1", email="x"), person(3, fullName="=1+1")]
    owner = caller.as_person(desk.person)
    uploaded = await owner.upload(csv_file(*rows))
    await check_import(desk.services, import_id=UUID(uploaded.body["id"]))
    for status in ("failed", "all"):
        answer = await owner.get(f"{uploaded.body['id']}/results.xlsx", status=status)
        cells = [cell for row in load_workbook(io.BytesIO(answer.content)).worksheets[0] for cell in row if cell.value]
        assert any(str(cell.value).startswith("=") for cell in cells)
        assert {(cell.data_type, cell.number_format, cell.hyperlink) for cell in cells} == {("s", "@", None)}
