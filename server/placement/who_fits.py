"""Who fits an opening, how many nearly do, and why a person does not: all by the opening's one set of conditions."""

from collections.abc import Mapping, Sequence
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
from server.placement.fit_repository import Place, relaxed_bound
from server.placement.keep_openings import reach
from server.placement.opening_repository import StoredOpening
from server.platform.database.connections import Connection
from server.platform.database.query_plans import planned_for_values
from server.platform.errors import NotFoundError
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
        opening = await reach(connection, context, opening_id, act=Act.PLACEMENT_VIEW)
        terms = await terms_of(connection, context.services, opening, company_id=context.company_id)
        page = Slice(Sort.NAME, query.offset, query.page_size)
        found = await find_page(
            connection, fitting(context, opening, terms=terms), page=page, most_gathered=MOST_GATHERED_BY_VALUE
        )
        people = await fit_repository.find_people(
            connection, [each.id for each in found.rows], company_id=context.company_id, opening_id=opening_id
        )
        people = await with_details(connection, people, context=context)
    is_exact = found.total <= MOST_COUNTED
    total = found.total if is_exact else MOST_COUNTED
    return schemas.FitPage.of(query, people, total=total, total_is_exact=is_exact)


async def count_nearly(context: Context, *, opening_id: UUID) -> schemas.Nearly:
    """Raises NotFoundError, OpeningBrokenError. What takes long is kept for a while, as counts of the list are."""
    async with context.services.database.reading() as connection:
        opening = await reach(connection, context, opening_id, act=Act.PLACEMENT_VIEW)
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
    """Raises NotFoundError: also for people hidden from the caller; OpeningBrokenError."""
    company_id = context.company_id
    async with context.services.database.reading() as connection:
        opening = await reach(connection, context, opening_id, act=Act.PLACEMENT_VIEW)
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
    asked: list[tuple[UUID, Term | Place]] = []
    for each in openings:
        asked += [(each.id, term) for term in stored[each.id] or ()]
        asked += [(each.id, place) for place in fit_repository.places_of(each)]
    failed = await fit_repository.find_failed(
        connection, user_id, company_id=company_id, asked=[wanted for _, wanted in asked]
    )
    unmet = [asked[position] for position in sorted(failed)]
    away = [id_ for _, wanted in unmet if isinstance(wanted, Place) for id_ in wanted.ids]
    names = await fit_repository.find_names(connection, away, company_id=company_id)
    values = (await find_own_values(connection, [user_id], company_id=company_id)).get(user_id, {})
    found: dict[UUID, list[schemas.Unmet] | None] = {
        opening_id: None if terms is None else [] for opening_id, terms in stored.items()
    }
    for opening_id, wanted in unmet:
        if (said := found[opening_id]) is not None:
            said.append(
                _unmet_place(wanted, names=names, is_own=is_own)
                if isinstance(wanted, Place)
                else _unmet_term(wanted, values=values, context=context, is_own=is_own)
            )
    return found


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


def _unmet_place(place: Place, *, names: Mapping[UUID, tuple[str, str]], is_own: bool) -> schemas.Unmet:
    needs = list(dict.fromkeys(names[each][is_own] for each in place.ids if each in names))
    return schemas.Unmet(
        field="", label="", operator=place.kind, needs=needs, has=None, is_missing=False, may_fill_in=False
    )
