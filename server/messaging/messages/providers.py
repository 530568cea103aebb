"""The providers of messages that the settings name.

Text messages leave by HTTP, to Twilio or to an endpoint of the installation's own, within daily limits. The endpoint
checks `X-Waymark-Signature: t=<unix time>,v1=<hex>`, where the hex is HMAC-SHA-256 of `<t>.<body>` under the secret of
SMS_URL, and knows by `id`, or `Idempotency-Key`, what it has taken before.
"""

import asyncio
import hmac
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Final
from urllib.parse import quote

import httpx2
from jinja2 import TemplateError
from structlog import get_logger

from server.messaging.messages.kinds import (
    COMPANY,
    COUNTRY,
    LONGEST_TEXT,
    NO_TEMPLATE,
    USED_UP,
    Attempt,
    NoProvider,
    Outcome,
    Outgoing,
    Provider,
    Providers,
)
from server.messaging.messages.mail import Sender, SmtpProvider
from server.messaging.messages.render import RenderedMessage, Renderer, sms_template
from server.messaging.messages.repository import add_sends, keep_messages
from server.platform.configuration.load_settings import (
    SmsWebhook,
    TwilioAccount,
    parse_sms_templates,
    parse_sms_url,
    parse_smtp_url,
)
from server.platform.configuration.settings import Settings, SettingsError
from server.platform.database.connections import Database
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Keyring, Purpose
from server.platform.process.outages import OUTAGES
from server.vocabulary.phones import region_of

# One message; shorter than the lease of a code.
SEND_SECONDS: Final = 8.0
# No further message of a batch is begun after so long.
BATCH_SECONDS: Final = 5.0
LONGEST_WAIT: Final = timedelta(hours=1)
# Transient errors among the status codes that are otherwise final.
PASSING: Final = frozenset({408, 429})

logger = get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class SmsTemplates:
    """The ids under which templates are registered, where a country's operators demand it (DLT in India)."""

    ids: Mapping[str, str] = field(default_factory=dict)
    entity_id: str | None = None

    def refuse(self, message: Outgoing) -> bool:
        """Operators would drop a message without a template."""
        return bool(self.ids) and self.id_of(message) is None

    def id_of(self, message: Outgoing) -> str | None:
        """The id in the recipient's language, else in English."""
        return self.ids.get(sms_template(message.kind, message.language)) or self.ids.get(message.kind.value)


SIGNATURE_HEADER: Final = "X-Waymark-Signature"


class WebhookGateway:
    """The requests and answers of a webhook; `id_field` of an answer names the accepted message."""

    id_field: Final = "id"

    def __init__(self, webhook: SmsWebhook, *, templates: SmsTemplates) -> None:
        self._webhook = webhook
        self._templates = templates

    def write(self, message: Outgoing, rendered: RenderedMessage) -> dict[str, Any]:
        payload: dict[str, Any] = {
            "id": str(message.id),
            "to": message.recipient,
            "text": rendered.text,
            "kind": message.kind.value,
            "variables": rendered.variables,
        }
        if (template_id := self._templates.id_of(message)) is not None:
            payload |= {"templateId": template_id, "entityId": self._templates.entity_id}
        body = json.dumps(payload, ensure_ascii=False).encode()
        headers = {
            "Content-Type": "application/json",
            "Idempotency-Key": str(message.id),
            SIGNATURE_HEADER: sign(body, secret=self._webhook.secret, at=int(time.time())),
        }
        return {"url": self._webhook.url, "content": body, "headers": headers}

    def reason(self, answer: httpx2.Response) -> str:
        return f"The SMS webhook answered {answer.status_code}"


def sign(body: bytes, *, secret: str, at: int) -> str:
    signature = hmac.digest(secret.encode(), b"%d." % at + body, "sha256").hex()
    return f"t={at},v1={signature}"


class TwilioGateway:
    """Twilio's API is not idempotent: after a lost answer a message can be sent twice."""

    id_field: Final = "sid"

    def __init__(self, account: TwilioAccount, *, templates: SmsTemplates) -> None:
        self._account = account
        self._templates = templates

    def write(self, message: Outgoing, rendered: RenderedMessage) -> dict[str, Any]:
        account = self._account
        sender = "MessagingServiceSid" if account.sends_by_service else "From"
        return {
            "url": f"{account.base_url}/2010-04-01/Accounts/{quote(account.sid, safe='')}/Messages.json",
            "auth": (account.sid, account.token),
            "data": {"To": message.recipient, sender: account.sender, **self._content(message, rendered)},
            "headers": {"Accept": "application/json", "Idempotency-Key": str(message.id)},
        }

    def _content(self, message: Outgoing, rendered: RenderedMessage) -> dict[str, str]:
        """A template (Content API) with its variables by number, or the text. Twilio knows the entity by the sender."""
        template_id = self._templates.id_of(message)
        if template_id is None:
            return {"Body": rendered.text}
        numbered = {str(number): value for number, value in enumerate(rendered.variables.values(), start=1)}
        return {"ContentSid": template_id, "ContentVariables": json.dumps(numbered)}

    def reason(self, answer: httpx2.Response) -> str:
        body = _body(answer)
        reason = f" {body.get('code')}: {body.get('message')}" if body.get("code") else ""
        return f"Twilio answered {answer.status_code}{reason}"


