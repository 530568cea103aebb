"""Account pages before their scripts have come."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.desk import Desk
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account

OUTLINE = ".outline"
# Of all that is shown but the robot check, which the outline holds a place for.
PLACES = """
    () => [...document.querySelectorAll('h1, main :is(label, button, a, .MuiOutlinedInput-root)')]
        .filter((part) => part.checkVisibility() && part.closest('[aria-label="Robot check"]') === null)
        .map((part) => {
            const { x, y, width, height } = part.getBoundingClientRect();
            return [part.tagName, part.textContent, ...[x, y, width, height].map(Math.round)];
        })
"""
SCRIPTS_BEFORE_THE_PAINT = """
    () => performance.getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js')
            && startTime < performance.getEntriesByName('first-contentful-paint')[0].startTime)
        .map(({ name }) => new URL(name).pathname)
"""
FETCHED_SHEETS = "() => performance.getEntriesByType('resource').filter(({ name }) => /index-.*css/.test(name)).length"
TYPED = "(inputs) => inputs.map((input) => input.value).join('')"


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


@pytest.mark.parametrize(
    ("path", "title", "first", "size"),
    [
        ("/login", "Login", "Email", PHONE),
        ("/login", "Login", "Email", DESKTOP),
        ("/signup", "Sign up", "Full name", PHONE),
        ("/forgot-password", "Forgot your password?", "Email", DESKTOP),
    ],
)
def test_the_outline_is_where_the_page_will_be_and_takes_nothing(
    desk: Desk, path: str, title: str, first: str, size: tuple[int, int]
) -> None:
    page = desk.browser(size=size, theme="dark").new_page()
    release = hold_scripts(page)
    page.goto(path, wait_until="commit")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(title)
    expect(page.locator("body")).to_have_class("dark")
    page.evaluate("document.fonts.ready")
    assert_accessible(page)
    page.locator(f"{OUTLINE} input").first.click(force=True)
    page.keyboard.type("lost@example.com")
    assert (
        page.locator(f"{OUTLINE} input")
        .evaluate_all("(inputs) => inputs.map((input) => input.value).join()")
        .strip(",")
        == ""
    )
    expected = page.evaluate(PLACES)

    release()
    field = page.get_by_label(first, exact=True)
    expect(field).to_be_focused()
    expect(page.locator(OUTLINE)).to_have_count(0)
    expect(heading).to_have_text(title)
    assert page.evaluate(PLACES) == expected


def test_the_link_of_an_invitation_says_what_it_does_before_its_scripts_have_come(desk: Desk, watch: Watch) -> None:
    watch.expect_refusal(400, "/invitations/open")
    page = desk.browser(size=PHONE).new_page()
    release = hold_scripts(page)
    page.goto(f"/invitation#{'a' * 43}", wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your invitation")
    expect(page.get_by_role("status")).to_have_text("Opening your Waymark account…")
    assert_accessible(page)
    release()
    expect(page.get_by_role("heading", level=1)).to_have_text("This link does not work")
    expect(page.locator(OUTLINE)).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/login", "Super Admin Dashboard"),
        ("/signup?apply=northwind", "Sign up to apply"),
        ("/invitation#token", "Your invitation"),
    ],
)
def test_where_another_page_follows_no_outline_is_shown(desk: Desk, admin: Account, path: str, title: str) -> None:
    page = desk.browser(account=None if "apply" in path else admin).new_page()
    release = hold_scripts(page)
    page.goto(path, wait_until="commit")
    expect(page.locator(OUTLINE)).to_be_hidden()
    release()
    expect(page.locator(OUTLINE)).to_have_count(0)
    expect(page.get_by_role("heading", name=title)).to_be_visible()


@pytest.mark.parametrize("path", ["/login", "/signup"])
def test_scripts_are_asked_for_after_the_outline_is_painted(desk: Desk, path: str) -> None:
    page = desk.browser().new_page()
    page.goto(path)
    expect(page.locator(OUTLINE)).to_have_count(0)
    entry = page.locator("script[type=module]").get_attribute("src")
    assert page.evaluate(SCRIPTS_BEFORE_THE_PAINT) == [entry]
    # The sheet's rules are in the document.
    assert page.evaluate(FETCHED_SHEETS) == 0
