"""An import that updates people who are there."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.import_pages import expect_results, figure, start, upload
from tests.fixtures.accounts import Account

UPLOAD_PAGE = "/dashboard/users/imports/new"


def test_people_who_are_there_are_updated_and_the_update_is_shown_before(
    desk: Desk, admin: Account, tmp_path: Path
) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin)
    first, second, third = (person() for _ in range(3))
    upload(page, people_file(tmp_path / "first.csv", [first, second]))
    start(page)
    expect_results(page)
    page.goto(UPLOAD_PAGE)
    upload(page, people_file(tmp_path / "again.csv", [{**first, "workLocation": "Delhi"}, second, third]))
    page.get_by_role("radio", name="Both").check()
    expect(page.get_by_role("deletion")).to_have_text("Before: Pune")
    expect(page.get_by_role("insertion")).to_have_text("After: Delhi")
    assert_accessible(page)
    page.get_by_role("button", name="Add 1 and Update 1 Users").click()
    expect_results(page)
    expect(figure(page, "Users Created")).to_have_text("1")
    expect(figure(page, "Updated")).to_have_text("1")
    assert_accessible(page)
