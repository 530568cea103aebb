"""What axe finds on a page in its present state, in both themes."""

from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.system import PROJECT

AXE: Final = PROJECT / "client" / "node_modules" / "axe-core" / "axe.min.js"
SHOWN_THEME: Final = "document.body.classList.contains('dark') ? 'dark' : 'light'"
SHOW_THEME: Final = """
    (theme) => {
        document.body.classList.remove('light', 'dark');
        document.body.classList.add(theme);
        document.documentElement.style.colorScheme = theme;
    }
"""
# Colours change at once: over several frames, each of them would cost a style of the whole page.
WITHOUT_TRANSITIONS: Final = """
    () => {
        const styles = new CSSStyleSheet();
        styles.replaceSync('*, ::before, ::after { transition: none !important }');
        document.adoptedStyleSheets.push(styles);
    }
"""
# Colours are judged where nothing moves any more.
AT_REST: Final = "() => document.getAnimations().every((animation) => animation.playState !== 'running')"
OVERFLOWS: Final = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
RUN: Final = """
    async (rules) => {
        // A tooltip hangs outside every landmark, beside what it describes.
        const scope = { include: [document], exclude: [['[role=tooltip]']] };
        const preload = { assets: ['media'] };
        const { violations } = await axe.run(scope, { resultTypes: ['violations'], preload, iframes: false, ...rules });
        return violations.map(({ id, help, nodes }) => ({
            id,
            help,
            nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
        }));
    }
"""


def assert_accessible(page: Page) -> None:
    """Axe finds no violation in the present state of the page, in either theme, and it fits its window."""
    # Every page has one h1; before that it is still loading.
    expect(page.locator("h1")).to_have_count(1)
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text())
        page.evaluate(WITHOUT_TRANSITIONS)
    shown = page.evaluate(SHOWN_THEME)
    found = _violations(page, rules={})
    assert not found, found
    page.evaluate(SHOW_THEME, "light" if shown == "dark" else "dark")
    # Themes differ in nothing but colour.
    found = _violations(page, rules={"runOnly": ["color-contrast"]})
    assert not found, found
    page.evaluate(SHOW_THEME, shown)
    assert not page.evaluate(OVERFLOWS), f"{page.url} is wider than its window"


def assert_accessible_in_all_sizes(page: Page) -> None:
    """For pages without a menu or dialog open: these may close with another size."""
    for width, height in (DESKTOP, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert_accessible(page)


def _violations(page: Page, *, rules: dict[str, Any]) -> list[dict[str, Any]]:
    page.wait_for_function(AT_REST)
    violations: list[dict[str, Any]] = page.evaluate(RUN, rules)
    return violations
