"""List, create, change, test and delete a company's connections; every change is audited without its secret."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.sso import repository
from server.access.sso.connection import (
    MOST_CONNECTIONS,
    PROOF,
    ProviderError,
    SsoConflictError,
    SsoConnection,
    SsoConnectionFields,
    SsoDomain,
    TooManyConnectionsError,
    after_logout,
    backchannel_logout_uri,
    needs_no_proof,
    redirect_uri,
    seal_secret,
)
from server.access.sso.domains import PROVED_ELSEWHERE, announce_loss, find_records
from server.access.sso.provider import forget_failure, read_provider
from server.access.sso.schemas import (
    ChangeConnectionRequest,
    ConnectionRecord,
    ConnectionsAnswer,
    ConnectionTestAnswer,
    CreateConnectionRequest,
    DomainRecord,
)
from server.company.audit.repository import AuditAction, record
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import NotFoundError, ValidationFailedError
from server.platform.process.crypto import random_token
from server.platform.services import Services
from server.vocabulary.emails import normalize_email
from server.vocabulary.identity import Identity
from server.vocabulary.names import company_name_problem
from server.vocabulary.permission_matrix import creatable_by
from server.vocabulary.profiles import Profile
from server.vocabulary.visible_text import tidy

# A provider's word alone makes no account more than this.
NEW_PEOPLE: Final = (Profile.TRAINEE, Profile.PLACEMENT)
BAD_ISSUER: Final = "The issuer is an https address without a query, such as https://accounts.google.com"
BAD_PROFILE: Final = "New people can be given the profile Trainee or Placement"
NO_PROFILE: Final = "Choose the profile of new people"


@dataclass(frozen=True, kw_only=True)
class WantedConnection(SsoConnectionFields):
    domains: tuple[str, ...]


def assignable_profiles(setter: Profile | None) -> list[Profile]:
    """Those of new people that `setter` may give."""
    return [profile for profile in NEW_PEOPLE if profile in creatable_by(setter)]


def read_request(
    services: Services, asked: CreateConnectionRequest | ChangeConnectionRequest, *, setter: Profile | None
) -> WantedConnection:
    """Raises ValidationFailedError with a message for every field that is wrong."""
    name, issuer, domains = tidy(asked.name), asked.issuer.strip(), [_domain(each) for each in asked.domains]
    problems = {
        "name": company_name_problem(name),
        "issuer": None if _is_issuer(services, issuer) else BAD_ISSUER,
        "domains": _domains_problem(asked.domains, domains),
        "defaultProfile": _profile_problem(asked, setter=setter),
    }
    errors = {field: problem for field, problem in problems.items() if problem is not None}
    if errors:
        raise ValidationFailedError(errors=errors)
    return WantedConnection(
        name=name,
        issuer=issuer,
        client_id=asked.client_id.strip(),
        domains=tuple(dict.fromkeys(filter(None, domains))),
        create_people=asked.create_people,
        default_profile=asked.default_profile,
        enabled=asked.enabled,
    )


def _is_issuer(services: Services, issuer: str) -> bool:
    return services.outbound.allows(issuer) and not urlsplit(issuer).query and "?" not in issuer


def _domain(typed: str) -> str | None:
    """As it stands in normalised emails."""
    email = normalize_email(f"person@{typed.strip().removeprefix('@').rstrip('.')}")
    return None if email is None else email.rpartition("@")[2]


def _domains_problem(typed: Sequence[str], read: Sequence[str | None]) -> str | None:
    wrong = [text for text, domain in zip(typed, read, strict=True) if domain is None]
    return f"“{tidy(wrong[0])[:60]}” is not a domain, such as example.com" if wrong else None


def _profile_problem(asked: CreateConnectionRequest | ChangeConnectionRequest, *, setter: Profile | None) -> str | None:
    if asked.default_profile is None:
        return NO_PROFILE if asked.create_people else None
    return None if asked.default_profile in assignable_profiles(setter) else BAD_PROFILE


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


async def find(connection: Connection, *, identity: Identity, connection_id: UUID) -> SsoConnection:
    """Raises NotFoundError."""
    found = await repository.find_connection(connection, company_id=identity.company_id, connection_id=connection_id)
    if found is None:
        raise NotFoundError
    return found


def record_of(settings: Settings, found: SsoConnection) -> ConnectionRecord:
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
    services: Services,
    connection: Connection,
    wanted: WantedConnection,
    *,
    identity: Identity,
    connection_id: UUID,
) -> SsoConnection:
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


def _secret(services: Services, typed: str | None, *, before: SsoConnection, wanted: WantedConnection) -> bytes | None:
    if typed:
        return seal_secret(services.keys, typed, connection_id=before.id)
    return before.sealed_secret if typed is None and wanted.issuer == before.issuer else None


async def _audit(
    connection: Connection,
    action: AuditAction,
    *,
    identity: Identity,
    address: str,
    before: SsoConnection | None = None,
    after: SsoConnection | None = None,
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


def _seen(found: SsoConnection | None) -> dict[str, Any] | None:
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
    services: Services, unit: UnitOfWork, domain: SsoDomain, *, texts: Collection[str], company_id: UUID
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
