"""SQL of the figures of placement: offers of a period by employer, batch or month, and what the dashboards count."""

from datetime import date, datetime
from typing import Any, Final, TypeVar

from server.people.list.list_repository import OFFERS
from server.placement.opening_repository import REACHED, duty_values
from server.placement.schemas import Figure, FigureCounts, FiguresBy, JoinItem, OpeningItem, WaitingOfferItem
from server.platform.database.connections import Connection
from server.vocabulary.duties import Duty
from server.vocabulary.placement import OfferFilter

MOST_ROWS: Final = 200
_COUNTED: Final = {
    "made": OfferFilter.MADE,
    "placed": OfferFilter.PLACED,
    "reported": OfferFilter.REPORTED,
    "confirmed": OfferFilter.CONFIRMED,
    "did_not_join": OfferFilter.DID_NOT_JOIN,
}
_WITHIN: Final = {
    name: f"{OFFERS[counted][0]} AND {OFFERS[counted][1]} >= :since AND {OFFERS[counted][1]} < :until"
    for name, counted in _COUNTED.items()
}
# What each person has in the period, for every group once; an offer has changed no earlier than its moments.
_PEOPLE: Final = f"""
    SELECT {{group}} AS place, f.user_id, {", ".join(f"bool_or({each}) AS {name}" for name, each in _WITHIN.items())}
      FROM offers f JOIN openings o ON o.company_id = :company_id AND o.id = f.opening_id AND {REACHED} {{joined}}
     WHERE f.company_id = :company_id AND f.changed_at >= :since AND f.made_at < :until GROUP BY 1, 2
"""  # noqa: S608 - constants
_COUNTS: Final = ", ".join(f"count(*) FILTER (WHERE m.{name}) AS {name}" for name in _COUNTED)
_FULL: Final = f"HAVING count(*) FILTER (WHERE {' OR '.join(f'm.{name}' for name in _COUNTED)}) > 0"
_OF_BATCHES: Final = "JOIN batch_members g ON g.company_id = :company_id AND g.user_id = f.user_id"
# Each number of a month is about the moments in it.
_MONTHS: Final = " UNION ALL ".join(
    f"""
    SELECT '{name}' AS what, f.user_id, f.opening_id, {OFFERS[counted][1]} AS at FROM offers f
     WHERE f.company_id = :company_id AND {_WITHIN[name]}
    """  # noqa: S608 - constants
    for name, counted in _COUNTED.items()
)
_OF_MONTH: Final = ", ".join(
    f"count(DISTINCT m.user_id) FILTER (WHERE m.what = '{name}') AS {name}" for name in _COUNTED
)
_ROWS: Final = {
    FiguresBy.EMPLOYER: f"""
        SELECT e.id, e.name, {_COUNTS} FROM ({_PEOPLE.format(group="o.employer_id", joined="")}) AS m
          JOIN employers e ON e.company_id = :company_id AND e.id = m.place
         GROUP BY e.id, e.name {_FULL} ORDER BY placed DESC, made DESC, e.name LIMIT :limit
    """,  # noqa: S608 - constants
    FiguresBy.BATCH: f"""
        SELECT b.id, b.name, {_COUNTS} FROM ({_PEOPLE.format(group="g.batch_id", joined=_OF_BATCHES)}) AS m
          JOIN batches b ON b.company_id = :company_id AND b.id = m.place
         GROUP BY b.id, b.name {_FULL} ORDER BY placed DESC, made DESC, b.name LIMIT :limit
    """,  # noqa: S608 - constants
    FiguresBy.MONTH: f"""
        SELECT CAST(NULL AS uuid) AS id, to_char(m.at AT TIME ZONE c.time_zone, 'YYYY-MM') AS name, {_OF_MONTH}
          FROM ({_MONTHS}) AS m JOIN openings o ON o.company_id = :company_id AND o.id = m.opening_id AND {REACHED}
          JOIN companies c ON c.id = :company_id
         GROUP BY 2 ORDER BY 2 LIMIT :limit
    """,  # noqa: S608 - constants
}


async def count_by(
    connection: Connection, by: FiguresBy, *, duty: Duty, since: datetime, until: datetime, limit: int = MOST_ROWS
) -> list[Figure]:
    values = {**duty_values(duty), "since": since, "until": until, "limit": limit}
    return await connection.fetch_records(Figure, _ROWS[by], **values)


async def count_all(connection: Connection, *, duty: Duty, since: datetime, until: datetime) -> FigureCounts:
    query = f"SELECT {_COUNTS} FROM ({_PEOPLE.format(group='1', joined='')}) AS m"  # noqa: S608 - constants
    found = await connection.fetch_records(FigureCounts, query, **duty_values(duty), since=since, until=until)
    return found[0]


async def list_closing(connection: Connection, *, duty: Duty, limit: int) -> list[OpeningItem]:
    """The open openings that take applications for the shortest time, and those without a last day behind them."""
    query = f"""
        SELECT o.id, e.name AS employer_name, o.title, o.seats, o.closes_at, f.taken, f.waiting
          FROM (SELECT o.* FROM openings o
                 WHERE o.company_id = :company_id AND o.state = 'open' AND (o.closes_at IS NULL OR o.closes_at > now())
                   AND {REACHED}
                 ORDER BY o.closes_at, o.id LIMIT :limit) AS o
          JOIN employers e ON e.company_id = :company_id AND e.id = o.employer_id
         CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE f.state <> 'offered') AS taken,
                                    count(*) FILTER (WHERE f.state = 'offered') AS waiting
                               FROM offers f WHERE f.company_id = :company_id AND f.opening_id = o.id
                                AND f.state IN ('offered', 'accepted', 'joined')) AS f
         ORDER BY o.closes_at, o.id
    """  # noqa: S608 - constants
    return await connection.fetch_records(OpeningItem, query, **duty_values(duty), limit=limit)


Item = TypeVar("Item", WaitingOfferItem, JoinItem)


async def list_lines(
    connection: Connection, kind: type[Item], *, duty: Duty, limit: int, until: date | None = None
) -> tuple[list[Item], int]:
    """(offers that wait, the first to end first; how many there are): `until`: those accepted that join until then."""
    if until is None:
        state, wanted, place = "offered", "f.answer_by > now()", "f.answer_by"
    else:
        state, wanted, place = "accepted", "f.joins_on <= CAST(:until AS date)", "f.joins_on"
    # A deleted person's offer is in neither state.
    chosen = f"""
          FROM offers f JOIN openings o ON o.company_id = :company_id AND o.id = f.opening_id
         WHERE f.company_id = :company_id AND f.state = '{state}' AND {wanted} AND {REACHED}
    """
    page = f"""
        SELECT f.id, f.opening_id, e.name AS employer_name, f.title, u.full_name, u.phone, f.answer_by, f.joins_on
          FROM (SELECT f.*, o.title, o.employer_id {chosen} ORDER BY {place}, f.id LIMIT :limit) AS f
          JOIN employers e ON e.company_id = :company_id AND e.id = f.employer_id
          JOIN users u ON u.company_id = :company_id AND u.id = f.user_id
         ORDER BY {place}, f.id
    """  # noqa: S608 - constants
    values: dict[str, Any] = {**duty_values(duty), **({} if until is None else {"until": until})}
    found = await connection.fetch_records(kind, page, **values, limit=limit)
    return found, await connection.fetch_number(f"SELECT count(*) {chosen}", **values)
