"""The coalescer merges changes between two slots into one publication, and always publishes the last."""

import asyncio

from server.platform.coalescer import Coalescer
from server.platform.errors import UnavailableError
from tests.fixtures.eventually import eventually
from tests.fixtures.publisher import RecordingPublisher

EVERY = 0.05


class Log:
    """Records publications; a negative change fails."""

    def __init__(self) -> None:
        self.changes: list[int] = []
        self.every = EVERY
        self.coalescer = Coalescer(RecordingPublisher())

    async def publish(self, change: int) -> None:
        if change < 0:
            raise UnavailableError
        self.changes.append(change)

    def add(self, change: int, *, topic: str = "topic", key: str = "") -> asyncio.Event | None:
        return self.coalescer.add(
            topic, change, key=key, merge=lambda one, other: one + other, publish=self.publish, every=self.every
        )

    async def has(self, *changes: int) -> None:
        async def published() -> bool:
            return self.changes == list(changes)

        await eventually(published, within=30, what=f"{changes}")


async def test_the_first_is_published_at_once_and_the_rest_together() -> None:
    log = Log()
    started = log.add(1)
    assert started is not None
    await started.wait()
    assert log.changes == [1]
    assert [log.add(change) for change in (2, 3)][1] is None
    await log.has(1, 5)


async def test_keys_of_a_topic_share_its_slots_in_their_order() -> None:
    log = Log()
    for key in ("b", "a", "b"):
        log.add(1, key=key)
    await log.has(2, 1)


async def test_topics_do_not_wait_for_each_other() -> None:
    log = Log()
    log.add(1)
    log.add(2, topic="another")
    await log.has(1, 2)


async def test_discarded_changes_are_not_published_and_later_ones_are() -> None:
    log = Log()
    started = log.add(1)
    assert started is not None
    await started.wait()
    log.add(2)
    log.coalescer.discard("topic")
    log.add(3)
    await log.has(1, 3)


async def test_a_change_that_cannot_be_published_delays_no_other() -> None:
    log = Log()
    log.add(-1)
    log.add(7, key="another")
    await log.has(7)


async def test_closing_publishes_what_waits_for_its_slot() -> None:
    log = Log()
    log.every = 3600
    started = log.add(1)
    assert started is not None
    await started.wait()
    log.add(2)
    log.add(3, key="another")
    await log.coalescer.close()
    assert log.changes == [1, 2, 3]
