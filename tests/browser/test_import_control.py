"""An import that updates people who are there, is paused, resumed and undone."""

from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.held_work import held_import
from tests.browser.import_pages import expect_results, figure, start, upload
from tests.browser.system import System
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
    page.get_by_role("radio", name="Both: add and update").check()
    expect(page.get_by_role("deletion")).to_have_text("Before: Pune")
    expect(page.get_by_role("insertion")).to_have_text("After: Delhi")
    assert_accessible(page)
    page.get_by_role("button", name="Add 1 and Update 1 People").click()
    expect_results(page)
    expect(figure(page, "Users Created")).to_have_text("1")
    expect(figure(page, "Updated")).to_have_text("1")


def test_an_import_is_paused_resumed_and_undone(desk: Desk, system: System, admin: Account, tmp_path: Path) -> None:
    rows = [person() for _ in range(1_600)]
    page = desk.page(UPLOAD_PAGE, account=admin)
    upload(page, people_file(tmp_path / "intake.csv", rows))
    with ExitStack() as held:
        # Chunks run beside each other: more are held than run, so that some wait when it is paused.
        for row in range(0, 1_600, 250):
            held.enter_context(held_import(system, email=rows[row]["email"]))
        start(page)
        page.get_by_role("button", name="Pause").click()
        expect(page.get_by_role("heading", name="Import paused")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Resume").click()
    expect_results(page)
    page.get_by_role("button", name="Undo Import").click()
    dialog = page.get_by_role("alertdialog", name="Undo this import?")
    expect(dialog).to_contain_text("1,600 accounts that it created will be deleted.")
    dialog.get_by_label("Number to undo").fill("1600")
    assert_accessible(page)
    dialog.get_by_role("button", name="Undo Import").click()
    expect(page.get_by_role("heading", name="Import undone")).to_be_visible()
    expect(page.get_by_text("1,600 rows were undone.")).to_be_visible()
