"""What the rows of a file are compared with: the company's accounts, and the batches that its cells name."""

from collections import Counter
from collections.abc import Sequence
from uuid import UUID

from server.people.account.account_rules import Account
from server.people.account.repository import account_columns, account_of
from server.people.imports.states import ImportMode
from server.platform.database.connections import Connection


async def known_contacts(
    connection: Connection, *, company_id: UUID, emails: Sequence[str], phones: Sequence[str]
) -> tuple[set[str], Counter[str], set[str]]:
    """Find what the company's accounts have already of these emails and phones.

    Returns the emails, how many accounts have each phone, and the phones of accounts without an email.
    """
    # One text is sent in a tenth of the time of an array. What is typed on several lines is no one's email or phone.
    rows = await connection.fetch_all(
        """
        SELECT email AS contact, NULL::int AS people, false AS is_alone
        FROM users WHERE company_id = :company_id AND email = ANY(string_to_array(:emails, E'\n'))
        UNION ALL
        SELECT phone, count(*)::int, bool_or(email IS NULL)
        FROM users WHERE company_id = :company_id AND phone = ANY(string_to_array(:phones, E'\n')) GROUP BY phone
        """,
        company_id=company_id,
        emails="\n".join(emails),
        phones="\n".join(phones),
    )
    phone_counts = Counter({row.contact: row.people for row in rows if row.people is not None})
    alone = {row.contact for row in rows if row.is_alone}
    return {row.contact for row in rows if row.people is None}, phone_counts, alone


async def accounts_by_email(connection: Connection, *, company_id: UUID, emails: Sequence[str]) -> dict[str, Account]:
    rows = await connection.fetch_all(
        f"""
        SELECT {account_columns("u")} FROM users u
         WHERE company_id = :company_id AND email = ANY(CAST(:emails AS text[]))
        """,  # noqa: S608 - constants
        company_id=company_id,
        emails=emails,
    )
    return {row["email"]: account_of(tuple(row.values())) for row in rows}


# By the mode of a start, the rows that it processes.
_PROCESSED = {
    ImportMode.CREATE: "status IN ('valid', 'warning')",
    ImportMode.UPDATE: "status = 'invalid' AND change IS NOT NULL",
    ImportMode.UPSERT: "(status IN ('valid', 'warning') OR status = 'invalid' AND change IS NOT NULL)",
}


async def batch_cells(connection: Connection, *, import_id: UUID, mode: ImportMode | None = None) -> list[str]:
    """The different cells of a checked import in the order of the file; with a mode those of the rows it processes."""
    rows = await connection.fetch_all(
        f"""
        SELECT batch FROM import_rows
        WHERE import_id = :import_id AND batch IS NOT NULL
           AND {"status <> 'deleted'" if mode is None else _PROCESSED[mode]}
        GROUP BY batch ORDER BY min(row)
        """,  # noqa: S608 - constants
        import_id=import_id,
    )
    return [row["batch"] for row in rows]
