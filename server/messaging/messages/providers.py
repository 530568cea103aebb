"""Make the providers that the settings name."""

from collections.abc import Sequence

from server.messaging.messages.delivery import Attempt, NoProvider, Outcome, Outgoing, Provider, Providers
from server.messaging.messages.mail import Sender, SmtpProvider
from server.messaging.messages.render import Renderer
from server.messaging.messages.repository import keep_messages
from server.messaging.messages.sms import (
    LimitedSms,
    SmsProvider,
    SmsTemplates,
    TwilioGateway,
    WebhookGateway,
)
from server.platform.configuration.message_providers import (
    TwilioAccount,
    parse_sms_templates,
    parse_sms_url,
    parse_smtp_url,
)
from server.platform.configuration.settings import Settings, SettingsError
from server.platform.database.connections import Database


class CapturingProvider:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def deliver(self, messages: Sequence[Outgoing]) -> list[Attempt]:
        async with self._database.reading() as connection:
            await keep_messages(connection, [message.id for message in messages])
        return [Attempt(message_id=message.id, outcome=Outcome.SENT, provider_id="captured") for message in messages]

    async def close(self) -> None:
        """Nothing is open."""


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
