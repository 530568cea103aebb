"""The sections of the dashboard about placement: what staff look after, own offers, and the figures of a month."""

from datetime import date, timedelta
from typing import Any, Final, Literal

from pydantic import Field

from server.placement import figure_repository, schemas
from server.placement.answer_offers import list_waiting
from server.placement.figures import period_of
from server.platform.database.connections import Connection
from server.platform.process.clock import utc_now
from server.platform.schemas import ResponseSchema
from server.platform.services import Context
from server.vocabulary.duties import Act
from server.vocabulary.profiles import Profile

MOST_ITEMS: Final = 10
# People who join within so many days are expected.
EXPECTED_DAYS: Final = 14
MOST_EMPLOYERS: Final = 5


class PlacementSection(ResponseSchema):
    """Offers that run out, openings by days left, and joins that are expected, at most ten each."""

    kind: Literal["placement"] = "placement"
    offers: list[schemas.WaitingOfferItem]
    waiting: int = Field(description="offers without an answer")
    openings: list[schemas.OpeningItem]
    joins: list[schemas.JoinItem] = Field(description="accepted, to join within two weeks or due, not yet reported")
    expected: int = Field(description="how many of these there are")


class OwnOffersSection(ResponseSchema):
    """Own offers that wait for an answer, and those that ask whether the caller has joined."""

    kind: Literal["offers"] = "offers"
    items: list[schemas.OwnOffer]
    time_zone: str


class PlacementFiguresSection(ResponseSchema):
    """The present month, with the employers that have placed most."""

    kind: Literal["placementFigures"] = "placementFigures"
    first: date = Field(alias="from")
    last: date = Field(alias="to")
    total: schemas.FigureCounts
    employers: list[schemas.Figure] = Field(description="at most five")


async def placement_section(connection: Connection, context: Context) -> PlacementSection | None:
    """What those who look after placement have to do; for administrators where there is something."""
    duty = context.actor.duty(Act.PLACEMENT_MANAGE)
    if not (duty.is_company or duty.owner_id):
        return None
    of_caller: dict[str, Any] = {"duty": duty, "limit": MOST_ITEMS}
    until = utc_now().astimezone(context.actor.zone).date() + timedelta(days=EXPECTED_DAYS)
    offers, waiting = await figure_repository.list_lines(connection, schemas.WaitingOfferItem, **of_caller)
    joins, expected = await figure_repository.list_lines(connection, schemas.JoinItem, **of_caller, until=until)
    openings = await figure_repository.list_closing(connection, **of_caller)
    if duty.is_company and not (offers or joins or openings):
        return None
    return PlacementSection(offers=offers, waiting=waiting, openings=openings, joins=joins, expected=expected)


async def own_offers_section(connection: Connection, context: Context) -> OwnOffersSection | None:
    """The offers of a trainee; the section is not there without any."""
    if context.actor.profile is not Profile.TRAINEE:
        return None
    items, time_zone = await list_waiting(connection, context)
    return OwnOffersSection(items=items, time_zone=time_zone) if items else None


async def figures_section(connection: Connection, context: Context) -> PlacementFiguresSection | None:
    """The figures of the month, for who sees all of the company; not where they are all zero."""
    duty = context.actor.duty(Act.PLACEMENT_VIEW)
    if not duty.is_company:
        return None
    last = utc_now().astimezone(context.actor.zone).date()
    first = last.replace(day=1)
    period = period_of(first, last, context)
    total = await figure_repository.count_all(connection, duty=duty, **period)
    if not any(dict(total).values()):
        return None
    by = schemas.FiguresBy.EMPLOYER
    employers = await figure_repository.count_by(connection, by, duty=duty, **period, limit=MOST_EMPLOYERS)
    return PlacementFiguresSection(first=first, last=last, total=total, employers=employers)
