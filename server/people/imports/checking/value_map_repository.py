"""The values that companies have mapped for their later files, and the names of those who have."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from server.people.imports.checking.mending import KeptValue
from server.people.imports.checking.mending_repository import ValueMapping
from server.people.imports.files.layout import Choice
from server.platform.database.connections import Connection
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import Profile, covered_by, covering

# The most that one user has; the oldest make room for others.
MOST_MAPS: Final = 1_000


async def read_maps(
    connection: Connection, *, company_id: UUID, uploader: Profile | None
) -> dict[str, dict[str, KeptValue]]:
    """Return what values are read as, by field: the choices of active users who may create all that `uploader` may."""
    rows = await connection.fetch_all(
        """
        SELECT m.field, m.from_value, m.to_value, m.chosen_by, m.chosen_at
          FROM import_value_maps m JOIN users u ON u.company_id = m.company_id AND u.id = m.chosen_by
         WHERE m.company_id = :company_id AND u.is_active AND u.profile = ANY(CAST(:trusted AS text[]))
        """,
        company_id=company_id,
        trusted=covering(uploader),
    )
    maps: dict[str, dict[str, KeptValue]] = {}
    for row in rows:
        maps.setdefault(row.field, {})[row.from_value] = KeptValue(row.to_value, Choice(row.chosen_by, row.chosen_at))
    return maps


async def names_of(connection: Connection, *, company_id: UUID, user_ids: Collection[UUID]) -> dict[UUID, str]:
    """Return the full names of these users of the company."""
    rows = await connection.fetch_all(
        "SELECT id, full_name FROM users WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[]))",
        company_id=company_id,
        user_ids=list(user_ids),
    )
    return {row.id: row.full_name for row in rows}


async def keep_map(
    connection: Connection, *, identity: Identity, field: str, before: str, after: str
) -> tuple[bool, str | None]:
    """Keep a mapping for the company's later files, unless an active colleague who may create more has made another.

    Returns whether it is kept, and what the caller had chosen for this value before.
    """
    row = await connection.fetch_one(
        """
        WITH earlier AS (
            SELECT to_value FROM import_value_maps
            WHERE company_id = :company_id AND field = :field AND from_value = :before AND chosen_by = :chosen_by
        ), kept AS (
            INSERT INTO import_value_maps (company_id, field, from_value, to_value, chosen_by)
            VALUES (:company_id, :field, :before, :after, :chosen_by)
            ON CONFLICT (company_id, field, from_value)
                DO UPDATE SET to_value = excluded.to_value, chosen_by = excluded.chosen_by, chosen_at = now()
                WHERE NOT EXISTS (SELECT FROM users u
                                   WHERE u.company_id = :company_id AND u.id = import_value_maps.chosen_by
                                     AND u.is_active AND u.profile <> ALL(CAST(:covered AS text[])))
            RETURNING field
        ), dropped AS (
            DELETE FROM import_value_maps m
            WHERE m.company_id = :company_id AND (m.field, m.from_value) IN (
                SELECT old.field, old.from_value FROM import_value_maps old
                WHERE old.company_id = :company_id AND old.chosen_by = :chosen_by
                ORDER BY old.chosen_at DESC OFFSET :most)
        )
        SELECT EXISTS (SELECT FROM kept) AS kept, (SELECT to_value FROM earlier) AS earlier
        """,
        company_id=identity.company_id,
        field=field,
        before=before,
        after=after,
        chosen_by=identity.user_id,
        covered=covered_by(identity.profile),
        most=MOST_MAPS,
    )
    assert row is not None  # noqa: S101 - it reads no table
    return row.kept, row.earlier


async def restore_map(
    connection: Connection, mapping: ValueMapping, *, company_id: UUID, chosen_by: UUID | None
) -> None:
    """Bring back what the user had chosen before this mapping, unless another one was chosen since."""
    await connection.execute(
        """
        WITH dropped AS (
            DELETE FROM import_value_maps
            WHERE company_id = :company_id AND field = :field AND from_value = :before AND to_value = :after
              AND chosen_by = :chosen_by AND CAST(:earlier AS text) IS NULL
        )
        UPDATE import_value_maps SET to_value = CAST(:earlier AS text)
        WHERE company_id = :company_id AND field = :field AND from_value = :before AND to_value = :after
          AND chosen_by = :chosen_by AND CAST(:earlier AS text) IS NOT NULL
        """,
        company_id=company_id,
        field=mapping.field,
        before=mapping.before,
        after=mapping.after,
        earlier=mapping.earlier,
        chosen_by=chosen_by,
    )
