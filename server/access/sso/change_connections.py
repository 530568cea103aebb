"""List, create, change, test and delete a company's connections; every change is audited without its secret."""

import asyncio
from collections.abc import Collection
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
from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError, ValidationFailedError
from server.platform.process.crypto import random_token
from server.platform.services import Context, Services, Work
from server.vocabulary.emails import normalize_email
from server.vocabulary.profiles import Profile, creatable_by
from server.vocabulary.visible_text import company_name_problem, tidy

# A provider's word alone makes no account more than this.
NEW_PEOPLE: Final = (Profile.TRAINEE, Profile.PLACEMENT)
BAD_ISSUER: Final = "The issuer is an https address without a query, such as https://accounts.google.com"
BAD_PROFILE: Final = "New people can be given the profile Trainee or Placement"
NO_PROFILE: Final = "Choose the profile of new people"

ConnectionRequest = CreateConnectionRequest | ChangeConnectionRequest


@dataclass(frozen=True, kw_only=True)
class WantedConnection(SsoConnectionFields):
    domains: tuple[str, ...]


async def list_connections(context: Context) -> ConnectionsAnswer:
    settings, company_id = context.services.settings, context.company_id
    async with context.services.database.reading() as connection:
        found = await repository.list_connections(connection, company_id=company_id)
    return ConnectionsAnswer(
        redirect_uri=redirect_uri(settings, company_id=company_id),
        post_logout_redirect_uri=after_logout(settings),
        profiles=_assignable_profiles(context.identity.profile),
        connections=[_record_of(settings, each) for each in found],
    )


async def create_connection(context: Context, asked: CreateConnectionRequest) -> ConnectionRecord:
    """Add a connection.

    Raises:
        StepUpRequiredError: the caller's last proof is too old.
        ValidationFailedError: a field is wrong, or another connection of the company has a domain.
        TooManyConnectionsError: there are as many as there may be.
    """
    wanted, connection_id, company_id = _read_request(context, asked), uuid4(), context.company_id
    secret, keys = asked.client_secret, context.services.keys
    async with context.unit_of_work() as unit:
        await _lock(unit)
        if len(await repository.list_connections(unit.connection, company_id=company_id)) >= MOST_CONNECTIONS:
            raise TooManyConnectionsError
        await repository.add_connection(
            unit.connection,
            wanted,
            connection_id=connection_id,
            company_id=company_id,
            sealed_secret=seal_secret(keys, secret, connection_id=connection_id) if secret else None,
        )
        after = await _put_domains(unit, wanted, connection_id=connection_id)
        await _audit(unit, AuditAction.SSO_CREATED, after=after)
    return _record_of(context.services.settings, after)


async def change_connection(
    context: Context, asked: ChangeConnectionRequest, *, connection_id: UUID
) -> ConnectionRecord:
    """Change a connection. Its secret is kept for its issuer alone: another issuer needs it again.

    Raises:
        NotFoundError: the company has no such connection.
        SsoConflictError: it has been changed since it was read.
        StepUpRequiredError, ValidationFailedError: see :func:`create_connection`.
    """
    wanted, company_id = _read_request(context, asked), context.company_id
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before = await _find(unit.connection, company_id=company_id, connection_id=connection_id)
        if asked.version is not None and asked.version != before.version:
            raise SsoConflictError
        sealed = before.sealed_secret if asked.client_secret is None and wanted.issuer == before.issuer else None
        if asked.client_secret:
            sealed = seal_secret(context.services.keys, asked.client_secret, connection_id=before.id)
        await repository.change_connection(
            unit.connection, wanted, company_id=company_id, connection_id=connection_id, sealed_secret=sealed
        )
        after = await _put_domains(unit, wanted, connection_id=connection_id)
        await _audit(unit, AuditAction.SSO_CHANGED, before=before, after=after)
    forget_failure(context.services, company_id=company_id, issuer=wanted.issuer)
    return _record_of(context.services.settings, after)


async def delete_connection(context: Context, *, connection_id: UUID) -> None:
    """Delete a connection. Its people keep their accounts, and log in with a password that they can reset by email.

    Raises:
        NotFoundError: the company has no such connection.
        StepUpRequiredError: see :func:`create_connection`.
    """
    key = {"company_id": context.company_id, "connection_id": connection_id}
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before = await _find(unit.connection, **key)
        await repository.delete_connection(unit.connection, **key)
        await _audit(unit, AuditAction.SSO_DELETED, before=before)


