"""A code that has run out, and a robot check of another provider, in a system of its own."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import PHONE
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.passing_time import end_codes_of
from tests.browser.people import add_account, add_company
from tests.browser.system import OWNER_EMAIL, System, running_system
from tests.browser.watch import Watch

CODE_SECONDS: Final = 240
SCRIPT: Final = "https://js.hcaptcha.com/1/api.js**"
# The provider's programme as far as a page sees it.
PROGRAMME: Final = """
    window.hcaptcha = {
        render: (host, options) => {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = `Human of ${options.sitekey}`;
            button.onclick = () => { options.callback('passed'); button.textContent = 'Passed'; };
            host.append(button);
            return 'first';
        },
        reset: () => {},
        remove: () => {},
    };
    window[new URL(document.currentScript.src).searchParams.get('onload')]();
"""


@pytest.fixture(scope="module")
def system(chromium: Browser, shared_system: System) -> Iterator[System]:
    with running_system(
        beside=shared_system,
        OTP_TTL=str(CODE_SECONDS),
        OTP_COOLDOWN="1",
        ROBOT_CHECK="hcaptcha",
        ROBOT_CHECK_SITE_KEY="our-site",
        ROBOT_CHECK_SECRET="never-asked-for",
    ) as system:
        yield system


def serve(route: Route) -> None:
    route.fulfill(content_type="text/javascript", body=PROGRAMME)


def test_an_expired_code_is_reported_and_a_new_one_is_accepted(
    desk: Desk, system: System, inbox: Inbox, watch: Watch
) -> None:
    watch.expect_refusal(400, "/verification/verify")
    account = add_account(system, add_company(system))
    page = desk.page("/forgot-password", size=PHONE)
    page.get_by_label("Email").fill(account.email)
    page.get_by_role("button", name="Send code").click()
    # The mail may come before the page does.
    expect(page.get_by_label("Verification code")).to_be_visible()
    code = inbox.code(account.email)
    end_codes_of(system, account.email)
    page.reload()
    expect(page.get_by_text("This code has expired. Request a new one.").first).to_be_visible()
    assert_accessible(page)
    page.get_by_label("Verification code").press_sequentially(code)
    expect(page.get_by_text("Your verification code has expired. Please request a new one.")).to_be_visible()

    page.get_by_role("button", name="Resend code").click()
    expect(page.get_by_text(re.compile(r"^The code expires in [0-4]:\d\d\.$"))).to_be_visible()
    page.get_by_label("Verification code").press_sequentially(inbox.code(account.email, but=code))
    expect(page.get_by_role("heading", name="Reset Password")).to_be_visible()


def test_a_third_party_robot_check_is_allowed_by_the_policy_and_required(desk: Desk) -> None:
    browser = desk.browser()
    browser.route(SCRIPT, serve)
    page = browser.new_page()
    page.goto("/login")
    check = page.get_by_role("group", name="Robot check")
    expect(check.get_by_role("button", name="Human of our-site")).to_be_visible()
    page.get_by_label("Email").fill(OWNER_EMAIL)
    page.get_by_label("Password", exact=True).fill("Whatever-it-was-1")
    page.get_by_role("button", name="Login").click()
    expect(page.get_by_text("Please complete the reCAPTCHA verification")).to_be_visible()
    check.get_by_role("button").click()
    expect(page.get_by_text("Please complete the reCAPTCHA verification")).to_be_hidden()
    assert_accessible(page)


def test_one_that_does_not_come_says_so_and_is_tried_again(desk: Desk, watch: Watch) -> None:
    watch.expect_network_loss()
    browser = desk.browser(size=PHONE)
    browser.route(SCRIPT, lambda route: route.abort())
    page = browser.new_page()
    page.goto("/login")
    expect(page.get_by_text("The robot check could not be loaded.")).to_be_visible()
    assert_accessible(page)
    browser.unroute(SCRIPT)
    browser.route(SCRIPT, serve)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Human of our-site")).to_be_visible()