def _body(answer: httpx2.Response) -> dict[str, Any]:
    try:
        body = answer.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


class SmsProvider(Provider):
    def __init__(
        self,
        gateway: WebhookGateway | TwilioGateway,
        *,
        renderer: Renderer,
        connections: int,
        send_seconds: float = SEND_SECONDS,
    ) -> None:
        self._gateway = gateway
        self._renderer = renderer
        self._slots = asyncio.Semaphore(connections)
        self._client = httpx2.AsyncClient(timeout=send_seconds, follow_redirects=False)
        self._send_seconds = send_seconds

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        deadline = time.monotonic() + BATCH_SECONDS
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._attempt(message, deadline=deadline)) for message in messages]
        return [task.result() for task in tasks]

    async def close(self) -> None:
        await self._client.aclose()

    async def _attempt(self, message: Outgoing, *, deadline: float) -> Attempt:
        async with self._slots:
            if time.monotonic() > deadline:
                return Attempt(message_id=message.id, outcome=Outcome.UNTRIED)
            try:
                request = self._gateway.write(message, self._renderer.render(message))
            except (TemplateError, LookupError, ValueError):
                logger.exception("message_cannot_be_written", message_id=str(message.id))
                return Attempt.failed(message, Outcome.REFUSED, "There is no text for it")
            try:
                async with asyncio.timeout(self._send_seconds):
                    answer = await self._client.post(**request)
            except (httpx2.HTTPError, httpx2.InvalidURL, OSError, TimeoutError) as error:
                name = type(error).__name__
                OUTAGES.failed("sms", name)
                return Attempt.failed(message, Outcome.RETRY, f"The SMS provider cannot be reached ({name})")
        if answer.is_success:
            taken_as = _body(answer).get(self._gateway.id_field)
            provider_id = taken_as[:LONGEST_TEXT] if isinstance(taken_as, str) else ""
            OUTAGES.works("sms")
            return Attempt(message_id=message.id, outcome=Outcome.SENT, provider_id=provider_id)
        is_final = answer.is_client_error and answer.status_code not in PASSING
        outcome = Outcome.REFUSED if is_final else Outcome.RETRY
        if not is_final:
            OUTAGES.failed("sms", str(answer.status_code))
        return Attempt.failed(message, outcome, self._gateway.reason(answer), retry_after=_retry_after(answer))


def _retry_after(answer: httpx2.Response) -> timedelta | None:
    """Seconds or a date; nothing beyond an hour, and nothing that cannot be read."""
    given = answer.headers.get("Retry-After", "").strip()
    try:
        wait = timedelta(seconds=int(given)) if given.isdecimal() else parsedate_to_datetime(given) - utc_now()
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(wait, timedelta()), LONGEST_WAIT)


# A country's messages that one company has sent, or all sign-ups together.
SENDER: Final = "sms:sender"
# A sender gets no more once it has sent so many times what is left for its country: others always find some.
TIMES_WHAT_IS_LEFT: Final = 3


Counted = tuple[str, str]


