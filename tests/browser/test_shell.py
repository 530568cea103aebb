"""The frame around every signed-in page."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.api_calls import set_position
from tests.browser.chromium import PHONE
from tests.browser.desk import Desk
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

# The class of the body at every moment from the first paint on.
RECORD_THEMES = """
    window.themes = [];
    const record = () => {
        if (document.body) window.themes.push(document.body.classList.contains('dark') ? 'dark' : 'light');
        requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
"""


@pytest.mark.long
def test_the_sidebar_stays_as_it_was_left_for_the_browser_session(desk: Desk, admin: Account) -> None:
    page = desk.page("/dashboard", account=admin)
    toggle = page.get_by_role("button", name="Toggle menu")
    expect(toggle).to_have_attribute("aria-expanded", "true")
    toggle.click()
    expect(toggle).to_have_attribute("aria-expanded", "false")
    # Only icons are left, and each still has its name.
    sidebar = page.get_by_role("navigation", name="Main")
    expect(sidebar.get_by_role("link", name="User Management")).to_be_visible()
    page.reload()
    expect(toggle).to_have_attribute("aria-expanded", "false")
    assert_accessible(page)


def test_the_theme_is_kept_over_a_reload_and_shown_from_the_first_moment(desk: Desk, admin: Account) -> None:
    page = desk.browser(account=admin).new_page()
    page.goto("/dashboard")
    body = page.locator("body")
    expect(body).to_have_class("light")
    page.get_by_role("button", name="Switch to the dark theme").click()
    expect(body).to_have_class("dark")
    page.add_init_script(RECORD_THEMES)
    page.reload()
    expect(page.get_by_role("button", name="Switch to the light theme")).to_be_visible()
    assert set(page.evaluate("window.themes")) == {"dark"}
    assert page.evaluate("localStorage.getItem('theme')") == "dark"


@pytest.mark.long
def test_without_a_choice_the_theme_is_the_system_s(desk: Desk) -> None:
    page = desk.browser(theme="dark").new_page()
    page.goto("/")
    expect(page.locator("body")).to_have_class("dark")
    page.emulate_media(color_scheme="light")
    expect(page.locator("body")).to_have_class("light")


@pytest.mark.long
def test_logging_out_is_asked_about_and_ends_every_tab(desk: Desk, admin: Account, watch: Watch) -> None:
    watch.expect_end_of_session()
    browser = desk.browser(account=admin)
    other = browser.new_page()
    other.goto("/dashboard/settings")
    expect(other.get_by_role("region", name="Company")).to_be_visible()
    page = browser.new_page()
    page.goto("/dashboard")
    dialog = ask_to_log_out(page)
    assert_accessible(page)
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    ask_to_log_out(page).get_by_role("button", name="Logout").click()
    expect(page.get_by_text("Successfully logged out")).to_be_visible()
    expect(page).to_have_url(re.compile("/login$"))
    expect(other.get_by_role("heading", name="Login")).to_be_visible()


def test_on_a_phone_the_sidebar_is_a_drawer(desk: Desk, admin: Account) -> None:
    page = desk.page("/dashboard", account=admin, size=PHONE)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    page.get_by_role("button", name="Toggle menu").click()
    assert_accessible(page)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="User Management").click()
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    expect(page).to_have_url(re.compile("/dashboard/users$"))


def test_an_address_that_is_no_page_says_so_and_leads_back(desk: Desk, watch: Watch) -> None:
    watch.expect_refusal(404, "*/nowhere")
    page = desk.page("/nowhere")
    expect(page.get_by_role("heading", name="Unexpected Application Error!")).to_be_visible()
    expect(page.get_by_text("404 Not Found")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Go to the start page").click()
    expect(page.get_by_role("heading", name="Guiding Every Step To Success")).to_be_visible()


@pytest.mark.long
def test_a_changed_profile_moves_menu_and_page_at_once(
    desk: Desk, system: System, company: Company, admin: Account
) -> None:
    trainee = add_account(system, company, Profile.TRAINEE)
    browser = desk.browser(account=trainee)
    page = browser.new_page()
    with page.expect_websocket():
        page.goto("/dashboard")
    expect(page.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()
    set_position(system, admin, trainee, role="HR", profile="MANAGEMENT")
    expect(page.get_by_text("Your access has changed. You are now Management (HR).")).to_be_visible()
    expect(page.get_by_role("heading", name="Management Dashboard")).to_be_visible()
    expect(page.get_by_role("navigation", name="Main").get_by_role("link")).to_have_text(
        ["Dashboard", "User Management"]
    )


def ask_to_log_out(page: Page) -> Locator:
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("menuitem", name="Logout").click()
    return page.get_by_role("alertdialog", name="Log out?")
