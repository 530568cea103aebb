"""Headings of real lists, and where the header is."""

import pytest

from server.people.imports.files.csv_file import read_rows
from server.people.imports.files.headings import headings_of, simplify
from server.people.imports.files.layout import FieldMap
from server.people.imports.files.read_table import read_text, read_whole
from server.vocabulary.field_kinds import Field, Kind
from server.vocabulary.fields import BESIDE, BUILT_IN, FIELDS, MAYBE_STAGES, FieldSet
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
        ("Additional Name", "fullName"),
        ("E-mail 1 - Value", "email"),
        ("E-mail 1 - Label", None),
        ("E-mail 2 - Value", None),
        ("phone1", "phone"),
        ("Contact No. 1", "phone"),
        ("Address 1 - City", "workLocation"),
        ("RecipientEmail", "email"),
        ("Job Role", None),
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
        ("dob_dd_mm_yyyy", "dateOfBirth"),
        ("DOB DDMMYYYY", "dateOfBirth"),
        ("date_of_birth_mm_dd_yyyy", "dateOfBirth"),
        ("birth_date_yyyy_mm_dd", "dateOfBirth"),
        ("joined_dd_mm_yyyy", None),
        ("DD/MM/YYYY", None),
        ("request_email", "email"),
        ("HomeEmail", "email"),
        ("Office Phone", "phone"),
        ("नाव", "fullName"),
        ("आडनाव", "fullName"),
        ("वडिलांचे नाव", None),
        ("जन्मतारीख", "dateOfBirth"),
        ("भ्रमणध्वनी क्र.", None),
        ("भ्रमणध्वनी क्रमांक", "phone"),
        ("मोबाईल", "phone"),
        ("ई-मेल", "email"),
        ("ई-मेल पत्ता", "email"),
        ("जिल्हा", "workLocation"),
        ("राज्य", None),
        ("तुकडी", "batch"),
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
    listed = [*(field.headings for field in BUILT_IN.in_files), *BESIDE.values(), MAYBE_STAGES]
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


@pytest.mark.parametrize(
    ("header", "row", "places"),
    [
        (["surname", "name"], ["Rao", "Asha"], (1, 0)),
        (["आडनाव", "नाव", "मधले नाव"], ["राव", "आशा", "मोहन"], (1, 2, 0)),
        (["Name", "Surname"], ["Asha Rao", "Rao"], (0,)),
        (["Name", "First Name", "Surname"], ["Asha", "Asha", "Rao"], (0,)),
    ],
)
def test_a_name_of_one_word_beside_a_surname_is_the_first_one(
    header: list[str], row: list[str], places: tuple[int, ...]
) -> None:
    found = HEADINGS.find_fields(header, samples=[row], this_year=2026)
    assert (found.fields, found.clear) == ({"fullName": places}, frozenset())


@pytest.mark.parametrize(
    ("header", "row", "email", "phone"),
    [
        (
            ["HomeEmail", "E-mail Address", "Office Phone", "Mobile"],
            ["h@example.org", "a@example.org", "22 2345 6789", "98765 43210"],
            1,
            3,
        ),
        (["HomeEmail", "E-mail Address", "Office Phone", "Mobile"], ["h@example.org", "", "98765 43210", ""], 0, 2),
    ],
)
def test_an_office_phone_and_a_home_email_are_taken_where_there_is_no_other(
    header: list[str], row: list[str], email: int, phone: int
) -> None:
    found = HEADINGS.find_fields(header, samples=[row], this_year=2026)
    assert (found.fields, found.clear) == ({"email": (email,), "phone": (phone,)}, frozenset())


def test_a_second_address_is_suggested_where_there_is_no_first() -> None:
    found = HEADINGS.find_fields(["Name", "E-mail 2 Address"], samples=[["Asha Rao", "a@example.org"]], this_year=2026)
    assert (found.fields, found.suggested) == ({"fullName": (0,)}, {"email": 1})


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


ASHA = ["1", "Asha Rao", "2001-05-21", "Female", "asha@example.org", "98765 43210"]
RAVI = ["2", "Ravi Lal", "2002-06-13", "Male", "ravi@example.org", "98765 43211"]


@pytest.mark.parametrize(
    ("headings", "joined"),
    [
        # Merged cells have their text in the first of them only.
        (
            [["S.No", "Name", "DOB", "Gender", "Contact", ""], ["", "", "", "", "Email", "Phone"]],
            ["S.No", "Name", "DOB", "Gender", "Contact / Email", "Contact / Phone"],
        ),
        (
            [["", "Personal", "", "", "Contact", ""], ["S.No", "Name", "DOB", "Gender", "Email", "Phone"]],
            ["S.No", "Name", "DOB", "Gender", "Email", "Phone"],
        ),
        (
            [["S.No", "Name", "DOB", "Sex", "Email", "Mobile"], ["(1)", "(2)", "(3)", "(4)", "(5)", "(6)"]],
            ["S.No", "Name", "DOB", "Sex", "Email", "Mobile"],
        ),
        (
            [["S.No", "Name", "DOB", "Sex", "Email", "Mobile"], ["", "", "DD/MM/YYYY", "", "", "10 digits"]],
            ["S.No", "Name", "DOB / DD/MM/YYYY", "Sex", "Email", "Mobile / 10 digits"],
        ),
        (
            [
                ["क्र.", "नाम", "जन्म तिथि", "लिंग", "संपर्क", ""],
                ["No.", "Name", "DOB", "Sex", "Email", "Mobile"],
                ["1", "2", "3", "4", "5", "6"],
            ],
            ["No.", "Name", "DOB", "Sex", "Email", "Mobile"],
        ),
    ],
)
def test_headings_in_several_rows_are_joined(headings: list[list[str]], joined: list[str]) -> None:
    content = csv_file(["Students of 2026"], *headings, ASHA, RAVI, header=())
    table = read_text(content, known=BUILT_IN)
    assert (table.head.header, table.head.rows) == (joined, [ASHA, RAVI])
    found = table.find_fields()
    assert {name: places[0] for name, places in found.fields.items()} == {
        "fullName": 1,
        "email": 4,
        "phone": 5,
        "dateOfBirth": 2,
        "gender": 3,
    }
    reading = read_whole(table, region="IN", chosen=FieldMap(columns=found.fields))
    columns, records = read_rows(content, layout=reading.layout)
    assert [columns.cells(record).email for _line, record in records] == ["asha@example.org", "ravi@example.org"]
    lines = reading.survey.lines
    assert (lines.rows, lines.above + lines.heading) == (2, 1 + len(headings))


