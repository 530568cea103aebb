"""List, create, change and delete the connections of a company; every change is audited without its secret."""

from typing import Any
from uuid import UUID, uuid4

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.sso import repository
from server.access.sso.connection import (
    Connection,
    after_logout,
    backchannel_logout_uri,
    needs_no_proof,
    redirect_uri,
    seal_secret,
)
from server.access.sso.connection_rules import Wanted, assignable_profiles, read_request
from server.access.sso.errors import MOST_CONNECTIONS, SsoConflictError, TooManyConnectionsError
from server.access.sso.provider import forget_failure
from server.access.sso.schemas import (
    ChangeConnectionRequest,
    ConnectionRecord,
    ConnectionsAnswer,
    CreateConnectionRequest,
    DomainRecord,
)
from server.company.audit.repository import AuditAction, record
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection as DatabaseConnection
from server.platform.errors import NotFoundError, ValidationFailedError
from server.platform.process.crypto import random_token
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def list_connections(services: Services, *, identity: Identity) -> ConnectionsAnswer:
    async with services.database.reading() as connection:
        found = await repository.list_connections(connection, company_id=identity.company_id)
    return ConnectionsAnswer(
        redirect_uri=redirect_uri(services.settings, company_id=identity.company_id),
        post_logout_redirect_uri=after_logout(services.settings),
        profiles=assignable_profiles(identity.profile),
        connections=[record_of(services.settings, each) for each in found],
    )


async def create_connection(
    services: Services, asked: CreateConnectionRequest, *, identity: Identity, address: str
) -> ConnectionRecord:
    """Add a connection.

    Raises:
        StepUpRequiredError: the caller's last proof is too old.
        ValidationFailedError: see :func:`read_request`.
        TooManyConnectionsError: there are as many as there may be.
    """
    wanted, connection_id = read_request(services, asked, setter=identity.profile), uuid4()
    secret = asked.client_secret
    async with services.database.unit_of_work() as unit:
        await require_fresh_proof(unit.connection, identity)
        await repository.lock_connections(unit.connection, company_id=identity.company_id)
        if len(await repository.list_connections(unit.connection, company_id=identity.company_id)) >= MOST_CONNECTIONS:
            raise TooManyConnectionsError
        await repository.add_connection(
            unit.connection,
            wanted,
            connection_id=connection_id,
            company_id=identity.company_id,
            sealed_secret=seal_secret(services.keys, secret, connection_id=connection_id) if secret else None,
        )
        after = await _put_domains(services, unit.connection, wanted, identity=identity, connection_id=connection_id)
        await _audit(unit.connection, AuditAction.SSO_CREATED, identity=identity, address=address, after=after)
    return record_of(services.settings, after)


async def change_connection(
    services: Services, asked: ChangeConnectionRequest, *, identity: Identity, connection_id: UUID, address: str
) -> ConnectionRecord:
    """A secret is kept for its issuer alone: another issuer needs it again.

    Raises:
        NotFoundError: the company has no such connection.
        SsoConflictError: it has been changed since it was read.
        StepUpRequiredError: see :func:`create_connection`.
        ValidationFailedError: see :func:`read_request`.
    """
    wanted = read_request(services, asked, setter=identity.profile)
    async with services.database.unit_of_work() as unit:
        await require_fresh_proof(unit.connection, identity)
        await repository.lock_connections(unit.connection, company_id=identity.company_id)
        before = await find(unit.connection, identity=identity, connection_id=connection_id)
        if asked.version is not None and asked.version != before.version:
            raise SsoConflictError
        await repository.change_connection(
            unit.connection,
            wanted,
            company_id=identity.company_id,
            connection_id=connection_id,
            sealed_secret=_secret(services, asked.client_secret, before=before, wanted=wanted),
        )
        after = await _put_domains(services, unit.connection, wanted, identity=identity, connection_id=connection_id)
        await _audit(
            unit.connection, AuditAction.SSO_CHANGED, identity=identity, address=address, before=before, after=after
        )
    forget_failure(services, company_id=identity.company_id, issuer=wanted.issuer)
    return record_of(services.settings, after)


