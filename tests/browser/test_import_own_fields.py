"""A college's sheet of many columns: what is no field becomes one, and nothing is left out."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.import_pages import expect_results, figure, start, upload
from tests.fixtures.accounts import Account

OWN = ("Trade", "Category", "10th %", "12th %", "CGPA", "Backlogs", "Joined on", "Hostel", "Father's name", "Remarks")

# However many fields stand beside them.
NAMES_WIDTH = 266


def sheet(folder: Path) -> Path:
    """Twenty people with ten columns that are no field of everybody."""
    choices = (("CNC", "OBC"), ("Fitter", "SC"))
    rows = []
    for n in range(20):
        few = (*choices[n % 2], "71.5", "64", "8.1", str(n % 3), f"{1 + n}/07/2026", ("yes", "no")[n % 2])
        rows.append(person() | dict(zip(OWN, (*few, f"Father {n}", "A long remark. " * 9), strict=True)))
    return people_file(folder / "college.csv", rows)


def test_all_columns_of_a_sheet_become_fields_and_are_imported(desk: Desk, admin: Account, tmp_path: Path) -> None:
    page = desk.page("/dashboard/users/imports/new", account=admin)
    upload(page, sheet(tmp_path))
    page.get_by_role("button", name="Change columns").click()
    page.get_by_role("button", name="Make fields of all 10 columns that are left").click()
    dialog = page.get_by_role("dialog", name="Make fields of columns")
    expect(dialog.get_by_role("checkbox", name="Trade · One of several")).to_be_checked()
    expect(dialog.get_by_role("checkbox", name="10th % · Number")).to_be_checked()
    expect(dialog.get_by_role("checkbox", name="Joined on · Date")).to_be_checked()
    assert_accessible(page)
    dialog.get_by_role("button", name="Make 10 fields").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_label("Field of Trade")).to_have_value("field:trade")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("columnheader", name="Father's name")).to_be_visible()
    _are_read(page)
    names = page.locator("th", has=page.get_by_role("columnheader", name="Full name")).bounding_box()
    assert names is not None
    assert round(names["width"]) == NAMES_WIDTH
    start(page)
    expect_results(page)
    assert figure(page, "Users Created").inner_text() == "20"


def _are_read(page: Page) -> None:
    row = page.get_by_role("row").filter(has_text="Father 1").first
    for text in ("Fitter", "71.5", "2026-07-02", "No"):
        expect(row.get_by_text(text, exact=True).first).to_be_visible()
