"""Mail by SMTP, over a few connections that are kept open between mails."""

import asyncio
import base64
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from email.header import Header
from email.utils import formataddr, formatdate, parseaddr
from typing import Final
from uuid import UUID

from aiosmtplib import SMTP, SMTPException, SMTPNotSupported, SMTPResponseException, SMTPServerDisconnected
from jinja2 import TemplateError
from structlog import get_logger

from server.messaging.messages.kinds import LONGEST_TEXT, Attempt, Outcome, Outgoing, Provider
from server.messaging.messages.render import RenderedMessage, Renderer
from server.platform.configuration.load_settings import SmtpServer
from server.platform.process.outages import OUTAGES
from server.vocabulary.emails import normalize_email
from server.vocabulary.visible_text import without_invisible


class Sender:
    """`EMAIL_FROM`, taken apart once: `Waymark <no-reply@example.org>` or a bare address."""

    def __init__(self, email_from: str) -> None:
        name, typed = parseaddr(email_from)
        address = typed if typed.isascii() else normalize_email(typed)
        if address is None or not address.isascii() or "@" not in address or not email_from.isprintable():
            raise ValueError(
                "EMAIL_FROM must be an address, or a name and an address in angle brackets, in ASCII before the @"
            )
        self.address = address
        self.domain = address.rpartition("@")[2]
        self.name = name


