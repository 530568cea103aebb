"""What others have changed of an account since the version that an editor knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.platform.database.connections import Connection

# Entries of the trail have the version that they have made, and masked values; what an import has changed beside
# positions stands with the import alone.
_ENTRIES: Final = """
    SELECT e.subject_version AS version, e.actor_id, e.created_at AS changed_at, e.before, e.after
      FROM audit_entries e
     WHERE e.company_id = :company_id AND e.subject_id = :user_id AND e.subject_version > :since
"""
_UPDATES: Final = """
    SELECT x.version, i.started_by, c.done_at, x.before, x.after
      FROM import_updates x
      JOIN imports i ON i.id = x.import_id AND i.company_id = :company_id
      LEFT JOIN work_chunks c ON c.work_id = x.import_id AND x.row BETWEEN c.first_row AND c.last_row
     WHERE x.user_id = :user_id AND x.version > :since
"""


@dataclass(frozen=True, kw_only=True)
class PastChange:
    """One change; `before` has masked values where the audit trail has."""

    actor_id: UUID | None
    actor_name: str | None
    changed_at: datetime | None
    before: Mapping[str, Any]


async def changes_since(connection: Connection, *, company_id: UUID, user_id: UUID, since: int) -> Sequence[PastChange]:
    """The changes of an account that made later versions than `since`, the oldest first."""
    rows = await connection.fetch_all(
        f"""
        SELECT made.*, actor.full_name AS actor_name
          FROM ({_ENTRIES} UNION ALL {_UPDATES}) AS made
          LEFT JOIN users actor ON actor.company_id = :company_id AND actor.id = made.actor_id
         ORDER BY made.version, made.changed_at
        """,  # noqa: S608 - constants
        company_id=company_id,
        user_id=user_id,
        since=since,
    )
    return [
        PastChange(
            actor_id=None if row.actor_name is None else row.actor_id,
            actor_name=row.actor_name,
            changed_at=row.changed_at,
            before=row.before or {},
        )
        for row in rows
    ]
