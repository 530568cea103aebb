"""Mail administrators about new applications, once a day, and applicants about decisions."""

from typing import Final

from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import queue_mail
from server.people.applications.repository import take_announcements, take_decided
from server.platform.services import Services

DECISIONS_AT_ONCE: Final = 100


async def mail_applications(services: Services) -> None:
    async with services.unit_of_work() as unit:
        for found in await take_announcements(unit.connection):
            await queue_mail(
                unit,
                MessageKind.APPLICATIONS_WAITING,
                to=found.email,
                **found.key,
                parameters={"full_name": found.full_name, "waiting": found.waiting},
            )
    async with services.unit_of_work() as unit:
        for decided in await take_decided(unit.connection, limit=DECISIONS_AT_ONCE):
            await queue_mail(
                unit,
                MessageKind.APPLICATION_DECIDED,
                to=decided.contact,
                company_id=decided.company_id,
                user_id=decided.user_id,
                parameters={
                    "full_name": decided.full_name,
                    "company_name": decided.company_name,
                    "outcome": decided.state,
                    "decision": decided.reason or "",
                },
            )
