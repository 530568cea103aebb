"""A browser without a network, and scripts that do not come."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.desk import Desk
from tests.browser.user_pages import choose_day, open_form
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account

OFFLINE = "You are offline. Pages that you have opened still work"

STORED_BY_THE_WORKER = """
    async () => {
        const caching = (await caches.keys()).map((name) => caches.open(name));
        const requests = await Promise.all(caching.map(async (cache) => (await cache).keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname);
    }
"""


def documents_of(page: Page) -> list[str]:
    """Fills with the address of each document that the page loads from now on."""
    loaded: list[str] = []
    page.on("domcontentloaded", lambda shown: loaded.append(shown.url))
    return loaded


def test_without_a_network_the_form_stays_and_what_is_missing_comes_with_it(
    desk: Desk, admin: Account, watch: Watch
) -> None:
    page = desk.browser(account=admin).new_page()
    page.goto("/dashboard/users")
    open_form(page)
    page.get_by_label("Full name").fill("Meera Iyer")
    documents = documents_of(page)
    watch.expect_network_loss()
    page.context.set_offline(True)
    expect(page.get_by_role("alert").filter(has_text=OFFLINE)).to_be_visible()

    page.get_by_label("Date of birth").click()
    calendar = page.get_by_role("dialog", name="Calendar: date of birth")
    expect(calendar).to_contain_text("You are offline, and the calendar is not on this device yet.")
    page.get_by_role("combobox", name="Date of birth").press("ArrowDown")
    expect(calendar.get_by_role("button", name="Try again")).to_be_focused()
    page.context.set_offline(False)
    expect(calendar.get_by_role("grid").locator(":focus")).to_be_visible()
    page.keyboard.press("Escape")
    choose_day(page, year=1999, month="March", day="12 March 1999")
    expect(page.get_by_label("Full name")).to_have_value("Meera Iyer")

    page.context.set_offline(True)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    assert_accessible(page)
    page.context.set_offline(False)
    expect(page.get_by_role("region", name="Company")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text=OFFLINE)).to_be_hidden()
    assert documents == []


def test_a_page_that_is_loaded_anew_without_a_network_is_ours_and_nothing_private_is_stored(
    desk: Desk, admin: Account, watch: Watch
) -> None:
    page = desk.browser(account=admin, has_worker=True).new_page()
    page.goto("/dashboard/users")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    # The worker sees what is loaded from now on.
    page.reload()
    expect(page.get_by_role("heading", name="User Management")).to_be_visible()
    watch.expect_network_loss()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="User Management")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="Network error")).to_be_visible()
    page.context.set_offline(False)
    # Where the connection was there sooner, the list has been fetched again, and the button has gone.
    page.get_by_role("button", name="Try again").evaluate_all("buttons => buttons.forEach((each) => each.click())")
    expect(page.get_by_role("alert").filter(has_text="Network error")).to_be_hidden()
    stored = page.evaluate(STORED_BY_THE_WORKER)
    assert {path.rpartition("/")[0] for path in stored} == {"", "/assets"}
    assert set(stored) >= {"/index.html", "/theme.js", "/mark.svg"}


@pytest.mark.long
def test_a_script_that_is_missing_reloads_nothing_and_comes_when_asked_again(desk: Desk, watch: Watch) -> None:
    watch.expect_network_loss()
    page = desk.browser().new_page()
    documents = documents_of(page)
    page.route("**/assets/altcha-*", lambda route: route.abort())
    page.goto("/login")
    expect(page.get_by_text("The robot check could not be loaded.")).to_be_visible()
    assert len(documents) == 1
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("altcha-widget")).to_be_visible()
    assert len(documents) == 1
