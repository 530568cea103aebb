"""Many people changed at once: selected, asked about, followed live by every administrator, undone."""

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible, assert_accessible_in_all_sizes
from tests.browser.chromium import BOTH_SIZES, DESKTOP
from tests.browser.desk import Desk
from tests.browser.import_pages import UNTIL_DONE_MILLISECONDS, figure
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.user_pages import MANAGE
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

BATCHES: Final = "/dashboard/users/batches"
JOBS: Final = "/dashboard/users/jobs"
BATCH: Final = "Pune July"
NARROWEST: Final = (320, 640)


@pytest.fixture
def people(system: System, company: Company, admin: Account) -> list[Account]:
    """Six trainees after the administrator."""
    return [add_account(system, company, Profile.TRAINEE, full_name=f"Trainee {number}") for number in range(1, 7)]


@pytest.mark.usefixtures("people")
@BOTH_SIZES
def test_people_are_put_into_a_new_batch_followed_live_and_taken_out_again(
    desk: Desk, system: System, company: Company, admin: Account, size: tuple[int, int]
) -> None:
    colleague = add_account(system, company, Profile.ADMIN, full_name="Ravi Menon")
    page = desk.page(MANAGE, account=admin, size=size)
    other = desk.page(JOBS, account=colleague)
    expect(other.get_by_text("No changes yet")).to_be_visible()

    dialog = ask(page, "Add to batch")
    expect(dialog.get_by_label("Batch", exact=True)).to_be_focused()
    dialog.get_by_label("Batch", exact=True).fill(BATCH)
    dialog.get_by_role("button", name=f"New batch “{BATCH}”").click()
    expect(dialog.get_by_text("8 people will be added to the batch.")).to_be_visible()
    assert_accessible(page)
    dialog.get_by_role("button", name="Add 8 People").click()
    expect_results(page, done="8")

    expect(other.get_by_role("link", name=f"Add to a batch: {BATCH}")).to_be_visible()
    other.get_by_role("link", name=f"Add to a batch: {BATCH}").click()
    expect_results(other, done="8")
    assert_accessible_in_all_sizes(other)
    resize(other, NARROWEST)
    assert_accessible(other)
    resize(other, DESKTOP)

    # Reloaded, it shows the same.
    page.reload()
    expect_results(page, done="8")
    undo(page)
    for each in (page, other):
        expect(each.get_by_text("This change was undone for 8 people.")).to_be_visible(timeout=UNTIL_DONE_MILLISECONDS)


@pytest.mark.long
def test_figures_of_a_batch_lead_to_the_people_that_they_count(
    desk: Desk, admin: Account, people: list[Account]
) -> None:
    page = desk.page(BATCHES, account=admin)
    expect(page.get_by_text("No batches yet")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="New Batch").first.click()
    form = page.get_by_role("dialog", name="New batch")
    form.get_by_label("Name").fill(BATCH)
    assert_accessible(page)
    form.get_by_role("button", name="Create Batch").click()
    expect(page.get_by_role("link", name=BATCH, exact=True)).to_be_visible()

    page.goto(MANAGE)
    dialog = ask(page, "Add to batch")
    dialog.get_by_role("radio", name=BATCH).check()
    dialog.get_by_role("button", name="Add 7 People").click()
    expect_results(page, done="7")
    page.goto("/dashboard")
    panel = page.get_by_role("table", name="Batches")
    expect(panel.get_by_role("link", name=f"7 People, {BATCH}")).to_be_visible()
    page.goto(BATCHES)
    assert_accessible_in_all_sizes(page)
    resize(page, NARROWEST)
    assert_accessible(page)
    resize(page, DESKTOP)
    page.get_by_role("link", name=f"7 People, {BATCH}").click()
    expect(page.get_by_text("7 people")).to_be_visible()
    expect(page.get_by_text(people[0].full_name)).to_be_visible()


def ask(page: Page, action: str) -> Locator:
    """The dialog of an action on all people of the page."""
    page.get_by_role("checkbox", name="Select all on this page").check()
    page.get_by_role("button", name="Actions", exact=True).click()
    page.get_by_role("menuitem", name=action).click()
    dialog = page.get_by_role("alertdialog")
    expect(dialog).to_be_visible()
    return dialog


def resize(page: Page, size: tuple[int, int]) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})


def expect_results(page: Page, *, done: str) -> None:
    expect(page.get_by_label("Results by person")).to_be_visible(timeout=UNTIL_DONE_MILLISECONDS)
    expect(figure(page, "Added")).to_have_text(done)


def undo(page: Page) -> None:
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Undo Change").click()
