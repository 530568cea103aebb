"""The audit trail in Postgres: entries are added and read, and never changed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from server.platform.database.connections import Connection, Row

_COLUMNS: Final = (
    *("company_id", "action", "actor_id", "address", "work_id"),
    *("subject_id", "subject_label", "subject_version", "before", "after"),
)
_ADD: Final = """
    INSERT INTO audit_entries (company_id, action, actor_id, address, work_id, subject_id, subject_label,
                               subject_version, before, after)
    VALUES (:company_id, :action, :actor_id, :address, :work_id, :subject_id, :subject_label, :subject_version, :before,
            :after)
"""


async def add_entry(connection: Connection, row: Mapping[str, Any]) -> None:
    """One statement for every entry: its time does not tell whether an account was found."""
    await connection.execute(_ADD, **{**dict.fromkeys(_COLUMNS), **row})


async def add_entries(connection: Connection, rows: Iterable[tuple[Any, ...]]) -> None:
    """Add rows of the columns of many."""
    await connection.raw.copy_records_to_table("audit_entries", records=rows, columns=_COLUMNS)


async def was_deleted(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    query = """
        SELECT FROM audit_entries
         WHERE company_id = :company_id AND subject_id = :user_id AND action IN ('user_deleted', 'user_erased')
    """
    return await connection.has_row(query, company_id=company_id, user_id=user_id)


# The largest character: all texts with a prefix sort between the prefix and the prefix followed by it.
LAST: Final = "\U0010ffff"
_LABEL: Final = 'lower(subject_label) COLLATE "C"'
# By filter; `search` is a prefix of the subject's label, in any case, or what found the subjects `people`.
_CONDITIONS: Final = {
    "action": "action = :action",
    # What was done to an account that was merged into it belongs to its history.
    "subject": "subject_id = ANY(ARRAY(SELECT CAST(:subject AS uuid) UNION ALL SELECT merged_id FROM merges"
    " WHERE company_id = :company_id AND survivor_id = :subject))",
    "search": f"({_LABEL} >= lower(:search) AND {_LABEL} < lower(:search) || :last"
    " OR subject_id = ANY(CAST(:people AS uuid[])))",
    # Ids begin with the time.
    "created_from": "id >= :created_from",
    "created_before": "id < :created_before",
    "before": "id < :before",
    "is_listed": "work_id IS NULL",
}


async def list_entries(
    connection: Connection,
    *,
    company_id: UUID,
    limit: int,
    offset: int = 0,
    people: Sequence[UUID] = (),
    shows_people: bool = False,
    **matching: object,
) -> Sequence[Row]:
    """The newest first; `actor_name` is None without an actor, and for a deleted account.

    `shows_people`: an entry about an account has the name and the email that the account has now.
    """
    # An index-only scan finds the page; only its rows are read whole, and only their actors are joined.
    query = f"""
        SELECT e.id, e.action, e.actor_id, actor.full_name AS actor_name, e.subject_id, e.subject_label, e.address,
               e.before, e.after, e.created_at, subject.full_name AS subject_name, subject.email AS subject_email
          FROM ({_matching(matching)} ORDER BY id DESC OFFSET :offset LIMIT :limit) AS page
          JOIN audit_entries e ON e.id = page.id
          LEFT JOIN users actor ON actor.company_id = e.company_id AND actor.id = e.actor_id
          LEFT JOIN users subject
            ON CAST(:shows_people AS boolean) AND subject.company_id = e.company_id AND subject.id = e.subject_id
         ORDER BY e.id DESC
    """  # noqa: S608 - constants
    return await connection.fetch_all(
        query,
        company_id=company_id,
        offset=offset,
        limit=limit,
        people=people,
        shows_people=shows_people,
        last=LAST,
        **matching,
    )


async def find_origin(connection: Connection, *, company_id: UUID, user_id: UUID) -> Row | None:
    """Look into the chunk of rows whose transaction has created the account: rows have no index of their accounts."""
    query = """
        SELECT i.id AS import_id, i.file_name, r.row, starter.full_name AS created_by, u.created_at
          FROM users u
          JOIN imports i
            ON i.company_id = u.company_id AND u.created_at BETWEEN i.started_at AND coalesce(i.finished_at, now())
          JOIN work_chunks c ON c.work_id = i.id AND c.done_at = u.created_at
          JOIN import_rows r
            ON r.import_id = i.id AND r.row BETWEEN c.first_row AND c.last_row AND r.user_id = u.id
          LEFT JOIN users starter ON starter.company_id = u.company_id AND starter.id = i.started_by
         WHERE u.company_id = :company_id AND u.id = :user_id
    """
    return await connection.fetch_one(query, company_id=company_id, user_id=user_id)


async def count_entries(
    connection: Connection, *, company_id: UUID, most: int, people: Sequence[UUID] = (), **matching: object
) -> int:
    """The number of matching entries, counted up to `most`."""
    query = f"SELECT count(*) FROM ({_matching(matching)} LIMIT :most) AS matching"  # noqa: S608 - constants
    return await connection.fetch_number(query, company_id=company_id, most=most, people=people, last=LAST, **matching)


def _matching(matching: Mapping[str, Any]) -> str:
    """The conditions of the given filters only: an optional condition would keep Postgres from using its index."""
    given = [_CONDITIONS[name] for name, value in matching.items() if value is not None]
    conditions = " AND ".join(["company_id = :company_id", *given])
    return f"SELECT id FROM audit_entries WHERE {conditions}"  # noqa: S608 - constants
