"""Two accounts of one person are found, merged and taken apart again."""

from datetime import date

from playwright.sync_api import expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible, assert_accessible_in_all_sizes
from tests.browser.desk import Desk
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.user_pages import MANAGE
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company


def test_two_accounts_are_merged_with_a_cell_of_the_other_and_the_merge_is_undone(
    desk: Desk, system: System, company: Company, admin: Account
) -> None:
    born = date(2001, 5, 21)
    for full_name, place in (("Rajeshwari Devi", "Pune"), ("राजेश्वरी देवी", "Kochi")):
        add_account(system, company, Profile.TRAINEE, full_name=full_name, work_location=place, date_of_birth=born)
    page = desk.page(MANAGE, account=admin)
    page.get_by_role("link", name="Probable duplicates").click()
    expect(page.get_by_text("same date of birth", exact=True)).to_be_visible()
    assert_accessible_in_all_sizes(page)

    page.get_by_role("button", name="Merge Rajeshwari Devi and राजेश्वरी देवी").click()
    dialog = page.get_by_role("dialog", name="Merge two accounts")
    dialog.get_by_role("radio", name="Kochi").check()
    assert_accessible(page)
    dialog.get_by_role("button", name="Merge", exact=True).click()
    expect(page.get_by_text("राजेश्वरी देवी was merged into Rajeshwari Devi")).to_be_visible()
    expect(page.get_by_text("No probable duplicates")).to_be_visible()
    assert_accessible(page)

    page.get_by_role("button", name="Undo the merge of राजेश्वरी देवी").click()
    expect(page.get_by_text("The merge is undone")).to_be_visible()
    expect(page.get_by_role("button", name="Merge Rajeshwari Devi and राजेश्वरी देवी")).to_be_visible()
