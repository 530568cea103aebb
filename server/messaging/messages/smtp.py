"""Mail by SMTP, over a few connections that are kept open between mails."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import Final
from uuid import UUID

from aiosmtplib import SMTPException, SMTPNotSupported, SMTPResponseException
from jinja2 import TemplateError
from structlog import get_logger

from server.messaging.messages.delivery import Attempt, Outcome, Outgoing
from server.messaging.messages.mail import Sender, mail_bytes
from server.messaging.messages.render import Renderer
from server.messaging.messages.smtp_connection import SmtpConnection, SmtpUnreachableError, describe
from server.platform.configuration.message_providers import SmtpServer
from server.vocabulary.emails import normalize_email

# One mail, the connection included; shorter than the lease of a code.
SEND_SECONDS: Final = 10.0
# No further mail of a batch is begun after so long.
BATCH_SECONDS: Final = 5.0
PERMANENT: Final = 500
LONGEST_ERROR: Final = 300

logger = get_logger(__name__)


class SmtpProvider:
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
        # The one used last is taken first, so that those not needed fall idle.
        self._free: asyncio.LifoQueue[SmtpConnection] = asyncio.LifoQueue()
        for _ in range(connections):
            self._free.put_nowait(SmtpConnection(server, own_name=self._sender.domain))

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        attempts = {message.id: Attempt(message_id=message.id, outcome=Outcome.UNTRIED) for message in messages}
        waiting = iter(messages)
        begun = time.monotonic()
        async with asyncio.TaskGroup() as lanes:
            for _ in range(min(self._connections, len(messages))):
                lanes.create_task(self._run_lane(waiting, attempts, begun=begun))
        return list(attempts.values())

    async def close(self) -> None:
        while not self._free.empty():
            self._free.get_nowait().close()

    async def _run_lane(self, waiting: Iterator[Outgoing], attempts: dict[UUID, Attempt], *, begun: float) -> None:
        """Send one after the other over one connection, until none is left, time is up or the server is lost."""
        connection = await self._free.get()
        try:
            if self._lost_at > begun:
                # Another batch has met it while this one waited for its connection.
                return
            for message in waiting:
                try:
                    attempts[message.id] = await self._attempt(connection, message)
                except SmtpUnreachableError as error:
                    attempts[message.id] = _attempt(message, Outcome.RETRY, error=str(error))
                    logger.warning("smtp_unreachable", error=str(error))
                    self._lost_at = time.monotonic()
                    return
                if time.monotonic() - begun > BATCH_SECONDS:
                    return
        finally:
            self._free.put_nowait(connection)

    async def _attempt(self, connection: SmtpConnection, message: Outgoing) -> Attempt:
        recipient = message.recipient if message.recipient.isascii() else normalize_email(message.recipient)
        if recipient is None:
            return _attempt(message, Outcome.REFUSED, error="The address of the recipient is no email address")
        try:
            mail = self._mail(message, recipient=recipient)
            async with asyncio.timeout(self._send_seconds):
                answer = await connection.send(sender=self._sender.address, recipient=recipient, mail=mail)
        except TimeoutError:
            return _attempt(message, Outcome.RETRY, error="The mail server did not answer in time")
        except (TemplateError, ValueError, SMTPNotSupported) as error:
            logger.exception("message_cannot_be_written", message_id=str(message.id))
            return _attempt(message, Outcome.REFUSED, error=describe(error))
        except (SMTPException, OSError) as error:
            return _judge(message, error)
        return Attempt(message_id=message.id, outcome=Outcome.SENT, provider_id=answer[:LONGEST_ERROR])

    def _mail(self, message: Outgoing, *, recipient: str) -> bytes:
        rendered = self._renderer.render(
            kind=message.kind,
            channel=message.channel,
            recipient=message.recipient,
            parameters=message.parameters,
            secret=message.secret,
            link=message.link,
            import_id=message.import_id,
        )
        return mail_bytes(rendered, message_id=message.id, sender=self._sender, recipient=recipient)


def _judge(message: Outgoing, error: Exception) -> Attempt:
    """A reply of 500 or more is final for this mail; all others are transient."""
    is_final = isinstance(error, SMTPResponseException) and error.code >= PERMANENT
    return _attempt(message, Outcome.REFUSED if is_final else Outcome.RETRY, error=describe(error))


def _attempt(message: Outgoing, outcome: Outcome, *, error: str) -> Attempt:
    return Attempt(message_id=message.id, outcome=outcome, error=error[:LONGEST_ERROR])
