"""A person's own offers: what accepting one closes, by the company's policy, and the answer.

An answer locks the person, then the opening: of two phones one is second and sees what the first has done, and seats
are counted while no one else takes one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Final, Unpack
from uuid import UUID

import asyncpg

from server.people.account.account_rules import Editor
from server.people.account.people_repository import lock_users
from server.placement import candidate_repository, schemas
from server.placement import offer_repository as repository
from server.placement.candidate_repository import OwnCandidacy
from server.placement.make_offers import OfferOverError
from server.placement.offer_repository import StoredOffer
from server.placement.opening_repository import PlacementRule, lock_opening, read_rule
from server.placement.placement_events import OfferMine, announce_offer, announce_opening, record_offers
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.process.clock import utc_now
from server.platform.services import Context, Unit
from server.vocabulary.placement import OPEN_CANDIDACIES, CandidacyState, OfferState, PlacementPolicy

MOST_SHOWN: Final = 50
ONE: Final = "You have accepted another offer, and your institute allows one"
HIGHER: Final = "You have accepted an offer that is as good or better: only a better one is open to you"
HAS_JOINED: Final = "You have joined elsewhere: talk to your placement office first"
MOST: Final = "You have accepted as many offers as your institute allows"
NOT_SEEN: Final = "Read first what accepting this offer closes"
NOT_JOINED: Final = "Nothing was reported of your joining"
_HELD: Final = frozenset({OfferState.ACCEPTED, OfferState.JOINED})


class OfferChangedError(ConflictError):
    """`current` is the offer as the person has it now."""

    message = "This offer, or what accepting it closes, has changed. Read it again."


class PolicyRefusesError(ConflictError):
    """The message says which rule of the company refuses it."""

    message = ONE


class SeatsTakenError(ConflictError):
    message = repository.NO_SEAT


class OfferOpeningClosedError(ConflictError):
    code = "opening_closed"
    message = repository.CLOSED


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What accepting an offer does beside. `refused`: the policy does not allow it."""

    closes: Sequence[OwnCandidacy] = ()
    declines: Sequence[StoredOffer] = ()
    is_binding: bool = False
    refused: str | None = None

    def seen(self, offer: StoredOffer) -> str:
        """Tell this plan from others of the offer."""
        ids = sorted(str(each.opening_id) for each in self.closes), sorted(str(each.id) for each in self.declines)
        return sha256(repr((str(offer.id), offer.version, ids)).encode()).hexdigest()


@dataclass(frozen=True, kw_only=True)
class _OfferHolder:
    rule: PlacementRule
    offers: Sequence[StoredOffer]
    candidacies: Sequence[OwnCandidacy] = field(default_factory=list)

    def plan(self, offer: StoredOffer) -> Plan:
        """What the company's policy makes of accepting the offer."""
        held = [each for each in self.offers if each.state in _HELD and each.id != offer.id]
        if offer.is_free or self.rule.placement_policy == PlacementPolicy.FREE:
            return Plan()
        if refused := self._refusal(offer, held):
            return Plan(refused=refused)
        if self.rule.placement_policy == PlacementPolicy.MOST:
            return self._ends(offer) if len(held) + 1 >= self.rule.placement_most else Plan()
        if self.rule.placement_policy == PlacementPolicy.ONE_THEN_HIGHER:
            return self._ends(offer, tier=offer.tier, declines=held, is_binding=True)
        return self._ends(offer, is_binding=True)

    def _refusal(self, offer: StoredOffer, held: Sequence[StoredOffer]) -> str | None:
        if self.rule.placement_policy == PlacementPolicy.MOST:
            return MOST if len(held) >= self.rule.placement_most else None
        if self.rule.placement_policy == PlacementPolicy.ONE_THEN_HIGHER:
            if any(each.state == OfferState.JOINED for each in held):
                return HAS_JOINED
            return HIGHER if any(each.tier >= offer.tier for each in held) else None
        # A policy that this version does not know allows one.
        return ONE if held else None

    def _ends(
        self,
        offer: StoredOffer,
        *,
        tier: int = 99,
        declines: Sequence[StoredOffer] = (),
        is_binding: bool = False,
    ) -> Plan:
        """Close all up to a tier, and decline what waits there or is given up."""
        offered = [each for each in self.offers if each.state == OfferState.OFFERED]
        waiting = [each for each in offered if each.id != offer.id and each.tier <= tier and not each.is_free]
        ending = {each.opening_id for each in (*declines, *waiting)}
        kept = {offer.opening_id, *(each.opening_id for each in offered)} - ending
        closes = [
            each
            for each in self.candidacies
            if each.state in OPEN_CANDIDACIES
            and each.opening_id not in kept
            and (each.tier <= tier or each.opening_id in ending)
        ]
        return Plan(closes=closes, declines=[*declines, *waiting], is_binding=is_binding)


async def list_own(context: Context) -> schemas.OwnOffers:
    async with context.services.database.reading() as connection:
        return await _present(connection, context)


async def list_waiting(connection: Connection, context: Context) -> tuple[list[schemas.OwnOffer], str]:
    """(own offers that wait, or ask whether the caller has joined; the company's time zone)."""
    found = await _present(connection, context)
    return [each for each in found.offers if each.closes is not None or each.asks_joined], found.time_zone


