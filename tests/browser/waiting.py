"""Waiting for what no page shows."""

import time
from collections.abc import Callable
from typing import Final, TypeVar

from playwright.sync_api import Page, expect

# How long anything may take, on a machine that does much else.
WAIT_SECONDS: Final = 90
PAUSE_SECONDS: Final = 0.05
# What stands in a page's place until that is there; what runs in the background is shown in the head.
PLACEHOLDERS: Final = ":is(.MuiSkeleton-root, .MuiCircularProgress-root):not(header *)"
# Until no element has come or gone for so long.
QUIET: Final = """
    () => new Promise((resolve) => {
        let timer;
        const wait = () => {
            clearTimeout(timer);
            timer = setTimeout(resolve, 1_500);
        };
        new MutationObserver(wait).observe(document, { subtree: true, childList: true });
        wait();
    })
"""

Found = TypeVar("Found")


def wait_until(look: Callable[[], Found | None], *, what: str, seconds: float = WAIT_SECONDS) -> Found:
    """What `look` finds; raises TimeoutError that says what was waited for."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = look()
        if found is not None:
            return found
        time.sleep(PAUSE_SECONDS)
    raise TimeoutError(f"Waited {seconds} s for {what}.")


def wait_in(page: Page, is_so: Callable[[], bool], *, what: str) -> None:
    """Until it is so; meanwhile the page's requests and frames reach their handlers."""

    def look() -> bool | None:
        page.wait_for_timeout(PAUSE_SECONDS * 1000)
        return is_so() or None

    wait_until(look, what=what)


def wait_until_drawn(page: Page) -> None:
    """For a picture of the page: the network of a slow machine is idle between two parts of it, too."""
    page.wait_for_load_state("networkidle")
    page.evaluate(QUIET)
    expect(page.locator(PLACEHOLDERS)).to_have_count(0)
    page.evaluate(QUIET)


def click_in_mail(page: Page, *, link: str) -> None:
    """Clicks once the pointer reaches it: a frame of another process takes no pointer before it has been drawn."""
    mail = page.frame_locator("iframe")
    target = mail.get_by_role("link", name=link)

    def is_reached() -> bool:
        target.hover()
        return target.and_(mail.locator(":hover")).count() == 1

    wait_in(page, is_reached, what="the pointer in the mail")
    target.click()
