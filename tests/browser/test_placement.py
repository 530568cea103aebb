"""An opening from its conditions to a joining that the person confirms, on a desktop and on the trainee's phone."""

import re
from dataclasses import dataclass
from typing import Any

import httpx2
from playwright.sync_api import Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.api_calls import bearer, change_user
from tests.browser.chromium import PHONE
from tests.browser.desk import Desk
from tests.browser.people import add_account, signed_in_state
from tests.browser.system import System
from tests.browser.test_touch_targets import SMALL
from tests.browser.waiting import WAIT_SECONDS
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company


@dataclass(frozen=True, kw_only=True)
class Careers:
    officer: Account
    fits: Account
    fits_not: Account


def _open_careers(system: System, company: Company, admin: Account) -> Careers:
    """A placement officer, two trainees and a field of marks, of which one of them has enough."""
    headers = bearer(signed_in_state(system, admin))
    field: dict[str, Any] = {"label": "12th %", "kind": "number", "ownView": True, "forEmployers": True}
    viewers = ["SUPER_ADMIN", "ADMIN", "MANAGEMENT", "PLACEMENT"]
    answer = httpx2.post(
        f"{system.url}/api/v1/fields", headers=headers, json={**field, "viewers": viewers}, timeout=WAIT_SECONDS
    )
    assert answer.is_success, answer.text
    key = answer.json()["key"]
    trainees = [
        add_account(system, company, Profile.TRAINEE, full_name=name, code=code)
        for name, code in (("Asha Rao", "WE-001"), ("Bina Das", "WE-002"))
    ]
    for trainee, marks in zip(trainees, (72, 58.4), strict=True):
        change_user(system, admin, trainee, method="PUT", change={"fields": {key: marks}})
    officer = add_account(system, company, Profile.PLACEMENT, full_name="Priya Placement")
    return Careers(officer=officer, fits=trainees[0], fits_not=trainees[1])


def _add_opening(page: Page) -> None:
    """An employer, an opening of it, and the condition on marks."""
    page.get_by_role("tab", name="Employers").click()
    page.get_by_role("button", name="Add Employer").click()
    dialog = page.get_by_role("dialog", name="Add employer")
    dialog.get_by_label("Name").fill("Acme Tools")
    dialog.get_by_role("button", name="Add Employer").click()
    expect(page.get_by_role("table", name="Employers").get_by_text("Acme Tools")).to_be_visible()
    assert_accessible(page)

    page.get_by_role("button", name="Add Opening").click()
    dialog = page.get_by_role("dialog", name="Add opening")
    dialog.get_by_label("Employer").select_option("Acme Tools")
    dialog.get_by_label("Title").fill("CNC operator")
    dialog.get_by_label("Seats").fill("2")
    assert_accessible(page)
    dialog.get_by_role("button", name="Add Opening").click()
    expect(page.get_by_text("2 people fit")).to_be_visible()
    page.get_by_role("button", name="Condition").click()
    page.get_by_label("From", exact=True).fill("60")
    page.get_by_role("button", name="Add condition").click()
    expect(page.get_by_text("1 person fits")).to_be_visible()
    page.get_by_role("button", name="Open for Applications").click()
    expect(page.get_by_role("button", name="Open for Applications")).to_have_count(0)


def _make_offer(page: Page) -> None:
    """Shortlist all who fit, and offer the job to Asha Rao."""
    page.get_by_role("button", name="Shortlist All 1").click()
    page.get_by_role("button", name="Shortlist 1 Person").click()
    page.get_by_role("tab", name="Candidates").click()
    page.get_by_role("checkbox", name="Select Asha Rao").check()
    page.get_by_role("button", name="Make Offers").click()
    dialog = page.get_by_role("dialog", name="Make offers")
    expect(dialog.get_by_text("1 person · 2 seats are left.")).to_be_visible()
    dialog.get_by_label("Pay").fill("3,20,000")
    assert_accessible(page)
    dialog.get_by_role("button", name="Make 1 Offer").click()


def _accept(phone: Page) -> None:
    """With two taps, of which the second says what is accepted."""
    phone.get_by_role("button", name="Accept…").click()
    question = phone.get_by_role("alertdialog", name="Accept this offer?")
    expect(question.get_by_text("₹3,20,000 a year")).to_be_visible()
    assert_accessible(phone)
    question.get_by_role("button", name="Accept Offer").click()
    expect(phone.get_by_text("You have accepted the offer.")).to_be_visible()


def _report_joined(page: Page) -> None:
    page.get_by_role("tab", name="Offers").click()
    expect(page.get_by_role("table", name="Offers").get_by_text("Accepted")).to_be_visible()
    page.get_by_role("button", name="Actions for the offer to Asha Rao").click()
    page.get_by_role("menuitem", name="Report as joined").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Report as Joined").click()
    expect(page.get_by_role("table", name="Offers").get_by_text("Joined, reported")).to_be_visible()
    assert_accessible(page)


def test_an_opening_is_made_from_conditions_offered_accepted_on_a_phone_and_its_joining_is_confirmed(
    desk: Desk, system: System, company: Company, admin: Account
) -> None:
    careers = _open_careers(system, company, admin)
    page = desk.page("/dashboard/placement", account=careers.officer)
    _add_opening(page)
    assert_accessible(page)

    other = desk.page("/dashboard/openings", account=careers.fits_not, size=PHONE)
    expect(other.get_by_text("Needs 60 or more in 12th %, you have 58.4")).to_be_visible()
    phone = desk.page("/dashboard/openings", account=careers.fits, size=PHONE)
    expect(phone.get_by_text("You fit")).to_be_visible()
    assert_accessible(phone)
    assert phone.evaluate(SMALL) == []

    _make_offer(page)
    _accept(phone)
    _report_joined(page)
    phone.get_by_role("button", name="Yes, I Have Joined").click()
    expect(page.get_by_role("table", name="Offers").get_by_text("Joined, confirmed")).to_be_visible()

    figures = desk.page("/dashboard/placement?tab=figures", account=admin)
    figures.get_by_role("link", name="1 Joined, confirmed, Acme Tools").click()
    expect(figures).to_have_url(re.compile("offer=confirmed"))
    people = figures.get_by_role("table", name="People")
    expect(people.get_by_text("Asha Rao")).to_be_visible()
    expect(people.get_by_text("Bina Das")).to_have_count(0)
    expect(figures.get_by_role("button", name="Remove filter: Offer: Joined, confirmed")).to_be_visible()
