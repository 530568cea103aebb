"""Every message of the row rules, in their order."""

from dataclasses import replace
from datetime import date

import pytest

from server.people.imports.checking.row_rules import (
    A_MOMENT,
    DITTO,
    NEEDS_EMAIL,
    NO_MOBILE,
    NOT_ONLY_A_NUMBER,
    TWO_EMAILS,
    TWO_NUMBERS,
    CheckedRow,
    RowChecker,
    RuleBook,
)
from server.people.imports.files.layout import Columns, FieldMap
from server.people.imports.states import RowStatus
from server.vocabulary.birth_dates import DateOrder, read_birth_date
from server.vocabulary.field_kinds import Field, Kind
from server.vocabulary.fields import BUILT_IN, FIELD, FIELDS, FieldSet
from server.vocabulary.profiles import Gender, Profile, Role
from tests.fixtures.import_files import HEADER, FileRow, person
from tests.fixtures.position_rules import ROLES, refusals

THIS_YEAR = 2026


def checker(uploader: Profile | None = Profile.SUPER_ADMIN, *, order: DateOrder | None = None) -> RowChecker:
    return RowChecker(
        RuleBook(
            fields=BUILT_IN, uploader=uploader, this_year=THIS_YEAR, minimum_age=13, date_order=order, phone_region="IN"
        )
    )


def check(*, order: DateOrder | None = None, **cells: str) -> CheckedRow:
    return check_row(person(1, **cells), order=order)


def check_row(row: FileRow, *, order: DateOrder | None = None) -> CheckedRow:
    return checker(order=order).check(1, row.cells)


def values_of(row: CheckedRow) -> dict[str, str]:
    return {name: row.values.cell(name) for name in HEADER}


def test_a_row_without_a_fault() -> None:
    row = check()
    assert row.status is RowStatus.VALID
    assert FileRow.of(row.values) == (
        "Imported 1",
        "imported1@example.org",
        "+919000000001",
        "1990-04-12",
        "FEMALE",
        "Pune",
        "TRAINEE",
        "TRAINEE",
    )
    assert row.birth_date == date(1990, 4, 12)


def missing(field: str) -> str:
    return NEEDS_EMAIL if field == "email" else FIELD[field].absent


@pytest.mark.parametrize("field", HEADER)
def test_an_empty_field_is_missing(field: str) -> None:
    for empty in ("", "   ", "\t"):
        row = check_row(person(1, **{field: empty}))
        assert row.status is RowStatus.INVALID
        assert row.errors == [(field, missing(field))]


def test_a_row_of_nothing_misses_everything() -> None:
    assert check_row(person(1, **dict.fromkeys(HEADER, ""))).errors == [(field, missing(field)) for field in HEADER]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("email", "asha", "Invalid email format"),
        ("email", "asha@example.org, ben@example.org", TWO_EMAILS.format(email="asha@example.org")),
        ("email", "asha@example.org ::: ben@example.org", TWO_EMAILS.format(email="asha@example.org")),
        ("email", "asha@example.org\r\nBcc: all@example.org", TWO_EMAILS.format(email="asha@example.org")),
        ("phone", "12345", "Invalid phone format"),
        ("phone", "098765 4321", "Invalid phone format"),
        ("phone", "call me", "Invalid phone format"),
        ("gender", "W", "Invalid gender (must be: Male, Female, Other, or Prefer not to say)"),
        ("workLocation", "P", "Work location must be at least 2 characters"),
        ("profile", "BOSS", "Invalid profile"),
        ("role", "BOSS", "Invalid role"),
        ("dateOfBirth", "12.04,1990", "Invalid date of birth format"),
        ("dateOfBirth", "2014-01-01", "User must be at least 13 years old"),
        ("fullName", "x" * 201, "Full name must be at most 200 characters"),
        ("workLocation", "x" * 201, "Work location must be at most 200 characters"),
        ("fullName", "Asha\x07Rao", "Control characters and line breaks are not allowed"),
        ("fullName", "Asha\nRao", "Control characters and line breaks are not allowed"),
        ("workLocation", "Gate 4\r\nPune", "Control characters and line breaks are not allowed"),
        ("workLocation", "Pune\x9f", "Control characters and line breaks are not allowed"),
    ],
)
def test_a_fault_has_its_sentence_at_its_cell(field: str, value: str, message: str) -> None:
    row = check_row(person(1, **{field: value}))
    assert row.status is RowStatus.INVALID
    assert row.errors == [(field, message)]
    assert values_of(row)[field] == value


