"""The sign-in policy of a company, on the settings page of its Super Admin."""

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import BOTH_SIZES
from tests.browser.desk import Desk
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account

SETTINGS = "/dashboard/settings"


@BOTH_SIZES
def test_a_policy_is_saved_and_never_locks_its_author_out(
    desk: Desk, admin: Account, watch: Watch, size: tuple[int, int]
) -> None:
    watch.expect_refusal(422, "/companies/current/policy")
    page = desk.browser(account=admin, size=size).new_page()
    page.goto(SETTINGS)
    form = page.get_by_role("form", name="Login policy")
    expect(form.get_by_role("radio", name="No one")).to_be_checked()
    expect(page.get_by_role("region", name="Company")).to_be_visible()
    assert_accessible(page)

    form.get_by_role("radio", name="Administrators").check()
    form.get_by_label("Networks of administrators").fill("198.51.100.0/24")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_text("Set up a second factor of this kind for yourself first")).to_be_visible()
    expect(form.get_by_text("is in none of these networks")).to_be_visible()
    assert_accessible(page)

    form.get_by_role("radio", name="No one").check()
    form.get_by_label("Networks of administrators").fill("127.0.0.0/8\n::1")
    form.get_by_label("Log out after this many minutes without activity").fill("45")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The login policy is saved and applies from now on.")).to_be_visible()
    page.reload()
    expect(form.get_by_label("Networks of administrators")).to_have_value("127.0.0.0/8\n::1/128")
    expect(form.get_by_label("Log out after this many minutes without activity")).to_have_value("45")
