"""SQL of the list of people, and of the values of a field that it is filtered by."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, select

from server.people.account.people_repository import UserRow, invitation_state, user_columns, user_row
from server.people.account.tables import users
from server.people.batches.batch_form import SEPARATOR
from server.people.list import list_schemas
from server.platform.database.connections import Connection
from server.platform.database.ids import first_id
from server.platform.database.query_plans import planned_for_values
from server.vocabulary.field_kinds import Field
from server.vocabulary.fields import BATCH, fields_of_company
from server.vocabulary.invitation_state import Invitation

MOST_COUNTED: Final = 10_000
MOST_GATHERED: Final = 100_000
WIRE_TIME: Final = """'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'"""
SHORTEST_PART: Final = 3

# Ids rise with time. Each order has an index that begins with the company and ends with the id.
COLUMNS: Final = {"createdAt": "u.id", "fullName": "u.sort_name", "email": "u.label"}
# The text whose trigrams ix_users_search holds.
SEARCHED: Final = (
    "(u.sort_name || ' ' || coalesce(u.email, '') || ' ' || u.phone || coalesce(' ' || lower(u.code), ''))"
)
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

_WORDS: Final = " ".join(f"WHEN '{state}' THEN '{state.word}'" for state in Invitation)
# In the order and with the separator of an import.
_BATCHES: Final = f"""(SELECT string_agg(b.name, '{SEPARATOR} ' ORDER BY b.folded_name)
    FROM batch_members m JOIN batches b ON b.company_id = u.company_id AND b.id = m.batch_id
    WHERE m.user_id = u.id AND b.archived_at IS """  # noqa: S608 - constants
# The cells of the list as a file, beside those of fields.
_CELLS: Final[Mapping[str, str]] = {
    BATCH: f"{_BATCHES} NULL)",
    list_schemas.ARCHIVED_BATCH: f"{_BATCHES} NOT NULL)",
    "invitation": f"CASE {invitation_state('u')} {_WORDS} END",
    "lastSignInAt": f"to_char(u.last_sign_in_at AT TIME ZONE 'UTC', {WIRE_TIME})",
    "createdAt": f"to_char(u.created_at AT TIME ZONE 'UTC', {WIRE_TIME})",
}


class ExportedPerson(NamedTuple):
    """`cells` are those of the chosen columns; what is before them gives the person's place in each order."""

    id: UUID
    sort_name: str
    label: str
    cells: list[str]


class ListResult(NamedTuple):
    """`total` is one more than MOST_COUNTED for any larger number."""

    rows: list[UserRow]
    total: int


class Matching(NamedTuple):
    """What a user `u` of the company fulfils who matches, each with an AND before it, and the parameters.

    Without a condition all of the company match. `company_id` is one of the parameters.
    """

    conditions: str
    values: dict[str, Any]


async def find_page(
    connection: Connection, query: Matching, *, page: list_schemas.Slice, most_gathered: int = MOST_GATHERED
) -> ListResult:
    """A page of those who match, with their number; on a connection without a transaction."""
    async with planned_for_values(connection):
        if not query.conditions:
            rows = await _walk(connection, query, page=page)
            return ListResult(rows=rows, total=await count_people(connection, query, most=MOST_COUNTED + 1))
        rows, matches = await _gather(connection, query, page=page, most=most_gathered + 1)
        if matches > most_gathered:
            rows = await _walk(connection, query, page=page)
        return ListResult(rows=rows, total=min(matches, MOST_COUNTED + 1))


async def list_after(
    connection: Connection,
    query: Matching,
    *,
    columns: Iterable[str],
    sort: list_schemas.Sort,
    last: ExportedPerson | None,
    limit: int,
) -> list[ExportedPerson]:
    """The next of those who match behind `last`, whether that one is still there or not; or the first."""
    after = "" if last is None else f" AND {_after(sort)}"
    # Postgres writes the cells: the event loop would be held by a thousand people.
    written = {field.name: f"CAST(u.{field.column} AS text)" for field in fields_of_company().all} | dict(_CELLS)
    cells = ", ".join(f"coalesce({written[column]}, '')" for column in columns)
    statement = f"""
        SELECT u.id, u.sort_name, u.label, ARRAY[{cells}] AS cells
          FROM users u WHERE u.company_id = :company_id{query.conditions}{after}
        ORDER BY {order(sort)} LIMIT :limit
    """  # noqa: S608 - constants
    place = {} if last is None else {"last_id": last.id, "last_name": last.sort_name, "last_label": last.label}
    rows = await connection.fetch_all(statement, limit=limit, **place, **query.values)
    return [ExportedPerson(*row.values()) for row in rows]


async def has_archived(connection: Connection, *, company_id: UUID) -> bool:
    """Whether any batch of the company is archived: an import does not accept its name."""
    query = "SELECT EXISTS (SELECT FROM batches WHERE company_id = :company_id AND archived_at IS NOT NULL)"
    return bool(await connection.fetch_value(query, company_id=company_id))


async def sort_people(connection: Connection, query: Matching, *, sort: list_schemas.Sort) -> list[UUID]:
    """The ids of those who match, in the list's order."""
    statement = f"SELECT u.id FROM users u WHERE u.company_id = :company_id{query.conditions} ORDER BY {order(sort)}"  # noqa: S608 - constants
    return await connection.fetch_column(statement, **query.values)


def chosen(ids: Sequence[UUID], *, company_id: UUID) -> Matching:
    """Match those of `ids` that the company has."""
    return Matching(" AND u.id = ANY(CAST(:ids AS uuid[]))", {"company_id": company_id, "ids": ids})


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


def order(sort: list_schemas.Sort, *, of: str = "u") -> str:
    turn = "DESC" if sort.falls else "ASC"
    column = COLUMNS[sort.field].replace("u.", f"{of}.")
    return f"{of}.id {turn}" if sort.field == "createdAt" else f"{column} {turn}, {of}.id {turn}"


async def _walk(connection: Connection, query: Matching, *, page: list_schemas.Slice) -> list[UserRow]:
    fields = fields_of_company()
    statement = f"""
        SELECT {user_columns("person", fields=fields)} FROM (
            SELECT u.id FROM users u WHERE u.company_id = :company_id{query.conditions}
            ORDER BY {order(page.sort)} OFFSET :offset LIMIT :limit
        ) AS u JOIN users person ON person.company_id = :company_id AND person.id = u.id
        ORDER BY {order(page.sort, of="person")}
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(statement, offset=page.offset, limit=page.limit, **query.values)
    return [user_row(tuple(row.values()), fields=fields) for row in rows]


async def _gather(
    connection: Connection, query: Matching, *, page: list_schemas.Slice, most: int
) -> tuple[list[UserRow], int]:
    """A page of at most `most` who match, and the number of them; an empty page is one row without a person."""
    fields = fields_of_company()
    person = user_columns("person", fields=fields)
    statement = f"""
        WITH matching AS MATERIALIZED (
            SELECT u.id, u.sort_name, u.label FROM users u WHERE u.company_id = :company_id{query.conditions}
            LIMIT :most
        )
        SELECT counted.matches, {person} FROM (SELECT count(*) AS matches FROM matching) AS counted
        LEFT JOIN (SELECT u.id FROM matching u ORDER BY {order(page.sort)} OFFSET :offset LIMIT :limit) AS u ON true
        LEFT JOIN users person ON person.company_id = :company_id AND person.id = u.id
        ORDER BY {order(page.sort, of="person")}
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(statement, offset=page.offset, limit=page.limit, most=most, **query.values)
    found = [user_row(tuple(row.values())[1:], fields=fields) for row in rows if row.id is not None]
    return found, rows[0].matches


def _after(sort: list_schemas.Sort) -> str:
    compare = "<" if sort.falls else ">"
    if sort.field == "createdAt":
        return f"u.id {compare} :last_id"
    key = "CAST(:last_name AS text)" if sort.field == "fullName" else "CAST(:last_label AS text)"
    return f"({COLUMNS[sort.field]}, u.id) {compare} ({key}, CAST(:last_id AS uuid))"


def matching(query: list_schemas.FilterQuery, *, company_id: UUID, zone: tzinfo) -> Matching:
    """Match the filters and all pieces of the search; a search of punctuation alone matches none."""
    given = ((field.column, getattr(query, field.column)) for field in fields_of_company().in_filters)
    fields = {column: value for column, value in given if value}
    sign_in, _, day = (query.last_sign_in or "").partition(":")
    pieces = list_schemas.read_search(query.search)
    searched = [_searched(piece, number) for number, piece in enumerate(pieces or ())]
    conditions = (
        (query.status, "u.is_active = :is_active"),
        # A row of a batch belongs to the company of its user.
        (query.batch, "u.id IN (SELECT m.user_id FROM batch_members m WHERE m.batch_id = :batch_id)"),
        (
            query.application,
            """u.id IN (SELECT a.user_id FROM applications a
                         WHERE a.company_id = :company_id AND a.state = CAST(:application AS text))""",
        ),
        (query.created_from, "u.id >= :created_from"),
        (query.created_to, "u.id < :created_before"),
        (query.invitation, query.invitation and _INVITATIONS[query.invitation]),
        (query.last_sign_in, query.last_sign_in and _SIGN_INS[list_schemas.SignInKind(sign_in)]),
        (True if pieces == () else None, "false"),
    )
    wanted = [
        *(f"u.{column} = :{column}" for column in fields),
        *(condition for given, condition in conditions if given is not None),
        *(condition for condition, _ in searched),
    ]
    values = {
        "company_id": company_id,
        **fields,
        "is_active": query.status is list_schemas.Status.ACTIVE,
        "batch_id": query.batch,
        "application": query.application,
        "created_from": query.created_from and first_id(list_schemas.start_of(query.created_from, zone=zone)),
        "created_before": query.created_to
        and first_id(list_schemas.start_of(query.created_to, zone=zone, days_later=1)),
        "signed_in": list_schemas.start_of(day, zone=zone) if day else None,
        **{name: term for _, terms in searched for name, term in terms.items()},
    }
    return Matching("".join(f" AND {condition}" for condition in wanted), values)


def _searched(piece: str, number: int) -> tuple[str, dict[str, str]]:
    """A condition that matches a piece of a search, and its parameters.

    A piece matches as a name, in the folded form of names, or as words that are compared as they are stored: an email
    or a code keeps its accents, dots and apostrophes.
    """
    words = [piece] if list_schemas.is_email(piece) else dict.fromkeys(list_schemas.words_of(piece))
    stored = {f"term_{number}_{place}": word for place, word in enumerate(words)}
    as_stored = " AND ".join(_compared(word, f"lower(CAST(:{name} AS text))") for name, word in stored.items())
    patterns = {name: _pattern(word) for name, word in stored.items()}
    if list_schemas.is_email(piece) or (piece.isascii() and piece.isalnum()):
        return as_stored, patterns
    # A piece that folds to nothing is in every name.
    folded = f"nullif(waymark_fold(CAST(:name_{number} AS text)), '')"
    as_name = _compared(piece, f"'{_BEFORE_WORD}' || {folded}" if _is_short(piece) else f"'%' || {folded} || '%'")
    return f"({as_name} OR {as_stored})", {f"name_{number}": piece, **patterns}


def _compared(term: str, pattern: str) -> str:
    """A condition of an index: a term of three letters is anywhere in the text, a shorter one begins a word."""
    return f"{SEARCHED} {'~' if _is_short(term) else 'LIKE'} ({pattern})"


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
    """The `most` values of a field that most people have; accounts without one are not counted."""
    value, people = users.c[field.column], func.count()
    counted = select(value.label("value"), people.label("people")).filter_by(company_id=company_id)
    most_first = counted.where(value.is_not(None)).group_by(value).order_by(people.desc(), value).limit(most)
    return await connection.fetch_records(list_schemas.ValueOfPeople, most_first)


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
