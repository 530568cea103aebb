"""The bell: what is unread, live, in every tab."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.api_calls import import_people
from tests.browser.chromium import PHONE
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.system import System
from tests.browser.ways_in import log_in
from tests.fixtures.accounts import Account


@pytest.mark.long
def test_a_first_look_shows_three_and_they_are_read_one_by_one_or_all_at_once(
    desk: Desk, inbox: Inbox, admin: Account
) -> None:
    page = desk.page("/login", size=PHONE)
    log_in(page, admin.email, admin.password)
    page.get_by_label("Verification code").press_sequentially(inbox.code(admin.email))
    expect(bell(page, unread=3)).to_be_visible()
    opened = open_bell(page)
    expect(opened.get_by_role("listitem")).to_have_count(3)
    assert_accessible(page)

    opened.get_by_role("button", name="Mark as read: Secure your account").click()
    expect(opened.get_by_text("Unread:")).to_have_count(2)
    opened.get_by_role("link", name="What you can do here").click()
    expect(page.get_by_role("heading", name="User Management", level=1)).to_be_visible()
    expect(bell(page, unread=1)).to_be_visible()

    opened = open_bell(page)
    opened.get_by_role("button", name="Mark all as read").click()
    expect(opened.get_by_text("Unread:")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Notifications", exact=True)).to_be_visible()


def test_an_import_s_end_is_shown_in_every_tab_and_on_every_device_and_links_there(
    desk: Desk, system: System, admin: Account, tmp_path: Path
) -> None:
    browser = desk.browser(account=admin)
    tabs = [browser.new_page(), browser.new_page(), browser.new_page(), desk.browser(account=admin).new_page()]
    for tab in tabs:
        with tab.expect_response("**/api/v1/notifications?*"):
            tab.goto("/dashboard/settings")
        expect(tab.get_by_role("button", name="Notifications", exact=True)).to_be_visible()
    # The others have connections of their own.
    tabs.pop(0).close()
    import_id = import_people(system, admin, people_file(tmp_path / "intake.csv", [person()]))
    for tab in tabs:
        expect(bell(tab, unread=1)).to_be_visible()

    # What one tab reads, the browser's other tab knows at once.
    opened = open_bell(tabs[0])
    assert_accessible(tabs[0])
    opened.get_by_role("link").first.click()
    expect(tabs[0]).to_have_url(f"{system.url}/dashboard/users/imports/{import_id}")
    for tab in tabs[:2]:
        expect(tab.get_by_role("button", name="Notifications", exact=True)).to_be_visible()


@pytest.mark.long
def test_it_is_read_by_the_keyboard_alone(desk: Desk, system: System, admin: Account, tmp_path: Path) -> None:
    import_people(system, admin, people_file(tmp_path / "by-keyboard.csv", [person()]))
    page = desk.page("/dashboard/settings", account=admin)
    bell(page, unread=1).focus()
    page.keyboard.press("Enter")
    opened = page.get_by_role("dialog", name="Notifications")
    expect(opened).to_be_visible()
    page.keyboard.press("Tab")
    expect(opened.get_by_role("button", name="Mark all as read")).to_be_focused()
    page.keyboard.press("Enter")
    expect(opened.get_by_text("Unread:")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(opened).to_be_hidden()
    expect(page.get_by_role("button", name="Notifications", exact=True)).to_be_focused()


def bell(page: Page, *, unread: int) -> Locator:
    return page.get_by_role("button", name=f"Notifications, {unread} unread")


def open_bell(page: Page) -> Locator:
    page.get_by_role("button", name="Notifications").click()
    return page.get_by_role("dialog", name="Notifications")
