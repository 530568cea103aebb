"""One's own account: details, password, theme."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import BOTH_SIZES, PHONE
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.watch import Watch
from tests.browser.ways_in import log_in
from tests.fixtures.accounts import Account

PROFILE: Final = "/dashboard/profile"
NEW_PASSWORD: Final = "Lanterns-on-the-ridge-4"


@pytest.mark.long
@BOTH_SIZES
def test_a_new_name_stands_everywhere_at_once(desk: Desk, admin: Account, size: tuple[int, int]) -> None:
    browser = desk.browser(account=admin, size=size)
    other = browser.new_page()
    other.goto("/dashboard/settings")
    expect(other.get_by_role("region", name="Company")).to_be_visible()
    page = browser.new_page()
    page.goto(PROFILE)
    page.get_by_role("button", name="Edit your details").click()
    assert_accessible(page)
    page.get_by_label("Full name").fill("Ada Newname")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your details have been saved")).to_be_visible()
    expect(page.get_by_role("region", name="Your details")).to_contain_text("Ada Newname")
    for tab in (page, other):
        if size == PHONE:
            tab.get_by_role("button", name="Toggle menu").click()
        expect(tab.get_by_role("button", name="Account: ")).to_contain_text("Ada Newname")


def test_a_changed_password_signs_the_others_out_and_is_the_one_to_sign_in_with(
    desk: Desk, inbox: Inbox, admin: Account, watch: Watch
) -> None:
    watch.expect_refusal(422, "/users/profile/password")
    watch.expect_end_of_session()
    lost = desk.page("/dashboard/settings", account=admin)
    expect(lost.get_by_role("region", name="Company")).to_be_visible()
    page = desk.page(PROFILE, account=admin, size=PHONE)
    fill_in(page, "not-my-Password-1")
    expect(page.get_by_label("Current password", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Current password", exact=True)).to_be_focused()
    assert_accessible(page)

    fill_in(page, admin.password)
    expect(page.get_by_text("Password changed successfully")).to_be_visible()
    expect(page.get_by_label("New password", exact=True)).to_have_value("")
    expect(lost).to_have_url(re.compile(r"/login\?session=expired$"))
    page.goto("/dashboard/settings")
    expect(page.get_by_role("region", name="Company")).to_be_visible()

    fresh = desk.page("/login")
    log_in(fresh, admin.email, NEW_PASSWORD)
    fresh.get_by_label("Verification code").press_sequentially(inbox.code(admin.email))
    expect(fresh.get_by_role("heading", name="Super Admin Dashboard")).to_be_visible()


@pytest.mark.long
def test_the_theme_is_chosen_and_can_be_the_system_s_again(desk: Desk, admin: Account) -> None:
    page = desk.browser(account=admin, theme="light").new_page()
    page.goto(PROFILE)
    body = page.locator("body")
    expect(page.get_by_role("radio", name="System")).to_be_checked()
    page.get_by_text("Dark", exact=True).click()
    expect(body).to_have_class("dark")
    page.wait_for_function("localStorage.getItem('theme') === 'dark'")
    page.get_by_text("System", exact=True).click()
    expect(body).to_have_class("light")
    page.wait_for_function("localStorage.getItem('theme') === null")
    page.emulate_media(color_scheme="dark")
    expect(body).to_have_class("dark")


def fill_in(page: Page, current: str) -> None:
    page.get_by_label("Current password", exact=True).fill(current)
    page.get_by_label("New password", exact=True).fill(NEW_PASSWORD)
    page.get_by_label("Confirm password", exact=True).fill(NEW_PASSWORD)
    page.get_by_role("button", name="Change password").click()
