"""One of those who were imported: from the invitation to a dashboard of their own."""

import re
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.api_calls import bearer, import_people
from tests.browser.chromium import PHONE
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.browser.ways_in import log_in
from tests.fixtures.accounts import Account

NEW_PASSWORD = "My-own-Footpath-31"


@dataclass(frozen=True, kw_only=True)
class Invited:
    """An account that an import has made; the password is that of the invitation."""

    email: str
    full_name: str
    password: str


@pytest.fixture
def invited(system: System, admin: Account, inbox: Inbox, tmp_path: Path) -> Invited:
    row = person()
    import_people(system, admin, people_file(tmp_path / "one.csv", [row]))
    return Invited(email=row["email"], full_name=row["fullName"], password=inbox.temporary_password(row["email"]))


def test_an_invited_person_comes_in_and_can_reach_only_what_is_theirs(
    desk: Desk, inbox: Inbox, invited: Invited
) -> None:
    browser = desk.browser(size=PHONE)
    browser.grant_permissions(["clipboard-read", "clipboard-write"])
    page = browser.new_page()
    page.goto("/login")
    log_in(page, invited.email, invited.password)
    paste_code(page, inbox, invited)
    refuse_weak_passwords(page)
    page.get_by_label("Confirm password", exact=True).fill(NEW_PASSWORD)
    page.get_by_role("button", name="Set password").click()

    expect(page.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()
    expect(page.get_by_role("main").get_by_text(invited.full_name)).to_be_visible()
    find_no_way_to_others(page)
    own = bearer(browser.storage_state())
    for path in ("/api/v1/users/imports", "/api/v1/users/imports/template.csv"):
        assert browser.request.get(path, headers=own).status == httpx2.codes.FORBIDDEN


@pytest.mark.long
def test_the_temporary_password_opens_nothing_a_second_time(
    desk: Desk, inbox: Inbox, invited: Invited, watch: Watch
) -> None:
    page = desk.page("/login")
    log_in(page, invited.email, invited.password)
    expect(page.get_by_text("Sent to")).to_be_visible()
    page.get_by_label("Verification code").press_sequentially(inbox.code(invited.email))
    for label in ("New password", "Confirm password"):
        page.get_by_label(label, exact=True).fill(NEW_PASSWORD)
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()

    watch.expect_refusal(401, "/login/authenticate")
    elsewhere = desk.page("/login")
    log_in(elsewhere, invited.email, invited.password)
    expect(elsewhere.get_by_text("Invalid email or password")).to_be_visible()
    log_in(elsewhere, invited.email, NEW_PASSWORD)
    expect(elsewhere.get_by_role("heading", name="Verify your email")).to_be_visible()


def paste_code(page: Page, inbox: Inbox, invited: Invited) -> None:
    """The page requests the first code by itself. It is pasted as a phone shows it."""
    expect(page.get_by_role("heading", name="Verify your email")).to_be_visible()
    code = inbox.code(invited.email)
    expect(page.get_by_text(re.compile(r"Sent to p\*\*\*\d@imported\.example"))).to_be_visible()
    page.evaluate("(text) => navigator.clipboard.writeText(text)", f"{code[:3]} {code[3:]}")
    page.get_by_label("Verification code").press("Control+v")
    expect(page.get_by_role("heading", name="Set New Password")).to_be_visible()


def refuse_weak_passwords(page: Page) -> None:
    for typed, repeated, sentence in [
        ("short1A", "short1A", "Password must be at least 8 characters long"),
        ("onlylowercase", "onlylowercase", "Password must be at least medium strength"),
        (NEW_PASSWORD, "My-own-Footpath-32", "Passwords do not match"),
    ]:
        page.get_by_label("New password", exact=True).fill(typed)
        page.get_by_label("Confirm password", exact=True).fill(repeated)
        page.get_by_role("button", name="Set password").click()
        expect(page.get_by_text(sentence)).to_be_visible()
    assert_accessible(page)


def find_no_way_to_others(page: Page) -> None:
    page.goto("/dashboard/users")
    expect(page.get_by_role("heading", name="Access Denied")).to_be_visible()
    expect(page.get_by_text("Required profiles: Super Admin, Admin, Management")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Go Back").click()
    expect(page.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()
