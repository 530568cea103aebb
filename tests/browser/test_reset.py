"""A forgotten password, from the sign-in page back to it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible, assert_accessible_in_all_sizes
from tests.browser.chromium import PHONE
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.passing_time import ask_too_often, end_flows_of
from tests.browser.system import System
from tests.browser.waiting import wait_until
from tests.browser.watch import Watch
from tests.browser.ways_in import log_in, pass_robot_check
from tests.fixtures.accounts import Account

NEW_PASSWORD = "Another-hidden-Tarn-6"
DONE = "Password reset successful! Please login with your new password."
OVER = "Your verification session has expired. Please start again."


def test_a_forgotten_password_is_replaced_and_every_session_of_it_is_signed_out(
    desk: Desk, inbox: Inbox, admin: Account, watch: Watch
) -> None:
    watch.expect_end_of_session()
    elsewhere = desk.page("/dashboard/settings", account=admin)
    expect(elsewhere.get_by_role("region", name="Company")).to_be_visible()
    page = desk.page("/login")
    page.get_by_label("Email").fill(admin.email)
    page.get_by_role("link", name="Forgot password?").click()
    assert_accessible(page)
    ask_for_code(page, admin.email, typed_already=True)
    page.get_by_label("Verification code").press_sequentially(inbox.code(admin.email))
    expect(page.get_by_role("heading", name="Reset Password")).to_be_visible()
    refuse_bad_passwords(page, watch)
    set_password(page, NEW_PASSWORD)

    expect(page).to_have_url(re.compile("/login$"))
    expect(page.get_by_text(DONE)).to_be_visible()
    expect(page.get_by_label("Email")).to_have_value(admin.email)
    expect(page.get_by_label("Password", exact=True)).to_be_focused()
    # The other device is notified at once, not at the next click.
    expect(elsewhere.get_by_text("Your password was changed. Please login again.")).to_be_visible()
    wait_until(lambda: is_notified(inbox, admin.email), what="the notice of a changed password")

    log_in(elsewhere, admin.email, admin.password)
    expect(elsewhere.get_by_text("Invalid email or password")).to_be_visible()
    log_in(page, admin.email, NEW_PASSWORD)
    expect(page.get_by_role("heading", name="Verify your email")).to_be_visible()


@pytest.mark.long
def test_an_email_that_is_missing_or_none_is_asked_for(desk: Desk) -> None:
    page = desk.page("/forgot-password")
    for typed, sentence in (("", "Please enter your email address"), ("asha@", "Please enter a valid email address")):
        page.get_by_label("Email").fill(typed)
        page.get_by_role("button", name="Send code").click()
        expect(page.get_by_text(sentence)).to_be_visible()
        expect(page.get_by_label("Email")).to_be_focused()
    assert_accessible_in_all_sizes(page)


@pytest.mark.long
def test_an_unknown_email_meets_the_same_pages(desk: Desk, watch: Watch) -> None:
    watch.expect_refusal(400, "/verification/verify")
    page = desk.page("/forgot-password")
    ask_for_code(page, "unknown@example.org")
    page.get_by_label("Verification code").press_sequentially("123456")
    expect(page.get_by_text("Invalid verification code (4 attempts remaining)")).to_be_visible()
    expect(page.get_by_role("button", name="Use SMS instead")).to_be_hidden()


@pytest.mark.long
def test_a_reset_that_strangers_have_asked_for_too_often_needs_a_robot_check_and_a_long_code(
    desk: Desk, inbox: Inbox, system: System, admin: Account, watch: Watch
) -> None:
    watch.expect_refusal(422, "/password-reset/initiate")
    ask_for_code(desk.page("/forgot-password"), admin.email)
    earlier = inbox.code(admin.email)
    ask_too_often(system, admin.email)
    page = desk.page("/forgot-password", size=PHONE)
    expect(page.get_by_role("group", name="Robot check")).to_be_hidden()
    page.get_by_label("Email").fill(admin.email)
    page.get_by_role("button", name="Send code").click()
    expect(page.get_by_text("Please complete the reCAPTCHA verification")).to_be_visible()
    expect(page.get_by_label("Email")).to_have_value(admin.email)
    pass_robot_check(page)
    page.get_by_role("button", name="Send code").click()
    expect(page.get_by_text("a 12-digit code is on its way to it.")).to_be_visible()
    assert_accessible(page)
    page.get_by_label("Verification code").press_sequentially(inbox.code(admin.email, but=earlier))
    set_password(page, NEW_PASSWORD)
    expect(page.get_by_text(DONE)).to_be_visible()


@pytest.mark.long
def test_five_wrong_codes_lock_the_code_in_every_tab(desk: Desk, inbox: Inbox, admin: Account, watch: Watch) -> None:
    watch.expect_refusal(400, "/verification/verify")
    watch.expect_refusal(429, "/verification/verify")
    page = desk.browser().new_page()
    page.goto("/forgot-password")
    ask_for_code(page, admin.email)
    other = second_tab(page)
    right = inbox.code(admin.email)
    code = page.get_by_label("Verification code")
    for _ in range(5):
        expect(code).to_be_enabled()
        code.press_sequentially("000000" if right != "000000" else "111111")
        expect(code).to_have_value("")
    expect(page.get_by_text("Too many failed attempts. Please request a new code.")).to_be_visible()
    page.bring_to_front()
    assert_accessible(page)
    # The other tab has made no request: it received an event.
    for each in (page, other):
        expect(each.get_by_text("Maximum attempts reached")).to_be_visible()
        expect(each.get_by_label("Verification code")).to_be_disabled()


@pytest.mark.long
def test_a_code_typed_in_one_tab_continues_the_other(desk: Desk, inbox: Inbox, admin: Account) -> None:
    page = desk.browser().new_page()
    page.goto("/forgot-password")
    ask_for_code(page, admin.email)
    other = second_tab(page)
    page.get_by_label("Verification code").press_sequentially(inbox.code(admin.email))
    for each in (page, other):
        expect(each.get_by_role("heading", name="Reset Password")).to_be_visible()


@pytest.mark.long
def test_a_reset_that_took_too_long_starts_again_with_the_email_there(
    desk: Desk, inbox: Inbox, system: System, admin: Account, watch: Watch
) -> None:
    watch.expect_refusal(401, "/verification/*")
    watch.expect_refusal(401, "/password-reset/complete")
    page = desk.page("/forgot-password")
    ask_for_code(page, admin.email)
    code = inbox.code(admin.email)
    expect(page.get_by_label("Verification code")).to_be_focused()
    end_flows_of(system, admin.email)
    # Without the field: the page may find out by itself meanwhile, and take it away.
    page.keyboard.type(code)
    expect(page.get_by_role("heading", name="Start again")).to_be_visible()
    expect(page.get_by_text(OVER)).to_be_visible()
    assert_accessible(page)

    page.get_by_role("link", name="Start the reset again").click()
    ask_for_code(page, admin.email)
    page.get_by_label("Verification code").press_sequentially(inbox.code(admin.email, but=code))
    expect(page.get_by_role("heading", name="Reset Password")).to_be_visible()
    end_flows_of(system, admin.email)
    set_password(page, NEW_PASSWORD)
    expect(page.get_by_text(OVER)).to_be_visible()
    page.get_by_role("link", name="Start the reset again").click()
    expect(page.get_by_label("Email")).to_have_value(admin.email)


def ask_for_code(page: Page, email: str, *, typed_already: bool = False) -> None:
    """From the page that asks for the email to that of its code."""
    expect(page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
    field = page.get_by_label("Email")
    if typed_already:
        expect(field).to_have_value(email)
    else:
        field.fill(email)
    page.get_by_role("button", name="Send code").click()
    expect(page).to_have_url(re.compile("/email-verification$"))
    expect(
        page.get_by_text(re.compile("^If there is an account for .+, a 6-digit code is on its way to it.$"))
    ).to_be_visible()


def second_tab(page: Page) -> Page:
    """The same page once more, as a browser duplicates it: with the state of its entry in the history."""
    other = page.context.new_page()
    other.goto("/login")
    other.evaluate("([state, url]) => history.replaceState(state, '', url)", [page.evaluate("history.state"), page.url])
    other.reload()
    expect(other.get_by_label("Verification code")).to_be_enabled()
    return other


def set_password(page: Page, password: str, *, repeated: str | None = None) -> None:
    page.get_by_label("New password", exact=True).fill(password)
    page.get_by_label("Confirm password", exact=True).fill(repeated or password)
    page.get_by_role("button", name="Reset password").click()


def refuse_bad_passwords(page: Page, watch: Watch) -> None:
    """What the page sees itself, and what only the server knows."""
    watch.expect_refusal(422, "/password-reset/complete")
    for password, repeated, sentence in (
        ("short1A", None, "Password must be at least 8 characters long"),
        ("onlylowercase", None, "Password must be at least medium strength"),
        (NEW_PASSWORD, "Another-hidden-Tarn-7", "Passwords do not match"),
        ("Password1!", None, "This password is one of the most common ones. Please choose another."),
    ):
        set_password(page, password, repeated=repeated)
        expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
    expect(page.get_by_label("New password", exact=True)).to_be_focused()
    assert_accessible(page)


def is_notified(inbox: Inbox, email: str) -> bool | None:
    subjects = (message["subject"] for message in inbox.messages(email))
    return any("password was changed" in subject for subject in subjects) or None
