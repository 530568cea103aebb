"""Attendance on a trainer's phone, with and without a network."""

import logging
import re
from time import monotonic
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import PHONE
from tests.browser.classrooms import Classroom, open_classroom
from tests.browser.desk import Desk
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.fixtures.people import Company

logger = logging.getLogger(__name__)

UNSENT: Final = "On this phone · not sent"


@pytest.fixture
def classroom(system: System, company: Company) -> Classroom:
    return open_classroom(system, company)


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="State of the marks")


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}"))


def open_own_phone(desk: Desk, classroom: Classroom) -> Page:
    """Its worker has the application, and it has the rosters of today."""
    page = desk.browser(account=classroom.trainer, size=PHONE, has_worker=True).new_page()
    page.goto(classroom.path)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.get_by_role("switch", name="This is my phone").check()
    # The worker sees what is loaded from now on.
    page.reload()
    expect(page.get_by_role("button", name="All present")).to_be_visible()
    page.wait_for_load_state("networkidle")
    return page


def open_from_training(page: Page) -> None:
    """Come to the session by the page that lists what the phone keeps."""
    page.goto("/dashboard/training")
    kept = page.get_by_role("list", name="On this phone")
    expect(kept.get_by_role("listitem")).to_contain_text(UNSENT)
    assert_accessible(page)
    kept.get_by_role("link", name=re.compile(", Welding$")).tap()


def mark_all(page: Page) -> int:
    """Mark sixty people with three exceptions, and count the taps that it takes."""
    taps = [page.get_by_role("button", name="All present")]
    for name, times in (("Asha Iyer", 1), ("Bina Khan", 2), ("Kiran Venkataraman", 3)):
        taps += [row(page, name)] * times
    for place in taps:
        place.tap()
    return len(taps)


def test_sixty_people_are_marked_in_seven_taps_and_what_the_network_lost_is_sent_by_itself(
    desk: Desk, classroom: Classroom, watch: Watch
) -> None:
    page = open_own_phone(desk, classroom)
    assert_accessible(page)
    watch.expect_network_loss()
    page.context.set_offline(True)
    expect(page.get_by_role("alert").filter(has_text="You are offline")).to_be_visible()

    began = monotonic()
    taps = mark_all(page)
    expect(bar(page)).to_contain_text(f"58 of 60 · {UNSENT}")
    logger.info("%s taps for sixty people with three exceptions, %.1f s", taps, monotonic() - began)
    assert_accessible(page)
    assert classroom.marks() == {}

    # The page of the phone, without any network: its application, its roster and its marks.
    page.reload()
    expect(row(page, "Bina Khan")).to_contain_text("Absent")
    expect(bar(page)).to_contain_text(f"58 of 60 · {UNSENT}")

    open_from_training(page)
    expect(bar(page)).to_contain_text(f"58 of 60 · {UNSENT}")

    back = monotonic()
    page.context.set_offline(False)
    expect(bar(page)).to_contain_text(re.compile(r"58 of 60 · sent \d"))
    logger.info("sent %.1f s after the network was back", monotonic() - back)
    marks = classroom.marks()
    exceptions = {name: mark for name, mark in marks.items() if mark != "present"}
    assert len(marks) == 60
    assert exceptions == {"Asha Iyer": "late", "Bina Khan": "absent", "Kiran Venkataraman": "excused"}
    assert (taps, classroom.count_sheets()) == (7, 1)

    page.reload()
    expect(bar(page)).to_contain_text("58 of 60 · sent")
    expect(row(page, "Kiran Venkataraman")).to_contain_text("Excused")


def test_two_phones_see_each_others_marks_and_none_is_replaced_unasked(
    desk: Desk, classroom: Classroom, watch: Watch
) -> None:
    mine = desk.browser(account=classroom.trainer, size=PHONE).new_page()
    other = desk.browser(account=classroom.trainer, size=PHONE).new_page()
    for page in (mine, other):
        page.goto(classroom.path)
        expect(page.get_by_role("button", name="All present")).to_be_visible()
        page.wait_for_load_state("networkidle")
    watch.expect_network_loss()
    mine.context.set_offline(True)
    row(mine, "Asha Das").tap()
    for _ in range(3):
        row(other, "Asha Das").tap()
    expect(bar(other)).to_contain_text("0 of 60 · sent")
    mine.context.set_offline(False)
    expect(mine.get_by_text("Asha Das: you marked present, Tara Trainer marked absent at")).to_be_visible()
    assert_accessible(mine)
    mine.get_by_role("button", name="Change to present").tap()
    expect(row(other, "Asha Das")).to_contain_text("Present")
    assert classroom.marks()["Asha Das"] == "present"
