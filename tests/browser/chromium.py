"""Chromium as the tests drive it, and the pages of one person."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, StorageState, expect, sync_playwright

from deploy.local.accounts import is_root
from tests.browser.clocks import stretched
from tests.browser.waiting import WAIT_SECONDS

Theme = Literal["light", "dark"]

DESKTOP: Final = (1440, 900)
PHONE: Final = (375, 812)
BOTH_SIZES: Final = pytest.mark.parametrize(
    "size", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desktop", "phone"]
)
WAIT_MILLISECONDS: Final = WAIT_SECONDS * 1000
DISABLED_FEATURES: Final = (
    # This list replaces Playwright's: the part of it that matters here.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    # Pages of Chromium's own window, and processes in reserve: they cost more than a test's own page.
    "SpareRendererForSitePerProcess",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)
ARGUMENTS: Final = (
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Without its windows it would round the width of every letter.
    "--font-render-hinting=none",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
)
# A notice closes after four or six seconds: a slow machine may look later.
KEEP_NOTICES: Final = stretched(4_000, 6_000)
# Violations of the policy are logged to the console, where the watch reads them.
LOG_VIOLATIONS: Final = """
    document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`The policy ${event.effectiveDirective} refused ${event.blockedURI} ${event.sourceFile}`);
    });
"""


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """The browser that CHROMIUM names, else Playwright's own."""
    expect.set_options(timeout=WAIT_MILLISECONDS)
    arguments = [*ARGUMENTS, *(["--no-sandbox"] if is_root() else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM"), args=arguments, timeout=WAIT_MILLISECONDS
        )
        yield browser
        browser.close()


def open_context(
    browser: Browser,
    url: str,
    *,
    state: StorageState | None = None,
    size: tuple[int, int] = DESKTOP,
    theme: Theme = "light",
    scale: float = 1,
    has_worker: bool = False,
) -> BrowserContext:
    """A browser of one person: cookies and storage of its own. `theme` is what their system prefers.

    Without its service worker every request passes what a test has set up.
    """
    width, height = size
    context = browser.new_context(
        base_url=url,
        storage_state=state,
        viewport={"width": width, "height": height},
        has_touch=size == PHONE,
        color_scheme=theme,
        reduced_motion="reduce",
        device_scale_factor=scale,
        locale="en-GB",
        timezone_id="Europe/London",
        service_workers="allow" if has_worker else "block",
    )
    context.set_default_timeout(WAIT_MILLISECONDS)
    context.add_init_script(LOG_VIOLATIONS)
    context.add_init_script(KEEP_NOTICES)
    return context
