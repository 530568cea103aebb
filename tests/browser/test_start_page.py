"""The pages that the build has drawn, and the application that takes their place."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.desk import Desk
from tests.browser.ways_in import pass_robot_check
from tests.fixtures.accounts import Account


def test_a_login_that_is_sent_before_its_scripts_have_come_is_sent_by_them(desk: Desk, admin: Account) -> None:
    page = desk.browser(theme="dark").new_page()
    release = hold_scripts(page)
    page.goto("/login", wait_until="commit")
    expect(page.locator("body")).to_have_class("dark")
    page.get_by_label("Email").fill(admin.email)
    page.get_by_label("Password", exact=True).fill(admin.password)
    page.get_by_label("Password", exact=True).press("Enter")
    expect(page).to_have_url(re.compile("/login$"))
    release()
    expect(page.get_by_role("alert").filter(has_text="Please complete the reCAPTCHA verification")).to_be_visible()
    pass_robot_check(page)
    page.get_by_role("button", name="Login", exact=True).click()
    # The password was right: this browser is a new one.
    expect(page.get_by_role("heading", name="Verify your email")).to_be_visible()


def test_a_forgotten_password_takes_along_the_email_that_was_typed_before_the_scripts_have_come(desk: Desk) -> None:
    page = desk.browser().new_page()
    release = hold_scripts(page)
    page.goto("/login", wait_until="commit")
    page.get_by_label("Email").fill("asha@example.org")
    page.get_by_role("link", name="Forgot password?").click()
    expect(page).to_have_url(re.compile("/login$"))
    release()
    expect(page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
    expect(page.get_by_label("Email")).to_have_value("asha@example.org")


def test_what_is_typed_before_the_scripts_have_come_stays_where_it_is(desk: Desk) -> None:
    page = desk.browser().new_page()
    release = hold_scripts(page)
    page.goto("/login", wait_until="commit")
    page.get_by_label("Password", exact=True).fill("Half a pass")
    drawn = page.locator("[data-form]")
    expect(drawn).to_be_visible()
    release()
    expect(drawn).to_have_count(0)
    expect(page.get_by_label("Password", exact=True)).to_be_focused()
    page.keyboard.type("word")
    expect(page.get_by_label("Password", exact=True)).to_have_value("Half a password")
    expect(page.get_by_label("Email")).to_have_value("")


def test_a_form_of_more_than_texts_takes_nothing_until_its_scripts_have_come(desk: Desk) -> None:
    page = desk.browser(theme="dark").new_page()
    release = hold_scripts(page)
    page.goto("/signup", wait_until="commit")
    drawn = page.locator("div[inert]")
    expect(drawn.locator("h1")).to_be_visible()
    expect(page.locator("body")).to_have_class("dark")
    drawn.locator("input").first.focus()
    page.keyboard.type("lost@example.com")
    expect(drawn.locator("input").first).to_have_value("")
    release()
    expect(page.get_by_label("Email", exact=True)).to_be_editable()
    expect(drawn).to_have_count(0)


def test_a_signed_in_browser_is_shown_no_login_before_its_dashboard(desk: Desk, admin: Account) -> None:
    page = desk.browser(account=admin).new_page()
    release = hold_scripts(page)
    page.goto("/login", wait_until="commit")
    expect(page.locator("[data-form]")).to_be_hidden()
    release()
    expect(page.get_by_role("heading", name="Super Admin Dashboard")).to_be_visible()


def test_the_theme_is_one_over_all_pages(desk: Desk) -> None:
    page = desk.browser().new_page()
    page.goto("/")
    toggle(page, "dark")
    page.get_by_role("link", name="Terms of use").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Terms & Conditions")
    expect(page.locator("body")).to_have_class("dark")
    page.goto("/login")
    toggle(page, "light")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Terms & Conditions")
    expect(page.locator("body")).to_have_class("light")
    expect(page.get_by_role("button", name="Switch to the dark theme")).to_be_visible()


def test_the_theme_of_a_drawn_page_waits_for_what_will_remember_it(desk: Desk) -> None:
    page = desk.browser().new_page()
    release = hold_scripts(page)
    page.goto("/", wait_until="commit")
    drawn = page.locator("button[inert][title='Switch to the dark theme']")
    expect(drawn).to_be_visible()
    drawn.click(force=True)
    expect(page.locator("body")).to_have_class("light")
    release()
    toggle(page, "dark")


@pytest.mark.long
def test_a_choice_in_another_tab_is_followed(desk: Desk) -> None:
    browser = desk.browser()
    page, other = browser.new_page(), browser.new_page()
    page.goto("/")
    other.goto("/privacy")
    toggle(other, "dark")
    expect(page.locator("body")).to_have_class("dark")
    other.evaluate("localStorage.clear()")
    expect(page.locator("body")).to_have_class("light")


def test_drawn_pages_are_read_without_scripts(desk: Desk) -> None:
    context = desk.kept.chromium.new_context(java_script_enabled=False, base_url=desk.system.url)
    desk.contexts.append(context)
    page = context.new_page()
    for path in ("/terms", "/privacy", "/"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()


def hold_scripts(page: Page) -> Callable[[], None]:
    """No script comes until the function that this returns is called."""
    held: list[Route] = []
    released = False

    def hold(route: Route) -> None:
        if released:
            route.continue_()
        else:
            held.append(route)

    def release() -> None:
        nonlocal released
        released = True
        for route in held:
            route.continue_()

    page.route("**/assets/*.js", hold)
    return release


def toggle(page: Page, theme: str) -> None:
    page.get_by_role("button", name=f"Switch to the {theme} theme").click()
    expect(page.locator("body")).to_have_class(theme)
    other = "light" if theme == "dark" else "dark"
    expect(page.get_by_role("button", name=f"Switch to the {other} theme")).to_be_visible()
    assert page.evaluate("localStorage.getItem('theme')") == theme
