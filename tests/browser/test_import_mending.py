"""A college's file that is mended in its preview, while a second administrator watches."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import BOTH_SIZES, PHONE
from tests.browser.csv_files import people_file, person, text_file
from tests.browser.desk import Desk
from tests.browser.import_pages import body_rows, cell, choose, expect_results, start, status_filter, upload
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

UPLOAD_PAGE = "/dashboard/users/imports/new"
PREVIEW = "Rows of the file"
HEADINGS = "Student Name,E-mail ID,Mobile No.,DOB,Sex,Centre,Designation"
# As a college sends it: a word for a role that is none of ours, a place by its old name, an address that is none.
STUDENTS = (
    "Asha Rao,asha.rao@college.example,9800000001,13/02/2003,Female,Bombay,Trainer",
    "Ben Lal,ben.lal(at)college.example,9800000002,07/12/2002,Male,Bombay,Trainer",
    "Chitra Nair,chitra.nair@college.example,9800000003,25/06/2001,Female,Pune,Trainer",
    "Boys Hostel,,,,,,",
)


@pytest.fixture
def colleague(system: System, company: Company) -> Account:
    return add_account(system, company, Profile.ADMIN, full_name="Ravi Menon")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return text_file(tmp_path / "students.csv", "\n".join((HEADINGS, *STUDENTS)) + "\n")


def open_preview(page: Page, file: Path) -> None:
    """The columns that the headings do not name are chosen on the way."""
    choose(page, file)
    expect(page.get_by_role("heading", name="Columns of the file")).to_be_visible()
    page.get_by_label("Field of Designation").select_option(label="Role")
    page.get_by_label("Profile", exact=True).select_option(label="Trainer")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()


def test_a_file_is_mended_by_keyboard_mapped_and_thinned_out_while_a_colleague_watches(
    desk: Desk, admin: Account, colleague: Account, file: Path
) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin)
    open_preview(page, file)
    other = desk.page(page.url, account=colleague)
    expect(body_rows(page, PREVIEW)).to_have_count(4)
    map_role(page, other)
    edit_by_keyboard(page, other)
    expect(cell(other, 2, "row")).to_contain_text(admin.full_name)
    apply_to_all_and_undo(page, other)
    delete_and_undo(page, other, admin)
    start(page)
    expect_results(page)
    expect(page.get_by_text("Successfully created 3 user(s)")).to_be_visible()


def map_role(page: Page, other: Page) -> None:
    """A value that is not ours, in every row that has it: the list stands open, for it would mend most of the file."""
    expect(page.get_by_role("button", name="Unrecognised values (1)")).to_have_attribute("aria-expanded", "true")
    values = page.get_by_role("list", name="Unrecognised values")
    values.get_by_label("Role for Trainer").select_option(label="Faculty")
    values.get_by_role("button", name="Change 3 rows").click()
    expect(page.get_by_text("Trainer → Faculty in 3 rows, remembered for later files.")).to_be_visible()
    for each in (page, other):
        expect(cell(each, 1, "role")).to_have_text("Faculty")
        expect(status_filter(each, "Valid")).to_contain_text("2")


def edit_by_keyboard(page: Page, other: Page) -> None:
    cell(page, 1, "email").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.type("ben.lal@college.example")
    assert_accessible(page)
    page.keyboard.press("Enter")
    expect(cell(page, 3, "email")).to_be_focused()
    # What offers the undo leaves the steps in sight.
    last_step = page.get_by_role("list", name="Steps of the import").get_by_role("listitem").last.bounding_box()
    notice = page.get_by_role("status").filter(has_text="Email of row 2 changed.").bounding_box()
    assert last_step is not None
    assert notice is not None
    assert last_step["x"] + last_step["width"] < notice["x"]
    for each in (page, other):
        expect(cell(each, 2, "email")).to_have_text("ben.lal@college.example")


def apply_to_all_and_undo(page: Page, other: Page) -> None:
    """A value that another row has too."""
    cell(page, 1, "work location").click()
    page.get_by_role("textbox", name="Work location, row 1").fill("Mumbai")
    page.keyboard.press("Tab")
    expect(cell(page, 1, "profile")).to_be_focused()
    page.get_by_role("button", name="Apply to the other row with this value").click()
    for each in (page, other):
        expect(cell(each, 2, "work location")).to_have_text("Mumbai")
    page.get_by_role("button", name="Undo Bombay → Mumbai").click()
    for each in (page, other):
        expect(cell(each, 2, "work location")).to_have_text("Bombay")


def delete_and_undo(page: Page, other: Page, admin: Account) -> None:
    """A row that is no person, and a valid one too many. The last change is offered after a reload, too."""
    page.get_by_role("checkbox", name="Select row 3").check()
    page.get_by_role("checkbox", name="Select row 4").click(modifiers=["Shift"])
    page.get_by_role("button", name="Delete 2 Rows").click()
    question = page.get_by_role("alertdialog", name="Delete 2 rows?")
    expect(question).to_contain_text("1 of them is valid")
    assert_accessible(page)
    question.get_by_role("button", name="Delete 2 Rows").click()
    for each in (page, other):
        expect(body_rows(each, PREVIEW)).to_have_count(2)
    whose = f"Undo {admin.full_name}’s"
    expect(other.get_by_role("button", name=f"{whose} deletion of 2 rows")).to_be_visible()
    for each in (page, other):
        each.reload()
    expect(other.get_by_role("button", name=f"{whose} deletion of 2 rows")).to_be_visible()
    page.get_by_role("button", name="Undo deletion of 2 rows").click()
    expect(other.get_by_role("button", name=f"{whose} change of work location in row 1")).to_be_visible()
    for each in (page, other):
        expect(body_rows(each, PREVIEW)).to_have_count(4)


@pytest.mark.long
def test_what_a_colleague_changed_meanwhile_is_shown_and_what_was_typed_stays_offered(
    desk: Desk, admin: Account, colleague: Account, file: Path, watch: Watch
) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin)
    open_preview(page, file)
    other = desk.page(page.url, account=colleague)
    watch.expect_refusal(409, "/users/imports/*/rows/1")
    cell(page, 1, "full name").click()
    page.get_by_role("textbox", name="Full name, row 1").fill("Asha R. Rao")
    cell(other, 1, "full name").click()
    other.get_by_role("textbox", name="Full name, row 1").fill("Asha Verma")
    other.keyboard.press("Enter")
    expect(cell(other, 1, "full name")).to_have_text("Asha Verma")
    expect(cell(page, 1, "row")).to_contain_text("Ravi Menon is editing")
    page.get_by_role("textbox", name="Full name, row 1").press("Enter")
    note = cell(page, 1, "full name")
    expect(note).to_contain_text("Ravi Menon changed this row meanwhile. Your text: Asha R. Rao")
    expect(note).to_contain_text("Asha Verma")
    assert_accessible(page)
    note.get_by_role("button", name="Use it").click()
    for each in (page, other):
        expect(cell(each, 1, "full name")).to_have_text("Asha R. Rao")


@pytest.mark.long
def test_what_was_typed_into_a_row_that_a_colleague_deletes_stays_readable(
    desk: Desk, admin: Account, colleague: Account, file: Path
) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin)
    open_preview(page, file)
    other = desk.page(page.url, account=colleague)
    cell(page, 4, "full name").click()
    page.get_by_role("textbox", name="Full name, row 4").fill("Deepa Rao")
    other.get_by_role("checkbox", name="Select row 4").check()
    other.get_by_role("button", name="Delete 1 Row").click()
    other.get_by_role("alertdialog", name="Delete 1 row?").get_by_role("button", name="Delete 1 Row").click()
    expect(body_rows(page, PREVIEW)).to_have_count(3)
    notice = page.get_by_text("Ravi Menon deleted this row meanwhile (row 4, full name). Your text: Deepa Rao")
    expect(notice).to_be_visible()
    assert_accessible(page)


@pytest.mark.long
def test_on_a_phone_the_cards_of_the_preview_are_mended(desk: Desk, admin: Account, file: Path) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin, size=PHONE)
    open_preview(page, file)
    assert_accessible(page)
    cards = page.get_by_role("list", name=PREVIEW).get_by_role("listitem")
    first = cards.first.bounding_box()
    assert first is not None
    assert first["y"] + first["height"] < 2 * PHONE[1]
    expect(page.get_by_role("button", name="Gender Row 1 Female")).to_have_count(0)
    cards.first.get_by_role("button", name="Show all fields").click()
    expect(page.get_by_role("button", name="Gender Row 1 Female")).to_be_visible()
    page.get_by_role("button", name="Email Row 2 ben.lal(at)college.example").click()
    page.get_by_role("textbox", name="Email, row 2").fill("ben.lal@college.example")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Email Row 2 ben.lal@college.example")).to_be_visible()
    page.get_by_role("checkbox", name="Select row 4").check()
    page.get_by_role("button", name="Delete 1 Row").click()
    page.get_by_role("alertdialog", name="Delete 1 row?").get_by_role("button", name="Delete 1 Row").click()
    expect(page.get_by_text("1 row deleted.")).to_be_visible()
    page.get_by_role("button", name="Undo deletion of 1 row").click()
    expect(page.get_by_role("checkbox", name="Select row 4")).to_be_visible()
    page.get_by_role("button", name="Change columns").click()
    expect(page.get_by_role("list", name="Columns of the file")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()


# How far the element that has the focus reaches below the beginning of the bar at the foot of the window.
COVERED = """
    (element) => {
        element.focus();
        const isSticky = (each) => getComputedStyle(each).position === 'sticky';
        const bar = [...document.querySelectorAll('main *')].find(isSticky);
        return element.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
    }
"""


@BOTH_SIZES
def test_the_bar_at_the_foot_covers_no_row_that_has_the_focus(
    desk: Desk, admin: Account, tmp_path: Path, size: tuple[int, int]
) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin, size=size)
    upload(page, people_file(tmp_path / "intake.csv", [person(role="Coach") for _ in range(30)]))
    boxes = page.get_by_role("checkbox", name="Select row")
    expect(boxes).to_have_count(10)
    assert max(box.evaluate(COVERED) for box in boxes.all()) < 0