def test_headings_below_those_of_another_person_are_of_that_one() -> None:
    rows = [
        ["Student", "", "Father", ""],
        ["Name", "Mobile", "Name", "Mobile"],
        ["Asha", "9876543210", "Om", "981234567"],
    ]
    table = read_text(csv_file(*rows, header=()), known=BUILT_IN)
    assert table.head.header == ["Student / Name", "Student / Mobile", "Father / Name", "Father / Mobile"]
    assert table.find_fields().fields == {"fullName": (0,), "phone": (1,)}


@pytest.mark.parametrize(
    "rows",
    [
        [["Name", "Email", "Mobile"], ["Asha Rao", "a@example.org", "98765 43210"]],
        # A person without an email and a phone, and with a cell that is a heading elsewhere.
        [
            ["Name", "DOB", "City", "Mode"],
            ["Asha Rao", "2001-05-21", "Pune", "Mobile"],
            ["Om", "2001-05-22", "Pune", "Email"],
        ],
        [["Trade: Fitter", "", "Centre: Pune"], ["Name", "Email", "DOB"], ["Asha", "a@example.org", "2001-05-21"]],
        [["x", "y"], ["1", "2"], ["3", "4"]],
    ],
)
def test_a_person_and_a_title_are_no_row_of_the_headings(rows: list[list[str]]) -> None:
    table = read_text(csv_file(*rows, header=()), known=BUILT_IN)
    assert [table.head.header, *table.head.rows] == rows[-1 - len(table.head.rows) :]
    assert table.head.count == 1


@pytest.mark.parametrize(
    ("header", "fields"),
    [
        (["Name", "Contact", "Phone No"], {"fullName": (0,), "email": (1,), "phone": (2,)}),
        # A contact that is a person's name.
        (["Contact", "Email", "Mobile"], {"email": (1,), "phone": (2,), "fullName": (0,)}),
        (["Name", "Phone", "Email"], {"fullName": (0,), "email": (1,), "phone": (2,)}),
    ],
)
def test_cells_that_contradict_their_heading_decide_and_ask(
    header: list[str], fields: dict[str, tuple[int, ...]]
) -> None:
    samples = [["Asha Rao", "a@example.org", "98765 43210"], ["Ravi Lal", "r@example.org", "98765 43211"]]
    found = HEADINGS.find_fields(header, samples=samples, this_year=2026)
    assert (found.fields, found.asks) == (fields, True)


def test_one_cell_among_many_that_is_something_else_hides_no_suggestion() -> None:
    samples = [[f"a{number}@example.org"] for number in range(11)]
    for others, suggested in ((1, {"email": 0}), (3, {})):
        found = HEADINGS.find_fields([""], samples=[*samples, *[["NA"]] * others], this_year=2026)
        assert found.suggested == suggested


def test_the_parts_of_a_name_are_joined_in_their_order_and_not_in_that_of_their_columns() -> None:
    for header, places in (
        (["givenName", "familyName", "middleName"], (0, 2, 1)),
        (["Last Name", "First Name"], (1, 0)),
        (["Name / Last", "Name / First"], (1, 0)),
        (["Last", "Middle", "First"], (2, 1, 0)),
    ):
        assert HEADINGS.find_fields(header, samples=[], this_year=2026).fields == {"fullName": places}


FORM = ["21/05/2026 10:11:12", "form@example.org", "Asha Rao", "typed@example.org", "98765 00001", "98765 43210"]


@pytest.mark.parametrize(
    ("header", "recorded", "email"),
    [
        (["Timestamp", "Email Address", "Name", "Email", "WhatsApp Number", "Contact Number"], "form@example.org", 1),
        (["Completion time", "Email", "Name", "Email ID", "WhatsApp No.", "Mobile"], "form@example.org", 1),
        # Who is not signed in has no address.
        (["Completion time", "Email", "Name", "Email ID", "WhatsApp No.", "Mobile"], "anonymous", 3),
    ],
)
def test_the_address_that_a_form_records_and_a_phone_for_calls_come_first(
    header: list[str], recorded: str, email: int
) -> None:
    samples = [[FORM[0], recorded, *FORM[2:]]] * 2
    found = HEADINGS.find_fields(header, samples=samples, this_year=2026)
    assert (found.fields, found.clear) == (
        {"fullName": (2,), "email": (email,), "phone": (5,)},
        frozenset({"fullName"}),
    )


@pytest.mark.parametrize(
    ("header", "place"),
    [
        (("Name", "Email", "Branch", "Course"), 2),
        (("Name", "Email", "Branch", "Semester"), None),
        (("Name", "Email", "Branch Name", "CGPA (out of 10)", "Campus"), 4),
    ],
)
def test_a_branch_of_a_college_is_no_place(header: tuple[str, ...], place: int | None) -> None:
    found = HEADINGS.find_fields(header, samples=(), this_year=2026)
    assert found.fields.get("workLocation") == (None if place is None else (place,))
