"""A rate limit for one connection, by the time of the event loop."""

from dataclasses import dataclass


@dataclass(kw_only=True, slots=True, weakref_slot=True)
class Budget:
    """At most `most` calls in any `seconds`; `now` is the event loop's time."""

    most: int
    seconds: float
    spent: int = 0
    since: float = float("-inf")

    def spend(self, now: float) -> bool:
        """Count one call; False when the budget is used up."""
        if now - self.since >= self.seconds:
            self.since, self.spent = now, 0
        self.spent += 1
        return self.spent <= self.most
