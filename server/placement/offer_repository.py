"""SQL of offers: made, changed, answered, ended, and what of them is due."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, TypedDict, Unpack
from uuid import UUID

from server.people.cards.schemas import Card
from server.people.list.list_repository import OFFERS
from server.placement import schemas
from server.placement.opening_repository import REACHED, duty_values
from server.platform.database.connections import Connection
from server.vocabulary.duties import Duty
from server.vocabulary.placement import OfferState

# The person of a candidacy `y` has an offer there that stands.
HAS_OFFER: Final = """
    EXISTS (SELECT FROM offers f WHERE f.company_id = :company_id AND f.opening_id = y.opening_id
               AND f.user_id = y.user_id AND f.state IN ('offered', 'accepted', 'joined'))
"""
CLOSED: Final = "This opening is closed"
NO_SEAT: Final = "All seats are taken"
FIRST_WARNING: Final = "interval '48 hours'"
LAST_WARNING: Final = "interval '4 hours'"
# Which bells before its end an offer needs no more.
WARNED: Final = f"""
    CASE WHEN answer_by <= clock_timestamp() + {LAST_WARNING} THEN 2
         WHEN answer_by <= clock_timestamp() + {FIRST_WARNING} THEN 1 ELSE 0 END
"""
_GIVEN: Final = """
    SELECT CAST(:pay AS bigint) AS pay, CAST(:joins_on AS date) AS joins_on,
           CAST(:answer_by AS timestamptz) AS answer_by
"""
_FROM: Final = """
      FROM offers f JOIN openings o ON o.company_id = :company_id AND o.id = f.opening_id
      JOIN employers e ON e.company_id = :company_id AND e.id = o.employer_id
      JOIN users u ON u.company_id = :company_id AND u.id = f.user_id
     WHERE f.company_id = :company_id
"""
_OFFERS: Final = f"""
    SELECT f.id, f.company_id, f.opening_id, f.user_id, o.title, o.place, e.name AS employer_name, o.tier,
           u.full_name, u.code, f.state, f.pay, f.joins_on, f.answer_by, f.left_on,
           f.is_binding, f.is_free, f.is_confirmed, f.made_at, f.changed_at, f.accepted_at, f.joined_at, f.version
      {_FROM}
"""
_JUDGED: Final = f"""
    WITH judged AS (
        SELECT given.id,
               CASE WHEN coalesce(y.state, '') NOT IN ('shortlisted', 'in_rounds', 'selected') THEN :not_shortlisted
                    WHEN u.id IS NULL THEN :not_active
                    WHEN {HAS_OFFER} THEN :has_offer END AS why
          FROM (SELECT DISTINCT each.id FROM unnest(CAST(:user_ids AS uuid[])) AS each(id)) AS given
          LEFT JOIN candidacies y ON y.company_id = :company_id AND y.opening_id = :opening_id AND y.user_id = given.id
          LEFT JOIN users u ON u.company_id = :company_id AND u.id = given.id AND u.is_active
    )
