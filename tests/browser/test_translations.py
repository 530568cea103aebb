"""Pages in the pseudo-locale, where every text is in brackets and longer by two fifths: none is bare, none is cut.

The build of the tests holds it; one that is shipped does not (client/vite.config.ts).
"""

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as NotInTimeError

from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.fixtures.accounts import Account

# Every text in sight. What a person reads as one is one: the parts of an element that holds no block.
TEXTS: Final = """
    () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found = [];
        while (walker.nextNode()) {
            const { parentElement } = walker.currentNode;
            const data = 'script, style, noscript, code, kbd, option[value]:not([value=""])';
            if (parentElement.closest(data) !== null) continue;
            if (!parentElement.checkVisibility()) continue;
            found.push(walker.currentNode.textContent);
        }
        return found;
    }
"""
# Its words do not fit, or are cut off by what they stand in; what only screen readers read has no width.
CUT: Final = """
    () => [...document.querySelectorAll('h1, h2, h3, h4, button, a, label, th, legend, [role=tab], .MuiChip-label')]
        .filter((element) => element.checkVisibility() && element.clientWidth > 1)
        .filter((element) => element.closest('.visually-hidden') === null)
        .filter((element) => {
            if (element.tagName !== 'TH') return element.scrollWidth > element.clientWidth + 1;
            // A head for screen readers alone has no width.
            if (element.firstElementChild?.matches('.visually-hidden')) return false;
            // The handle at the edge of a column is no text.
            const text = document.createRange();
            text.selectNodeContents(element.querySelector('[role=separator]') === null ? element : element.firstChild);
            return text.getBoundingClientRect().right > element.getBoundingClientRect().right + 1;
        })
        .map((element) => `${element.tagName} ${element.textContent}`)
"""
PART: Final = re.compile(r"\[[^\[\]]*\]")
WORD: Final = re.compile(r"[^\W\d_]{3,}")
# A translated word has none of them: its vowels have accents.
VOWEL: Final = re.compile("[aeiou]", re.IGNORECASE)
# Names of products, formats, months, weekdays and the zone of the company, and the slogan.
NO_TEXTS: Final = frozenset(
    {"guiding", "every", "step", "success", "waymark", "chromium", "kolkata", "csv", "excel"}
    | {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sept", "oct", "nov", "dec"}
    | {"mon", "tue", "wed", "thu", "fri", "sat", "sun"}
)


def bare_in(text: str, known: frozenset[str]) -> list[str]:
    """The words of the text that are in no brackets and are none of people's data."""
    shown = re.sub(r"\S*[@/]\S*", " ", text)
    while (rest := PART.sub(" ", shown)) != shown:
        shown = rest
    return [word for word in WORD.findall(shown) if VOWEL.search(word) and word.casefold() not in known]


def assert_translated(page: Page, *, data: str) -> None:
    known = NO_TEXTS | frozenset(word.casefold() for word in WORD.findall(data))
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("body")).to_contain_text("[")
    for width, height in (DESKTOP, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_load_state("networkidle")
        texts = page.evaluate(TEXTS)
        assert any("[" in text for text in texts)
        bare = {text.strip(): words for text in texts if (words := bare_in(text, known))}
        assert bare == {}, f"{page.url} at {width}: {bare}"
        # After the width has changed the page is drawn anew.
        with suppress(NotInTimeError):
            page.wait_for_function(f"() => ({CUT})().length === 0", timeout=30_000)
        cut = page.evaluate(CUT)
        assert cut == [], f"{page.url} at {width}: {cut}"


def open_pseudo(desk: Desk, account: Account | None = None) -> Page:
    context = desk.browser(account=account)
    context.add_cookies([{"name": "language", "value": "pseudo", "url": desk.system.url}])
    return context.new_page()


@pytest.mark.parametrize(
    "path",
    ["/login", *(pytest.param(path, marks=pytest.mark.long) for path in ("/", "/signup", "/forgot-password"))],
)
def test_a_public_page_is_translated_in_whole_and_fits(desk: Desk, path: str) -> None:
    page = open_pseudo(desk)
    page.goto(path)
    assert_translated(page, data="English हिन्दी")


MAIN = "/dashboard/users?tab=manage"
MORE = (
    "/dashboard",
    "/dashboard/users",
    "/dashboard/users/new",
    "/dashboard/users/audit",
    "/dashboard/users/batches",
    "/dashboard/training",
    "/dashboard/profile",
    "/dashboard/settings",
)


@pytest.mark.parametrize("path", [MAIN, *(pytest.param(path, marks=pytest.mark.long) for path in MORE)])
def test_a_page_behind_the_login_is_translated_in_whole_and_fits(desk: Desk, admin: Account, path: str) -> None:
    page = open_pseudo(desk, admin)
    page.goto(path)
    assert_translated(page, data=f"{admin.full_name} {admin.email} {admin.company.name} English हिन्दी")


@pytest.mark.long
def test_the_preview_of_a_file_is_translated_in_whole_and_fits(desk: Desk, admin: Account, tmp_path: Path) -> None:
    page = open_pseudo(desk, admin)
    page.goto("/dashboard/users/imports/new")
    people = [person(fullName="Asha Rao"), person(fullName="Ben Lal", email="none")]
    page.locator("input[type=file]").set_input_files(people_file(tmp_path / "people.csv", people))
    page.wait_for_url(re.compile(r"/imports/[0-9a-f-]{36}"))
    expect(page.get_by_role("grid")).to_be_visible()
    # Errors of rows are sentences of the API.
    data = " ".join(
        [
            *(" ".join(row.values()) for row in people),
            admin.full_name,
            admin.company.name,
            "people",
            "Invalid email format",
        ]
    )
    assert_translated(page, data=data)
