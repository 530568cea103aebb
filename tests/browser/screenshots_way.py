"""From the apply link to training, as applicants see it on a phone, in each language: strips of pictures."""

from pathlib import Path
from typing import Any, Final

import httpx2
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.api_calls import bearer
from tests.browser.inbox import Inbox
from tests.browser.newcomers import PASSWORD, newcomer
from tests.browser.people import add_account, add_company, signed_in_state
from tests.browser.screenshots_training import LANGUAGES, open_phone, picture, strip_of
from tests.browser.system import System
from tests.browser.waiting import WAIT_SECONDS, wait_until_drawn
from tests.fixtures.accounts import Account

PUBLISHED: Final = tuple(
    f"way-{part}-{language}.webp" for part in ("applying", "stages", "declined") for language in LANGUAGES
)
# What a company writes, it writes in the language of its people: two details that it asks for, and why it declines.
DETAILS: Final = {"en": ("Blood group", "Bank account"), "hi": ("रक्त समूह", "बैंक खाता")}
REASON: Final = {
    "en": "The course is full; the next one begins in July.",
    "hi": "यह कोर्स भर चुका है; अगला कोर्स जुलाई में शुरू होगा।",
}


def picture_way(chromium: Browser, system: System, folder: Path) -> None:
    for language in LANGUAGES:
        company = add_company(system, name="Harbour Institute", is_verified=True)
        admin = add_account(system, company)
        headers = bearer(signed_in_state(system, admin))
        page = open_phone(chromium, system, language)
        with httpx2.Client(base_url=f"{system.url}/api/v1", headers=headers, timeout=WAIT_SECONDS) as office:
            for label in DETAILS[language]:
                field = {"label": label, "kind": "text", "ownView": True, "ownEdit": True, "requiredFor": ["TRAINEE"]}
                _ask(office, "POST", "/fields", field)
            strips = {
                "applying": _apply(page, system, office),
                "stages": _go_on(page, office, asked=DETAILS[language][0]),
            }
            applicant = add_account(
                system, company, None, full_name="Leela Nair", email=f"leela.{language}@mail.example"
            )
            other = open_phone(chromium, system, language, applicant)
            strips["declined"] = _decline(other, office, applicant, REASON[language])
        for part, pictures in strips.items():
            (folder / f"way-{part}-{language}.webp").write_bytes(strip_of(chromium, pictures))
        for each in (page, other):
            each.context.close()


def _apply(page: Page, system: System, office: httpx2.Client) -> list[bytes]:
    """From the company's link by the form and the code to the first look at the own way."""
    person = newcomer()
    page.goto(f"/apply/{_ask(office, 'GET', '/users/profile')['companySlug']}")
    expect(page.locator("h1")).to_contain_text("Harbour Institute")
    pictures = [_now(page)]
    typed = {"fullName": person.full_name, "email": person.email, "phone": person.phone}
    for name, text in (typed | dict.fromkeys(("password", "confirmPassword"), PASSWORD)).items():
        page.locator(f"[name={name}]").fill(text)
    page.locator("[name=terms]").check()
    page.locator("form [type=submit]").click()
    code = page.locator("[autocomplete=one-time-code]")
    expect(code).to_be_enabled()
    pictures.append(_now(page))
    code.press_sequentially(Inbox(url=system.url).code(person.email))
    _expect_step(page, 1)
    return [*pictures, picture(page, "/applicant-dashboard")]


def _go_on(page: Page, office: httpx2.Client, *, asked: str) -> list[bytes]:
    """The page stays open meanwhile: what the company does comes by itself."""
    person_id = page.evaluate("JSON.parse(localStorage.user).userId")
    stages = {each["name"]: each["id"] for each in _ask(office, "GET", "/stages")["stages"]}

    def move(seen: str, to: str, *, step: int) -> None:
        change = {"stageId": stages[to], "from": stages[seen]}
        _ask(office, "PUT", f"/users/{person_id}/stage", change)
        _expect_step(page, step)

    move("Applied", "Screening", step=2)
    pictures = [_now(page)]
    move("Screening", "Interview", step=3)
    # The three of a first look are below.
    _open_bell(page, news=5)
    pictures.append(_now(page))
    # Beside it, which closes it.
    page.touchscreen.tap(180, 780)
    expect(page.get_by_role("dialog")).to_have_count(0)
    pictures.append(_now(page))
    accepted = {"ids": [person_id], "profile": "TRAINEE", "role": "TRAINEE"}
    _ask(office, "POST", "/users/applications/accept", accepted)
    _expect_step(page, 4)
    welcome = page.locator(".MuiSnackbar-root")
    expect(welcome).to_be_visible()
    way = page.locator("main section", has=page.locator("ol"))
    pictures.append(_now(page, way))
    welcome.locator("button").tap()
    move("Selected", "In training", step=5)
    pictures.append(_now(page, way))
    way.locator("a").tap()
    return [*pictures, _now(page, page.get_by_label(asked))]


def _decline(page: Page, office: httpx2.Client, applicant: Account, reason: str) -> list[bytes]:
    page.goto("/applicant-dashboard")
    _expect_step(page, 1)
    _ask(office, "POST", "/users/applications/decline", {"ids": [str(applicant.id)], "reason": reason})
    expect(page.get_by_text(reason)).to_be_visible()
    pictures = [_now(page)]
    _open_bell(page, news=1)
    return [*pictures, _now(page)]


def _expect_step(page: Page, number: int) -> None:
    """The present one of the own way, counted from one."""
    expect(page.locator("main section ol > li").nth(number - 1)).to_have_attribute("aria-current", "step")


def _open_bell(page: Page, *, news: int) -> None:
    page.locator("header [aria-haspopup=dialog]").tap()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(news)


def _now(page: Page, part: Locator | None = None) -> bytes:
    """With the part in the middle."""
    expect(page.locator("h1")).to_be_visible()
    wait_until_drawn(page)
    if part is not None:
        part.evaluate("(part) => part.scrollIntoView({ block: 'center' })")
    return page.screenshot(animations="disabled")


def _ask(office: httpx2.Client, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    answer = office.request(method, path, json=body)
    assert answer.is_success, answer.text
    return answer.json()
