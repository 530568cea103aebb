"""Who fits an opening, how many nearly do, and why a person does not: all by the opening's one set of conditions."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final
from uuid import UUID

from server.people.cards.read_details import with_details
from server.people.cards.repository import read_cards
from server.people.fields.conditions import Operator, Term
from server.people.fields.repository import find_own_values
from server.people.list.list_repository import MOST_COUNTED, MOST_GATHERED_BY_VALUE, find_page
from server.people.list.list_schemas import Slice, Sort
from server.people.list.list_users import keep_slow
from server.placement import fit_repository, schemas
from server.placement.conditions import fitting, read_stored, terms_of
from server.placement.fit_repository import BATCH, STAGE, relaxed_bound
from server.placement.opening_repository import StoredOpening, find_opening
from server.platform.database.connections import Connection
from server.platform.database.query_plans import planned_for_values
from server.platform.errors import NotFoundError, existing
from server.platform.process.cache import CacheKind
from server.platform.schemas import PageQuery
from server.platform.services import Context
from server.vocabulary.duties import Act
from server.vocabulary.field_kinds import Value
from server.vocabulary.own_fields import OwnField

NEARLY: Final = CacheKind[tuple[UUID, int, int, bool], list[fit_repository.NearlyRow]](most=1_000)


async def list_fitting(context: Context, *, opening_id: UUID, query: PageQuery) -> schemas.FitPage:
    """Raises NotFoundError, OpeningBrokenError."""
    async with context.services.database.reading() as connection:
        opening = await _find(connection, context, opening_id)
        terms = await terms_of(connection, context.services, opening, company_id=context.company_id)
        page = Slice(Sort.NAME, query.offset, query.page_size)
        found = await find_page(
            connection, fitting(context, opening, terms=terms), page=page, most_gathered=MOST_GATHERED_BY_VALUE
        )
        cards = await read_cards(connection, [each.id for each in found.rows], company_id=context.company_id)
        cards = await with_details(connection, cards, context=context)
        standings = await fit_repository.find_standings(
            connection, [each.id for each in cards], company_id=context.company_id, opening_id=opening_id
        )
    people = [schemas.FitPerson(**{**dict(each), **vars(standings[each.id])}) for each in cards if each.id in standings]
    is_exact = found.total <= MOST_COUNTED
    total = found.total if is_exact else MOST_COUNTED
    return schemas.FitPage.of(query, people, total=total, total_is_exact=is_exact)


async def count_nearly(context: Context, *, opening_id: UUID) -> schemas.Nearly:
    """Raises NotFoundError, OpeningBrokenError. What takes long is kept for a while, as counts of the list are."""
    async with context.services.database.reading() as connection:
        opening = await _find(connection, context, opening_id)
        terms = await terms_of(connection, context.services, opening, company_id=context.company_id)
        if not terms:
            return schemas.Nearly(items=[])

        async def count() -> list[fit_repository.NearlyRow]:
            async with planned_for_values(connection):
                return await fit_repository.count_nearly(connection, fitting(context, opening), terms=terms)

        key = (opening_id, opening.version, context.actor.fields_version, opening.sees_all)
        kept = context.services.caches.of(NEARLY)
        rows = await keep_slow(kept, key, count)
    return schemas.Nearly(
        items=[
            schemas.NearlyItem(
                field=terms[each.place].field.key,
                label=terms[each.place].field.label,
                people=each.people,
                relaxed=relaxed_bound(terms[each.place]),
                relaxed_people=each.relaxed_people,
            )
            for each in rows
        ]
    )


async def explain(context: Context, *, opening_id: UUID, user_id: UUID) -> schemas.WhyNot:
    """Raises NotFoundError: also for people whom the caller does not see; OpeningBrokenError."""
    company_id = context.company_id
    async with context.services.database.reading() as connection:
        opening = await _find(connection, context, opening_id)
        of_opening = {"company_id": company_id, "opening_id": opening_id}
        if not await fit_repository.is_seen(connection, user_id, **of_opening, sees_all=opening.sees_all):
            raise NotFoundError
        await terms_of(connection, context.services, opening, company_id=company_id)
        unmet = await find_unmet(connection, context, [opening], user_id=user_id)
        cards = await with_details(
            connection, await read_cards(connection, [user_id], company_id=company_id), context=context
        )
    return schemas.WhyNot(person=cards[0], unmet=unmet[opening_id] or [])


async def find_unmet(
    connection: Connection, context: Context, openings: Sequence[StoredOpening], *, user_id: UUID
) -> dict[UUID, list[schemas.Unmet] | None]:
    """Return what a person does not fulfil of each opening; None: its conditions do not apply any more.

    A caller who asks of others reads the fields that are open to the profile, the person those that are open to people.
    """
    company_id, is_own = context.company_id, user_id == context.user_id
    stored = await read_stored(connection, context.services, openings, company_id=company_id)
    terms: list[Term] = []
    places: list[tuple[str, Sequence[UUID]]] = []
    spans: dict[UUID, tuple[range, range]] = {}
    for each in openings:
        before = len(terms), len(places)
        terms += stored[each.id] or ()
        places += [(kind, ids) for kind, ids in ((BATCH, each.batch_ids), (STAGE, each.stage_ids)) if ids]
        spans[each.id] = range(before[0], len(terms)), range(before[1], len(places))
    failed, away = await fit_repository.find_unmet(
        connection, user_id, company_id=company_id, terms=terms, places=places
    )
    batch_ids, stage_ids = (
        [id_ for place in away for id_ in places[place][1] if places[place][0] == kind] for kind in (BATCH, STAGE)
    )
    names = await fit_repository.find_names(connection, batch_ids, stage_ids, company_id=company_id)
    values = (await find_own_values(connection, [user_id], company_id=company_id)).get(user_id, {})
    say = partial(_unmet_term, values=values, context=context, is_own=is_own)
    return {
        each.id: None
        if stored[each.id] is None
        else [
            *(say(terms[place]) for place in spans[each.id][0] if place in failed),
            *(_unmet_place(*places[place], names=names, is_own=is_own) for place in spans[each.id][1] if place in away),
        ]
        for each in openings
    }


def _unmet_term(term: Term, *, values: Mapping[str, Value], context: Context, is_own: bool) -> schemas.Unmet:
    field, value = term.field, values.get(term.field.slot)
    wants_none = term.operator is Operator.NONE and term.values == (True,)
    is_missing = value is None and not wants_none
    if field.is_sensitive or not (field.is_own_view if is_own else context.actor.profile in field.viewers):
        return schemas.Unmet(
            field=None,
            label=None,
            operator=None,
            needs=[],
            has=None,
            is_missing=is_missing and not is_own,
            may_fill_in=False,
        )
    return schemas.Unmet(
        field=field.key,
        label=field.label,
        operator=term.operator.value,
        needs=[] if term.operator is Operator.NONE else [_in_words(field, each) for each in term.values],
        has=None if value is None else field.shown(value),
        is_missing=is_missing,
        may_fill_in=is_own and field.is_own_edit,
    )


def _in_words(field: OwnField, value: Value) -> str:
    """A choice of several is one of them here."""
    return field.labels.get(value, "") if isinstance(value, int) and field.own_kind.has_choices else field.shown(value)


def _unmet_place(
    kind: str, ids: Sequence[UUID], *, names: Mapping[UUID, tuple[str, str]], is_own: bool
) -> schemas.Unmet:
    needs = list(dict.fromkeys(names[each][is_own] for each in ids if each in names))
    return schemas.Unmet(field="", label="", operator=kind, needs=needs, has=None, is_missing=False, may_fill_in=False)


async def _find(connection: Connection, context: Context, opening_id: UUID) -> StoredOpening:
    return existing(await find_opening(connection, opening_id, duty=context.actor.duty(Act.PLACEMENT_VIEW)))
