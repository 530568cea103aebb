"""What each profile finds on its dashboard."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible, assert_accessible_in_all_sizes
from tests.browser.api_calls import import_people
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.people import add_account
from tests.browser.system import System
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

WELCOMES: Final = {
    Profile.SUPER_ADMIN: ("Super Admin Dashboard", "Complete system oversight and administration"),
    Profile.ADMIN: ("Admin Dashboard", "Manage team and oversee operations"),
    Profile.MANAGEMENT: ("Management Dashboard", "Supervise teams and follow their progress"),
    Profile.TRAINER: ("Trainer Dashboard", "Run training and conduct interviews"),
    Profile.INTERVIEW_PANELIST: ("Interview Panelist Dashboard", "Conduct interviews and share your assessments"),
    Profile.PLACEMENT: ("Placement Dashboard", "Connect trained talent with opportunities"),
    Profile.TRAINEE: ("Trainee Dashboard", "Follow your training and your next steps"),
    None: ("Applicant Portal", "Track your application status and next steps"),
}
MANAGED: Final = ("Dashboard", "Announcements", "User Management", "Batches", "Imports", "Bulk changes")
ITEMS: Final = {
    Profile.SUPER_ADMIN: [*MANAGED, "Activity", "Training", "Interviews", "Placement", "Settings"],
    Profile.ADMIN: [*MANAGED, "Activity", "Training", "Interviews", "Placement", "Settings"],
    Profile.MANAGEMENT: [*MANAGED, "Training", "Interviews", "Placement"],
    Profile.TRAINER: ["Dashboard", "Announcements", "Training", "Interviews"],
    Profile.INTERVIEW_PANELIST: ["Dashboard", "Announcements", "Interviews"],
    Profile.PLACEMENT: ["Dashboard", "Announcements", "Interviews", "Placement"],
    Profile.TRAINEE: ["Dashboard", "Announcements", "Openings"],
}
VIEWERS: Final = (Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT)
AUDITORS: Final = (Profile.SUPER_ADMIN, Profile.ADMIN)


def test_a_cold_dashboard_comes_in_few_small_files(desk: Desk, system: System, company: Company) -> None:
    """At 400 kbit/s 300 kB take six seconds, and each file costs its journey."""
    page = desk.browser(account=add_account(system, company, Profile.TRAINEE)).new_page()
    network, sizes, asked = page.context.new_cdp_session(page), dict[str, int](), list[str]()
    network.send("Network.enable")
    network.on("Network.requestWillBeSent", lambda sent: asked.append(sent["request"]["url"]))
    network.on("Network.loadingFinished", lambda done: sizes.update({done["requestId"]: done["encodedDataLength"]}))
    page.goto("/dashboard")
    expect(page.get_by_role("region", name="Your account")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(asked) <= 18, asked
    assert 200_000 < sum(sizes.values()) <= 300_000


@pytest.mark.parametrize(
    # The one that shows all there is; the client's own tests draw the others.
    "profile",
    [
        Profile.SUPER_ADMIN,
        *(pytest.param(other, marks=pytest.mark.long) for other in WELCOMES if other != Profile.SUPER_ADMIN),
    ],
)
def test_each_profile_has_its_own_and_in_the_sidebar_what_it_may_open(
    desk: Desk, system: System, company: Company, profile: Profile | None
) -> None:
    page = desk.page("/dashboard", account=add_account(system, company, profile))
    title, subtitle = WELCOMES[profile]
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.get_by_text(subtitle)).to_be_visible()
    if profile in VIEWERS:
        expect(page.get_by_role("table", name="People by profile")).to_be_visible()
        expect(page.get_by_role("region", name="Imports under way")).to_be_visible()
        expect(page.get_by_role("region", name="Way through the stages").get_by_text("Counted on")).to_be_visible()
    else:
        expect(page.get_by_role("region", name="Your account")).to_be_visible()
    expect(page.get_by_role("region", name="Recent activity")).to_have_count(1 if profile in AUDITORS else 0)
    if profile in ITEMS:
        open_each_item(page, ITEMS[profile])
    assert_accessible_in_all_sizes(page)


def open_each_item(page: Page, items: list[str]) -> None:
    sidebar = page.get_by_role("navigation", name="Main")
    expect(sidebar.get_by_role("link")).to_have_text(items)
    expect(sidebar.get_by_role("link", name="Dashboard")).to_have_attribute("aria-current", "page")
    for item in [*items[1:], "Dashboard"]:
        sidebar.get_by_role("link", name=item).click()
        expect(sidebar.get_by_role("link", name=item)).to_have_attribute("aria-current", "page")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if item != "Dashboard":
            assert_accessible(page)


@pytest.mark.long
def test_it_follows_an_import(desk: Desk, system: System, admin: Account, tmp_path: Path) -> None:
    page = desk.page("/dashboard", account=admin)
    expect(people(page, "Trainee")).to_have_text("0")
    expect(page.get_by_role("region", name="First steps")).to_be_visible()
    import_people(system, admin, people_file(tmp_path / "intake.csv", [person() for _ in range(3)]))

    expect(people(page, "Trainee")).to_have_text("3")
    expect(page.get_by_role("region", name="People in numbers")).to_contain_text("4 active")
    activity = page.get_by_role("region", name="Recent activity")
    expect(activity.get_by_text("The import of intake.csv ended")).to_be_visible()
    activity.get_by_role("link", name="All activity").click()
    expect(page.get_by_role("heading", name="Activity", level=1)).to_be_visible()


def people(page: Page, profile: str) -> Locator:
    table = page.get_by_role("table", name="People by profile")
    return table.get_by_role("row", name=profile, exact=False).get_by_role("cell")
