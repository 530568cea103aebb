"""Commands of `server.cli` for operators who answer for an installation: the audit trail, erasure, ways back in."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import asyncpg

from server.audit.trim_chains import Trimmed, trim_chains
from server.configuration.load_settings import load_settings
from server.crypto import Keyring
from server.database import Database
from server.privacy.erase_from_trail import erase_from_trail
from server.settings import Settings, SettingsError

Result = TypeVar("Result")

NO_AUDIT_DAYS: Final = "AUDIT_DAYS is not set: the audit trail is kept as long as its companies, nothing was removed."
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


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], None]]] = {
    "trim-audit": trim_audit,
    "redact-audit": redact_audit,
}
ARGUMENTS: Final[dict[str, dict[str, str]]] = {}


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
