"""SQL of people and batches as a directory sees them, and of what it calls them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.people.account.people_repository import UserRow, is_person, user_columns, user_row
from server.people.scim.filter_repository import FilteredBy
from server.platform.database.connections import Connection
from server.vocabulary.profiles import Profile

_PEOPLE: Final = f"""
    FROM users u LEFT JOIN directory_people d ON d.company_id = :company_id AND d.user_id = u.id
   WHERE u.company_id = :company_id AND {is_person("u")} AND d.removed_at IS NULL
"""
_GROUPS: Final = """
    FROM batches b LEFT JOIN directory_groups g ON g.company_id = :company_id AND g.batch_id = b.id
   WHERE b.company_id = :company_id AND b.archived_at IS NULL
"""


@dataclass(frozen=True, kw_only=True)
class KnownPerson:
    row: UserRow
    external_id: str | None


@dataclass(frozen=True, kw_only=True)
class NamedPerson:
    id: UUID
    label: str
    profile: Profile | None


@dataclass(frozen=True, kw_only=True)
class KnownGroup:
    """`people` and `last` say what has changed of its members, which is no new version of the batch."""

    id: UUID
    name: str
    created_at: datetime
    version: int
    external_id: str | None
    people: int
    last: datetime | None


async def list_people(
    connection: Connection, selection: FilteredBy, *, company_id: UUID, sees_removed: bool = False
) -> list[KnownPerson]:
    """Return people in the directory's view; `sees_removed`: also those who were removed from it."""
    people = _PEOPLE.replace("d.removed_at IS NULL", "true") if sees_removed else _PEOPLE
    query = f"""
        SELECT d.external_id, {user_columns("u")} {people} AND {selection.condition}
         ORDER BY {selection.order} OFFSET :offset LIMIT :limit
    """
    page = {"company_id": company_id, "offset": selection.offset, "limit": selection.limit}
    rows = [tuple(row.values()) for row in await connection.fetch_all(query, **page, **selection.values)]
    return [KnownPerson(external_id=external_id, row=user_row(row)) for external_id, *row in rows]


async def count_people(connection: Connection, selection: FilteredBy, *, company_id: UUID) -> int:
    query = f"SELECT count(*) {_PEOPLE} AND {selection.condition}"
    return await connection.fetch_number(query, company_id=company_id, **selection.values)


async def find_removed(connection: Connection, *, company_id: UUID, names: Sequence[str]) -> UUID | None:
    """Find who is out of the directory's view, by an email, code or phone that names the account."""
    query = """
        SELECT u.id FROM users u JOIN directory_people d ON d.company_id = :company_id AND d.user_id = u.id
         WHERE u.company_id = :company_id AND u.label = ANY(CAST(:names AS text[])) AND d.removed_at IS NOT NULL
         ORDER BY u.id LIMIT 1
    """
    return await connection.find_value(UUID, query, company_id=company_id, names=list(names))


async def keep_person(
    connection: Connection, *, company_id: UUID, user_id: UUID, external_id: str | None, is_removed: bool = False
) -> None:
    """Keep what the directory calls a person, and whether it has removed them."""
    query = """
        INSERT INTO directory_people AS d (company_id, user_id, external_id, removed_at)
        VALUES (:company_id, :user_id, :external_id, CASE WHEN CAST(:is_removed AS boolean) THEN now() END)
        ON CONFLICT (company_id, user_id)
            DO UPDATE SET external_id = excluded.external_id, removed_at = excluded.removed_at
    """
    owner = {"company_id": company_id, "user_id": user_id}
    await connection.execute(query, **owner, external_id=external_id, is_removed=is_removed)


async def move_person(connection: Connection, user_id: UUID, *, company_id: UUID, to: UUID) -> None:
    """Give what the directory calls a person to the account that they are merged into, where that has no such name."""
    query = """
        UPDATE directory_people SET user_id = :to
         WHERE company_id = :company_id AND user_id = :user_id
           AND NOT EXISTS (SELECT FROM directory_people WHERE company_id = :company_id AND user_id = :to)
    """
    await connection.execute(query, company_id=company_id, user_id=user_id, to=to)


