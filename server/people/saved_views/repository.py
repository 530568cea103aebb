"""SQL of views and chosen columns. Every function takes the company."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from server.people.saved_views.schemas import ListColumnsResponse
from server.people.saved_views.tables import list_columns, saved_views
from server.platform.database.connections import Connection
from server.vocabulary.profiles import Profile

# Views of the company, and the caller's own.
_SEEN: Final = """
    SELECT v.id, v.owner_id, v.name, v.query, v.columns, v.version, creator.id AS creator_id,
           creator.full_name AS creator, CASE WHEN creator.is_active THEN creator.profile END AS creator_profile
      FROM saved_views v LEFT JOIN users creator ON creator.company_id = v.company_id AND creator.id = v.created_by
     WHERE v.company_id = :company_id AND (v.owner_id IS NULL OR v.owner_id = :user_id)
"""


@dataclass(frozen=True, kw_only=True)
class ViewRow:
    """`owner_id` is None for a view of the company; the creator is None once the account is deleted.

    `creator_profile` is the present one; None for an account that is not active.
    """

    id: UUID
    owner_id: UUID | None
    name: str
    query: dict[str, Any]
    columns: list[dict[str, Any]] | None
    version: int
    creator_id: UUID | None
    creator: str | None
    creator_profile: Profile | None


async def lock_views(connection: Connection, *, company_id: UUID, owner_id: UUID | None) -> None:
    """Until this transaction ends no other adds or renames a view of that owner, or of the company."""
    await connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended('waymark views ' || CAST(:scope AS text), 0))",
        scope=str(owner_id or company_id),
    )


async def list_views(connection: Connection, *, company_id: UUID, user_id: UUID) -> list[ViewRow]:
    query = f"{_SEEN} ORDER BY v.owner_id IS NOT NULL, v.folded_name"
    return await connection.fetch_records(ViewRow, query, company_id=company_id, user_id=user_id)


async def find_view(connection: Connection, *, company_id: UUID, user_id: UUID, view_id: UUID) -> ViewRow | None:
    """Find it among those that the user sees."""
    query = f"{_SEEN} AND v.id = :view_id"
    return await connection.fetch_record(ViewRow, query, company_id=company_id, user_id=user_id, view_id=view_id)


async def count_views(connection: Connection, *, company_id: UUID, owner_id: UUID | None) -> int:
    of_owner = saved_views.c.owner_id.is_not_distinct_from(owner_id)
    return await connection.fetch_number(
        select(func.count()).select_from(saved_views).where(saved_views.c.company_id == company_id, of_owner)
    )


async def is_name_taken(
    connection: Connection, *, company_id: UUID, owner_id: UUID | None, folded_name: str, besides: UUID | None
) -> bool:
    return await connection.has_row(
        select(saved_views.c.id)
        .where(saved_views.c.company_id == company_id, saved_views.c.owner_id.is_not_distinct_from(owner_id))
        .where(saved_views.c.folded_name == folded_name, saved_views.c.id.is_distinct_from(besides))
    )


async def add_view(
    connection: Connection, content: dict[str, Any], *, company_id: UUID, owner_id: UUID | None, created_by: UUID
) -> UUID:
    added: UUID = await connection.fetch_value(
        insert(saved_views)
        .values(company_id=company_id, owner_id=owner_id, created_by=created_by, **content)
        .returning(saved_views.c.id)
    )
    return added


async def change_view(connection: Connection, content: dict[str, Any], *, company_id: UUID, view_id: UUID) -> None:
    await connection.execute(
        update(saved_views)
        .where(saved_views.c.company_id == company_id, saved_views.c.id == view_id)
        .values(version=saved_views.c.version + 1, **content)
    )


async def delete_view(connection: Connection, *, company_id: UUID, view_id: UUID) -> bool:
    """False where it is gone already."""
    return await connection.has_row(
        delete(saved_views)
        .where(saved_views.c.company_id == company_id, saved_views.c.id == view_id)
        .returning(saved_views.c.id)
    )


async def known_batches(connection: Connection, *, company_id: UUID, ids: Sequence[UUID]) -> set[UUID]:
    """Return those of `ids` that the company has."""
    rows = await connection.fetch_all(
        "SELECT id FROM batches WHERE company_id = :company_id AND id = ANY(CAST(:ids AS uuid[]))",
        company_id=company_id,
        ids=ids,
    )
    return {row.id for row in rows}


async def read_chosen(connection: Connection, *, company_id: UUID, user_id: UUID) -> ListColumnsResponse:
    chosen = await connection.fetch_record(
        ListColumnsResponse,
        select(list_columns.c.columns, list_columns.c.page_size).where(
            list_columns.c.company_id == company_id, list_columns.c.user_id == user_id
        ),
    )
    return chosen or ListColumnsResponse(columns=[], page_size=None)


async def store_chosen(connection: Connection, chosen: dict[str, Any], *, company_id: UUID, user_id: UUID) -> None:
    """Store `columns`, `page_size` or both; what is not chosen is left as it was."""
    await connection.execute(
        insert(list_columns)
        .values(company_id=company_id, user_id=user_id, **{"columns": [], **chosen})
        .on_conflict_do_update(index_elements=["company_id", "user_id"], set_={"user_id": user_id, **chosen})
    )


async def forget_searches(connection: Connection, *, company_id: UUID, words: Sequence[str]) -> None:
    """Remove the search from views that look for one of these, in lower case."""
    await connection.execute(
        """
        UPDATE saved_views SET query = query - 'search', version = version + 1
         WHERE company_id = :company_id AND lower(query ->> 'search') = ANY(CAST(:words AS text[]))
        """,
        company_id=company_id,
        words=words,
    )
