"""People who are there already: companies, accounts and sessions, written straight into the database."""

import itertools
from json import dumps
from typing import Any, Final

from playwright._impl._api_structures import LocalStorageEntry
from playwright.sync_api import StorageState

from server.access.sessions.start_session import IssuedTokens, open_session
from server.people.applications.repository import add_application
from server.platform.process.crypto import Keyring
from server.vocabulary.identity import Bearer
from server.vocabulary.profiles import Profile, Role
from tests.browser.system import System, run
from tests.fixtures.accounts import Account
from tests.fixtures.accounts import add_account as add_account_row
from tests.fixtures.people import Company

_numbers: Final = itertools.count(1)


def add_company(system: System, *, name: str = "Harbour Institute", is_verified: bool = False) -> Company:
    return run(_add_company(system, name=name, is_verified=is_verified))


def add_account(
    system: System,
    company: Company,
    profile: Profile | None = Profile.SUPER_ADMIN,
    **columns: Any,
) -> Account:
    number = next(_numbers)
    # Not of the imported (97), the new (96, 98) or a test's own.
    columns = {"email": f"member.{number}@example.com", "phone": f"+9193{number:08d}", **columns}
    account = run(add_account_row(system.database, company, profile=profile, **columns))
    if profile is None:
        run(_add_application(system, account))
    return account


async def _add_application(system: System, account: Account) -> None:
    async with system.database.unit_of_work() as unit:
        await add_application(unit.connection, company_id=account.company.id, user_id=account.id)


def signed_in_state(system: System, account: Account) -> StorageState:
    """What a browser holds after this person has signed in."""
    tokens = run(_open_session(system, account))
    user = {"userId": str(account.id), "email": account.email, "fullName": account.full_name}
    now = str(int(tokens.access.session.now.timestamp() * 1000))
    stored = {
        "authToken": tokens.access.access_token,
        "refreshToken": tokens.refresh_token,
        "user": dumps(user),
        "lastActivity": now,
        "loginTimestamp": now,
        "region": dumps({"region": "IN", "timeZone": "Asia/Kolkata", "dateOrder": "day"}),
    }
    items: list[LocalStorageEntry] = [{"name": name, "value": value} for name, value in stored.items()]
    return {"cookies": [], "origins": [{"origin": system.url, "localStorage": items}]}


async def _add_company(system: System, *, name: str, is_verified: bool) -> Company:
    async with system.database.unit_of_work() as unit:
        company_id = await unit.connection.fetch_value(
            """
            INSERT INTO companies (name, slug, industry, trusted_at, trusted_name)
            VALUES (:name, :slug, 'Education', now(), :trusted_name) RETURNING id
            """,
            name=name,
            slug=f"company-{next(_numbers)}",
            trusted_name=name if is_verified else None,
        )
    return Company(id=company_id, name=name)


async def _open_session(system: System, account: Account) -> IssuedTokens:
    async with system.database.unit_of_work() as unit:
        role = await unit.connection.fetch_value("SELECT role FROM users WHERE id = :user_id", user_id=account.id)
        bearer = Bearer(
            user_id=account.id,
            email=account.email,
            full_name=account.full_name,
            role=Role(role),
            profile=account.profile,
            company_id=account.company.id,
            company_name=account.company.name,
        )
        return await open_session(
            unit.connection,
            bearer,
            device="Chromium",
            address="127.0.0.1",
            settings=system.settings,
            keys=Keyring(system.settings.secret_keys),
        )