async def list_groups(connection: Connection, selection: FilteredBy, *, company_id: UUID) -> list[KnownGroup]:
    query = f"""
        SELECT page.*, members.people, members.last
          FROM (SELECT b.id, b.name, b.created_at, b.version, g.external_id,
                       row_number() OVER (ORDER BY {selection.order}) AS place
                {_GROUPS} AND {selection.condition} ORDER BY place OFFSET :offset LIMIT :limit) AS page
          LEFT JOIN LATERAL (
                SELECT count(*) AS people, max(coalesce(m.joined_at, m.added_at)) AS last FROM batch_members m
                 WHERE m.company_id = :company_id AND m.batch_id = page.id) AS members ON true
         ORDER BY page.place
    """  # noqa: S608 - constants, and conditions with bound values
    page: dict[str, Any] = {"company_id": company_id, "offset": selection.offset, "limit": selection.limit}
    return await connection.fetch_records(KnownGroup, query, **page, **selection.values)


async def count_groups(connection: Connection, selection: FilteredBy, *, company_id: UUID) -> int:
    query = f"SELECT count(*) {_GROUPS} AND {selection.condition}"
    return await connection.fetch_number(query, company_id=company_id, **selection.values)


async def list_members(
    connection: Connection, batch_ids: Sequence[UUID], *, company_id: UUID, limit: int | None
) -> list[tuple[UUID, UUID]]:
    """Return (batch, person) for people in the directory's view, at most `limit`."""
    query = f"""
        SELECT m.batch_id, m.user_id FROM batch_members m
          JOIN users u ON u.company_id = :company_id AND u.id = m.user_id
          LEFT JOIN directory_people d ON d.company_id = :company_id AND d.user_id = m.user_id
         WHERE m.company_id = :company_id AND m.batch_id = ANY(CAST(:batch_ids AS uuid[])) AND d.removed_at IS NULL
           AND {is_person("u")}
         ORDER BY m.batch_id, m.user_id LIMIT CAST(:limit AS integer)
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, company_id=company_id, batch_ids=list(batch_ids), limit=limit)
    return [(row.batch_id, row.user_id) for row in rows]


async def find_groups_of(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID
) -> dict[UUID, dict[UUID, str]]:
    """Return the open batches of each person as id → name, by name."""
    query = """
        SELECT m.user_id, b.id, b.name FROM batch_members m
          JOIN batches b ON b.company_id = :company_id AND b.id = m.batch_id AND b.archived_at IS NULL
         WHERE m.company_id = :company_id AND m.user_id = ANY(CAST(:user_ids AS uuid[])) ORDER BY b.folded_name
    """
    found: dict[UUID, dict[UUID, str]] = {}
    for row in await connection.fetch_all(query, company_id=company_id, user_ids=list(user_ids)):
        found.setdefault(row.user_id, {})[row.id] = row.name
    return found


async def find_people(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> list[NamedPerson]:
    """Return those of these people who are in the directory's view."""
    query = f"SELECT u.id, u.label, u.profile {_PEOPLE} AND u.id = ANY(CAST(:user_ids AS uuid[]))"
    return await connection.fetch_records(NamedPerson, query, company_id=company_id, user_ids=list(user_ids))


async def find_archived(connection: Connection, *, company_id: UUID, folded_name: str) -> UUID | None:
    query = """
        SELECT id FROM batches
         WHERE company_id = :company_id AND folded_name = :folded_name AND archived_at IS NOT NULL
    """
    return await connection.find_value(UUID, query, company_id=company_id, folded_name=folded_name)


async def keep_group(connection: Connection, *, company_id: UUID, batch_id: UUID, external_id: str | None) -> None:
    if external_id is None:
        query = "DELETE FROM directory_groups WHERE company_id = :company_id AND batch_id = :batch_id"
        await connection.execute(query, company_id=company_id, batch_id=batch_id)
        return
    query = """
        INSERT INTO directory_groups (company_id, batch_id, external_id) VALUES (:company_id, :batch_id, :external_id)
        ON CONFLICT (company_id, batch_id) DO UPDATE SET external_id = excluded.external_id
    """
    await connection.execute(query, company_id=company_id, batch_id=batch_id, external_id=external_id)
