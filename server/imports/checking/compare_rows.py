"""Compare checked rows with the accounts of the company: who has an account already, and whose phone it is."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from server.database import RawConnection
from server.imports.checking.account_repository import accounts_by_email, known_contacts
from server.imports.checking.compare_accounts import Account, Comparison, Editor, compare
from server.imports.checking.row_rules import CheckedRow
from server.imports.repository import Import
from server.imports.states import RowChange
from server.users.errors import EMAIL_TAKEN


class ComparedRows(NamedTuple):
    """The rows with what the company's accounts add to their errors and warnings, which are those of creating.

    `comparisons` has, by the row's number, the rows whose email is that of an account of the company.
    """

    rows: list[CheckedRow]
    comparisons: dict[int, Comparison]

    def count(self, change: RowChange) -> int:
        return sum(1 for each in self.comparisons.values() if each.change is change)


async def compare_rows(
    connection: RawConnection, rows: Sequence[CheckedRow], *, found: Import, shared: Mapping[str, int]
) -> ComparedRows:
    """Compare rows that the rules have judged. `shared`: by phone, how many other rows of the file have it.

    People of other companies are not compared: that they are registered shows only when accounts are created.
    """
    emails, phones = await known_contacts(
        connection,
        company_id=found.company_id,
        emails=[row.values.email for row in rows],
        phones=[row.values.phone for row in rows],
    )
    if not emails:
        return ComparedRows(_with_shared_phones(rows, phones, shared=shared, accounts={}), {})
    accounts = await accounts_by_email(connection, company_id=found.company_id, emails=list(emails))
    editor = Editor(user_id=found.uploaded_by, profile=found.uploader_profile)
    comparisons, absent = {}, found.layout.absent
    for row in rows:
        account = accounts.get(row.values.email)
        if account is not None:
            comparisons[row.row] = compare(row.values, account, errors=row.errors, editor=editor, absent=absent)
            row.errors.append(("email", EMAIL_TAKEN))
    return ComparedRows(_with_shared_phones(rows, phones, shared=shared, accounts=accounts), comparisons)


def _with_shared_phones(
    rows: Sequence[CheckedRow],
    phones: Mapping[str, int],
    *,
    shared: Mapping[str, int],
    accounts: Mapping[str, Account],
) -> list[CheckedRow]:
    if not phones and not shared:
        return list(rows)
    others = [phones.get(row.values.phone, 0) + shared.get(row.values.phone, 0) for row in rows]
    if accounts:
        others = [people - _has_it_already(row, accounts) for row, people in zip(rows, others, strict=True)]
    # Warnings are shared between rows with the same position.
    return [
        row._replace(warnings=[("phone", _shared_phone(people)), *row.warnings]) if people else row
        for row, people in zip(rows, others, strict=True)
    ]


def _has_it_already(row: CheckedRow, accounts: Mapping[str, Account]) -> bool:
    account = accounts.get(row.values.email)
    return account is not None and account.phone == row.values.phone


def _shared_phone(people: int) -> str:
    return "Also the phone of 1 other" if people == 1 else f"Also the phone of {people:,} others"