def test_all_errors_of_a_row_are_reported_in_the_order_of_the_columns() -> None:
    row = checker(Profile.ADMIN).check(1, FileRow(("", *["x"] * 6, "SUPER_ADMIN")).cells, too_wide=True)
    assert [message for _, message in row.errors] == [
        "The row has more cells than the header: put quotes around a cell that holds a comma",
        "Missing full name",
        "Invalid email format",
        "Invalid phone format",
        "Invalid date of birth format",
        "Invalid gender (must be: Male, Female, Other, or Prefer not to say)",
        "Work location must be at least 2 characters",
        "Invalid role",
        "Admin users cannot create other Admin or Super Admin profiles",
        "Cannot assign higher profile than your own",
    ]


@pytest.mark.parametrize("field", HEADER)
@pytest.mark.parametrize("written", ["Ditto", "-do-", '"', "as above", "〃", "उपरोक्त"])
def test_what_stands_for_the_cell_above_is_refused_in_every_field(field: str, written: str) -> None:
    cells = person(1, **{field: written}).cells
    assert checker().check(1, cells).errors == [(field, DITTO)]


@pytest.mark.parametrize("uploader", [*Profile, None])
def test_permissions_of_every_pair_of_profiles(uploader: Profile | None) -> None:
    for profile in Profile:
        row = checker(uploader).check(1, person(1, profile=profile.value, role=ROLES[profile.value][0]).cells)
        assert row.errors == [("profile", message) for message in refusals(uploader, profile)]
        assert row.warnings == []


@pytest.mark.parametrize(("role", "is_usual"), [(Role.TRAINEE, True), (Role.HR, False)])
def test_a_role_outside_the_mapping_is_only_a_warning(role: Role, *, is_usual: bool) -> None:
    row = check(profile="TRAINEE", role=role.value)
    assert row.errors == []
    assert row.status is (RowStatus.VALID if is_usual else RowStatus.WARNING)
    assert row.warnings == ([] if is_usual else [("role", "Role HR is not usual for profile Trainee")])


def test_results_of_one_row_do_not_change_the_next() -> None:
    """Results are cached by role and profile."""
    rows = checker(Profile.MANAGEMENT)
    bad = person(1, profile="TRAINER", role="HR", email="x")
    first = rows.check(1, bad.cells)
    second = rows.check(2, person(2, profile="TRAINER", role="HR").cells)
    assert len(first.errors) == 2
    assert len(second.errors) == len(second.warnings) == 1


@pytest.mark.parametrize(
    ("written", "gender"),
    [
        ("Male", Gender.MALE),
        ("FEMALE", Gender.FEMALE),
        ("other", Gender.OTHER),
        ("Prefer not to say", Gender.PREFER_NOT_TO_SAY),
        ("PREFER_NOT_TO_SAY", Gender.PREFER_NOT_TO_SAY),
        ("prefer  NOT to say", Gender.PREFER_NOT_TO_SAY),
        ("M", Gender.MALE),
        ("f.", Gender.FEMALE),
        ("Boy", Gender.MALE),
        ("Girl", Gender.FEMALE),
        ("पुरुष", Gender.MALE),
        ("महिला", Gender.FEMALE),
        ("अन्य", Gender.OTHER),
        # As the pages in Hindi say it, and as others write it.
        ("नहीं बताना चाहते", Gender.PREFER_NOT_TO_SAY),
        ("बताना नहीं चाहते", Gender.PREFER_NOT_TO_SAY),
        ("स्त्री", Gender.FEMALE),
        ("பெண்", Gender.FEMALE),
        ("Male / पुरुष", Gender.MALE),
        ("Female (F)", Gender.FEMALE),
        ("Non-binary", Gender.OTHER),
    ],
)
def test_a_gender_is_a_label_or_a_constant_in_any_case(written: str, gender: Gender) -> None:
    row = check(gender=written)
    assert row.errors == []
    assert values_of(row)["gender"] == gender


@pytest.mark.parametrize("written", ["M/F", "Male / Female", "Male or Female", "पुरुष/महिला"])
def test_a_cell_with_two_genders_is_not_guessed(written: str) -> None:
    assert check(gender=written).errors == [("gender", "Invalid gender: the cell names more than one. Choose one")]


