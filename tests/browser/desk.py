"""The browsers of one test."""

from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, Page, StorageState

from tests.browser.chromium import DESKTOP, Theme, open_context
from tests.browser.kept_pages import KEEP, KeptPages
from tests.browser.people import signed_in_state
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account


@dataclass
class Desk:
    """Where a test's people sit: each `page` and each `browser` has cookies and storage of its own."""

    system: System
    watch: Watch
    kept: KeptPages
    contexts: list[BrowserContext] = field(default_factory=list)
    pages: dict[Page, tuple[int, int]] = field(default_factory=dict)

    def browser(
        self,
        *,
        account: Account | None = None,
        state: StorageState | None = None,
        size: tuple[int, int] = DESKTOP,
        theme: Theme = "light",
        has_worker: bool = False,
    ) -> BrowserContext:
        """A new one: for several tabs, and where a test sets its scripts, routes, network or media.

        `account` is signed in; without one it is a new machine, or the one that left `state`.
        """
        if account is not None:
            state = signed_in_state(self.system, account)
        context = open_context(
            self.kept.chromium, self.system.url, state=state, size=size, theme=theme, has_worker=has_worker
        )
        self.contexts.append(context)
        self.watch.start(context)
        return context

    def page(self, path: str, *, account: Account | None = None, size: tuple[int, int] = DESKTOP) -> Page:
        """In a browser of its own, which has the system's scripts in its cache."""
        page = self.kept.take(self.system.url, size=size)
        self.pages[page] = size
        self.watch.start(page.context)
        if account is not None:
            stored = signed_in_state(self.system, account)["origins"][0]["localStorage"]
            page.evaluate(KEEP, stored)
        page.goto(path)
        return page

    def clear(self, *, keep_pages: bool) -> None:
        """Close the browsers, and give the pages back, or close theirs too."""
        for page, size in self.pages.items():
            if keep_pages:
                self.kept.give_back(page, size=size)
                self.watch.stop(page.context)
            else:
                page.context.close()
        for context in self.contexts:
            context.close()
