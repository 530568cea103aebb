"""What is stored of a company's imports: a person is taken out of rows, edits and files; old imports are deleted."""

from typing import Final
from uuid import UUID

from server.people.imports.checking.duplicate_rows import PROBABLE
from server.platform.database.connections import Connection
from server.vocabulary.emails import Contacts
from server.vocabulary.fields import BUILT_IN, POSITION

# In these nothing reads the rows or the file to act on them.
_ENDED: Final = ("completed", "cancelled", "failed", "undone")
_NAMED: Final = "position(convert_to(CAST(:email AS text), 'UTF8') IN coalesce(converted, content)) > 0"
_THEIRS: Final = """
    import_id = :import_id AND (
        user_id = :user_id OR account_id = :user_id OR lower(email) = CAST(:email AS text)
        OR (phone = CAST(:phone AS text) AND waymark_fold(full_name) = waymark_fold(CAST(:full_name AS text))))
"""


# Rows of others that have a warning of a probable duplicate of the person.
_WARNED: Final = f"""
    import_id = :import_id AND EXISTS (
        SELECT FROM jsonb_array_elements(warnings) AS each WHERE starts_with(each->>'message', '{PROBABLE}')
           AND (position(lower(CAST(:full_name AS text)) IN lower(each->>'message')) > 0
                OR position(CAST(:email AS text) IN lower(each->>'message')) > 0))
"""


async def next_work(connection: Connection, *, company_id: UUID, after: UUID) -> tuple[UUID, bool] | None:
    """The company's next import, locked until the transaction ends, and whether it has ended."""
    query = """
        SELECT id, state FROM imports WHERE company_id = :company_id AND id > :after
         ORDER BY id LIMIT 1 FOR NO KEY UPDATE
    """
    row = await connection.fetch_one(query, company_id=company_id, after=after)
    return None if row is None else (row.id, row.state in _ENDED)


async def holds_person(connection: Connection, *, work_id: UUID, user_id: UUID, contacts: Contacts) -> bool:
    """Whether rows of the person were read, or the text of the file names their email."""
    query = f"""
        SELECT 1 WHERE EXISTS (SELECT FROM import_rows WHERE {_THEIRS})
            OR EXISTS (SELECT FROM import_rows WHERE {_WARNED})
            OR EXISTS (SELECT FROM import_files WHERE import_id = :import_id AND {_NAMED})
    """  # noqa: S608 - a constant
    return await connection.has_row(query, import_id=work_id, user_id=user_id, **contacts.values())


async def erase_person(connection: Connection, *, work_id: UUID, user_id: UUID, contacts: Contacts) -> bool:
    """Blank the person's rows of an ended import and remove its file; False where it holds none of them.

    The rows keep their numbers, results and the account's id.
    """
    blank = ", ".join(f"{each.column} = ''" for each in BUILT_IN.in_files if each.name not in POSITION)
    query = f"""
        UPDATE import_rows
           SET {blank}, fields = NULL, batch = NULL, stage = NULL, birth_date = NULL, errors = NULL,
               warnings = NULL, message = NULL, before = NULL, update_errors = NULL
         WHERE {_THEIRS} RETURNING row
    """  # noqa: S608 - a constant
    numbers = await connection.fetch_column(query, import_id=work_id, user_id=user_id, **contacts.values())
    query = """
        UPDATE import_updates SET before = '{}', after = '{}'
         WHERE import_id = :import_id AND (user_id = :user_id OR row = ANY(CAST(:numbers AS int[])))
    """
    await connection.execute(query, import_id=work_id, user_id=user_id, numbers=numbers)
    query = f"WITH warned AS (UPDATE import_rows SET warnings = NULL WHERE {_WARNED} RETURNING row) SELECT FROM warned"  # noqa: S608 - a constant
    warned = await connection.has_row(query, import_id=work_id, **contacts.values())
    if numbers:
        await _erase_edits(connection, import_id=work_id, numbers=numbers)
        # An example of how dates are typed is one person's date of birth; remarks and questions show cells as well.
        query = "UPDATE imports SET date_example = NULL, remarks = '{}', questions = '[]' WHERE id = :import_id"
        await connection.execute(query, import_id=work_id)
    # Where its rows are the person's, or where its text names their email.
    query = f"DELETE FROM import_files WHERE import_id = :import_id AND (:whole OR {_NAMED}) RETURNING import_id"  # noqa: S608 - a constant
    removed = await connection.has_row(query, import_id=work_id, email=contacts.email, whole=bool(numbers))
    return bool(numbers) or warned or removed


async def _erase_edits(connection: Connection, *, import_id: UUID, numbers: list[int]) -> None:
    query = """
        WITH edits AS (
            UPDATE import_edits SET cells = '{}'
             WHERE import_id = :import_id AND row = ANY(CAST(:numbers AS int[])) AND cells IS NOT NULL
            RETURNING change)
        UPDATE import_changes SET from_value = '', to_value = ''
         WHERE import_id = :import_id AND kind = 'edit' AND from_value IS NOT NULL
           AND number IN (SELECT change FROM edits)
    """
    await connection.execute(query, import_id=import_id, numbers=numbers)


async def delete_old_import(connection: Connection, *, days: int, limit: int) -> None:
    """Delete rows of the oldest import that has not been touched for so many days; the import goes with the last."""
    query = """
        SELECT id FROM imports
         WHERE state IN ('mapping', 'ready', 'completed', 'cancelled', 'failed', 'undone')
           AND touched_at < now() - make_interval(days => :days) AND (invite_at IS NULL OR invite_at < now())
         ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    """
    import_id = await connection.fetch_value(query, days=days)
    if import_id is None:
        return
    query = """
        WITH deleted AS (
            DELETE FROM import_rows WHERE import_id = :import_id AND row IN (
                SELECT row FROM import_rows WHERE import_id = :import_id ORDER BY row LIMIT :limit)
            RETURNING row)
        SELECT count(*) = :limit FROM deleted
    """
    left = await connection.fetch_value(query, import_id=import_id, limit=limit)
    if not left:
        await connection.execute("DELETE FROM imports WHERE id = :import_id", import_id=import_id)
