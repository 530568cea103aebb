"""SQL of the list of people, and of the values of a field that it is filtered by."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from decimal import Decimal
from typing import Any, Final, NamedTuple
from uuid import UUID

from server.people.account.people_repository import (
    UserRow,
    folded_place,
    invitation_state,
    is_person,
    user_columns,
    user_row,
)
from server.people.batches.batch_form import SEPARATOR
from server.people.duplicates.names import spelt
from server.people.fields.conditions import Operator, Term
from server.people.fields.repository import folded
from server.people.list import list_schemas
from server.platform.database.connections import Connection
from server.platform.database.ids import first_id
from server.platform.database.query_plans import planned_for_values
from server.vocabulary.field_kinds import Field, Kind
from server.vocabulary.fields import BATCH, BUILT_IN
from server.vocabulary.own_fields import OwnField, OwnKind
from server.vocabulary.placement import OfferFilter, OfferState
from server.vocabulary.visible_text import with_plain_digits

MOST_COUNTED: Final = 10_000
MOST_GATHERED: Final = 100_000
# Values of own fields are read from wider rows.
MOST_GATHERED_BY_VALUE: Final = 30_000
# More spellings of a field are not looked at; those that most people have come first.
MOST_SPELLINGS: Final = 5_000
_TO_MINUTES: Final = "AT TIME ZONE :zone, 'YYYY-MM-DD HH24:MI')"
SHORTEST_PART: Final = 3
_has_trigram: Final = re.compile(r"[^\W_]{3}", re.ASCII).search
# What a name has at least of the trigrams of a word with a slip.
LEAST_ALIKE_TYPED: Final = 0.3

# Ids rise with time. Each order has an index that begins with the company and ends with the id.
COLUMNS: Final = {"createdAt": "u.id", "fullName": "u.sort_name", "email": "u.label"}
# Characters before a word. Listed, because pg_trgm extracts no trigrams from a character class.
_BEFORE_WORD: Final = "(^|[ -/:-@[-`{-~\u00a0\u00b7])"
_IS_SENT: Final = """u.invitation = 'sent' AND
    (u.temporary_password_expires_at > now() OR u.temporary_password_expires_at IS NULL)"""
_INVITATIONS: Final[Mapping[list_schemas.InvitationFilter, str]] = {
    list_schemas.InvitationFilter.WAITING: f"(u.invitation = 'queued' OR {_IS_SENT})",
    list_schemas.InvitationFilter.QUEUED: "u.invitation = 'queued'",
    list_schemas.InvitationFilter.SENT: _IS_SENT,
    list_schemas.InvitationFilter.LAPSED: "u.invitation = 'sent' AND u.temporary_password_expires_at <= now()",
    list_schemas.InvitationFilter.FAILED: "u.invitation = 'failed'",
    list_schemas.InvitationFilter.NONE: "u.invitation = 'none'",
    list_schemas.InvitationFilter.ACCEPTED: "u.invitation = 'accepted'",
    list_schemas.InvitationFilter.INVITED: "u.invitation IN ('queued', 'sent', 'accepted')",
}
_SIGN_INS: Final[Mapping[list_schemas.SignInKind, str]] = {
    list_schemas.SignInKind.NEVER: "u.last_sign_in_at IS NULL",
    list_schemas.SignInKind.SINCE: "u.last_sign_in_at >= :signed_in",
    list_schemas.SignInKind.BEFORE: "u.last_sign_in_at < :signed_in",
}
_REACHED: Final = """u.id IN (SELECT e.user_id FROM stage_entries e
                                WHERE e.company_id = :company_id AND e.undone_at IS NULL"""
_OF_REACHED: Final = {
    "reached": " AND e.stage_id = :reached_id",
    "reached_from": " AND e.entered_at >= :reached_from",
    "reached_to": " AND e.entered_at < :reached_before",
}
# The condition on an offer `f`, and the moment that a period is about.
OFFERS: Final[Mapping[OfferFilter, tuple[str, str]]] = {
    **{OfferFilter(state.value): (f"f.state = '{state}'", "f.changed_at") for state in OfferState},
    OfferFilter.MADE: ("true", "f.made_at"),
    OfferFilter.PLACED: ("f.state IN ('accepted', 'joined', 'ended')", "f.accepted_at"),
    OfferFilter.REPORTED: ("f.state IN ('joined', 'ended') AND f.is_confirmed IS NOT true", "f.joined_at"),
    OfferFilter.CONFIRMED: ("f.state IN ('joined', 'ended') AND f.is_confirmed", "f.joined_at"),
}
EVER_IN_BATCH: Final = """
    SELECT m.user_id FROM batch_members m WHERE m.company_id = :company_id AND m.batch_id = :ever_in_id
     UNION ALL
    SELECT l.user_id FROM batch_leavings l WHERE l.company_id = :company_id AND l.batch_id = :ever_in_id
"""
# A row that creates has the id of its account before that is there.
_FROM_IMPORT: Final = """
    SELECT CASE WHEN r.status IN ('updated', 'unchanged') THEN r.account_id ELSE r.user_id END
      FROM imports i JOIN import_rows r ON r.import_id = i.id
     WHERE i.company_id = :company_id AND i.id = :from_import
       AND r.status IN ('valid', 'warning', 'updated', 'unchanged')
"""

_PEOPLE: Final = f" AND {is_person('u')}"
# In the order and with the separator of an import.
_BATCHES: Final = f"""(SELECT string_agg(b.name, '{SEPARATOR} ' ORDER BY b.folded_name)
    FROM batch_members m JOIN batches b ON b.company_id = u.company_id AND b.id = m.batch_id
    WHERE m.user_id = u.id AND b.archived_at IS """  # noqa: S608 - constants
# The cells of the list as a file, beside those of fields.
_CELLS: Final[Mapping[str, str]] = {
    BATCH: f"{_BATCHES} NULL)",
    list_schemas.ARCHIVED_BATCH: f"{_BATCHES} NOT NULL)",
    "invitation": invitation_state("u"),
    "lastSignInAt": f"to_char(u.last_sign_in_at {_TO_MINUTES}",
    "createdAt": f"to_char(u.created_at {_TO_MINUTES}",
}


class ExportedPerson(NamedTuple):
    """`cells` are those of the chosen columns; `place` and the id give the person's place in the order."""

    id: UUID
    place: str | Decimal | None
    cells: list[str]


class ListResult(NamedTuple):
    """`total` is one more than MOST_COUNTED for any larger number."""

    rows: list[UserRow]
    total: int


class Matching(NamedTuple):
    """What a user `u` of the company fulfils who matches, each with an AND before it, and the parameters.

    `is_all`: all people of the company match. `company_id` is one of the parameters.
    """

    conditions: str
    values: dict[str, Any]
    is_all: bool = False


async def find_page(
    connection: Connection, query: Matching, *, page: list_schemas.Slice, most_gathered: int = MOST_GATHERED
) -> ListResult:
    """A page of those who match, with their number; on a connection without a transaction."""
    async with planned_for_values(connection):
        if query.is_all:
            rows = await _walk(connection, query, page=page)
            return ListResult(rows=rows, total=await count_people(connection, query, most=MOST_COUNTED + 1))
        rows, matches = await _gather(connection, query, page=page, most=most_gathered + 1)
        if matches > most_gathered:
            # Postgres expects few to fulfil a condition on JSON, and would gather all of them again.
            await connection.raw.execute("SET LOCAL enable_bitmapscan = off")
            rows = await _walk(connection, query, page=page)
        return ListResult(rows=rows, total=min(matches, MOST_COUNTED + 1))


async def list_after(
    connection: Connection,
    query: Matching,
    *,
    columns: Iterable[str],
    sort: list_schemas.Order,
    last: ExportedPerson | None,
    limit: int,
    zone: str = "UTC",
    own: Iterable[OwnField] = (),
) -> list[ExportedPerson]:
    """The next of those who match behind `last`, whether that one is still there or not; or the first.

    Moments are those of the zone. The cells of `own` fields, which may be among the columns, are their values as JSON.
    """
    # Postgres writes the cells: the event loop would be held by a thousand people.
    written = {field.name: f"CAST(u.{field.column} AS text)" for field in BUILT_IN.built_in} | dict(_CELLS)
    written |= {field.name: f"CAST(o.own_values -> '{field.number}' AS text)" for field in own}
    cells = ", ".join(f"coalesce({written[column]}, '')" for column in columns)
    statement = f"""
        SELECT u.id, placed.place, ARRAY[{cells}] AS cells
          FROM ({_first(query, sort, last=last)}) AS placed
          JOIN users u ON u.company_id = :company_id AND u.id = placed.id
          LEFT JOIN person_fields o ON o.company_id = :company_id AND o.user_id = placed.id
        ORDER BY {order(sort)}
    """  # noqa: S608 - constants
    place = {} if last is None else {"last_id": last.id, "last_place": last.place}
    rows = await connection.fetch_all(statement, most=limit, zone=zone, **place, **query.values)
    return [ExportedPerson(*row.values()) for row in rows]


async def has_archived(connection: Connection, *, company_id: UUID) -> bool:
    """Whether any batch of the company is archived: an import does not accept its name."""
    query = "SELECT EXISTS (SELECT FROM batches WHERE company_id = :company_id AND archived_at IS NOT NULL)"
    return bool(await connection.fetch_value(query, company_id=company_id))


async def sort_people(connection: Connection, query: Matching, *, sort: list_schemas.Order) -> list[UUID]:
    """The ids of those who match, in the list's order."""
    statement = f"SELECT u.id FROM ({_placed(query, sort)}) AS u ORDER BY {order(sort)}"  # noqa: S608 - constants
    return await connection.fetch_column(statement, **query.values)


def chosen(ids: Sequence[UUID], *, company_id: UUID) -> Matching:
    """Match those of `ids` that the company has."""
    return Matching(f"{_PEOPLE} AND u.id = ANY(CAST(:ids AS uuid[]))", {"company_id": company_id, "ids": ids})


async def count_people(connection: Connection, query: Matching, *, most: int | None = None) -> int:
    """How many match, counted up to `most`."""
    statement = f"""
        SELECT count(*) FROM (
            SELECT FROM users u WHERE u.company_id = :company_id{query.conditions} LIMIT CAST(:most AS bigint)
        ) AS counted
    """  # noqa: S608 - constants
    return await connection.fetch_number(statement, most=most, **query.values)


async def tidy_search(connection: Connection) -> None:
    """Enter into the trigram index what was added since: until then each search reads it."""
    await connection.fetch_value("SELECT waymark_tidy_search()")


def order(sort: list_schemas.Order) -> str:
    """The order of people `u`, each with a place, which some have not in that of an own field."""
    turn = "DESC" if sort.falls else "ASC"
    return f"place {turn}{' NULLS LAST' if isinstance(sort, list_schemas.OwnSort) else ''}, u.id {turn}"


def _keys_of(field: OwnField) -> str:
    is_null = "NULL" if field.own_kind is OwnKind.TEXT else "NOT NULL"
    return f"k.company_id = :company_id AND k.field = {field.number} AND k.number_key IS {is_null}"


def _placed(query: Matching, sort: list_schemas.Order) -> str:
    """SQL of those who match, each with the place in the order."""
    if isinstance(sort, list_schemas.OwnSort):
        place = f"k.{sort.key}"
        keys = f"LEFT JOIN field_keys k ON {_keys_of(sort.own)} AND k.company_id = u.company_id AND k.user_id = u.id"
    else:
        place, keys = COLUMNS[sort.field], ""
    return f"""SELECT u.id, {place} AS place FROM users u {keys}
                WHERE u.company_id = :company_id{query.conditions}"""  # noqa: S608 - constants


def _first(query: Matching, sort: list_schemas.Order, *, last: ExportedPerson | None = None) -> str:
    """SQL of the first `:most` who match, each with the place in the order; behind `last`, where one is given.

    Those with a value of an own field come in the order of its index. The others are read where these are fewer.
    """
    turn, compare = ("DESC", "<") if sort.falls else ("ASC", ">")
    if not isinstance(sort, list_schemas.OwnSort):
        place = COLUMNS[sort.field]
        behind = "" if last is None else f" AND ({place}, u.id) {compare} (:last_place, CAST(:last_id AS uuid))"
        return f"{_placed(query, sort)}{behind} ORDER BY {place} {turn}, u.id {turn} LIMIT :most"
    keys, key, valued, others = _keys_of(sort.own), f"k.{sort.key}", "", ""
    if last is not None:
        kind = "text" if sort.own.own_kind is OwnKind.TEXT else "numeric"
        valued = f" AND ({key}, k.user_id) {compare} (CAST(:last_place AS {kind}), CAST(:last_id AS uuid))"
        others = f" AND u.id {compare} :last_id" if last.place is None else ""
    return f"""
        WITH valued AS MATERIALIZED (
            SELECT k.user_id AS id, {key} AS place
              FROM field_keys k JOIN users u ON u.company_id = :company_id AND u.id = k.user_id
             WHERE {keys}{valued}{query.conditions}
            ORDER BY {key} {turn}, k.user_id {turn} LIMIT :most
        ), others AS MATERIALIZED (
            SELECT u.id FROM users u
             WHERE u.company_id = :company_id{others}{query.conditions}
               AND NOT EXISTS (SELECT FROM field_keys k WHERE {keys} AND k.user_id = u.id)
            ORDER BY u.id {turn} LIMIT CAST(:most AS bigint) - (SELECT count(*) FROM valued)
        )
        SELECT * FROM (SELECT id, place FROM valued UNION ALL SELECT id, NULL FROM others) AS u
        ORDER BY {order(sort)} LIMIT :most
    """  # noqa: S608 - constants


async def _walk(connection: Connection, query: Matching, *, page: list_schemas.Slice) -> list[UserRow]:
    statement = f"""
        SELECT {user_columns("person")}
          FROM (SELECT u.* FROM ({_first(query, page.sort)}) AS u ORDER BY {order(page.sort)} OFFSET :offset) AS u
          JOIN users person ON person.company_id = :company_id AND person.id = u.id
        ORDER BY {order(page.sort)}
    """  # noqa: S608 - constants
    most = page.offset + page.limit
    rows = await connection.fetch_all(statement, offset=page.offset, most=most, **query.values)
    return [user_row(tuple(row.values())) for row in rows]


async def _gather(
    connection: Connection, query: Matching, *, page: list_schemas.Slice, most: int
) -> tuple[list[UserRow], int]:
    """A page of at most `most` who match, and the number of them; an empty page is one row without a person."""
    person = user_columns("person")
    statement = f"""
        WITH matching AS MATERIALIZED ({_placed(query, page.sort)} LIMIT :most)
        SELECT counted.matches, {person} FROM (SELECT count(*) AS matches FROM matching) AS counted
        LEFT JOIN (SELECT u.* FROM matching u ORDER BY {order(page.sort)} OFFSET :offset LIMIT :limit) AS u ON true
        LEFT JOIN users person ON person.company_id = :company_id AND person.id = u.id
        ORDER BY {order(page.sort)}
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(statement, offset=page.offset, limit=page.limit, most=most, **query.values)
    found = [user_row(tuple(row.values())[1:]) for row in rows if row.id is not None]
    return found, rows[0].matches


async def find_matching(
    connection: Connection,
    query: list_schemas.FilterQuery,
    *,
    company_id: UUID,
    zone: tzinfo,
    terms: Sequence[Term],
) -> Matching:
    """Match as `matching` does; where that finds no one, each piece of the search may have a slip of a key."""
    exact = matching(query, company_id=company_id, zone=zone, terms=terms)
    if not list_schemas.read_search(query.search) or await count_people(connection, exact, most=1):
        return exact
    return matching(query, company_id=company_id, zone=zone, terms=terms, with_slips=True)


def matching(
    query: list_schemas.FilterQuery,
    *,
    company_id: UUID,
    zone: tzinfo,
    terms: Sequence[Term] = (),
    with_slips: bool = False,
) -> Matching:
    """Match the filters, the terms that the query's `where` names, and all pieces of the search.

    A search of punctuation alone matches none.
    """
    own = [fulfilled(term, number) for number, term in enumerate(terms)]
    given = {field: getattr(query, field.column) for field in BUILT_IN.in_filters}
    fields = {field.column: value for field, value in given.items() if value}
    spelt_as = {field.column: _spelt_as(field.column) for field in given if field.kind is Kind.TEXT}
    sign_in, _, day = (query.last_sign_in or "").partition(":")
    pieces = list_schemas.read_search(query.search)
    searched = [_searched(piece, number, with_slips=with_slips) for number, piece in enumerate(pieces or ())]
    found = " AND ".join(condition for condition, _ in searched)
    sought = f"u.id IN (SELECT s.user_id FROM people_search s WHERE s.company_id = :company_id AND {found})"  # noqa: S608 - constants
    offer = query.offer or (OfferFilter.MADE if query.offer_from or query.offer_to else None)
    # Without a state of either, all candidates are meant.
    is_candidate = query.candidacy or (offer is None and (query.opening or query.employer)) or None
    reached = [condition for name, condition in _OF_REACHED.items() if getattr(query, name) is not None]
    conditions = (
        (query.status, "u.is_active = :is_active"),
        # A row of a batch belongs to the company of its user.
        (query.batch, "u.id IN (SELECT m.user_id FROM batch_members m WHERE m.batch_id = :batch_id)"),
        (
            query.stage,
            """u.id IN (SELECT e.user_id FROM stage_entries e
                         WHERE e.company_id = :company_id AND e.stage_id = :stage_id AND e.left_at IS NULL)""",
        ),
        (reached or None, f"{_REACHED} {''.join(reached)})"),
        (query.ever_in_batch, f"u.id IN ({EVER_IN_BATCH})"),
        (query.from_import, f"u.id IN ({_FROM_IMPORT})"),
        (
            query.application,
            """u.id IN (SELECT a.user_id FROM applications a
                         WHERE a.company_id = :company_id AND a.state = CAST(:application AS text))""",
        ),
        (is_candidate, f"u.id IN ({_placed_by('candidacies', query.candidacy and 'f.state = :candidacy', query)})"),
        (offer, offer and f"u.id IN ({_placed_by('offers', _offered(offer, query), query)})"),
        (query.created_from, "u.id >= :created_from"),
        (query.created_to, "u.id < :created_before"),
        (query.invitation, query.invitation and _INVITATIONS[query.invitation]),
        (query.last_sign_in, query.last_sign_in and _SIGN_INS[list_schemas.SignInKind(sign_in)]),
        (True if pieces == () else None, "false"),
        (pieces or None, sought),
    )
    wanted = [
        *(spelt_as.get(column, f"u.{column} = :{column}") for column in fields),
        *(condition for given, condition in conditions if given is not None),
        *(condition for condition, _ in own),
    ]
    values = {
        "company_id": company_id,
        **fields,
        "is_active": query.status is list_schemas.Status.ACTIVE,
        "batch_id": query.batch,
        "stage_id": query.stage,
        "reached_id": query.reached,
        "reached_from": query.reached_from and list_schemas.start_of(query.reached_from, zone=zone),
        "reached_before": query.reached_to and list_schemas.start_of(query.reached_to, zone=zone, days_later=1),
        "ever_in_id": query.ever_in_batch,
        "from_import": query.from_import,
        "application": query.application,
        "opening_id": query.opening,
        "employer_id": query.employer,
        "candidacy": query.candidacy,
        "offer_from": query.offer_from and list_schemas.start_of(query.offer_from, zone=zone),
        "offer_before": query.offer_to and list_schemas.start_of(query.offer_to, zone=zone, days_later=1),
        "created_from": query.created_from and first_id(list_schemas.start_of(query.created_from, zone=zone)),
        "created_before": query.created_to
        and first_id(list_schemas.start_of(query.created_to, zone=zone, days_later=1)),
        "signed_in": list_schemas.start_of(day, zone=zone) if day else None,
        **{name: term for _, found in (*searched, *own) for name, term in found.items()},
    }
    matched = "".join(f" AND {condition}" for condition in wanted)
    return Matching(f"{_PEOPLE}{matched}", values, is_all=not wanted)


def _offered(offer: OfferFilter, query: list_schemas.FilterQuery) -> str:
    condition, moment = OFFERS[offer]
    period = (query.offer_from and f"{moment} >= :offer_from", query.offer_to and f"{moment} < :offer_before")
    return " AND ".join(filter(None, (condition, *period)))


def _placed_by(table: str, condition: str | None, query: list_schemas.FilterQuery) -> str:
    """SQL of who has such a row at the opening, or at the employer's, where these are given."""
    of_employer = "f.opening_id IN (SELECT p.id FROM openings p WHERE p.company_id = :company_id AND p.employer_id = "
    wanted = [
        "f.company_id = :company_id",
        condition,
        "f.opening_id = :opening_id" if query.opening else None,
        f"{of_employer} :employer_id)" if query.employer else None,
    ]
    return f"SELECT f.user_id FROM {table} f WHERE {' AND '.join(filter(None, wanted))}"  # noqa: S608 - constants


def fulfilled(term: Term, place: int, *, by_values: bool = False) -> tuple[str, dict[str, Any]]:
    """A condition that a user `u` fulfils a term, and its parameters.

    `by_values`: the user's row of person_fields is joined as `k`, if there is one. Who looks at all people reads it
    once for all terms.
    """
    operator, number, kind = term.operator, term.field.number, term.field.own_kind
    is_keyed = not by_values and term.has_keys and operator not in {Operator.IS, Operator.IS_NOT}
    values: dict[str, Any] = {f"own_{place}_{each}": value for each, value in enumerate(term.values)}
    own, tests = f"k.own_values -> '{number}'", [f"k.field = {number}"] if is_keyed else []
    if operator is Operator.NONE:
        values, tests = {}, tests or [f"k.own_values ? '{number}'"]
    elif operator is Operator.CONTAINS:
        text = "k.text_key" if is_keyed else folded(f"({own} #>> '{{}}')")
        tests += [f"strpos({text}, {folded(f'CAST(:own_{place}_0 AS text)')}) > 0"]
    elif operator is Operator.FROM:
        signs = zip(values, (">=", "<="), strict=True)
        bounds = [(name, sign) for name, sign in signs if values[name] is not None]
        values = {name: str(values[name]) if is_keyed else values[name] for name, _ in bounds}
        given = "CAST(CAST(:{} AS text) AS " + ("date) - DATE '1970-01-01'" if kind is OwnKind.DATE else "numeric)")
        tests += [
            f"k.number_key {sign} {given.format(name)}" if is_keyed else f"{own} {sign} CAST(:{name} AS jsonb)"
            for name, sign in bounds
        ]
    else:
        values = {name: {str(number): [each] if kind is OwnKind.MANY else each} for name, each in values.items()}
        tests = [" OR ".join(f"k.own_values @> CAST(:{name} AS jsonb)" for name in values)]
    test = f"({' AND '.join(tests)})"
    found = f"""EXISTS (SELECT FROM {"field_keys" if is_keyed else "person_fields"} k
                         WHERE k.company_id = :company_id AND k.user_id = u.id AND {test})"""
    is_negated = operator is Operator.IS_NOT or (operator is Operator.NONE and term.values == (True,))
    return f"{'NOT ' if is_negated else ''}{f'coalesce({test}, false)' if by_values else found}", values


def _spelt_as(column: str) -> str:
    """A condition of the column's index: each spelling that the company has of the text. It is read once for each."""
    return f"""u.{column} = ANY(ARRAY(
        WITH RECURSIVE each(value) AS (
            SELECT min({column}) FROM users WHERE company_id = :company_id
            UNION ALL
            SELECT (SELECT min(o.{column}) FROM users o WHERE o.company_id = :company_id AND o.{column} > each.value)
              FROM each WHERE each.value IS NOT NULL)
        SELECT value FROM each WHERE {folded_place("value")} = {folded_place(f"CAST(:{column} AS text)")}))"""  # noqa: S608 - constants


def _searched(piece: str, number: int, *, with_slips: bool) -> tuple[str, dict[str, Any]]:
    """A condition that matches a piece of a search, and its parameters.

    A piece matches as a name, in the folded form of names or in another spelling, or as words that are compared as they
    are stored: an email or a code keeps its accents, dots and apostrophes.
    """
    words = [piece] if list_schemas.is_email(piece) else dict.fromkeys(list_schemas.words_of(piece))
    stored = {f"term_{number}_{place}": with_plain_digits(word) for place, word in enumerate(words)}
    found = [" AND ".join(_compared(word, f"lower(CAST(:{name} AS text))") for name, word in stored.items())]
    values: dict[str, Any] = {name: _pattern(word) for name, word in stored.items()}
    if list_schemas.is_email(piece):
        return found[0], values
    if not (piece.isascii() and piece.isalnum()):
        # A piece that folds to nothing is in every name.
        folded = f"nullif(waymark_fold(CAST(:name_{number} AS text)), '')"
        pattern = f"'{_BEFORE_WORD}' || {folded}" if _is_short(piece) else f"'%' || {folded} || '%'"
        found.append(_compared(piece, pattern))
        values[f"name_{number}"] = piece
    spellings = [sorted(spelt(word, with_slips=with_slips)) for word in words]
    # A short piece begins a word that is being typed, before it may be a short form.
    if (with_slips or not _is_short(piece)) and all(spellings):
        forms = {f"spelt_{number}_{place}": each for place, each in enumerate(spellings)}
        values |= forms
        form_of, alike = "s.spelt && CAST(:{name} AS text[])", ""
        if with_slips and _has_trigram(piece):
            alike = f"AND word_similarity(waymark_fold(:like_{number}), o.searched) >= {LEAST_ALIKE_TYPED}"
            values[f"like_{number}"] = piece
        if with_slips:
            # Each of hundreds of forms is looked up: together, Postgres expects them in most names, and reads them all.
            form_of = f"""s.user_id IN (
                SELECT o.user_id FROM unnest(CAST(:{{name}} AS text[])) AS form
                  JOIN people_search o ON o.company_id = :company_id AND o.spelt @> ARRAY[form] {alike})"""  # noqa: S608 - constants
        found.append(" AND ".join(form_of.format(name=name) for name in forms))
    return f"({' OR '.join(f'({each})' for each in found)})", values


def _compared(term: str, pattern: str) -> str:
    """A condition of an index: a term of three letters is anywhere in the text, a shorter one begins a word."""
    return f"s.searched {'~' if _is_short(term) else 'LIKE'} ({pattern})"


def _pattern(term: str) -> str:
    if _is_short(term):
        return _BEFORE_WORD + re.escape(term)
    return "%" + re.sub(r"([%_\\])", r"\\\1", term) + "%"


def _is_short(term: str) -> bool:
    """Tell whether no word has a trigram: then only beginnings are found by the index."""
    return all(len(word) < SHORTEST_PART for word in list_schemas.words_of(term))


async def count_values(
    connection: Connection, field: Field, *, company_id: UUID, most: int
) -> list[list_schemas.ValueOfPeople]:
    """The `most` values of a field that most people have, each as most of them write it.

    Accounts without one are not counted.
    """
    query = f"""
        SELECT (array_agg(value ORDER BY people DESC, value))[1] AS value, CAST(sum(people) AS bigint) AS people
        FROM (SELECT {field.column} AS value, count(*) AS people FROM users
               WHERE company_id = :company_id AND {field.column} IS NOT NULL
               GROUP BY 1 ORDER BY 2 DESC LIMIT {MOST_SPELLINGS}) AS counted
        GROUP BY {folded_place("value")} ORDER BY people DESC, value LIMIT :most
    """  # noqa: S608 - constants
    return await connection.fetch_records(list_schemas.ValueOfPeople, query, company_id=company_id, most=most)


@dataclass(frozen=True, kw_only=True)
class Started:
    """What a Super Admin has done of the first steps, but for what the numbers of people say."""

    has_details: bool
    has_file: bool
    has_factor: bool


async def find_started(connection: Connection, *, company_id: UUID, user_id: UUID) -> Started | None:
    """Return none where the user has dismissed the first steps."""
    query = """
        SELECT EXISTS (SELECT FROM audit_entries
                        WHERE company_id = :company_id AND action = 'company_settings_changed') AS has_details,
               EXISTS (SELECT FROM imports WHERE company_id = :company_id AND state = 'completed') AS has_file,
               EXISTS (SELECT FROM factors
                        WHERE company_id = :company_id AND user_id = :user_id AND confirmed_at IS NOT NULL
                          AND copied_at IS NULL) AS has_factor
          FROM users WHERE company_id = :company_id AND id = :user_id AND first_steps_dismissed_at IS NULL
    """
    return await connection.fetch_record(Started, query, company_id=company_id, user_id=user_id)
