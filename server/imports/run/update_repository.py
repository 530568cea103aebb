"""SQL of a chunk that updates accounts. Each statement serves all rows of the chunk."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from server.database import RawConnection


@dataclass(frozen=True, kw_only=True)
class AccountUpdate:
    """A change of an account by a row: by field as sent, what it had and what it has now. `version` is the new one."""

    row: int
    user_id: UUID
    before: dict[str, str | None]
    after: dict[str, str]
    version: int


async def keep_updates(connection: RawConnection, updates: Sequence[AccountUpdate], *, import_id: UUID) -> None:
    """Keep what was changed, in the transaction that changes it."""
    await connection.copy_records_to_table(
        "import_updates",
        records=[(import_id, each.row, each.user_id, each.before, each.after, each.version) for each in updates],
        columns=("import_id", "row", "user_id", "before", "after", "version"),
    )
