"""Companies as the operator sees them: invited, suspended, copied and deleted."""

import argparse
from pathlib import Path
from typing import Final

from server.access.signup.sign_up import invite_founder
from server.company.closing import suspend as closing
from server.company.closing.delete_company import delete_due
from server.company.closing.export_company import export_company
from server.company.closing.suspend import find_company
from server.operation.commands import Arguments, CommandError, command, confirm, owning, serving

SLUG: Final[Arguments] = {"slug": {"help": "the last part of the company's apply link"}}
YES: Final[Arguments] = {"--yes": {"action": "store_true", "help": "do it without asking for the name"}}


@command("invite-company", {"email": {"help": "who gets the link, and may use it"}})
async def invite_company(given: argparse.Namespace) -> None:
    """Mail a link with which one company is registered (SIGN_UP=invitation): for seven days, and once."""
    async with serving() as services:
        await invite_founder(services, email=given.email)
    print("The link is on its way.")


@command("suspend-company", {**SLUG, "--reason": {"required": True, "help": "why; it stands in the audit trail"}})
async def suspend_company(given: argparse.Namespace) -> None:
    """Close a company at once: its logins and sessions, its work and its mails, which wait."""
    async with serving() as services:
        company_id, name = await find_company(services, given.slug)
        is_new = await closing.suspend(services, company_id, reason=given.reason)
    print(f"{name!a} is suspended." if is_new else f"{name!a} was suspended already.")


@command("resume-company", SLUG)
async def resume_company(given: argparse.Namespace) -> None:
    """Open a suspended company again; what has waited goes on."""
    async with serving() as services:
        company_id, name = await find_company(services, given.slug)
        await closing.resume(services, company_id)
    print(f"{name!a} is open again.")


@command("export-company", {**SLUG, "file": {"help": "a ZIP that does not exist yet"}})
async def export_whole_company(given: argparse.Namespace) -> None:
    """Write everything of a company to a file, but secrets and hashes."""
    async with serving() as services:
        company_id, name = await find_company(services, given.slug)
        try:
            counted = await export_company(services.database, company_id, slug=given.slug, path=Path(given.file))
        except OSError as error:
            raise CommandError(f"The file cannot be written: {error.strerror}") from error
    print(f"{name!a} is in {given.file}: {sum(counted.values())} rows.")


@command(
    "delete-company",
    {**SLUG, **YES, "--cancel": {"action": "store_true", "help": "take it back, until the moment has come"}},
)
async def delete_company(given: argparse.Namespace) -> None:
    """Close a company that is deleted in 30 days (by delete-due-companies), and tell its administrators."""
    async with serving() as services:
        company_id, name = await find_company(services, given.slug)
        if given.cancel:
            await closing.cancel_deletion(services, company_id)
            print(f"{name!a} is not deleted.")
            return
        await confirm(given, what="In 30 days this deletes all data of the company", name=name)
        until = await closing.mark_for_deletion(services, company_id, name=name)
    print(f"{name!a} is suspended, and will be deleted after {until:%Y-%m-%d %H:%M} UTC.")


@command("delete-due-companies")
async def delete_due_companies(_: argparse.Namespace) -> None:
    """Delete the companies whose 30 days are over, as MIGRATION_DATABASE_URL's role; run it daily."""
    async with owning() as database:
        gone = await delete_due(database)
    print("".join(f"{slug} is deleted.\n" for slug in gone) or "No company was to be deleted.", end="")
