"""What a provider takes and answers: the seam between the outbox and the outside."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final, Protocol
from uuid import UUID

from server.messages.kinds import Channel, MessageKind

UNREADABLE: Final = "The key of its secret is gone (SECRET_KEYS)"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outgoing:
    """One claimed message. `secret` is in the clear: it lives here, in memory, and goes only into the text."""

    id: UUID
    kind: MessageKind
    channel: Channel
    recipient: str
    parameters: dict[str, Any]
    secret: str | None = field(repr=False)
    # False: the key under which its secret was sealed is gone.
    is_readable: bool = True
    attempts: int
    company_id: UUID | None
    user_id: UUID | None
    flow_id: UUID | None
    import_id: UUID | None


class Outcome(StrEnum):
    """SENT and REFUSED are final; RETRY counts as a try, UNTRIED (there was no time or no connection) does not."""

    SENT = "sent"
    REFUSED = "refused"
    RETRY = "retry"
    UNTRIED = "untried"


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """What became of one message; `error` is fit for an administrator and holds no secret.

    `retry_after` is how long the provider wants to be left alone.
    """

    message_id: UUID
    outcome: Outcome
    provider_id: str | None = None
    error: str | None = None
    retry_after: timedelta | None = None


class Provider(Protocol):
    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        """One attempt for every message, in any order. Its trouble with a message is told, never raised."""
        ...

    async def close(self) -> None: ...


class NoProvider:
    """Stands where nothing is configured: every message is refused, with the sentence that says so."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        return [Attempt(message_id=message.id, outcome=Outcome.REFUSED, error=self._reason) for message in messages]

    async def close(self) -> None:
        """Nothing is open."""


@dataclass(frozen=True, kw_only=True)
class Providers:
    """One provider a channel."""

    email: Provider
    sms: Provider

    def of(self, channel: Channel) -> Provider:
        return self.email if channel is Channel.EMAIL else self.sms

    async def close(self) -> None:
        await self.email.close()
        await self.sms.close()


async def deliver(providers: Providers, messages: Sequence[Outgoing]) -> list[Attempt]:
    """One attempt for every message, through the provider of its channel."""
    attempts = [
        Attempt(message_id=message.id, outcome=Outcome.REFUSED, error=UNREADABLE)
        for message in messages
        if not message.is_readable
    ]
    for channel in Channel:
        addressed = [message for message in messages if message.channel is channel and message.is_readable]
        if addressed:
            attempts += await providers.of(channel).deliver(addressed)
    return attempts
