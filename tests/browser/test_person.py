"""One person: the panel beside the list, the page with all fields, and an email that is confirmed."""

import re
from datetime import UTC, datetime
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible, assert_accessible_in_all_sizes
from tests.browser.chromium import BOTH_SIZES, DESKTOP
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.user_pages import MANAGE, row
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

NEW_EMAIL: Final = "tara.corrected@example.com"
NEW_PHONE: Final = "9200000017"


@pytest.fixture
def tara(system: System, company: Company, admin: Account) -> Account:
    """A trainee who has logged in once."""
    signed_in = {"last_sign_in_at": datetime.now(UTC), "email_verified_at": datetime.now(UTC)}
    return add_account(system, company, Profile.TRAINEE, full_name="Tara Trainee", **signed_in)


def test_a_wrong_phone_and_email_are_corrected_and_the_email_is_confirmed_from_the_mail(
    desk: Desk, admin: Account, tara: Account, inbox: Inbox
) -> None:
    page = desk.page(MANAGE, account=admin)
    panel = open_panel(page, "Tara Trainee")
    assert_accessible(page)
    panel.get_by_role("link", name="Edit all fields").click()
    expect(page.get_by_role("textbox", name="Email", exact=True)).to_have_value(tara.email)
    expect(page.get_by_text("Nothing was sent yet.")).to_be_visible()
    assert_accessible_in_all_sizes(page)
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    width, height = DESKTOP
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_label("Phone", exact=True).fill(NEW_PHONE)
    page.get_by_role("textbox", name="Email", exact=True).fill(NEW_EMAIL)
    page.get_by_role("button", name="Save Changes").click()
    expect(page.get_by_text("Saved:")).to_be_visible()
    expect(page.locator("ins", has_text=f"+91{NEW_PHONE}")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel the change")).to_be_visible()
    expect(page.get_by_text(NEW_EMAIL)).to_be_visible()

    theirs = desk.page(inbox.link(NEW_EMAIL, "/confirm-email"))
    expect(theirs).to_have_url(re.compile("/confirm-email$"))
    theirs.get_by_role("button", name="Confirm this address").click()
    expect(theirs.get_by_role("heading", name="Email confirmed")).to_be_visible()
    assert_accessible(theirs)

    expect(page.get_by_role("button", name="Cancel the change")).to_be_hidden()
    page.get_by_role("link", name="Manage Users").click()
    expect(row(page, NEW_EMAIL)).to_contain_text(f"+91{NEW_PHONE}")


@pytest.mark.long
@pytest.mark.usefixtures("tara")
@BOTH_SIZES
def test_the_panel_is_accessible_and_gives_the_focus_back(desk: Desk, admin: Account, size: tuple[int, int]) -> None:
    page = desk.page(MANAGE, account=admin, size=size)
    panel = open_panel(page, "Tara Trainee")
    for part in ("Details", "Invitation", "Batches", "Sessions", "Messages", "Activity"):
        expect(panel.get_by_role("region", name=part)).to_be_visible()
    expect(panel.get_by_text("Nothing was sent yet.")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.get_by_role("link", name="Tara Trainee")).to_be_focused()


@pytest.mark.long
def test_two_edits_of_one_person_meet_and_neither_is_lost(
    desk: Desk, system: System, company: Company, admin: Account, tara: Account, watch: Watch
) -> None:
    watch.expect_refusal(409, "/users/*")
    second = add_account(system, company, Profile.SUPER_ADMIN, full_name="Sana Second")
    address = f"/dashboard/users/people/{tara.id}"
    mine, theirs = desk.page(address, account=admin), desk.page(address, account=second)
    mine.get_by_label("Work location").fill("Mumbai")
    mine.get_by_label("Phone", exact=True).fill(NEW_PHONE)
    theirs.get_by_label("Work location").fill("Delhi")
    theirs.get_by_role("button", name="Save Changes").click()
    expect(theirs.get_by_text("Saved:")).to_be_visible()

    mine.get_by_role("button", name="Save Changes").click()
    expect(mine.get_by_text(re.compile("^Sana Second changed Work location on "))).to_be_visible()
    clash = mine.get_by_role("group", name="Work location: yours or theirs")
    expect(clash).to_contain_text("YoursMumbaiTheirsDelhi")
    assert_accessible(mine)
    clash.get_by_role("button", name="Take theirs").click()
    mine.get_by_role("button", name="Save Changes").click()
    expect(mine.get_by_text("Saved:")).to_be_visible()
    expect(mine.get_by_label("Work location")).to_have_value("Delhi")
    expect(mine.get_by_label("Phone", exact=True)).to_have_value(f"+91{NEW_PHONE}")


@pytest.mark.long
def test_the_page_of_a_link_that_is_over_is_accessible(desk: Desk, watch: Watch) -> None:
    watch.expect_refusal(400, "/users/email/confirm")
    page = desk.page("/confirm-email#abc")
    expect(page.get_by_role("button", name="Confirm this address")).to_be_enabled()
    assert_accessible_in_all_sizes(page)
    page.get_by_role("button", name="Confirm this address").click()
    expect(page.get_by_role("heading", name="This link does not work")).to_be_visible()


def open_panel(page: Page, name: str) -> Locator:
    page.get_by_role("link", name=name).click()
    panel = page.get_by_role("dialog", name=name)
    expect(panel).to_be_visible()
    return panel
