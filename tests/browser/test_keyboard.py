"""Everything by the keyboard alone."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.import_pages import expect_results
from tests.browser.inbox import Inbox
from tests.browser.people import add_account
from tests.browser.system import System
from tests.fixtures.people import Company

FURTHEST = 40


@pytest.mark.long
def test_signing_in_and_uploading_a_file_need_no_pointer(
    desk: Desk, system: System, company: Company, inbox: Inbox, tmp_path: Path
) -> None:
    account = add_account(system, company)
    page = desk.page("/login")
    expect(page.get_by_label("Email")).to_be_focused()
    page.keyboard.type(account.email)
    tab_to(page, page.get_by_label("Password", exact=True))
    page.keyboard.type(account.password)
    tab_to(page, page.get_by_role("checkbox", name="I'm not a robot"))
    page.keyboard.press("Space")
    expect(page.get_by_role("group", name="Robot check")).to_contain_text("Verified")
    tab_to(page, page.get_by_role("button", name="Login"))
    page.keyboard.press("Enter")

    expect(page.get_by_label("Verification code")).to_be_focused()
    page.keyboard.type(inbox.code(account.email))
    expect(page.get_by_role("heading", name="Super Admin Dashboard")).to_be_visible()

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    press(page, page.get_by_role("navigation", name="Main").get_by_role("link", name="User Management"))
    press(page, page.get_by_role("link", name="Upload CSV File"))
    with page.expect_file_chooser() as chooser:
        press(page, page.get_by_role("button", name="Choose Spreadsheet"))
    chooser.value.set_files(people_file(tmp_path / "by-keyboard.csv", [person(), person(email="broken")]))

    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    press(page, page.get_by_role("button", name="Delete row 2"))
    expect(page.get_by_text("Invalid row deleted successfully")).to_be_visible()
    press(page, page.get_by_role("button", name="Upload 1 Valid User"))
    expect_results(page)
    press(page, page.get_by_role("link", name="Upload Another File"))
    expect(page.get_by_role("heading", name="Upload CSV File")).to_be_visible()


def press(page: Page, target: Locator) -> None:
    expect(target).to_be_visible()
    tab_to(page, target)
    page.keyboard.press("Enter")


def choose_by_keyboard(field: Locator, label: str) -> None:
    """By arrows: what is typed has to be typed within a second."""
    expect(field).to_be_focused()
    for _ in range(FURTHEST):
        if field.evaluate("(select) => select.selectedOptions[0].text") == label:
            return
        field.press("ArrowDown")
    raise AssertionError(f"{label} is not among the options of {field}.")


def tab_to(page: Page, target: Locator) -> None:
    """On with Tab until it has the focus, and can be seen to have it."""
    for _ in range(FURTHEST):
        page.keyboard.press("Tab")
        if target.evaluate("(element) => element === document.activeElement"):
            assert target.evaluate("(element) => element.matches(':focus-visible')")
            return
    raise AssertionError(f"{target} is not among the next {FURTHEST} stops.")
