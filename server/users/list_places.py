"""Places in long lists, so that a page far down is not read from the beginning.

Of all people in the order of creation every few thousandth place is counted; see :mod:`list_count_repository`. In other
orders their number tells which end is nearer. Besides, this process keeps requested places for half a minute. Meanwhile
changes by other processes shift the pages behind such a place; the first pages are always read from the beginning.
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from server.cache import CacheKind, Caches
from server.database import Connection
from server.users.list_count_repository import count_all, find_counted
from server.users.list_filters import Filters, Sort
from server.users.list_repository import Place, find_place

BLOCK: Final = 250
# Up to this offset a page is as quick without a cached place.
UNCACHED_ROWS: Final = 1_000
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
    """Places of one list by their offset; they expire together, because they belong to one state of the list."""

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


PLACES: Final = CacheKind[_List, _Places](most=MOST_LISTS)


async def start_near(
    connection: Connection, *, caches: Caches, company_id: UUID, filters: Filters, sort: Sort, offset: int
) -> tuple[Place | None, int] | None:
    """(place to start from, offset from there) for the user at `offset`; None beyond the end of the list."""
    if offset <= UNCACHED_ROWS:
        return None, offset
    cache, asked = caches.of(PLACES), _List(company_id=company_id, filters=filters, sort=sort)
    kept = cache.get(asked) or cache.put(asked, _Places(), seconds=KEPT_SECONDS)
    block_start = offset - offset % BLOCK
    known, start = kept.nearest(block_start)
    if known < block_start or start is None:
        if filters == Filters():
            start = await _place_of_all(
                connection, company_id=company_id, sort=sort, start=start, known=known, offset=block_start
            )
        else:
            start = await find_place(
                connection, company_id=company_id, filters=filters, sort=sort, start=start, offset=block_start - known
            )
        if start is None:
            return None
        kept.keep(block_start, start)
    return start, offset - block_start


async def _place_of_all(
    connection: Connection, *, company_id: UUID, sort: Sort, start: Place | None, known: int, offset: int
) -> Place | None:
    """The place of the user at `offset`, from the nearest of: `start` at `known`, a counted place, the other end."""
    further = offset - known
    if sort.field == "createdAt":
        counted = await find_counted(connection, company_id=company_id, falls=sort.falls, offset=offset)
        if counted is not None and counted.ahead > known:
            start, further = Place(key=None, id=counted.id), offset - counted.ahead
    else:
        behind = await count_all(connection, company_id=company_id) - offset - 1
        if 0 <= behind < further:
            sort, start, further = sort.turned, None, behind
    return await find_place(
        connection, company_id=company_id, filters=Filters(), sort=sort, start=start, offset=further
    )


def forget_places(caches: Caches, company_id: UUID) -> None:
    """Drop the places of a company whose accounts this process has changed, so that the caller sees the change."""
    caches.of(PLACES).forget(lambda known: known.company_id == company_id)
