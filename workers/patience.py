"""For how long a job gives way to requests."""

import time
from typing import Final

# A large import takes less where no request waits. On a machine that is always busy it then takes its share.
GIVE_WAY_SECONDS: Final = 5.0
FORGET_SECONDS: Final = 600.0


class Patience:
    """Since when this process has known each job; a job that is enqueued again is still the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], float] = {}

    def gives_way(self, *job: str, now: float | None = None) -> bool:
        """`job` is its name and its arguments."""
        moment = time.monotonic() if now is None else now
        self._known = {each: since for each, since in self._known.items() if moment - since < FORGET_SECONDS}
        return moment - self._known.setdefault(job, moment) < GIVE_WAY_SECONDS