@pytest.mark.parametrize("written", ["interview panelist", "Interview_Panelist", "INTERVIEW PANELIST"])
def test_profiles_and_roles_are_taken_in_any_case(written: str) -> None:
    row = check(profile=written, role=written)
    assert row.status is RowStatus.VALID
    assert values_of(row)["profile"] == values_of(row)["role"] == "INTERVIEW_PANELIST"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("1990-04-12", date(1990, 4, 12)),
        ("1990-4-2", date(1990, 4, 2)),
        ("12-Apr-1990", date(1990, 4, 12)),
        ("12-APR-90", date(1990, 4, 12)),
        ("06 Feb 2003", date(2003, 2, 6)),
        ("6 february 2003", date(2003, 2, 6)),
        ("6.Sept.2003", date(2003, 9, 6)),
        ("29/Feb/1992", date(1992, 2, 29)),
        ("२१ जनवरी २००१", date(2001, 1, 21)),
        ("5 सितम्बर 1999", date(1999, 9, 5)),
        ("1 फ़रवरी 2003", date(2003, 2, 1)),
        ("5 /05/ 2001", date(2001, 5, 5)),
        ("5 - 05 - 2001", date(2001, 5, 5)),
        ("5/5/2003", date(2003, 5, 5)),
        ("05-05-03", date(2003, 5, 5)),
        ("1990/04/12", date(1990, 4, 12)),
        ("Thu, 12 Apr 1990 00:00:00 GMT", date(1990, 4, 12)),
        ("Thu Apr 12 1990 00:00:00 GMT+0530 (India Standard Time)", date(1990, 4, 12)),
        ("1990.4.12", date(1990, 4, 12)),
        ("19900412", date(1990, 4, 12)),
        ("1990–04–12", date(1990, 4, 12)),
        ("१९९०-०४-१२", date(1990, 4, 12)),
        ("\u200e1990-04-12\u200b", date(1990, 4, 12)),
        ("Apr 12, 1990", date(1990, 4, 12)),
        ("12 April, 1990", date(1990, 4, 12)),
        ("12th April 1990", date(1990, 4, 12)),
        ("Thu Apr 12 1990", date(1990, 4, 12)),
        ("Thursday, April 12, 1990", date(1990, 4, 12)),
        ("1990-04-12 00:00", date(1990, 4, 12)),
        ("1990-04-12T00:00:00.000Z", date(1990, 4, 12)),
        ("1990-04-12T00:00:00+05:30", date(1990, 4, 12)),
        ("1990-04-12T10:15:00", date(1990, 4, 12)),
        ("05/05/2003 12:00:00 AM", date(2003, 5, 5)),
    ],
)
def test_a_date_that_means_one_day(written: str, read: date) -> None:
    for order in (*DateOrder, None):
        row = check(dateOfBirth=written, order=order)
        assert row.errors == []
        assert row.birth_date == read
        assert values_of(row)["dateOfBirth"] == read.isoformat()


@pytest.mark.parametrize("written", ["2003-06-01T18:30:00.000Z", "2003-06-01 18:30 +00:00", "2003-06-02T12:00:00Z"])
def test_a_moment_is_no_day(written: str) -> None:
    """Midnight in India is the evening before in UTC."""
    assert check(dateOfBirth=written).errors == [("dateOfBirth", A_MOMENT)]


@pytest.mark.parametrize(
    ("written", "message"),
    [
        *(
            (f"{year:04}-05-21", f"Check the year {year}: no person is older than 120")
            for year in (1, 201, 1001, 1850, 1899)
        ),
        ("2020-05-21", "User must be at least 13 years old"),
    ],
)
def test_nobody_is_older_than_120(written: str, message: str) -> None:
    assert check(dateOfBirth=written).errors == [("dateOfBirth", message)]
    assert check(dateOfBirth=f"{THIS_YEAR - 120}-01-01").errors == []


@pytest.mark.parametrize(
    ("field", "cells"),
    [
        ("fullName", {"fullName": cell})
        for cell in (
            "#N/A",
            "-",
            "NULL",
            "TRUE",
            "9876543210",
            "21/05/2001",
            "asha@example.com",
            "Male",
            "0",
            "Jos\ufffd",
        )
    ]
    + [
        ("workLocation", {"workLocation": cell})
        for cell in ("#REF!", "--", "n/a", "9876543210", "2001-05-21", "asha@example.com", "Female", "????")
    ],
)
def test_what_is_no_name_and_no_place_is_an_error_of_its_cell(field: str, cells: dict[str, str]) -> None:
    assert [name for name, _ in check_row(person(1, **cells)).errors] == [field]


def test_a_domain_that_does_not_exist_is_an_error_and_one_that_looks_misspelt_a_warning() -> None:
    assert check(email="asha@gmail.con").errors == [
        ("email", "The domain gmail.con does not exist: did you mean gmail.com?")
    ]
    row = check(email="asha@gmial.com")
    assert (row.errors, row.status) == ([], RowStatus.WARNING)
    assert row.warnings == [("email", "The domain looks misspelt: did you mean asha@gmail.com?")]


