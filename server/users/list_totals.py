"""The total of a list. That a list is long is cached for a second.

While a job changes many people, the index alone does not tell which of its entries count: each is looked up.
"""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.cache import CacheKind, Caches
from server.database import Connection
from server.users.list_filters import Filters
from server.users.list_repository import MOST_COUNTED, count_people

KEPT_SECONDS: Final = 1.0


@dataclass(frozen=True, kw_only=True)
class _List:
    company_id: UUID
    filters: Filters


LONG_LISTS: Final = CacheKind[_List, int](most=1_000)


async def list_total(connection: Connection, *, caches: Caches, company_id: UUID, filters: Filters) -> int:
    """The number of people; one more than MOST_COUNTED stands for any larger number."""
    cache, asked = caches.of(LONG_LISTS), _List(company_id=company_id, filters=filters)
    known = cache.get(asked)
    if known is not None:
        return known
    counted = await count_people(connection, company_id=company_id, filters=filters)
    return cache.put(asked, counted, seconds=KEPT_SECONDS) if counted > MOST_COUNTED else counted


def forget_totals(caches: Caches, company_id: UUID) -> None:
    """So that the process that has changed a company's accounts counts them anew."""
    caches.of(LONG_LISTS).forget(lambda known: known.company_id == company_id)
