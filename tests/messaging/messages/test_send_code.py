"""The job that sends one code."""

import asyncio
from datetime import timedelta
from urllib.parse import quote

import pytest
from aiosmtpd.smtp import Envelope
from structlog.testing import capture_logs

from server.messaging.messages.kinds import Channel, NoProvider, Providers
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Keyring
from server.platform.services import Services
from tests.fixtures.mail_server import MailServer, content_of
from tests.fixtures.outbox import CODE, QueueCode, fetch_message, make_due, send_code, smtp_provider
from tests.fixtures.sign_in import execute


async def test_a_code_is_sent_once_and_then_forgotten(
    services: Services, smtp: Providers, mail_server: MailServer, queue_code: QueueCode
) -> None:
    message_id = await queue_code()
    with capture_logs() as logs:
        await asyncio.gather(*(send_code(services, smtp, message_id=message_id) for _ in range(5)))
    (mail,) = mail_server.received
    assert mail.to == "asha@example.org"
    assert CODE in mail.text
    assert CODE in str(mail.content["Subject"])
    message = await fetch_message(services, message_id)
    assert (message.state, message.attempts, message.secret, message.next_attempt_at) == ("sent", 1, None, None)
    assert message.sent_at is not None
    assert CODE not in str(logs)


async def test_a_temporary_refusal_is_tried_again_with_the_same_text_and_message_id(
    services: Services, smtp: Providers, mail_server: MailServer, queue_code: QueueCode
) -> None:
    seen: list[bytes] = []

    async def greylist_first(envelope: Envelope) -> str:
        content = content_of(envelope)
        seen.append(b"\n".join(line for line in content.splitlines() if not line.startswith(b"Date:")))
        return "451 come back later" if len(seen) == 1 else "250 kept"

    mail_server.reply = greylist_first
    message_id = await queue_code()
    await send_code(services, smtp, message_id=message_id)
    message = await fetch_message(services, message_id)
    assert (message.state, message.attempts) == ("queued", 1)
    assert "451 come back later" in message.error
    assert timedelta(0) < message.wait <= timedelta(seconds=2)

    await send_code(services, smtp, message_id=message_id)
    assert mail_server.tries == 1, "it was tried before its time"
    await make_due(services)
    await send_code(services, smtp, message_id=message_id)
    assert seen[0] == seen[1]
    assert f"Message-ID: <{message_id}@waymark.test>".encode() in seen[0]
    assert (await fetch_message(services, message_id)).state == "sent"


async def test_after_six_attempts_a_code_has_failed_with_a_reason(
    services: Services, smtp: Providers, mail_server: MailServer, queue_code: QueueCode
) -> None:
    async def refuse(_: Envelope) -> str:
        return "421 closing down"

    mail_server.reply = refuse
    message_id = await queue_code()
    for _ in range(8):
        await send_code(services, smtp, message_id=message_id)
        await make_due(services)
    message = await fetch_message(services, message_id)
    assert (message.state, message.attempts, message.secret) == ("failed", 6, None)
    assert "421 closing down" in message.error
    assert mail_server.tries == 6


async def test_a_final_refusal_is_not_tried_again(
    services: Services, smtp: Providers, mail_server: MailServer, queue_code: QueueCode
) -> None:
    async def refuse(_: Envelope) -> str:
        return "550 no such mailbox"

    mail_server.reply = refuse
    message_id = await queue_code()
    await send_code(services, smtp, message_id=message_id)
    message = await fetch_message(services, message_id)
    assert (message.state, message.secret, message.next_attempt_at) == ("failed", None, None)
    assert message.error == "550 no such mailbox"


async def test_a_server_that_never_answers_costs_one_try_and_no_more_than_its_time(
    services: Services, mail_server: MailServer, queue_code: QueueCode
) -> None:
    never = asyncio.Event()

    async def hang(_: Envelope) -> str:
        await never.wait()
        return "250 too late"

    mail_server.reply = hang
    message_id = await queue_code()
    provider = smtp_provider(services, mail_server.url, send_seconds=0.5)
    async with asyncio.timeout(30):
        await send_code(services, Providers(email=provider, sms=provider), message_id=message_id)
    never.set()
    await provider.close()
    message = await fetch_message(services, message_id)
    assert (message.state, message.attempts) == ("queued", 1)
    assert message.error == "The mail server did not answer in time"


