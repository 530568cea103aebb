"""SQL of views and chosen columns. Every function takes the company."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypedDict, Unpack
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from server.people.batches.tables import batches
from server.people.fields.repository import folded
from server.people.saved_views.schemas import ListColumnsResponse
from server.people.saved_views.tables import list_columns, saved_views
from server.platform.database.connections import Connection, any_id
from server.vocabulary.identity import AccountKey
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


class ViewScope(TypedDict):
    """The views of one user, or those of the company, which have no owner."""

    company_id: UUID
    owner_id: UUID | None


async def lock_views(connection: Connection, **scope: Unpack[ViewScope]) -> None:
    """Until this transaction ends no other adds or renames a view of this scope."""
    await connection.hold_lock(f"waymark views {scope['owner_id'] or scope['company_id']}")


async def list_views(connection: Connection, **owner: Unpack[AccountKey]) -> list[ViewRow]:
    return await connection.fetch_records(ViewRow, f"{_SEEN} ORDER BY v.owner_id IS NOT NULL, v.folded_name", **owner)


async def find_view(connection: Connection, *, view_id: UUID, **owner: Unpack[AccountKey]) -> ViewRow | None:
    """Find it among those that the user sees."""
    return await connection.fetch_record(ViewRow, f"{_SEEN} AND v.id = :view_id", view_id=view_id, **owner)


async def count_views(connection: Connection, **owner: Unpack[ViewScope]) -> int:
    return await connection.fetch_number(select(func.count()).select_from(saved_views).filter_by(**owner))


async def is_name_taken(
    connection: Connection, *, folded_name: str, besides: UUID | None, **owner: Unpack[ViewScope]
) -> bool:
    named = select(saved_views.c.id).filter_by(folded_name=folded_name, **owner)
    return await connection.has_row(named.where(saved_views.c.id.is_distinct_from(besides)))


async def add_view(
    connection: Connection, content: dict[str, Any], *, created_by: UUID, **owner: Unpack[ViewScope]
) -> UUID:
    added = insert(saved_views).values(created_by=created_by, **owner, **content).returning(saved_views.c.id)
    view_id: UUID = await connection.fetch_value(added)
    return view_id


async def change_view(connection: Connection, content: dict[str, Any], *, company_id: UUID, view_id: UUID) -> None:
    view = update(saved_views).filter_by(company_id=company_id, id=view_id)
    await connection.execute(view.values(version=saved_views.c.version + 1, **content))


async def delete_view(connection: Connection, *, company_id: UUID, view_id: UUID) -> None:
    await connection.execute(delete(saved_views).filter_by(company_id=company_id, id=view_id))


async def known_batches(connection: Connection, *, company_id: UUID, ids: Sequence[UUID]) -> set[UUID]:
    known = select(batches.c.id).filter_by(company_id=company_id).where(batches.c.id == any_id(ids))
    return set(await connection.fetch_column(known))


async def read_chosen(connection: Connection, **owner: Unpack[AccountKey]) -> ListColumnsResponse:
    chosen = select(list_columns.c.columns, list_columns.c.page_size).filter_by(**owner)
    return await connection.fetch_record(ListColumnsResponse, chosen) or ListColumnsResponse(columns=[], page_size=None)


async def store_chosen(connection: Connection, chosen: dict[str, Any], **owner: Unpack[AccountKey]) -> None:
    """Store `columns`, `page_size` or both; what is not chosen is left as it was."""
    new = insert(list_columns).values(**owner, **{"columns": [], **chosen})
    await connection.execute(new.on_conflict_do_update(index_elements=list(owner), set_={**owner, **chosen}))


class Told(NamedTuple):
    """What tells who a person is: a word that is theirs in any search, or as the value of one own field, by its key."""

    field: str | None
    word: str


def _terms(query: str) -> str:
    return f"""jsonb_array_elements(CASE WHEN {query} ->> 'where' LIKE '[%' THEN CAST({query} ->> 'where' AS jsonb) END)
               WITH ORDINALITY AS each(term, place)"""


def telling(query: str) -> str:
    """SQL: the places of what a query of the list looks for that is `:words` of a person, in the own `:fields` or any.

    The search has the place 0, each condition on own fields its number.
    """
    return f"""
        SELECT typed.place
          FROM (SELECT 0 AS place, NULL AS field, {query} ->> 'search' AS word
                 UNION ALL
                SELECT each.place, each.term ->> 'field', value #>> '{{}}'
                  FROM {_terms(query)}
                 CROSS JOIN LATERAL jsonb_path_query(each.term - 'field', '$.**') AS value) AS typed
          JOIN unnest(CAST(:fields AS text[]), CAST(:words AS text[])) AS told(field, word)
            ON (told.field IS NULL OR told.field = typed.field)
           AND {folded("typed.word")} = {folded("told.word")}
    """  # noqa: S608 - constants


async def forget_searches(connection: Connection, *, company_id: UUID, told: Sequence[Told]) -> None:
    """Take searches and conditions that look for one of these out of views, in whichever spelling a search finds it."""
    query = f"""
        WITH found AS (
            SELECT v.id, array_agg(telling.place) AS places
              FROM saved_views v CROSS JOIN LATERAL ({telling("v.query")}) AS telling
             WHERE v.company_id = :company_id GROUP BY v.id
        )
        UPDATE saved_views v
           SET version = v.version + 1,
               query = v.query - 'where' - CASE WHEN 0 = ANY(found.places) THEN 'search' ELSE 'where' END || coalesce(
                   (SELECT jsonb_build_object('where', CAST(jsonb_agg(each.term ORDER BY each.place) AS text))
                      FROM {_terms("v.query")}
                     WHERE each.place <> ALL(found.places) HAVING count(*) > 0), '{{}}')
          FROM found WHERE v.company_id = :company_id AND v.id = found.id
    """  # noqa: S608 - constants
    fields, words = [each.field for each in told], [each.word for each in told]
    await connection.execute(query, company_id=company_id, fields=fields, words=words)
