"""Finding people by the beginnings of words, and by any part where the server offers pg_trgm.

The words of everybody stand in `user_words`. A rare text leads to the people at once. Where every text is common,
the list is walked in its order, and each person looked at, until the page is full.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.database import Connection
from server.users.list_filters import Filters, InvitationFilter, Sort
from server.users.list_repository import KEYS, MOST_COUNTED, PERSON, existing_posts, merged, order, post_values
from server.users.repository import UserRow, user_row

# The largest character: whatever begins with a text lies between it and it with this behind it.
_LAST: Final = "\U0010ffff"
_WORDS: Final = (
    "SELECT user_id FROM user_words WHERE company_id = :company_id AND word >= :first_{0} AND word < :last_{0}"
)
_PARTS: Final = "SELECT user_id FROM user_words WHERE company_id = :company_id AND word LIKE :part_{0}"
# Of a person `p`; an index leads to each (ix_users_invited).
_INVITATIONS: Final[Mapping[InvitationFilter, str]] = {
    InvitationFilter.WAITING: """(p.invitation = 'queued' OR p.invitation = 'sent' AND
        (p.temporary_password_expires_at > now() OR p.temporary_password_expires_at IS NULL))""",
    InvitationFilter.LAPSED: "p.invitation = 'sent' AND p.temporary_password_expires_at <= now()",
    InvitationFilter.FAILED: "p.invitation = 'failed'",
}
_EMAILS: Final = "SELECT id FROM users WHERE company_id = :company_id AND email >= :first_{0} AND email < :last_{0}"


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What must be true of whoever is found: each of `texts` begins one of the words, or the email where it has an @.

    Those of them that are among `parts` may stand in the middle as well. `leads` are the texts that may lead to people
    (instead of a part of an email: its words), and `leading` those that do, because not too many have them;
    `few_invited`: the filter by invitation does.
    """

    company_id: UUID
    filters: Filters
    texts: tuple[str, ...]
    parts: frozenset[str]
    leads: tuple[str, ...]
    leading: tuple[str, ...] = ()
    few_invited: bool = False

    @property
    def is_led(self) -> bool:
        """Something leads to people: a text, or the state of their invitation."""
        return bool(self.leading) or self.few_invited

    @property
    def others(self) -> list[str]:
        """What is to be looked for in those who are led to."""
        return [text for text in self.texts if text not in self.leading]


@dataclass(frozen=True, kw_only=True)
class Walked:
    """`rows` are the page's, `matches` all those found on the way (no more than were needed)."""

    rows: list[UserRow]
    matches: int
    looked_at: int


async def finds_parts(connection: Connection) -> bool:
    """Whether the server offers pg_trgm: migrating has made the index then."""
    offered: bool = await connection.fetch_value("SELECT to_regclass('ix_user_words_parts') IS NOT NULL")
    return offered


async def split_words(connection: Connection, *, text: str) -> list[str]:
    """The different words of a text, cut as those of people are."""
    rows = await connection.fetch_all("SELECT word FROM waymark_words(lower(:text)) AS word", text=text)
    return [row.word for row in rows]


async def count_hits(connection: Connection, wanted: Wanted, *, lead: str, most: int) -> int:
    """How many words or emails have it, at most `most`; somebody may have several such words."""
    hits = await _count(connection, wanted, lead, is_part=False, most=most)
    if hits < most and lead in wanted.parts:
        # To count parts means to look up all of them: not done for what already begins too many words.
        return await _count(connection, wanted, lead, is_part=True, most=most)
    return hits


async def count_invited(connection: Connection, *, company_id: UUID, state: InvitationFilter, most: int) -> int:
    """How many have an invitation of this state, at most `most`."""
    counted: int = await connection.fetch_value(
        f"""
        SELECT count(*) FROM (
            SELECT FROM users p WHERE p.company_id = :company_id AND {_INVITATIONS[state]} LIMIT :most
        ) AS people
        """,  # noqa: S608 - constants
        company_id=company_id,
        most=most,
    )
    return counted


async def count_matches(connection: Connection, wanted: Wanted, *, most: int | None = MOST_COUNTED) -> int:
    """How many people match; one more than `most` stands for any larger number, None counts all."""
    counted: int = await connection.fetch_value(
        f"SELECT count(*) FROM (SELECT FROM {_matching(wanted, key='NULL')} LIMIT CAST(:most AS bigint)) AS people",  # noqa: S608 - constants
        most=None if most is None else most + 1,
        **_values(wanted),
    )
    return counted


