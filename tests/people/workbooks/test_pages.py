"""Tables of pages and of XML spreadsheets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.people.workbooks.pages import COLUMNS, tables_of_page
from server.people.workbooks.reader import WorkbookError, is_workbook
from tests.fixtures.workbooks import read_content


@pytest.mark.parametrize(
    ("page", "rows"),
    [
        ("<table><tr><th>Name<th>City<tr><td>Asha<td>Pune</table>", [["Name", "City"], ["Asha", "Pune"]]),
        ("<table><tr><td>Asha&nbsp;<b>R</b>ao<br>Pune &amp; Goa</td></tr></table>", [["Asha Rao Pune & Goa"]]),
        ("<table><tr><td colspan=2>List</td><td>x</td></tr></table>", [["List", "", "x"]]),
        ("<table><tr><td>1</table><table><tr><td>2<tr><td>3</table>", [["2"], ["3"]]),
        ("<table><tr><td>1<table><tr><td>2<tr><td>3</table>4</table>", [["2"], ["3"]]),
        ("<table><td>no row</table>", [["no row"]]),
        ("<Table><Row><Cell ss:Index='3'><Data>c</Data></Cell></Row></Table>", [["", "", "c"]]),
        ("<Table><Row><Cell ss:MergeAcross='1'><Data>a</Data></Cell><Cell/></Row></Table>", [["a", "", ""]]),
        ("<Table><Row><Cell><Data>2003-02-13T00:00:00.000</Data></Cell></Row></Table>", [["2003-02-13"]]),
        ("<table><tr><td>open", [["open"]]),
        ("<p>nothing", []),
        ('<table><tr><td title=\'a>b\' x="c>d">1<td w=5">2', [["1", "2"]]),
        ("<table><tr><td>1 < 2 <3 </> </1> </é> <é & &amp; &#x41;", [["1 < 2 <3 <é & & A"]]),
        ("<TABLE><TR><TD>a<!-- <td>b --><!--> --><TD>c</TABLE>", [["a -->", "c"]]),
        ("<table><tr><td>a<script>'<td>'</script><style>td{}</STYLE>b<td>c", [["ab", "c"]]),
        (
            "<?xml?><Styles><Style/></Styles><Table><Row><Cell><Data><![CDATA[a<b]]></Data></Cell></Row></Table>",
            [["a<b"]],
        ),
        ("<table><tr><td>1<td", [["1"]]),
    ],
)
def test_the_table_with_most_rows_is_read(page: str, rows: list[list[str]]) -> None:
    assert tables_of_page(page.encode())[0] == rows


@pytest.mark.parametrize(
    "content",
    [
        "<table><tr><td>Zoë राव</table>".encode(),
        "\ufeff<table><tr><td>Zoë राव</table>".encode(),
        "<table><tr><td>Zoë राव</table>".encode("utf-16"),
        "<meta charset=utf-8><table><tr><td>Zoë राव</table>".encode(),
        "<meta charset='no-such'><table><tr><td>Zoë राव</table>".encode(),
    ],
)
def test_its_encoding_is_found(content: bytes) -> None:
    assert is_workbook(content)
    assert tables_of_page(content)[0] == [["Zoë राव"]]


def test_a_page_of_an_older_encoding_is_read() -> None:
    assert tables_of_page("<table><tr><td>Zoë</table>".encode("cp1252"))[0] == [["Zoë"]]


@pytest.mark.parametrize("span", ["1000000000", "-5", "x", "²", ""])
def test_a_span_costs_no_more_than_a_row(span: str) -> None:
    [row] = tables_of_page(f"<table><tr><td colspan='{span}'>a".encode())[0]
    assert len(row) <= COLUMNS


async def test_a_page_wider_than_a_file_may_be_is_too_large() -> None:
    with pytest.raises(WorkbookError, match="too_large"):
        await read_content(b"<table><tr>" + b"<td colspan=900>a" * 3)


async def test_a_page_is_read_apart_from_the_server() -> None:
    workbook = await read_content(b"<table><tr><td>Name<tr><td>=1+1</table>")
    assert (workbook.sheets, workbook.sheet, workbook.table) == (["Table"], "Table", b"Name\r\n=1+1\r\n")


def test_text_that_begins_with_markup_and_has_no_table_is_none() -> None:
    assert not is_workbook(b"<!DOCTYPE html><p>Please sign in")
    assert not is_workbook(b"name,email\n<table>,x\n")


pieces = st.sampled_from(
    [
        "<table>",
        "</table>",
        "<tr>",
        "<td>",
        "<td colspan=3>",
        "</td>",
        "a",
        "&amp;",
        "<!--",
        "-->",
        "<br>",
        "<",
        "</",
        ">",
        "'",
        '"',
        "=",
        "&",
        "<![CDATA[",
    ]
)


@settings(deadline=None)
@given(st.lists(pieces, max_size=30).map("".join))
def test_no_page_is_an_error(page: str) -> None:
    tables_of_page(page.encode())
