"""The last minute of a session, and signing up by SMS: in a system of their own, whose tokens last a minute."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import PHONE
from tests.browser.clocks import wrong_by
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.newcomers import enter_code, newcomer, register_company, sign_up
from tests.browser.system import System, running_system
from tests.browser.watch import Watch
from tests.browser.ways_in import expect_no_session
from tests.fixtures.accounts import Account

# The client's own tests have the bar, the server's clock and the codes of two channels, and the server's their order.
pytestmark = pytest.mark.long

# The shortest there is: its last minute begins at once.
TOKEN_SECONDS: Final = 60
COOLDOWN_SECONDS: Final = 3
SETTINGS: Final = "/dashboard/settings"
LAST_MINUTE: Final = re.compile(r"You will be logged out in (1:00|0:[1-5]\d)")


@pytest.fixture(scope="module")
def system(chromium: Browser, shared_system: System) -> Iterator[System]:
    with running_system(
        beside=shared_system,
        ACCESS_TOKEN_TTL=str(TOKEN_SECONDS),
        OTP_COOLDOWN=str(COOLDOWN_SECONDS),
        SMS_URL="capture:",
    ) as system:
        yield system


@pytest.mark.parametrize("minutes", [-20, 20], ids=["behind", "ahead"])
def test_the_last_minute_is_counted_by_the_server_s_clock_and_one_can_stay(
    desk: Desk, admin: Account, minutes: int
) -> None:
    browser = desk.browser(account=admin, size=PHONE)
    browser.add_init_script(wrong_by(minutes))
    page = open_settings(browser)
    assert_accessible(page)
    for _ in range(2):
        expect(bar(page)).to_contain_text(LAST_MINUTE)
        page.reload()
    bar(page).get_by_role("button", name="Stay logged in").click()
    expect(page.get_by_text("Session refreshed successfully.")).to_be_visible()
    expect(page).to_have_url(re.compile(f"{SETTINGS}$"))


def test_one_can_sign_out_there_and_every_tab_follows(desk: Desk, admin: Account, watch: Watch) -> None:
    watch.expect_end_of_session()
    browser = desk.browser(account=admin, size=PHONE)
    other, page = open_settings(browser), open_settings(browser)
    assert_accessible(page)
    bar(page).get_by_role("button", name="Log out").click()
    expect(page.get_by_text("Successfully logged out")).to_be_visible()
    for tab in (page, other):
        expect(tab).to_have_url(re.compile("/login$"))
        expect_no_session(tab)


def test_the_phone_is_verified_and_then_the_email(desk: Desk, inbox: Inbox) -> None:
    person = newcomer()
    page = desk.page("/signup", size=PHONE)
    sign_up(page, person)
    expect(page).to_have_url(re.compile("/sms-verification$"))
    expect(page.get_by_text(f"Sent to +91 {person.phone[3:8]} {person.phone[8:]}")).to_be_visible()
    expect(page.get_by_text("Code 1 of 2")).to_be_visible()
    assert_accessible(page)
    enter_code(page, inbox.code(person.phone))

    expect(page).to_have_url(re.compile("/email-verification$"))
    expect(page.get_by_text(f"Sent to {person.email}")).to_be_visible()
    expect(page.get_by_label("Verification code")).to_have_value("")
    enter_code(page, inbox.code(person.email))
    expect(page.get_by_role("heading", name="Your company")).to_be_visible()
    register_company(page, name="Harbour Institute")
    expect(page.get_by_text("Account created successfully! Welcome to Waymark!")).to_be_visible()


def test_the_channel_can_be_switched_and_the_email_alone_is_enough(desk: Desk, inbox: Inbox) -> None:
    person = newcomer()
    page = desk.page("/signup")
    sign_up(page, person)
    page.get_by_role("button", name="Use email instead").click()
    expect(page).to_have_url(re.compile("/email-verification$"))
    expect(page.get_by_text(f"Sent to {person.email}")).to_be_visible()
    page.get_by_role("button", name="Verify your phone, too").click()
    expect(page).to_have_url(re.compile("/sms-verification$"))
    page.get_by_role("button", name="Use email instead").click()
    expect(page).to_have_url(re.compile("/email-verification$"))
    enter_code(page, inbox.code(person.email))
    expect(page.get_by_role("heading", name="Your company")).to_be_visible()


def test_five_wrong_codes_lock_the_entry_until_a_new_one_is_sent(desk: Desk, inbox: Inbox, watch: Watch) -> None:
    watch.expect_refusal(400, "/verification/verify")
    watch.expect_refusal(429, "/verification/verify")
    person = newcomer()
    page = desk.page("/signup")
    sign_up(page, person)
    first = inbox.code(person.phone)
    lock(page, wrong="000000" if first != "000000" else "111111")
    assert_accessible(page)

    page.get_by_role("button", name="Resend code", exact=True).click()
    expect(page.get_by_label("Verification code")).to_be_enabled()
    expect(page.get_by_text("Maximum attempts reached")).to_be_hidden()
    enter_code(page, inbox.code(person.phone, but=first))
    expect(page).to_have_url(re.compile("/email-verification$"))


def bar(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Session")


def open_settings(browser: BrowserContext) -> Page:
    page = browser.new_page()
    page.goto(SETTINGS)
    expect(page.get_by_role("region", name="Company")).to_be_visible()
    expect(bar(page)).to_be_visible()
    return page


def lock(page: Page, *, wrong: str) -> None:
    for left in (4, 3):
        enter_code(page, wrong)
        expect(page.get_by_text(f"({left} attempts remaining)")).to_be_visible()
    for _ in range(2):
        expect(page.get_by_label("Verification code")).to_have_value("")
        with page.expect_response("**/verification/verify"):
            enter_code(page, wrong)
    expect(page.get_by_label("Verification code")).to_have_value("")
    enter_code(page, wrong)
    expect(page.get_by_text("Too many failed attempts. Please request a new code.")).to_be_visible()
    expect(page.get_by_text("Maximum attempts reached")).to_be_visible()
    expect(page.get_by_label("Verification code")).to_be_disabled()
