"""The pages that are plain HTML, and the way between them and the application."""

from playwright.sync_api import Page, expect

from tests.browser.desk import Desk

APPLICATION = "script[type=module]"


def test_the_start_page_needs_no_application_and_fetches_the_sign_in_when_idle(desk: Desk) -> None:
    page = desk.browser().new_page()
    asked: list[tuple[str, str]] = []
    page.on("request", lambda request: asked.append((request.resource_type, request.url)))
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Guiding Every Step To Success")
    expect(page.locator(APPLICATION)).to_have_count(0)
    ahead = page.locator("link[rel=prefetch]")
    expect(ahead.and_(page.locator("[href*='/LoginPage-']"))).to_have_count(1)
    assert [url for kind, url in asked if kind == "script"] == []

    hrefs = {str(link.get_attribute("href")) for link in ahead.all()}
    page.get_by_role("banner").get_by_role("link", name="Login").click()
    expect(page.get_by_label("Email")).to_be_focused()
    assert page.locator(APPLICATION).get_attribute("src") in hrefs


def test_the_theme_is_one_over_plain_pages_and_the_application(desk: Desk) -> None:
    page = desk.browser().new_page()
    page.goto("/")
    toggle(page, "dark")
    page.get_by_role("link", name="Terms of use").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Terms & Conditions")
    expect(page.locator("body")).to_have_class("dark")
    page.goto("/login")
    toggle(page, "light")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Terms & Conditions")
    expect(page.locator("body")).to_have_class("light")
    expect(page.get_by_role("button", name="Switch to the dark theme")).to_be_visible()


def test_a_choice_in_another_tab_is_followed(desk: Desk) -> None:
    browser = desk.browser()
    page, other = browser.new_page(), browser.new_page()
    page.goto("/")
    other.goto("/privacy")
    toggle(other, "dark")
    expect(page.locator("body")).to_have_class("dark")
    other.evaluate("localStorage.clear()")
    expect(page.locator("body")).to_have_class("light")


def test_back_from_a_start_page_that_was_loaded_again_inside_the_application(desk: Desk) -> None:
    page = desk.page("/login")
    page.get_by_role("link", name="Waymark, to the start page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Guiding Every Step To Success")
    page.reload()
    expect(page.locator(APPLICATION)).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Login")
    expect(page.get_by_label("Email")).to_be_editable()


def test_plain_pages_are_read_without_scripts_and_show_where_the_focus_is(desk: Desk) -> None:
    context = desk.kept.chromium.new_context(java_script_enabled=False, base_url=desk.system.url)
    desk.contexts.append(context)
    page = context.new_page()
    for path in ("/terms", "/privacy", "/"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    link = page.get_by_role("main").get_by_role("link", name="Sign up")
    ring = page.get_by_role("banner").get_by_role("link", name="Waymark")
    page.keyboard.press("Tab")
    expect(ring).to_be_focused()
    shown = ring.evaluate("(element) => getComputedStyle(element).boxShadow")
    for _ in range(4):
        page.keyboard.press("Tab")
    expect(link).to_be_focused()
    assert link.evaluate("(element) => getComputedStyle(element).boxShadow") == shown != "none"


def toggle(page: Page, theme: str) -> None:
    page.get_by_role("button", name=f"Switch to the {theme} theme").click()
    expect(page.locator("body")).to_have_class(theme)
    other = "light" if theme == "dark" else "dark"
    expect(page.get_by_role("button", name=f"Switch to the {other} theme")).to_be_visible()
    assert page.evaluate("localStorage.getItem('theme')") == theme
