"""Pages that are kept from one test to the next: their browsers have compiled the scripts of the system already."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from playwright.sync_api import Browser, Page

from tests.browser.chromium import open_context

# A document of the system's origin that runs no script.
IDLE: Final = "/mark.svg"
KEEP: Final = "(items) => items.forEach(({ name, value }) => localStorage.setItem(name, value))"
# Scripts and styles stay in the cache.
CLEAR: Final = """
    () => {
        localStorage.clear();
        sessionStorage.clear();
    }
"""


@dataclass
class KeptPages:
    """Each is the only page of its browser, which holds nothing of the test before."""

    chromium: Browser
    url: str = ""
    _free: dict[tuple[int, int], list[Page]] = field(default_factory=lambda: defaultdict(list))

    def take(self, url: str, *, size: tuple[int, int]) -> Page:
        """A page of the system at this URL; those of another system are closed."""
        if url != self.url:
            self._close()
            self.url = url
        return self._free[size].pop() if self._free[size] else self._open(size)

    def give_back(self, page: Page, *, size: tuple[int, int]) -> None:
        """Empty its browser; one whose page was resized, or has another beside it, is closed."""
        width, height = size
        if page.context.pages != [page] or page.viewport_size != {"width": width, "height": height}:
            page.context.close()
            return
        page.mouse.move(-1, -1)
        page.goto(IDLE)
        page.evaluate(CLEAR)
        page.context.clear_cookies()
        self._free[size].append(page)

    def _open(self, size: tuple[int, int]) -> Page:
        page = open_context(self.chromium, self.url, size=size).new_page()
        page.goto(IDLE)
        return page

    def _close(self) -> None:
        for pages in self._free.values():
            for page in pages:
                page.context.close()
        self._free.clear()
