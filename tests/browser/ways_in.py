"""Steps of the way in, as a person does them."""

from playwright.sync_api import Page, expect

from tests.browser.chromium import PHONE


def expect_no_session(page: Page) -> None:
    """The browser keeps nothing of it; another tab's storage may follow later than its page."""
    page.wait_for_function("Object.keys(localStorage).every((name) => name === 'theme')")


def fill_in(page: Page, email: str, password: str) -> None:
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(password)


def pass_robot_check(page: Page) -> None:
    page.get_by_text("I'm not a robot").click()
    expect(page.get_by_role("group", name="Robot check")).to_contain_text("Verified")


def log_in(page: Page, email: str, password: str) -> None:
    """From the sign-in page to whatever follows."""
    fill_in(page, email, password)
    pass_robot_check(page)
    page.get_by_role("button", name="Login").click()


def log_out(page: Page) -> None:
    size = page.viewport_size
    if size is not None and size["width"] <= PHONE[0]:
        page.get_by_role("button", name="Toggle menu").click()
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("menuitem", name="Logout").click()
    page.get_by_role("alertdialog", name="Log out?").get_by_role("button", name="Logout").click()
    # That of an earlier logout may still be there.
    expect(page.get_by_text("Successfully logged out").last).to_be_visible()
