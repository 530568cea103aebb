"""Make offers, change and withdraw them, and report what became of them: the staff's part."""

from datetime import datetime, timedelta
from typing import Any, Final, Unpack
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.people.account.account_rules import Editor
from server.people.account.people_repository import lock_accounts
from server.people.stages.repository import Mover, find_first, find_stage, move_people
from server.people.stages.schemas import StageKind
from server.people.stages.stage_events import announce_stages, announce_ways
from server.placement import candidate_repository, schemas, tell_people
from server.placement import offer_repository as repository
from server.placement.candidates import hold, moved_of
from server.placement.keep_openings import OpeningClosedError, end_of, reach
from server.placement.offer_repository import StoredOffer
from server.placement.placement_events import announce_opening, record_offers
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.process.clock import utc_now
from server.platform.services import Context, Unit
from server.vocabulary.duties import Act
from server.vocabulary.identifiers import mask_label
from server.vocabulary.placement import CandidacyState, OfferState

LONGEST_WAIT: Final = timedelta(days=366)
WRONG_MOMENT: Final = "Choose a moment that is to come, within a year"
LEFT_EARLY: Final = "Choose a day that is not before the first one there, and not to come"


class OfferConflictError(ConflictError):
    """`current` is the offer as it is now."""

    message = "This offer was changed or answered meanwhile. Check the current version, then try again."


class OfferOverError(ConflictError):
    message = "This offer is over, or was answered: nothing can be done to it in this state."


async def list_offers(context: Context, *, query: schemas.OffersQuery) -> schemas.OfferPage:
    duty = context.actor.duty(Act.PLACEMENT_VIEW)
    async with context.services.database.reading() as connection:
        found, total = await repository.list_offers(connection, query, duty=duty)
    return schemas.OfferPage.of(query, [each.shown() for each in found], total=total, server_time=utc_now())


async def make_offers(
    context: Context, request: schemas.MakeOffersRequest, *, opening_id: UUID
) -> schemas.MovedCandidates:
    """Raises NotFoundError, OpeningClosedError; ValidationFailedError: the moment has passed, or is too far away."""
    of_opening: dict[str, Any] = {"company_id": context.company_id, "opening_id": opening_id}
    async with context.unit_of_work() as unit:
        await reach(unit.connection, context, opening_id)
        opening = await hold(unit, opening_id, request.ids)
        if opening.state != schemas.OpeningState.OPEN:
            raise OpeningClosedError
        last_day = utc_now().astimezone(context.actor.zone).date() + timedelta(days=opening.answer_days)
        answer_by = _refuse_moment(request.answer_by or end_of(last_day, context))
        values = {"pay": request.pay, "joins_on": request.joins_on, "answer_by": answer_by}
        made, judged = await repository.make_offers(
            unit.connection, request.ids, values=values, made_by=context.user_id, **of_opening
        )
        if made:
            await record_offers(unit, made, OfferState.OFFERED, by=_editor(unit))
            selected = {each.user_id: CandidacyState.SELECTED for each in made}
            await candidate_repository.set_states(unit.connection, selected, **of_opening, changed_by=context.user_id)
            await tell_people.tell_people(unit, made, tell_people.MADE, mail="made")
            await announce_opening(unit, opening_id, company_id=context.company_id)
    return moved_of(judged)


async def change_offer(context: Context, request: schemas.ChangeOfferRequest, *, offer_id: UUID) -> schemas.Offer:
    """Raises what _lock does; ValidationFailedError: the moment has passed, or is too far away."""
    sent = request.model_dump(include=request.model_fields_set)
    async with context.unit_of_work() as unit:
        before = await _lock(unit, offer_id, OfferState.OFFERED, version=request.version)
        values = {name: sent.get(name, getattr(before, name)) for name in ("pay", "joins_on", "answer_by")}
        values["answer_by"] = _refuse_moment(values["answer_by"] or before.answer_by)
        await repository.change_offer(unit.connection, before, changed_by=context.user_id, values=values)
        await record_offers(unit, [before], OfferState.OFFERED, by=_editor(unit))
        after = await _tell(unit, before, tell_people.CHANGED, mail="changed")
    return after.shown()


async def withdraw_offer(context: Context, request: schemas.OfferReasonRequest, *, offer_id: UUID) -> schemas.Offer:
    """What an acceptance has closed opens again. Raises what _lock does."""
    async with context.unit_of_work() as unit:
        before = await _lock(unit, offer_id, OfferState.OFFERED, OfferState.ACCEPTED, version=request.version)
        await _set(unit, before, OfferState.WITHDRAWN, reason=request.reason)
        await _open_again(unit, before)
        after = await _tell(unit, before, tell_people.WITHDRAWN, mail="withdrawn")
    return after.shown()


async def free_offer(context: Context, request: schemas.OfferReasonRequest, *, offer_id: UUID) -> schemas.Offer:
    """Raises what _lock does."""
    async with context.unit_of_work() as unit:
        before = await _lock(unit, offer_id, OfferState.OFFERED, version=request.version)
        await _set(unit, before, OfferState.OFFERED, is_free=True)
        freed = {"offer": str(offer_id), "reason": request.reason}
        await record_act(
            unit, AuditAction.OFFER_FREED, subject_id=before.user_id, subject_label=before.name, after=freed
        )
        after = await _tell(unit, before, tell_people.CHANGED)
    return after.shown()


