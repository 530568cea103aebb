"""The board of stages, as two administrators see it at once."""

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import PHONE
from tests.browser.desk import Desk
from tests.browser.people import add_account
from tests.browser.system import System
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

BOARD: Final = "/dashboard/users?as=board"
# What a colleague waits at most to see a move, here on a machine that runs all else beside it.
SOON: Final = 3_000


@pytest.fixture
def trainees(system: System, company: Company) -> list[Account]:
    names = ("Asha Rao", "Bina Iyer", "Chitra Das")
    return [add_account(system, company, Profile.TRAINEE, full_name=name, code=f"B-{name[0]}") for name in names]


def column(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


@pytest.mark.usefixtures("trainees")
def test_a_card_that_is_dragged_is_moved_on_the_board_of_a_colleague(
    desk: Desk, system: System, company: Company, admin: Account
) -> None:
    colleague = add_account(system, company, Profile.ADMIN, full_name="Ravi Menon")
    page, other = (desk.page(BOARD, account=account) for account in (admin, colleague))
    for each in (page, other):
        expect(column(each, "Selected").get_by_role("link", name="Asha Rao")).to_be_visible()
    assert_accessible(page)

    page.get_by_role("listitem").filter(has_text="Asha Rao").drag_to(column(page, "Interview"))
    expect(column(page, "Interview").get_by_role("link", name="Asha Rao")).to_be_visible()
    expect(column(other, "Interview").get_by_role("link", name="Asha Rao")).to_be_visible(timeout=SOON)
    expect(column(other, "Selected").get_by_role("link", name="2 Selected")).to_be_visible()
    expect(page.get_by_text("Asha Rao is in the stage Interview now.")).to_be_visible()

    # By the keyboard alone, on the other board.
    other.get_by_role("link", name="Bina Iyer").focus()
    other.keyboard.press("m")
    expect(other.get_by_role("menu", name="Move Bina Iyer to…")).to_be_visible()
    other.keyboard.type("int")
    moved = column(other, "Interview").get_by_role("listitem").filter(has_text="Bina Iyer")
    expect(moved).to_be_focused()
    expect(column(page, "Interview").get_by_role("link", name="Bina Iyer")).to_be_visible(timeout=SOON)


@pytest.mark.usefixtures("trainees")
def test_a_phone_shows_one_stage_at_a_time(desk: Desk, admin: Account) -> None:
    page = desk.page(BOARD, account=admin, size=PHONE)
    page.get_by_role("button", name="Move to…: Chitra Das").click()
    page.get_by_role("menuitem", name="Certified").click()
    page.get_by_role("tab", name=re.compile("^Certified 1")).click()
    expect(page.get_by_role("link", name="Chitra Das")).to_be_visible()
    expect(page.get_by_role("link", name="Asha Rao")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert_accessible(page)
