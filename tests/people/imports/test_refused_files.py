"""Every file that is refused, with its sentence."""

import bz2
import codecs
import gzip
import lzma
import tracemalloc
from typing import Final

import pytest

from server.people.imports.errors import PLAIN_QUOTES, FileRefusedError, UnreadableCsvError
from server.people.imports.files.csv_file import MAXIMUM_ROWS, check_encoding, survey
from server.people.imports.files.layout import FieldMap
from server.people.imports.files.read_table import read_text, read_whole
from server.vocabulary.fields import BUILT_IN
from tests.fixtures.import_files import HEADER, csv_file, csv_text, people, person

NOT_CSV: Final = "Please upload a CSV file"
NO_DATA_ROW: Final = "CSV file must contain at least a header row and one data row"
UNREADABLE: Final = "Error parsing CSV file. Please check the format."
HEADER_LINE: Final = ",".join(HEADER).encode()


def refusal_of(content: bytes) -> FileRefusedError:
    with pytest.raises(FileRefusedError) as refused:
        read_whole(read_text(content, known=BUILT_IN), region="IN")
    return refused.value


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"%PDF-1.7\n" + csv_file(person(1)), "a PDF document"),
        (b" <!DOCTYPE html><p>Name", "a web page"),
        (b"<?xml version='1.0'?><people><person name='Asha'/></people>", "XML"),
        (b"{\\rtf1 x", "a text document"),
        (gzip.compress(csv_file(person(1))), "a compressed archive"),
        (bz2.compress(csv_file(person(1))), "a compressed archive"),
        (lzma.compress(csv_file(person(1))), "a compressed archive"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "a compressed archive"),
        (b"Rar!\x1a\x07\x01\0", "a compressed archive"),
        (b"people.csv".ljust(257, b"\0") + b"ustar\x0000", "a compressed archive"),
        (b"\0\1\0\0Standard Jet DB\0", "an Access database"),
        (b"\0\1\0\0Standard ACE DB\0", "an Access database"),
        (b"SQLite format 3\0", "a database file"),
        (b"INSERT INTO people VALUES ('Asha', 'asha@example.org');\n", "a dump of a database"),
        (b"PAR1\x15\x04", "a data file"),
        (b'[\n  {\n    "name": "Asha"\n  }\n]', "JSON"),
        (b"\x89PNG\r\n", "a picture"),
        (b"BM\x36\0\1\0\0\0\0\0\x36", "a picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'>", "a picture"),
        (b"From: asha@example.org\r\nTo: b@example.org\r\nMIME-Version: 1.0\r\n\r\nThe list is attached.", "a mail"),
        (b"BEGIN:VCARD\r\nFN:Asha Rao\r\nEND:VCARD\r\n", "an address card"),
    ],
)
def test_a_file_of_another_kind_is_refused_with_what_it_is(content: bytes, said: str) -> None:
    refused = refusal_of(content)
    assert refused.shown == NOT_CSV
    sentence = (refused.errors or {})["file"]
    assert sentence.startswith(f"This is {said}")
    assert "upload" in sentence.lower() or "Save the list" in sentence


@pytest.mark.parametrize("start", ["BMW list\n", "From: the college\nTo: the centre\n\n", "[1] list\n", "ID;Phone\n"])
def test_titles_that_begin_like_another_kind_are_titles(start: str) -> None:
    assert read_text(start.encode() + csv_file(person(1)), known=BUILT_IN).head.rows


def test_a_letter_is_no_table() -> None:
    assert refusal_of(b"Dear Sir\n\nPlease find enclosed the list.\n").shown == NOT_CSV


def test_a_file_without_a_data_row_is_refused() -> None:
    cases: list[bytes] = [
        b"",
        codecs.BOM_UTF8,
        codecs.BOM_UTF16_LE,
        b"\n\n\r\n",
        b"   \n\t\n",
        b",,,\n,,,\n",
        HEADER_LINE,
        HEADER_LINE + b"\r\n",
        HEADER_LINE + b"\n\n  \n,,,,,,,\n",
        b"name,mail\n",
    ]
    for content in cases:
        assert refusal_of(content).shown == NO_DATA_ROW, content


@pytest.mark.parametrize(("place", "line"), [(0, 1), (30, 1), (-1, 3)])
def test_nul_is_refused_with_its_line(place: int, line: int) -> None:
    content = bytearray(csv_file(person(1)))
    content[place] = 0
    refused = refusal_of(bytes(content))
    assert refused.shown == UNREADABLE
    assert refused.errors == {"file": f"Line {line} holds NUL characters, so it is not text: save it as CSV UTF-8."}


