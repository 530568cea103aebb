"""The owner's way in, and out."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.people import add_account
from tests.browser.system import OWNER_EMAIL, OWNER_PASSWORD, System
from tests.browser.watch import Watch
from tests.browser.ways_in import expect_no_session, log_in, log_out
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company


def test_the_owner_signs_in_by_a_code_and_next_time_on_this_device_without_one(
    desk: Desk, inbox: Inbox, watch: Watch
) -> None:
    watch.expect_end_of_session()
    page = desk.page("/")
    expect(page.get_by_role("heading", name="Guiding Every Step To Success")).to_be_visible()
    assert_accessible(page)

    page.get_by_role("link", name="Login").first.click()
    log_in(page, OWNER_EMAIL, OWNER_PASSWORD)
    expect(page).to_have_url(re.compile("/email-verification$"))
    expect(page.get_by_text("Sent to o***r@example.com")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile(r"Resend code in (2:00|[01]:\d\d)"))).to_be_disabled()
    assert_accessible(page)

    page.get_by_label("Verification code").press_sequentially(inbox.code(OWNER_EMAIL))
    expect(page.get_by_role("heading", name="Super Admin Dashboard")).to_be_visible()
    expect(page.get_by_text("Successfully logged in.")).to_be_visible()

    log_out(page)
    expect(page).to_have_url(re.compile("/login$"))
    expect_no_session(page)

    log_in(page, OWNER_EMAIL, OWNER_PASSWORD)
    expect(page.get_by_role("heading", name="Super Admin Dashboard")).to_be_visible()


@pytest.mark.long
def test_a_wrong_password_is_refused_without_saying_which_part_was_wrong(desk: Desk, watch: Watch) -> None:
    watch.expect_refusal(401, "/login/authenticate")
    page = desk.page("/login")
    for email in (OWNER_EMAIL, "unknown@example.com"):
        log_in(page, email, "Quite-another-77")
        expect(page.get_by_role("alert").filter(has_text="Invalid email or password")).to_be_visible()
        # Nothing typed is lost, and the robot check, which is good for one try, is asked for anew.
        expect(page.get_by_label("Email")).to_have_value(email)
        expect(page.get_by_text("I'm not a robot")).to_be_visible()


@pytest.mark.long
def test_a_wrong_code_says_how_many_tries_are_left_and_takes_the_right_one_after_that(
    desk: Desk, inbox: Inbox, admin: Account, watch: Watch
) -> None:
    watch.expect_refusal(400, "/verification/verify")
    page = desk.page("/login")
    log_in(page, admin.email, admin.password)
    code = page.get_by_label("Verification code")
    expect(page.get_by_text("Sent to")).to_be_visible()
    right = inbox.code(admin.email)
    for left in (4, 3):
        code.press_sequentially("000000" if right != "000000" else "111111")
        expect(page.get_by_role("alert").filter(has_text=f"({left} attempts remaining)")).to_be_visible()
        expect(code).to_have_value("")
    code.press_sequentially("12")
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("Please enter a valid 6-digit OTP")).to_be_visible()
    assert_accessible(page)
    code.fill("")
    code.press_sequentially(right)
    expect(page.get_by_role("heading", name="Super Admin Dashboard")).to_be_visible()


@pytest.mark.long
def test_the_code_can_come_by_sms_to_a_phone_that_is_verified(
    desk: Desk, inbox: Inbox, system: System, company: Company
) -> None:
    account = add_account(system, company, phone_verified_at=datetime.now(UTC))
    page = desk.page("/login")
    log_in(page, account.email, account.password)
    page.get_by_role("button", name="Use SMS instead").click()
    expect(page).to_have_url(re.compile("/sms-verification$"))
    expect(page.get_by_text(f"Sent to +91********{account.phone[-2:]}")).to_be_visible()
    page.get_by_label("Verification code").press_sequentially(inbox.code(account.phone))
    expect(page.get_by_role("heading", name="Super Admin Dashboard")).to_be_visible()


@pytest.mark.long
def test_a_page_of_a_flow_leads_to_its_first_when_there_is_no_flow(desk: Desk) -> None:
    page = desk.page("/company-info")
    expect(page).to_have_url(re.compile("/signup$"))
    for path in ("/email-verification", "/sms-verification", "/reset-password", "/dashboard/users"):
        page.goto(path)
        expect(page).to_have_url(re.compile("/login$"))
        expect(page.get_by_role("heading", name="Login")).to_be_visible()
