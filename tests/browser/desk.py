"""The browsers of one test."""

from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, Page, StorageState

from tests.browser.chromium import DESKTOP, Theme, open_context
from tests.browser.people import signed_in_state
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account


@dataclass
class Desk:
    """Where a test's people sit: each `browser` keeps its own cookies and storage."""

    chromium: Browser
    system: System
    watch: Watch
    contexts: list[BrowserContext] = field(default_factory=list)

    def browser(
        self,
        *,
        account: Account | None = None,
        state: StorageState | None = None,
        size: tuple[int, int] = DESKTOP,
        theme: Theme = "light",
    ) -> BrowserContext:
        """`account` is signed in; without one it is a new machine, or the one that left `state`."""
        if account is not None:
            state = signed_in_state(self.system, account)
        context = open_context(self.chromium, self.system.url, state=state, size=size, theme=theme)
        self.contexts.append(self.watch.over(context))
        return context

    def page(
        self, path: str, *, account: Account | None = None, size: tuple[int, int] = DESKTOP, theme: Theme = "light"
    ) -> Page:
        page = self.browser(account=account, size=size, theme=theme).new_page()
        page.goto(path)
        return page
