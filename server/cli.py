"""`waymark`, or `python -m server.cli`: commands of operators."""

import argparse
import asyncio
import inspect
import os
import sys
from itertools import product
from typing import Final

from server.access.policies.change_policy import lift_policy
from server.company.audit.chain import check_chains, trim_chains
from server.company.companies.repository import find_company_name
from server.company.privacy.erase_person import erase_from_trail
from server.messaging.messages.render import VARIABLES, Renderer, sms_template
from server.operation import backup, companies, doctor, import_file, new_company  # noqa: F401 - they list their commands
from server.operation.commands import COMMANDS, Arguments, CommandError, command, confirm, connected, owning, serving
from server.people.edit.edit_user import find_person, reset_last_administrator, unlock
from server.people.invitations.company_settings import allow_again, trust
from server.people.invitations.repository import list_complaints
from server.platform.configuration.load_settings import load_settings
from server.platform.configuration.settings import SettingsError
from server.platform.database.migrate import WAIT_SECONDS, MigrationError, find_serving_role, make_migration, upgrade
from server.platform.errors import ApplicationError, NotFoundError
from server.platform.process.crypto import Keyring
from server.vocabulary.languages import Language

__all__ = ["COMMANDS", "main"]

NO_AUDIT_DAYS: Final = "AUDIT_DAYS is not set: the audit trail is kept as long as its companies, nothing was removed."
NO_COMPANY: Final = "There is no company with this slug: its apply link ends in it."
YES: Final[Arguments] = {"--yes": {"action": "store_true", "help": "do it without asking for the name"}}
ACCOUNT: Final[Arguments] = {"--email": {"required": True, "help": "the account's email"}, **YES}
COMPANY: Final[Arguments] = {
    "--company": {"required": True, "help": "the last part of the company's apply link"},
    **YES,
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="waymark", description="Commands of Waymark.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (function, own) in COMMANDS.items():
        sub = commands.add_parser(name, help=function.__doc__, description=function.__doc__)
        sub.set_defaults(command=function)
        for argument, options in own.items():
            sub.add_argument(argument, **options)
    given = parser.parse_args(arguments)
    try:
        work = given.command(given)
        if inspect.iscoroutine(work):
            asyncio.run(work)
    except (SettingsError, CommandError, ApplicationError, MigrationError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


@command(
    "migrate",
    {
        "--to": {"help": "the revision at which to stop, as 0100; without it the newest"},
        "--wait": {"type": float, "default": WAIT_SECONDS, "help": "seconds for which locks of others are waited for"},
    },
)
def migrate(given: argparse.Namespace) -> None:
    """Migrate the database as MIGRATION_DATABASE_URL's role, and grant DATABASE_URL's role what it needs to serve."""
    settings = load_settings()
    role = asyncio.run(find_serving_role(settings))
    upgrade(settings.owner_url, revision=given.to or "head", serving_role=role, wait=given.wait)
    schema = f"schema {given.to}" if given.to else "the newest schema"
    print(f"The database has {schema}." + (f" It is served by the role {role}." if role else ""))


@command("serve")
def serve(_: argparse.Namespace) -> None:
    """Run one web process at HOST and PORT."""
    os.execv(sys.executable, (sys.executable, "-m", "server.serve"))  # noqa: S606 - our own program


@command("worker")
def run_worker(_: argparse.Namespace) -> None:
    """Run one worker."""
    os.execv(sys.executable, (sys.executable, "-m", "workers.main"))  # noqa: S606 - our own program


@command("make-migration", {"title": {"help": "what it does, in a few words"}})
def new_migration(given: argparse.Namespace) -> None:
    """Write a migration with what the tables have and the database at DATABASE_URL has not."""
    make_migration(load_settings().owner_url, title=given.title)


@command("check-audit")
async def check_audit(_: argparse.Namespace) -> None:
    """Check that the audit trail has not changed since it was sealed; the exit status is 2 where it has."""
    settings = load_settings()
    async with connected(settings) as database:
        report = await check_chains(database, keys=Keyring(settings.secret_keys))
    print("\n".join(report.lines()))
    if not report.holds:
        raise SystemExit(2)


@command("trust-company", {"slug": {"help": "the last part of the company's apply link"}})
async def trust_company(given: argparse.Namespace) -> None:
    """Lift the limit of a new company, once you have verified who it is."""
    async with connected(load_settings()) as database:
        released = await trust(database, slug=given.slug)
    print(f"{given.slug} is trusted. Invitations that had to wait and are sent now: {released}")


@command("invitation-stops")
async def list_stops(_: argparse.Namespace) -> None:
    """List the companies that recipients of invitations do not know, those with most complaints first."""
    async with connected(load_settings()) as database, database.reading() as connection:
        for found in await list_complaints(connection):
            trusted = "trusted" if found.is_trusted else "not trusted"
            print(f"{found.stops:>7}  {found.last_at:%Y-%m-%d %H:%M}  {found.slug} ({found.name!a}), {trusted}")


@command("allow-invitations", {"email": {"help": "the address that may be invited again"}})
async def allow_invitations(given: argparse.Namespace) -> None:
    """Allow invitations to an address again, when its owner asks for it."""
    async with connected(load_settings()) as database:
        companies = await allow_again(database, email=given.email)
    print(f"Companies that may invite {given.email} again: {companies}")


@command("sms-templates")
def print_sms_templates(_: argparse.Namespace) -> None:
    """Print the text messages as their templates are registered (SMS_TEMPLATES); #var# stands for what varies."""
    renderer = Renderer.from_settings(load_settings())
    for kind, language in product(VARIABLES, Language):
        text = renderer.template_of(kind, language=language, form=lambda _: "{#var#}")
        print(f"{sms_template(kind, language)}: {', '.join(VARIABLES[kind]) or 'nothing varies'}\n{text}\n")


@command("trim-audit")
async def trim_audit(_: argparse.Namespace) -> None:
    """Remove what is older than AUDIT_DAYS from the audit trail, as MIGRATION_DATABASE_URL's role."""
    settings = load_settings()
    async with owning() as database:
        if not settings.audit_days:
            raise SettingsError(NO_AUDIT_DAYS)
        trimmed = await trim_chains(database, keys=Keyring(settings.secret_keys), days=settings.audit_days)
    print("\n".join(str(each) for each in trimmed))
    if not all(each.chain.holds for each in trimmed):
        raise SystemExit(2)


@command("redact-audit")
async def redact_audit(_: argparse.Namespace) -> None:
    """Take erased people out of the audit trail, as MIGRATION_DATABASE_URL's role; run it daily."""
    settings = load_settings()
    async with owning() as database:
        people, entries = await erase_from_trail(database, keys=Keyring(settings.secret_keys))
    print(f"{people} people were taken out of {entries} entries.")


@command("lift-policy", COMPANY)
async def lift_policy_of(given: argparse.Namespace) -> None:
    """Lift what a company's sign-in policy demands: second factors and networks. Its lengths and domains stay."""
    async with serving() as services:
        async with services.database.reading() as connection:
            found = await find_company_name(connection, slug=given.company)
        if found is None:
            raise NotFoundError(NO_COMPANY)
        company_id, name = found
        await confirm(given, what="This lifts the login policy of the company", name=name)
        lifted = await lift_policy(services.database, company_id=company_id)
    print("\n".join(f"Lifted: {name} (was {value})" for name, value in lifted.items()) or "Nothing was demanded.")


@command("reset-factors", ACCOUNT)
async def reset_factors_of(given: argparse.Namespace) -> None:
    """Remove the second factors of a company's last Super Admin, who has lost them all."""
    async with serving() as services:
        account = await find_person(services.database, email=given.email)
        await confirm(given, what="This removes all second factors of", name=account.full_name)
        removed = await reset_last_administrator(services, company_id=account.company_id, user_id=account.user_id)
    print(f"{removed} second factors were removed. Sessions have ended; the person is notified by mail.")


@command("unlock", ACCOUNT)
async def unlock_account(given: argparse.Namespace) -> None:
    """End the waits of an account after failed logins."""
    async with serving() as services:
        account = await find_person(services.database, email=given.email)
        await confirm(given, what="This ends the waits of", name=account.full_name)
        await unlock(services.database, keys=services.keys, account=account, email=account.email or given.email)
    print("The waits have ended.")


if __name__ == "__main__":
    sys.exit(main())
