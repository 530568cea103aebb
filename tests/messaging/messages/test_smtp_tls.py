"""Mail over TLS, from the first byte or by STARTTLS, to a server with a certificate made here."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from aiosmtpd.smtp import Envelope

from server.messaging.messages.kinds import NoProvider, Providers
from server.platform.configuration.load_settings import parse_smtp_url
from server.platform.services import Services
from tests.fixtures.certificates import Certified, certify
from tests.fixtures.mail_server import MailServer, listening
from tests.fixtures.outbox import CODE, QueueCode, fetch_message, send_code, smtp_provider

LOGIN = ("asha", "p:w/ä")
ENCODED = "asha:p%3Aw%2F%C3%A4@"


@pytest.fixture
def certified(tmp_path: Path) -> Certified:
    return certify(tmp_path)


@pytest.fixture
async def smtps_server(certified: Certified) -> AsyncIterator[MailServer]:
    async with listening(MailServer(login=LOGIN), tls=certified.tls) as server:
        yield server


@pytest.fixture
async def starttls_server(certified: Certified) -> AsyncIterator[MailServer]:
    async with listening(MailServer(login=LOGIN, starttls=certified.tls)) as server:
        yield server


async def send(services: Services, queue_code: QueueCode, url: str) -> Any:
    message_id: UUID = await queue_code()
    provider = smtp_provider(services, url)
    await send_code(services, Providers(email=provider, sms=NoProvider("no SMS here")), message_id=message_id)
    await provider.close()
    return await fetch_message(services, message_id)


async def test_smtps(services: Services, queue_code: QueueCode, smtps_server: MailServer, certified: Certified) -> None:
    url = f"smtps://{ENCODED}127.0.0.1:{smtps_server.port}?ca={certified.ca}"
    assert (await send(services, queue_code, url)).state == "sent"
    assert CODE in smtps_server.received[0].text


async def test_starttls(
    services: Services, queue_code: QueueCode, starttls_server: MailServer, certified: Certified
) -> None:
    encrypted: list[bool] = []

    async def note(_: Envelope) -> str:
        encrypted.append(all(each.session is not None and each.session.ssl for each in starttls_server.sessions))
        return "250 kept"

    starttls_server.reply = note
    url = f"smtp://{ENCODED}127.0.0.1:{starttls_server.port}?ca={certified.ca}"
    assert (await send(services, queue_code, url)).state == "sent"
    assert encrypted == [True]
    assert CODE in starttls_server.received[0].text


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
@pytest.mark.parametrize("wrong", ["unknown authority", "another authority", "another host", "run out"])
async def test_a_wrong_certificate_is_refused(
    services: Services, queue_code: QueueCode, tmp_path: Path, scheme: str, wrong: str
) -> None:
    address, days = ("127.0.0.2", 1) if wrong == "another host" else ("127.0.0.1", -1 if wrong == "run out" else 1)
    certified = certify(tmp_path, address=address, days=days)
    other = tmp_path / "other"
    other.mkdir()
    ca = certify(other).ca if wrong == "another authority" else certified.ca
    implicit = scheme == "smtps"
    server = MailServer(starttls=None if implicit else certified.tls)
    async with listening(server, tls=certified.tls if implicit else None):
        query = "" if wrong == "unknown authority" else f"?ca={ca}"
        message = await send(services, queue_code, f"{scheme}://127.0.0.1:{server.port}{query}")
    assert (message.state, message.attempts) == ("queued", 1)
    assert "certificate" in message.error.lower()
    assert (server.tries, server.received) == (0, [])


@pytest.mark.parametrize(
    ("url", "start_tls"),
    [
        ("smtp://mail.test", None),
        ("smtp://asha:secret@mail.test", True),
        ("smtp://asha:secret@192.0.2.1", True),
        ("smtp://asha:secret@127.0.0.1", None),
        ("smtp://asha:secret@localhost", None),
        ("smtps://asha:secret@mail.test", False),
    ],
)
def test_a_password_is_sent_over_tls_only_except_on_loopback(url: str, start_tls: bool | None) -> None:  # noqa: FBT001 - a parameter
    assert parse_smtp_url(url).start_tls is start_tls


def test_a_missing_file_of_the_authority_is_named() -> None:
    with pytest.raises(ValueError, match=r"/nowhere/ca\.pem"):
        parse_smtp_url("smtp://asha:secret@mail.test?ca=/nowhere/ca.pem")
