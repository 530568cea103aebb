"""Ids that are made in bulk."""

import time
from uuid import RFC_4122, UUID

from server.platform.database.ids import new_id, new_ids

MANY = 10_000


def test_ids_are_uuids_of_version_7_that_rise() -> None:
    ids = list(map(UUID, new_ids(MANY)))
    assert {(each.version, each.variant) for each in ids} == {(7, RFC_4122)}
    assert ids == sorted(set(ids))
    assert len(ids) == MANY


def test_ids_begin_with_the_time() -> None:
    before = time.time_ns() // 1_000_000
    made = new_id().int >> 80
    assert before <= made <= time.time_ns() // 1_000_000


def test_the_last_60_bits_are_random() -> None:
    ends = {UUID(each).int & (1 << 60) - 1 for each in new_ids(MANY)}
    assert len(ends) == MANY
    # Every bit is set in some and not in others.
    assert all(0 < sum(end >> bit & 1 for end in ends) < MANY for bit in range(60))
