"""User Management, as a person uses it."""

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Locator, Page, expect

MANAGE: Final = "/dashboard/users?tab=manage"


@dataclass(frozen=True, kw_only=True)
class NewUser:
    """What the form of a new user is filled in with."""

    full_name: str
    email: str
    phone: str
    profile: str = "Trainer"
    role: str = "Mentor"


def open_list(page: Page) -> Locator:
    """The table of users, from any page."""
    page.goto(MANAGE)
    table = page.get_by_role("table", name="People")
    expect(table).to_be_visible()
    return table


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("table", name="People").get_by_role("row").filter(has_text=name)


def edit(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"Edit {name}").click()


def choose_position(page: Page, name: str, *, profile: str, role: str | None = None) -> None:
    page.get_by_label(f"Profile of {name}").select_option(label=profile)
    if role is not None:
        page.get_by_label(f"Role of {name}").select_option(label=role)


def save(page: Page) -> None:
    page.get_by_role("button", name="Save").click()


def open_form(page: Page) -> None:
    """From User Management."""
    page.get_by_role("link", name="Create New User").click()
    expect(page.get_by_role("heading", name="Add New User")).to_be_visible()


def fill_in(page: Page, user: NewUser) -> None:
    """All but the password."""
    page.get_by_label("Full name").fill(user.full_name)
    page.get_by_label("Email", exact=True).fill(user.email)
    page.get_by_label("Phone", exact=True).fill(user.phone)
    choose_day(page, year=1999, month="March", day="12 March 1999")
    page.get_by_label("Gender").select_option(label="Female")
    page.get_by_label("Work location").fill("Pune")
    page.get_by_label("Profile", exact=True).select_option(label=user.profile)
    page.get_by_label("Role", exact=True).select_option(label=user.role)


def choose_day(page: Page, *, year: int, month: str, day: str) -> None:
    page.get_by_label("Date of birth").click()
    calendar = page.get_by_role("dialog", name="Calendar: date of birth")
    calendar.get_by_label("Choose the Year").select_option(label=str(year))
    calendar.get_by_label("Choose the Month").select_option(label=month)
    calendar.get_by_role("button", name=day).click()
    expect(calendar).to_be_hidden()