"""  # noqa: S608 - constants
_REASONS: Final = {
    "not_shortlisted": "They are not shortlisted",
    "has_offer": "They have an offer",
    "not_active": "Their account is not active",
}


@dataclass(frozen=True, kw_only=True)
class StoredOffer:
    id: UUID
    company_id: UUID
    opening_id: UUID
    user_id: UUID
    title: str
    place: str | None
    employer_name: str
    tier: int
    full_name: str
    code: str | None
    state: OfferState
    pay: int | None
    joins_on: date | None
    answer_by: datetime
    left_on: date | None
    is_binding: bool
    is_free: bool
    is_confirmed: bool | None
    made_at: datetime
    changed_at: datetime
    accepted_at: datetime | None
    joined_at: datetime | None
    version: int

    @property
    def name(self) -> str:
        return f"{self.employer_name}: {self.title}"

    def shown(self) -> schemas.Offer:
        person = Card(id=self.user_id, full_name=self.full_name, code=self.code)
        return schemas.Offer.model_validate({**vars(self), "opening_title": self.title, "person": person})


@dataclass(frozen=True, kw_only=True)
class DueOffer:
    """An offer that has run out, or will do so soon."""

    id: UUID
    company_id: UUID
    opening_id: UUID
    user_id: UUID
    version: int
    name: str = ""


async def make_offers(
    connection: Connection, user_ids: Collection[UUID], *, values: Mapping[str, Any], made_by: UUID, **of_opening: UUID
) -> tuple[list[StoredOffer], dict[str | None, int]]:
    """Make offers to held people; (them, how many people got none for which reason, and of None: got one)."""
    query = f"""
        {_JUDGED}, made AS (
            INSERT INTO offers (company_id, opening_id, user_id, pay, joins_on, answer_by, warned)
            SELECT :company_id, :opening_id, j.id, given.pay, given.joins_on, given.answer_by, {WARNED}
              FROM judged j CROSS JOIN ({_GIVEN}) AS given WHERE j.why IS NULL ORDER BY j.id
            RETURNING *
        ), versions AS (
            INSERT INTO offer_versions (company_id, offer_id, version, pay, joins_on, answer_by, changed_by)
            SELECT company_id, id, version, pay, joins_on, answer_by, :made_by FROM made
        ), noted AS (
            INSERT INTO placement_events (company_id, opening_id, user_id, offer_id, state, changed_by)
            SELECT company_id, opening_id, user_id, id, state, :made_by FROM made
        )
        SELECT j.why, m.id FROM judged j LEFT JOIN made m ON m.user_id = j.id
    """  # noqa: S608 - constants
    given = {"user_ids": list(user_ids), "made_by": made_by, **values, **_REASONS}
    rows = await connection.fetch_all(query, **given, **of_opening)
    made = await list_offers_of(connection, [row.id for row in rows if row.id], company_id=of_opening["company_id"])
    return list(made.values()), Counter(row.why for row in rows)


async def list_offers_of(
    connection: Connection, offer_ids: Collection[UUID], *, company_id: UUID
) -> dict[UUID, StoredOffer]:
    query = f"{_OFFERS} AND f.id = ANY(CAST(:offer_ids AS uuid[]))"
    found = await connection.fetch_records(StoredOffer, query, company_id=company_id, offer_ids=list(offer_ids))
    return {each.id: each for each in found}


async def list_offers(
    connection: Connection, query: schemas.OffersQuery, *, duty: Duty
) -> tuple[list[StoredOffer], int]:
    """(one page, how many there are)."""
    wanted = OFFERS[query.state][0] if query.state else "true"
    chosen = f"{wanted} AND (CAST(:opening_id AS uuid) IS NULL OR f.opening_id = :opening_id) AND {REACHED}"
    values = {**duty_values(duty), "opening_id": query.opening}
    page = f"{_OFFERS} AND {chosen} ORDER BY f.state <> 'offered', f.answer_by, f.id OFFSET :offset LIMIT :limit"
    found = await connection.fetch_records(StoredOffer, page, **values, offset=query.offset, limit=query.page_size)
    return found, await connection.fetch_number(f"SELECT count(*) {_FROM} AND {chosen}", **values)


async def find_offer(connection: Connection, offer_id: UUID, *, duty: Duty, locks: bool = False) -> StoredOffer | None:
    """`locks`: until the transaction ends."""
    query = f"{_OFFERS} AND f.id = :offer_id AND {REACHED} {'FOR NO KEY UPDATE OF f' if locks else ''}"
    return await connection.fetch_record(StoredOffer, query, **duty_values(duty), offer_id=offer_id)


async def list_of_person(connection: Connection, *, company_id: UUID, user_id: UUID) -> list[StoredOffer]:
    """All offers of a person, those that wait first."""
    query = f"{_OFFERS} AND f.user_id = :user_id ORDER BY f.state <> 'offered', f.answer_by, f.id"
    return await connection.fetch_records(StoredOffer, query, company_id=company_id, user_id=user_id)


class OfferChange(TypedDict, total=False):
    """What else changes with the state of an offer; a reason stands in its history."""

    reason: str | None
    left_on: date
    is_binding: bool
    is_confirmed: bool
    is_free: bool


async def set_offer(
    connection: Connection,
    offer: StoredOffer,
    state: OfferState,
    *,
    changed_by: UUID | None = None,
    **change: Unpack[OfferChange],
) -> bool:
    """Bring an offer of a locked person to another state; False where it is no longer as it was read.

    One that is accepted must be answered in time.
    """
    columns = "".join(f", {name} = :{name}" for name in change if name != "reason")
    moment = {OfferState.ACCEPTED: "accepted_at", OfferState.JOINED: "joined_at"}.get(state)
    if moment is not None and offer.state != state:
        columns += f", {moment} = clock_timestamp()"
    in_time = "AND answer_by > clock_timestamp()" if offer.state == OfferState.OFFERED and moment else ""
    query = f"""
        WITH changed AS (
            UPDATE offers SET state = :state, version = version + 1,
                   changed_at = clock_timestamp(){columns}
             WHERE company_id = :company_id AND id = :offer_id AND version = :version {in_time} RETURNING *
        ), noted AS (
            INSERT INTO placement_events (company_id, opening_id, user_id, offer_id, state, reason, changed_by)
            SELECT company_id, opening_id, user_id, id, state, CAST(:reason AS text), :changed_by FROM changed
        )
        SELECT id FROM changed
    """  # noqa: S608 - constants
    of_offer = {"company_id": offer.company_id, "offer_id": offer.id, "version": offer.version}
    return await connection.has_row(
        query, **of_offer, state=state.value, changed_by=changed_by, **{"reason": None, **change}
    )


async def change_offer(
    connection: Connection, offer: StoredOffer, *, changed_by: UUID, values: Mapping[str, Any]
) -> None:
    """Change what a locked offer says: a version of it, with new bells before its end."""
    query = f"""
        WITH changed AS (
            UPDATE offers f SET pay = given.pay, joins_on = given.joins_on, answer_by = given.answer_by,
                   warned = given.warned, version = f.version + 1, changed_at = clock_timestamp()
              FROM (SELECT each.*, {WARNED} AS warned FROM ({_GIVEN}) AS each) AS given
             WHERE f.company_id = :company_id AND f.id = :offer_id RETURNING f.*
        )
        INSERT INTO offer_versions (company_id, offer_id, version, pay, joins_on, answer_by, changed_by)
        SELECT company_id, id, version, pay, joins_on, answer_by, :changed_by FROM changed
    """  # noqa: S608 - constants
    of_offer = {"company_id": offer.company_id, "offer_id": offer.id}
    await connection.execute(query, **of_offer, changed_by=changed_by, **values)


async def find_shut(connection: Connection, opening_ids: Collection[UUID], *, company_id: UUID) -> dict[UUID, str]:
    """Return which of these openings take no acceptance, and why."""
    query = """
        SELECT * FROM (
            SELECT o.id, CASE WHEN o.state <> 'open' THEN :closed WHEN o.seats <= (
                    SELECT count(*) FROM offers f WHERE f.company_id = :company_id AND f.opening_id = o.id
                       AND f.state IN ('accepted', 'joined')) THEN :no_seat END AS why
              FROM openings o WHERE o.company_id = :company_id AND o.id = ANY(CAST(:opening_ids AS uuid[]))) AS each
         WHERE why IS NOT NULL
    """
    values = {"opening_ids": list(opening_ids), "closed": CLOSED, "no_seat": NO_SEAT}
    return {row.id: row.why for row in await connection.fetch_all(query, company_id=company_id, **values)}


def _due(condition: str) -> str:
    """`due` of a query: waiting offers of the condition, of each company its share. Locked ones are passed by."""
    waiting = f"FROM offers WHERE state = 'offered' AND {condition}"
    return f"""
        companies_due AS (SELECT DISTINCT company_id {waiting}),
        due AS (
            SELECT each.id FROM companies_due CROSS JOIN LATERAL (
                SELECT id {waiting} AND company_id = companies_due.company_id ORDER BY answer_by
                 LIMIT (SELECT greatest(1, :limit / count(*)) FROM companies_due) FOR NO KEY UPDATE SKIP LOCKED) AS each
        )
    """  # noqa: S608 - constants


_TO_WARN: Final = f"""
    answer_by <= clock_timestamp() + {FIRST_WARNING} AND answer_by > clock_timestamp() AND warned < {WARNED}
