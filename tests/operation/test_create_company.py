"""`create-company` makes a trusted company, whose first Super Admin logs in by the mail that it sends."""

from typing import Final

import asyncpg
import pytest

from server.messaging.messages.kinds import Providers
from server.platform.services import Services
from tests.fixtures.commands import RunCommand
from tests.fixtures.invitation_links import token_of
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import send_all
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import Browser

EMAIL: Final = "asha.rao@skills.example.org"
GIVEN: Final = ("create-company", "--name", "  Pune   Skills ", "--industry", "Education", "--email")


async def test_its_first_super_admin_opens_the_invitation(
    run_command: RunCommand,
    own_settings: dict[str, str],
    services: Services,
    smtp: Providers,
    mail_server: MailServer,
    browser: Browser,
) -> None:
    made = await run_command(*GIVEN, EMAIL, **own_settings)
    await send_all(services, smtp)
    [mail] = mail_server.received
    opened = await browser.open_invitation(token_of(mail))

    assert (made.status, "'Pune Skills'" in made.output) == (0, True), made
    assert (mail.to, str(mail.content["Subject"]).startswith("Pune Skills")) == (EMAIL, True)
    assert (opened.status, opened.body["fullName"]) == (200, "Asha Rao"), opened
    connection = await asyncpg.connect(own_settings["DATABASE_URL"])
    [person] = await connection.fetch(
        "SELECT u.profile, c.slug, c.trusted_name FROM users u JOIN companies c ON c.id = u.company_id"
    )
    entries = await connection.fetch("SELECT action, after ->> 'by' FROM audit_entries WHERE after ? 'by' ORDER BY id")
    await connection.close()
    assert tuple(person) == ("SUPER_ADMIN", "pune-skills", "Pune Skills")
    assert [tuple(each) for each in entries] == [
        (action, "operator") for action in ("company_created", "company_trusted", "user_created")
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((*GIVEN, "asha.rao@"), "--email: Please enter a valid email address"),
        (("create-company", "--name", "www.pune.example", "--industry", "IT", "--email", EMAIL), "--name: "),
        (
            (*GIVEN, "person@example.com", "--full-name", "www.a.example"),
            "--full-name: A name cannot hold a web address",
        ),
    ],
)
async def test_what_is_no_name_and_no_email_is_refused(
    run_command: RunCommand, own_settings: dict[str, str], arguments: tuple[str, ...], sentence: str
) -> None:
    refused = await run_command(*arguments, **own_settings)

    assert (refused.status, refused.error.startswith(sentence)) == (1, True), refused


async def test_an_email_that_has_an_account_leaves_no_company(
    run_command: RunCommand, own_settings: dict[str, str], sign_in: SignIn
) -> None:
    person = await sign_in()
    refused = await run_command(*GIVEN, person.email.upper(), "--full-name", "Asha Rao", **own_settings)

    assert (refused.status, refused.error) == (1, "Email already registered\n")
    connection = await asyncpg.connect(own_settings["DATABASE_URL"])
    assert await connection.fetchval("SELECT count(*) FROM companies") == 1
    await connection.close()
