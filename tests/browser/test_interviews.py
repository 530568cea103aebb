"""The interview day: from an empty round to the results, with a panelist's and a candidate's phone."""

import re
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import PHONE
from tests.browser.desk import Desk
from tests.browser.people import add_account
from tests.browser.system import System
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

ROUNDS: Final = "/dashboard/interviews"
# That of the test's company.
ZONE: Final = ZoneInfo("Asia/Kolkata")


def make_round(page: Page) -> None:
    """A round of today, whose panel sits from now on."""
    now = datetime.now(ZONE)
    starts, ends = now.replace(hour=0, minute=5), now.replace(hour=23, minute=55)
    page.get_by_role("button", name="New Round").first.click()
    form = page.get_by_role("form", name="New round")
    form.get_by_label("Name").fill("Technical round")
    form.get_by_role("combobox", name="Day").press_sequentially(f"{now:%d%m%Y}")
    form.get_by_label("Criteria").fill("Speaks clearly\nKnows the trade")
    form.get_by_role("button", name="Make Round").click()
    page.get_by_role("button", name="Paste or Upload").click()
    line = f"Panel B; Room 204; ; {starts:%H:%M}; {ends:%H:%M}; pia@example.com"
    page.get_by_label("One panel a line").fill(line)
    page.get_by_role("button", name="Read").click()
    page.get_by_role("button", name="Add 1 Panel").click()
    expect(page.get_by_role("cell", name="Pia Panelist")).to_be_visible()


def add_candidates(page: Page) -> None:
    """Select them in the list of people, and give them their times."""
    page.goto("/dashboard/users?tab=manage&profile=TRAINEE")
    page.get_by_role("checkbox", name="Select all on this page").check()
    page.get_by_role("button", name="Actions", exact=True).click()
    page.get_by_role("menuitem", name="Add to interviews").click()
    page.get_by_role("button", name="Add 3 People").click()
    page.get_by_role("button", name="Give Times").click()
    expect(page.get_by_text("3 placed, 0 left")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Give 3 Times").click()
    expect(page.get_by_text("3 people have a time now.")).to_be_visible()


def publish(page: Page) -> None:
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("button", name="Publish and Tell 3 Candidates").click()
    expect(page.get_by_text("The round is published.")).to_be_visible()
    page.get_by_role("tab", name="Board").click()
    expect(page.get_by_role("region", name="Panel B")).to_contain_text("3 wait")


def prepare(organiser: Page) -> None:
    make_round(organiser)
    add_candidates(organiser)
    publish(organiser)
    assert_accessible(organiser)


def say_here(phone: Page) -> None:
    expect(phone.get_by_text("You are next")).to_be_visible()
    phone.get_by_role("button", name="I Am Here").tap()
    expect(phone.get_by_text("we know that you are here")).to_be_visible()
    assert_accessible(phone)


def hold_interview(panelist: Page, hall: Page) -> None:
    """The person who was called comes in, is scored, and the next one is called."""
    panelist.get_by_role("button", name="Is Here").tap()
    expect(hall.get_by_role("listitem")).to_contain_text("In the room")
    for label, word in (("Speaks clearly", "Good"), ("Knows the trade", "Strong"), ("Verdict", "Yes")):
        panelist.get_by_role("group", name=label).get_by_role("button", name=re.compile(word)).tap()
    assert_accessible(panelist)
    panelist.get_by_role("button", name="Send and Next").tap()
    expect(panelist.get_by_role("heading", name="Bina Das")).to_be_visible()


def see_results(organiser: Page) -> None:
    organiser.get_by_role("tab", name="Results").click()
    row = organiser.get_by_role("row").filter(has_text="Asha Rao")
    expect(row).to_contain_text("3.5")
    expect(row).to_contain_text("1 yes")
    row.get_by_role("checkbox").check()
    organiser.get_by_role("button", name="Move 1 Person to a Stage").click()
    expect(organiser.get_by_role("alertdialog")).to_be_visible()
    assert_accessible(organiser)


def test_a_day_of_interviews_from_the_round_to_its_results(desk: Desk, system: System, company: Company) -> None:
    admin = add_account(system, company, Profile.SUPER_ADMIN)
    pia = add_account(system, company, Profile.INTERVIEW_PANELIST, full_name="Pia Panelist", email="pia@example.com")
    people: list[Account] = [
        add_account(system, company, Profile.TRAINEE, full_name=name, code=code)
        for name, code in (("Asha Rao", "WE-1"), ("Bina Das", "WE-2"), ("Chitra Iyer", "WE-3"))
    ]
    organiser = desk.page(ROUNDS, account=admin)
    prepare(organiser)
    asha = desk.page("/dashboard", account=people[0], size=PHONE)
    say_here(asha)
    panelist = desk.page("/dashboard", account=pia, size=PHONE)
    panelist.get_by_role("link", name="Open Panel B").tap()

    # One tap, and the candidate's phone says where to go; so does the screen in the hall.
    panelist.get_by_role("button", name="Call the Next One").tap()
    expect(asha.get_by_role("alertdialog")).to_contain_text("Panel BRoom 204now")
    assert_accessible(asha)
    lane = organiser.get_by_role("region", name="Panel B")
    expect(lane).to_contain_text("Asha Rao")
    hall = open_hall(desk, organiser)
    expect(hall.get_by_role("listitem")).to_contain_text("WE-1")
    assert_accessible(hall)

    hold_interview(panelist, hall)
    expect(lane).to_contain_text("1 done")
    see_results(organiser)


def open_hall(desk: Desk, organiser: Page) -> Page:
    """Another machine, which is given the link."""
    # Without the notices of what was done before.
    organiser.reload()
    organiser.get_by_role("button", name="Screen in the Hall").click()
    organiser.get_by_role("button", name="Make Link").click()
    link = organiser.get_by_role("link", name="Open it in a new tab").get_attribute("href")
    assert link is not None
    organiser.get_by_role("button", name="Close", exact=True).click()
    return desk.page(link)
