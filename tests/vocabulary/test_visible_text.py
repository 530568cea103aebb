# ruff: noqa: RUF001 - letters that look alike are what this is about
"""S52: visible text contains nothing invisible or misleading, and every script of India is accepted."""

import sys
import unicodedata
from typing import Final

import pytest
from quart import Quart

from server.messaging.messages.kinds import Providers
from server.people.imports.states import RowStatus
from server.platform.services import Services
from tests.fixtures.import_files import csv_file, person
from tests.fixtures.imports import Office
from tests.fixtures.mail_server import MailServer
from tests.fixtures.names import IN_MANY_SCRIPTS, LINKS, MIXTURES, PEOPLE, UNSEEN
from tests.fixtures.outbox import send_all
from tests.fixtures.sign_in import execute
from tests.fixtures.sign_up import Visitor
from tests.fixtures.user_calls import Desk, user_form

LOOK_ALIKES: Final = (
    "аdmin@example.com",
    "ａdmin@example.com",
    "admın@example.com",
    "admi\u0307n@example.com",
    "ɑdmin@example.com",
    "раураӏ@example.com",
    "admin@аррӏе.com",
    "admin@xn--80ak6aa92e.com",
    "admin@ｅxample.com",
    "admin@exаmple.com",
    "o’neil@example.com",
    "𝐚dmin@example.com",
    "αdmin@example.com",
)


@pytest.mark.security("S52")
@pytest.mark.parametrize(
    "script",
    [
        pytest.param(script, marks=[pytest.mark.long] * (number % 4 != 0))
        for number, script in enumerate(IN_MANY_SCRIPTS)
    ],
)
async def test_names_of_every_script_go_all_the_way(
    visitor: Visitor, services: Services, smtp: Providers, mail_server: MailServer, *, script: str
) -> None:
    """From the sign-up to the list and the invitation, unchanged."""
    name, company = IN_MANY_SCRIPTS[script]
    assert (await visitor.register(fullName=name)).status == 200
    await visitor.type_code()
    done = await visitor.register_company(companyName=company)
    assert (done.status, done.body["fullName"]) == (200, unicodedata.normalize("NFC", name))

    form = user_form(fullName=name, workLocation=company)
    created = await visitor.post("users/create", json=form)
    assert created.status == 201
    listed = (await visitor.get("users", query={"search": form["email"]})).body["data"]
    assert [(user["fullName"], user["workLocation"]) for user in listed] == [
        (unicodedata.normalize("NFC", name), unicodedata.normalize("NFC", company))
    ]
    await send_all(services, smtp)
    (mail,) = [mail for mail in mail_server.received if mail.to == form["email"]]
    assert unicodedata.normalize("NFC", name) in mail.text
    assert unicodedata.normalize("NFC", company) in mail.text
    assert not mail.content.defects
    assert str(mail.content["To"]) == form["email"]
    assert not mail.content["Subject"].defects


@pytest.mark.security("S52")
async def test_every_format_character_is_refused_and_named(desk: Desk) -> None:
    """One by one, between two letters; the two joiners are refused there as well."""
    characters = map(chr, range(sys.maxunicode + 1))
    formats = [character for character in characters if unicodedata.category(character) in {"Cf", "Zl", "Zp"}]
    for character in formats:
        answer = await desk.create(fullName=f"As{character}ha")
        assert answer.status == 422, ascii(character)
        assert f"U+{ord(character):04X}" in answer.body["errors"]["fullName"], ascii(character)
    assert len(formats) > 150


@pytest.mark.security("S52")
async def test_invisible_text_is_refused_in_every_shared_field(desk: Desk) -> None:
    for name in UNSEEN:
        created = await desk.create(fullName=name, workLocation=name)
        assert (created.status, set(created.body["errors"])) == (422, {"fullName", "workLocation"}), ascii(name)


@pytest.mark.security("S52")
async def test_invisible_text_is_refused_in_an_edited_profile(desk: Desk) -> None:
    for name in (*UNSEEN[::5], *LINKS[::5], *MIXTURES):
        edited = await desk.browser.call("PUT", "users/profile", json={"fullName": name})
        assert (edited.status, set(edited.body["errors"])) == (422, {"fullName"}), ascii(name)


@pytest.mark.security("S52")
async def test_a_sign_up_and_its_company_are_refused_alike(verified: Visitor, app: Quart, services: Services) -> None:
    other = Visitor(app=app, services=services)
    for name in (*UNSEEN, *LINKS, *MIXTURES):
        company = await verified.register_company(companyName=name)
        assert (company.status, set(company.body["errors"])) == (422, {"companyName"}), ascii(name)
    for name in (UNSEEN[0], LINKS[0], MIXTURES[0]):
        founder = await other.register(fullName=name)
        assert (founder.status, set(founder.body["errors"])) == (422, {"fullName"}), ascii(name)


