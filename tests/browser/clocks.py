"""Browsers whose clock is wrong, and timers that do not end before a slow machine has looked."""

from typing import Final

MINUTE_MILLISECONDS: Final = 60_000
WRONG: Final = """
    (() => {
        const Right = Date;
        window.Date = class extends Right {
            constructor(...given) {
                super(...(given.length === 0 ? [Right.now() + BY] : given));
            }
            static now() {
                return Right.now() + BY;
            }
        };
    })();
"""
STRETCH: Final = """
    (() => {
        const setTimer = window.setTimeout;
        window.setTimeout = (handler, delay, ...values) =>
            setTimer(handler, DELAYS.includes(delay) ? 3_600_000 : delay, ...values);
    })();
"""


def stretched(*milliseconds: int) -> str:
    """A script for a page whose timers of these delays do not fire while a test runs."""
    return STRETCH.replace("DELAYS", f"{list(milliseconds)}")


def wrong_by(minutes: int) -> str:
    """A script for a page whose clock is ahead by so many minutes, or behind."""
    return WRONG.replace("BY", f"({minutes * MINUTE_MILLISECONDS})")
