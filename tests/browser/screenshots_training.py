"""A trainer's and a trainee's week on a phone, in each language: one strip of pictures a person."""

from base64 import b64decode, b64encode
from pathlib import Path
from typing import Final

import httpx2
from playwright.sync_api import Browser, Page, expect

from deploy.local.demo.training import add_training
from tests.browser.api_calls import bearer
from tests.browser.chromium import PHONE, open_context
from tests.browser.classrooms import Classroom, open_classroom
from tests.browser.people import add_company, signed_in_state
from tests.browser.system import System, run
from tests.browser.waiting import WAIT_SECONDS, wait_until_drawn
from tests.fixtures.accounts import Account

LANGUAGES: Final = ("en", "hi")
PUBLISHED: Final = tuple(
    f"week-{person}-{language}.webp" for person in ("trainer", "trainee") for language in LANGUAGES
)
# Three pictures a row. Playwright writes no WebP, which takes a third of a PNG's room; the browser itself does.
STRIP: Final = """
    async (pictures) => {
        const images = await Promise.all(pictures.map(async (picture) => {
            const image = new Image();
            image.src = `data:image/png;base64,${picture}`;
            await image.decode();
            return image;
        }));
        const [{ width, height }] = images;
        const [columns, gap] = [Math.min(images.length, 3), 24];
        const canvas = document.createElement('canvas');
        canvas.width = columns * (width + gap) - gap;
        canvas.height = Math.ceil(images.length / columns) * (height + gap) - gap;
        const context = canvas.getContext('2d');
        images.forEach((image, index) => {
            context.drawImage(image, index % columns * (width + gap), Math.floor(index / columns) * (height + gap));
        });
        return canvas.toDataURL('image/webp', 0.85).split(',')[1];
    }
"""


def picture_training(chromium: Browser, system: System, folder: Path) -> None:
    for language in LANGUAGES:
        classroom = open_classroom(system, add_company(system, name="Harbour Institute"))
        run(_add_weeks(classroom))
        for person, pictures in (
            ("trainer", _trainers_week(chromium, classroom, language)),
            ("trainee", _trainees_week(chromium, classroom, language)),
        ):
            (folder / f"week-{person}-{language}.webp").write_bytes(strip_of(chromium, pictures))


async def _add_weeks(classroom: Classroom) -> None:
    async with classroom.system.database.unit_of_work() as unit:
        await add_training(unit.connection, company_id=classroom.company.id)


def _trainers_week(chromium: Browser, classroom: Classroom, language: str) -> list[bytes]:
    """From the dashboard to the marks of sixty people without a network, and to who is at risk."""
    page = open_phone(chromium, classroom.system, language, classroom.trainer)
    pictures = [picture(page, "/dashboard")]
    page.goto(classroom.path)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.get_by_role("switch").check()
    page.reload()
    wait_until_drawn(page)
    page.context.set_offline(True)
    people = page.locator("main li")
    # All are present, then one late, one absent and one excused.
    page.locator("main section button").tap()
    # A sign of the mark, and one of the menu.
    expect(people.locator("svg")).to_have_count(2 * len(classroom.people))
    pictures.append(page.screenshot())
    for number, taps in ((1, 1), (3, 2), (4, 3)):
        for _ in range(taps):
            people.nth(number).get_by_role("button").first.tap()
    pictures += [page.screenshot(), picture(page, "/dashboard/training")]
    page.goto(classroom.path)
    page.context.set_offline(False)
    expect(page.locator("main section")).to_contain_text(":")
    pictures += [page.screenshot(), picture(page, f"/dashboard/training/{classroom.batch_id}", down=360)]
    page.context.close()
    return pictures


def _trainees_week(chromium: Browser, classroom: Classroom, language: str) -> list[bytes]:
    """The dashboard of one who comes nearly always, and of one whose attendance is low."""
    answer = httpx2.get(
        f"{classroom.system.url}/api/v1/training/at-risk",
        headers=bearer(signed_in_state(classroom.system, classroom.trainer)),
        timeout=WAIT_SECONDS,
    )
    low = {each["person"]["id"] for each in answer.json()["data"]}
    of_both = (next(each for each in classroom.people if (str(each.id) in low) is is_low) for is_low in (False, True))
    pages = [open_phone(chromium, classroom.system, language, account) for account in of_both]
    pictures = [picture(page, "/dashboard") for page in pages]
    for page in pages:
        page.context.close()
    return pictures


def open_phone(chromium: Browser, system: System, language: str, account: Account | None = None) -> Page:
    state = None if account is None else signed_in_state(system, account)
    context = open_context(chromium, system.url, state=state, size=PHONE, has_worker=True)
    context.add_cookies([{"name": "language", "value": language, "url": system.url}])
    return context.new_page()


def picture(page: Page, path: str, *, down: int = 0) -> bytes:
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    wait_until_drawn(page)
    page.evaluate("(down) => scrollTo(0, down)", down)
    return page.screenshot(animations="disabled")


def strip_of(chromium: Browser, pictures: list[bytes]) -> bytes:
    page = chromium.new_page()
    strip: str = page.evaluate(STRIP, [b64encode(picture).decode() for picture in pictures])
    page.close()
    return b64decode(strip)