async def prove_connection(context: Context, *, connection_id: UUID) -> ConnectionTestAnswer:
    """Test a connection: its provider is asked anew, and its domains are looked up. Raises NotFoundError."""
    services, company_id = context.services, context.company_id
    async with services.database.reading() as connection:
        found = await _find(connection, company_id=company_id, connection_id=connection_id)
    problem = None
    try:
        await read_provider(services, company_id=company_id, issuer=found.issuer, anew=True)
    except ProviderError as error:
        problem = str(error)
    unproved = [domain for domain in found.domains if domain.proved_at is None]
    texts = await asyncio.gather(*(find_records(services, domain.name, company_id=company_id) for domain in unproved))
    async with context.unit_of_work() as unit:
        now_proved = [
            domain.name
            for domain, present in zip(unproved, texts, strict=True)
            if present and await _prove(unit, domain, texts=present)
        ]
        await record_act(
            unit,
            AuditAction.SSO_TESTED,
            subject_id=found.id,
            subject_label=found.name,
            after={"problem": problem, "proved": now_proved},
        )
        after = await _find(unit.connection, company_id=company_id, connection_id=connection_id)
    return ConnectionTestAnswer(problem=problem, connection=_record_of(services.settings, after))


async def _lock(unit: Work[Context]) -> None:
    """Ask for a fresh proof, and change the company's connections one at a time."""
    await require_fresh_proof(unit.connection, unit.context.identity)
    await repository.lock_connections(unit.connection, company_id=unit.context.company_id)


async def _find(connection: Connection, *, company_id: UUID, connection_id: UUID) -> SsoConnection:
    found = await repository.find_connection(connection, company_id=company_id, connection_id=connection_id)
    if found is None:
        raise NotFoundError
    return found


async def _prove(unit: Work[Context], domain: SsoDomain, *, texts: Collection[str]) -> bool:
    """Prove a domain. A company whose record is there takes it from one whose record is gone."""
    if domain.proof not in texts:
        return False
    company_id, name = unit.context.company_id, domain.name
    tokens = [text.removeprefix(PROOF) for text in texts]
    former = await repository.withdraw_replaced(unit.connection, company_id=company_id, domain=name, tokens=tokens)
    is_proved = await repository.mark_proved(unit.connection, company_id=company_id, domain=name, token=domain.token)
    if former is not None:
        await announce_loss(unit, former, reason=PROVED_ELSEWHERE)
    return is_proved


async def _put_domains(unit: Work[Context], wanted: WantedConnection, *, connection_id: UUID) -> SsoConnection:
    """Store the domains. Returns the connection as it is now; a domain of another one of the company is refused."""
    connection, key = unit.connection, {"company_id": unit.context.company_id, "connection_id": connection_id}
    taken = await repository.domains_of_others(connection, **key, domains=wanted.domains)
    if taken:
        raise ValidationFailedError(errors={"domains": f"Another connection has the domain {taken[0]}"})
    tokens = {domain: random_token() for domain in wanted.domains}
    await repository.replace_domains(connection, **key, tokens=tokens)
    stored = await _find(connection, **key)
    for each in stored.domains:
        if each.proved_at is None and needs_no_proof(unit.services.settings, each.name):
            await repository.mark_proved(connection, company_id=stored.company_id, domain=each.name, token=each.token)
    return await _find(connection, **key)


async def _audit(
    unit: Work[Context],
    action: AuditAction,
    *,
    before: SsoConnection | None = None,
    after: SsoConnection | None = None,
) -> None:
    subject = after or before
    await record_act(
        unit,
        action,
        subject_id=None if subject is None else subject.id,
        subject_label=None if subject is None else subject.name,
        before=_seen(before),
        after=_seen(after),
    )


def _seen(found: SsoConnection | None) -> dict[str, Any] | None:
    """Describe a connection for the audit trail, without its secret."""
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


def _record_of(settings: Settings, found: SsoConnection) -> ConnectionRecord:
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


def _assignable_profiles(setter: Profile | None) -> list[Profile]:
    """List the profiles of new people that `setter` may give."""
    return [profile for profile in NEW_PEOPLE if profile in creatable_by(setter)]


def _read_request(context: Context, asked: ConnectionRequest) -> WantedConnection:
    """Raises ValidationFailedError with a message for every field that is wrong."""
    name, issuer, domains = tidy(asked.name), asked.issuer.strip(), [_domain(each) for each in asked.domains]
    wrong = [text for text, domain in zip(asked.domains, domains, strict=True) if domain is None]
    problems = {
        "name": company_name_problem(name),
        "issuer": None if _is_issuer(context.services, issuer) else BAD_ISSUER,
        "domains": f"“{tidy(wrong[0])[:60]}” is not a domain, such as example.com" if wrong else None,
        "defaultProfile": _profile_problem(asked, setter=context.identity.profile),
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
    """Read a domain as it stands in normalised emails."""
    email = normalize_email(f"person@{typed.strip().removeprefix('@').rstrip('.')}")
    return None if email is None else email.rpartition("@")[2]


def _profile_problem(asked: ConnectionRequest, *, setter: Profile | None) -> str | None:
    if asked.default_profile is None:
        return NO_PROFILE if asked.create_people else None
    return None if asked.default_profile in _assignable_profiles(setter) else BAD_PROFILE