class LimitedSms(Provider):
    """Counts every text message before its first attempt, by company, and by country beyond the installation's own.

    Kinds without a template are refused where templates are registered. What one number may be sent is limited where
    codes, invitations and notices are queued.
    """

    def __init__(self, provider: Provider, *, templates: SmsTemplates, database: Database, settings: Settings) -> None:
        self._provider = provider
        self._templates = templates
        self._database = database
        self._keys = Keyring(settings.secret_keys)
        self._home = settings.phone_region
        self._limits = {
            COUNTRY: int(settings.sms_abroad_daily * settings.rate_limit_scale),
            COMPANY: int(settings.company_daily_sms * settings.rate_limit_scale),
        }

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        refused = {each.id: NO_TEMPLATE.format(kind=each.kind) for each in messages if self._templates.refuse(each)}
        new = [each for each in messages if each.attempts == 1 and each.id not in refused]
        sent = await self._count(new)
        for message in new:
            used_up = self._used_up(message, sent)
            if used_up is None:
                sent.update(self._subjects(message))
            else:
                refused[message.id] = USED_UP[used_up]
                logger.warning("sms_over_limit", scope=used_up, message_id=str(message.id))
        # What is not sent takes no other's place.
        await self._count([each for each in new if each.id in refused], sign=-1)
        allowed = [each for each in messages if each.id not in refused]
        attempts = await self._provider.deliver(allowed) if allowed else []
        untried = {attempt.message_id for attempt in attempts if attempt.outcome is Outcome.UNTRIED}
        # Their next attempt is the first one again.
        await self._count([each for each in new if each.id in untried], sign=-1)
        return attempts + [
            Attempt.failed(each, Outcome.REFUSED, refused[each.id]) for each in messages if each.id in refused
        ]

    async def close(self) -> None:
        await self._provider.close()

    def _used_up(self, message: Outgoing, sent: Counter[Counted]) -> str | None:
        by_scope = {scope: sent[scope, subject] for scope, subject in self._subjects(message)}
        if SENDER in by_scope:
            left = self._limits[COUNTRY] - by_scope[COUNTRY]
            if by_scope[SENDER] >= TIMES_WHAT_IS_LEFT * left:
                return COUNTRY
        return COMPANY if by_scope.get(COMPANY, 0) >= self._limits[COMPANY] else None

    def _subjects(self, message: Outgoing) -> list[Counted]:
        country = region_of(message.recipient)
        abroad = [(COUNTRY, country), (SENDER, f"{country} {message.company_id}")] if country != self._home else []
        return abroad + ([(COMPANY, str(message.company_id))] if message.company_id is not None else [])

    async def _count(self, messages: Sequence[Outgoing], *, sign: int = 1) -> Counter[Counted]:
        """Count these messages, or with -1 no longer; the day's numbers before, by subject."""
        asked = Counter(subject for message in messages for subject in self._subjects(message))
        if not asked:
            return asked
        keys = {self._keys.mac(Purpose.THROTTLE, subject.encode()): (scope, subject) for scope, subject in asked}
        adding = {(keys[mac][0], mac): sign * asked[keys[mac]] for mac in keys}
        async with self._database.unit_of_work() as unit:
            counted = await add_sends(unit.connection, adding)
        return Counter({keys[mac]: sends - adding[scope, mac] for (scope, mac), sends in counted.items()})


class CapturingProvider(Provider):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        async with self._database.reading() as connection:
            await keep_messages(connection, messages)
        return [Attempt(message_id=message.id, outcome=Outcome.SENT, provider_id="captured") for message in messages]


NO_EMAIL = "No mail server is configured (EMAIL_URL)"
NO_SMS = "No SMS provider is configured (SMS_URL)"


def make_providers(settings: Settings, database: Database, *, connections: int) -> Providers:
    """`connections`: the most that each provider opens. Raises SettingsError: EMAIL_FROM is no address."""
    templates = sms_templates(settings)
    transport = sms_transport(settings, database, templates=templates, connections=connections)
    return Providers(
        email=_email_provider(settings, database, connections=connections),
        sms=LimitedSms(transport, templates=templates, database=database, settings=settings),
    )


def _email_provider(settings: Settings, database: Database, *, connections: int) -> Provider:
    if settings.captures_email:
        return CapturingProvider(database)
    if settings.email_url is None:
        return NoProvider(NO_EMAIL)
    try:
        return SmtpProvider(
            parse_smtp_url(settings.email_url),
            sender=Sender(settings.email_from),
            renderer=Renderer.from_settings(settings),
            connections=connections,
        )
    except ValueError as error:
        raise SettingsError(str(error)) from error


def sms_templates(settings: Settings) -> SmsTemplates:
    return SmsTemplates(ids=parse_sms_templates(settings), entity_id=settings.sms_entity_id)


def sms_transport(settings: Settings, database: Database, *, templates: SmsTemplates, connections: int) -> Provider:
    """What sends text messages, before the limits."""
    if settings.sms_url is None:
        return CapturingProvider(database) if settings.is_development else NoProvider(NO_SMS)
    if settings.sms_url.startswith("capture:") and settings.is_development:
        return CapturingProvider(database)
    named = parse_sms_url(settings.sms_url, in_development=settings.is_development)
    gateway = (
        TwilioGateway(named, templates=templates)
        if isinstance(named, TwilioAccount)
        else WebhookGateway(named, templates=templates)
    )
    return SmsProvider(gateway, renderer=Renderer.from_settings(settings), connections=connections)
