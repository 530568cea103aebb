"""A robot check of another provider, in a system of its own."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import PHONE
from tests.browser.desk import Desk
from tests.browser.system import OWNER_EMAIL, System, running_system
from tests.browser.watch import Watch

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
        ROBOT_CHECK="hcaptcha",
        ROBOT_CHECK_SITE_KEY="our-site",
        ROBOT_CHECK_SECRET="never-asked-for",
    ) as system:
        yield system


def serve(route: Route) -> None:
    route.fulfill(content_type="text/javascript", body=PROGRAMME)


@pytest.mark.long
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


@pytest.mark.long
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
