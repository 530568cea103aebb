"""A live connection for each tab, and what keeps it up."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.api_calls import set_position
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.held_work import held_import
from tests.browser.import_pages import expect_results, figure, start, upload
from tests.browser.network import Network, running_network
from tests.browser.people import add_account, signed_in_state
from tests.browser.system import System, running_system
from tests.browser.user_pages import MANAGE, row
from tests.browser.waiting import wait_until
from tests.browser.watch import Watch
from tests.browser.ways_in import log_out
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

# If each wait doubled the last, the next would take longer than a test waits.
MANY_ATTEMPTS: Final = 8


@pytest.fixture(scope="module")
def network() -> Iterator[Network]:
    with running_network() as network:
        yield network


@pytest.fixture(scope="module")
def system(chromium: Browser, network: Network, shared_system: System) -> Iterator[System]:
    with running_system(beside=shared_system, ALLOWED_ORIGINS=network.url) as system:
        network.target = system.settings.port
        yield replace(system, url=network.url)


@pytest.fixture(autouse=True)
def _no_connection_left(network: Network) -> None:
    """The connections of the test before are closed."""
    wait_for_sockets(network, 0)


@pytest.mark.long
def test_each_tab_has_a_connection_and_receives_events_also_when_one_is_closed(
    desk: Desk, network: Network, system: System, company: Company, admin: Account
) -> None:
    trainee = add_account(system, company, Profile.TRAINEE)
    browser = desk.browser(account=trainee)
    tabs = [open_dashboard(browser, "Trainee Dashboard") for _ in range(3)]
    wait_for_sockets(network, 3)
    tabs.pop(0).close()
    wait_for_sockets(network, 2)
    set_position(system, admin, trainee, role="HR", profile="MANAGEMENT")
    for tab in tabs:
        expect(tab.get_by_role("heading", name="Management Dashboard")).to_be_visible()
        tab.close()
    wait_for_sockets(network, 0)


@pytest.mark.long
def test_another_user_of_the_same_browser_receives_their_own_events(
    desk: Desk, network: Network, system: System, company: Company, admin: Account, watch: Watch
) -> None:
    watch.expect_end_of_session()
    trainee = add_account(system, company, Profile.TRAINEE)
    browser = desk.browser(account=admin)
    tabs = [open_dashboard(browser, "Super Admin Dashboard") for _ in range(2)]
    wait_for_sockets(network, 2)
    log_out(tabs[0])
    expect(tabs[1].get_by_role("heading", name="Login")).to_be_visible()
    wait_for_sockets(network, 0)

    stored = signed_in_state(system, trainee)["origins"][0]["localStorage"]
    for tab in tabs:
        tab.evaluate("(items) => items.forEach(({ name, value }) => localStorage.setItem(name, value))", stored)
        tab.goto("/dashboard")
        expect(tab.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()
    wait_for_sockets(network, 2)
    set_position(system, admin, trainee, role="HR", profile="MANAGEMENT")
    for tab in tabs:
        expect(tab.get_by_role("heading", name="Management Dashboard")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    "news",
    ["window.dispatchEvent(new Event('online'))", ""],
    ids=["notified", "found out"],
)
def test_after_the_network_was_away_the_connection_is_soon_back_and_the_page_catches_up(
    desk: Desk,
    network: Network,
    system: System,
    company: Company,
    admin: Account,
    watch: Watch,
    news: str,
) -> None:
    watch.expect_network_loss()
    browser = desk.browser(account=admin)
    page = browser.new_page()
    page.goto(MANAGE)
    expect(row(page, admin.full_name)).to_be_visible()
    wait_for_sockets(network, 1)
    network.go_away()
    wait_for_attempts(network)
    add_account(system, company, Profile.TRAINEE, full_name="Asha Meanwhile")
    network.come_back()
    page.evaluate(news)
    wait_for_sockets(network, 1)
    expect(row(page, "Asha Meanwhile")).to_be_visible()


@pytest.mark.long
def test_an_import_s_page_catches_up_after_the_network_was_away(
    desk: Desk, network: Network, system: System, admin: Account, watch: Watch, tmp_path: Path
) -> None:
    watch.expect_network_loss()
    rows = [person() for _ in range(600)]
    browser = desk.browser(account=admin)
    page = browser.new_page()
    page.goto("/dashboard/users/imports/new")
    upload(page, people_file(tmp_path / "intake.csv", rows))
    with held_import(system, email=rows[-1]["email"]):
        start(page)
        expect(figure(page, "Created")).to_have_text("500")
        network.go_away()
        wait_for_attempts(network)
    # The session continues.
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    network.come_back()
    expect_results(page)
    expect(figure(page, "Users Created")).to_have_text("600")
    wait_for_sockets(network, 1)


def open_dashboard(browser: BrowserContext, title: str) -> Page:
    page = browser.new_page()
    page.goto("/dashboard")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    return page


def wait_for_attempts(network: Network) -> None:
    wait_until(lambda: network.attempts >= MANY_ATTEMPTS or None, what="attempts to connect")


def wait_for_sockets(network: Network, count: int) -> None:
    wait_until(
        lambda: network.sockets == count or None,
        what=f"{count} live connections, of which there are {network.sockets}",
    )
