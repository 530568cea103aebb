"""The list of a company's people: found, edited in place, deleted, live."""

import csv
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import APIResponse, FloatRect, Locator, Page, Route, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.api_calls import set_position
from tests.browser.chromium import BOTH_SIZES
from tests.browser.desk import Desk
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.test_keyboard import choose_by_keyboard, press, tab_to
from tests.browser.user_pages import MANAGE, choose_position, edit, open_list, row, save
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

LIST: Final = "**/api/v1/users?*"
CHANGED_MEANWHILE: Final = "Trainee 12 was changed meanwhile and is now Mentor · Trainer."


@pytest.fixture
def people(system: System, company: Company, admin: Account) -> list[Account]:
    """Twelve trainees after the administrator, and a trainer as the newest."""
    names = [f"Trainee {number:02d}" for number in range(1, 13)]
    trainees = [add_account(system, company, Profile.TRAINEE, full_name=name) for name in names]
    return [*trainees, add_account(system, company, Profile.TRAINER, full_name="Tim Trainer")]


@pytest.mark.usefixtures("people")
def test_people_are_found_filtered_and_paged_by_an_address_that_can_be_kept(desk: Desk, admin: Account) -> None:
    page = desk.page("/dashboard/users", account=admin)
    page.get_by_role("tab", name="Manage Users").click()
    table = page.get_by_role("table", name="People")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["S.No", "Full Name", "Email", "Phone", "Role", "Profile", "Actions"]
    )
    expect(page.get_by_text("14 people")).to_be_visible()
    expect(table.locator("tbody tr")).to_have_count(10)
    page.get_by_role("button", name="Next page").click()
    expect(table.locator("tbody tr")).to_have_count(4)
    expect(row(page, "Asha Verma")).to_contain_text("14Asha VermaYou")

    page.get_by_label("Search people").fill("trainee 07")
    expect(page.get_by_text("1 person", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile(r"tab=manage&search=trainee\+07$"))
    page.reload()
    expect(row(page, "Trainee 07")).to_be_visible()
    expect(page.get_by_text("1 person", exact=True)).to_be_visible()

    page.get_by_label("Filter by profile").select_option(label="Trainer")
    expect(page.get_by_text("No users match your search criteria.")).to_be_visible()
    page.get_by_role("search").get_by_role("button", name="Clear Filters").click()
    expect(page.get_by_text("14 people")).to_be_visible()
    table.get_by_role("button", name="Full Name").click()
    expect(table.locator("tbody tr").first).to_contain_text("Asha Verma")


@BOTH_SIZES
def test_the_list_is_accessible_in_every_state(
    desk: Desk, system: System, company: Company, admin: Account, size: tuple[int, int]
) -> None:
    add_account(system, company, Profile.TRAINEE, full_name="Trainee 12")
    page = desk.page(MANAGE, account=admin, size=size)
    expect(page.get_by_text("Trainee 12")).to_be_visible()
    expect(page.get_by_role("button", name="Edit Trainee 12")).to_be_visible()
    assert_accessible(page)
    edit(page, "Trainee 12")
    choose_position(page, "Trainee 12", profile="Admin")
    save(page)
    expect(page.get_by_text("Role is required")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="More for Trainee 12").click()
    expect(page.get_by_role("menuitem", name="Deactivate")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Delete Trainee 12").click()
    expect(page.get_by_role("alertdialog", name="Confirm Delete")).to_contain_text("Trainee 12")
    assert_accessible(page)


@pytest.mark.usefixtures("people")
def test_a_row_is_edited_in_place_and_a_user_deleted(desk: Desk, admin: Account) -> None:
    page = desk.page(MANAGE, account=admin)
    edit(page, "Trainee 12")
    choose_position(page, "Trainee 12", profile="Trainer", role="Faculty")
    pressed = box(page.get_by_role("button", name="Save"))
    save(page)
    expect(page.get_by_text("User updated successfully")).to_be_visible()
    expect(row(page, "Trainee 12")).to_contain_text("FacultyTrainer")
    # No second click deletes, and the notice hides no bell.
    assert box(page.get_by_role("button", name="Delete Trainee 12"))["x"] >= pressed["x"] + pressed["width"]
    assert box(page.get_by_text("User updated successfully"))["y"] >= box(page.get_by_role("banner"))["height"]

    page.get_by_role("button", name="Delete Trainee 11").click()
    dialog = page.get_by_role("alertdialog", name="Confirm Delete")
    expect(dialog).to_contain_text("Are you sure you want to delete user Trainee 11?")
    expect(dialog).to_contain_text("This action cannot be undone.")
    dialog.get_by_role("button", name="Delete User").click()
    expect(page.get_by_text("User deleted successfully")).to_be_visible()
    expect(row(page, "Trainee 11")).to_have_count(0)
    expect(page.get_by_text("13 people")).to_be_visible()

    page.get_by_role("button", name="More for Trainee 10").click()
    page.get_by_role("menuitem", name="Deactivate").click()
    page.get_by_role("button", name="Deactivate Person").click()
    expect(row(page, "Trainee 10")).to_contain_text("Inactive")


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("width", [*(pytest.param(width, marks=pytest.mark.long) for width in (1024, 640)), 320])
def test_where_columns_do_not_fit_nothing_is_covered_or_cut(desk: Desk, admin: Account, width: int) -> None:
    page = desk.page(f"{MANAGE}&invitation=failed", account=admin, size=(width, 768))
    page.get_by_label("Filter by invitation").select_option(label="All invitations")
    edit(page, "Trainee 12")
    choose_position(page, "Trainee 12", profile="Admin")
    save(page)
    expect(page.get_by_text("Role is required")).to_be_visible()
    cut = "[...document.querySelectorAll('main *')].filter((each) => each.scrollWidth > each.clientWidth + 1 && "
    cut += "getComputedStyle(each).overflowX === 'auto').length"
    assert page.evaluate(cut) == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_a_user_is_signed_out_everywhere(
    desk: Desk, system: System, company: Company, admin: Account, watch: Watch
) -> None:
    watch.expect_end_of_session()
    columns = {"full_name": "Tara Trainee", "last_sign_in_at": datetime.now(UTC)}
    lost = desk.page("/dashboard", account=add_account(system, company, Profile.TRAINEE, **columns))
    expect(lost.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()
    page = desk.page(MANAGE, account=admin)
    page.get_by_role("button", name="More for Tara Trainee").click()
    page.get_by_role("menuitem", name="Log out everywhere").click()
    dialog = page.get_by_role("alertdialog", name="Log this person out?")
    expect(dialog).to_contain_text("Tara Trainee")
    assert_accessible(page)
    dialog.get_by_role("button", name="Log Out Everywhere").click()
    expect(page.get_by_text("Tara Trainee is logged out everywhere")).to_be_visible()
    expect(lost).to_have_url(re.compile(r"/login\?session=expired$"))


@pytest.mark.long
def test_invitations_that_failed_are_looked_after(desk: Desk, system: System, company: Company, admin: Account) -> None:
    add_account(system, company, Profile.TRAINEE, full_name="Fay Failed", invitation="failed")
    add_account(system, company, Profile.TRAINEE, full_name="Sue Sent", invitation="sent")
    page = desk.page("/dashboard", account=admin)
    page.get_by_role("link", name="Review").click()
    expect(row(page, "Fay Failed")).to_be_visible()
    expect(page.get_by_text("1 person", exact=True)).to_be_visible()
    expect(row(page, "Sue Sent")).to_have_count(0)
    assert_accessible(page)
    page.get_by_label("Filter by invitation").select_option(label="All invitations")
    expect(row(page, "Sue Sent")).to_be_visible()


@pytest.mark.long
@pytest.mark.usefixtures("people")
def test_an_edited_row_shows_a_change_made_meanwhile_and_can_still_be_saved(
    desk: Desk, system: System, company: Company, admin: Account
) -> None:
    second = add_account(system, company, Profile.SUPER_ADMIN, full_name="Sana Second")
    mine, theirs = desk.page(MANAGE, account=admin), desk.page(MANAGE, account=second)
    for page in (mine, theirs):
        edit(page, "Trainee 12")
    choose_position(theirs, "Trainee 12", profile="Placement")
    choose_position(mine, "Trainee 12", profile="Trainer", role="Mentor")
    save(mine)
    expect(row(mine, "Trainee 12")).to_contain_text("MentorTrainer")

    # The event comes before the second edit is saved.
    expect(theirs.get_by_text(CHANGED_MEANWHILE)).to_be_visible()
    expect(theirs.get_by_label("Profile of Trainee 12")).to_have_value("PLACEMENT")
    save(theirs)
    expect(theirs.get_by_text("User updated successfully")).to_be_visible()
    mine.mouse.move(0, 0)
    expect(row(mine, "Trainee 12")).to_contain_text("EmployeePlacement")


@pytest.mark.long
def test_an_edit_of_an_outdated_row_is_refused_and_can_be_saved_again(
    desk: Desk, system: System, people: list[Account], admin: Account, watch: Watch
) -> None:
    watch.expect_refusal(409, "/users/*")
    page = desk.browser(account=admin).new_page()
    freeze_list(page)
    open_list(page)
    edit(page, "Trainee 12")
    choose_position(page, "Trainee 12", profile="Placement")
    set_position(system, admin, people[11], role="MENTOR", profile="TRAINER")
    save(page)
    expect(page.get_by_text(CHANGED_MEANWHILE)).to_be_visible()
    expect(page.get_by_label("Profile of Trainee 12")).to_have_value("PLACEMENT")
    page.unroute(LIST)
    save(page)
    expect(page.get_by_text("User updated successfully")).to_be_visible()
    expect(row(page, "Trainee 12")).to_contain_text("EmployeePlacement")


@pytest.mark.usefixtures("people")
def test_the_list_follows_but_moves_no_row_under_the_pointer(
    desk: Desk, system: System, company: Company, admin: Account
) -> None:
    second = add_account(system, company, Profile.SUPER_ADMIN, full_name="Sana Second")
    mine, theirs = desk.page(MANAGE, account=admin), desk.page(MANAGE, account=second)
    row(mine, "Trainee 10").hover()
    theirs.get_by_role("button", name="Delete Trainee 12").click()
    theirs.get_by_role("button", name="Delete User").click()
    expect(theirs.get_by_text("User deleted successfully")).to_be_visible()

    expect(mine.get_by_text("List has changed")).to_be_visible()
    expect(row(mine, "Trainee 12")).to_be_visible()
    mine.mouse.move(0, 0)
    expect(row(mine, "Trainee 12")).to_have_count(0)
    expect(mine.get_by_text("List has changed")).to_be_hidden()


@pytest.mark.long
@pytest.mark.usefixtures("people")
def test_a_management_user_sees_only_what_they_may_do(desk: Desk, system: System, company: Company) -> None:
    page = desk.page(MANAGE, account=add_account(system, company, Profile.MANAGEMENT, full_name="Mona Manager"))
    expect(page.get_by_role("button", name="Edit Trainee 12")).to_be_visible()
    for name in ("Tim Trainer", "Mona Manager"):
        expect(row(page, name).get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Delete"))).to_have_count(0)
    edit(page, "Trainee 12")
    expect(page.get_by_label("Profile of Trainee 12").get_by_role("option")).to_have_text(
        ["Interview Panelist", "Trainee"]
    )


@pytest.mark.long
@pytest.mark.usefixtures("people")
def test_the_filtered_list_is_saved_as_a_file(desk: Desk, admin: Account, tmp_path: Path) -> None:
    page = desk.page(f"{MANAGE}&profile=TRAINER", account=admin)
    expect(row(page, "Tim Trainer")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export", exact=True).click()
        page.get_by_role("menuitem", name="All columns, as CSV").click()
    assert re.fullmatch(r"people-[-\d]{10}\.csv", download.value.suggested_filename)
    download.value.save_as(tmp_path / "users.csv")
    rows = list(csv.reader((tmp_path / "users.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert len(rows) == 2
    assert "Tim Trainer" in rows[1]


@pytest.mark.usefixtures("people")
def test_everything_in_the_list_needs_no_pointer(desk: Desk, admin: Account) -> None:
    page = desk.page(MANAGE, account=admin)
    expect(page.get_by_role("button", name="Edit Tim Trainer")).to_be_visible()
    tab_to(page, page.get_by_label("Search people"))
    page.keyboard.type("Tim")
    expect(page.get_by_text("1 person", exact=True)).to_be_visible()
    press(page, page.get_by_role("button", name="Edit Tim Trainer"))
    expect(page.get_by_label("Profile of Tim Trainer")).to_be_focused()
    choose_by_keyboard(page.get_by_label("Profile of Tim Trainer"), "Placement")
    press(page, page.get_by_role("button", name="Save"))
    expect(page.get_by_text("User updated successfully")).to_be_visible()
    expect(page.get_by_role("button", name="Edit Tim Trainer")).to_be_focused()
    press(page, page.get_by_role("button", name="Delete Tim Trainer"))
    expect(page.get_by_role("alertdialog", name="Confirm Delete")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    press(page, page.get_by_role("button", name="Delete User"))
    expect(page.get_by_text("User deleted successfully")).to_be_visible()
    expect(page.get_by_text("No users match your search criteria.")).to_be_visible()


def freeze_list(page: Page) -> None:
    """Every answer of the list is the first one, as if neither an event nor a poll had arrived since."""
    first: list[APIResponse] = []

    def answer(route: Route) -> None:
        if not first:
            first.append(route.fetch())
        route.fulfill(response=first[0])

    page.route(LIST, answer)


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found is not None
    return found
