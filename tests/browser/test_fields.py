"""A company's own fields, on the settings page of its Super Admin."""

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import BOTH_SIZES, DESKTOP
from tests.browser.desk import Desk
from tests.browser.test_touch_targets import SMALL
from tests.fixtures.accounts import Account

FIELDS = "/dashboard/settings/fields"


def first_field(page: Page) -> str:
    """The key of the field at the head of the list."""
    return page.locator("[data-handle]").first.get_attribute("data-handle") or ""


@BOTH_SIZES
def test_a_starter_set_is_added_and_a_field_is_edited_and_moved(
    desk: Desk, admin: Account, size: tuple[int, int]
) -> None:
    page = desk.browser(account=admin, size=size).new_page()
    page.goto(FIELDS)
    page.get_by_role("button", name="Add 6 fields").click()
    expect(page.get_by_role("button", name="Course", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="0 people, Course")).to_be_visible()
    assert_accessible(page)
    assert size == DESKTOP or page.evaluate(SMALL) == []

    page.get_by_role("button", name="Course", exact=True).click()
    form = page.get_by_role("form", name="Edit Course")
    expect(form.get_by_label("Choice 12")).to_have_value("Diploma")
    assert_accessible(page)
    assert size == DESKTOP or page.evaluate(SMALL) == []
    form.get_by_label("More choices").fill("B.Pharm\nB.Arch")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("One of several · 14 choices").first).to_be_visible()

    handle, target = (page.locator(f"[data-handle={key}]") for key in ("backlogs", "course"))
    handle.scroll_into_view_if_needed()
    at, end = handle.bounding_box(), target.bounding_box()
    assert at is not None
    assert end is not None
    page.mouse.move(at["x"] + 8, at["y"] + 16)
    page.mouse.down()
    page.mouse.move(end["x"] + 8, end["y"], steps=8)
    with page.expect_response(re.compile("/fields/order")) as answer:
        page.mouse.up()
    assert answer.value.ok
    page.reload()
    expect(page.get_by_role("button", name="Course", exact=True)).to_be_visible()
    assert first_field(page) == "backlogs"
