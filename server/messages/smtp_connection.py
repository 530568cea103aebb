"""One connection to the SMTP server, opened when it is needed and kept for the next mail."""

import asyncio
import time
from typing import Final, cast

from aiosmtplib import SMTP, SMTPException, SMTPResponseException, SMTPServerDisconnected

from server.configuration.smtp_url import SmtpServer
from server.messages.smtp_dialogue import Extensions, SmtpDialogue

CONNECT_SECONDS: Final = 5.0
REPLY_SECONDS: Final = 8.0
# Idle connections are closed before the server closes them.
IDLE_SECONDS: Final = 20.0


class SmtpUnreachableError(Exception):
    """No session was established, whatever the mail. The text names the server's reason."""


class SmtpConnection:
    def __init__(self, server: SmtpServer, *, own_name: str) -> None:
        self._server = server
        self._own_name = own_name
        self._dialogue: SmtpDialogue | None = None
        self._used_at = 0.0

    async def send(self, *, sender: str, recipient: str, mail: bytes) -> str:
        """The server's answer to the whole mail.

        Raises:
            SmtpUnreachableError: the server cannot be reached, or refuses the login.
            aiosmtplib.SMTPException: its answer to this mail.

        """
        kept = self._kept()
        if kept is not None:
            try:
                return await self._send(kept, sender=sender, recipient=recipient, mail=mail)
            except SMTPServerDisconnected:
                if kept.has_sent_text:
                    raise
                # The server has closed an idle connection: it has not seen this mail.
        return await self._send(await self._open(), sender=sender, recipient=recipient, mail=mail)

    def close(self) -> None:
        if self._dialogue is not None:
            self._dialogue.close()
            self._dialogue = None

    def _kept(self) -> SmtpDialogue | None:
        dialogue = self._dialogue
        if dialogue is None or not dialogue.is_free or time.monotonic() - self._used_at > IDLE_SECONDS:
            self.close()
            return None
        return dialogue

    async def _open(self) -> SmtpDialogue:
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
        extensions = Extensions(*map(client.supports_extension, ("pipelining", "size", "smtputf8")))
        self._dialogue = SmtpDialogue(cast("asyncio.Transport", client.transport), extensions=extensions)
        return self._dialogue

    async def _send(self, dialogue: SmtpDialogue, *, sender: str, recipient: str, mail: bytes) -> str:
        try:
            return await dialogue.send(sender=sender, recipient=recipient, mail=mail)
        finally:
            self._used_at = time.monotonic()


def describe(error: Exception) -> str:
    """For an administrator: the server's own words, else the type of the error."""
    if isinstance(error, SMTPResponseException):
        return f"{error.code} {error.message}"
    return str(error) or type(error).__name__
