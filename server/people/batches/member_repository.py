"""SQL of who is in which batch. Triggers check the people's company, and count."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.platform.database.connections import Connection
from server.platform.database.query_plans import update_statistics

# From here on lists need statistics of the members: by plans made before, each page would scan all of them.
MANY_MEMBERS: Final = 1_000


async def hold_batches(connection: Connection, batch_ids: Sequence[UUID]) -> None:
    """Until this transaction ends none of them is changed: see `repository.take_batches`."""
    await connection.execute(
        """
        SELECT pg_advisory_xact_lock_shared(hashtextextended('waymark batch ' || each.id, 0))
          FROM (SELECT DISTINCT id FROM unnest(CAST(:batch_ids AS uuid[])) AS named(id) ORDER BY id) AS each
        """,
        batch_ids=batch_ids,
    )


async def hold_open_batch(connection: Connection, *, company_id: UUID, batch_id: UUID) -> bool | None:
    """Return what :func:`is_batch_open` does, and keep it so until this transaction ends."""
    await hold_batches(connection, [batch_id])
    return await is_batch_open(connection, company_id=company_id, batch_id=batch_id)


async def is_batch_open(connection: Connection, *, company_id: UUID, batch_id: UUID) -> bool | None:
    """Whether the batch is open; None where the company has none of this id."""
    is_open: bool | None = await connection.fetch_value(
        "SELECT archived_at IS NULL FROM batches WHERE company_id = :company_id AND id = :batch_id",
        company_id=company_id,
        batch_id=batch_id,
    )
    return is_open


async def add_members(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, batch_id: UUID
) -> list[UUID]:
    """Those who were not in the batch. People that the company does not have (any more) are left out.

    They are locked as a foreign key locks them: an account that is deleted meanwhile is waited for.
    """
    rows = await connection.fetch_all(
        """
        WITH people AS MATERIALIZED (
            SELECT id FROM users WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[]))
             ORDER BY id FOR KEY SHARE
        )
        INSERT INTO batch_members (company_id, batch_id, user_id) SELECT :company_id, :batch_id, id FROM people
        ON CONFLICT DO NOTHING RETURNING user_id
        """,
        company_id=company_id,
        batch_id=batch_id,
        user_ids=user_ids,
    )
    if len(rows) >= MANY_MEMBERS:
        await update_statistics(connection, "batch_members", rows=MANY_MEMBERS)
    return [row["user_id"] for row in rows]


async def remove_members(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, batch_id: UUID
) -> list[UUID]:
    """Those who were in the batch. In the order of the ids, in which they are added."""
    rows = await connection.fetch_all(
        """
        DELETE FROM batch_members WHERE company_id = :company_id AND batch_id = :batch_id
          AND user_id = ANY(CAST(:user_ids AS uuid[]))
        RETURNING user_id
        """,
        company_id=company_id,
        batch_id=batch_id,
        user_ids=sorted(user_ids),
    )
    return [row["user_id"] for row in rows]


async def memberships_of(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID
) -> dict[UUID, dict[UUID, str]]:
    """By person the batches that they are in: id → name. Who is in none is left out."""
    rows = await connection.fetch_all(
        """
        SELECT m.user_id, b.id, b.name
          FROM batch_members m JOIN batches b ON b.company_id = m.company_id AND b.id = m.batch_id
         WHERE m.company_id = :company_id AND m.user_id = ANY(CAST(:user_ids AS uuid[]))
        """,
        company_id=company_id,
        user_ids=user_ids,
    )
    found: dict[UUID, dict[UUID, str]] = {}
    for row in rows:
        found.setdefault(row["user_id"], {})[row["id"]] = row["name"]
    return found


async def merge_figures(connection: Connection, *, beyond: int = 8) -> None:
    """Replace what changes have added to a batch's figures by its sum, where there are more than so many rows.

    Of two at once the second finds no row and adds none.
    """
    await connection.execute(
        """
        WITH many AS (
            SELECT company_id, batch_id FROM batch_figures GROUP BY company_id, batch_id HAVING count(*) > :beyond
        ), taken AS (
            DELETE FROM batch_figures f USING many
             WHERE f.company_id = many.company_id AND f.batch_id = many.batch_id
            RETURNING f.*
        )
        INSERT INTO batch_figures (company_id, batch_id, people, invited, signed_in, inactive)
        SELECT company_id, batch_id, sum(people), sum(invited), sum(signed_in), sum(inactive)
          FROM taken GROUP BY company_id, batch_id
        """,
        beyond=beyond,
    )
