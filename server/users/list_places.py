"""Remembered places in long lists, so that a page far down needs no walk from the beginning.

Every thousandth or so place that somebody has asked for is kept for half a minute by this process. What others
change meanwhile shifts the pages behind such a place by as many people; the first pages are always walked.
"""

import time
from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from server.database import Connection
from server.users.list_filters import Filters, Sort
from server.users.list_repository import Place, find_place

BLOCK: Final = 250
# Up to here a page is as quick without.
WALKED: Final = 1_000
KEPT_SECONDS: Final = 30.0
MOST_LISTS: Final = 200
MOST_PLACES: Final = 1_000


@dataclass(frozen=True, kw_only=True)
class _List:
    company_id: UUID
    filters: Filters
    sort: Sort


@dataclass(kw_only=True)
class _Places:
    """Places of one list by their offset; all are forgotten together, because together they are of one moment."""

    since: float = field(default_factory=time.monotonic)
    offsets: list[int] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def nearest(self, offset: int) -> tuple[int, Place | None]:
        number = bisect_right(self.offsets, offset) - 1
        return (0, None) if number < 0 else (self.offsets[number], self.places[number])

    def keep(self, offset: int, place: Place) -> None:
        if len(self.offsets) < MOST_PLACES:
            number = bisect_right(self.offsets, offset)
            self.offsets.insert(number, offset)
            self.places.insert(number, place)


_kept: OrderedDict[_List, _Places] = OrderedDict()


async def start_near(
    connection: Connection, *, company_id: UUID, filters: Filters, sort: Sort, offset: int
) -> tuple[Place | None, int] | None:
    """Where to start for what stands at `offset`, and how far it is from there; None behind the list's end."""
    if offset <= WALKED:
        return None, offset
    kept = _places_of(_List(company_id=company_id, filters=filters, sort=sort))
    wanted = offset - offset % BLOCK
    known, start = kept.nearest(wanted)
    if known < wanted or start is None:
        start = await find_place(
            connection, company_id=company_id, filters=filters, sort=sort, start=start, offset=wanted - known
        )
        if start is None:
            return None
        kept.keep(wanted, start)
    return start, offset - wanted


def forget_places(company_id: UUID) -> None:
    """Call when this process has changed the company's people: whoever made the change sees it."""
    for known in [known for known in _kept if known.company_id == company_id]:
        del _kept[known]


def _places_of(asked: _List) -> _Places:
    kept = _kept.get(asked)
    if kept is None or time.monotonic() - kept.since > KEPT_SECONDS:
        kept = _kept[asked] = _Places()
    _kept.move_to_end(asked)
    while len(_kept) > MOST_LISTS:
        _kept.popitem(last=False)
    return kept
