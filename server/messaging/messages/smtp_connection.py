"""One connection to the SMTP server, opened when it is needed and kept for the next mail."""

import re
import time
from contextlib import suppress
from typing import Final

from aiosmtplib import SMTP, SMTPException, SMTPNotSupported, SMTPResponseException, SMTPServerDisconnected

from server.platform.configuration.message_providers import SmtpServer

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
        self._server = server
        self._own_name = own_name
        self._client: SMTP | None = None
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
        try:
            client = await self._announce(sender=sender, recipient=recipient)
            # From here on the server may have the mail, even if no reply comes: it is not sent again at once.
            return _shown((await client.data(mail)).message)
        except SMTPResponseException as error:
            await self._reset()
            raise SMTPResponseException(error.code, _shown(error.message)) from error
        except BaseException:
            # A reply that comes late would be taken for that to the next mail.
            self.close()
            raise
        finally:
            self._used_at = time.monotonic()

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    async def _announce(self, *, sender: str, recipient: str) -> SMTP:
        """Send the envelope; over another connection where the server has closed the one that was kept."""
        client = self._kept()
        if client is not None:
            with suppress(SMTPServerDisconnected):
                await _send_envelope(client, sender=sender, recipient=recipient)
                return client
        client = await self._open()
        await _send_envelope(client, sender=sender, recipient=recipient)
        return client

    async def _reset(self) -> None:
        """Let the next mail begin with an envelope of its own."""
        if self._client is None:
            return
        try:
            await self._client.rset()
        except SMTPException:
            self.close()

    def _kept(self) -> SMTP | None:
        client = self._client
        if client is None or not client.is_connected or time.monotonic() - self._used_at > IDLE_SECONDS:
            self.close()
            return None
        return client

    async def _open(self) -> SMTP:
        self.close()
        server = self._server
        client = SMTP(
            hostname=server.host,
            port=server.port,
            use_tls=server.implicit_tls,
            start_tls=server.start_tls,
            cert_bundle=server.ca,
            username=server.username,
            password=server.password,
            local_hostname=self._own_name,
            timeout=REPLY_SECONDS,
        )
        try:
            await client.connect(timeout=CONNECT_SECONDS)
            if client.is_ehlo_or_helo_needed:
                await client.ehlo()
        except (SMTPException, OSError) as error:
            client.close()
            raise SmtpUnreachableError(describe(error)) from error
        except BaseException:
            client.close()
            raise
        self._client = client
        return client


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