async def answer_offer(context: Context, request: schemas.AnswerOfferRequest, *, offer_id: UUID) -> schemas.OwnOffers:
    """Return all own offers after the answer.

    Raises:
        NotFoundError: the caller has no such offer.
        OfferChangedError: it is not the one that was read, or accepting it closes something else.
        OfferOverError: it waits for no answer any more.
        PolicyRefusesError, SeatsTakenError, OfferOpeningClosedError: it cannot be accepted.
        ValidationFailedError: what accepting closes was not read; nothing was reported.
    """
    async with context.unit_of_work() as unit:
        await lock_users(unit.connection, [context.user_id])
        person = await _read(unit.connection, context)
        offer = existing(next((each for each in person.offers if each.id == offer_id), None))
        # An acceptance that another one has seen to is told of as such.
        if offer.version != request.version:
            raise await _changed(unit, offer_id)
        if request.answer in {"joined", "not_joined"}:
            await _confirm(unit, offer, joined=request.answer == "joined")
        elif offer.state != OfferState.OFFERED or offer.answer_by <= utc_now():
            raise OfferOverError
        elif request.answer == "accept":
            await _accept(unit, person, offer, seen=request.seen)
        else:
            await _decline(unit, offer)
        return await _present(unit.connection, context)


async def _accept(unit: Unit[Context], person: _OfferHolder, offer: StoredOffer, *, seen: str | None) -> None:
    connection = unit.connection
    if seen is None:
        raise ValidationFailedError(errors={"seen": NOT_SEEN})
    await lock_opening(connection, offer.opening_id, company_id=offer.company_id)
    plan = person.plan(offer)
    # It may have been closed, and its seats taken, since the offer was read.
    shut = await repository.find_shut(connection, [offer.opening_id], company_id=offer.company_id)
    if shut:
        raise SeatsTakenError if shut[offer.opening_id] == repository.NO_SEAT else OfferOpeningClosedError
    if plan.refused is not None:
        raise PolicyRefusesError(plan.refused)
    if plan.seen(offer) != seen:
        raise await _changed(unit, offer.id)
    # The former one first: in one statement the order of rows would decide whether both hold for a moment.
    for each in plan.declines:
        await _set(unit, each, OfferState.DECLINED, reason="accepted elsewhere")
    opening_ids, former = [each.opening_id for each in plan.closes], [each.id for each in plan.declines]
    closed = await candidate_repository.close_others(connection, opening_ids, offer, former=former)
    try:
        await _set(unit, offer, OfferState.ACCEPTED, is_binding=plan.is_binding)
    except asyncpg.UniqueViolationError as held:
        raise PolicyRefusesError from held
    for opening_id in closed:
        await announce_opening(unit, opening_id, company_id=offer.company_id)


async def _decline(unit: Unit[Context], offer: StoredOffer) -> None:
    await _set(unit, offer, OfferState.DECLINED)
    withdrawn = {offer.user_id: CandidacyState.WITHDRAWN}
    await candidate_repository.set_states(
        unit.connection, withdrawn, company_id=offer.company_id, opening_id=offer.opening_id
    )


async def _confirm(unit: Unit[Context], offer: StoredOffer, *, joined: bool) -> None:
    if offer.state != OfferState.JOINED:
        raise ValidationFailedError(errors={"answer": NOT_JOINED})
    if offer.is_confirmed is not joined:
        await _set(unit, offer, OfferState.JOINED, is_confirmed=joined)


async def _set(
    unit: Unit[Context], offer: StoredOffer, state: OfferState, **change: Unpack[repository.OfferChange]
) -> None:
    """Raises OfferOverError: it has run out in this moment."""
    if not await repository.set_offer(unit.connection, offer, state, **change):
        raise OfferOverError
    await record_offers(unit, [offer], state, by=Editor.of(unit.context.actor, address=unit.address))
    mine = OfferMine(id=offer.id, state=state, version=offer.version + 1)
    announce_offer(unit, mine, user_id=offer.user_id)
    await announce_opening(unit, offer.opening_id, company_id=offer.company_id)


async def _read(connection: Connection, context: Context) -> _OfferHolder:
    of_person = context.actor.key
    return _OfferHolder(
        rule=await read_rule(connection, company_id=context.company_id),
        offers=await repository.list_of_person(connection, **of_person),
        candidacies=await candidate_repository.list_own(connection, **of_person),
    )


async def _present(connection: Connection, context: Context) -> schemas.OwnOffers:
    person, now = await _read(connection, context), utc_now()
    opening_ids = {each.opening_id for each in person.offers}
    shut = await repository.find_shut(connection, opening_ids, company_id=context.company_id)
    shown = [_own(person, each, now=now, shut=shut) for each in person.offers[:MOST_SHOWN]]
    return schemas.OwnOffers(offers=shown, time_zone=person.rule.time_zone, server_time=now)


def _own(person: _OfferHolder, offer: StoredOffer, *, now: datetime, shut: Mapping[UUID, str]) -> schemas.OwnOffer:
    closes, seen = None, ""
    if offer.state == OfferState.OFFERED and offer.answer_by > now:
        plan, is_shut = person.plan(offer), shut.get(offer.opening_id)
        seen, given_up = plan.seen(offer), {each.opening_id for each in plan.declines}
        closes = schemas.Closes(
            openings=[each.name for each in plan.closes if each.opening_id not in given_up],
            offers=[each.name for each in plan.declines],
            refused=is_shut if is_shut == repository.CLOSED else plan.refused or is_shut,
        )
    asks = offer.state == OfferState.JOINED and offer.is_confirmed is None
    return schemas.OwnOffer.model_validate({**vars(offer), "asks_joined": asks, "closes": closes, "seen": seen})


async def _changed(unit: Unit[Context], offer_id: UUID) -> OfferChangedError:
    present = await _present(unit.connection, unit.context)
    current = next((each for each in present.offers if each.id == offer_id), None)
    return OfferChangedError(met={"current": current and current.model_dump(mode="json")})
