"""Applicants: they come by the link of a company, and are accepted or declined in the list of people."""

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible, assert_accessible_in_all_sizes
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.newcomers import Newcomer, enter_code, newcomer, sign_up
from tests.fixtures.accounts import Account

REASON = "The course is full; the next one begins in July."


def test_applicants_are_declined_with_a_reason_and_accepted(desk: Desk, inbox: Inbox, admin: Account) -> None:
    office = desk.page("/dashboard/users", account=admin)
    link = office.get_by_role("textbox", name="Application link").input_value()
    first, second = newcomer(), newcomer()
    declined, accepted = (apply(desk, inbox, person, link) for person in (first, second))

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


def apply(desk: Desk, inbox: Inbox, person: Newcomer, link: str) -> Page:
    page = desk.page(link)
    sign_up(page, person)
    enter_code(page, inbox.code(person.email))
    expect(page.get_by_text("is being looked at.")).to_be_visible()
    return page