async def list_matches(
    connection: Connection, wanted: Wanted, *, sort: Sort, offset: int, limit: int
) -> tuple[int, list[UserRow]]:
    """How many people match, and a page of them, by way of everybody who has what leads."""
    rows = await connection.fetch_all(
        f"""
        WITH found AS MATERIALIZED (SELECT u.key, u.id FROM {_matching(wanted, key=KEYS[sort.field])})
        SELECT total.people, {PERSON}
        FROM (SELECT count(*) AS people FROM found) AS total
        LEFT JOIN (SELECT * FROM found u {order(sort)} OFFSET :offset LIMIT :limit) AS u ON true
        LEFT JOIN users person ON person.company_id = :company_id AND person.id = u.id
        {order(sort)}
        """,  # noqa: S608 - constants
        offset=offset,
        limit=limit,
        **_values(wanted),
    )
    return rows[0].people, [user_row(row) for row in rows if row.id is not None]


async def walk_matches(
    connection: Connection, wanted: Wanted, *, sort: Sort, offset: int, limit: int, most: int | None, counts: bool
) -> Walked:
    """A page of those who match among the first `most` people of the list, or all of it.

    `counts`: everybody is looked at, instead of only as many as it takes to fill the page.
    """
    posts = await existing_posts(connection, company_id=wanted.company_id, filters=wanted.filters, sort=sort)
    rows = await connection.fetch_all(
        f"""
        WITH found AS MATERIALIZED (
            SELECT u.key, u.id, u.place
            FROM (
                SELECT u.key, u.id, row_number() OVER () AS place
                FROM (SELECT u.key, u.id FROM ({merged(sort, posts=posts)}) u {order(sort)} LIMIT :most) AS u
            ) AS u
            CROSS JOIN LATERAL (
                SELECT FROM users p
                WHERE p.company_id = :company_id AND p.id = u.id{_conditions(wanted, wanted.texts)} OFFSET 0
            ) AS matching
            LIMIT :enough
        )
        SELECT total.people, total.place, {PERSON}
        FROM (SELECT count(*) AS people, max(place) AS place FROM found) AS total
        LEFT JOIN (SELECT * FROM found u {order(sort)} OFFSET :offset LIMIT :limit) AS u ON true
        LEFT JOIN users person ON person.company_id = :company_id AND person.id = u.id
        {order(sort)}
        """,  # noqa: S608 - constants
        offset=offset,
        limit=limit,
        most=most,
        enough=None if counts else offset + limit,
        **_values(wanted),
        **post_values(posts),
    )
    page = [user_row(row) for row in rows if row.id is not None]
    return Walked(rows=page, matches=rows[0].people, looked_at=rows[0].place or 1)


async def scan_invited(connection: Connection, wanted: Wanted, *, sort: Sort, offset: int, limit: int) -> list[UserRow]:
    """A page of those whose invitation is as the filter says, along the list, however far it takes."""
    posts = await existing_posts(connection, company_id=wanted.company_id, filters=wanted.filters, sort=sort)
    condition = "true" if wanted.filters.invitation is None else _INVITATIONS[wanted.filters.invitation]
    people = merged(sort, posts=posts, condition=condition.replace("p.", "u."))
    rows = await connection.fetch_all(
        f"""
        SELECT {PERSON}
        FROM (SELECT u.key, u.id FROM ({people}) u {order(sort)} OFFSET :offset LIMIT :limit) AS u
        JOIN users person ON person.company_id = :company_id AND person.id = u.id
        {order(sort)}
        """,  # noqa: S608 - constants
        company_id=wanted.company_id,
        offset=offset,
        limit=limit,
        **post_values(posts),
    )
    return [user_row(row) for row in rows]


async def matching_ids(connection: Connection, wanted: Wanted, *, ids: Sequence[UUID]) -> set[UUID]:
    """Those of `ids` who match."""
    rows = await connection.fetch_all(
        f"""
        SELECT p.id FROM users p
        WHERE p.company_id = :company_id AND p.id = ANY(CAST(:ids AS uuid[])){_conditions(wanted, wanted.texts)}
        """,  # noqa: S608 - constants
        ids=list(ids),
        **_values(wanted),
    )
    return {row.id for row in rows}


