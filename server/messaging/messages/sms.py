"""Send text messages by HTTP; retries are the same for all providers."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Final, Protocol

import httpx2
from jinja2 import TemplateError
from structlog import get_logger

from server.messaging.messages.delivery import Attempt, Outcome, Outgoing, Provider
from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.render import RenderedMessage, Renderer
from server.platform.process.clock import utc_now

# One message; shorter than the lease of a code.
SEND_SECONDS: Final = 8.0
# No further message of a batch is begun after so long.
BATCH_SECONDS: Final = 5.0
LONGEST_ERROR: Final = 300
LONGEST_WAIT: Final = timedelta(hours=1)
NO_TEMPLATE: Final = "There is no registered template for text messages of this kind (SMS_TEMPLATES: {kind})"
# Transient errors among the status codes that are otherwise final.
PASSING: Final = frozenset({408, 429})

logger = get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class SmsRequest:
    """One POST; it is the same at every try."""

    url: str
    content: bytes = field(repr=False)
    headers: dict[str, str] = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class SmsTemplates:
    """The ids under which templates are registered, where a country's operators demand it (DLT in India)."""

    ids: Mapping[str, str] = field(default_factory=dict)
    entity_id: str | None = None

    def refuse(self, kind: MessageKind) -> bool:
        """Operators would drop a message without a template."""
        return bool(self.ids) and kind.value not in self.ids

    def id_of(self, kind: MessageKind) -> str | None:
        return self.ids.get(kind.value)


class SmsGateway(Protocol):
    """The requests and answers of one provider."""

    def write(self, message: Outgoing, rendered: RenderedMessage) -> SmsRequest: ...

    def provider_id(self, answer: httpx2.Response) -> str | None:
        """The provider's id of an accepted message."""

    def reason(self, answer: httpx2.Response) -> str:
        """Why it was not accepted, for an administrator; without the message's text."""


class RegisteredOnly:
    """Refuses the kinds that have no template where templates are registered; all others go to the provider."""

    def __init__(self, provider: Provider, templates: SmsTemplates) -> None:
        self._provider = provider
        self._templates = templates

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        refused = [message for message in messages if self._templates.refuse(message.kind)]
        others = [message for message in messages if not self._templates.refuse(message.kind)]
        attempts = await self._provider.deliver(others) if others else []
        return attempts + [_failed(each, Outcome.REFUSED, NO_TEMPLATE.format(kind=each.kind.value)) for each in refused]

    async def close(self) -> None:
        await self._provider.close()


class SmsProvider:
    def __init__(
        self, gateway: SmsGateway, *, renderer: Renderer, connections: int, send_seconds: float = SEND_SECONDS
    ) -> None:
        self._gateway = gateway
        self._renderer = renderer
        self._slots = asyncio.Semaphore(connections)
        self._client = httpx2.AsyncClient(timeout=send_seconds, follow_redirects=False)
        self._send_seconds = send_seconds

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        deadline = time.monotonic() + BATCH_SECONDS
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._in_turn(message, deadline=deadline)) for message in messages]
        return [task.result() for task in tasks]

    async def close(self) -> None:
        await self._client.aclose()

    async def _in_turn(self, message: Outgoing, *, deadline: float) -> Attempt:
        async with self._slots:
            if time.monotonic() > deadline:
                return Attempt(message_id=message.id, outcome=Outcome.UNTRIED)
            return await self._attempt(message)

    async def _attempt(self, message: Outgoing) -> Attempt:
        try:
            request = self._gateway.write(message, self._rendered(message))
        except (TemplateError, LookupError, ValueError):
            logger.exception("message_cannot_be_written", message_id=str(message.id))
            return _failed(message, Outcome.REFUSED, "There is no text for it")
        try:
            async with asyncio.timeout(self._send_seconds):
                answer = await self._client.post(request.url, content=request.content, headers=request.headers)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, TimeoutError) as error:
            logger.warning("sms_provider_unreachable", error=type(error).__name__)
            return _failed(message, Outcome.RETRY, f"The SMS provider cannot be reached ({type(error).__name__})")
        return self._judge(message, answer)

    def _judge(self, message: Outgoing, answer: httpx2.Response) -> Attempt:
        if answer.is_success:
            taken_as = self._gateway.provider_id(answer)
            return Attempt(message_id=message.id, outcome=Outcome.SENT, provider_id=(taken_as or "")[:LONGEST_ERROR])
        is_final = answer.is_client_error and answer.status_code not in PASSING
        reason = self._gateway.reason(answer)
        return _failed(
            message, Outcome.REFUSED if is_final else Outcome.RETRY, reason, retry_after=_retry_after(answer)
        )

    def _rendered(self, message: Outgoing) -> RenderedMessage:
        return self._renderer.render(
            kind=message.kind,
            channel=message.channel,
            recipient=message.recipient,
            parameters=message.parameters,
            secret=message.secret,
            link=message.link,
            import_id=message.import_id,
        )


def _failed(message: Outgoing, outcome: Outcome, error: str, *, retry_after: timedelta | None = None) -> Attempt:
    for secret in (message.secret, message.link):
        if secret is not None:
            # A provider may repeat the text in its answer.
            error = error.replace(secret, "…")
    return Attempt(message_id=message.id, outcome=outcome, error=error[:LONGEST_ERROR], retry_after=retry_after)


def _retry_after(answer: httpx2.Response) -> timedelta | None:
    """Seconds or a date; nothing beyond an hour, and nothing that cannot be read."""
    given = answer.headers.get("Retry-After", "").strip()
    try:
        wait = timedelta(seconds=int(given)) if given.isdecimal() else parsedate_to_datetime(given) - utc_now()
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(wait, timedelta()), LONGEST_WAIT)
