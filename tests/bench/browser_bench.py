"""The whole sign-in in a browser: from the click to the first content of the page behind it."""

import asyncio
from collections.abc import AsyncIterator
from statistics import median
from typing import Final

from playwright.sync_api import Browser

from tests.bench.report import Row
from tests.bench.system import EMAIL, PASSWORD, Servers, fresh_database, make_template, running_system
from tests.browser.chromium import running_chromium

TEMPLATE: Final = "bench_browser"
JOB: Final = "the sign-in in a browser, click → dashboard drawn"
DASHBOARD: Final = '[aria-label="People in numbers"]'
MOST_MILLISECONDS: Final = 60_000
# When the button was clicked, and when the first frame with the content had been drawn: of one clock, also where
# another document is opened between them.
WATCH: Final = """
    const now = () => performance.timeOrigin + performance.now();
    addEventListener('click', (event) => {
        if (event.target.closest('button[type=submit]')) sessionStorage.setItem('bench-clicked', now());
    }, true);
    const look = () => {
        if (!document.querySelector(CONTENT)?.getClientRects().length) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => {
            document.documentElement.dataset.benchMilliseconds = now() - sessionStorage.getItem('bench-clicked');
        }));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
"""


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    await make_template(servers, TEMPLATE)
    async with (
        fresh_database(servers, template=TEMPLATE) as url,
        running_system(servers, database_url=url) as system,
    ):
        taken = await asyncio.to_thread(_our_sign_ins, system.url, rounds)
    milliseconds = median(taken)
    yield Row(job=JOB, ours=f"{milliseconds:.0f} ms", value=milliseconds, unit=" ms")


def _our_sign_ins(url: str, rounds: int) -> list[float]:
    with running_chromium() as browser:
        return [our_sign_in(browser, url) for _ in range(rounds)]


def our_sign_in(browser: Browser, url: str) -> float:
    return sign_in_by_hand(browser, f"{url}/login", content=DASHBOARD)


def sign_in_by_hand(browser: Browser, url: str, *, content: str) -> float:
    """Milliseconds; a browser that was never there, and a page that has loaded all that it loads by itself."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(f"(() => {{ const CONTENT = {content!r};\n{WATCH} }})()")
    page = context.new_page()
    page.set_default_timeout(MOST_MILLISECONDS)
    page.goto(url, wait_until="networkidle")
    page.locator("input[name=email], input[type=email]").fill(EMAIL)
    page.locator("input[type=password]").fill(PASSWORD)
    page.wait_for_load_state("networkidle")
    page.locator("button[type=submit]").click()
    drawn = page.locator("html[data-bench-milliseconds]")
    milliseconds = float(drawn.get_attribute("data-bench-milliseconds") or "")
    context.close()
    return milliseconds
