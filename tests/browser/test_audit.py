"""What was done in the company, as its administrators read it."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.api_calls import import_people, set_position
from tests.browser.chromium import BOTH_SIZES, DESKTOP
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.people import add_account
from tests.browser.system import System
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

AUDIT: Final = "/dashboard/users/audit"


@BOTH_SIZES
def test_the_activity_log_is_read_filtered_and_searched(
    desk: Desk, system: System, company: Company, admin: Account, tmp_path: Path, size: tuple[int, int]
) -> None:
    trainee = add_account(system, company, Profile.TRAINEE)
    set_position(system, admin, trainee, role="MENTOR", profile="TRAINER")
    import_people(system, admin, people_file(tmp_path / "autumn.csv", [person()]))
    page = desk.page("/dashboard/users", account=admin, size=size)
    if size != DESKTOP:
        page.get_by_role("button", name="Toggle menu").click()
    page.get_by_role("link", name="Activity", exact=True).click()
    expect(page.get_by_role("heading", name="Activity", level=1)).to_be_visible()
    entries = page.get_by_role("row") if size == DESKTOP else page.get_by_role("main").get_by_role("listitem")
    edited = entries.filter(has_text="before: Trainee")
    expect(edited).to_contain_text("after: Mentor")
    expect(edited).to_contain_text(admin.full_name)
    assert_accessible(page)

    page.get_by_label("What was done").select_option("File uploaded")
    expect(entries.filter(has_text="autumn.csv")).to_have_count(1)
    expect(edited).to_have_count(0)
    page.get_by_label("What was done").select_option("Everything")
    page.get_by_role("searchbox").fill("autumn")
    expect(edited).to_have_count(0)
    expect(entries.filter(has_text="autumn.csv")).to_have_count(3)
    # The address holds it all.
    page.reload()
    expect(entries.filter(has_text="autumn.csv")).to_have_count(3)
    page.get_by_role("searchbox").fill("nobody")
    expect(page.get_by_text("Nothing matches")).to_be_visible()
    page.get_by_role("button", name="Clear Filters").click()
    expect(edited).to_be_visible()


@pytest.mark.long
def test_management_finds_neither_the_way_nor_the_page(desk: Desk, system: System, company: Company) -> None:
    page = desk.page("/dashboard/users", account=add_account(system, company, Profile.MANAGEMENT))
    expect(page.get_by_role("heading", name="User Management", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Activity", exact=True)).to_have_count(0)
    page.goto(AUDIT)
    expect(page.get_by_role("heading", name="Access Denied")).to_be_visible()
    expect(page.get_by_text("Required profiles: Super Admin, Admin")).to_be_visible()
