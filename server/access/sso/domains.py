"""Look up the records of proved domains again, so that a domain that has changed hands is its new owner's."""

import asyncio
from typing import Final
from uuid import UUID

from structlog import get_logger

from server.access.sso import repository
from server.access.sso.connection import PROOF, needs_no_proof
from server.access.sso.repository import ProvedDomain
from server.company.audit.repository import AuditAction, record
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify_administrators
from server.messaging.notifications.repository import Notice
from server.platform.outbound.calls import OutboundError
from server.platform.process.fair_slots import MOST_CALLS_OF_A_COMPANY
from server.platform.services import Services, ServiceWork

# None waits for a slot until its time is up, also where all belong to one company.
BATCH: Final = MOST_CALLS_OF_A_COMPANY
SETTINGS_PAGE: Final = "/dashboard/settings"
RECORD_GONE: Final = "Its DNS record is gone"
NOT_SEEN: Final = "Its DNS record could not be looked up for 30 days"
PROVED_ELSEWHERE: Final = "Its DNS record is gone, and another company has proved the domain"

logger = get_logger(__name__)


async def prove_domains_again(services: Services) -> None:
    """Look up some of the proved domains that are due: each once a week, and again two days after a failure."""
    async with services.unit_of_work() as unit:
        due = await repository.claim_due_domains(unit.connection, limit=BATCH)
    texts = await asyncio.gather(*(find_records(services, each.name, company_id=each.company_id) for each in due))
    for domain, present in zip(due, texts, strict=True):
        async with services.unit_of_work() as unit:
            await _judge(unit, domain, texts=present)


async def find_records(services: Services, name: str, *, company_id: UUID) -> set[str] | None:
    """Look up the TXT records of a domain that the company has named. Returns none without an answer."""
    try:
        return await services.outbound.find_texts(name, company_id=company_id)
    except OutboundError:
        logger.info("domain_not_looked_up")
        return None


async def announce_loss(unit: ServiceWork, domain: ProvedDomain, *, reason: str) -> None:
    """Record that a proof has been withdrawn, and notify the administrators of its company."""
    await record(
        unit.connection,
        action=AuditAction.SSO_DOMAIN_LOST,
        company_id=domain.company_id,
        subject_id=domain.connection_id,
        subject_label=domain.name,
        after={"reason": reason},
    )
    await _notify(
        unit,
        domain,
        title=f"{domain.name} is no longer proved",
        body=f"{reason}. People of this domain cannot log in by single sign-on until it is proved again.",
    )
    logger.info("domain_lost", connection_id=str(domain.connection_id), reason=reason)


async def _judge(unit: ServiceWork, domain: ProvedDomain, *, texts: set[str] | None) -> None:
    company_id, name, token = domain.company_id, domain.name, domain.token
    if needs_no_proof(unit.services.settings, name) or (texts is not None and PROOF + token in texts):
        await repository.mark_proved(unit.connection, company_id=company_id, domain=name, token=token)
        return
    is_absent = texts is not None
    is_lost = await repository.note_missing(
        unit.connection, company_id=company_id, domain=name, token=token, is_absent=is_absent
    )
    if is_lost:
        await announce_loss(unit, domain, reason=RECORD_GONE if is_absent else NOT_SEEN)
    elif is_lost is False and is_absent:
        await _notify(
            unit,
            domain,
            title=f"The DNS record of {domain.name} is missing",
            body="If it is not there again within two days, people of this domain cannot log in by single sign-on.",
        )


async def _notify(unit: ServiceWork, domain: ProvedDomain, *, title: str, body: str) -> None:
    notice = Notice(kind=NotificationKind.DOMAIN_PROOF, title=title, body=body, link=SETTINGS_PAGE)
    await notify_administrators(unit, notice, company_id=domain.company_id)
