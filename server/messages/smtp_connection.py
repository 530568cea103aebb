"""One connection to the SMTP server, opened when it is needed and kept for the next mail."""

import time
from typing import Final

from aiosmtplib import (
    SMTP,
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPException,
    SMTPHeloError,
    SMTPResponseException,
    SMTPServerDisconnected,
)

from server.configuration.smtp_url import SmtpServer

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
        self._client: SMTP | None = None
        self._used_at = 0.0

    async def send(self, *, sender: str, recipient: str, mail: bytes) -> str:
        """The server's answer to the whole mail.

        Raises:
            SmtpUnreachableError: the server cannot be reached, or refuses the login.
            aiosmtplib.SMTPException: its answer to this mail.

        """
        client = self._kept()
        if client is not None:
            try:
                return await self._send(client, sender=sender, recipient=recipient, mail=mail)
            except SMTPServerDisconnected:
                # The server has closed an idle connection: it has not seen this mail.
                self.close()
        return await self._send(await self._open(), sender=sender, recipient=recipient, mail=mail)

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def _kept(self) -> SMTP | None:
        client = self._client
        if client is None or not client.is_connected or time.monotonic() - self._used_at > IDLE_SECONDS:
            self.close()
            return None
        return client

    async def _open(self) -> SMTP:
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
        self._client = client
        try:
            await client.connect(timeout=CONNECT_SECONDS)
        except (SMTPAuthenticationError, SMTPConnectError, SMTPHeloError, SMTPException, OSError) as error:
            self.close()
            raise SmtpUnreachableError(describe(error)) from error
        return client

    async def _send(self, client: SMTP, *, sender: str, recipient: str, mail: bytes) -> str:
        options = [] if recipient.isascii() else ["SMTPUTF8"]
        _, answer = await client.sendmail(sender, [recipient], mail, mail_options=options)
        self._used_at = time.monotonic()
        return answer


def describe(error: Exception) -> str:
    """For an administrator: the server's own words, else the type of the error."""
    if isinstance(error, SMTPResponseException):
        return f"{error.code} {error.message}"
    return str(error) or type(error).__name__
