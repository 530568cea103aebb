"""What undoing an import would do now: its accounts and updates, counted by what is to become of them."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.people.account.repository import lacks_own_password
from server.people.imports.kept import KeptBecause
from server.platform.database.connections import Connection
from server.vocabulary.profiles import Profile

# An account with a proved email or phone has begun to sign in. Every change of an account raises its version.
WHY_KEPT: Final = f"""
    CASE WHEN u.id IS NULL THEN 'deleted'
         WHEN u.last_sign_in_at IS NOT NULL OR u.invitation = 'accepted' OR u.email_verified_at IS NOT NULL
              OR u.phone_verified_at IS NOT NULL OR NOT {lacks_own_password("u")} THEN 'signed_in'
         WHEN u.version > 1 THEN 'changed' END
"""


@dataclass(frozen=True, kw_only=True)
class Judged:
    """How many rows are alike; `kept` is None where the account is unused: then the caller's profile decides."""

    kept: KeptBecause | None
    profile: Profile | None
    rows: int


@dataclass(frozen=True, kw_only=True)
class JudgedUpdates:
    """How many updates are alike; `former` is the profile that the account had where the update has changed it."""

    kept: KeptBecause | None
    is_own: bool
    profile: Profile | None
    moves: bool
    former: Profile | None
    rows: int


async def judge_accounts(connection: Connection, *, company_id: UUID, import_id: UUID) -> list[Judged]:
    rows = await connection.fetch_all(
        f"""
        SELECT {WHY_KEPT} AS kept, u.profile, count(*) AS rows
        FROM import_chunks c
        JOIN import_rows r ON r.import_id = c.import_id AND r.row BETWEEN c.first_row AND c.last_row
        LEFT JOIN users u ON u.company_id = :company_id AND u.id = r.user_id
        WHERE c.import_id = :import_id AND c.done_at IS NOT NULL AND r.status IN ('valid', 'warning')
        GROUP BY 1, 2
        """,  # noqa: S608 - constants
        company_id=company_id,
        import_id=import_id,
    )
    return [
        Judged(kept=None if row.kept is None else KeptBecause(row.kept), profile=_profile(row.profile), rows=row.rows)
        for row in rows
    ]


async def judge_updates(
    connection: Connection, *, company_id: UUID, import_id: UUID, actor_id: UUID
) -> list[JudgedUpdates]:
    """An account has the version of its update as long as it has not been changed since."""
    rows = await connection.fetch_all(
        """
        SELECT CASE WHEN u.id IS NULL THEN 'deleted' WHEN u.version <> x.version THEN 'changed' END AS kept,
               COALESCE(u.id = :actor_id, false) AS is_own, u.profile, x.before ->> 'profile' AS former,
               x.before ? 'profile' OR x.before ? 'role' AS moves, count(*) AS rows
        FROM import_updates x LEFT JOIN users u ON u.company_id = :company_id AND u.id = x.user_id
        WHERE x.import_id = :import_id
        GROUP BY 1, 2, 3, 4, 5
        UNION ALL
        -- Rows that have only put their person into a batch.
        SELECT CASE WHEN u.id IS NULL THEN 'deleted'
                    WHEN NOT EXISTS (SELECT FROM batch_members m
                                     WHERE m.company_id = :company_id AND m.import_id = :import_id
                                       AND m.user_id = u.id) THEN 'changed' END,
               false, u.profile, NULL, false, count(*)
        FROM import_rows r LEFT JOIN users u ON u.company_id = :company_id AND u.id = r.account_id
        WHERE r.import_id = :import_id AND r.status = 'updated' AND r.batch IS NOT NULL
          AND NOT EXISTS (SELECT FROM import_updates x WHERE x.import_id = :import_id AND x.row = r.row)
        GROUP BY 1, 2, 3
        """,
        company_id=company_id,
        import_id=import_id,
        actor_id=actor_id,
    )
    return [
        JudgedUpdates(
            kept=None if row.kept is None else KeptBecause(row.kept),
            is_own=row.is_own,
            profile=_profile(row.profile),
            moves=row.moves,
            former=_profile(row.former),
            rows=row.rows,
        )
        for row in rows
    ]


def _profile(value: str | None) -> Profile | None:
    return None if value is None else Profile(value)
