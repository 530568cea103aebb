"""Everything that a finger presses on a phone is 44 px high, on every page."""

from datetime import timedelta
from typing import Final

from playwright.sync_api import Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.api_calls import make_fields
from tests.browser.chromium import PHONE
from tests.browser.classrooms import open_classroom
from tests.browser.desk import Desk
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

# A link in a sentence is as high as its line. A box is pressed by its label, or the part that is drawn around it.
SMALL: Final = """
    () => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button], [role=tab]')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !element.matches('[type=hidden], [type=file], [tabindex="-1"], label a'))
        .filter((element) => element.closest('.visually-hidden, [aria-hidden=true], p, altcha-widget') === null)
        .map((element) => element.closest('.MuiSwitchBase-root, .MuiInputBase-root, label:has(input)') ?? element)
        .map((element) => [element, element.getBoundingClientRect()])
        .filter(([, { width, height, bottom }]) => width > 1 && height > 1 && bottom > 0)
        .filter(([, { width, height }]) => height < 43.5 || width < 23.5)
        .map(([{ tagName, textContent, ariaLabel }, { width, height }]) =>
            `${tagName} ${textContent || ariaLabel} ${width}x${height}`)
"""
STRANGERS: Final = (
    *("/", "/login", "/signup", "/apply/nowhere", "/forgot-password", "/terms", "/privacy"),
    *("/invitation", "/not-me#x", "/confirm-email#x", "/stop-invitations#x", "/stop-announcements#x"),
)
PEOPLE: Final = (
    *(
        "/dashboard",
        "/dashboard/users",
        "/dashboard/users?tab=manage",
        "/dashboard/users/new",
        "/dashboard/users/audit",
    ),
    *("/dashboard/users/imports/new", "/dashboard/users/jobs"),
    *("/dashboard/users/batches", "/dashboard/training", "/dashboard/profile", "/dashboard/settings"),
    *("/dashboard/settings/fields", "/dashboard/settings/stages"),
    *("/dashboard/announcements", "/dashboard/announcements/sent"),
)


def small_targets(page: Page, paths: tuple[str, ...]) -> list[str]:
    small: list[str] = []
    for path in paths:
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        # What the build has drawn is taken over by the application.
        expect(page.locator("[inert]")).to_have_count(0)
        page.wait_for_load_state("networkidle")
        small += [f"{path}: {found}" for found in page.evaluate(SMALL)]
    return small


def test_a_finger_meets_what_strangers_press(desk: Desk) -> None:
    assert small_targets(desk.browser(size=PHONE).new_page(), STRANGERS) == []


def test_a_finger_meets_what_administrators_press(desk: Desk, admin: Account) -> None:
    assert small_targets(desk.browser(size=PHONE, account=admin).new_page(), PEOPLE) == []


def test_a_finger_meets_the_own_fields_in_the_forms_of_people(
    desk: Desk, system: System, company: Company, admin: Account
) -> None:
    make_fields(system, admin)
    trainee = add_account(system, company, Profile.TRAINEE)
    page = desk.browser(size=PHONE, account=admin).new_page()
    for path in ("/dashboard/users/new", f"/dashboard/users/people/{trainee.id}"):
        page.goto(path)
        page.get_by_label("Many").select_option(label="Red")
        expect(page.get_by_role("button", name="Remove Red")).to_be_visible()
        assert [f"{path}: {found}" for found in page.evaluate(SMALL)] == []
    page = desk.browser(size=PHONE, account=trainee).new_page()
    page.goto("/dashboard/profile")
    page.get_by_role("button", name="Edit your details").click()
    page.get_by_label("Many").select_option(label="Red")
    assert page.evaluate(SMALL) == []


def test_a_finger_meets_what_trainers_press_on_the_narrowest_phone(
    desk: Desk, system: System, company: Company, watch: Watch
) -> None:
    # It ended so long ago that its marks need a reason.
    classroom = open_classroom(system, company, people=3, begins=timedelta(hours=-60))
    page = desk.browser(size=PHONE, account=classroom.trainer).new_page()
    page.set_viewport_size({"width": 320, "height": 640})
    batch = f"/dashboard/training/{classroom.batch_id}"
    assert small_targets(page, (batch, f"{batch}?tab=sessions", f"{batch}?tab=people", classroom.path)) == []
    watch.expect_refusal(422, "/training/sessions/*/attendance")
    page.get_by_role("button", name="All present").tap()
    expect(page.get_by_role("button", name="Give a Reason")).to_be_visible()
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_finger_meets_what_applicants_press(desk: Desk, system: System, company: Company) -> None:
    page = desk.browser(size=PHONE, account=add_account(system, company, None)).new_page()
    assert small_targets(page, ("/applicant-dashboard", "/applicant-dashboard/profile")) == []
