"""Logging in at the company's own provider, in another process and on another origin."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.desk import Desk
from tests.browser.passing_time import age_proofs_of
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account
from tests.fixtures.provider_process import running_provider

DOMAIN = "harbour-sso.example"
EMAIL = f"asha@{DOMAIN}"
PERSON = {"sub": "person-7", "email": EMAIL, "email_verified": True, "name": "Asha Verma"}


@pytest.fixture
def issuer(tmp_path: Path) -> Iterator[str]:
    with running_provider(tmp_path, PERSON) as issuer:
        yield issuer


def connect(desk: Desk, admin: Account, *, issuer: str) -> None:
    """On the settings page."""
    page = desk.page("/dashboard/settings", account=admin)
    part = page.get_by_role("region", name="Single sign-on")
    expect(part.get_by_text("/api/v1/login/sso/callback/")).to_be_visible()
    part.get_by_role("button", name="Add connection").click()
    part.get_by_label("Name", exact=True).fill("Harbour ID")
    part.get_by_label("Issuer").fill(issuer)
    part.get_by_label("Client ID").fill("waymark")
    part.get_by_label("Client secret", exact=True).fill("secret")
    part.get_by_label("Email domains").fill(DOMAIN)
    part.get_by_label("People without an account").select_option("TRAINEE")
    assert_accessible(page)
    part.get_by_role("button", name="Save").click()
    expect(part.get_by_text(f"Proved: {DOMAIN}")).to_be_visible()
    part.get_by_role("button", name="Test this connection").click()
    expect(part.get_by_text("The provider answers as it should.")).to_be_visible()
    assert_accessible(page)


def open_login(desk: Desk) -> Page:
    """In a browser of which the provider's page gets its style sheet without a network."""
    browser = desk.browser()
    browser.route("https://cdn.jsdelivr.net/**", answer_with_no_style)
    page = browser.new_page()
    page.goto("/login")
    return page


def answer_with_no_style(route: Route) -> None:
    route.fulfill(status=200, content_type="text/css", body="")


def test_a_person_logs_in_at_the_company_s_provider(
    desk: Desk, system: System, watch: Watch, admin: Account, issuer: str
) -> None:
    connect(desk, admin, issuer=issuer)
    page = open_login(desk)

    page.get_by_label("Email").fill(EMAIL)
    offer = page.get_by_role("link", name="Continue with Harbour ID")
    expect(offer).to_be_visible()
    assert_accessible(page)
    offer.click()
    page.get_by_role("button", name="person-7").click()

    expect(page.get_by_text("Successfully logged in.")).to_be_visible()
    expect(page).to_have_url(f"{system.url}/dashboard")
    watch.expect_refusal(403, "/auth/factors/totp")
    prove_at_provider(page, system)
    log_out_everywhere(page, system)


def prove_at_provider(page: Page, system: System) -> None:
    """The change is pressed again once the browser is back."""
    age_proofs_of(system, EMAIL)
    page.goto("/dashboard/profile")
    part = page.get_by_role("region", name="Login and security")
    expect(part.get_by_text("Login by Harbour ID: linked since")).to_be_visible()
    part.get_by_role("button", name="Add authenticator app").click()
    dialog = page.get_by_role("dialog", name="Confirm it is you")
    expect(dialog.get_by_role("button", name="Confirm with Harbour ID")).to_be_visible()
    assert_accessible(page)
    dialog.get_by_role("button", name="Confirm with Harbour ID").click()
    page.get_by_role("button", name="person-7").click()
    expect(page.get_by_text("Confirmed. Please repeat the change.")).to_be_visible()
    expect(page).to_have_url(f"{system.url}/dashboard/profile")
    part.get_by_role("button", name="Add authenticator app").click()
    expect(page.get_by_role("img", name="QR code for the authenticator app")).to_be_visible()
    page.keyboard.press("Escape")


def log_out_everywhere(page: Page, system: System) -> None:
    """Here, and then where the provider asks for it."""
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("menuitem", name="Logout").click()
    page.get_by_role("alertdialog", name="Log out?").get_by_role("button", name="Logout").click()
    page.get_by_role("button", name="End session").click()
    expect(page).to_have_url(f"{system.url}/login")
    expect(page.get_by_label("Password", exact=True)).to_be_visible()