"""


async def expire_offers(connection: Connection, *, limit: int) -> list[DueOffer]:
    """End offers that were not answered in time."""
    query = f"""
        WITH {_due("answer_by <= clock_timestamp()")}, ended AS (
            UPDATE offers f SET state = 'expired', version = f.version + 1, changed_at = clock_timestamp()
              FROM due WHERE f.id = due.id RETURNING f.*
        ), noted AS (
            INSERT INTO placement_events (company_id, opening_id, user_id, offer_id, state)
            SELECT company_id, opening_id, user_id, id, state FROM ended
        )
        SELECT f.id, f.company_id, f.opening_id, f.user_id, f.version, e.name || ': ' || o.title AS name
          FROM ended f JOIN openings o ON o.company_id = f.company_id AND o.id = f.opening_id
          JOIN employers e ON e.company_id = f.company_id AND e.id = o.employer_id
    """  # noqa: S608 - constants
    return await connection.fetch_records(DueOffer, query, limit=limit)


async def take_warnings(connection: Connection, *, limit: int) -> list[DueOffer]:
    """Return offers that end soon and whose person has not heard that, and note that they do now."""
    query = f"""
        WITH {_due(_TO_WARN)} UPDATE offers f SET warned = {WARNED.replace("answer_by", "f.answer_by")} FROM due
         WHERE f.id = due.id RETURNING f.id, f.company_id, f.opening_id, f.user_id, f.version
    """  # noqa: S608 - constants
    return await connection.fetch_records(DueOffer, query, limit=limit)


@dataclass(frozen=True, kw_only=True)
class OfferMail:
    """Who gets a mail about an offer."""

    id: UUID
    email: str
    full_name: str
    company_name: str
    time_zone: str


async def find_mailed(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> dict[UUID, OfferMail]:
    query = """
        SELECT u.id, u.email, u.full_name, c.name AS company_name, c.time_zone
          FROM companies c JOIN users u ON u.company_id = c.id
         WHERE c.id = :company_id AND u.id = ANY(CAST(:user_ids AS uuid[])) AND u.is_active AND u.email IS NOT NULL
    """
    found = await connection.fetch_records(OfferMail, query, company_id=company_id, user_ids=list(user_ids))
    return {each.id: each for each in found}
