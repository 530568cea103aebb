"""S40: no input becomes a header or a second recipient."""

from email.headerregistry import Address

import pytest

from server.messaging.messages.kinds import MessageKind, Providers
from server.messaging.messages.outbox import HeaderInjectionError, queue_mail
from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import send_all
from tests.fixtures.people import Company, SignIn
from tests.fixtures.sign_in import execute
from tests.fixtures.sign_up import Visitor
from tests.fixtures.user_calls import Desk, user_form

BREAKS = ["\r\n", "\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029", "\x00"]
# Without control characters, which passwords may contain.
SEPARATORS = {"\u2028", "\u2029"}
BCC = "Bcc: thief@example.net"
PLACES = ["fullName", "email", "phone", "workLocation", "temporaryPassword"]


@pytest.mark.security("S40")
@pytest.mark.parametrize("field", PLACES)
async def test_a_line_break_in_the_form_is_refused(
    desk: Desk, field: str, *, smtp: Providers, mail_server: MailServer
) -> None:
    form = user_form()
    for line_break in BREAKS:
        if field == "temporaryPassword" and line_break in SEPARATORS:
            continue
        answer = await desk.send({**form, field: f"{form[field]}{line_break}{BCC}"})
        assert (answer.status, answer.code) == (422, "validation_failed"), repr(line_break)
    await send_all(desk.services, smtp)
    assert mail_server.received == []


@pytest.mark.security("S40")
async def test_a_line_break_at_sign_up_is_refused(visitor: Visitor) -> None:
    for field, value in (("fullName", "Asha Verma"), ("email", visitor.email), ("phone", visitor.phone)):
        for line_break in BREAKS:
            answer = await visitor.register(**{field: f"{value}{line_break}{BCC}"})
            assert (answer.status, answer.code) == (422, "validation_failed"), (field, line_break)


@pytest.mark.security("S40")
async def test_a_line_break_in_a_company_s_name_is_refused(verified: Visitor) -> None:
    for line_break in BREAKS:
        answer = await verified.register_company(companyName=f"Northwind{line_break}{BCC}")
        assert (answer.status, answer.code) == (422, "validation_failed"), repr(line_break)


@pytest.mark.security("S40")
async def test_two_addresses_in_one_field_are_refused(desk: Desk) -> None:
    for email in (
        "a@example.org, b@example.org",
        "a@example.org;b@example.org",
        "A <a@example.org>",
        "a@b.org>\tb@c.org",
    ):
        answer = await desk.create(email=email)
        assert answer.status == 422, email


NAMES = [
    "Asha, Verma <thief@example.net>",
    'Asha" <thief@example.net>, "',
    "=?utf-8?q?=0D=0ABcc:_thief=40example.net?=",
    f"Asha%0D%0A{BCC}",
    f"Asha\u2028{BCC}",
]


@pytest.mark.security("S40")
@pytest.mark.parametrize("name", NAMES)
async def test_there_is_one_recipient_whatever_the_names_are(
    desk: Desk, name: str, *, smtp: Providers, mail_server: MailServer
) -> None:
    """Names of company and user as stored before the rules, as a mail server receives them."""
    created = await desk.create()
    await execute(desk.services, "UPDATE companies SET name = $1", name)
    await execute(desk.services, "UPDATE users SET full_name = $1", name)
    await send_all(desk.services, smtp)
    (mail,) = mail_server.received
    assert mail.recipients == [created.body["email"]]
    addresses: tuple[Address, ...] = mail.content["To"].addresses
    assert [address.addr_spec for address in addresses] == [created.body["email"]]
    assert {header for header in mail.content if header.lower() in {"bcc", "cc", "resent-to"}} == set()
    assert len(mail.content.get_all("Subject", [])) == 1
    assert "Asha" not in mail.content["Subject"]


@pytest.mark.security("S40")
async def test_unsafe_text_stored_before_the_rules_is_not_sent(
    desk: Desk, services: Services, company: Company
) -> None:
    """The outbox validates the address again before it sends."""
    account = await add_account(services.database, company)
    async with services.unit_of_work() as unit:
        with pytest.raises(HeaderInjectionError):
            await queue_mail(
                unit,
                MessageKind.INVITATION,
                to=f"asha@example.org\r\n{BCC}",
                company_id=company.id,
                user_id=account.id,
            )
    assert await desk.value("SELECT count(*) FROM messages") == 0


@pytest.mark.security("S40")
async def test_a_name_with_a_line_break_in_the_database_breaks_no_header(
    desk: Desk, sign_in: SignIn, *, smtp: Providers, mail_server: MailServer
) -> None:
    created = (await desk.create()).body
    await execute(desk.services, "UPDATE users SET full_name = $1", f"Asha\r\n{BCC}")
    await execute(desk.services, "UPDATE companies SET name = $1", f"Northwind\r\n{BCC}")
    await send_all(desk.services, smtp)
    (mail,) = mail_server.received
    assert mail.recipients == [created["email"]]
    assert mail.content["Bcc"] is None
    assert mail.content["Subject"] == "You are invited to Waymark"
    assert "Northwind Bcc: thief" in mail.text
