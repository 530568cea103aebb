"""Files in unusual formats that are read all the same."""

import codecs
import csv
import io
from collections.abc import Sequence
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.people.imports.errors import PLAIN_QUOTES, BadQuotesError
from server.people.imports.files.csv_file import read_rows
from server.people.imports.files.read_table import read_text, read_whole
from server.platform.csv_cells import unescape_cell
from server.vocabulary.birth_dates import DateOrder
from server.vocabulary.fields import BUILT_IN
from tests.fixtures.import_files import HEADER, FileRow, csv_file, csv_text, people, person


def read(content: bytes, *, quotes: bool = True) -> Sequence[FileRow]:
    """The required cells of every data row."""
    reading = read_whole(read_text(content, quotes=quotes, known=BUILT_IN), region="IN")
    columns, records = read_rows(content, layout=reading.layout)
    rows = [FileRow.of(columns.cells(record)) for _line, record in records]
    assert len(rows) == reading.survey.total_rows
    return rows


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_any_delimiter_with_any_line_end(delimiter: str, end: str) -> None:
    rows = [person(1, workLocation="Pune, West; Gate\t4"), person(2)]
    assert read(csv_text(rows, delimiter=delimiter, end=end).encode()) == rows


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-16-le", b""),
        ("utf-16-be", b""),
        ("cp1252", b""),
    ],
)
def test_any_encoding(encoding: str, mark: bytes) -> None:
    rows = [person(1, fullName="Zoë Müller", workLocation="Café “Länd” €5"), person(2)]
    assert read(mark + csv_text(rows).encode(encoding)) == rows


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("location", ["Pune", "https://example.org/?centre=1"])
def test_text_formulas_are_read_as_their_text(encoding: str, location: str) -> None:
    """Also in a file whose links have the same sign."""
    rows = [person(1, workLocation=location), person(2, phone='="+919800000002"', dateOfBirth='="31/12/1990"')]
    expected = [rows[0], person(2, phone="+919800000002", dateOfBirth="31/12/1990")]
    content = csv_text(rows).encode(encoding)
    assert read(content) == expected
    assert read_whole(read_text(content, known=BUILT_IN), region="IN").date_order is DateOrder.DAY


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_letters_of_any_script(encoding: str) -> None:
    rows = [person(1, fullName="आशा राव", workLocation="北京 🏢")]
    assert read(csv_text(rows).encode(encoding)) == rows


def test_a_letter_of_windows_1252_far_from_the_start() -> None:
    rows = [*people(2_000), person(2_001, fullName="Zoë")]
    assert read(csv_text(rows).encode("cp1252")) == rows


def test_headers_in_any_case_and_order() -> None:
    header = tuple(name.upper() for name in reversed(HEADER))
    row = tuple(reversed(person(1)))
    assert read(csv_file(row, header=header)) == [person(1)]


def test_headers_in_quotes_and_with_spaces_around() -> None:
    header = ",".join(f'" {name} "' for name in HEADER)
    assert read(header.encode() + b"\n" + csv_file(person(1)).split(b"\r\n", 1)[1]) == [person(1)]


def test_of_two_equal_headers_the_first_one_counts() -> None:
    content = csv_file((*person(1), "other@example.org"), header=(*HEADER, "EMAIL"))
    assert read(content) == [person(1)]


def test_unknown_columns_are_kept_aside_and_named() -> None:
    content = csv_file(("x", *person(1), "y", ""), header=("Shirt size", *HEADER, " Notes ", ""))
    assert read_whole(read_text(content, known=BUILT_IN), region="IN").survey.unknown_headers == [
        "Shirt size",
        "Notes",
    ]
    assert read(content) == [person(1)]


def test_two_hundred_columns_are_read_and_the_first_unknown_ones_named() -> None:
    extra = [f"Column {number}" for number in range(192)]
    content = csv_file((*extra, *person(1)), header=(*extra, *HEADER))
    named = read_whole(read_text(content, known=BUILT_IN), region="IN").survey.unknown_headers
    assert read(content) == [person(1)]
    assert named[:-1] == extra[: len(named) - 1]
    assert named[-1] == f"and {192 - len(named) + 1} more"
    assert sum(map(len, named)) <= 660


def test_a_long_name_of_an_unknown_column_is_cut() -> None:
    content = csv_file((*person(1), ""), header=(*HEADER, "n" * 5_000))
    assert read_whole(read_text(content, known=BUILT_IN), region="IN").survey.unknown_headers == ["n" * 59 + "…"]


def test_commas_quotes_and_line_breaks_inside_cells() -> None:
    rows = [person(1, fullName='Rao, "Asha"', workLocation="Gate 4\r\nPune\nWest\r2"), person(2)]
    assert read(csv_file(*rows)) == rows


def test_a_quote_inside_an_unquoted_cell_is_a_character() -> None:
    content = csv_file(person(1)).replace(b"Pune", b'5" Pune')
    assert read(content) == [person(1, workLocation='5" Pune')]


def test_blank_lines_are_no_rows() -> None:
    lines = csv_file(person(1), person(2)).split(b"\r\n")
    content = b"\n\n".join([b"", b"  ", lines[0], b"\t", lines[1], b",,,,,,,", b" , ,", lines[2], b"", b"   "])
    assert read(content) == [person(1), person(2)]


