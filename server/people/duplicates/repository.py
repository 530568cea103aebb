"""SQL that finds the accounts which may be those of one person, and keeps the list of them."""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import select, update

from server.people.account.people_repository import UserRow, user_columns, user_row
from server.people.duplicates.likeness import MOST_COMPARED, Known, Person
from server.people.duplicates.tables import duplicate_lists
from server.platform.database.connections import Connection

# One that was merged into another one is no duplicate any more.
_IS_OWN: Final = """
    NOT EXISTS (SELECT FROM merges m
                 WHERE m.company_id = {user}.company_id AND m.merged_id = {user}.id AND m.ended_at IS NULL)
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


_GROUP: Final = f"""
    SELECT array_agg(CAST(id AS text) ORDER BY id DESC) AS ids, array_agg(full_name ORDER BY id DESC) AS names
      FROM users WHERE company_id = $1 AND {_IS_OWN.format(user="users")}
"""  # noqa: S608 - constants
_SIZE: Final = f"HAVING count(*) BETWEEN 2 AND {MOST_COMPARED - 1}"
_GROUPS: Final = f"""
    SELECT ids, names FROM (
        {_GROUP} AND date_of_birth IS NOT NULL GROUP BY date_of_birth, waymark_sound(full_name) {_SIZE}
        UNION ALL {_GROUP} AND phone <> '' GROUP BY phone {_SIZE}) AS grouped
     ORDER BY ids[1] DESC
"""  # noqa: S608 - constants


async def groups(connection: Connection, *, company_id: UUID) -> AsyncIterator[Sequence[tuple[str, str]]]:
    """The ids and names of those who share a key, the newest first; in the order of the newest of each group."""
    async for ids, names in connection.raw.cursor(_GROUPS, company_id):
        yield list(zip(ids, names, strict=True))


async def find_users(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> list[UserRow]:
    """The accounts that are there, except those that were merged."""
    query = f"""
        SELECT {user_columns("users")} FROM users
         WHERE company_id = :company_id AND id = ANY(:ids) AND {_IS_OWN.format(user="users")}
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, company_id=company_id, ids=list(user_ids))
    return [user_row(tuple(row.values())) for row in rows]


async def state_of_people(connection: Connection, *, company_id: UUID) -> str:
    """It is another one after each change of an account."""
    query = "SELECT sum(hashtextextended(CAST(id AS text), version)) FROM users WHERE company_id = :company_id"
    return str(await connection.fetch_value(query, company_id=company_id))


@dataclass(frozen=True, kw_only=True)
class KeptList:
    """`pairs` are the newer and the older account, `people` the state of all that they were found among."""

    pairs: Sequence[tuple[UUID, UUID]] = ()
    is_whole: bool = False
    people: str = ""
    as_of: datetime | None = None


async def find_list(connection: Connection, *, company_id: UUID) -> KeptList:
    """Return an empty one where people were never compared."""
    kept = select(duplicate_lists).filter_by(company_id=company_id).where(duplicate_lists.c.as_of.is_not(None))
    return await connection.fetch_record(KeptList, kept) or KeptList()


async def begin_list(connection: Connection, *, company_id: UUID) -> bool:
    """Whether a list may be made now: workers make one at a time, and one whose worker died is given up."""
    query = """
        INSERT INTO duplicate_lists (company_id, begun_at) SELECT id, now() FROM companies
         WHERE id = :company_id AND NOT EXISTS (
            SELECT FROM duplicate_lists WHERE begun_at > now() - interval '1 minute')
        ON CONFLICT (company_id) DO UPDATE SET begun_at = now() RETURNING true
    """
    return await connection.has_row(query, company_id=company_id)


async def keep_list(connection: Connection, *, company_id: UUID, **found: Any) -> None:  # noqa: ANN401 - by column
    made = update(duplicate_lists).filter_by(company_id=company_id).values(**found)
    await connection.execute(made.values(as_of=duplicate_lists.c.begun_at, begun_at=None))
