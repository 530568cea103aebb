"""Shortlist, select, reject and rank the candidates of an opening. Interviews move the shortlist by one of these."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from server.people.bulk.schemas import RefusedPeople
from server.people.cards.read_details import with_details
from server.people.cards.schemas import Card
from server.people.fields.conditions import Term
from server.people.fields.repository import find_own_values
from server.people.fields.visible import open_fields
from server.people.list.list_repository import sort_people
from server.people.list.list_schemas import Sort
from server.placement import candidate_repository as repository
from server.placement import schemas
from server.placement.candidate_repository import CandidateRow
from server.placement.conditions import fitting, read_stored, terms_of
from server.placement.keep_openings import OpeningClosedError, lock_opening, present, reach
from server.placement.offer_repository import list_offers_of
from server.placement.opening_repository import StoredOpening, change_opening
from server.placement.opening_repository import lock_opening as hold_opening
from server.placement.placement_events import announce_opening
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ValidationFailedError, existing
from server.platform.services import Context, ServiceUnit, Unit
from server.vocabulary.duties import Act
from server.vocabulary.own_fields import slot_of
from server.vocabulary.placement import CandidacyState

TOO_MANY: Final = f"At most {schemas.MOST_MOVED:,} people are moved at once: narrow the conditions down, or give ids"


class CandidacyConflictError(ConflictError):
    """`current` is the candidate as the company has it now."""

    message = "This candidate was changed meanwhile. Check the current state, then try again."


async def list_candidates(
    context: Context, *, opening_id: UUID, query: schemas.OpeningCandidatesQuery
) -> schemas.OpeningCandidatePage:
    """Raises NotFoundError: also where the opening is out of the caller's reach."""
    async with context.services.database.reading() as connection:
        await reach(connection, context, opening_id, act=Act.PLACEMENT_VIEW)
        found, total = await repository.list_candidates(
            connection, company_id=context.company_id, opening_id=opening_id, query=query
        )
        shown = await _present(connection, context, found)
    return schemas.OpeningCandidatePage.of(query, shown, total=total)


async def get_candidate(context: Context, *, opening_id: UUID, user_id: UUID) -> schemas.CandidateDetail:
    """Raises NotFoundError."""
    async with context.services.database.reading() as connection:
        await reach(connection, context, opening_id, act=Act.PLACEMENT_VIEW)
        return await _detail(connection, context, opening_id=opening_id, user_id=user_id)


async def move_candidates(
    context: Context, request: schemas.MoveCandidatesRequest, *, opening_id: UUID
) -> schemas.MovedCandidates:
    """Raises NotFoundError, OpeningClosedError, OpeningBrokenError; ValidationFailedError: more fit than are moved."""
    async with context.unit_of_work() as unit:
        opening = await reach(unit.connection, context, opening_id)
        terms = await terms_of(unit.connection, context.services, opening, company_id=context.company_id)
        user_ids = request.select.ids
        if user_ids is None:
            found = fitting(context, opening, terms=terms)
            user_ids = await sort_people(unit.connection, found, sort=Sort.CREATED)
            if len(user_ids) > schemas.MOST_MOVED:
                raise ValidationFailedError(errors={"select": TOO_MANY})
        await hold(unit, opening_id, () if request.dry_run else user_ids)
        judged = await _move(unit, opening, request, user_ids=user_ids, terms=terms, is_dry=request.dry_run)
    return moved_of(judged)


async def change_candidate(
    context: Context, request: schemas.ChangeCandidateRequest, *, opening_id: UUID, user_id: UUID
) -> schemas.CandidateDetail:
    """Raises NotFoundError, OpeningClosedError, CandidacyConflictError; ValidationFailedError: why it stays."""
    of_person = {"opening_id": opening_id, "user_id": user_id}
    async with context.unit_of_work() as unit:
        opening = await reach(unit.connection, context, opening_id)
        await hold(unit, opening_id, [user_id])
        before = await _detail(unit.connection, context, **of_person)
        if before.version != request.version:
            raise CandidacyConflictError(met={"current": before.model_dump(mode="json")})
        stored = await read_stored(unit.connection, context.services, [opening], company_id=context.company_id)
        judged = await _move(unit, opening, request, user_ids=[user_id], terms=stored[opening_id] or ())
        if why := next((each for each in judged if each not in {None, repository.SAME}), None):
            raise ValidationFailedError(errors={"state": why})
        return await _detail(unit.connection, context, **of_person)


