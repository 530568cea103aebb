"""Those who sign up, and their steps."""

import itertools
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page, expect

PASSWORD: Final = "Many-small-steps-9"

_numbers: Final = itertools.count(1)


@dataclass(frozen=True, kw_only=True)
class Newcomer:
    """No account has this email or phone yet; `phone` is as it will be stored."""

    full_name: str
    email: str
    phone: str


def newcomer() -> Newcomer:
    number = next(_numbers)
    return Newcomer(full_name="Asha Rao", email=f"asha.{number}@newcomer.example", phone=f"+9198100{number:05d}")


def fill_in_sign_up(page: Page, person: Newcomer) -> None:
    """All of the form but the robot check; the phone as people write it."""
    page.get_by_label("Full name").fill(person.full_name)
    page.get_by_label("Email").fill(person.email)
    page.get_by_label("Phone").fill(f"{person.phone[3:8]} {person.phone[8:]}")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Confirm password", exact=True).fill(PASSWORD)
    page.get_by_role("checkbox", name="I accept the Terms & Conditions").check()


def sign_up(page: Page, person: Newcomer) -> None:
    """From the sign-up page to the page of the first code."""
    fill_in_sign_up(page, person)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_label("Verification code")).to_be_visible()


def enter_code(page: Page, code: str) -> None:
    field = page.get_by_label("Verification code")
    expect(field).to_be_enabled()
    field.fill("")
    field.press_sequentially(code)


def register_company(page: Page, *, name: str, website: str = "") -> None:
    """From the company page to the dashboard."""
    page.get_by_label("Company name").fill(name)
    page.get_by_label("Industry").select_option("Education")
    page.get_by_label("Company website").fill(website)
    page.get_by_role("button", name="Complete sign-up").click()
    expect(page.get_by_role("heading", name="Super Admin Dashboard")).to_be_visible()