async def test_a_connection_that_the_server_closed_while_idle_is_reopened(
    services: Services, smtp: Providers, mail_server: MailServer, queue_code: QueueCode
) -> None:
    first, second = await queue_code("first@example.org"), await queue_code("second@example.org")
    await send_code(services, smtp, message_id=first)
    mail_server.hang_up()
    await send_code(services, smtp, message_id=second)
    assert [mail.to for mail in mail_server.received] == ["first@example.org", "second@example.org"]
    assert (await fetch_message(services, second)).attempts == 1


async def test_mails_share_a_connection(
    services: Services, smtp: Providers, mail_server: MailServer, queue_code: QueueCode
) -> None:
    for _ in range(3):
        await send_code(services, smtp, message_id=await queue_code())
    assert len(mail_server.received) == 3
    assert len(mail_server.sessions) == 1


async def test_an_expired_code_is_not_sent(
    services: Services, smtp: Providers, mail_server: MailServer, queue_code: QueueCode
) -> None:
    message_id = await queue_code(expires_at=utc_now() - timedelta(seconds=1))
    await send_code(services, smtp, message_id=message_id)
    assert mail_server.tries == 0
    await execute(services, "UPDATE messages SET expires_at = now() + interval '1 day' WHERE id = $1", message_id)
    await send_code(services, smtp, message_id=message_id)
    assert mail_server.tries == 1, "nothing else kept it from being sent"


async def test_a_secret_whose_key_is_gone_fails_instead_of_being_sent_empty(
    services: Services, smtp: Providers, mail_server: MailServer, queue_code: QueueCode
) -> None:
    message_id = await queue_code(keys=Keyring(("an older key that was removed",)))
    await send_code(services, smtp, message_id=message_id)
    message = await fetch_message(services, message_id)
    assert message.state == "failed"
    assert "SECRET_KEYS" in message.error
    assert mail_server.tries == 0


async def test_without_an_sms_provider_a_text_message_fails_at_once(services: Services, queue_code: QueueCode) -> None:
    none = NoProvider("No SMS provider is configured (SMS_URL)")
    message_id = await queue_code("+919812345678", channel=Channel.SMS)
    await send_code(services, Providers(email=none, sms=none), message_id=message_id)
    message = await fetch_message(services, message_id)
    assert (message.state, message.error) == ("failed", "No SMS provider is configured (SMS_URL)")


@pytest.mark.parametrize(("password", "state"), [("p:w/1", "sent"), ("hunter2", "queued")])
async def test_the_mail_server_is_given_the_name_and_password_of_its_url(
    services: Services, mail_server: MailServer, queue_code: QueueCode, password: str, state: str
) -> None:
    """A wrong password is an error of the configuration, not of the message: it is retried."""
    mail_server.login = ("asha@mail.test", "p:w/1")
    url = f"smtp://asha%40mail.test:{quote(password, safe='')}@127.0.0.1:{mail_server.port}"
    provider = smtp_provider(services, url)
    message_id = await queue_code()
    with capture_logs() as logs:
        await send_code(services, Providers(email=provider, sms=provider), message_id=message_id)
    await provider.close()
    message = await fetch_message(services, message_id)
    assert message.state == state
    assert password not in f"{logs} {message.error}"
    assert ("535" in (message.error or "")) == (state == "queued")


async def test_an_address_outside_ascii_is_reached(
    services: Services, smtp: Providers, mail_server: MailServer, queue_code: QueueCode
) -> None:
    for recipient in ("jürgen@example.org", "asha@bücher.example"):
        await send_code(services, smtp, message_id=await queue_code(recipient))
    assert [mail.to for mail in mail_server.received] == ["jürgen@example.org", "asha@xn--bcher-kva.example"]
