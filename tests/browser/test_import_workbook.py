"""A workbook whose columns are chosen before its preview."""

from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import PHONE
from tests.browser.desk import Desk
from tests.browser.import_pages import body_rows, choose
from tests.fixtures.accounts import Account
from tests.fixtures.workbooks import xlsx

UPLOAD_PAGE = "/dashboard/users/imports/new"
MISSING = "Missing required headers: gender, role, profile"
# The buttons at the foot of the window cover what is below them.
IS_IN_SIGHT = """
    (field) => {
        const { x, bottom } = field.getBoundingClientRect();
        return document.elementFromPoint(x + 8, bottom - 8) === field;
    }
"""
# As a college sends it.
STUDENTS: list[list[object]] = [
    ["Government Polytechnic"],
    [],
    ["S.No", "Student Name", "E-mail ID", "Mobile No.", "DOB", "Centre"],
    [1, "Asha Rao", "asha.rao@example.org", 9800000001, date(2003, 2, 13), "Pune"],
    [2, "Ben Lal", "ben.lal@example.org", 9800000002, date(2002, 12, 7), "Pune"],
]
STAFF: list[list[object]] = [
    ["S.No", "Name", "E-mail ID", "Mobile No.", "DOB", "Centre / Designation"],
    [1, "Asha Rao", "asha.split@example.org", 9800000001, date(2003, 2, 13), "Pune / Trainee"],
    [2, "Ben Lal", "ben.split@example.org", 9800000002, date(2002, 12, 7), "Goa/Trainee"],
]


@pytest.mark.long
def test_a_college_s_workbook_comes_in_once_its_columns_are_chosen(desk: Desk, admin: Account, tmp_path: Path) -> None:
    workbook = tmp_path / "students.xlsx"
    workbook.write_bytes(xlsx({"Cover": [["2026"]], "Students": STUDENTS}))
    page = desk.page(UPLOAD_PAGE, account=admin)
    choose(page, workbook)
    expect(page.get_by_role("heading", name="Columns of the file")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text=MISSING)).to_be_visible()
    columns = page.get_by_role("list", name="Columns of the file")
    expect(columns.get_by_label("Field of Mobile No.")).to_have_value("phone")
    expect(columns.get_by_text("2003-02-13")).to_be_visible()
    expect(page.get_by_label("Headings in line")).to_have_value("3")
    assert_accessible(page)
    phone = desk.page(page.url, account=admin, size=PHONE)
    expect(phone.get_by_role("list", name="Columns of the file")).to_be_visible()
    covered = phone.get_by_label("Role", exact=True)
    covered.focus()
    assert covered.evaluate(IS_IN_SIGHT)
    for field, value in {"Gender": "Other", "Role": "Trainee", "Profile": "Trainee"}.items():
        page.get_by_label(field, exact=True).select_option(label=value)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    expect(phone.get_by_role("heading", name="Preview")).to_be_visible()
    expect(page.get_by_role("button", name="Upload 2 Valid Users")).to_be_enabled()
    expect(body_rows(page, "Rows of the file").first).to_contain_text("13 Feb 2003")


@pytest.mark.long
def test_a_column_that_holds_two_fields_is_split_and_joined(desk: Desk, admin: Account, tmp_path: Path) -> None:
    workbook = tmp_path / "staff.xlsx"
    workbook.write_bytes(xlsx({"Staff": STAFF}))
    page = desk.page(UPLOAD_PAGE, account=admin)
    choose(page, workbook)
    page.get_by_role("button", name="Split S.No", exact=True).click()
    page.get_by_role("button", name="Join again S.No", exact=True).press("Enter")
    page.get_by_role("button", name="Split Centre / Designation").press("Enter")
    expect(page.get_by_role("button", name="Join again Centre / Designation")).to_be_focused()
    expect(page.get_by_label("Separator in Centre / Designation")).to_have_value("/")
    parts = page.get_by_role("list", name="Parts of Centre / Designation")
    expect(parts.get_by_text("Pune · Goa")).to_be_visible()
    parts.get_by_label("Field of Centre / Designation · part 1").select_option(label="Work location")
    parts.get_by_label("Field of Centre / Designation · part 2").select_option(label="Role")
    for field, value in {"Gender": "Other", "Profile": "Trainee"}.items():
        page.get_by_label(field, exact=True).select_option(label=value)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    expect(page.get_by_role("button", name="Upload 2 Valid Users")).to_be_enabled()
    page.get_by_role("button", name="Change columns").click()
    expect(parts.get_by_text("Trainee · Trainee")).to_be_visible()
    phone = desk.page(page.url, account=admin, size=PHONE)
    expect(phone.get_by_role("list", name="Parts of Centre / Designation")).to_be_visible()
    assert_accessible(phone)
