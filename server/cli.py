"""`python -m server.cli`: commands of operators and developers."""

import argparse
import asyncio
import json
import secrets
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from pydantic.alias_generators import to_camel

from server import operator_commands
from server.company.audit.check_chain import check_chains
from server.composition import Composition
from server.live_events import CATALOGUE
from server.messaging.messages.render import VARIABLES, Renderer
from server.people.account.create_demo_company import DemoOwner, create_demo_company
from server.people.invitations.operate import allow_again, read_complaints, trust
from server.platform.configuration.load_settings import load_settings, start_notes
from server.platform.configuration.settings import Environment, Settings, SettingsError
from server.platform.configuration.settings_page import build_settings_page
from server.platform.database.connections import Database
from server.platform.database.migrate import MigrationError, find_serving_role, make_migration, upgrade
from server.platform.errors import ApplicationError
from server.platform.live.catalogue import build_asyncapi, build_page
from server.platform.process.crypto import Keyring, PasswordHasher
from server.vocabulary.fields import FIELDS

Result = TypeVar("Result")


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        given.command(given)
    except (SettingsError, ApplicationError, MigrationError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m server.cli", description="Commands of Waymark.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        sub = commands.add_parser(name, help=command.__doc__, description=command.__doc__)
        sub.set_defaults(command=command)
        for argument, meaning in ARGUMENTS.get(name, {}).items():
            sub.add_argument(argument, help=meaning, **operator_commands.OPTIONS.get(argument, {}))
    return parser


def migrate(given: argparse.Namespace) -> None:
    """Migrate the database as MIGRATION_DATABASE_URL's role, and grant DATABASE_URL's role what it needs to serve."""
    settings = load_settings()
    role = asyncio.run(find_serving_role(settings))
    upgrade(settings.owner_url, revision=given.to or "head", serving_role=role)
    schema = f"schema {given.to}" if given.to else "the newest schema"
    print(f"The database has {schema}." + (f" It is served by the role {role}." if role else ""))


def new_migration(given: argparse.Namespace) -> None:
    """Write a migration with what the tables have and the database at DATABASE_URL has not."""
    make_migration(load_settings().owner_url, title=given.title)


def create_demo(_: argparse.Namespace) -> None:
    """Make the demo company and its SUPER_ADMIN (ADMIN_EMAIL, ADMIN_PASSWORD), or what of it is missing."""
    owner = asyncio.run(_create_demo(load_settings()))
    print(f"Email     {owner.email}")
    print(f"Password  {owner.made_password or 'as it was given, now or earlier'}")


def trust_company(given: argparse.Namespace) -> None:
    """Lift the limit of a new company, once you have verified who it is."""
    released = asyncio.run(_with_database(lambda database: trust(database, slug=given.slug)))
    print(f"{given.slug} is trusted. Invitations that had to wait and are sent now: {released}")


def list_stops(_: argparse.Namespace) -> None:
    """List the companies that recipients of invitations do not know, those with most complaints first."""
    for found in asyncio.run(_with_database(read_complaints)):
        trusted = "trusted" if found.is_trusted else "not trusted"
        print(f"{found.stops:>7}  {found.last_at:%Y-%m-%d %H:%M}  {found.slug} ({found.name!a}), {trusted}")


def allow_invitations(given: argparse.Namespace) -> None:
    """Allow invitations to an address again, when its owner asks for it."""
    companies = asyncio.run(_with_database(lambda database: allow_again(database, email=given.email)))
    print(f"Companies that may invite {given.email} again: {companies}")


def check_settings(_: argparse.Namespace) -> None:
    """Say what is wrong with the settings; nothing is started."""
    settings = load_settings()
    print(f"The settings are complete; APP_ENV is {settings.app_env.value}.")
    print("\n".join(start_notes(settings)), end="")


def print_sms_templates(_: argparse.Namespace) -> None:
    """Print the text messages as their templates are registered (SMS_TEMPLATES); #var# stands for what varies."""
    renderer = Renderer.from_settings(load_settings())
    for kind in VARIABLES:
        text = renderer.template_of(kind, form=lambda _: "{#var#}")
        print(f"{kind.value}: {', '.join(VARIABLES[kind]) or 'nothing varies'}\n{text}\n")


def print_openapi(_: argparse.Namespace) -> None:
    """Print the OpenAPI document; needs no settings and no server."""
    print(json.dumps(asyncio.run(_document()), indent=2, ensure_ascii=False, sort_keys=True))


def print_fields(_: argparse.Namespace) -> None:
    """Print the fields of a person for the client, in TypeScript."""
    shown = ("label", "kind", "shortest", "is_required", "in_files", "is_shared", "in_filters", "in_bulk")
    fields = {field.name: {to_camel(name): getattr(field, name) for name in shown} for field in FIELDS}
    text = json.dumps(fields, indent=2, ensure_ascii=False)
    print("// Made by `make openapi` from server/vocabulary/fields.py: never edited.")
    print(f"export const FIELDS = {text} as const;")


def print_asyncapi(_: argparse.Namespace) -> None:
    """Print the AsyncAPI document of the sockets."""
    print(json.dumps(build_asyncapi(CATALOGUE), indent=2, ensure_ascii=False))


def print_settings(_: argparse.Namespace) -> None:
    """Print the page of the settings, in Markdown."""
    print(build_settings_page(), end="")


def print_events(_: argparse.Namespace) -> None:
    """Print the page of the live events, in Markdown."""
    print(build_page(CATALOGUE), end="")


def check_audit(_: argparse.Namespace) -> None:
    """Check that the audit trail has not changed since it was sealed; the exit status is 2 where it has."""
    keys = Keyring(load_settings().secret_keys)
    report = asyncio.run(_with_database(lambda database: check_chains(database, keys=keys)))
    print("\n".join(report.lines()))
    if not report.holds:
        raise SystemExit(2)


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], None]]] = {
    "migrate": migrate,
    "make-migration": new_migration,
    "create-demo": create_demo,
    "check-audit": check_audit,
    "trust-company": trust_company,
    "invitation-stops": list_stops,
    "allow-invitations": allow_invitations,
    "check-settings": check_settings,
    "sms-templates": print_sms_templates,
    **operator_commands.COMMANDS,
    "openapi": print_openapi,
    "fields": print_fields,
    "asyncapi": print_asyncapi,
    "events": print_events,
    "settings": print_settings,
}


