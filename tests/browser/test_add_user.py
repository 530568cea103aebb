"""One person gets an account, by a form."""

import itertools
import re

from playwright.sync_api import Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import BOTH_SIZES
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.test_keyboard import choose_by_keyboard, press, tab_to
from tests.browser.user_pages import NewUser, choose_day, fill_in, open_form, open_list, row
from tests.browser.watch import Watch
from tests.browser.ways_in import log_in
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

_numbers = itertools.count(1)


def new_user(**changes: str) -> NewUser:
    number = next(_numbers)
    columns = {"full_name": "Meera Iyer", "email": f"meera.iyer.{number}@example.com", **changes}
    # Not one of the imported, whose numbers begin with 97: a number belongs to one account in all companies.
    return NewUser(phone=f"96{number:08d}", **columns)


def test_a_user_is_created_with_a_generated_password_and_signs_in_with_it(
    desk: Desk, admin: Account, inbox: Inbox
) -> None:
    meera = new_user()
    page = desk.page("/dashboard/users", account=admin)
    open_form(page)
    fill_in(page, meera)
    page.get_by_role("button", name="Generate password").click()
    password = page.get_by_label("Temporary password", exact=True).input_value()
    assert re.fullmatch(r"[A-Za-z0-9@#$]{12}", password)
    page.get_by_role("button", name="Create User").click()
    expect(page.get_by_text("User created successfully!")).to_be_visible()
    expect(page).to_have_url(re.compile("/dashboard/users$"))

    open_list(page)
    expect(row(page, meera.email)).to_contain_text("Meera Iyer")
    expect(row(page, meera.email)).to_contain_text("MentorTrainer")

    assert inbox.temporary_password(meera.email) == password
    theirs = desk.page("/login")
    log_in(theirs, meera.email, password)
    theirs.get_by_label("Verification code").press_sequentially(inbox.code(meera.email))
    expect(theirs.get_by_role("heading", name="Set New Password")).to_be_visible()


def test_what_is_wrong_stands_at_its_field_until_it_is_edited(
    desk: Desk, system: System, company: Company, admin: Account, watch: Watch
) -> None:
    other = add_account(system, company, Profile.TRAINEE)
    page = desk.page("/dashboard/users", account=admin)
    open_form(page)
    page.get_by_role("button", name="Create User").click()
    expect(page.get_by_text("Full name is required")).to_be_visible()
    expect(page.get_by_label("Full name")).to_be_focused()
    assert_accessible(page)

    fill_in(page, new_user(email=other.email))
    page.get_by_label("Temporary password", exact=True).fill("Many-small-steps-9")
    watch.expect_refusal(409, "/users/create")
    page.get_by_role("button", name="Create User").click()
    expect(page.get_by_text("Email already registered")).to_be_visible()
    expect(page.get_by_label("Email", exact=True)).to_be_focused()
    page.get_by_label("Email", exact=True).press_sequentially("x")
    expect(page.get_by_text("Email already registered")).to_be_hidden()


def test_a_form_that_was_left_is_there_again_without_its_password(desk: Desk, admin: Account) -> None:
    page = desk.page("/dashboard/users", account=admin)
    open_form(page)
    fill_in(page, new_user(full_name="Kiran Rao"))
    page.get_by_label("Temporary password", exact=True).fill("Many-small-steps-9")
    page.reload()
    expect(page.get_by_label("Full name")).to_have_value("Kiran Rao")
    expect(page.get_by_label("Date of birth")).to_have_value("03/12/1999")
    expect(page.get_by_label("Role", exact=True)).to_have_value("MENTOR")
    expect(page.get_by_label("Temporary password", exact=True)).to_have_value("")
    page.get_by_role("button", name="Cancel").click()
    expect(page).to_have_url(re.compile("/dashboard/users$"))


@BOTH_SIZES
def test_the_form_and_its_calendar_are_accessible(desk: Desk, admin: Account, size: tuple[int, int]) -> None:
    page = desk.page("/dashboard/users", account=admin, size=size)
    expect(page.get_by_role("textbox", name="Application link")).to_have_value(re.compile("/signup\\?apply=company-"))
    assert_accessible(page)
    page.get_by_role("link", name="Create New User").click()
    expect(page.get_by_role("heading", name="Add New User")).to_be_visible()
    expect(page.get_by_label("Profile", exact=True)).to_be_enabled()
    assert_accessible(page)
    page.get_by_label("Date of birth").click()
    expect(page.get_by_role("dialog").get_by_role("grid")).to_be_visible()
    assert_accessible(page)
    page.mouse.click(5, size[1] - 5)
    expect(page.get_by_role("dialog")).to_be_hidden()
    choose_day(page, year=1988, month="February", day="February 29th, 1988")
    expect(page.get_by_label("Date of birth")).to_have_value("02/29/1988")


def test_a_management_user_offers_what_they_may_give(desk: Desk, system: System, company: Company) -> None:
    page = desk.page("/dashboard/users", account=add_account(system, company, Profile.MANAGEMENT))
    open_form(page)
    profile, role = page.get_by_label("Profile", exact=True), page.get_by_label("Role", exact=True)
    expect(profile.get_by_role("option")).to_have_text(["Choose a profile", "Interview Panelist", "Trainee"])
    expect(role).to_be_disabled()
    profile.select_option(label="Trainee")
    expect(role.get_by_role("option")).to_have_text(["Choose a role", "Trainee"])


def test_the_form_needs_no_pointer(desk: Desk, admin: Account) -> None:
    meera = new_user()
    page = desk.page("/dashboard/users", account=admin)
    expect(page.get_by_role("link", name="Create New User")).to_be_visible()
    tab_to(page, page.get_by_role("link", name="Create New User"))
    page.keyboard.press("Enter")
    expect(page.get_by_label("Profile", exact=True)).to_be_enabled()
    tab_to(page, page.get_by_label("Full name"))
    page.keyboard.type(meera.full_name)
    _next(page, meera.email)
    _next(page, meera.phone)
    page.keyboard.press("Tab")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("dialog").locator(":focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_label("Date of birth")).to_be_focused()
    page.keyboard.press("Tab")
    choose_by_keyboard(page.get_by_label("Gender"), "Female")
    _next(page, "Pune")
    page.keyboard.press("Tab")
    choose_by_keyboard(page.get_by_label("Profile", exact=True), "Trainee")
    page.keyboard.press("Tab")
    choose_by_keyboard(page.get_by_label("Role", exact=True), "Trainee")
    press(page, page.get_by_role("button", name="Generate password"))
    press(page, page.get_by_role("button", name="Create User"))
    expect(page.get_by_text("User created successfully!")).to_be_visible()


def _next(page: Page, text: str) -> None:
    page.keyboard.press("Tab")
    page.keyboard.type(text)
