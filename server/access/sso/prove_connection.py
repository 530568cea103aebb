"""Test a connection: its provider is asked anew, and its domains are looked up."""

import asyncio
from collections.abc import Collection
from uuid import UUID

from server.access.sso import repository
from server.access.sso.change_connections import find, record_of
from server.access.sso.connection import PROOF, Domain
from server.access.sso.errors import ProviderError
from server.access.sso.prove_again import PROVED_ELSEWHERE, announce_loss, find_records
from server.access.sso.provider import read_provider
from server.access.sso.schemas import ConnectionTestAnswer
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def prove_connection(
    services: Services, *, identity: Identity, connection_id: UUID, address: str
) -> ConnectionTestAnswer:
    """Raises NotFoundError: the company has no such connection."""
    company_id = identity.company_id
    async with services.database.reading() as connection:
        found = await find(connection, identity=identity, connection_id=connection_id)
    problem = await _problem(services, company_id=company_id, issuer=found.issuer)
    unproved = [domain for domain in found.domains if domain.proved_at is None]
    texts = await asyncio.gather(*(find_records(services, domain.name, company_id=company_id) for domain in unproved))
    async with services.database.unit_of_work() as unit:
        now_proved = [
            domain.name
            for domain, present in zip(unproved, texts, strict=True)
            if present and await _prove(services, unit, domain, texts=present, company_id=company_id)
        ]
        await record(
            unit.connection,
            action=AuditAction.SSO_TESTED,
            by=identity,
            subject_id=found.id,
            subject_label=found.name,
            address=address,
            after={"problem": problem, "proved": now_proved},
        )
        after = await find(unit.connection, identity=identity, connection_id=connection_id)
    return ConnectionTestAnswer(problem=problem, connection=record_of(services.settings, after))


async def _problem(services: Services, *, company_id: UUID, issuer: str) -> str | None:
    try:
        await read_provider(services, company_id=company_id, issuer=issuer, anew=True)
    except ProviderError as error:
        return str(error)
    return None


async def _prove(
    services: Services, unit: UnitOfWork, domain: Domain, *, texts: Collection[str], company_id: UUID
) -> bool:
    """A company whose record is there takes the domain from one whose record is gone."""
    if domain.proof not in texts:
        return False
    tokens = [text.removeprefix(PROOF) for text in texts]
    former = await repository.withdraw_replaced(
        unit.connection, company_id=company_id, domain=domain.name, tokens=tokens
    )
    is_proved = await repository.mark_proved(
        unit.connection, company_id=company_id, domain=domain.name, token=domain.token
    )
    if former is not None:
        await announce_loss(services, unit, former, reason=PROVED_ELSEWHERE)
    return is_proved