@pytest.mark.parametrize(
    "written",
    [
        "mailto:asha@example.com",
        "Asha Rao <Asha@example.com>",
        "asha@example.com.",
        "asha@example.com, ",
        "asha @ example.com",
    ],
)
def test_what_mail_programs_put_around_an_email_is_left_out(written: str) -> None:
    row = check(email=written)
    assert (row.status, row.values.email) == (RowStatus.VALID, "asha@example.com")


@pytest.mark.parametrize("written", ["a@b@example.com", "<@example.com>", "Asha <asha>", "mailto:", ",;."])
def test_what_is_no_email_stays_none(written: str) -> None:
    assert check(email=written).errors == [("email", "Invalid email format")]


@pytest.mark.parametrize("written", ["none@none.com", "NoEmail@gmail.com", "www.asha@example.com"])
def test_an_email_that_was_made_up_is_a_warning(written: str) -> None:
    assert check(email=written).warnings == [("email", "This email looks made up: check it")]


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("9876543210/9123456780", TWO_NUMBERS),
        ("98765 43210, +91 91234 56780", TWO_NUMBERS),
        ("9876543210 (Father)", NOT_ONLY_A_NUMBER),
        ("Ph. 98765 43210", NOT_ONLY_A_NUMBER),
        ("9876543210 extn 22", NOT_ONLY_A_NUMBER),
        ("9,876,543,210", NOT_ONLY_A_NUMBER),
        ("98,76,54,32,10", NOT_ONLY_A_NUMBER),
    ],
)
def test_a_phone_among_other_things_is_named(written: str, message: str) -> None:
    assert check(phone=written).errors == [("phone", message.format(number="+919876543210"))]


@pytest.mark.parametrize("written", ["020-25531234", "1800 123 4567", "+44 20 7946 0958"])
def test_a_number_that_gets_no_text_messages_is_a_warning(written: str) -> None:
    assert check(phone=written).warnings == [("phone", NO_MOBILE)]


def test_what_was_hardly_meant_is_a_warning() -> None:
    row = check(fullName="Test", email="asha@gmail.co.in", phone="9999999999", workLocation="xxx")
    assert (row.errors, row.warnings) == (
        [],
        [
            ("fullName", "“Test” is hardly a name: check it"),
            ("email", "The domain looks misspelt: did you mean asha@gmail.com?"),
            ("phone", "This phone looks made up: check it"),
            ("workLocation", "“xxx” is hardly a work location: check it"),
        ],
    )


@pytest.mark.parametrize("field", ["email", "phone", "dateOfBirth", "gender", "role", "profile"])
def test_invisible_characters_do_not_matter_where_nobody_can_mean_them(field: str) -> None:
    cells = person(1).cell(field)
    row = check_row(person(1, **{field: f"\u200e{cells}\u200b\ufeff"}))
    assert row.errors == []
    assert values_of(row)[field] == values_of(check())[field]


@pytest.mark.parametrize("written", ["02/06/2003", "2/6/2003", "02-06-2003", "2.6.2003", "02/06/03", "2-6-03"])
def test_a_date_that_means_two_days_waits_for_its_order(written: str) -> None:
    rows = checker()
    row = rows.check(1, person(1, dateOfBirth=written).cells)
    assert (row.errors, row.birth_date, values_of(row)["dateOfBirth"]) == ([], None, written)
    assert rows.date_example == written
    assert check(dateOfBirth=written, order=DateOrder.DAY).birth_date == date(2003, 6, 2)
    assert check(dateOfBirth=written, order=DateOrder.MONTH).birth_date == date(2003, 2, 6)


def test_a_date_that_fits_only_the_other_order_is_refused_with_a_correction() -> None:
    for written, order, shape in [
        ("05/14/2003", DateOrder.DAY, "day/month/year"),
        ("14/05/2003", DateOrder.MONTH, "month/day/year"),
    ]:
        message = f"Invalid date of birth format: dates in this file are {shape}. Write 2003-05-14"
        assert check(dateOfBirth=written, order=order).errors == [("dateOfBirth", message)]
        undecided = checker()
        assert undecided.check(1, person(1, dateOfBirth=written).cells).errors == []
        assert undecided.date_example == written


@pytest.mark.parametrize(
    ("written", "year"), [("2/6/26", 2026), ("2/6/27", 1927), ("2/6/99", 1999), ("2/6/00", 2000), ("2/6/13", 2013)]
)
def test_a_year_of_two_digits_is_the_latest_that_has_begun(written: str, year: int) -> None:
    assert read_birth_date(written, this_year=THIS_YEAR).day_first == date(year, 6, 2)


