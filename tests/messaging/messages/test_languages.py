"""Each message in the language of its recipient."""

import re
from typing import Final
from uuid import UUID

import pytest

from deploy.documents.mail_texts import source_texts
from server.access.sessions.notices import notify_of_new_codes
from server.messaging.messages.catalogues import read_catalogue
from server.messaging.messages.kinds import Channel, MessageKind, Outgoing, Providers
from server.messaging.messages.read_inbox import read_inbox
from server.messaging.messages.render import Renderer
from server.platform.configuration.settings import Settings
from server.platform.process.clock import utc_now
from server.platform.services import Services
from server.vocabulary.identity import AccountOwner
from server.vocabulary.languages import SOURCE_LANGUAGE, Language
from tests.fixtures.accounts import add_account
from tests.fixtures.outbox import send_all, send_code
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Browser, execute, fetch_value, newest_code

_DEVANAGARI: Final = re.compile("[\u0900-\u097f]")


def _marks(text: str) -> list[str]:
    """Placeholders and tags, which no translation may lose."""
    return sorted(set(re.findall(r"%\(\w+\)s|<[^>]+>", text)))


@pytest.mark.parametrize("language", [each for each in Language if each is not SOURCE_LANGUAGE])
def test_a_catalogue_has_every_text_and_no_other(language: Language) -> None:
    """`make mail-texts` writes it anew: what is new has no translation then."""
    wanted = {message.id: message for message in source_texts() if message.id}
    catalogue = read_catalogue(language)
    found = {message.id: message for message in catalogue if message.id}
    assert found.keys() == wanted.keys()
    assert not catalogue.obsolete
    for text, message in found.items():
        assert not message.fuzzy, text
        forms = [message.string] if isinstance(message.string, str) else list(message.string or "")
        assert all(forms), text
        source = text if isinstance(text, str) else list(text)[-1]
        assert _marks(forms[-1]) == _marks(source), text


async def test_a_mail_is_in_the_language_of_its_recipient_and_before_in_that_of_the_request(
    services: Services, capturing: Providers, browser: Browser, company: Company
) -> None:
    """A first login gives the account the language of its browser, which its person changes."""
    account = await add_account(services.database, company)
    browser.language = "ta, hi-IN;q=0.9, en;q=0.8"
    assert (await browser.authenticate(account.email)).status == 200
    typed = await newest_code(services)
    code_id = await fetch_value(services, "SELECT id FROM messages WHERE kind = 'code'")
    await send_code(services, capturing, message_id=code_id)
    await browser.verify(typed)
    assert (await browser.complete()).status == 200
    profile = (await browser.get("users/profile")).body
    assert [profile[name] for name in ("language", "region", "timeZone", "dateOrder")] == [
        "hi",
        "IN",
        "Asia/Kolkata",
        "day",
    ]

    browser.language = "en"
    owner = AccountOwner(company_id=company.id, user_id=account.id, email=account.email, full_name="Asha")
    for language in ("hi", "en"):
        changed = await browser.call("PUT", "users/profile", json={"language": language})
        assert changed.body["language"] == language
        async with services.unit_of_work() as unit:
            await notify_of_new_codes(unit, owner)
        await send_all(services, capturing)
    refused = await browser.call("PUT", "users/profile", json={"language": "xx"})
    assert refused.status == 422

    english, hindi, code = (each.rendered for each in await read_inbox(services, to=account.email))
    assert english.subject == f"{company.name}: Your Waymark account has new recovery codes"
    for each in (hindi, code):
        assert all(_DEVANAGARI.search(text or "") for text in (each.subject, each.text, each.html))


async def test_people_without_a_language_get_their_company_s(
    services: Services, capturing: Providers, company: Company
) -> None:
    account = await add_account(services.database, company)
    owner = AccountOwner(company_id=company.id, user_id=account.id, email=account.email, full_name="Asha")
    for language in Language:
        await execute(services, "UPDATE companies SET language = $1", language)
        async with services.unit_of_work() as unit:
            await notify_of_new_codes(unit, owner)
        await send_all(services, capturing)
    hindi, english = (each.rendered for each in await read_inbox(services, to=account.email))
    assert not _DEVANAGARI.search(english.text)
    assert _DEVANAGARI.search(hindi.text)


def test_numbers_in_mails_are_grouped_as_in_the_company_s_region(settings: Settings) -> None:
    shown = {}
    for region in ("IN", "US"):
        message = Outgoing(
            id=UUID(int=1),
            kind=MessageKind.IMPORT_FINISHED,
            channel=Channel.EMAIL,
            recipient="asha@example.org",
            parameters={"full_name": "Asha", "file_name": "people.csv", "created": 150_000, "failed": 0},
            import_id=UUID(int=2),
            created_at=utc_now(),
            region=region,
        )
        shown[region] = Renderer.from_settings(settings).render(message).subject.rpartition(": ")[2]
    assert shown == {"IN": "1,50,000 accounts created", "US": "150,000 accounts created"}
