"""SQL that finds the accounts which may be those of one person."""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from server.people.account.repository import UserRow, user_columns, user_row
from server.people.duplicates.likeness import MOST_COMPARED, Evidence, Known, Person, find_evidence
from server.platform.database.connections import Connection

MOST_CANDIDATES: Final = 50_000
# One that was merged into another one is no duplicate any more.
_IS_OWN: Final = """
    NOT EXISTS (SELECT FROM merges m WHERE m.company_id = $1 AND m.merged_id = {user}.id AND m.ended_at IS NULL)
"""
_AT_ONCE: Final = 2_500


def _person(table: str) -> str:
    return f"{table}.full_name, coalesce(CAST({table}.date_of_birth AS text), ''), {table}.phone"


# One text is sent in a tenth of the time of an array.
_NEAR: Final = f"""
    SELECT wanted.key, u.id, u.label, u.email, {_person("u")}
      FROM unnest(string_to_array($2, E'\\n')) AS wanted(key)
     CROSS JOIN LATERAL (
        SELECT * FROM users WHERE company_id = $1 AND date_of_birth = CAST(left(wanted.key, 10) AS date)
           AND waymark_sound(full_name) = substr(wanted.key, 11) AND {_IS_OWN.format(user="users")}
         LIMIT {MOST_COMPARED}) AS u
    UNION ALL
    SELECT wanted.key, u.id, u.label, u.email, {_person("u")}
      FROM unnest(string_to_array($3, E'\\n')) AS wanted(key)
     CROSS JOIN LATERAL (
        SELECT * FROM users WHERE company_id = $1 AND phone = wanted.key AND {_IS_OWN.format(user="users")}
         LIMIT {MOST_COMPARED}) AS u
"""  # noqa: S608 - constants


async def find_near(
    connection: Connection, *, company_id: UUID, births: Iterable[str], phones: Iterable[str]
) -> dict[str, list[Known]]:
    """Return the accounts of the company by each of these keys that they have, at most MOST_COMPARED of one key.

    Keys are phones, and birth dates with the sound of a name: `2001-05-21rj`. They hold no line break.
    """
    rows = await connection.raw.fetch(_NEAR, company_id, "\n".join(births), "\n".join(phones))
    found: dict[str, list[Known]] = {}
    for key, user_id, label, email, *person in rows:
        found.setdefault(key, []).append(Known(user_id, label, email, Person(*person)))
    return found


class CandidatePair(NamedTuple):
    """Two accounts with a common key."""

    older: UUID
    newer: UUID
    first: Person
    second: Person

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return find_evidence(self.first, self.second)


_PAIRS: Final = f"""
    WITH births AS MATERIALIZED (
        SELECT date_of_birth, waymark_sound(full_name) AS sound FROM users
         WHERE company_id = $1 AND date_of_birth IS NOT NULL
         GROUP BY 1, 2 HAVING count(*) BETWEEN 2 AND {MOST_COMPARED}),
    phones AS MATERIALIZED (
        SELECT phone FROM users WHERE company_id = $1 GROUP BY 1 HAVING count(*) BETWEEN 2 AND {MOST_COMPARED}),
    near AS MATERIALIZED (
        SELECT u.id, CAST(u.date_of_birth AS text) || births.sound AS key FROM births
          JOIN users u ON u.company_id = $1 AND u.date_of_birth = births.date_of_birth
           AND waymark_sound(u.full_name) = births.sound
         UNION ALL
        SELECT u.id, u.phone FROM phones JOIN users u ON u.company_id = $1 AND u.phone = phones.phone),
    pairs AS (
        SELECT DISTINCT older.id AS older, newer.id AS newer
          FROM near AS newer JOIN near AS older ON older.key = newer.key AND older.id < newer.id
         ORDER BY newer DESC, older DESC LIMIT {MOST_CANDIDATES})
    SELECT o.id, n.id, {_person("o")}, {_person("n")}
      FROM pairs
      JOIN users o ON o.company_id = $1 AND o.id = pairs.older
      JOIN users n ON n.company_id = $1 AND n.id = pairs.newer
     WHERE {_IS_OWN.format(user="o")} AND {_IS_OWN.format(user="n")}
     ORDER BY pairs.newer DESC, pairs.older DESC
"""  # noqa: S608 - constants


async def candidate_pairs(connection: Connection, *, company_id: UUID) -> AsyncIterator[list[CandidatePair]]:
    """Return the pairs of the company with a common key that not too many have, the newest first, some at a time.

    It needs a transaction.
    """
    cursor = await connection.raw.cursor(_PAIRS, company_id)
    while rows := await cursor.fetch(_AT_ONCE):
        yield [CandidatePair(row[0], row[1], Person(*row[2:5]), Person(*row[5:])) for row in map(tuple, rows)]


async def find_users(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> list[UserRow]:
    query = f"SELECT {user_columns('users')} FROM users WHERE company_id = :company_id AND id = ANY(:ids)"  # noqa: S608 - a constant
    rows = await connection.fetch_all(query, company_id=company_id, ids=list(user_ids))
    return [user_row(tuple(row.values())) for row in rows]
