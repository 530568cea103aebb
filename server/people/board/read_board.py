"""Read the board of stages, and the funnel."""

from datetime import datetime, time, timedelta
from typing import Final
from uuid import UUID

from server.people.board import repository
from server.people.board.schemas import Board, BoardQuery, Funnel, FunnelQuery
from server.people.list.list_repository import find_matching
from server.people.list.list_users import find_terms, keep_slow
from server.platform.errors import ValidationFailedError
from server.platform.process.cache import CacheKind
from server.platform.process.clock import utc_now
from server.platform.services import Context

DAYS: Final = 90
MOST_DAYS: Final = 3_700
# That of a million people is counted in seconds, and kept for minutes.
KEPT_TIMES: Final = 100
TURNED: Final = "The last day must not be before the first, nor more than ten years after it"
FUNNELS: Final = CacheKind[tuple[UUID, FunnelQuery], Funnel](most=500)


async def read_board(context: Context, *, query: BoardQuery) -> Board:
    async with context.services.database.reading() as connection:
        terms = await find_terms(connection, context, query)
        found = await find_matching(
            connection, query, company_id=context.company_id, zone=context.actor.zone, terms=terms
        )
        return Board(stages=await repository.find_board(connection, found))


async def read_funnel(context: Context, *, query: FunnelQuery) -> Funnel:
    """Raises ValidationFailedError: the days are turned around, or too many."""
    zone, now = context.actor.zone, utc_now()
    last = query.until or now.astimezone(zone).date()
    first = query.since or last - timedelta(days=DAYS - 1)
    if not timedelta(0) <= last - first <= timedelta(days=MOST_DAYS):
        raise ValidationFailedError(errors={"to": TURNED})
    since, until = (datetime.combine(day, time.min, tzinfo=zone) for day in (first, last + timedelta(days=1)))

    async def count() -> Funnel:
        async with context.services.database.reading() as connection:
            steps = await repository.read_funnel(
                connection, company_id=context.company_id, since=since, until=until, batch_id=query.batch
            )
        return Funnel(since=first, until=last, at=now, steps=steps)

    asked = FunnelQuery.model_validate({"from": first, "to": last, "batch": query.batch})
    return await keep_slow(context.services.caches.of(FUNNELS), (context.company_id, asked), count, times=KEPT_TIMES)
