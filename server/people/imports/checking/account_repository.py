"""The company's accounts that the rows of a file are compared with."""

from collections import Counter
from collections.abc import Sequence
from uuid import UUID

from server.people.account.account_rules import Account
from server.people.account.repository import account_columns, account_of
from server.platform.database.connections import RawConnection


async def known_contacts(
    connection: RawConnection, *, company_id: UUID, emails: Sequence[str], phones: Sequence[str]
) -> tuple[set[str], Counter[str]]:
    """Which of the emails the company's accounts have already, and how many accounts have each phone."""
    # One text is sent in a tenth of the time of an array. What is typed on several lines is no one's email or phone.
    rows = await connection.fetch(
        """
        SELECT email AS contact, NULL::int AS people
        FROM users WHERE company_id = $1 AND email = ANY(string_to_array($2, E'\n'))
        UNION ALL
        SELECT phone, count(*)::int
        FROM users WHERE company_id = $1 AND phone = ANY(string_to_array($3, E'\n')) GROUP BY phone
        """,
        company_id,
        "\n".join(emails),
        "\n".join(phones),
    )
    phone_counts = Counter({row["contact"]: row["people"] for row in rows if row["people"] is not None})
    return {row["contact"] for row in rows if row["people"] is None}, phone_counts


async def phones_without_email(connection: RawConnection, *, company_id: UUID, phones: Sequence[str]) -> set[str]:
    """Those that accounts of the company have which have no email."""
    if not phones:
        return set()
    rows = await connection.fetch(
        "SELECT phone FROM users WHERE company_id = $1 AND email IS NULL AND phone = ANY($2::text[])",
        company_id,
        phones,
    )
    return {row["phone"] for row in rows}


async def accounts_by_email(
    connection: RawConnection, *, company_id: UUID, emails: Sequence[str]
) -> dict[str, Account]:
    rows = await connection.fetch(
        f"SELECT {account_columns('u')} FROM users u WHERE company_id = $1 AND email = ANY($2::text[])",  # noqa: S608 - constants
        company_id,
        emails,
    )
    return {row["email"]: account_of(tuple(row)) for row in rows}
