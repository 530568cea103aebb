"""Test a connection: its provider is asked anew, and its domains are looked up."""

import asyncio
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from dns.asyncresolver import Resolver
from dns.exception import DNSException
from dns.nameserver import Do53Nameserver
from structlog import get_logger

from server.audit.repository import AuditAction, record
from server.identity.identity import Identity
from server.services import Services
from server.sso import repository
from server.sso.change_connections import find, record_of
from server.sso.connection import Domain
from server.sso.errors import ProviderError
from server.sso.provider import read_provider
from server.sso.schemas import ConnectionTestAnswer

DNS_SECONDS: Final = 4.0
DNS_PORT: Final = 53

logger = get_logger(__name__)


async def prove_connection(
    services: Services, *, identity: Identity, connection_id: UUID, address: str
) -> ConnectionTestAnswer:
    """Raises NotFoundError: the company has no such connection."""
    async with services.database.reading() as connection:
        found = await find(connection, identity=identity, connection_id=connection_id)
    problem = await _problem(services, issuer=found.issuer)
    unproved = [domain for domain in found.domains if domain.proved_at is None]
    proved = await _proved(services, unproved)
    async with services.database.unit_of_work() as unit:
        now_proved = [
            domain.name
            for domain in proved
            if await repository.mark_proved(
                unit.connection, company_id=identity.company_id, domain=domain.name, token=domain.token
            )
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


async def _problem(services: Services, *, issuer: str) -> str | None:
    try:
        await read_provider(services, issuer=issuer, anew=True)
    except ProviderError as error:
        return str(error)
    return None


async def _proved(services: Services, domains: Sequence[Domain]) -> list[Domain]:
    """Those whose TXT records hold their token."""
    resolver = _resolver(services.settings.dns_servers)
    found = await asyncio.gather(*(_texts(resolver, domain.name) for domain in domains))
    return [domain for domain, texts in zip(domains, found, strict=True) if domain.proof in texts]


def _resolver(servers: Sequence[str]) -> Resolver:
    """Of the system, or of DNS_SERVERS (`address` or `address:port`)."""
    if not servers:
        return Resolver()
    resolver = Resolver(configure=False)
    named = [server.rpartition(":") if server.count(":") == 1 else (server, "", "") for server in servers]
    resolver.nameservers = [Do53Nameserver(host, int(port or DNS_PORT)) for host, _, port in named]
    return resolver


async def _texts(resolver: Resolver, domain: str) -> set[str]:
    try:
        answer = await resolver.resolve(f"{domain}.", "TXT", lifetime=DNS_SECONDS)
    except (DNSException, OSError) as error:
        logger.info("domain_not_proved", error=type(error).__name__)
        return set()
    return {b"".join(entry.strings).decode("ascii", "replace").strip() for entry in answer}