async def rank_candidates(context: Context, request: schemas.RankRequest, *, opening_id: UUID) -> schemas.Opening:
    """People who are no candidates are left out. Raises NotFoundError, OpeningConflictError."""
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        await lock_opening(unit, opening_id, version=request.version)
        await repository.rank(unit.connection, request.user_ids, company_id=company_id, opening_id=opening_id)
        await change_opening(unit.connection, opening_id, company_id=company_id, values={})
        await announce_opening(unit, opening_id, company_id=company_id)
        return present(await reach(unit.connection, context, opening_id), context)


async def enter_rounds(
    unit: ServiceUnit, user_ids: Collection[UUID], *, company_id: UUID, opening_id: UUID, changed_by: UUID | None
) -> None:
    """Move those of these held people who are shortlisted to `in_rounds`: for a round of an opening."""
    states = dict.fromkeys(user_ids, CandidacyState.IN_ROUNDS)
    if await repository.set_states(
        unit.connection,
        states,
        company_id=company_id,
        opening_id=opening_id,
        changed_by=changed_by,
        among=CandidacyState.SHORTLISTED,
    ):
        await announce_opening(unit, opening_id, company_id=company_id)


async def hold(unit: Unit[Context], opening_id: UUID, user_ids: Collection[UUID]) -> StoredOpening:
    """Hold people, then the opening, and return it. Raises NotFoundError, OpeningClosedError."""
    company_id = unit.context.company_id
    await repository.hold_people(unit.connection, user_ids, company_id=company_id)
    await hold_opening(unit.connection, opening_id, company_id=company_id, changes=False)
    opening = await reach(unit.connection, unit.context, opening_id)
    if opening.state == schemas.OpeningState.CLOSED:
        raise OpeningClosedError
    return opening


async def _move(
    unit: Unit[Context],
    opening: StoredOpening,
    request: schemas.MoveCandidatesRequest | schemas.ChangeCandidateRequest,
    *,
    user_ids: Collection[UUID],
    terms: Sequence[Term],
    is_dry: bool = False,
) -> dict[str | None, int]:
    company_id = unit.context.company_id
    move = repository.Move(
        company_id=company_id,
        opening_id=opening.id,
        sees_all=opening.sees_all,
        state=request.state.value,
        reason=request.reason,
        changed_by=unit.context.user_id,
        numbers=[str(term.field.number) for term in terms],
    )
    judged = await repository.move_people(unit.connection, user_ids, move, is_dry=is_dry)
    if None in judged and not is_dry:
        await announce_opening(unit, opening.id, company_id=company_id)
    return judged


def moved_of(judged: Mapping[str | None, int]) -> schemas.MovedCandidates:
    skipped = sorted(((why, people) for why, people in judged.items() if why), key=lambda each: (-each[1], each[0]))
    return schemas.MovedCandidates(
        changed=judged.get(None, 0), skipped=[RefusedPeople(reason=why, count=people) for why, people in skipped]
    )


async def _detail(
    connection: Connection, context: Context, *, opening_id: UUID, user_id: UUID
) -> schemas.CandidateDetail:
    of_person: dict[str, Any] = {"company_id": context.company_id, "opening_id": opening_id, "user_id": user_id}
    found, _ = await repository.list_candidates(connection, **of_person)
    shown = await _present(connection, context, found)
    candidate = existing(next(iter(shown), None))
    history = await repository.list_events(connection, **of_person)
    return schemas.CandidateDetail(**dict(candidate), history=history)


async def _present(
    connection: Connection, context: Context, found: Sequence[CandidateRow]
) -> list[schemas.OpeningCandidate]:
    company_id, user_ids = context.company_id, [each.id for each in found]
    cards = [Card(id=each.id, full_name=each.full_name, code=each.code) for each in found]
    by_id = {each.id: each for each in await with_details(connection, cards, context=context)}
    offers = await list_offers_of(connection, {each.offer_id for each in found if each.offer_id}, company_id=company_id)
    shown = [field for field in await open_fields(connection, context) if not field.is_sensitive]
    values = await find_own_values(connection, user_ids, company_id=company_id)
    candidates = []
    for each in found:
        now, then = values.get(each.id, {}), {slot_of(int(key)): value for key, value in (each.facts or {}).items()}
        facts = [
            schemas.Fact(
                field=field.key,
                label=field.label,
                then=field.shown(then[field.slot]),
                now=field.shown(now[field.slot]) if field.slot in now else None,
            )
            for field in shown
            # A field that has another kind by now has no words for the former value.
            if field.slot in then and field.fits(then[field.slot])
        ]
        offer = None if each.offer_id is None else offers[each.offer_id].shown()
        shared = {**vars(each), **dict(by_id[each.id]), "facts": facts, "offer": offer}
        candidates.append(schemas.OpeningCandidate.model_validate(shared))
    return candidates
