"""Commands of `server.cli` for operators who answer for an installation: the audit trail, erasure, ways back in."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import asyncpg

from server.access.policies.change_policy import lift_policy
from server.company.audit.trim_chains import Trimmed, trim_chains
from server.company.companies.repository import find_company_name
from server.company.privacy.erase_person import erase_from_trail
from server.composition import Composition
from server.people.account.account_actions import find_person, reset_last_administrator, unlock
from server.platform.configuration.load_settings import load_settings
from server.platform.configuration.settings import Settings, SettingsError
from server.platform.database.connections import Database
from server.platform.errors import NotFoundError
from server.platform.process.crypto import Keyring
from server.platform.services import Services

Result = TypeVar("Result")

NO_AUDIT_DAYS: Final = "AUDIT_DAYS is not set: the audit trail is kept as long as its companies, nothing was removed."
NO_COMPANY: Final = "There is no company with this slug: its apply link ends in it."
NOT_CONFIRMED: Final = "That is not the name. Nothing was changed."
NOT_OWNER: Final = (
    "The role of the database may not do this: set MIGRATION_DATABASE_URL to that of the role that owns the tables."
)


def trim_audit(_: argparse.Namespace) -> None:
    """Remove what is older than AUDIT_DAYS from the audit trail, as MIGRATION_DATABASE_URL's role."""
    trimmed = asyncio.run(_as_owner(_trim_audit))
    print("\n".join(str(each) for each in trimmed))
    if not all(each.chain.holds for each in trimmed):
        raise SystemExit(2)


def redact_audit(_: argparse.Namespace) -> None:
    """Take erased people out of the audit trail, as MIGRATION_DATABASE_URL's role; run it daily."""
    people, entries = asyncio.run(_as_owner(_redact_audit))
    print(f"{people} people were taken out of {entries} entries.")


def lift_policy_of(given: argparse.Namespace) -> None:
    """Lift what a company's sign-in policy demands: second factors and networks. Its lengths and domains stay."""
    lifted = asyncio.run(_with_services(lambda services: _lift_policy(services, given)))
    print("\n".join(f"Lifted: {name} (was {value})" for name, value in lifted.items()) or "Nothing was demanded.")


def reset_factors_of(given: argparse.Namespace) -> None:
    """Remove the second factors of a company's last Super Admin, who has lost them all."""
    removed = asyncio.run(_with_services(lambda services: _reset_factors(services, given)))
    print(f"{removed} second factors were removed. Sessions have ended; the person is notified by mail.")


def unlock_account(given: argparse.Namespace) -> None:
    """End the waits of an account after failed logins."""
    asyncio.run(_with_services(lambda services: _unlock(services, given)))
    print("The waits have ended.")


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], None]]] = {
    "trim-audit": trim_audit,
    "redact-audit": redact_audit,
    "lift-policy": lift_policy_of,
    "reset-factors": reset_factors_of,
    "unlock": unlock_account,
}
_EMAIL: Final = {"--email": "the account's email", "--yes": "do it without asking for the name"}
ARGUMENTS: Final[dict[str, dict[str, str]]] = {
    "lift-policy": {"--company": "the last part of the company's apply link", "--yes": _EMAIL["--yes"]},
    "reset-factors": _EMAIL,
    "unlock": _EMAIL,
}
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "--company": {"required": True},
    "--email": {"required": True},
    "--yes": {"action": "store_true"},
}


async def _as_owner(work: Callable[[Database, Settings], Awaitable[Result]]) -> Result:
    """Work as the role that owns the tables.

    Raises:
        SettingsError: it does not, and may not do it.

    """
    settings = load_settings()
    database = Database(settings.owner_url, pool_size=2)
    await database.connect()
    try:
        return await work(database, settings)
    except asyncpg.InsufficientPrivilegeError as error:
        raise SettingsError(NOT_OWNER) from error
    finally:
        await database.disconnect()


async def _trim_audit(database: Database, settings: Settings) -> list[Trimmed]:
    if not settings.audit_days:
        raise SettingsError(NO_AUDIT_DAYS)
    return await trim_chains(database, keys=Keyring(settings.secret_keys), days=settings.audit_days)


async def _redact_audit(database: Database, settings: Settings) -> tuple[int, int]:
    return await erase_from_trail(database, keys=Keyring(settings.secret_keys))


async def _with_services(work: Callable[[Services], Awaitable[Result]]) -> Result:
    """Work as the serving role, with all that follows: messages, and events to open pages."""
    composition = Composition(load_settings())
    services = await composition.open()
    try:
        return await work(services)
    finally:
        await composition.close()


async def _confirm(given: argparse.Namespace, *, what: str, name: str) -> None:
    """Ask for the name, unless the command says `--yes`.

    Raises:
        SettingsError: it is another one.

    """
    if given.yes:
        return
    question = f"{what} {name!a}. Type the name to confirm: "
    try:
        typed = await asyncio.to_thread(input, question)  # noqa: TID251 - an operator may leave
    except EOFError:
        typed = ""
    if typed.strip() != name:
        raise SettingsError(NOT_CONFIRMED)


async def _lift_policy(services: Services, given: argparse.Namespace) -> dict[str, Any]:
    async with services.database.reading() as connection:
        found = await find_company_name(connection, slug=given.company)
    if found is None:
        raise NotFoundError(NO_COMPANY)
    company_id, name = found
    await _confirm(given, what="This lifts the sign-in policy of the company", name=name)
    return await lift_policy(services.database, company_id=company_id)


async def _reset_factors(services: Services, given: argparse.Namespace) -> int:
    account = await find_person(services.database, email=given.email)
    await _confirm(given, what="This removes all second factors of", name=account.full_name)
    return await reset_last_administrator(services, company_id=account.company_id, user_id=account.user_id)


async def _unlock(services: Services, given: argparse.Namespace) -> None:
    account = await find_person(services.database, email=given.email)
    await _confirm(given, what="This ends the waits of", name=account.full_name)
    await unlock(services.database, keys=services.keys, account=account, email=account.email or given.email)