async def _count(connection: Connection, wanted: Wanted, lead: str, *, is_part: bool, most: int) -> int:
    # What is materialized is planned as if all of it were read: for parts, any other index is the wrong one.
    plan = "MATERIALIZED" if is_part else "NOT MATERIALIZED"
    counted: int = await connection.fetch_value(
        f"""
        WITH hits AS {plan} ({_hits(0, lead, is_part=is_part)})
        SELECT count(*) FROM (SELECT FROM hits LIMIT :most) AS counted
        """,  # noqa: S608 - constants
        company_id=wanted.company_id,
        most=most,
        **_lead_values(0, lead),
    )
    return counted


def _hits(number: int, lead: str, *, is_part: bool) -> str:
    if is_part:
        return _PARTS.format(number)
    return (_EMAILS if "@" in lead else _WORDS).format(number)


def _matching(wanted: Wanted, *, key: str) -> str:
    """Relation `u` with key and id of whoever matches, each once."""
    leads = [_hits(number, lead, is_part=lead in wanted.parts) for number, lead in enumerate(wanted.leading)]
    if not leads:
        select = f"SELECT {key.replace('u.', 'p.')} AS key, p.id FROM users p"  # noqa: S608 - constants
        return f"({select} WHERE p.company_id = :company_id{_conditions(wanted, wanted.texts)}) AS u"
    hits = leads[0] if len(leads) > 1 else leads[0].replace("SELECT", "SELECT DISTINCT", 1)
    for other in leads[1:]:
        hits = f"{hits} INTERSECT {other}"
    if not _conditions(wanted, wanted.others) and "u." not in key:
        return f"(SELECT {key} AS key, hit.id FROM ({hits}) AS hit (id)) AS u"  # noqa: S608 - constants
    select = f"SELECT {key.replace('u.', 'p.')} AS key, p.id FROM users p"  # noqa: S608 - constants
    return f"""({hits}) AS hit (id) CROSS JOIN LATERAL (
        {select} WHERE p.company_id = :company_id AND p.id = hit.id{_conditions(wanted, wanted.others)} OFFSET 0
    ) AS u"""


def _conditions(wanted: Wanted, texts: Sequence[str]) -> str:
    """Of a person `p`. Only digits may be in a phone, which takes longer to look at."""
    conditions = []
    if not wanted.filters.is_open:
        conditions.append("p.post = ANY(CAST(:posts AS text[]))")
    if wanted.filters.invitation is not None:
        conditions.append(_INVITATIONS[wanted.filters.invitation])
    if any("@" in text for text in texts):
        conditions.append("p.email LIKE ALL(CAST(:emails AS text[]))")
    if any("@" not in text and not text.isdecimal() for text in texts):
        conditions.append("(p.sort_name || ' ' || p.email) COLLATE \"default\" ~ ALL(CAST(:words AS text[]))")
    if any(text.isdecimal() for text in texts):
        searched = 'waymark_search_text(p.full_name, p.email, p.phone) COLLATE "default"'
        conditions.append(f"{searched} ~ ALL(CAST(:numbers AS text[]))")
    return "".join(f" AND {condition}" for condition in conditions)


def _lead_values(number: int, lead: str) -> dict[str, str]:
    return {f"first_{number}": lead, f"last_{number}": lead + _LAST, f"part_{number}": _like(lead)}


def _values(wanted: Wanted) -> dict[str, Any]:
    words = [text for text in wanted.texts if "@" not in text]
    # Words hold letters and digits only.
    patterns = {word: word if word in wanted.parts else f"(^|[^[:alnum:]]){word}" for word in words}
    values: dict[str, Any] = {
        "company_id": wanted.company_id,
        "posts": wanted.filters.posts(),
        "emails": [_like(text)[0 if text in wanted.parts else 1 :] for text in wanted.texts if "@" in text],
        "words": [pattern for word, pattern in patterns.items() if not word.isdecimal()],
        "numbers": [pattern for word, pattern in patterns.items() if word.isdecimal()],
    }
    for number, lead in enumerate(wanted.leading):
        values |= _lead_values(number, lead)
    return values


def _like(text: str) -> str:
    """Whatever has it within."""
    return "%" + re.sub(r"([%_\\])", r"\\\1", text) + "%"
