"""Many users at once: filtered, selected, put into a batch; views, columns and keys of the list."""

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import BOTH_SIZES
from tests.browser.desk import Desk
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.user_pages import MANAGE
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

PUNE: Final = 12


@pytest.fixture
def people(system: System, company: Company, admin: Account) -> None:
    """Twelve trainees of Pune after the administrator, then one of Nashik."""
    for number in range(1, PUNE + 1):
        add_account(system, company, Profile.TRAINEE, full_name=f"Trainee {number:02d}", work_location="Pune")
    add_account(system, company, Profile.TRAINEE, full_name="Nita Nashik", work_location="Nashik")


@pytest.mark.usefixtures("people")
@BOTH_SIZES
def test_all_that_match_a_filter_are_deactivated(desk: Desk, admin: Account, size: tuple[int, int]) -> None:
    page = desk.page(MANAGE, account=admin, size=size)
    page.get_by_role("button", name="Filters", exact=True).click()
    panel = page.get_by_role("dialog", name="Filters")
    panel.get_by_role("button", name=re.compile("^Pune")).click()
    expect(page.get_by_text(f"{PUNE} people")).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.get_by_role("button", name="Remove filter: Work location: Pune")).to_be_visible()

    page.get_by_label("Select all on this page").click()
    page.get_by_role("button", name=f"Select all {PUNE} that match").click()
    expect(page.get_by_text(f"All {PUNE} that match are selected")).to_be_visible()
    page.get_by_role("button", name="Actions").click()
    expect(page.get_by_role("menu", name="Actions on the selected people")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("menuitem", name="Deactivate").click()
    page.get_by_role("alertdialog").get_by_role("button", name=f"Deactivate {PUNE} People").click()
    expect(page).to_have_url(re.compile("/dashboard/users/jobs/"))
    page.goto(f"{MANAGE}&status=inactive")
    expect(page.get_by_text(f"{PUNE} people")).to_be_visible()


@pytest.mark.long
@pytest.mark.usefixtures("people")
def test_the_list_is_worked_by_keyboard(desk: Desk, admin: Account) -> None:
    page = desk.page(MANAGE, account=admin)
    expect(page.get_by_role("button", name="Edit Trainee 12")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    expect(page.get_by_label("Select Trainee 12")).to_be_checked()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+X")
    expect(page.get_by_text("2 selected")).to_be_visible()
    page.keyboard.press("Enter")
    panel = page.get_by_role("dialog")
    expect(panel).to_be_visible()
    expect(page).to_have_url(re.compile("person="))
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    assert_accessible(page)


@pytest.mark.long
@pytest.mark.usefixtures("people")
def test_a_view_with_its_columns_is_saved_and_shared_by_its_address(desk: Desk, admin: Account) -> None:
    page = desk.page(f"{MANAGE}&workLocation=Nashik", account=admin)
    page.get_by_role("button", name="Columns").click()
    page.get_by_role("checkbox", name="Work location").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("cell", name="Nashik", exact=True)).to_be_visible()
    page.get_by_role("button", name="Views").click()
    page.get_by_role("menuitem", name="Save as a new view").click()
    page.get_by_label("Name", exact=True).fill("Nashik")
    page.get_by_role("button", name="Save View").click()
    expect(page.get_by_role("button", name="View: Nashik")).to_be_visible()
    other = desk.page(page.url, account=admin)
    expect(other.get_by_role("button", name="View: Nashik")).to_be_visible()
    expect(other.get_by_role("cell", name="Nashik", exact=True)).to_be_visible()


@pytest.mark.long
@pytest.mark.usefixtures("people")
def test_all_filters_are_within_the_window_once_their_choices_have_come(
    desk: Desk, system: System, company: Company, admin: Account
) -> None:
    for number in range(1, 9):
        add_account(system, company, Profile.TRAINEE, full_name=f"Other {number}", work_location=f"Place {number}")
    page = desk.page(MANAGE, account=admin)
    page.get_by_label("Select all on this page").click()
    page.get_by_role("button", name="Add to batch").click()
    dialog = page.get_by_role("alertdialog")
    dialog.get_by_label("Batch", exact=True).fill("July intake")
    dialog.get_by_role("button", name="New batch").click()
    dialog.get_by_role("button", name="Add 10 People").click()
    expect(page).to_have_url(re.compile("/dashboard/users/jobs/"))
    page.goto(MANAGE)
    page.get_by_role("button", name="Filters", exact=True).click()
    panel = page.get_by_role("dialog", name="Filters")
    expect(panel.get_by_role("button", name=re.compile("^Place 8"))).to_be_attached()
    # Neither the page behind a dialog nor what lies below the window can be scrolled.
    panel.get_by_role("button", name=re.compile("^July intake")).click()
    expect(page.get_by_text("10 people", exact=True)).to_be_visible()