def test_utf_16_that_breaks_off_is_refused() -> None:
    assert refusal_of(csv_text([person(1)]).encode("utf-16")[:-1]).shown == UNREADABLE


def test_bytes_that_are_not_utf_8_are_named_by_their_lines() -> None:
    lines = csv_text([person(number, fullName="José") for number in range(1, 9)]).encode().split(b"\r\n")
    for line in (3, 6):
        lines[line - 1] = lines[line - 1].replace("é".encode(), b"\xe9")
    said = {
        "file": "Lines 3, 6 have letters that are not in UTF-8, as all others are: type them again and save the "
        "file as CSV UTF-8."
    }
    for start in (b"", codecs.BOM_UTF8):
        refused = refusal_of(start + b"\r\n".join(lines))
        assert (refused.shown, refused.errors) == (UNREADABLE, said)
    with pytest.raises(UnreadableCsvError) as chosen:
        check_encoding(b"\r\n".join(lines), encoding="utf-8")
    assert chosen.value.errors == said


@pytest.mark.parametrize("row", [0, 10, 19])
def test_a_quote_that_never_closes_is_refused_with_its_line(row: int) -> None:
    """Row 0 is the first one, row 19 the last."""
    lines = csv_text(people(20)).splitlines(keepends=True)
    lines[row + 1] = f'"{lines[row + 1]}'
    refused = refusal_of("".join(lines).encode())
    assert refused.shown == UNREADABLE
    assert f"line {row + 2} " in (refused.errors or {})["file"]


def test_an_unclosed_quote_in_a_large_file_is_refused_with_its_line() -> None:
    lines = csv_text(people(5_000)).splitlines(keepends=True)
    lines[1] = f'"{lines[1]}'
    refused = refusal_of("".join(lines).encode())
    assert "line 2 " in (refused.errors or {})["file"]


@pytest.mark.parametrize("rows", [1, 5_000])
def test_a_header_whose_quote_never_closes_is_refused(rows: int) -> None:
    assert refusal_of(b'"' + csv_file(*people(rows))).shown == UNREADABLE


def test_text_behind_a_closing_quote_is_refused() -> None:
    content = HEADER_LINE + b'\n"Asha" Rao,a@example.org,+919000000001,1990-01-01,Female,Pune,TRAINEE,TRAINEE\n'
    refused = refusal_of(content)
    assert refused.shown == UNREADABLE
    assert refused.errors == {
        "file": "The quotation marks in line 2 do not fit: write a quotation mark inside a cell twice.",
        "quotes": PLAIN_QUOTES,
    }


def test_a_cell_that_is_far_too_long_is_refused() -> None:
    assert refusal_of(csv_file(person(1, fullName="x" * 40_000))).shown == UNREADABLE


@pytest.mark.parametrize("most", [1_500, pytest.param(MAXIMUM_ROWS, marks=pytest.mark.long)])
def test_one_row_too_many_is_refused(most: int) -> None:
    """An upload of as many rows as the product refuses: test_uploads.py."""
    row = b"a,b,c,d,e,f,g,h\n"
    table = read_text(HEADER_LINE + b"\n" + row * (most + 1), known=BUILT_IN)
    layout = table.layout(FieldMap(columns=table.find_fields().fields))
    assert survey(table.text.removesuffix(row), layout=layout, most_rows=most).total_rows == most
    with pytest.raises(FileRefusedError) as refused:
        survey(table.text, layout=layout, most_rows=most)
    assert refused.value.shown == (
        f"The file has more than {most:,} rows. Please split it and upload the parts one after another."
    )


@pytest.mark.parametrize(
    "commas", [1_000, *(pytest.param(count, marks=pytest.mark.long) for count in (100_000, 1_000_000)), 10_000_000]
)
@pytest.mark.parametrize("in_header", [True, False])
def test_many_commas_in_a_row_are_refused_in_little_memory(commas: int, *, in_header: bool) -> None:
    many = b"," * commas
    lines = csv_file(person(1)).splitlines()
    content = b"\n".join([lines[0] + many, lines[1]] if in_header else [lines[0], lines[1] + many + b"x"])
    tracemalloc.start()
    try:
        refused = refusal_of(content)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refused.shown == UNREADABLE
    assert peak < 150_000_000


def test_a_row_of_many_lines_is_not_endless_either() -> None:
    refused = refusal_of(csv_file(person(1)) + b",".join([b'"\n"'] * 2_000))
    assert refused.shown == UNREADABLE
    assert refused.errors == {"file": "Line 2003 ends a row of more than 1,000 columns."}
