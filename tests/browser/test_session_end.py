"""The last minutes of a session, and what every tab shows when another user ends it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.api_calls import change_user, set_position
from tests.browser.chromium import PHONE
from tests.browser.clocks import stretched, wrong_by
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.passing_time import end_sessions_of, end_token
from tests.browser.people import add_account
from tests.browser.system import System, running_system
from tests.browser.user_pages import NewUser, fill_in, open_form
from tests.browser.waiting import wait_in
from tests.browser.watch import Watch
from tests.browser.ways_in import expect_no_session, log_in
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

# The shortest there is: its last minute begins at once.
TOKEN_SECONDS: Final = 60
SETTINGS: Final = "/dashboard/settings"
# A tab that finds the storage cleared waits so long for the reason from another tab.
REASON_MILLISECONDS: Final = 200
LAST_MINUTE: Final = re.compile(r"You will be logged out in (1:00|0:[1-5]\d)")
ENDS: Final = [
    ("PUT", {"isActive": False}, "This account has been deactivated. Please contact your administrator."),
    ("DELETE", None, "This account no longer exists."),
]


@pytest.fixture(scope="module")
def system(chromium: Browser, shared_system: System) -> Iterator[System]:
    with running_system(beside=shared_system, ACCESS_TOKEN_TTL=str(TOKEN_SECONDS)) as system:
        yield system


@pytest.mark.parametrize("minutes", [pytest.param(-20, marks=pytest.mark.long), 20], ids=["behind", "ahead"])
def test_the_last_minute_is_counted_by_the_server_s_clock_and_one_can_stay(
    desk: Desk, admin: Account, minutes: int
) -> None:
    browser = desk.browser(account=admin)
    browser.add_init_script(wrong_by(minutes))
    page = open_settings(browser)
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


def test_after_the_end_the_same_person_finds_the_form_as_it_was(
    desk: Desk, system: System, inbox: Inbox, admin: Account, watch: Watch
) -> None:
    watch.expect_end_of_session()
    page = desk.page("/dashboard/users", account=admin)
    open_form(page)
    fill_in(page, NewUser(full_name="Kiran Rao", email="kiran.rao@example.com", phone="9512345678"))
    end_sessions_of(system, admin)
    end_token(page)
    # A machine that slept over it wakes.
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Your session has expired. Please login again.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/login\?session=expired$"))

    log_in(page, admin.email, admin.password)
    page.get_by_label("Verification code").press_sequentially(inbox.code(admin.email))
    expect(page).to_have_url(re.compile("/dashboard/users/new$"))
    expect(page.get_by_label("Full name")).to_have_value("Kiran Rao")
    expect(page.get_by_label("Email", exact=True)).to_have_value("kiran.rao@example.com")
    expect(page.get_by_label("Date of birth")).to_have_value("03/12/1999")


@pytest.mark.parametrize(
    ("method", "change", "sentence"),
    [ENDS[0], pytest.param(*ENDS[1], marks=pytest.mark.long)],
    ids=["deactivated", "deleted"],
)
def test_an_end_by_an_administrator_reaches_every_tab_and_device_with_its_reason(
    desk: Desk,
    system: System,
    company: Company,
    admin: Account,
    watch: Watch,
    method: str,
    change: dict[str, Any] | None,
    sentence: str,
) -> None:
    watch.expect_end_of_session()
    trainee = add_account(system, company, Profile.TRAINEE, last_sign_in_at=datetime.now(UTC))
    browser = desk.browser(account=trainee)
    browser.add_init_script(stretched(REASON_MILLISECONDS))
    tabs = [open_dashboard(browser), open_dashboard(browser), open_dashboard(desk.browser(account=trainee))]
    change_user(system, admin, trainee, method=method, change=change)
    for tab in tabs:
        expect(tab).to_have_url(re.compile(r"/login\?session=expired$"))
        expect(tab.get_by_text(sentence)).to_be_visible()


@pytest.mark.long
def test_a_demotion_reaches_every_tab_and_device_and_is_announced(
    desk: Desk, system: System, company: Company, admin: Account, watch: Watch
) -> None:
    # What a page has just asked for, it may not have any more.
    watch.expect_refusal(403, "/*")
    manager = add_account(system, company, Profile.MANAGEMENT)
    browser = desk.browser(account=manager)
    tabs = [open_dashboard(browser), open_dashboard(browser), open_dashboard(desk.browser(account=manager))]
    set_position(system, admin, manager, role="TRAINEE", profile="TRAINEE")
    for tab in tabs:
        expect(tab.get_by_text("Your access has changed. You are now Trainee")).to_be_visible()
        expect(tab.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()


def bar(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Session")


def open_settings(browser: BrowserContext) -> Page:
    page = browser.new_page()
    page.goto(SETTINGS)
    expect(page.get_by_text("Settings Coming Soon")).to_be_visible()
    expect(bar(page)).to_be_visible()
    return page


def open_dashboard(browser: BrowserContext) -> Page:
    """With its live connection, by which the reason of an end comes."""
    page = browser.new_page()
    frames: list[str | bytes] = []

    def note(frame: str | bytes) -> None:
        frames.append(frame)

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    page.goto("/dashboard")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    wait_in(page, lambda: any("session:state" in str(frame) for frame in frames), what="the live connection")
    return page
