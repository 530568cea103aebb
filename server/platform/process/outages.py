"""What a process logs while something fails again and again: a line a minute for each cause, and one when it works."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from structlog import get_logger

from server.platform.process.metrics import LINES_SUPPRESSED

LINE_SECONDS: Final = 60.0
# One of many connections may fail beside the others: an outage has ended once no call has failed for so long.
SETTLED_SECONDS: Final = 2.0

logger = get_logger(__name__)


@dataclass
class _Outage:
    began_at: float
    failed_at: float
    is_logged: bool = False


class Outages:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[str, _Outage] = {}
        # By event and cause: when a line was written, and how many were suppressed since.
        self._lines: dict[tuple[str, str], tuple[float, int]] = {}
        self._news: dict[str, str | None] = {}

    def failed(self, dependency: str, cause: str, **context: Any) -> None:  # noqa: ANN401 - whatever a line may show
        """Note a call that has failed. Causes are few, such as the types of errors; `reason` may be any text."""
        now = self._clock()
        outage = self._open.setdefault(dependency, _Outage(began_at=now, failed_at=now))
        outage.failed_at = now
        outage.is_logged |= self.warn(f"{dependency}_unavailable", cause, **context)
        self._news.setdefault(dependency, str(context.get("reason", cause)))

    def works(self, dependency: str) -> None:
        """Note a call that has succeeded."""
        self._news[dependency] = None
        outage = self._open.get(dependency)
        if outage is not None and (now := self._clock()) - outage.failed_at >= SETTLED_SECONDS:
            del self._open[dependency]
            if outage.is_logged:
                event = f"{dependency}_available"
                logger.info(event, seconds=round(now - outage.began_at, 1))

    def warn(self, event: str, cause: str, **context: Any) -> bool:  # noqa: ANN401 - whatever a line may show
        """Write a warning, unless the same cause has had one within a minute; whether it is written."""
        now = self._clock()
        written_at, suppressed = self._lines.get((event, cause), (-LINE_SECONDS, 0))
        is_due = now - written_at >= LINE_SECONDS
        self._lines[event, cause] = (now, 0) if is_due else (written_at, suppressed + 1)
        if is_due:
            logger.warning(event, error=cause, suppressed=suppressed, **context)
        else:
            LINES_SUPPRESSED.labels(event).inc()
        return is_due

    def take_news(self) -> dict[str, str | None]:
        """Return what has happened since the last call, by dependency: why calls failed; None where one succeeded."""
        news, self._news = self._news, {}
        return news


OUTAGES: Final = Outages()
