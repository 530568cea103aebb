"""An import that runs: numbers that move, for every user who may see it, whatever happens to a browser."""

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.api_calls import import_people
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.held_work import held_import, held_mail
from tests.browser.import_pages import (
    CREATED,
    INVITED,
    UNTIL_DONE_MILLISECONDS,
    expect_results,
    figure,
    record,
    recorded,
    start,
    upload,
)
from tests.browser.people import add_account, add_company
from tests.browser.system import System
from tests.browser.user_pages import MANAGE
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

UPLOAD_PAGE = "/dashboard/users/imports/new"
PROCESSING = "Processing Users..."
# Chunks of 250, 250 and 100 rows.
ROWS: Final = 600


@pytest.fixture
def rows() -> list[dict[str, str]]:
    return [person() for _ in range(ROWS)]


@pytest.fixture
def file(tmp_path: Path, rows: list[dict[str, str]]) -> Path:
    return people_file(tmp_path / "intake.csv", [*rows, person(email="broken")])


@pytest.fixture
def colleague(system: System, company: Company) -> Account:
    return add_account(system, company, Profile.ADMIN, full_name="Ravi Menon")


def test_counters_move_while_accounts_are_made_and_a_colleague_sees_the_same(
    desk: Desk, system: System, admin: Account, colleague: Account, file: Path, rows: list[dict[str, str]]
) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin)
    other = desk.page("/dashboard", account=colleague)
    expect(other.get_by_role("heading", name="Admin Dashboard")).to_be_visible()
    upload(page, file)
    record(page, CREATED)
    with held_import(system, email=rows[599]["email"]):
        with held_import(system, email=rows[300]["email"]):
            start(page)
            expect(page.get_by_role("heading", name=PROCESSING)).to_be_visible()
            expect(page.get_by_role("list", name="Latest rows").get_by_role("listitem").first).to_contain_text(
                "@imported"
            )
            expect(figure(page, "Created")).to_have_text("250")
            expect(in_tray(other)).to_contain_text("41%")
            assert_accessible(page)
        expect(in_tray(other)).to_contain_text("83%")
        # From any page, and on to the import itself.
        open_from_tray(other)
        for each in (page, other):
            expect(figure(each, "Created")).to_have_text("500")
        other.reload()
        expect(figure(other, "Created")).to_have_text("500")
    for each in (page, other):
        expect_results(each)
        expect(figure(each, "Users Created")).to_have_text("600")
        expect(figure(each, "Failed")).to_have_text("1")
        expect(each.get_by_text(re.compile(f"completed.*started by {admin.full_name}"))).to_be_visible()
    assert_rises(recorded(page), steps=3)


@pytest.mark.long
def test_invitations_are_counted_as_they_go_out(desk: Desk, system: System, admin: Account, file: Path) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin)
    upload(page, file)
    with held_mail(system):
        start(page)
        expect_results(page)
        expect(figure(page, "Invited so far")).to_have_text("0")
        record(page, INVITED)
    expect(figure(page, "Invited so far")).to_have_text("600", timeout=UNTIL_DONE_MILLISECONDS)
    assert_rises(recorded(page), steps=2)


@pytest.mark.long
def test_another_company_does_not_see_it(
    desk: Desk, admin: Account, system: System, tmp_path: Path, watch: Watch
) -> None:
    watch.expect_refusal(404, "/users/imports/*")
    other = desk.page("/dashboard/users", account=add_account(system, add_company(system)))
    expect(other.get_by_text("No imports yet")).to_be_visible()
    page = desk.page(UPLOAD_PAGE, account=admin)
    upload(page, people_file(tmp_path / "ours.csv", [person()]))
    start(page)
    expect_results(page)
    expect(other.get_by_text("No imports yet")).to_be_visible()
    other.goto(page.url)
    expect(other.get_by_role("heading", name="There is no such import")).to_be_visible()
    assert_accessible(other)


@pytest.mark.long
def test_a_reload_and_a_closed_browser_change_nothing(
    desk: Desk, system: System, admin: Account, file: Path, rows: list[dict[str, str]]
) -> None:
    first = desk.browser(account=admin)
    page = first.new_page()
    page.goto(UPLOAD_PAGE)
    upload(page, file)
    with held_import(system, email=rows[599]["email"]):
        with held_import(system, email=rows[300]["email"]):
            start(page)
            expect(figure(page, "Created")).to_have_text("250")
            page.reload()
            expect(figure(page, "Created")).to_have_text("250")
        expect(figure(page, "Created")).to_have_text("500")

        address, state = page.url, first.storage_state()
        first.close()
        page = desk.browser(state=state).new_page()
        page.goto(address)
        expect(figure(page, "Created")).to_have_text("500")
    expect_results(page)
    expect(figure(page, "Users Created")).to_have_text("600")


@pytest.mark.long
def test_a_network_that_goes_and_comes_leaves_the_page_as_it_would_have_been(
    desk: Desk, system: System, admin: Account, file: Path, rows: list[dict[str, str]], watch: Watch
) -> None:
    browser = desk.browser(account=admin)
    page = browser.new_page()
    page.goto(UPLOAD_PAGE)
    upload(page, file)
    with held_import(system, email=rows[599]["email"]):
        start(page)
        expect(figure(page, "Created")).to_have_text("500")
        watch.expect_network_loss()
        browser.set_offline(True)
        # The session continues, and the page keeps what it shows.
        expect(page.get_by_role("heading", name=PROCESSING)).to_be_visible()
        assert_accessible(page)
    browser.set_offline(False)
    expect_results(page)
    expect(figure(page, "Users Created")).to_have_text("600")


@pytest.mark.long
def test_a_cancelled_import_stops_and_what_was_made_stays(
    desk: Desk, system: System, admin: Account, file: Path, rows: list[dict[str, str]]
) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin)
    upload(page, file)
    with held_import(system, email=rows[599]["email"]):
        start(page)
        expect(figure(page, "Created")).to_have_text("500")
        page.get_by_role("button", name="Cancel Import").click()
        dialog = page.get_by_role("alertdialog", name="Cancel this import?")
        expect(dialog).to_contain_text("intake.csv")
        dialog.get_by_role("button", name="Cancel Import").click()
        expect(page.get_by_role("heading", name="Import cancelled")).to_be_visible()
    expect(figure(page, "Users Created")).to_have_text("500")
    expect(page.get_by_text("500 people were created before that and will stay.")).to_be_visible()
    assert_accessible(page)


@pytest.mark.long
def test_the_list_of_users_follows_an_import(
    desk: Desk, system: System, admin: Account, colleague: Account, tmp_path: Path
) -> None:
    listed = desk.page(MANAGE, account=colleague)
    rows = listed.get_by_role("table", name="People").locator("tbody tr")
    expect(rows).to_have_count(2)
    import_people(system, admin, people_file(tmp_path / "few.csv", [person() for _ in range(5)]))
    expect(rows).to_have_count(7)


def in_tray(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile(r"Import\s*\d+%"))


def open_from_tray(page: Page) -> None:
    in_tray(page).click()
    tray = page.get_by_role("dialog", name="Running imports")
    expect(tray.get_by_role("progressbar", name="Progress of intake.csv")).to_be_visible()
    tray.get_by_role("link", name="intake.csv").click()


def assert_rises(values: list[int], *, steps: int) -> None:
    assert values == sorted(set(values)), f"a counter goes only up: {values}"
    assert len(values) >= steps, f"the counter was seen at {values} only"
