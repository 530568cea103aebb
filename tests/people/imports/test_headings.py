"""Headings of real lists, and where the header is."""

import pytest

from server.people.imports.files.csv_file import read_rows
from server.people.imports.files.headings import headings_of, simplify
from server.people.imports.files.read_table import read_text, read_whole
from server.vocabulary.field_kinds import Field, Kind
from server.vocabulary.fields import BATCH_HEADINGS, BUILT_IN, FIELDS, FieldSet
from tests.fixtures.import_files import HEADER, csv_file, person

HEADINGS = headings_of(BUILT_IN)


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("Mobile No. (10 digits)*", "phone"),
        ("DOB (DD/MM/YYYY)", "dateOfBirth"),
        ("Student's Name", "fullName"),
        ("E-Mail_ID", "email"),
        ("जन्म तिथि", "dateOfBirth"),
        ("मोबाइल नंबर", "phone"),
        ("FULLNAME", "fullName"),
        ("firstName", "fullName"),
        ("given_name", "fullName"),
        ("LASTNAME", "fullName"),
        ("Student_First_Name*", "fullName"),
        ("studentName", "fullName"),
        ("dateOfBirth", "dateOfBirth"),
        ("Student_Date_of_Birth*", "dateOfBirth"),
        ("EmailID", "email"),
        ("Email Address [Required]", "email"),
        ("mobileNo", "phone"),
        ("Learner’s DOB", "dateOfBirth"),
        ("Student_Username", None),
        ("Recovery Email", None),
        ("Parent_First_Name*", None),
        ("guardian_mobile", None),
        ("Mobile (Father)", None),
        ("Email [guardian]", None),
        ("DOB (mother's)", None),
        ("User Name", None),
        ("userName", None),
        ("P.H.", None),
        ("Ph. No.", "phone"),
        ("D.O.B.", "dateOfBirth"),
        ("Employee's Name", "fullName"),
        ("Mobile (WhatsApp)", "phone"),
        ("M/F", "gender"),
        ("Father's Name", None),
        ("Father Mobile No.", None),
        ("S.No", None),
        ("Guardian email", None),
        ("", None),
    ],
)
def test_a_heading_names_its_field_or_none(heading: str, field: str | None) -> None:
    assert HEADINGS.field_of(heading) == field


def test_no_heading_stands_for_two_fields() -> None:
    listed = [*(field.headings for field in BUILT_IN.in_files), BATCH_HEADINGS]
    names = [simplify(name) for headings in listed for name in headings.split(", ")]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("records", "place"),
    [
        ([["Students of 2026"], ["Name", "Email"], ["Asha", "a@example.org"]], 1),
        ([["Personal", "", "Contact"], ["Name", "DOB", "Mobile"], ["Asha", "1990-01-01", "98"]], 1),
        ([["A list"], ["x", "y"], ["1", "2"]], 1),
        ([["x"], ["1"]], 0),
        ([], 0),
    ],
)
def test_the_header_is_below_titles(records: list[list[str]], place: int) -> None:
    assert HEADINGS.find_header(records) == place


def test_a_field_without_a_heading_is_suggested_by_its_cells_and_not_read() -> None:
    samples = [
        ["Asha Rao", "a@example.org", "98000 00001", "2/6/2003", "F"],
        ["", "b@example.org", "", "13/6/2003", "m"],
    ]
    found = HEADINGS.find_fields(["a", "b", "c", "d", "e"], samples=samples, this_year=2026)
    assert found.suggested == {"fullName": 0, "email": 1, "phone": 2, "dateOfBirth": 3, "gender": 4}
    assert (found.fields, found.is_clear, found.asks) == ({}, False, True)


@pytest.mark.parametrize(
    ("heading", "cell"),
    [
        ("guardian_email", "a@example.org"),
        ("Father's mail", "a@example.org"),
        ("Emergency", "98000 00001"),
        ("Recovery Phone", "98000 00001"),
        ("अभिभावक", "98000 00001"),
        ("Test given", "2003-06-02"),
        ("Joining", "2003-06-02"),
        ("Admission on", "2003-06-02"),
        ("Course of", "Asha Rao"),
        ("when", "2025-10-29"),
        ("Next of kin", "a@example.org"),
        ("Warden Email", "a@example.org"),
        ("Contact person email", "a@example.org"),
        ("Invited by", "a@example.org"),
        ("वार्डन का ईमेल", "a@example.org"),
        ("DOJ", "2003-06-02"),
        ("Policy date", "2003-06-02"),
        ("शामिल होने की तारीख", "2003-06-02"),
        ("FATHERMOBILE", "98000 00001"),
        ("parentemail", "a@example.org"),
        ("altmobile", "98000 00001"),
        ("वडिलांचा मोबाईल", "98000 00001"),
        ("आईचा ईमेल", "a@example.org"),
        ("தந்தை கைபேசி", "98000 00001"),
        ("পিতার মোবাইল", "98000 00001"),
        ("తల్లి ఈమెయిల్", "a@example.org"),
        ("ತಂದೆ ಮೊಬೈಲ್", "98000 00001"),
        ("അമ്മയുടെ ഇമെയിൽ", "a@example.org"),
        ("પિતાનો મોબાઇલ", "98000 00001"),
        ("ਮਾਤਾ ਦੀ ਈਮੇਲ", "a@example.org"),
        ("والد کا موبائل", "98000 00001"),
        ("Mobile (பெற்றோர்)", "98000 00001"),
        ("S/o", "Mohan Rao"),
        ("Learner ID", "9800000001"),
    ],
)
def test_what_is_another_s_or_no_birth_date_is_never_suggested(heading: str, cell: str) -> None:
    found = HEADINGS.find_fields([heading], samples=[[cell]], this_year=2026)
    assert (found.fields, found.suggested) == ({}, {})


def test_columns_without_headings_are_suggested_in_the_order_of_the_template() -> None:
    rows = [["Asha Rao", "a@example.org", "98000 00001", "2003-06-02", "F", "Pune", "Trainee", "Trainee"], ["Ravi"]]
    found = HEADINGS.find_fields([f"Column {number}" for number in range(1, 9)], samples=rows, this_year=2026)
    assert found.suggested == {name: place for place, name in enumerate(HEADER) if name != "workLocation"}


def test_two_columns_of_one_field_are_not_clear() -> None:
    found = HEADINGS.find_fields(["Mobile", "WhatsApp No."], samples=[], this_year=2026)
    assert (found.fields, found.is_clear) == ({"phone": (0,)}, False)


def test_a_set_with_another_field_is_found_by_its_headings_and_asked_for() -> None:
    course = Field(name="course", label="Course", kind=Kind.TEXT, headings="course, trade name, ट्रेड")
    known = FieldSet([*FIELDS[:2], course, *FIELDS[2:]])
    content = csv_file((*person(1), "Welding"), header=(*HEADER, "Student Trade Name"))
    reading = read_whole(read_text(content, known=known), region="IN")
    columns, records = read_rows(content, layout=reading.layout)
    assert [columns.cells(record).cell("course") for _line, record in records] == ["Welding"]
    assert (reading.reason, reading.survey.unknown_headers) == (None, [])
    without = read_whole(read_text(csv_file(person(1)), known=known), region="IN")
    assert without.reason == "Missing required headers: course"
    of_others = read_whole(read_text(content, known=BUILT_IN), region="IN")
    assert (of_others.reason, of_others.survey.unknown_headers) == (None, ["Student Trade Name"])
