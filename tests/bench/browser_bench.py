"""In a browser: the login form on a slow network, a key pressed in the search of a long list, a whole sign-in."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Final

from playwright.sync_api import Browser, Page

from tests.bench.report import Row, milliseconds
from tests.bench.system import EMAIL, PASSWORD, Servers, running_system
from tests.browser.chromium import running_chromium

PEOPLE: Final = 100_000
DASHBOARD: Final = '[aria-label="People in numbers"]'
SLOW_3G: Final = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
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
        forms, keys = await asyncio.to_thread(_measure, system.url, rounds)
    yield milliseconds("login form on slow 3G, usable", forms, limit=3000, share=0.5)
    job = f"key press to paint in the search of {PEOPLE:,}, {SLOWER} times slower processor"
    yield milliseconds(job, keys, limit=100, share=0.95)


def _measure(url: str, rounds: int) -> tuple[list[float], list[float]]:
    """Seconds to the form of a browser that was never there, and of each key."""
    forms, keys = [], []
    with running_chromium() as browser:
        for _ in range(rounds):
            forms.append(_login_form(browser, url))
            keys += _keys(browser, url)
    return forms, keys


def _login_form(browser: Browser, url: str) -> float:
    page = browser.new_page()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.emulateNetworkConditions", SLOW_3G)
    begun = time.perf_counter()
    page.goto(f"{url}/login", wait_until="commit")
    # It takes text before its scripts have come.
    page.get_by_label("Email").fill(EMAIL)
    seconds = time.perf_counter() - begun
    page.close()
    return seconds


def _keys(browser: Browser, url: str) -> list[float]:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.add_init_script(WATCH_KEYS)
    sign_in_by_hand(page, f"{url}/login", content=DASHBOARD)
    page.goto(f"{url}/dashboard/users?tab=manage")
    page.get_by_role("table", name="Users").get_by_role("row").nth(1).wait_for()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.get_by_role("searchbox", name="Search users").press_sequentially(TYPED, delay=TYPING_MILLISECONDS)
    page.wait_for_function(f"benchKeys.length >= {len(TYPED)}")
    seconds = [milliseconds / 1000 for milliseconds in page.evaluate("benchKeys")]
    page.close()
    return seconds


def sign_in_by_hand(page: Page, url: str, *, content: str) -> float:
    """Seconds from the click to the content, on a page that has loaded all that it loads by itself."""
    page.set_default_timeout(60_000)
    page.goto(url, wait_until="networkidle")
    page.locator("input[name=email], input[type=email]").fill(EMAIL)
    page.locator("input[type=password]").fill(PASSWORD)
    page.wait_for_load_state("networkidle")
    begun = time.perf_counter()
    page.locator("button[type=submit]").click(no_wait_after=True)
    page.locator(content).first.wait_for()
    return time.perf_counter() - begun
