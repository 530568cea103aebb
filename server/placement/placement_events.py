"""The events of placement: an opening or what belongs to it has changed, and a person's own offer has."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final
from uuid import UUID

from pydantic import Field

from server.company.audit.record import AuditAction, Performer, Subject, record_many
from server.placement.offer_repository import DueOffer, StoredOffer
from server.placement.opening_repository import find_watchers
from server.platform.events import REST_SECONDS, USER, VIEWERS, Event
from server.platform.schemas import ResponseSchema
from server.platform.services import Services, ServiceUnit
from server.vocabulary.placement import OfferState


class OpeningChanged(ResponseSchema):
    """It says only that there is something new to fetch."""

    id: UUID = Field(description="of the opening")


class OfferMine(ResponseSchema):
    id: UUID = Field(description="of the offer")
    state: OfferState = Field(description="its state now")
    version: int = Field(description="of the offer")


OPENING_CHANGED: Final = Event(
    name="opening:changed",
    payload=OpeningChanged,
    room=USER,
    to="who is on the opening, placement staff where they see all openings, and accounts that may view users",
    when="after an opening, its candidates or its offers have changed",
    rate="at most 2 a second for an opening, from all processes together; further changes are merged",
    lost="Openings that are shown are fetched again after every connection.",
)
OFFER_MINE: Final = Event(
    name="offer:mine",
    payload=OfferMine,
    room=USER,
    to="the person",
    when="after an offer to the person was made or changed, or has ended",
    rate="one for each change",
    lost="`GET /me/offers` answers the same. The greater `version` counts.",
)


async def announce_opening(unit: ServiceUnit, opening_id: UUID, *, company_id: UUID) -> None:
    """Tell who may see the opening, once the unit is committed."""
    people = await find_watchers(unit.connection, opening_id, company_id=company_id)
    unit.after_commit(partial(_publish, unit.services, opening_id, company_id=company_id, people=people))


async def _publish(services: Services, opening_id: UUID, *, company_id: UUID, people: Sequence[UUID]) -> None:
    payload = OpeningChanged(id=opening_id)

    async def publish(watchers: frozenset[UUID]) -> None:
        await services.publisher.publish(replace(OPENING_CHANGED, room=VIEWERS), to=company_id, payload=payload)
        await services.publisher.publish_to_many(OPENING_CHANGED, to=sorted(watchers), payload=payload)

    started = services.coalescer.add(
        f"opening:{opening_id}", frozenset(people), merge=frozenset.union, publish=publish, every=REST_SECONDS
    )
    if started is not None:
        await started.wait()


async def record_offers(
    unit: ServiceUnit, offers: Iterable[StoredOffer | DueOffer], state: OfferState, *, by: Performer
) -> None:
    """Record in the company's trail that offers have come to a state, or were changed in it."""
    subjects = [
        Subject(id=each.user_id, label=each.name, before=None, after={"offer": str(each.id), "state": state.value})
        for each in offers
    ]
    await record_many(unit.connection, subjects, action=AuditAction.OFFER_CHANGED, by=by)


def announce_offer(unit: ServiceUnit, offer: OfferMine, *, user_id: UUID) -> None:
    unit.after_commit(partial(unit.services.publisher.publish, OFFER_MINE, to=user_id, payload=offer))
