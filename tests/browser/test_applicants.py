"""Applicants are accepted or declined in the list of people; test_sign_up.py has how they come."""

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible, assert_accessible_in_all_sizes
from tests.browser.desk import Desk
from tests.browser.people import add_account
from tests.browser.system import System
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

REASON = "The course is full; the next one begins in July."


def test_applicants_are_declined_with_a_reason_and_accepted(
    desk: Desk, system: System, company: Company, admin: Account
) -> None:
    first, second = (add_account(system, company, None) for _ in range(2))
    declined, accepted = (open_portal(desk, applicant) for applicant in (first, second))
    office = desk.page("/dashboard/users", account=admin)
    expect(office.get_by_role("textbox", name="Application link")).to_have_value(re.compile(r"/apply/company-\d+$"))
    office.get_by_role("link", name="See the applicants").click()
    rows = office.get_by_role("table").get_by_role("row").filter(has_text="Applicant")
    expect(rows).to_have_count(2)
    assert_accessible_in_all_sizes(office)
    # The last of the sizes is a phone's.
    rows = office.get_by_role("list", name="People").get_by_role("listitem")
    rows.filter(has_text=first.email).get_by_role("checkbox").check()
    office.get_by_role("button", name="Actions").click()
    office.get_by_role("menuitem", name="Decline applicants").click()
    office.get_by_role("textbox", name="Reason").fill(REASON)
    assert_accessible(office)
    office.get_by_role("dialog").get_by_role("button", name="Decline").click()
    expect(rows).to_have_count(1)
    rows.get_by_role("button", name="More for").click()
    office.get_by_role("menuitem", name="Accept").click()
    assert_accessible(office)
    office.get_by_role("dialog").get_by_role("button", name="Accept").click()
    expect(office.get_by_text("No users match your search criteria.")).to_be_visible()

    declined.reload()
    expect(declined.get_by_text(REASON)).to_be_visible()
    assert_accessible(declined)
    expect(accepted.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()


def open_portal(desk: Desk, applicant: Account) -> Page:
    page = desk.page("/applicant-dashboard", account=applicant)
    expect(page.get_by_text("We have your application.")).to_be_visible()
    return page
