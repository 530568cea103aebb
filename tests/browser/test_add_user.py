"""One person gets an account, by a form."""

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import BOTH_SIZES
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.test_keyboard import choose_by_keyboard, press, tab_to
from tests.browser.user_pages import NewUser, choose_day, open_list, row
from tests.fixtures.accounts import Account

_numbers = itertools.count(1)


def new_user(**changes: str) -> NewUser:
    number = next(_numbers)
    columns = {"full_name": "Meera Iyer", "email": f"meera.iyer.{number}@example.com", **changes}
    # Not one of the imported, whose numbers begin with 97: a number belongs to one account in all companies.
    return NewUser(phone=f"96{number:08d}", **columns)


def test_a_user_is_created_without_a_pointer_and_the_generated_password_is_mailed(
    desk: Desk, admin: Account, inbox: Inbox
) -> None:
    meera = new_user()
    page = desk.page("/dashboard/users", account=admin)
    fill_in_by_keyboard(page, meera)
    press(page, page.get_by_role("button", name="Generate password"))
    password = page.get_by_label("Temporary password", exact=True).input_value()
    assert re.fullmatch(r"[A-Za-z0-9@#$]{12}", password)
    assert_accessible(page)
    press(page, page.get_by_role("button", name="Create User"))
    expect(page.get_by_text("User created successfully!")).to_be_visible()
    expect(page).to_have_url(re.compile("/dashboard/users$"))

    open_list(page)
    expect(row(page, meera.email)).to_contain_text("Meera Iyer")
    expect(row(page, meera.email)).to_contain_text("MentorTrainer")

    # What such a password opens: test_first_sign_in.py.
    assert inbox.temporary_password(meera.email) == password


@pytest.mark.long
@BOTH_SIZES
def test_the_form_and_its_calendar_are_accessible(desk: Desk, admin: Account, size: tuple[int, int]) -> None:
    page = desk.page("/dashboard/users", account=admin, size=size)
    expect(page.get_by_role("textbox", name="Application link")).to_have_value(re.compile("/apply/company-"))
    assert_accessible(page)
    page.get_by_role("link", name="Create New User").click()
    expect(page.get_by_role("heading", name="Add New User")).to_be_visible()
    expect(page.get_by_label("Profile", exact=True)).to_be_enabled()
    assert_accessible(page)
    page.get_by_role("button", name="Create User").click()
    expect(page.get_by_label("Full name")).to_be_focused()
    # It is seen, below the bar.
    page.wait_for_function("document.activeElement.getBoundingClientRect().top > 56")
    assert_accessible(page)
    page.get_by_label("Date of birth").click()
    expect(page.get_by_role("dialog").get_by_role("grid")).to_be_visible()
    assert_accessible(page)
    page.mouse.click(5, size[1] - 5)
    expect(page.get_by_role("dialog")).to_be_hidden()
    choose_day(page, year=1988, month="February", day="29 February 1988")
    expect(page.get_by_label("Date of birth")).to_have_value("29/02/1988")


def fill_in_by_keyboard(page: Page, user: NewUser) -> None:
    """All but the password, from the page with the link to the form."""
    expect(page.get_by_role("link", name="Create New User")).to_be_visible()
    tab_to(page, page.get_by_role("link", name="Create New User"))
    page.keyboard.press("Enter")
    expect(page.get_by_label("Profile", exact=True)).to_be_enabled()
    tab_to(page, page.get_by_label("Full name"))
    page.keyboard.type(user.full_name)
    _next(page, user.email)
    _next(page, user.phone)
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
    choose_by_keyboard(page.get_by_label("Profile", exact=True), user.profile)
    page.keyboard.press("Tab")
    choose_by_keyboard(page.get_by_label("Role", exact=True), user.role)


def _next(page: Page, text: str) -> None:
    page.keyboard.press("Tab")
    page.keyboard.type(text)
