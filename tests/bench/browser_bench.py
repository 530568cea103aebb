"""In a browser: a key pressed in the search of a long list."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from playwright.sync_api import Browser

from tests.bench.report import Row, milliseconds
from tests.bench.system import EMAIL, PASSWORD, Servers, running_system
from tests.browser.chromium import running_chromium

PEOPLE: Final = 100_000
DASHBOARD: Final = '[aria-label="People in numbers"]'
SLOWER: Final = 4
TYPED: Final = "asha verma priya 9876"
TYPING_MILLISECONDS: Final = 120
# From a key to the end of the task after the next frame.
WATCH_KEYS: Final = """
    window.benchKeys = [];
    addEventListener('keydown', (event) => {
        requestAnimationFrame(() => setTimeout(() => benchKeys.push(performance.now() - event.timeStamp)));
    }, true);
"""


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    async with running_system(servers, people=PEOPLE) as system:
        keys = await asyncio.to_thread(_measure, system.url, rounds)
    job = f"key press to paint in the search of {PEOPLE:,}, {SLOWER} times slower processor"
    yield milliseconds(job, keys, limit=100, share=0.95)


def _measure(url: str, rounds: int) -> list[float]:
    """Seconds of each key."""
    with running_chromium() as browser:
        return [seconds for _ in range(rounds) for seconds in _keys(browser, url)]


def _keys(browser: Browser, url: str) -> list[float]:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.add_init_script(WATCH_KEYS)
    page.goto(f"{url}/login", wait_until="networkidle")
    page.locator("input[name=email]").fill(EMAIL)
    page.locator("input[type=password]").fill(PASSWORD)
    page.locator("button[type=submit]").click()
    page.locator(DASHBOARD).wait_for()
    page.goto(f"{url}/dashboard/users?tab=manage")
    page.get_by_role("table", name="People").get_by_role("row").nth(1).wait_for()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.get_by_role("searchbox", name="Search people").press_sequentially(TYPED, delay=TYPING_MILLISECONDS)
    page.wait_for_function(f"benchKeys.length >= {len(TYPED)}")
    seconds = [milliseconds / 1000 for milliseconds in page.evaluate("benchKeys")]
    page.close()
    return seconds
