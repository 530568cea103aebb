"""Waiting for what no page shows."""

import time
from collections.abc import Callable
from typing import Final, TypeVar

PAUSE_SECONDS: Final = 0.05

Found = TypeVar("Found")


def wait_until(look: Callable[[], Found | None], *, seconds: float, what: str) -> Found:
    """What `look` finds; raises TimeoutError that says what was waited for."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = look()
        if found is not None:
            return found
        time.sleep(PAUSE_SECONDS)
    raise TimeoutError(f"Waited {seconds} s for {what}.")
