"""Browsers whose clock is wrong."""

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


def wrong_by(minutes: int) -> str:
    """A script for a page whose clock is ahead by so many minutes, or behind."""
    return WRONG.replace("BY", f"({minutes * MINUTE_MILLISECONDS})")
