"""SQL that finds the accounts which may be those of one person."""

from collections.abc import Iterable, Sequence
from typing import Final
from uuid import UUID

from server.people.account.repository import UserRow, user_columns, user_row
from server.people.duplicates.likeness import MOST_COMPARED, Known, Person
from server.platform.database.connections import Connection

# One that was merged into another one is no duplicate any more.
_IS_OWN: Final = """
    NOT EXISTS (SELECT FROM merges m WHERE m.company_id = $1 AND m.merged_id = {user}.id AND m.ended_at IS NULL)
"""


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


_NEWEST: Final = f"""
    SELECT u.id, u.label, u.email, {_person("u")} FROM users u
     WHERE company_id = $1 AND ($2::uuid IS NULL OR id < $2) AND {_IS_OWN.format(user="u")}
     ORDER BY id DESC LIMIT $3
"""  # noqa: S608 - constants


async def newest_accounts(connection: Connection, *, company_id: UUID, before: UUID | None, limit: int) -> list[Known]:
    """Return the newest accounts of the company, of those that are older than `before`, the newest first."""
    rows = await connection.raw.fetch(_NEWEST, company_id, before, limit)
    return [Known(user_id, label, email, Person(*person)) for user_id, label, email, *person in rows]


async def find_users(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> list[UserRow]:
    query = f"SELECT {user_columns('users')} FROM users WHERE company_id = :company_id AND id = ANY(:ids)"  # noqa: S608 - a constant
    rows = await connection.fetch_all(query, company_id=company_id, ids=list(user_ids))
    return [user_row(tuple(row.values())) for row in rows]
