"""The pages of an import, as a person uses them."""

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, Page, expect

# Every value that was seen, in the order in which it was.
RECORD: Final = """
    (read) => {
        const seen = [];
        window.seen = seen;
        const look = () => {
            const value = read();
            if (value !== undefined && value !== seen.at(-1)) seen.push(value);
        };
        new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
        look();
    }
"""
# How many accounts have been made: while they are, and afterwards.
CREATED: Final = """
    () => {
        const terms = [...document.querySelectorAll('dt')];
        const term = terms.find(({ textContent }) => ['Created', 'Users Created'].includes(textContent));
        return term?.nextElementSibling?.textContent;
    }
"""
INVITED: Final = """
    () => {
        const terms = [...document.querySelectorAll('dt')];
        return terms.find(({ textContent }) => textContent === 'Invited so far')?.nextElementSibling?.textContent;
    }
"""
# Long enough for the largest file of the tests on a machine that does much else.
ASKS_FROM: Final = 100
TYPED_FROM: Final = 1_000
UNTIL_DONE_MILLISECONDS: Final = 240_000


def open_upload(page: Page) -> None:
    """From any page with a sidebar."""
    page.get_by_role("navigation", name="Main").get_by_role("link", name="User Management").click()
    page.get_by_role("link", name="Upload CSV File").click()
    expect(page.get_by_role("heading", name="Upload CSV File")).to_be_visible()


def choose(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose Spreadsheet").click()
    chooser.value.set_files(file)


def upload(page: Page, file: Path) -> None:
    """From the upload page to the preview."""
    choose(page, file)
    expect(page.get_by_role("heading", name="Preview")).to_be_visible(timeout=UNTIL_DONE_MILLISECONDS)


def start(page: Page) -> None:
    """From the preview on; a large import asks first."""
    button = page.get_by_role("button", name=re.compile(r"^Upload [\d,]+ Valid Users?$"))
    expect(button).to_be_enabled()
    people = int("".join(re.findall(r"\d", button.inner_text())))
    button.click()
    if people >= TYPED_FROM:
        page.get_by_label("Number of new accounts").fill(str(people))
    if people >= ASKS_FROM:
        page.get_by_role("button", name=re.compile("^Create and Invite ")).click()


def expect_results(page: Page) -> None:
    expect(page.get_by_role("heading", name="Upload Complete")).to_be_visible(timeout=UNTIL_DONE_MILLISECONDS)


def figure(page: Page, term: str) -> Locator:
    """The number below a term."""
    return page.locator("dt", has_text=re.compile(f"^{term}$")).locator("xpath=following-sibling::dd[1]")


def record(page: Page, read: str) -> None:
    """From now on keep every value that `read` finds on the page."""
    page.evaluate(f"({RECORD})({read})")


def recorded(page: Page) -> list[int]:
    return [int(value.replace(",", "")) for value in page.evaluate("window.seen")]


def wait_for_created(page: Page, *, more_than: int) -> int:
    """How many accounts have been made, as soon as it is more than that."""
    found = page.wait_for_function(
        f"(least) => {{ const made = Number(({CREATED})()?.replaceAll(',', '') ?? 0); return made > least && made; }}",
        arg=more_than,
    )
    return int(found.json_value())


def status_filter(page: Page, name: str) -> Locator:
    """A count that is a filter."""
    button = page.get_by_role("group", name="Which rows are shown").get_by_role("button")
    return button.filter(has_text=re.compile(f"^{name}"))


def body_rows(page: Page, table: str) -> Locator:
    """Of a table, or of a grid whose cells can be edited."""
    return page.get_by_role("table", name=table).or_(page.get_by_role("grid", name=table)).locator("tbody tr")


def cell(page: Page, row: int, column: str) -> Locator:
    """The cell of a shown row of the preview, by the name of its column."""
    heads = page.get_by_role("grid", name="Rows of the file").get_by_role("columnheader")
    expect(heads.first).to_be_visible()
    names = [name.lower() for name in heads.all_inner_texts()]
    return body_rows(page, "Rows of the file").nth(row - 1).get_by_role("gridcell").nth(names.index(column))


def expect_range(page: Page, first: int, last: int, *, total: int) -> None:
    """The range that the pager shows."""
    words = f"{first}\N{EN DASH}{last} of {total}"
    expect(page.get_by_role("navigation", name="Rows: pages").get_by_text(words, exact=True)).to_be_visible()
