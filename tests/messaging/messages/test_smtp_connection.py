"""Mails over one SMTP session, to a server that says what a test tells it to."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import pytest
from aiosmtplib import SMTPException, SMTPResponseException, SMTPServerDisconnected

from server.messaging.messages.mail import SmtpConnection
from server.platform.configuration.load_settings import parse_smtp_url
from tests.fixtures.mail_server import MailServer, listening

SENDER = "no-reply@waymark.test"
MAIL = b"Subject: A subject\r\n\r\nHello\r\n"
FINE = "250 fine"
ENVELOPE = (["MAIL"], [FINE]), (["RCPT"], [FINE]), (["DATA"], ["354 go on"])
HANG_UP = ""


@dataclass
class ScriptedServer:
    """Answers groups of commands by their verbs, in its own words; "." is the end of a text, "" hangs up."""

    steps: Iterator[tuple[list[str], list[str]]]
    port: int = 0
    sessions: int = 0
    lines: list[str] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.sessions += 1
        writer.write(b"220 scripted.test\r\n")
        await reader.readline()
        writer.write(b"250-scripted.test\r\n250 HELP\r\n")
        # The client may hang up, too.
        with suppress(asyncio.IncompleteReadError):
            for verbs, replies in self.steps:
                for verb in verbs:
                    await self._read(reader, verb)
                writer.write("".join(f"{reply}\r\n" for reply in replies if reply).encode("latin-1"))
                if HANG_UP in replies:
                    break
        writer.close()

    async def _read(self, reader: asyncio.StreamReader, verb: str) -> None:
        line = ""
        while not line.startswith(verb):
            line = (await reader.readuntil(b"\r\n")).decode()
            self.lines.append(line.rstrip())


@asynccontextmanager
async def scripted(*steps: tuple[list[str], list[str]]) -> AsyncIterator[tuple[SmtpConnection, ScriptedServer]]:
    server = ScriptedServer(steps=iter(steps))
    async with await asyncio.start_server(server.serve, "127.0.0.1", 0) as listener:
        server.port = listener.sockets[0].getsockname()[1]
        connection = SmtpConnection(parse_smtp_url(f"smtp://127.0.0.1:{server.port}"), own_name="waymark.test")
        async with asyncio.timeout(30):
            yield connection, server
        connection.close()


async def send(connection: SmtpConnection, *, to: str = "asha@example.org", mail: bytes = MAIL) -> str:
    return await connection.send(sender=SENDER, recipient=to, mail=mail)


async def test_a_line_that_begins_with_a_period_arrives() -> None:
    async with listening(MailServer()) as server:
        connection = SmtpConnection(parse_smtp_url(server.url), own_name="waymark.test")
        await send(connection, mail=b"Subject: .\r\n\r\n.\r\n..\r\n.a\r\n")
        connection.close()
    assert server.received[0].content.get_payload() == ".\r\n..\r\n.a\r\n"


async def test_after_a_refused_mail_the_next_one_takes_the_same_session() -> None:
    refused = (["MAIL"], [FINE]), (["RCPT"], ["550 no such mailbox"]), (["RSET"], [FINE])
    async with scripted(*refused, *ENVELOPE, (["."], ["250 kept"])) as (connection, server):
        with pytest.raises(SMTPResponseException, match="no such mailbox"):
            await send(connection)
        assert await send(connection) == "kept"
    assert server.sessions == 1


async def test_the_reason_of_a_server_that_hangs_up_is_known() -> None:
    async with scripted((["MAIL"], ["421-too many mails\r\n421 come back", HANG_UP])) as (connection, _):
        with pytest.raises(SMTPResponseException) as refused:
            await send(connection)
    assert (refused.value.code, refused.value.message) == (421, "too many mails\ncome back")


async def test_a_mail_that_was_on_its_way_when_the_session_ended_is_not_sent_again_at_once() -> None:
    """The server may have it; whether it is tried again is for the outbox to decide."""
    async with scripted(*ENVELOPE, (["."], ["250 kept"]), *ENVELOPE, (["."], [HANG_UP])) as (connection, server):
        await send(connection)
        with pytest.raises(SMTPServerDisconnected):
            await send(connection)
    assert server.sessions == 1


async def test_a_session_that_ends_before_the_text_is_opened_anew() -> None:
    steps = *ENVELOPE, (["."], ["250 kept"]), (["MAIL"], [HANG_UP]), *ENVELOPE, (["."], ["250 2"])
    async with scripted(*steps) as (connection, server):
        await send(connection)
        assert await send(connection) == "2"
    assert server.sessions == 2


async def test_after_a_mail_that_was_given_up_another_session_is_taken() -> None:
    """The reply that comes late would be taken for that to the next mail."""
    async with scripted(*[(["MAIL"], []), (["RCPT"], [])] * 2) as (connection, server):
        for session in (1, 2):
            given_up = asyncio.create_task(send(connection))
            while server.sessions < session or not server.lines:
                await asyncio.sleep(0.001)
            server.lines.clear()
            given_up.cancel()
            await asyncio.wait([given_up])


@pytest.mark.parametrize("garbage", ["no code", "250-" + "x" * 1_000_000])
async def test_replies_that_cannot_be_read_end_the_session(garbage: str) -> None:
    async with scripted((["MAIL"], [garbage])) as (connection, server):
        with pytest.raises(SMTPException):
            await send(connection)
        assert server.sessions == 1


async def test_a_reply_can_be_stored_whatever_the_server_sends() -> None:
    async with scripted(*ENVELOPE, (["."], ["250 kept\x00\xff"])) as (connection, _):
        assert (await send(connection)).startswith("kept\ufffd")


@pytest.mark.parametrize(
    "to", ["a@b.example>\r\nRCPT TO:<thief@example.org", "a@b.example> X=1", "a b@c.example", "a@b\u0085.example", "a"]
)
async def test_no_address_ends_its_command(to: str) -> None:
    async with scripted() as (connection, server):
        with pytest.raises(ValueError, match="address"):
            await send(connection, to=to)
    assert server.lines == []


@pytest.mark.parametrize("line_end", ["\n", "\r", "\n.\n", "\r.\r", "\n.\r\n", "\r.\r\n"])
async def test_no_line_end_of_another_kind_hides_a_second_mail(line_end: str) -> None:
    async with listening(MailServer()) as server:
        connection = SmtpConnection(parse_smtp_url(server.url), own_name="waymark.test")
        await send(connection, mail=f"Subject: a\r\n\r\nHello{line_end}MAIL FROM:<x@example.org>\r\n".encode())
        connection.close()
    assert len(server.received) == 1