@pytest.mark.parametrize(
    "written",
    [
        "31/31/1990",
        "1990-13-01",
        "0000-01-01",
        "4/12-1990",
        "4/12/990",
        "12 Fub 2003",
        "Feb 6",
        "19901301",
        "1990-04-12 at noon",
    ],
)
def test_an_invalid_date_of_birth_is_refused(written: str) -> None:
    for order in (*DateOrder, None):
        assert check(dateOfBirth=written, order=order).errors == [("dateOfBirth", "Invalid date of birth format")]


@pytest.mark.parametrize(
    ("written", "order", "days"),
    [
        ("1990-02-30", None, "February 1990 has 28 days"),
        ("31-02-2002", None, "February 2002 has 28 days"),
        ("2/29/1991", DateOrder.MONTH, "February 1991 has 28 days"),
        ("31 Feb 2004", DateOrder.MONTH, "February 2004 has 29 days"),
        ("Apr 31, 2003", DateOrder.DAY, "April 2003 has 30 days"),
        ("३१ जून २००१", None, "June 2001 has 30 days"),
    ],
)
def test_a_day_that_its_month_has_not_is_named(written: str, order: DateOrder | None, days: str) -> None:
    message = f"Invalid date of birth format: {days}"
    assert check(dateOfBirth=written, order=order).errors == [("dateOfBirth", message)]


@pytest.mark.parametrize(
    ("written", "old_enough"),
    [
        ("2013-12-31", True),
        ("12/11/2013", True),
        ("2014-01-01", False),
        ("01/02/2014", False),
        ("1/2/14", False),
        ("2030-01-01", False),
    ],
)
def test_age_is_the_difference_of_years(written: str, *, old_enough: bool) -> None:
    expected = [] if old_enough else [("dateOfBirth", "User must be at least 13 years old")]
    assert [check(dateOfBirth=written, order=order).errors for order in (*DateOrder, None)] == [expected] * 3


@pytest.mark.parametrize("written", ["9.19877E+11", "9,19877E+11", "9.198765432e11", "1E+10", "+9.2E+11"])
def test_a_phone_changed_by_a_spreadsheet_has_its_own_sentence(written: str) -> None:
    message = (
        f"Invalid phone format: a spreadsheet turned this number into {written}. "
        "Format the column as text and enter the number again"
    )
    assert check(phone=written).errors == [("phone", message)]


def test_of_equal_emails_the_first_stands_and_phones_may_be_equal() -> None:
    rows = checker()
    assert rows.check(1, person(1).cells).errors == []
    assert rows.check(2, person(2, email=" IMPORTED1@Example.org ").cells).errors == [
        ("email", "Duplicate email in file (row 1)")
    ]
    assert rows.check(3, person(3, phone="90000 00001").cells).errors == []
    assert rows.check(4, person(1).cells).errors == [("email", "Duplicate email in file (row 1)")]


def test_equal_emails_and_phones_that_cannot_be_read_are_no_duplicates() -> None:
    rows = checker()
    rows.check(1, person(1, email="x", phone="1").cells)
    assert rows.check(2, person(2, email="x", phone="1").cells).errors == [
        ("email", "Invalid email format"),
        ("phone", "Invalid phone format"),
    ]


@pytest.mark.parametrize(("field", "length"), [("fullName", 1), ("fullName", 200), ("workLocation", 2)])
def test_the_shortest_and_the_longest_text(field: str, length: int) -> None:
    assert check_row(person(1, **{field: "x" * length})).errors == []


def test_spaces_around_every_cell_are_taken_off() -> None:
    row = check_row(FileRow(f"  {cell}\t" for cell in person(1)))
    assert row == check()


def test_a_set_with_another_field_is_read_checked_and_found_by_its_key() -> None:
    known = FieldSet([*FIELDS[:2], Field(name="course", label="Course", kind=Kind.TEXT, shortest=2), *FIELDS[2:]])
    header = [*HEADER, "course"]
    fields = FieldMap(columns={name: (place,) for place, name in enumerate(header)})
    columns = Columns(header, fields=fields, known=known)
    rules = RowChecker(replace(checker().book, fields=known))
    read = [rules.check(row, columns.cells([*person(row), text])) for row, text in ((1, "Welding"), (2, "W"), (3, ""))]
    assert [each.values.cell("course") for each in read] == ["Welding", "W", ""]
    assert [each.values.email for each in read] == [person(row).cell("email") for row in (1, 2, 3)]
    assert [each.errors for each in read] == [
        [],
        [("course", "Course must be at least 2 characters")],
        [("course", "Missing course")],
    ]
