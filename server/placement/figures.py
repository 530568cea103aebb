"""The figures of placement over a period of the company's calendar."""

from datetime import date, datetime, time, timedelta
from typing import Any, Final

from server.placement import figure_repository, schemas
from server.platform.errors import ValidationFailedError
from server.platform.process.clock import utc_now
from server.platform.services import Context
from server.vocabulary.duties import Act

LONGEST: Final = timedelta(days=3_660)
WRONG: Final = "Choose days of at most ten years, the first one first"


async def read_figures(context: Context, *, query: schemas.FiguresQuery) -> schemas.PlacementFigures:
    """Raises ValidationFailedError: the days are too many, or end before they begin."""
    last = query.last or utc_now().astimezone(context.actor.zone).date()
    first = query.first or last - timedelta(days=365)
    if not first <= last <= first + LONGEST:
        raise ValidationFailedError(errors={"to": WRONG})
    period: dict[str, Any] = {"duty": context.actor.duty(Act.PLACEMENT_VIEW), **period_of(first, last, context)}
    async with context.services.database.reading() as connection:
        rows = await figure_repository.count_by(connection, query.by, **period)
        total = await figure_repository.count_all(connection, **period)
    return schemas.PlacementFigures(rows=rows, total=total, first=first, last=last)


def period_of(first: date, last: date, context: Context) -> dict[str, datetime]:
    zone = context.actor.zone
    since, until = (datetime.combine(day, time.min, tzinfo=zone) for day in (first, last + timedelta(days=1)))
    return {"since": since, "until": until}
