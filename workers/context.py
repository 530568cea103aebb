"""The context of a worker's tasks: services, providers, and the batches of each feature."""

from dataclasses import fields
from functools import partial
from typing import Final

from server.access.flows.own_flow import record_code_attempt
from server.messaging.announcements.send_mails import send_announcements
from server.messaging.messages.kinds import Attempt, Providers
from server.messaging.messages.providers import make_providers
from server.messaging.messages.sending import SendingServices
from server.people.imports.run.control_import import count_sent, notify_undelivered, queue_next_chunk
from server.people.invitations.send_invitations import ImportReports, send_invitations
from server.platform.services import Services

# Codes have separate connections, as they have separate task slots.
CODE_CONNECTIONS: Final = 4
BULK_CONNECTIONS: Final = 8
SEND_INVITATIONS: Final = partial(send_invitations, imports=ImportReports(count_sent, notify_undelivered))


def with_providers(services: Services, *, codes: Providers, bulk: Providers) -> SendingServices:
    return SendingServices(
        **{field.name: getattr(services, field.name) for field in fields(Services)},
        code_providers=codes,
        bulk_providers=bulk,
        batches=(_queue_import_chunk, SEND_INVITATIONS, send_announcements),
        code_attempted=record_code_attempt,
    )


def sending_services(services: Services) -> SendingServices:
    """Raises server.platform.configuration.settings.SettingsError."""
    settings, database = services.settings, services.database
    return with_providers(
        services,
        codes=make_providers(settings, database, connections=CODE_CONNECTIONS),
        bulk=make_providers(settings, database, connections=BULK_CONNECTIONS),
    )


async def _queue_import_chunk(services: Services, *, limit: int) -> list[Attempt] | None:  # noqa: ARG001 - or a chunk
    """The invitations of an import that was started without are queued before they are claimed."""
    return [] if await queue_next_chunk(services) else None