def test_a_short_row_is_filled_with_empty_cells() -> None:
    content = csv_file(person(1)[:3], person(2))
    assert read(content) == [(*person(1)[:3], "", "", "", "", ""), person(2)]


def test_a_row_is_too_wide_only_with_something_beyond_the_last_column() -> None:
    content = csv_file((*person(1), "", " "), (*person(2), "West"))
    columns, records = read_rows(content, layout=read_whole(read_text(content, known=BUILT_IN), region="IN").layout)
    assert [columns.is_too_wide(record) for _line, record in records] == [False, True]


def test_a_last_row_without_a_line_end() -> None:
    assert read(csv_file(person(1)).rstrip()) == [person(1)]


@pytest.mark.parametrize(
    ("dates", "order"),
    [
        (["4/12/1990", "12/31/1990"], DateOrder.MONTH),
        (["31/12/1990", "4/12/1990"], DateOrder.DAY),
        (["4/12/1990", "5/11/1990"], None),
        (["31/12/1990", "12/31/1990"], None),
        (["02/06/2003"] * 60 + ["05/14/2003", "14/05/2003"], None),
        (["1990-12-31", "13/1/1990"], DateOrder.DAY),
        (["1990-12-31", "someday", "31-Dec-1990", "5/5/1990"], None),
        (["31-12-1990", "4/12/90"], DateOrder.DAY),
        (["31.12.90", "4.12.90"], DateOrder.DAY),
        ([" 12-31-1990 "], DateOrder.MONTH),
        (["45/10/1990", "10/45/1990", "13/13/1990", "31/12-1990", "31/12/199"], None),
    ],
)
def test_the_order_of_dates_is_the_one_that_some_need_and_none_contradicts(
    dates: list[str], order: DateOrder | None
) -> None:
    content = csv_file(*(person(number, dateOfBirth=date) for number, date in enumerate(dates)))
    assert read_whole(read_text(content, known=BUILT_IN), region="IN").date_order is order


def test_lines_are_counted_as_a_spreadsheet_does() -> None:
    """From the first line, blank ones included; a cell with a line break counts as one line."""
    header, *rows = csv_file(person(1, workLocation="Gate 4\nPune"), person(2), person(3)).split(b"\r\n")
    content = b"\r\n".join([b"", header, rows[0], b"", b",,,,,,,", rows[1], rows[2]])
    _, records = read_rows(content, layout=read_whole(read_text(content, known=BUILT_IN), region="IN").layout)
    assert [line for line, _ in records] == [3, 6, 7]


cells = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12).filter(
    lambda cell: unescape_cell(cell) == cell and not cell.startswith("'")
)
rows_of_cells = st.lists(
    st.tuples(*[cells] * len(HEADER)).filter(lambda row: any(map(str.strip, row))), min_size=1, max_size=6
)


@given(
    rows=rows_of_cells,
    delimiter=st.sampled_from(",;\t"),
    quoted=st.booleans(),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_any_table_that_a_csv_writer_writes_is_read_back(
    rows: list[tuple[str, ...]], delimiter: str, *, quoted: bool, encoding: str
) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL)
    writer.writerows([HEADER, *rows])
    # Spaces around a cell are none of its text.
    assert [tuple(map(str.strip, row)) for row in read(out.getvalue().encode(encoding))] == [
        tuple(map(str.strip, row)) for row in rows
    ]


ASHA: Final = person(1, workLocation="Pune, West")
QUOTED: Final = [f'"{cell}"' for cell in ASHA]


@pytest.mark.parametrize("between", [",", ", ", ",  ", ";", "; ", "|", "| "])
def test_spaces_before_quotation_marks_do_not_hide_them(between: str) -> None:
    header = between.join(f'"{name}"' for name in HEADER)
    assert read(f"{header}\n{between.join(QUOTED)}\n".encode()) == [ASHA]


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        (",".join([*ASHA[:5], '"Pune', *ASHA[6:]]), {"workLocation": '"Pune'}),
        (",".join([*ASHA[:5], '"Pune" West', *ASHA[6:]]), {"workLocation": '"Pune" West'}),
        (",".join([*ASHA[:5], '"The ""West"" Gate"', *ASHA[6:]]), {"workLocation": 'The "West" Gate'}),
        (",".join([*QUOTED[:5], '"The \\"West\\" Gate"', *QUOTED[6:]]), {"workLocation": 'The "West" Gate'}),
        (" ,".join(QUOTED), {}),
        ('"' + ",".join([*ASHA[:5], '""Pune, West""', *ASHA[6:]]) + '"', {}),
    ],
)
def test_each_line_can_be_a_row_whatever_quotation_marks_are_in_it(line: str, cells: dict[str, str]) -> None:
    content = "\n".join([",".join(HEADER), line, ",".join(person(2)), ""]).encode()
    assert read(content, quotes=False) == [ASHA.with_cells(cells), person(2)]


def test_lines_that_are_quoted_as_a_whole_are_refused_with_the_way_to_read_them() -> None:
    content = "\n".join(f'"{line}"' for line in csv_text(people(3)).splitlines()).encode()
    with pytest.raises(BadQuotesError) as refused:
        read(content)
    assert (refused.value.errors or {})["quotes"] == PLAIN_QUOTES
    assert read(content, quotes=False) == people(3)