@pytest.mark.security("S52")
async def test_a_web_address_is_no_name(desk: Desk) -> None:
    reasons = {name: "an email" if "@" in name else "web address" for name in LINKS} | dict.fromkeys(MIXTURES, "mixes")
    for name, reason in (reasons | {"192.168.1.1": "no letters"}).items():
        answer = await desk.create(fullName=name)
        assert (answer.status, set(answer.body["errors"])) == (422, {"fullName"}), name
        assert reason in answer.body["errors"]["fullName"]


@pytest.mark.security("S52")
async def test_rows_of_a_file_get_the_same_sentences(office: Office) -> None:
    bad = [*UNSEEN, *LINKS, *MIXTURES]
    good = [*PEOPLE, *(name for name, _ in IN_MANY_SCRIPTS.values())]
    rows = [person(number, fullName=name) for number, name in enumerate([*bad, *good], start=1)]
    page = await office.rows(await office.check(*rows))
    judged = {row.row: row for row in page.data}
    for number, name in enumerate(bad, start=1):
        assert [problem.field for problem in judged[number].errors] == ["fullName"], ascii(name)
    for number, name in enumerate(good, start=len(bad) + 1):
        assert judged[number].errors == [], name


@pytest.mark.security("S52")
async def test_initials_and_forms_of_companies_are_no_addresses(desk: Desk, verified: Visitor) -> None:
    for name in ("Dr.A.P.J.Abdul Kalam", "Vinod.TK", "St.Xavier"):
        assert (await desk.create(fullName=name)).status == 201, name
    assert (await verified.register_company(companyName="D.Y.Patil Education Pvt.Ltd.")).status == 200


@pytest.mark.security("S52")
async def test_text_is_stored_composed_with_single_spaces(desk: Desk) -> None:
    typed = unicodedata.normalize("NFD", "\u2003Zoë \u00a0 Ångström ")
    created = await desk.create(fullName=typed, workLocation=typed)
    assert (created.body["fullName"], created.body["workLocation"]) == ("Zoë Ångström", "Zoë Ångström")
    found = await desk.browser.get("users", query={"search": unicodedata.normalize("NFD", "Ångs")})
    assert [user["id"] for user in found.body["data"]] == [created.body["id"]]


@pytest.mark.security("S52")
async def test_a_file_name_has_no_invisible_characters(office: Office) -> None:
    import_id = await office.upload(csv_file(person(1)), name="people\u202evsc\u200b.csv")
    assert (await office.snapshot(import_id)).file_name == "peoplevsc.csv"


@pytest.mark.security("S52")
async def test_emails_that_look_like_others_are_refused(desk: Desk, visitor: Visitor) -> None:
    for email in LOOK_ALIKES:
        created, registered = await desk.create(email=email), await visitor.register(email=email)
        assert (created.status, set(created.body["errors"])) == (422, {"email"}), ascii(email)
        assert (registered.status, set(registered.body["errors"])) == (422, {"email"}), ascii(email)
        assert (await visitor.get("signup/check-email", query={"email": email})).status == 422, ascii(email)


@pytest.mark.security("S52")
async def test_rows_of_a_file_with_such_emails_are_refused(office: Office) -> None:
    rows = [person(number, email=email) for number, email in enumerate(LOOK_ALIKES, start=1)]
    page = await office.rows(await office.check(*rows))
    assert {problem.field for row in page.data for problem in row.errors} == {"email"}
    assert all(row.status is RowStatus.INVALID for row in page.data)


@pytest.mark.security("S52")
async def test_emails_of_one_script_are_accepted(desk: Desk) -> None:
    for email in ("zoë@example.com", "राम@example.com", "олег@пример.рф", "太郎@例え.jp"):
        assert (await desk.create(email=email)).status == 201, email


@pytest.mark.security("S52")
@pytest.mark.parametrize("stored", ["क्‍षमा", "North\u202ewind", "North\u2028wind", "A\x07B", "Z" + "\u0316" * 90])
async def test_no_stored_name_stops_a_message(
    desk: Desk, smtp: Providers, mail_server: MailServer, *, stored: str
) -> None:
    """Names stored before the rule do not reach a header."""
    created = await desk.create()
    await execute(desk.services, "UPDATE companies SET name = $1", stored)
    await execute(desk.services, "UPDATE users SET full_name = $1", stored)
    await send_all(desk.services, smtp)
    (message,) = await desk.invitations(created.body["id"])
    assert (message["state"], message["error"]) == ("sent", None)
    (mail,) = mail_server.received
    assert not {"\u202e", "\u2028", "\x07"} & set(str(mail.content["Subject"]))
