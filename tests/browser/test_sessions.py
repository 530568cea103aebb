"""Sessions in the browser: over several tabs, over several devices, and after their end."""

import re
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, WebSocketRoute, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.api_calls import change_user, set_position
from tests.browser.chromium import PHONE
from tests.browser.clocks import stretched
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.passing_time import SessionRow, end_sessions_of, end_token, sessions_of, wait_for_fresh_token
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.user_pages import NewUser, fill_in, open_form
from tests.browser.waiting import wait_in
from tests.browser.watch import Watch
from tests.browser.ways_in import expect_no_session, log_in, log_out
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

EXPIRED: Final = "Your session has expired. Please login again."
REFRESH: Final = "**/api/v1/auth/refresh-token"
SETTINGS: Final = "/dashboard/settings"
# The event that a sleeping machine receives when it wakes.
WAKE: Final = "window.dispatchEvent(new Event('online'))"
# A tab that finds the storage cleared waits so long for the reason from another tab.
REASON_MILLISECONDS: Final = 200
# A slow or held call is not repeated, and its lock not broken.
WITHOUT_TIME_LIMITS: Final = f"AbortSignal.timeout = () => new AbortController().signal; {stretched(10_000)}"
WITHOUT_LOCKS: Final = "Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })"


@pytest.mark.parametrize(
    ("script", "calls"),
    [("", 1), pytest.param(WITHOUT_LOCKS, 2, marks=pytest.mark.long)],
    ids=["in turn", "without locks"],
)
def test_two_tabs_that_refresh_at_once_keep_one_lineage(
    desk: Desk, system: System, admin: Account, watch: Watch, script: str, calls: int
) -> None:
    watch.expect_end_of_session()
    browser = desk.browser(account=admin)
    browser.add_init_script(script)
    browser.add_init_script(WITHOUT_TIME_LIMITS)
    tabs = [open_settings(browser), open_settings(browser)]
    refreshes = count(browser, "/api/v1/auth/refresh-token")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if len(held) < calls:
            held.append(route)
        else:
            route.continue_()

    browser.route(REFRESH, hold)
    end_token(tabs[0])
    for tab in tabs:
        tab.evaluate(WAKE)
    wait_in(tabs[0], lambda: len(held) >= calls, what="the calls")
    # One too many would come now; on a slow machine the counts below find it.
    tabs[0].wait_for_timeout(1000)
    for route in held:
        route.continue_()

    for tab in tabs:
        wait_for_fresh_token(tab)
        # Whatever they hold, it opens every door.
        tab.bring_to_front()
        tab.goto("/dashboard/profile")
        expect(tab.get_by_text("This device")).to_be_visible()
    assert len(refreshes) == calls
    assert sessions_of(system, admin) == [SessionRow(generation=1, end_reason=None)]


@pytest.mark.parametrize(
    "cut", [pytest.param("/nothing", marks=pytest.mark.long), "**/socket.io/**"], ids=["live", "without a connection"]
)
def test_signing_out_in_one_tab_ends_the_other_at_once(desk: Desk, admin: Account, watch: Watch, cut: str) -> None:
    watch.expect_end_of_session()
    browser = desk.browser(account=admin)
    browser.route_web_socket(cut, refuse)
    other = open_settings(browser)
    page = open_settings(browser)
    log_out(page)
    expect(other.get_by_role("heading", name="Login")).to_be_visible()
    # The user has signed out: no notice of an end, and no way back.
    for tab in (page, other):
        expect(tab).to_have_url(re.compile("/login$"))
        expect_no_session(tab)


def test_a_device_is_signed_out_from_another_one(desk: Desk, admin: Account, watch: Watch) -> None:
    watch.expect_end_of_session()
    lost = open_settings(desk.browser(account=admin))
    page = desk.page("/dashboard", account=admin, size=PHONE)
    open_profile_on_phone(page)
    devices = page.get_by_role("list", name="Devices")
    expect(devices.get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("region", name="Your details").get_by_text(admin.email)).to_be_visible()
    assert_accessible(page)
    devices.get_by_role("button", name=re.compile("^Log out Chromium")).click()
    dialog = page.get_by_role("alertdialog", name="Log out Chromium?")
    expect(dialog).to_contain_text("127.0.0.1")
    assert_accessible(page)
    dialog.get_by_role("button", name="Log Out").click()

    expect(lost.get_by_text("You were logged out from another device.")).to_be_visible()
    expect(lost).to_have_url(re.compile(r"/login\?session=expired$"))
    expect(page.get_by_text("The device has been logged out")).to_be_visible()
    expect(devices.get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_text("No other devices are logged in.")).to_be_visible()
    expect(devices).to_be_focused()