ARGUMENTS: Final[dict[str, dict[str, str]]] = {
    "migrate": {"--to": "the revision at which to stop, as 0100; without it the newest"},
    "make-migration": {"title": "what it does, in a few words"},
    "trust-company": {"slug": "the last part of the company's apply link"},
    **operator_commands.ARGUMENTS,
    "allow-invitations": {"email": "the address that may be invited again"},
}


async def _with_database(work: Callable[[Database], Awaitable[Result]]) -> Result:
    database = Database(load_settings().database_url, pool_size=2)
    await database.connect()
    try:
        return await work(database)
    finally:
        await database.disconnect()


async def _create_demo(settings: Settings) -> DemoOwner:
    passwords = PasswordHasher()
    try:
        return await _with_database(
            lambda database: create_demo_company(
                database, passwords=passwords, email=settings.admin_email, password=settings.admin_password
            )
        )
    finally:
        passwords.close()


async def _document() -> dict[str, Any]:
    # These are half of what the commands would import, and no other uses them.
    from server.app import create_app  # noqa: PLC0415 - see above
    from server.platform.http.openapi import build_document  # noqa: PLC0415

    # Only the routes are read; the services are never connected.
    settings = load_settings(
        _env_file=None,
        app_env=Environment.DEVELOPMENT.value,
        database_url="postgresql://nowhere.invalid/waymark",
        redis_url="redis://nowhere.invalid",
        secret_keys=(secrets.token_urlsafe(48),),
    )
    services = Composition(settings).services
    app = create_app(services)
    services.passwords.close()
    async with app.app_context():
        return build_document(app)


if __name__ == "__main__":
    sys.exit(main())
