"""From the button of an invitation to a dashboard of one's own."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible, assert_accessible_in_all_sizes
from tests.browser.api_calls import import_people
from tests.browser.chromium import BOTH_SIZES, PHONE
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.passkey_device import PasskeyDevice, local_url
from tests.browser.system import System
from tests.browser.waiting import click_in_mail
from tests.browser.watch import Watch
from tests.browser.ways_in import log_out
from tests.fixtures.accounts import Account

PASSWORD = "My-own-Footpath-31"
OPEN = "/invitations/open"


@pytest.fixture
def email(system: System, admin: Account, inbox: Inbox, tmp_path: Path) -> str:
    """Of a person who was imported and invited."""
    row = person()
    import_people(system, admin, people_file(tmp_path / "one.csv", [row]))
    inbox.temporary_password(row["email"])
    return str(row["email"])


def link_of(inbox: Inbox, email: str) -> str:
    found = re.search(r"/invitation\S*#\S+", str(inbox.messages(email)[0]["text"]))
    assert found is not None
    return found[0]


def choose_password(page: Page) -> None:
    """By the keyboard alone: the first field has the focus."""
    expect(page.get_by_label("New password", exact=True)).to_be_focused()
    page.keyboard.type(PASSWORD)
    page.get_by_label("Confirm password", exact=True).focus()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")


@BOTH_SIZES
def test_the_mail_s_button_leads_to_the_dashboard(desk: Desk, inbox: Inbox, email: str, size: tuple[int, int]) -> None:
    """One tap in the mail, one on the form."""
    browser = desk.browser(size=size)
    mail = browser.new_page()
    mail.goto(f"/dev/inbox?to={email}")
    expect(mail.get_by_text(inbox.temporary_password(email)).first).to_be_visible()
    assert_accessible(mail)
    with browser.expect_page() as opened:
        click_in_mail(mail, link="Choose your password")
    page = opened.value
    expect(page.get_by_role("heading", name="Choose your password", level=1)).to_be_visible()
    expect(page.get_by_text(re.compile(f"You log in with {re.escape(email)} and this password"))).to_be_visible()
    expect(page).not_to_have_url(re.compile("#"))
    assert_accessible(page)
    choose_password(page)
    expect(page.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()


@pytest.mark.long
def test_a_link_that_has_set_a_password_says_so_calmly(desk: Desk, inbox: Inbox, email: str, watch: Watch) -> None:
    link = link_of(inbox, email)
    page = desk.page(link)
    choose_password(page)
    expect(page.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()

    watch.expect_refusal(400, OPEN)
    elsewhere = desk.page(link)
    expect(elsewhere.get_by_role("heading", name="This link does not work")).to_be_visible()
    expect(elsewhere.get_by_text("Please ask your administrator to invite you again.")).to_be_visible()
    assert_accessible_in_all_sizes(elsewhere)
    elsewhere.get_by_role("link", name="Log in").click()
    expect(elsewhere.get_by_role("heading", name="Login")).to_be_visible()


@pytest.mark.long
def test_where_another_account_is_logged_in_it_is_left_first(
    desk: Desk, inbox: Inbox, email: str, admin: Account
) -> None:
    page = desk.page("/dashboard", account=admin)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(link_of(inbox, email))
    expect(page.get_by_text(f"You are logged in as {admin.email} in this browser.")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Log out and continue").click()
    expect(page.get_by_role("heading", name="Choose your password")).to_be_visible()
    choose_password(page)
    expect(page.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()


@pytest.mark.long
def test_a_page_that_is_reloaded_in_between_continues(desk: Desk, inbox: Inbox, email: str) -> None:
    page = desk.page(link_of(inbox, email))
    expect(page.get_by_role("heading", name="Choose your password")).to_be_visible()
    page.reload()
    choose_password(page)
    expect(page.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()


@pytest.mark.long
def test_a_passkey_takes_the_place_of_the_password(desk: Desk, system: System, inbox: Inbox, email: str) -> None:
    page = desk.browser(size=PHONE).new_page()
    device = PasskeyDevice.of(page)
    page.goto(f"{local_url(system)}{link_of(inbox, email)}")
    expect(page.get_by_role("button", name="Use a passkey instead")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.get_by_role("heading", name="Keep your recovery codes")).to_be_visible()
    expect(page.get_by_role("list", name="Recovery codes").get_by_role("listitem")).to_have_count(10)
    assert len(device.passkeys()) == 1
    assert_accessible(page)
    page.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()
    page.goto(f"{local_url(system)}/dashboard/profile")
    expect(page.get_by_text("You have no password and do not need one.")).to_be_visible()
    log_out(page)
    # The login page offers the passkey in its first field.
    expect(page.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()
