"""An authenticator app: added, asked for at a login, replaced by a recovery code, removed; demanded by a company."""

import re
from typing import Final

import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import BOTH_SIZES, PHONE
from tests.browser.desk import Desk
from tests.browser.passkey_device import age_proofs
from tests.browser.people import add_account
from tests.browser.second_factors import demand_of_everyone, forget_steps
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.browser.ways_in import log_in, log_out
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

DASHBOARD: Final = "Super Admin Dashboard"


def add_app(page: Page) -> tuple[str, list[str]]:
    """On the profile page; the secret of the app and its recovery codes, as the page shows them."""
    page.get_by_role("button", name="Add authenticator app").click()
    scan = page.get_by_role("dialog", name="Step 1 of 3: scan")
    expect(scan.get_by_role("img", name="QR code for the authenticator app")).to_be_visible()
    assert_accessible(page)
    secret = scan.get_by_role("code").inner_text().replace(" ", "")
    scan.get_by_role("button", name="Continue").click()
    field = page.get_by_label("Code that the app shows")
    expect(field).to_be_focused()
    field.fill("12 34")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Enter the 6 digits that the app shows")).to_be_visible()
    assert_accessible(page)
    code = pyotp.TOTP(secret).now()
    # As an app writes it.
    field.fill(f"{code[:3]} {code[3:]}")
    page.keyboard.press("Enter")
    kept = page.get_by_role("dialog", name="Step 3 of 3: keep your recovery codes")
    shown = kept.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    expect(shown).to_have_count(10)
    codes = shown.all_inner_texts()
    assert_accessible(page)
    with page.expect_download() as saved:
        kept.get_by_role("button", name="Download").click()
    assert [line for line in saved.value.path().read_text().splitlines() if "-" in line] == codes
    kept.get_by_role("button", name="I have kept them").click()
    return secret, codes


def type_code_of_app(page: Page, system: System, account: Account, *, secret: str) -> None:
    """At a login: a wrong one first."""
    expect(page).to_have_url(re.compile("/confirm-login$"))
    field = page.get_by_label("Code of the app")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("autocomplete", "one-time-code")
    expect(field).to_have_attribute("inputmode", "numeric")
    assert_accessible(page)
    page.keyboard.type("000000")
    expect(page.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    forget_steps(system, account)
    page.keyboard.type(pyotp.TOTP(secret).now())
    expect(page.get_by_role("heading", name=DASHBOARD)).to_be_visible()


def remove_app(page: Page, system: System, account: Account, *, secret: str) -> None:
    """On the profile page, long after the last proof."""
    page.goto("/dashboard/profile")
    expect(page.get_by_text("9 recovery codes left.")).to_be_visible()
    age_proofs(system, account)
    page.get_by_role("button", name=re.compile("^Remove ")).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    proof = page.get_by_role("dialog", name="Confirm it is you")
    expect(proof.get_by_label("Code of your authenticator app")).to_be_focused()
    assert_accessible(page)
    forget_steps(system, account)
    page.keyboard.type(pyotp.TOTP(secret).now())
    page.keyboard.press("Enter")
    expect(page.get_by_text("It has been removed")).to_be_visible()
    expect(page.get_by_role("list", name="Second factors")).to_be_hidden()


@BOTH_SIZES
def test_an_app_is_added_asked_for_and_removed(
    desk: Desk, system: System, admin: Account, watch: Watch, *, size: tuple[int, int]
) -> None:
    watch.expect_end_of_session()
    watch.expect_refusal(400, "/verification/verify")
    watch.expect_refusal(403, "/auth/factors/*")
    page = desk.browser(account=admin, size=size).new_page()
    page.goto("/dashboard/profile")
    secret, recovery_codes = add_app(page)
    expect(page.get_by_role("list", name="Second factors").get_by_role("listitem")).to_contain_text("Authenticator app")
    log_out(page)

    log_in(page, admin.email, admin.password)
    type_code_of_app(page, system, admin, secret=secret)
    log_out(page)

    log_in(page, admin.email, admin.password)
    page.get_by_role("button", name="Use a recovery code").click()
    expect(page.get_by_label("Recovery code")).to_be_focused()
    assert_accessible(page)
    page.keyboard.type(recovery_codes[0].upper().replace("-", " "))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=DASHBOARD)).to_be_visible()
    remove_app(page, system, admin, secret=secret)


@pytest.mark.long
def test_a_demanded_factor_is_set_up_before_anything_else(
    desk: Desk, system: System, company: Company, watch: Watch
) -> None:
    watch.expect_refusal(403, "/*")
    demand_of_everyone(system, company)
    person = add_account(system, company)
    page = desk.browser(account=person, size=PHONE).new_page()
    page.goto("/dashboard/users?tab=manage")
    expect(page).to_have_url(re.compile("/dashboard/profile$"))
    demand = page.get_by_text("Your company asks you for a second step.")
    expect(demand).to_be_visible()
    assert_accessible(page)
    page.goto("/dashboard")
    expect(demand).to_be_visible()
    expect(page).to_have_url(re.compile("/dashboard/profile$"))
    add_app(page)
    expect(page.get_by_role("heading", name=DASHBOARD)).to_be_visible()
    expect(demand).to_be_hidden()