async def delete_connection(services: Services, *, identity: Identity, connection_id: UUID, address: str) -> None:
    """Its people keep their accounts, and log in with a password that they can reset by email.

    Raises:
        NotFoundError: the company has no such connection.
        StepUpRequiredError: see :func:`create_connection`.
    """
    async with services.database.unit_of_work() as unit:
        await require_fresh_proof(unit.connection, identity)
        await repository.lock_connections(unit.connection, company_id=identity.company_id)
        before = await find(unit.connection, identity=identity, connection_id=connection_id)
        await repository.delete_connection(unit.connection, company_id=identity.company_id, connection_id=connection_id)
        await _audit(unit.connection, AuditAction.SSO_DELETED, identity=identity, address=address, before=before)


async def find(connection: DatabaseConnection, *, identity: Identity, connection_id: UUID) -> Connection:
    """Raises NotFoundError."""
    found = await repository.find_connection(connection, company_id=identity.company_id, connection_id=connection_id)
    if found is None:
        raise NotFoundError
    return found


def record_of(settings: Settings, found: Connection) -> ConnectionRecord:
    return ConnectionRecord(
        id=found.id,
        name=found.name,
        issuer=found.issuer,
        client_id=found.client_id,
        has_secret=found.sealed_secret is not None,
        domains=[DomainRecord(domain=each.name, record=each.proof, proved_at=each.proved_at) for each in found.domains],
        create_people=found.create_people,
        default_profile=found.default_profile,
        enabled=found.enabled,
        backchannel_logout_uri=backchannel_logout_uri(settings, connection_id=found.id),
        version=found.version,
    )


async def _put_domains(
    services: Services, connection: DatabaseConnection, wanted: Wanted, *, identity: Identity, connection_id: UUID
) -> Connection:
    """The connection as it is now. A domain of another connection of the company is refused."""
    company_id = identity.company_id
    taken = await repository.domains_of_others(
        connection, company_id=company_id, connection_id=connection_id, domains=wanted.domains
    )
    if taken:
        raise ValidationFailedError(errors={"domains": f"Another connection has the domain {taken[0]}"})
    tokens = {domain: random_token() for domain in wanted.domains}
    await repository.replace_domains(connection, company_id=company_id, connection_id=connection_id, tokens=tokens)
    stored = await find(connection, identity=identity, connection_id=connection_id)
    for each in stored.domains:
        if each.proved_at is None and needs_no_proof(services.settings, each.name):
            await repository.mark_proved(connection, company_id=company_id, domain=each.name, token=each.token)
    return await find(connection, identity=identity, connection_id=connection_id)


def _secret(services: Services, typed: str | None, *, before: Connection, wanted: Wanted) -> bytes | None:
    if typed:
        return seal_secret(services.keys, typed, connection_id=before.id)
    return before.sealed_secret if typed is None and wanted.issuer == before.issuer else None


async def _audit(
    connection: DatabaseConnection,
    action: AuditAction,
    *,
    identity: Identity,
    address: str,
    before: Connection | None = None,
    after: Connection | None = None,
) -> None:
    subject = after or before
    await record(
        connection,
        action=action,
        by=identity,
        subject_id=None if subject is None else subject.id,
        subject_label=None if subject is None else subject.name,
        address=address,
        before=_seen(before),
        after=_seen(after),
    )


def _seen(found: Connection | None) -> dict[str, Any] | None:
    """What the audit trail shows of a connection."""
    if found is None:
        return None
    return {
        "name": found.name,
        "issuer": found.issuer,
        "clientId": found.client_id,
        "domains": [domain.name for domain in found.domains],
        "createPeople": found.create_people,
        "defaultProfile": None if found.default_profile is None else found.default_profile.value,
        "enabled": found.enabled,
    }
