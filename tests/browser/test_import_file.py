"""A file from the drop zone to the results, by one administrator."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import BOTH_SIZES, DESKTOP, PHONE
from tests.browser.csv_files import HEADER, people_file, person, read_rows, text_file
from tests.browser.desk import Desk
from tests.browser.import_pages import (
    body_rows,
    choose,
    expect_range,
    expect_results,
    figure,
    open_upload,
    start,
    status_filter,
    upload,
)
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

NO_ROW = "CSV file must contain at least a header row and one data row"
UPLOAD_PAGE = "/dashboard/users/imports/new"
TEMPLATE = "sample_users_template.csv"


@pytest.mark.long
def test_the_template_has_the_required_headers_and_can_be_uploaded_as_it_is(
    desk: Desk, admin: Account, tmp_path: Path
) -> None:
    page = desk.page("/dashboard", account=admin)
    open_upload(page)
    expect(page.get_by_text("Maximum size 10MB")).to_be_visible()
    expect(page.get_by_role("list", name="Required headers").locator("code")).to_have_text(HEADER)
    assert_accessible(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download Sample Template").click()
    assert download.value.suggested_filename == TEMPLATE
    template = tmp_path / TEMPLATE
    download.value.save_as(template)
    rows = read_rows(template)
    assert (tuple(rows[0]), len(rows)) == (HEADER, 3)
    upload(page, template)
    expect(page.get_by_role("button", name="Upload 3 Valid Users")).to_be_enabled()
    page.get_by_role("button", name="Choose Different File").click()
    expect(page.get_by_role("heading", name="Upload CSV File")).to_be_visible()


@pytest.mark.long
def test_files_that_cannot_be_read_are_refused_each_with_its_sentence(
    desk: Desk, admin: Account, watch: Watch, tmp_path: Path
) -> None:
    watch.expect_refusal(422, "/users/imports")
    too_large = tmp_path / "large.csv"
    too_large.write_bytes(b"x" * 10_485_761)
    page = desk.page(UPLOAD_PAGE, account=admin)
    for file, sentence in {
        text_file(tmp_path / "notes.txt", "hello"): "Please upload a CSV file",
        text_file(tmp_path / "header.csv", ",".join(HEADER)): NO_ROW,
        text_file(tmp_path / "empty.csv", ""): NO_ROW,
        too_large: "The file is larger than 10MB.",
    }.items():
        choose(page, file)
        expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
        expect(page.get_by_role("alert").filter(has_text=file.name)).to_be_visible()
    assert_accessible(page)


@pytest.mark.long
def test_what_only_the_server_can_see_is_refused_with_its_sentence(
    desk: Desk, admin: Account, watch: Watch, tmp_path: Path
) -> None:
    watch.expect_refusal(422, "/users/imports")
    page = desk.page(UPLOAD_PAGE, account=admin)
    choose(page, text_file(tmp_path / "open.csv", ",".join(HEADER) + '\n"Asha,a@b.example,1,2,3,4,5,6\n'))
    expect(
        page.get_by_role("alert").filter(has_text="Error parsing CSV file. Please check the format.")
    ).to_be_visible()
    # The next one is taken.
    upload(page, people_file(tmp_path / "next.csv", [person()]))


def mixed_rows() -> list[dict[str, str]]:
    """Rows 1, 5, 8 (of an unclear date) and 16 are valid, three of them with a warning; the other twelve are not."""
    first = person()
    broken = [
        person(email="not-an-address", phone="12", gender="Unknown"),
        person(fullName="", workLocation="P"),
        person(email=first["email"]),
        person(phone=first["phone"]),
        person(profile="PILOT", role="CAPTAIN"),
        person(dateOfBirth="2030-02-31"),
        person(dateOfBirth="2024-01-01"),
        *[person(email=f"broken-{number}") for number in range(6)],
    ]
    return [
        first,
        *broken[:6],
        person(profile="TRAINER", role="TRAINEE", dateOfBirth="02/06/2003"),
        *broken[6:],
        person(),
    ]


@pytest.mark.long
def test_the_preview_asks_about_dates_and_shows_what_is_wrong_with_each_cell(
    desk: Desk, admin: Account, tmp_path: Path
) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin)
    upload(page, people_file(tmp_path / "mixed.csv", mixed_rows()))
    rows = body_rows(page, "Rows of the file")
    expect(rows).to_have_count(10)
    question = page.get_by_role("group", name="02/06/2003: 2 June or 6 February?")
    expect(question).to_be_visible()
    expect(rows.nth(7)).to_contain_text("02/06/2003")
    expect(page.get_by_role("button", name="Upload 4 Valid Users")).to_be_disabled()
    assert_accessible(page)
    colleague = desk.page(page.url, account=admin, size=PHONE)
    expect(colleague.get_by_role("button", name="6 February (month/day/year)")).to_be_visible()
    question.get_by_role("button", name="2 June (day/month/year)").click()
    # The rows are replaced by the check, and come back as closed cards.
    expect(colleague.get_by_role("button", name="6 February (month/day/year)")).to_be_hidden()
    card = colleague.get_by_role("list", name="Rows of the file").get_by_role("listitem").nth(7)
    card.get_by_role("button", name="Show all fields").click()
    for each in (page, colleague):
        expect(each.get_by_text("02 Jun 2003")).to_be_visible()
        expect(each.get_by_text("Dates are read as day/month/year, as chosen in the preview.")).to_be_visible()
        expect(each.get_by_role("button", name="Upload 4 Valid Users")).to_be_enabled()
    expect(rows.nth(0)).to_contain_text("Line 2")
    expect(rows.nth(0)).to_contain_text("17 May 1994")
    for place, sentences in {
        0: ["Also the phone of 1 other"],
        1: ["Invalid email format", "Invalid phone format", "Invalid gender (must be: Male, Female, Other, or"],
        2: ["Missing full name", "Work location must be at least 2 characters"],
        3: ["Duplicate email in file (row 1)"],
        4: ["Also the phone of 1 other"],
        5: ["Invalid role", "Invalid profile"],
        6: ["Invalid date of birth format"],
        7: ["Role Trainee is not usual for profile Trainer"],
        8: ["User must be at least 13 years old"],
    }.items():
        for sentence in sentences:
            expect(rows.nth(place).get_by_text(sentence)).to_be_visible()


@pytest.mark.long
def test_counts_filter_the_preview_and_invalid_rows_can_be_deleted_one_by_one(
    desk: Desk, admin: Account, tmp_path: Path
) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin)
    upload(page, people_file(tmp_path / "mixed.csv", mixed_rows()))
    expect_range(page, 1, 10, total=16)
    page.get_by_role("button", name="Next page").click()
    expect(body_rows(page, "Rows of the file")).to_have_count(6)

    for name, count in {"All rows": "16", "Valid": "4", "With warnings": "3", "Invalid": "12"}.items():
        expect(status_filter(page, name)).to_contain_text(count)
        status_filter(page, name).click()
        expect_range(page, 1, min(int(count), 10), total=int(count))

    rows = body_rows(page, "Rows of the file")
    expect(rows.nth(1)).to_contain_text("Missing full name")
    page.get_by_role("button", name="Delete row 2").click()
    expect(page.get_by_text("Invalid row deleted successfully")).to_be_visible()
    # The rows behind it move up by one.
    expect(rows.nth(0)).to_contain_text("Missing full name")
    expect(page.get_by_role("button", name="Delete row 2")).to_be_visible()
    expect_range(page, 1, 10, total=11)
    page.get_by_role("button", name="Next page").click()
    expect(rows).to_have_count(1)
    rows.get_by_role("button", name="Delete row").click()
    # The second page is gone with its only row.
    expect_range(page, 1, 10, total=10)
    expect(status_filter(page, "All rows")).to_contain_text("14")


@pytest.mark.long
def test_a_file_without_a_valid_row_cannot_be_started(desk: Desk, admin: Account, tmp_path: Path) -> None:
    page = desk.page(UPLOAD_PAGE, account=admin)
    upload(page, people_file(tmp_path / "bad.csv", [person(email="no")]))
    expect(page.get_by_role("button", name="Upload 0 Valid Users")).to_be_disabled()


@pytest.mark.long
def test_what_the_profile_may_not_create_is_refused_row_by_row(
    desk: Desk, system: System, company: Company, tmp_path: Path
) -> None:
    page = desk.page(UPLOAD_PAGE, account=add_account(system, company, Profile.MANAGEMENT))
    rows_of_file = [person(), person(profile="TRAINER", role="MENTOR"), person(profile="ADMIN", role="HR")]
    upload(page, people_file(tmp_path / "team.csv", rows_of_file))
    rows = body_rows(page, "Rows of the file")
    expect(rows.nth(0)).to_contain_text("Valid")
    refusal = "Management users can only create Trainee and Interview Panelist profiles"
    for place in (1, 2):
        expect(rows.nth(place)).to_contain_text(refusal)
    expect(page.get_by_role("button", name="Upload 1 Valid User", exact=True)).to_be_enabled()


@BOTH_SIZES
def test_a_file_becomes_accounts_an_import_of_the_history_and_its_failed_rows_another_file(
    desk: Desk, admin: Account, size: tuple[int, int], tmp_path: Path
) -> None:
    page = desk.page("/dashboard/users", account=admin, size=size)
    expect(page.get_by_text("No imports yet")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Upload CSV File").click()
    rows = [*[person() for _ in range(12)], person(email="broken"), person(gender="x")]
    upload(page, people_file(tmp_path / "autumn intake.csv", rows))
    start(page)
    expect_results(page)
    expect(page.get_by_text("Successfully created 12 user(s)")).to_be_visible()
    expect(page.get_by_text("2 user(s) failed to create")).to_be_visible()
    for term, value in {"Users Created": "12", "Failed": "2", "Total Records": "14", "Invited so far": "12"}.items():
        expect(figure(page, term)).to_have_text(value)
    expect(page.get_by_text("autumn intake.csv · completed")).to_be_visible()
    expect_range(page, 1, 10, total=14)
    assert_accessible(page)
    open_from_history(page, size, name="autumn intake.csv", by=admin)

    status_filter(page, "Failed").click()
    expect_range(page, 1, 2, total=2)
    expect(page.get_by_text("Invalid email format")).to_be_visible()

    failed = download_failed_rows(page)
    assert [(row["rowNumber"], row["reason"]) for row in failed] == [
        ("13", "Invalid email format"),
        ("14", "Invalid gender (must be: Male, Female, Other, or Prefer not to say)"),
    ]
    page.get_by_role("link", name="Upload Another File").click()
    mended = [{**row, "gender": "Other", "email": f"mended.{row['phone']}@imported.example"} for row in failed]
    upload(page, people_file(tmp_path / "mended.csv", mended))
    expect(page.get_by_role("button", name="Upload 2 Valid Users")).to_be_enabled()


def open_from_history(page: Page, size: tuple[int, int], *, name: str, by: Account) -> None:
    """From its results, by the list of the company's imports, to its results."""
    page.get_by_role("link", name="Back").click()
    imports = page.get_by_role("row") if size == DESKTOP else page.get_by_role("main").get_by_role("listitem")
    listed = imports.filter(has_text=name)
    expect(listed).to_contain_text("Completed")
    expect(listed).to_contain_text(by.full_name)
    assert_accessible(page)
    listed.get_by_role("link", name=name).click()
    expect_results(page)


def download_failed_rows(page: Page) -> list[dict[str, str]]:
    with page.expect_download() as download:
        page.get_by_role("button", name="Download Failed Rows").click()
    assert download.value.suggested_filename == "autumn intake-failed.csv"
    return read_rows(Path(download.value.path()))