async def report_joined(context: Context, request: schemas.PlacementVersionRequest, *, offer_id: UUID) -> schemas.Offer:
    """Raises what _lock does."""
    async with context.unit_of_work() as unit:
        before = await _lock(unit, offer_id, OfferState.ACCEPTED, version=request.version)
        await _set(unit, before, OfferState.JOINED)
        after = await _tell(unit, before, tell_people.JOINED)
        await _move_to_won(unit, after.user_id)
    return after.shown()


async def report_did_not_join(
    context: Context, request: schemas.OfferReasonRequest, *, offer_id: UUID
) -> schemas.Offer:
    """Raises what _lock does."""
    async with context.unit_of_work() as unit:
        before = await _lock(unit, offer_id, OfferState.ACCEPTED, OfferState.JOINED, version=request.version)
        await _set(unit, before, OfferState.DID_NOT_JOIN, reason=request.reason)
        of_opening: dict[str, Any] = {"company_id": context.company_id, "opening_id": before.opening_id}
        withdrawn = {before.user_id: CandidacyState.WITHDRAWN}
        await candidate_repository.set_states(unit.connection, withdrawn, **of_opening, changed_by=context.user_id)
        await _open_again(unit, before)
        after = await _tell(unit, before, tell_people.NO_LONGER)
    return after.shown()


async def end_offer(context: Context, request: schemas.EndOfferRequest, *, offer_id: UUID) -> schemas.Offer:
    """Raises what _lock does; ValidationFailedError: the day is before the first one, or to come."""
    async with context.unit_of_work() as unit:
        before = await _lock(unit, offer_id, OfferState.JOINED, version=request.version)
        today = utc_now().astimezone(context.actor.zone).date()
        if not (before.joins_on or request.left_on) <= request.left_on <= today:
            raise ValidationFailedError(errors={"leftOn": LEFT_EARLY})
        await _set(unit, before, OfferState.ENDED, left_on=request.left_on)
        after = await _tell(unit, before, tell_people.NO_LONGER)
    return after.shown()


async def _lock(unit: Unit[Context], offer_id: UUID, *states: OfferState, version: int) -> StoredOffer:
    """The offer, whose person is locked before it.

    Raises NotFoundError: also where it is out of reach; OfferConflictError; OfferOverError: it is in no such state.
    """
    company_id, duty = unit.context.company_id, unit.context.actor.duty(Act.PLACEMENT_MANAGE)
    seen = existing(await repository.find_offer(unit.connection, offer_id, duty=duty))
    await candidate_repository.hold_people(unit.connection, [seen.user_id], company_id=company_id)
    found = existing(await repository.find_offer(unit.connection, offer_id, duty=duty, locks=True))
    if found.version != version:
        raise OfferConflictError(met={"current": found.shown().model_dump(mode="json")})
    if found.state not in states:
        raise OfferOverError
    return found


async def _set(
    unit: Unit[Context], before: StoredOffer, state: OfferState, **change: Unpack[repository.OfferChange]
) -> None:
    await repository.set_offer(unit.connection, before, state, changed_by=unit.context.user_id, **change)
    await record_offers(unit, [before], state, by=_editor(unit))


def _editor(unit: Unit[Context]) -> Editor:
    return Editor.of(unit.context.actor, address=unit.address)


async def _tell(
    unit: Unit[Context], before: StoredOffer, words: tuple[str, str], *, mail: str | None = None
) -> StoredOffer:
    """The offer as it is now, of which its person and the staff are told."""
    duty = unit.context.actor.duty(Act.PLACEMENT_MANAGE)
    after = existing(await repository.find_offer(unit.connection, before.id, duty=duty))
    await tell_people.tell_people(unit, [after], words, mail=mail)
    await announce_opening(unit, after.opening_id, company_id=after.company_id)
    return after


async def _open_again(unit: Unit[Context], offer: StoredOffer) -> None:
    for opening_id in await candidate_repository.open_again(unit.connection, offer):
        await announce_opening(unit, opening_id, company_id=offer.company_id)


async def _move_to_won(unit: Unit[Context], user_id: UUID) -> None:
    """Move a locked person to the company's first stage that is won, where there is one."""
    company_id, connection = unit.context.company_id, unit.connection
    stage_id = await find_first(connection, company_id=company_id, kind=StageKind.WON)
    if stage_id is None:
        return
    mover = Mover(company_id=company_id, moved_by=unit.context.user_id)
    moved = await move_people(connection, [user_id], to=stage_id, mover=mover)
    for each in moved:
        accounts = await lock_accounts(connection, [user_id], company_id=company_id)
        stage_ids = (each.stage_id, stage_id)
        former, present = [
            existing(await find_stage(connection, company_id=company_id, stage_id=id_)) for id_ in stage_ids
        ]
        await record_act(
            unit,
            AuditAction.USER_MOVED,
            subject_id=user_id,
            subject_label=mask_label(accounts[user_id].label),
            before={"stage": former.name},
            after={"stage": present.name},
        )
        announce_stages(unit, company_id=company_id, moved={each.stage_id: [user_id], stage_id: []})
    await announce_ways(unit, moved, to=stage_id, mover=mover)


def _refuse_moment(moment: datetime) -> datetime:
    now = utc_now()
    if not now < moment <= now + LONGEST_WAIT:
        raise ValidationFailedError(errors={"answerBy": WRONG_MOMENT})
    return moment
