"""A workbook whose columns are chosen before its preview."""

from datetime import date
from pathlib import Path

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
    assert_accessible(phone)
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
