# ruff: noqa: RUF001, RUF003 - letters that look alike are what some of this is about
"""S51: the validated address is the one that is stored and the one that mail is sent to."""

from typing import Final

import pytest

from server.messaging.messages.kinds import Providers
from server.platform.services import Services
from tests.fixtures.import_files import person
from tests.fixtures.imports import Office
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import QueueCode, fetch_message, send_all, send_code
from tests.fixtures.reset import Forgetful
from tests.fixtures.sign_in import Browser, fetch_value, newest_code
from tests.fixtures.sign_up import Visitor
from tests.fixtures.user_calls import Desk

# As typed, and by IDNA 2008. IDNA 2003 would map ß to ss and ς to σ, and drop joiners.
SENT_TO: Final = {
    "asha@straße.example": "asha@xn--strae-oqa.example",
    "ASHA@STRAẞE.EXAMPLE": "asha@xn--strae-oqa.example",
    "asha@βόλος.example": "asha@xn--nxasmm1c.example",
    "asha@MÜNCHEN.example": "asha@xn--mnchen-3ya.example",
    "asha@mu\u0308nchen.example": "asha@xn--mnchen-3ya.example",
    "asha@XN--MNCHEN-3YA.example": "asha@xn--mnchen-3ya.example",
    "asha@xn--strae-oqa.example": "asha@xn--strae-oqa.example",
    "asha@strasse.example": "asha@strasse.example",
    "asha@stra\u00adße.example": "asha@xn--strae-oqa.example",
    "\u200easha@\ufeffstrasse.example\u200b": "asha@strasse.example",
    "zoe\u0308@straße.example": "zoë@xn--strae-oqa.example",
    "राम@डाटा.भारत": "राम@xn--c2bd1gb.xn--h2brj9c",
}
NO_ADDRESS: Final = (
    "asha@xn--zzzzzz.example",
    "asha@xn--.example",
    "asha@xn--a-.example",
    "asha@क्\u200dष.example",
    "asha@نامه\u200cای.example",
    "asha@a\u200db.example",
    "asha@exаmple.com",
    "asha@-straße.example",
    "asha@☃\u20e3.example",
)


@pytest.mark.security("S51")
@pytest.mark.parametrize("typed", SENT_TO, ids=ascii)
async def test_the_code_goes_to_the_domain_that_was_checked(
    visitor: Visitor, services: Services, smtp: Providers, mail_server: MailServer, *, typed: str
) -> None:
    assert (await visitor.register(email=typed)).status == 200
    assert await fetch_value(services, "SELECT email FROM signups") == SENT_TO[typed]
    message_id = await fetch_value(services, "SELECT id FROM messages WHERE kind = 'code'")
    await send_code(services, smtp, message_id=message_id)
    (mail,) = mail_server.received
    assert mail.recipients == [SENT_TO[typed]]
    assert str(mail.content["To"]) == SENT_TO[typed]


@pytest.mark.security("S51")
async def test_every_call_normalises_an_address_alike(
    desk: Desk, forgetful: Forgetful, smtp: Providers, mail_server: MailServer
) -> None:
    """Create, invite, search, duplicate, sign in and reset: with letters outside ASCII, or with the encoded domain."""
    created = await desk.create(email="asha@STRASSE.example")
    other = await desk.create(email="asha@straße.example", fullName="Asha Sharp")
    assert (created.status, other.status, other.body["email"]) == (201, 201, "asha@xn--strae-oqa.example")
    for typed in ("asha@straße.example", "ASHA@xn--strae-oqa.example"):
        assert (await desk.create(email=typed)).status == 409, typed
        found = await desk.browser.get("users", query={"search": typed})
        assert [user["fullName"] for user in found.body["data"]] == ["Asha Sharp"], typed
        assert (await forgetful.ask(typed)).status == 200
    await send_all(desk.services, smtp)
    assert {mail.to for mail in mail_server.received} == {"asha@strasse.example", "asha@xn--strae-oqa.example"}
    assert await newest_code(desk.services, recipient="asha@xn--strae-oqa.example")


@pytest.mark.security("S51")
async def test_a_person_signs_in_with_either_spelling(visitor: Visitor, services: Services) -> None:
    await visitor.register(email="asha@straße.example")
    await visitor.type_code(otp=await newest_code(services, recipient="asha@xn--strae-oqa.example"))
    assert (await visitor.register_company()).status == 200
    for typed in ("asha@straße.example", "Asha@xn--strae-oqa.example"):
        browser = Browser(app=visitor.app, services=services)
        assert (await browser.authenticate(typed)).status == 200, typed
    assert (await Browser(app=visitor.app, services=services).authenticate("asha@strasse.example")).status == 401


@pytest.mark.security("S51")
async def test_an_ambiguous_address_is_refused(desk: Desk, visitor: Visitor) -> None:
    for email in NO_ADDRESS:
        created, registered = await desk.create(email=email), await visitor.register(email=email)
        assert (created.status, set(created.body["errors"])) == (422, {"email"}), ascii(email)
        assert (registered.status, set(registered.body["errors"])) == (422, {"email"}), ascii(email)


@pytest.mark.security("S51")
async def test_two_spellings_in_one_file_are_one_address(office: Office) -> None:
    rows = [person(1, email="asha@straße.example"), person(2, email="asha@xn--strae-oqa.example")]
    page = await office.rows(await office.check(*rows))
    assert [row.values.model_dump()["email"] for row in page.data] == ["asha@xn--strae-oqa.example"] * 2
    assert [problem.message for problem in page.data[1].errors] == ["Duplicate email in file (row 1)"]


@pytest.mark.security("S51")
async def test_a_message_queued_before_goes_where_it_was_checked(
    services: Services, smtp: Providers, mail_server: MailServer, queue_code: QueueCode
) -> None:
    good, bad = await queue_code("asha@straße.example"), await queue_code("asha@क्\u200dष.example")
    await send_code(services, smtp, message_id=good)
    await send_code(services, smtp, message_id=bad)
    assert [mail.to for mail in mail_server.received] == ["asha@xn--strae-oqa.example"]
    assert (await fetch_message(services, bad)).state == "failed"
