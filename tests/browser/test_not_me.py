"""From the mail about a new factor to a new password, for an owner who has not added it."""

import re

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import PHONE
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.passkey_device import PasskeyDevice, local_state, local_url
from tests.browser.system import System
from tests.browser.waiting import click_in_mail, wait_until
from tests.fixtures.accounts import Account


def test_a_factor_that_was_added_by_another_is_taken_back(
    desk: Desk, system: System, inbox: Inbox, admin: Account
) -> None:
    thief = desk.browser(state=local_state(system, admin)).new_page()
    device = PasskeyDevice.of(thief)
    thief.goto(f"{local_url(system)}/dashboard/profile")
    thief.get_by_role("button", name="Add a passkey").click()
    thief.get_by_role("dialog", name="Add a passkey").get_by_label("Name").fill("Planted")
    thief.get_by_role("dialog", name="Add a passkey").get_by_role("button", name="Continue").click()
    thief.get_by_role("button", name="I have kept them").click()
    # The login page, where the thief ends up, would ask for it by itself.
    device.touch(is_there=False)
    wait_until(lambda: inbox.messages(admin.email), what="the notice")

    owner = desk.browser(size=PHONE)
    mail = owner.new_page()
    mail.goto(f"/dev/inbox?to={admin.email}")
    with owner.expect_page() as opened:
        click_in_mail(mail, link="That was not me")
    page = opened.value
    expect(page.get_by_role("heading", name="Was it not you?", level=1)).to_be_visible()
    expect(page).not_to_have_url(re.compile("#"))
    assert_accessible(page)
    page.get_by_role("button", name="That was not me").click()
    expect(page.get_by_role("heading", name="Your account was logged out", level=1)).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="The second factor Planted was removed.")).to_be_visible()
    expect(thief).to_have_url(re.compile("/login"))
    page.get_by_role("link", name="Choose a new password").click()
    expect(page.get_by_label("Email")).to_have_value(admin.email)
