"""Rows that are no people, and cells as programs leave them."""

import pytest

from server.people.imports.checking.row_rules import (
    HEADINGS_AGAIN,
    TOTALS,
    CheckedRow,
    RowChecker,
    RuleBook,
    names_no_person,
    says_total,
)
from server.vocabulary.birth_dates import DateOrder
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Profile
from tests.fixtures.import_files import HEADER, FileRow, person


def check_row(row: FileRow, *, order: DateOrder | None = None) -> CheckedRow:
    rules = RuleBook(
        fields=BUILT_IN,
        uploader=Profile.SUPER_ADMIN,
        this_year=2026,
        minimum_age=13,
        date_order=order,
        phone_region="IN",
    )
    return RowChecker(rules).check(1, row.cells)


def check(*, order: DateOrder | None = None, **cells: str) -> CheckedRow:
    return check_row(person(1, **cells), order=order)


@pytest.mark.parametrize("written", ["33246", "37665.0"])
@pytest.mark.parametrize("order", [*DateOrder, None])
def test_a_day_as_a_spreadsheet_counts_it_says_how_to_mend_it(written: str, order: DateOrder | None) -> None:
    message = "Invalid date of birth format: this is a spreadsheet's number of a day. Format the column as a date"
    assert check(dateOfBirth=written, order=order).errors == [("dateOfBirth", message)]


@pytest.mark.parametrize(
    "written", ["9800000001.0", "919800000001.00", "\u202a+91 98000 00001\u202c", "98000\u200b00001", "9800000001,0"]
)
def test_a_phone_that_a_program_has_dressed_up_is_read(written: str) -> None:
    assert check(phone=written).values.phone == "+919800000001"


@pytest.mark.parametrize("written", ["980000000.0", "9800000001.5", "98.000.000.01"])
def test_decimals_never_become_digits_of_a_phone(written: str) -> None:
    assert check(phone=written).errors == [("phone", "Invalid phone format")]


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"fullName": "Name", "email": "Email", "phone": "Mobile", "gender": "Sex"}, HEADINGS_AGAIN),
        ({"fullName": "Total", "email": "", "phone": "2", "gender": ""}, TOTALS),
        ({"fullName": "Grand Total: 12", "email": "", "phone": "", "gender": ""}, TOTALS),
        ({"fullName": "कुल", "email": "", "phone": "", "gender": ""}, TOTALS),
        ({"fullName": "कुल योग: 12"}, TOTALS),
        # The other fields have one value for all rows.
        ({"fullName": "Total", "gender": "Female", "workLocation": "Pune", "role": "HR", "profile": "ADMIN"}, TOTALS),
    ],
)
def test_a_row_that_is_no_person_says_so_once(cells: dict[str, str], message: str) -> None:
    checked = check_row(person(1, **dict.fromkeys(HEADER, "") | cells))
    assert checked.errors == [("row", message)]


def test_a_person_with_a_word_of_a_total_keeps_the_errors_of_the_cells() -> None:
    assert check(fullName="Total", email="x", phone="1").errors[-1] == ("phone", "Invalid phone format")


@pytest.mark.parametrize(
    "who", [{"fullName": "Asha Rao"}, {"fullName": "", "email": "asha@@example.org"}, {"fullName": "Totaram"}]
)
def test_a_place_that_begins_with_total_makes_no_person_a_total(who: dict[str, str]) -> None:
    row = dict.fromkeys(HEADER, "") | {"workLocation": "Total Environment"} | who
    assert len(check_row(person(1, **row)).errors) > 1


@pytest.mark.parametrize(
    "cells", [["Total"], ["7", " GRAND TOTAL: "], ["कुल 12", "", "3.5"], ["Sub-Total", "₹ 1,200.50"], ["Totals (12)"]]
)
def test_cells_beside_the_fields_say_that_a_row_is_a_total(cells: list[str]) -> None:
    assert says_total(cells)


@pytest.mark.parametrize("cells", [[], ["", "12"], ["Total", "Hostel"], ["Not a total"], ["Totaram"]])
def test_other_cells_do_not(cells: list[str]) -> None:
    assert not says_total(cells)


def test_a_row_is_no_total_beside_its_fields_where_they_name_or_reach_a_person() -> None:
    def names_none(**cells: str) -> bool:
        checked = check_row(person(1, **dict.fromkeys(HEADER, "") | cells))
        return names_no_person(checked.values, checked.errors)

    assert names_none()
    assert names_none(fullName="45", email="45", phone="45", dateOfBirth="45", workLocation="Pune", role="TRAINEE")
    persons = {"fullName": "Asha", "email": "x", "phone": "9800000001", "dateOfBirth": "1990-04-12"}
    assert not any(names_none(**{name: text}) for name, text in persons.items())
