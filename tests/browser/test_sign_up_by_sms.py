"""Signing up where there is a provider for SMS: the phone comes first. A system of its own, with a short cooldown."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import PHONE
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.newcomers import enter_code, newcomer, register_company, sign_up
from tests.browser.system import System, running_system
from tests.browser.watch import Watch


@pytest.fixture(scope="module")
def system(chromium: Browser, shared_system: System) -> Iterator[System]:
    with running_system(beside=shared_system, SMS_URL="capture:", OTP_COOLDOWN="3") as system:
        yield system


def test_the_phone_is_verified_and_then_the_email(desk: Desk, inbox: Inbox) -> None:
    person = newcomer()
    page = desk.page("/signup", size=PHONE)
    sign_up(page, person)
    expect(page).to_have_url(re.compile("/sms-verification$"))
    expect(page.get_by_text(f"Sent to {person.phone}")).to_be_visible()
    expect(page.get_by_text("Code 1 of 2")).to_be_visible()
    assert_accessible(page)
    enter_code(page, inbox.code(person.phone))

    expect(page).to_have_url(re.compile("/email-verification$"))
    expect(page.get_by_text(f"Sent to {person.email}")).to_be_visible()
    expect(page.get_by_label("Verification code")).to_have_value("")
    enter_code(page, inbox.code(person.email))
    expect(page.get_by_role("heading", name="Your company")).to_be_visible()
    register_company(page, name="Harbour Institute")
    expect(page.get_by_text("Account created successfully! Welcome to Waymark!")).to_be_visible()


def test_the_channel_can_be_switched_and_the_email_alone_is_enough(desk: Desk, inbox: Inbox) -> None:
    person = newcomer()
    page = desk.page("/signup")
    sign_up(page, person)
    page.get_by_role("button", name="Use email instead").click()
    expect(page).to_have_url(re.compile("/email-verification$"))
    expect(page.get_by_text(f"Sent to {person.email}")).to_be_visible()
    page.get_by_role("button", name="Use SMS instead").click()
    expect(page).to_have_url(re.compile("/sms-verification$"))
    page.get_by_role("button", name="Use email instead").click()
    expect(page).to_have_url(re.compile("/email-verification$"))
    enter_code(page, inbox.code(person.email))
    expect(page.get_by_role("heading", name="Your company")).to_be_visible()


@pytest.mark.long
def test_five_wrong_codes_lock_the_entry_until_a_new_one_is_sent(desk: Desk, inbox: Inbox, watch: Watch) -> None:
    watch.expect_refusal(400, "/verification/verify")
    watch.expect_refusal(429, "/verification/verify")
    person = newcomer()
    page = desk.page("/signup")
    sign_up(page, person)
    first = inbox.code(person.phone)
    lock(page, wrong="000000" if first != "000000" else "111111")
    assert_accessible(page)

    page.get_by_role("button", name="Resend code", exact=True).click()
    expect(page.get_by_label("Verification code")).to_be_enabled()
    expect(page.get_by_text("Maximum attempts reached")).to_be_hidden()
    enter_code(page, inbox.code(person.phone, but=first))
    expect(page).to_have_url(re.compile("/email-verification$"))


def lock(page: Page, *, wrong: str) -> None:
    for left in (4, 3):
        enter_code(page, wrong)
        expect(page.get_by_text(f"({left} attempts remaining)")).to_be_visible()
    for _ in range(2):
        expect(page.get_by_label("Verification code")).to_have_value("")
        with page.expect_response("**/verification/verify"):
            enter_code(page, wrong)
    expect(page.get_by_label("Verification code")).to_have_value("")
    enter_code(page, wrong)
    expect(page.get_by_text("Too many failed attempts. Please request a new code.")).to_be_visible()
    expect(page.get_by_text("Maximum attempts reached")).to_be_visible()
    expect(page.get_by_label("Verification code")).to_be_disabled()
