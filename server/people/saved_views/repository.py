"""SQL of views and chosen columns. Every function takes the company."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.platform.database.connections import Connection, Row
from server.vocabulary.profiles import Profile

_COLUMNS: Final = """
    v.id, v.owner_id, v.name, v.query, v.columns, v.version, creator.id AS creator_id, creator.full_name AS creator,
    CASE WHEN creator.is_active THEN creator.profile END AS creator_profile
"""
_CREATOR: Final = "LEFT JOIN users creator ON creator.company_id = v.company_id AND creator.id = v.created_by"
# Views of the company, and the caller's own.
_SEEN: Final = "(v.owner_id IS NULL OR v.owner_id = :user_id)"


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


@dataclass(frozen=True, kw_only=True)
class ChosenList:
    """What a user has chosen for the list: no columns, and None for the rows of a page, where nothing."""

    columns: list[dict[str, Any]]
    page_size: int | None


async def lock_views(connection: Connection, *, company_id: UUID, owner_id: UUID | None) -> None:
    """Until this transaction ends no other adds or renames a view of that owner, or of the company."""
    await connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended('waymark views ' || CAST(:scope AS text), 0))",
        scope=str(owner_id or company_id),
    )


async def list_views(connection: Connection, *, company_id: UUID, user_id: UUID) -> list[ViewRow]:
    rows = await connection.fetch_all(
        f"""
        SELECT {_COLUMNS} FROM saved_views v {_CREATOR} WHERE v.company_id = :company_id AND {_SEEN}
        ORDER BY v.owner_id IS NOT NULL, v.folded_name
        """,  # noqa: S608 - constants
        company_id=company_id,
        user_id=user_id,
    )
    return [_view(row) for row in rows]


async def find_view(connection: Connection, *, company_id: UUID, user_id: UUID, view_id: UUID) -> ViewRow | None:
    """Find it among those that the user sees."""
    row = await connection.fetch_one(
        f"""
        SELECT {_COLUMNS} FROM saved_views v {_CREATOR}
         WHERE v.company_id = :company_id AND v.id = :view_id AND {_SEEN}
        """,  # noqa: S608 - constants
        company_id=company_id,
        user_id=user_id,
        view_id=view_id,
    )
    return None if row is None else _view(row)


async def count_views(connection: Connection, *, company_id: UUID, owner_id: UUID | None) -> int:
    counted: int = await connection.fetch_value(
        """
        SELECT count(*) FROM saved_views
         WHERE company_id = :company_id AND owner_id IS NOT DISTINCT FROM CAST(:owner_id AS uuid)
        """,
        company_id=company_id,
        owner_id=owner_id,
    )
    return counted


async def is_name_taken(
    connection: Connection, *, company_id: UUID, owner_id: UUID | None, folded_name: str, besides: UUID | None
) -> bool:
    taken: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM saved_views
             WHERE company_id = :company_id AND owner_id IS NOT DISTINCT FROM CAST(:owner_id AS uuid)
               AND folded_name = :folded_name AND id IS DISTINCT FROM CAST(:besides AS uuid))
        """,
        company_id=company_id,
        owner_id=owner_id,
        folded_name=folded_name,
        besides=besides,
    )
    return taken


async def add_view(
    connection: Connection,
    *,
    company_id: UUID,
    owner_id: UUID | None,
    created_by: UUID,
    name: str,
    folded_name: str,
    query: dict[str, str],
    columns: list[dict[str, Any]] | None,
) -> UUID:
    added: UUID = await connection.fetch_value(
        """
        INSERT INTO saved_views (company_id, owner_id, created_by, name, folded_name, query, columns)
        VALUES (:company_id, CAST(:owner_id AS uuid), :created_by, :name, :folded_name, :stored, :columns)
        RETURNING id
        """,
        company_id=company_id,
        owner_id=owner_id,
        created_by=created_by,
        name=name,
        folded_name=folded_name,
        stored=query,
        columns=columns,
    )
    return added


async def change_view(
    connection: Connection,
    *,
    company_id: UUID,
    view_id: UUID,
    name: str,
    folded_name: str,
    query: dict[str, str],
    columns: list[dict[str, Any]] | None,
) -> None:
    await connection.execute(
        """
        UPDATE saved_views SET name = :name, folded_name = :folded_name, query = :stored, columns = :columns,
               version = version + 1
         WHERE company_id = :company_id AND id = :view_id
        """,
        company_id=company_id,
        view_id=view_id,
        name=name,
        folded_name=folded_name,
        stored=query,
        columns=columns,
    )


async def delete_view(connection: Connection, *, company_id: UUID, view_id: UUID) -> bool:
    """False where it is gone already."""
    deleted = await connection.fetch_value(
        "DELETE FROM saved_views WHERE company_id = :company_id AND id = :view_id RETURNING true",
        company_id=company_id,
        view_id=view_id,
    )
    return deleted is not None


async def known_batches(connection: Connection, *, company_id: UUID, ids: Sequence[UUID]) -> set[UUID]:
    """Return those of `ids` that the company has."""
    rows = await connection.fetch_all(
        "SELECT id FROM batches WHERE company_id = :company_id AND id = ANY(CAST(:ids AS uuid[]))",
        company_id=company_id,
        ids=list(ids),
    )
    return {row.id for row in rows}


async def read_chosen(connection: Connection, *, company_id: UUID, user_id: UUID) -> ChosenList:
    row = await connection.fetch_one(
        "SELECT columns, page_size FROM list_columns WHERE company_id = :company_id AND user_id = :user_id",
        company_id=company_id,
        user_id=user_id,
    )
    return ChosenList(columns=[], page_size=None) if row is None else ChosenList(**dict(row))


async def store_chosen(
    connection: Connection,
    *,
    company_id: UUID,
    user_id: UUID,
    columns: list[dict[str, Any]] | None,
    page_size: int | None,
) -> None:
    """Store the choice; None leaves what was chosen before."""
    await connection.execute(
        """
        INSERT INTO list_columns AS stored (company_id, user_id, columns, page_size)
        VALUES (:company_id, :user_id, COALESCE(CAST(:columns AS jsonb), '[]'), :page_size)
        ON CONFLICT (company_id, user_id) DO UPDATE
           SET columns = COALESCE(CAST(:columns AS jsonb), stored.columns),
               page_size = COALESCE(excluded.page_size, stored.page_size)
        """,
        company_id=company_id,
        user_id=user_id,
        columns=columns,
        page_size=page_size,
    )


def _view(row: Row) -> ViewRow:
    profile = None if row.creator_profile is None else Profile(row.creator_profile)
    return ViewRow(**dict(row) | {"creator_profile": profile})


async def forget_searches(connection: Connection, *, company_id: UUID, words: Sequence[str]) -> None:
    """Remove the search from views that look for one of these, in lower case."""
    await connection.execute(
        """
        UPDATE saved_views SET query = query - 'search', version = version + 1
         WHERE company_id = :company_id AND lower(query ->> 'search') = ANY(CAST(:words AS text[]))
        """,
        company_id=company_id,
        words=list(words),
    )