def mail_bytes(rendered: RenderedMessage, *, message_id: UUID, sender: Sender, recipient: str) -> bytes:
    """The same message has the same Message-ID at every try, so that a receiver can drop duplicates.

    Raises ValueError: an address holds a control character, which could start another header.
    """
    if not (sender.address + sender.name + recipient).isprintable():
        raise ValueError("An address may not hold control characters")
    boundary = f"=_{message_id.hex}"
    headers = {
        "MIME-Version": "1.0",
        "Content-Type": f'multipart/alternative; boundary="{boundary}"',
        "From": formataddr((sender.name, sender.address)),
        # Outside ASCII it stays as it is: it goes only to a server that takes UTF-8 (RFC 6532).
        "To": recipient,
        # A name that was stored before there were rules must not stop a mail: what cannot be seen is left out.
        "Subject": Header(without_invisible(rendered.subject), header_name="Subject").encode(),
        "Date": formatdate(),
        "Message-ID": f"<{message_id}@{sender.domain}>",
        "Auto-Submitted": "auto-generated",
    }
    if rendered.stops_at is not None:
        headers |= {"List-Unsubscribe": f"<{rendered.stops_at}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    # The library's own headers and parts take most of the time of a mail, because it writes them line by line.
    head = "".join(f"{name}: {value}\n" for name, value in headers.items())
    parts = [_part("plain", rendered.text)] + ([] if rendered.html is None else [_part("html", rendered.html)])
    body = "".join(f"\n--{boundary}\n{part}" for part in parts)
    return f"{head}{body}\n--{boundary}--\n".encode()


def _part(kind: str, text: str) -> str:
    if text.isascii():
        charset, encoding, content = "us-ascii", "7bit", text
    else:
        charset, encoding, content = "utf-8", "base64", base64.encodebytes(text.encode()).decode()
    return f'Content-Type: text/{kind}; charset="{charset}"\nContent-Transfer-Encoding: {encoding}\n\n{content}'


CONNECT_SECONDS: Final = 5.0
REPLY_SECONDS: Final = 8.0
# Idle connections are closed before the server closes them.
IDLE_SECONDS: Final = 20.0
# The library takes the address out of whatever is around it, which may be another one than was checked.
_ADDRESS: Final = re.compile(r"[^\x00-\x20<>\x7f-\xa0]+@[^\x00-\x20<>\x7f-\xa0]+").fullmatch


class SmtpUnreachableError(Exception):
    """No session was established, whatever the mail. The text names the server's reason."""


class SmtpConnection:
    def __init__(self, server: SmtpServer, *, own_name: str) -> None:
        self._client = SMTP(
            hostname=server.host,
            port=server.port,
            use_tls=server.implicit_tls,
            start_tls=server.start_tls,
            cert_bundle=server.ca,
            username=server.username,
            password=server.password,
            local_hostname=own_name,
            timeout=REPLY_SECONDS,
        )
        self._used_at = 0.0

    async def send(self, *, sender: str, recipient: str, mail: bytes) -> str:
        """The server's answer to the whole mail.

        Raises:
            SmtpUnreachableError: the server cannot be reached, or refuses the login.
            aiosmtplib.SMTPException: its answer to this mail.
            ValueError: the address of the sender or the recipient could be read as something else.
        """
        if not (_ADDRESS(sender) and _ADDRESS(recipient)):
            raise ValueError("An address cannot be written in a command of SMTP")
        client = self._client
        try:
            await self._announce(sender=sender, recipient=recipient)
            # From here on the server may have the mail, even if no reply comes: it is not sent again at once.
            return _shown((await client.data(mail)).message)
        except SMTPResponseException as error:
            # The next mail begins with an envelope of its own.
            try:
                await client.rset()
            except SMTPException:
                client.close()
            raise SMTPResponseException(error.code, _shown(error.message)) from error
        except BaseException:
            # A reply that comes late would be taken for that to the next mail.
            client.close()
            raise
        finally:
            self._used_at = time.monotonic()

    async def greet(self) -> None:
        """Begin a session: connect, with TLS and the login. Raises SmtpUnreachableError."""
        self._client.close()
        try:
            await self._client.connect(timeout=CONNECT_SECONDS)
            if self._client.is_ehlo_or_helo_needed:
                await self._client.ehlo()
        except (SMTPException, OSError) as error:
            raise SmtpUnreachableError(describe(error)) from error

    def close(self) -> None:
        self._client.close()

    async def _announce(self, *, sender: str, recipient: str) -> None:
        """Send the envelope, in a new session where the server has ended the one that was kept."""
        client = self._client
        if client.is_connected and time.monotonic() - self._used_at <= IDLE_SECONDS:
            with suppress(SMTPServerDisconnected):
                await _send_envelope(client, sender=sender, recipient=recipient)
                return
        await self.greet()
        await _send_envelope(client, sender=sender, recipient=recipient)


async def _send_envelope(client: SMTP, *, sender: str, recipient: str) -> None:
    options = []
    if not recipient.isascii():
        if not client.supports_extension("smtputf8"):
            raise SMTPNotSupported("SMTPUTF8 is not supported by this server")
        options.append("SMTPUTF8")
    await client.mail(sender, options=options, encoding="utf-8")
    await client.rcpt(recipient, encoding="utf-8")


def _shown(text: str) -> str:
    """A reply as it may be stored and shown, whatever the server sends."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)


def describe(error: Exception) -> str:
    """For an administrator: the server's own words, else the type of the error."""
    if isinstance(error, SMTPResponseException):
        return f"{error.code} {error.message}"
    return str(error) or type(error).__name__


# One mail, the connection included; shorter than the lease of a code.
SEND_SECONDS: Final = 10.0
# No further mail of a batch is begun after so long.
BATCH_SECONDS: Final = 5.0
PERMANENT: Final = 500
REFUSED_IN_A_ROW: Final = 5

logger = get_logger(__name__)


class SmtpProvider(Provider):
    def __init__(
        self,
        server: SmtpServer,
        *,
        sender: Sender,
        renderer: Renderer,
        connections: int,
        send_seconds: float = SEND_SECONDS,
    ) -> None:
        self._send_seconds = send_seconds
        self._sender = sender
        self._renderer = renderer
        self._connections = connections
        self._lost_at = 0.0
        # A server that refuses a connection is asked for fewer of them for a while.
        self._lanes = connections
        self._refused = 0
        # The one used last is taken first, so that those not needed fall idle.
        self._free: asyncio.LifoQueue[SmtpConnection] = asyncio.LifoQueue()
        for _ in range(connections):
            self._free.put_nowait(SmtpConnection(server, own_name=self._sender.domain))

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        attempts = {message.id: Attempt(message_id=message.id, outcome=Outcome.UNTRIED) for message in messages}
        waiting, begun = iter(messages), time.monotonic()
        if begun - self._lost_at > IDLE_SECONDS:
            self._lanes = self._connections
        async with asyncio.TaskGroup() as lanes:
            for _ in range(min(self._lanes, len(messages))):
                lanes.create_task(self._run_lane(waiting, attempts, begun=begun))
        return list(attempts.values())

    async def close(self) -> None:
        while not self._free.empty():
            self._free.get_nowait().close()

    async def _run_lane(self, waiting: Iterator[Outgoing], attempts: dict[UUID, Attempt], *, begun: float) -> None:
        """Send one after the other over one connection, until none is left, time is up or the server is lost.

        A server may refuse one connection and serve the others: each lane ends by itself.
        """
        connection = await self._free.get()
        try:
            if self._lost_at > begun:
                # Another batch has met it while this one waited for its connection.
                return
            for message in waiting:
                try:
                    attempts[message.id] = await self._attempt(connection, message)
                    self._note(attempts[message.id])
                except SmtpUnreachableError as error:
                    attempts[message.id] = Attempt.failed(message, Outcome.RETRY, str(error))
                    OUTAGES.failed("smtp", type(error.__cause__).__name__, reason=str(error))
                    self._lost_at = time.monotonic()
                    self._lanes = max(1, self._lanes - 1)
                    return
                if time.monotonic() - begun > BATCH_SECONDS:
                    return
        finally:
            self._free.put_nowait(connection)

    def _note(self, attempt: Attempt) -> None:
        """Note how the server takes mail. A refusal may be about one mail: only several in a row are about all."""
        if attempt.outcome is Outcome.SENT:
            self._refused = 0
            OUTAGES.works("smtp")
            return
        self._refused += 1
        if self._refused >= REFUSED_IN_A_ROW:
            # Its words may name the recipient, its code does not.
            code = str(attempt.error)[:3]
            cause = code if code.isdecimal() else "no answer"
            OUTAGES.failed("smtp", cause, reason=f"it has refused several mails in a row ({cause})")

    async def _attempt(self, connection: SmtpConnection, message: Outgoing) -> Attempt:
        recipient = message.recipient if message.recipient.isascii() else normalize_email(message.recipient)
        if recipient is None:
            return Attempt.failed(message, Outcome.REFUSED, "The address of the recipient is no email address")
        try:
            rendered = self._renderer.render(message)
            mail = mail_bytes(rendered, message_id=message.id, sender=self._sender, recipient=recipient)
            async with asyncio.timeout(self._send_seconds):
                answer = await connection.send(sender=self._sender.address, recipient=recipient, mail=mail)
        except TimeoutError:
            return Attempt.failed(message, Outcome.RETRY, "The mail server did not answer in time")
        except (TemplateError, ValueError, SMTPNotSupported) as error:
            logger.exception("message_cannot_be_written", message_id=str(message.id))
            return Attempt.failed(message, Outcome.REFUSED, describe(error))
        except (SMTPException, OSError) as error:
            # A reply of 500 or more is final for this mail; all others are transient.
            is_final = isinstance(error, SMTPResponseException) and error.code >= PERMANENT
            return Attempt.failed(message, Outcome.REFUSED if is_final else Outcome.RETRY, describe(error))
        return Attempt(message_id=message.id, outcome=Outcome.SENT, provider_id=answer[:LONGEST_TEXT])
