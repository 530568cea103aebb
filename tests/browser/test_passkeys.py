"""Passkeys: added, used to log in, as a second factor, and to confirm a dangerous act."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.desk import Desk
from tests.browser.passkey_device import PasskeyDevice, age_proofs, give_passkey, local_state, local_url
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.browser.ways_in import log_in, log_out
from tests.fixtures.accounts import Account
from tests.fixtures.authenticator import Authenticator

BUTTON: Final = "Log in with a passkey"
DASHBOARD: Final = "Super Admin Dashboard"


@pytest.fixture
def page(desk: Desk) -> Page:
    """A new machine."""
    return desk.browser().new_page()


def open_login(page: Page, system: System) -> None:
    """By a name to which passkeys can belong; once the email field offers them."""
    with page.expect_response("**/login/passkey/options"):
        page.goto(f"{local_url(system)}/login")


def choose_passkey(page: Page, device: PasskeyDevice) -> None:
    """In the window of the browser, not in the field."""
    device.touch()
    page.get_by_role("button", name=BUTTON).click()


def test_a_passkey_logs_in_by_the_button_alone_and_is_the_second_step_after_a_password(
    page: Page, system: System, admin: Account, watch: Watch
) -> None:
    device = PasskeyDevice.of(page, automaticPresenceSimulation=False)
    device.put(give_passkey(system, admin))
    open_login(page, system)
    expect(page.get_by_role("button", name=BUTTON)).to_be_visible()
    assert_accessible(page)
    choose_passkey(page, device)
    expect(page.get_by_role("heading", name=DASHBOARD)).to_be_visible()

    watch.expect_end_of_session()
    device.touch(is_there=False)
    log_out(page)
    log_in(page, admin.email, admin.password)
    expect(page).to_have_url(re.compile("/confirm-login$"))
    expect(page.get_by_role("button", name="Use your passkey")).to_be_visible()
    assert_accessible(page)
    device.touch()
    page.get_by_role("button", name="Use your passkey").click()
    expect(page.get_by_role("heading", name=DASHBOARD)).to_be_visible()


@pytest.mark.long
def test_a_passkey_that_is_chosen_in_the_email_field_logs_in(page: Page, system: System, admin: Account) -> None:
    device = PasskeyDevice.of(page)
    device.put(give_passkey(system, admin))
    page.goto(f"{local_url(system)}/login")
    expect(page.get_by_role("heading", name=DASHBOARD)).to_be_visible()


@pytest.mark.long
def test_a_passkey_that_is_not_registered_is_refused(page: Page, system: System, admin: Account, watch: Watch) -> None:
    watch.expect_refusal(401, "/login/passkey")
    device = PasskeyDevice.of(page, automaticPresenceSimulation=False)
    device.put(Authenticator(rp_id="localhost", user_handle=admin.id.bytes))
    open_login(page, system)
    choose_passkey(page, device)
    expect(page.get_by_role("alert").filter(has_text="This passkey was not accepted.")).to_be_visible()
    expect(page).to_have_url(re.compile("/login$"))


@pytest.mark.long
def test_a_copied_passkey_is_refused(page: Page, system: System, admin: Account, watch: Watch) -> None:
    watch.expect_refusal(401, "/login/passkey")
    device = PasskeyDevice.of(page, automaticPresenceSimulation=False)
    registered = give_passkey(system, admin, sign_count=40)
    device.put(registered.copy(sign_count=3))
    open_login(page, system)
    choose_passkey(page, device)
    expect(page.get_by_role("alert").filter(has_text="This passkey was not accepted.")).to_be_visible()


def test_a_passkey_is_added_confirms_an_act_and_is_removed(
    desk: Desk, system: System, admin: Account, watch: Watch
) -> None:
    watch.expect_refusal(403, "/auth/factors/*")
    page = desk.browser(state=local_state(system, admin)).new_page()
    device = PasskeyDevice.of(page)
    page.goto(f"{local_url(system)}/dashboard/profile")
    page.get_by_role("button", name="Add a passkey").click()
    dialog = page.get_by_role("dialog", name="Add a passkey")
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_text("Please give the passkey a name")).to_be_visible()
    dialog.get_by_label("Name").fill("My laptop")
    assert_accessible(page)
    dialog.get_by_role("button", name="Continue").click()
    codes = page.get_by_role("dialog", name="Keep your recovery codes")
    expect(codes.get_by_role("list", name="Recovery codes").get_by_role("listitem")).to_have_count(10)
    codes.get_by_role("button", name="I have kept them").click()
    factors = page.get_by_role("list", name="Second factors")
    expect(factors.get_by_role("listitem")).to_contain_text("My laptop")
    assert len(device.passkeys()) == 1

    page.get_by_role("button", name="Add a passkey").click()
    dialog.get_by_label("Name").fill("The same again")
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_text("This device already has a passkey for your account.")).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()

    age_proofs(system, admin)
    page.get_by_role("button", name="Remove My laptop").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    proof = page.get_by_role("dialog", name="Confirm it is you")
    proof.get_by_role("button", name="Use your passkey").click()
    expect(factors).to_be_hidden()
