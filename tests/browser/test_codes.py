"""A code's time, by the server's clock: in every tab, over a reload, whatever the browser's own clock shows."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import PHONE
from tests.browser.clocks import wrong_by
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.passing_time import end_codes_of
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.browser.ways_in import fill_in, log_in, pass_robot_check
from tests.fixtures.accounts import Account

WRONG_CLOCKS: Final = pytest.mark.parametrize("minutes", [-20, 20], ids=["behind", "ahead"])
EXPIRY: Final = re.compile(r"^The code expires in (10:00|\d:\d\d)\.$")
RESEND: Final = re.compile(r"^Resend code in (2:00|[01]:\d\d)$")
# Failures from one source before it has to wait.
FAILURES: Final = 5


@pytest.mark.long
@WRONG_CLOCKS
def test_expiry_and_resend_are_counted_right_in_two_tabs_and_over_a_reload(
    desk: Desk, inbox: Inbox, admin: Account, watch: Watch, minutes: int
) -> None:
    watch.expect_refusal(400, "/verification/verify")
    browser = desk.browser()
    browser.add_init_script(wrong_by(minutes))
    page = browser.new_page()
    page.goto("/login")
    log_in(page, admin.email, admin.password)
    expect_countdowns(page)
    right = inbox.code(admin.email)
    wrong = "000000" if right != "000000" else "111111"
    type_code(page, wrong)
    expect(page.get_by_role("alert").filter(has_text="(4 attempts remaining)")).to_be_visible()

    other = browser.new_page()
    other.goto("/login")
    other.evaluate("([state, url]) => history.replaceState(state, '', url)", [page.evaluate("history.state"), page.url])
    for tab in (other, page):
        tab.reload()
        expect_countdowns(tab)
        expect(tab.get_by_text("Sent to")).to_be_visible()
        expect(tab.get_by_text("4 attempts remaining", exact=True)).to_be_visible()
    type_code(page, wrong)
    expect(page.get_by_role("alert").filter(has_text="(3 attempts remaining)")).to_be_visible()
    expect(other.get_by_text("3 attempts remaining", exact=True)).to_be_visible()
    type_code(page, right)
    for tab in (page, other):
        expect(tab.get_by_role("heading", name="Super Admin Dashboard")).to_be_visible()


@pytest.mark.long
@WRONG_CLOCKS
def test_the_wait_after_many_failures_is_counted_right(desk: Desk, admin: Account, watch: Watch, minutes: int) -> None:
    watch.expect_refusal(401, "/login/authenticate")
    watch.expect_refusal(429, "/login/authenticate")
    browser = desk.browser()
    browser.add_init_script(wrong_by(minutes))
    page = browser.new_page()
    page.goto("/login")
    fill_in(page, admin.email, "Quite-another-77")
    for _ in range(FAILURES + 1):
        with page.expect_response("**/login/authenticate"):
            pass_robot_check(page)
            page.get_by_role("button", name="Login").click()
    expect(page.get_by_role("button", name=re.compile(r"^Try again in 0:[0-3]\d$"))).to_be_disabled()


def test_an_expired_code_is_reported_and_a_new_one_is_accepted(
    desk: Desk, system: System, inbox: Inbox, admin: Account, watch: Watch
) -> None:
    watch.expect_refusal(400, "/verification/verify")
    page = desk.page("/forgot-password", size=PHONE)
    page.get_by_label("Email").fill(admin.email)
    page.get_by_role("button", name="Send code").click()
    # The mail may come before the page does.
    expect(page.get_by_label("Verification code")).to_be_visible()
    code = inbox.code(admin.email)
    end_codes_of(system, admin.email)
    page.reload()
    expect(page.get_by_text("This code has expired. Request a new one.").first).to_be_visible()
    assert_accessible(page)
    page.get_by_label("Verification code").press_sequentially(code)
    expect(page.get_by_text("Your verification code has expired. Please request a new one.")).to_be_visible()

    page.get_by_role("button", name="Resend code").click()
    expect(page.get_by_text(EXPIRY)).to_be_visible()
    page.get_by_label("Verification code").press_sequentially(inbox.code(admin.email, but=code))
    expect(page.get_by_role("heading", name="Reset Password")).to_be_visible()


def expect_countdowns(page: Page) -> None:
    expect(page.get_by_text(EXPIRY)).to_be_visible()
    expect(page.get_by_role("button", name=RESEND)).to_be_disabled()


def type_code(page: Page, code: str) -> None:
    page.get_by_label("Verification code").press_sequentially(code)
