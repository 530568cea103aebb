"""The list of operators' commands, and the ways in which they reach Postgres."""

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg

from server.composition import Composition
from server.platform.configuration.load_settings import load_settings
from server.platform.configuration.settings import Settings, SettingsError
from server.platform.database.connections import Database
from server.platform.services import Services

Command = Callable[[argparse.Namespace], Any]
Arguments = dict[str, dict[str, Any]]

NOT_OWNER: Final = (
    "The role of the database may not do this: set MIGRATION_DATABASE_URL to that of the role that owns the tables."
)
COMMANDS: Final[dict[str, tuple[Command, Arguments]]] = {}


class CommandError(Exception):
    """A command does not do what it was asked; the text says why, and how to mend it."""


def command(name: str, arguments: Arguments | None = None) -> Callable[[Command], Command]:
    """List a command under its name, with the options of argparse for each of its arguments."""

    def add(function: Command) -> Command:
        COMMANDS[name] = function, arguments or {}
        return function

    return add


@asynccontextmanager
async def connected(settings: Settings, *, url: str | None = None) -> AsyncIterator[Database]:
    database = Database(url or settings.database_url, pool_size=2, prepares=settings.database_prepared_statements)
    await database.connect()
    try:
        yield database
    finally:
        await database.disconnect()


@asynccontextmanager
async def owning() -> AsyncIterator[Database]:
    """Connect as MIGRATION_DATABASE_URL's role. Raises SettingsError: it may not do what the command does."""
    settings = load_settings()
    try:
        async with connected(settings, url=settings.owner_url) as database:
            yield database
    except asyncpg.InsufficientPrivilegeError as error:
        raise SettingsError(NOT_OWNER) from error


@asynccontextmanager
async def serving() -> AsyncIterator[Services]:
    """Work as the serving role, with all that follows: messages, and events to open pages."""
    composition = Composition(load_settings())
    services = await composition.open()
    try:
        yield services
    finally:
        await composition.close()


async def confirm(given: argparse.Namespace, *, what: str, name: str) -> None:
    """Ask for the name, unless the command says `--yes`. Raises SettingsError: it is another one."""
    if given.yes:
        return
    question = f"{what} {name!a}. Type the name to confirm: "
    try:
        typed = await asyncio.to_thread(input, question)  # noqa: TID251 - an operator may leave
    except EOFError:
        typed = ""
    if typed.strip() != name:
        raise SettingsError("That is not the name. Nothing was changed.")