@pytest.mark.long
def test_all_other_devices_are_signed_out_and_this_one_stays(
    desk: Desk, system: System, admin: Account, watch: Watch
) -> None:
    watch.expect_end_of_session()
    others = [open_settings(desk.browser(account=admin)) for _ in range(2)]
    page = desk.page("/dashboard/profile", account=admin)
    page.get_by_role("button", name="Log out all others").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Log Out All").click()
    expect(page.get_by_text("All other devices have been logged out")).to_be_visible()
    for other in others:
        expect(other.get_by_role("heading", name="Login")).to_be_visible()
    page.reload()
    expect(page.get_by_role("list", name="Devices").get_by_role("listitem")).to_have_count(1)
    assert sorted(row.end_reason or "" for row in sessions_of(system, admin)) == ["", "revoked", "revoked"]


@pytest.mark.long
def test_after_its_end_a_session_is_found_over_at_the_first_touch_and_the_sign_in_leads_back(
    desk: Desk, system: System, inbox: Inbox, admin: Account, watch: Watch
) -> None:
    watch.expect_end_of_session()
    browser = desk.browser(account=admin, size=PHONE)
    frames: list[str] = []
    browser.on(
        "page",
        lambda page: page.on(
            "websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame)))
        ),
    )
    page = open_settings(browser, path=f"{SETTINGS}?from=here#there")
    # Once the live connection is open, the page sends nothing by itself.
    wait_in(page, lambda: any("session:state" in frame for frame in frames), what="the live connection")
    end_sessions_of(system, admin)
    end_token(page)
    # Nothing happens without activity.
    expect(page.get_by_role("region", name="Company")).to_be_visible()
    page.keyboard.press("Shift")

    expect(page.get_by_text(EXPIRED)).to_be_visible()
    expect(page.get_by_text("Log in again to continue where you were.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/login\?session=expired$"))
    page.get_by_role("button", name="Close notification").click()
    expect(page.get_by_text(EXPIRED)).to_be_hidden()
    log_in(page, admin.email, admin.password)
    page.get_by_label("Verification code").press_sequentially(inbox.code(admin.email))
    expect(page.get_by_role("region", name="Company")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/dashboard/settings\?from=here#there$"))


@pytest.mark.long
def test_the_end_of_a_token_is_not_the_end_of_the_session(
    desk: Desk, system: System, admin: Account, watch: Watch
) -> None:
    watch.expect_end_of_session()
    browser = desk.browser(account=admin)
    browser.add_init_script(WITHOUT_TIME_LIMITS)
    page = open_settings(browser)
    end_token(page)
    refreshed = count(browser, "/api/v1/auth/refresh-token")
    page.reload()
    expect(page.get_by_role("region", name="Company")).to_be_visible()
    wait_for_fresh_token(page)
    page.goto("/dashboard/profile")
    expect(page.get_by_text("This device")).to_be_visible()
    assert len(refreshed) == 1
    assert sessions_of(system, admin) == [SessionRow(generation=1, end_reason=None)]


@pytest.mark.long
def test_the_place_is_remembered_over_the_sign_in_unless_it_is_the_dashboard(
    desk: Desk, inbox: Inbox, admin: Account, watch: Watch
) -> None:
    watch.expect_end_of_session()
    page = desk.page("/dashboard/users")
    expect(page).to_have_url(re.compile("/login$"))
    log_in(page, admin.email, admin.password)
    page.get_by_label("Verification code").press_sequentially(inbox.code(admin.email))
    expect(page).to_have_url(re.compile("/dashboard/users$"))
    # Once the company's time zone is known, which is not this browser's, every page is drawn anew: a menu would close.
    page.wait_for_function("() => localStorage.getItem('region') !== null")
    log_out(page)
    page.goto("/dashboard")
    expect(page).to_have_url(re.compile("/login$"))
    assert page.evaluate("history.state?.usr ?? null") is None


@pytest.mark.long
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
    expect(page.get_by_label("Date of birth")).to_have_value("12/03/1999")


@pytest.mark.long
@pytest.mark.parametrize(
    ("method", "change", "sentence"),
    [
        ("PUT", {"isActive": False}, "This account has been deactivated. Please contact your administrator."),
        ("DELETE", None, "This account no longer exists."),
    ],
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


def open_settings(browser: BrowserContext, *, path: str = SETTINGS) -> Page:
    page = browser.new_page()
    # Entering brings a new token; what is done to tokens is done once that is kept.
    with page.expect_response("**/api/v1/auth/extend-session") as extended:
        page.goto(path)
    page.wait_for_function("token => localStorage.authToken === token", arg=extended.value.json()["authToken"])
    expect(page.get_by_role("region", name="Company")).to_be_visible()
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


def open_profile_on_phone(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("button", name="Toggle menu").click()
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("menuitem", name="Profile").click()
    expect(page.get_by_role("heading", name="Profile", level=1)).to_be_visible()


def refuse(socket: WebSocketRoute) -> Any:
    return socket.close()


def count(browser: BrowserContext, path: str) -> list[Request]:
    """Grows with every request for the path."""
    seen: list[Request] = []
    browser.on("request", lambda request: seen.append(request) if path in request.url else None)
    return seen
