"""A trainee's own openings: which fit, what is missing for the others, and applying."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.people.account.people_repository import lock_users
from server.placement import candidate_repository, schemas
from server.placement.keep_openings import OpeningClosedError
from server.placement.opening_repository import StoredOpening, find_own, list_own_openings, lock_opening
from server.placement.placement_events import announce_opening
from server.placement.who_fits import find_unmet
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, NotFoundError, existing
from server.platform.process.clock import utc_now
from server.platform.schemas import PageQuery
from server.platform.services import Context, Unit
from server.vocabulary.placement import OPEN_CANDIDACIES, CandidacyState
from server.vocabulary.profiles import Profile

NOT_FIT: Final = "You do not fulfil all conditions of this opening"
PLACED: Final = "You have accepted an offer, and your institute allows no other here"
REJECTED: Final = "You were not selected for this opening"
HAS_OFFER: Final = "You have an offer of this opening: answer it"


class CannotApplyError(ConflictError):
    """The message says why."""

    message = NOT_FIT


async def list_own(context: Context, *, query: PageQuery) -> schemas.OwnOpeningPage:
    """There are none for who is no trainee."""
    now = utc_now()
    async with context.services.database.reading() as connection:
        found, total = list[StoredOpening](), 0
        if context.actor.profile is Profile.TRAINEE:
            found, total = await list_own_openings(connection, query, **context.actor.key)
        shown = await _present(connection, context, found)
    return schemas.OwnOpeningPage.of(query, shown, total=total, server_time=now)


async def answer_opening(context: Context, request: schemas.ApplyRequest, *, opening_id: UUID) -> schemas.OwnOpening:
    """Apply, or withdraw. Repeated, it changes nothing.

    Raises NotFoundError: there is no such opening for the caller; OpeningClosedError, CannotApplyError.
    """
    async with context.unit_of_work() as unit:
        await lock_users(unit.connection, [context.user_id])
        await lock_opening(unit.connection, opening_id, company_id=context.company_id, changes=False)
        if context.actor.profile is not Profile.TRAINEE:
            raise NotFoundError
        opening = existing(await find_own(unit.connection, opening_id, **context.actor.key))
        own = await candidate_repository.list_own(unit.connection, **context.actor.key)
        before = next((each for each in own if each.opening_id == opening_id), None)
        if request.answer == "apply":
            await _apply(unit, opening, before)
        elif before is not None and before.state in OPEN_CANDIDACIES:
            if before.has_offer:
                raise CannotApplyError(HAS_OFFER)
            await _set(unit, opening_id, CandidacyState.WITHDRAWN)
        return (await _present(unit.connection, context, [opening]))[0]


async def _apply(unit: Unit[Context], opening: StoredOpening, before: candidate_repository.OwnCandidacy | None) -> None:
    context = unit.context
    if not opening.takes_people(utc_now()):
        raise OpeningClosedError
    if before is not None and before.state == CandidacyState.REJECTED:
        raise CannotApplyError(REJECTED)
    if before is not None and before.state in OPEN_CANDIDACIES and before.state != CandidacyState.ELIGIBLE:
        return
    if await candidate_repository.find_refused(unit.connection, [opening.id], **context.actor.key):
        raise CannotApplyError(PLACED)
    unmet = await find_unmet(unit.connection, context, [opening], user_id=context.user_id)
    if unmet[opening.id] != []:
        raise CannotApplyError(NOT_FIT)
    await _set(unit, opening.id, CandidacyState.APPLIED, is_own=True)


async def _set(unit: Unit[Context], opening_id: UUID, state: CandidacyState, *, is_own: bool = False) -> None:
    company_id, states = unit.context.company_id, {unit.context.user_id: state}
    await candidate_repository.set_states(
        unit.connection, states, company_id=company_id, opening_id=opening_id, is_own=is_own
    )
    await announce_opening(unit, opening_id, company_id=company_id)


async def _present(
    connection: Connection, context: Context, openings: Sequence[StoredOpening]
) -> list[schemas.OwnOpening]:
    own = {each.opening_id: each for each in await candidate_repository.list_own(connection, **context.actor.key)}
    unmet = await find_unmet(connection, context, openings, user_id=context.user_id)
    closed = await candidate_repository.find_refused(connection, [each.id for each in openings], **context.actor.key)
    shown, now = [], utc_now()
    for each in openings:
        state = own[each.id].state if each.id in own else None
        is_free = state in {None, CandidacyState.ELIGIBLE, CandidacyState.WITHDRAWN}
        refused = PLACED if is_free and each.id in closed else None
        # Whose conditions do not apply any more is shown as one that is not open.
        may_apply = each.takes_people(now) and is_free and refused is None and unmet[each.id] == []
        facts = {**vars(each), "state": state, "unmet": unmet[each.id] or []}
        facts |= {"may_apply": may_apply, "refused": refused}
        shown.append(schemas.OwnOpening.model_validate(facts))
    return shown
