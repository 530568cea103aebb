"""A trainer writes to a batch, and the people in it read it."""

from uuid import UUID

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import PHONE
from tests.browser.classrooms import open_classroom
from tests.browser.desk import Desk
from tests.browser.passing_time import end_minute_of_announcements
from tests.browser.system import System
from tests.fixtures.people import Company


def test_what_a_trainer_announces_appears_on_the_open_phone_of_a_trainee_and_is_seen(
    desk: Desk, system: System, company: Company
) -> None:
    classroom = open_classroom(system, company, people=3)
    phone = desk.page("/dashboard", account=classroom.people[0], size=PHONE)
    expect(phone.get_by_role("heading", name="Trainee Dashboard")).to_be_visible()

    page = desk.page(f"/dashboard/training/{classroom.batch_id}", account=classroom.trainer)
    page.get_by_role("button", name="Write Announcement").click()
    dialog = page.get_by_role("dialog", name="Write announcement")
    expect(dialog.get_by_text("Reaches all 3 people.")).to_be_visible()
    assert_accessible(page)
    dialog.get_by_label("Title").fill("No class on Friday")
    dialog.get_by_label("Text").fill("The workshop is closed.\nWe meet on Monday.")
    dialog.get_by_role("button", name="Send to 3 People").click()
    expect(page.get_by_role("region", name="Before it goes out")).to_be_visible()
    expect(page.get_by_role("link", name="3 Recipients")).to_be_visible()
    assert_accessible(page)

    end_minute_of_announcements(system, UUID(page.url.rpartition("/")[2]))
    expect(phone.get_by_text("We meet on Monday.")).to_be_visible()
    assert_accessible(phone)
    expect(page.get_by_role("link", name="1 Seen")).to_be_visible()
