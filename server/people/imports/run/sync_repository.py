"""Find the people of a scope who are missing in the file of an import, and the accounts it is to deactivate."""

from typing import Final

from server.people.bulk.repository import Selection
from server.people.imports.repository import Import
from server.people.list.list_repository import Matching
from server.platform.database.connections import Connection, Row

# Rows whose email cannot be read, or that have none: the people with their phone are in the file.
_NAMES_NO_EMAIL: Final = """
    (r.email = '' OR r.account_id IS NULL AND r.status IN ('invalid', 'deleted')
                     AND (r.errors @> '[{"field": "email"}]' OR r.errors @> '[{"field": "row"}]'))
"""
# Each list of emails and phones is hashed, whatever the statistics say of an import of this minute: a join might be
# planned for a few rows. Plan for values, which gives the hash its memory.
_MISSING: Final = f"""
    AND coalesce(u.email, '') NOT IN (
        SELECT lower(r.email) FROM import_rows r WHERE r.import_id = :import_id AND r.email <> '')
    AND coalesce(u.code, '') NOT IN (
        SELECT r.code FROM import_rows r WHERE r.import_id = :import_id AND r.code <> '' AND {_NAMES_NO_EMAIL})
    AND u.phone NOT IN (
        SELECT r.phone FROM import_rows r WHERE r.import_id = :import_id AND r.phone <> '' AND {_NAMES_NO_EMAIL})
"""  # noqa: S608 - constants


def missing(scope: Matching, found: Import) -> Matching:
    """Match the people of the scope who are missing in the file."""
    return Matching(f"{scope.conditions}{_MISSING}", {**scope.values, "import_id": found.id})


async def count_doubts(connection: Connection, absent: Matching) -> dict[str, int]:
    """`unmatched`: refused rows that name no person; `known_phones`: missing people whose phone is in the file."""
    query = f"""
        SELECT (SELECT count(*) FROM import_rows r
                 WHERE r.import_id = :import_id AND r.status = 'invalid' AND {_NAMES_NO_EMAIL} AND r.account_id IS NULL
                   AND NOT jsonb_path_exists(r.errors, '$[*].message ? (@ starts with "Duplicate ")')) AS unmatched,
               (SELECT count(*) FROM users u WHERE u.company_id = :company_id{absent.conditions} AND u.phone IN (
                    SELECT r.phone FROM import_rows r WHERE r.import_id = :import_id AND r.status <> 'deleted'))
                    AS known_phones
    """  # noqa: S608 - constants
    row: Row = await connection.fetch_one(query, **absent.values)
    return dict(row)


async def keep_missing(connection: Connection, absent: Matching) -> None:
    """Write down who is missing at the start."""
    query = f"""
        INSERT INTO import_missing (import_id, user_id)
        SELECT CAST(:import_id AS uuid), u.id FROM users u WHERE u.company_id = :company_id{absent.conditions}
    """  # noqa: S608 - constants
    await connection.execute(query, **absent.values)


def still_missing(absent: Matching) -> Selection:
    """Select those who were missing at the start and are missing in the same scope now."""
    return Selection(
        f"""
        SELECT u.id FROM import_missing m JOIN users u ON u.company_id = :company_id AND u.id = m.user_id
         WHERE m.import_id = :import_id{absent.conditions}
        """,  # noqa: S608 - constants
        absent.values,
    )


async def has_people(connection: Connection, people: Selection) -> bool:
    return await connection.has_row(f"{people.sql} LIMIT 1", **people.values)
