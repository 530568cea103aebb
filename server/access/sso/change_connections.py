"""List, create, change, test and delete a company's connections; every change is audited without its secret.

The records of proved domains are looked up again, so that a domain that has changed hands is its new owner's.
"""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final
from uuid import UUID, uuid4

from structlog import get_logger

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.sso import repository, schemas
from server.access.sso.connection import (
    MOST_CONNECTIONS,
    PROOF,
    ProviderError,
    SsoConflictError,
    SsoConnection,
    SsoDomain,
    TooManyConnectionsError,
    after_logout,
    backchannel_logout_uri,
    needs_no_proof,
    redirect_uri,
    seal_secret,
)
from server.access.sso.provider import forget_failure, read_provider
from server.company.audit.record import AuditAction, record, record_act
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify_administrators
from server.messaging.notifications.repository import Notice
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.errors import ValidationFailedError, existing
from server.platform.outbound.calls import OutboundError
from server.platform.process.crypto import random_token
from server.platform.process.fair_slots import MOST_CALLS_OF_A_COMPANY
from server.platform.services import Context, Services, ServiceUnit, Unit
from server.vocabulary.emails import normalize_email
from server.vocabulary.profiles import Profile, creatable_by
from server.vocabulary.visible_text import company_name_problem, tidy

# A provider's word alone makes no account more than this.
NEW_PEOPLE: Final = (Profile.TRAINEE, Profile.PLACEMENT)
BAD_ISSUER: Final = "The issuer is an https address without a query, such as https://accounts.google.com"
BAD_PROFILE: Final = "New people can be given the profile Trainee or Placement"
NO_PROFILE: Final = "Choose the profile of new people"
# No domain waits for a slot until its time is up, also where all belong to one company.
BATCH: Final = MOST_CALLS_OF_A_COMPANY
SETTINGS_PAGE: Final = "/dashboard/settings"
RECORD_GONE: Final = "Its DNS record is gone"
NOT_SEEN: Final = "Its DNS record could not be looked up for 30 days"
logger = get_logger(__name__)


async def list_connections(context: Context) -> schemas.ConnectionsAnswer:
    settings, company_id = context.services.settings, context.company_id
    async with context.services.database.reading() as connection:
        found = await repository.list_connections(connection, company_id=company_id)
    return schemas.ConnectionsAnswer(
        redirect_uri=redirect_uri(settings, company_id=company_id),
        post_logout_redirect_uri=after_logout(settings),
        profiles=_assignable_profiles(context.actor.profile),
        connections=[_record_of(settings, each) for each in found],
    )


async def create_connection(context: Context, asked: schemas.CreateConnectionRequest) -> schemas.ConnectionRecord:
    """Add a connection.

    Raises ValidationFailedError: a field is wrong, or another connection of the company has a domain; also
    StepUpRequiredError and TooManyConnectionsError.
    """
    values, domains = _read_request(context, asked)
    company_id, connection_id, secret = context.company_id, uuid4(), asked.client_secret
    if secret:
        values["sealed_secret"] = seal_secret(context.services.keys, secret, connection_id=connection_id)
    async with context.unit_of_work() as unit:
        await _lock(unit)
        if len(await repository.list_connections(unit.connection, company_id=company_id)) >= MOST_CONNECTIONS:
            raise TooManyConnectionsError
        await repository.add_connection(unit.connection, values, company_id=company_id, connection_id=connection_id)
        after = await _put_domains(unit, domains, connection_id=connection_id)
        await record_act(unit, AuditAction.SSO_CREATED, **after.subject, after=_seen(after))
    return _record_of(context.services.settings, after)


async def change_connection(
    context: Context, asked: schemas.ChangeConnectionRequest, *, connection_id: UUID
) -> schemas.ConnectionRecord:
    """Change a connection. Its secret is kept for its issuer alone: another issuer needs it again.

    Raises StepUpRequiredError, ValidationFailedError: see :func:`create_connection`; also NotFoundError and
    SsoConflictError.
    """
    values, domains = _read_request(context, asked)
    key = {"company_id": context.company_id, "connection_id": connection_id}
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before = await _find(unit.connection, **key)
        if asked.version is not None and asked.version != before.version:
            raise SsoConflictError
        if asked.client_secret:
            values["sealed_secret"] = seal_secret(context.services.keys, asked.client_secret, connection_id=before.id)
        elif asked.client_secret is None and values["issuer"] == before.issuer:
            values["sealed_secret"] = before.sealed_secret
        await repository.change_connection(unit.connection, values, **key)
        after = await _put_domains(unit, domains, connection_id=connection_id)
        seen = _seen(before), _seen(after)
        await record_act(unit, AuditAction.SSO_CHANGED, **after.subject, before=seen[0], after=seen[1])
    forget_failure(context.services, after)
    return _record_of(context.services.settings, after)


async def delete_connection(context: Context, *, connection_id: UUID) -> None:
    """Delete a connection. Its people keep their accounts, and log in with a password that they can reset by email.

    Raises NotFoundError, StepUpRequiredError.
    """
    key = {"company_id": context.company_id, "connection_id": connection_id}
    async with context.unit_of_work() as unit:
        await _lock(unit)
        before = await _find(unit.connection, **key)
        await repository.delete_connection(unit.connection, **key)
        await record_act(unit, AuditAction.SSO_DELETED, **before.subject, before=_seen(before))


async def prove_connection(context: Context, *, connection_id: UUID) -> schemas.ConnectionTestAnswer:
    """Test a connection: its provider is asked anew, and its domains are looked up. Raises NotFoundError."""
    services, company_id = context.services, context.company_id
    async with services.database.reading() as connection:
        found = await _find(connection, company_id=company_id, connection_id=connection_id)
    problem = None
    try:
        await read_provider(services, found, anew=True)
    except ProviderError as error:
        problem = str(error)
    looked_up = await _look_up(services, [domain for domain in found.domains if domain.proved_at is None])
    async with context.unit_of_work() as unit:
        proved = [domain.domain for domain, texts in looked_up if texts and await _prove(unit, domain, texts=texts)]
        tested = {"problem": problem, "proved": proved}
        await record_act(unit, AuditAction.SSO_TESTED, **found.subject, after=tested)
        after = await _find(unit.connection, company_id=company_id, connection_id=connection_id)
    return schemas.ConnectionTestAnswer(problem=problem, connection=_record_of(services.settings, after))


async def _lock(unit: Unit[Context]) -> None:
    """Ask for a fresh proof, and change the company's connections one at a time."""
    await require_fresh_proof(unit.connection, unit.context)
    await unit.connection.hold_lock(f"waymark sso {unit.context.company_id}")


async def _find(connection: Connection, *, company_id: UUID, connection_id: UUID) -> SsoConnection:
    return existing(await repository.find_connection(connection, company_id=company_id, connection_id=connection_id))


async def _prove(unit: Unit[Context], domain: SsoDomain, *, texts: Collection[str]) -> bool:
    """Prove a domain. A company whose record is there takes it from one whose record is gone."""
    if domain.record not in texts:
        return False
    tokens = [text.removeprefix(PROOF) for text in texts]
    former = await repository.withdraw_replaced(unit.connection, domain, tokens=tokens)
    is_proved = await repository.mark_proved(unit.connection, domain)
    if former is not None:
        await _announce_loss(unit, former, reason="Its DNS record is gone, and another company has proved the domain")
    return is_proved


async def _put_domains(unit: Unit[Context], domains: Collection[str], *, connection_id: UUID) -> SsoConnection:
    """Store the domains. Returns the connection as it is now; a domain of another one of the company is refused."""
    connection, key = unit.connection, {"company_id": unit.context.company_id, "connection_id": connection_id}
    await repository.replace_domains(connection, **key, tokens={domain: random_token() for domain in domains})
    stored = (await _find(connection, **key)).domains
    if taken := set(domains).difference(each.domain for each in stored):
        raise ValidationFailedError(errors={"domains": f"Another connection has the domain {min(taken)}"})
    for each in stored:
        if each.proved_at is None and needs_no_proof(unit.services.settings, each.domain):
            await repository.mark_proved(connection, each)
    return await _find(connection, **key)


def _seen(found: SsoConnection) -> dict[str, Any]:
    """Describe a connection for the audit trail, without its secret."""
    return {
        "name": found.name,
        "issuer": found.issuer,
        "clientId": found.client_id,
        "domains": [each.domain for each in found.domains],
        "createPeople": found.create_people,
        "defaultProfile": found.default_profile,
        "enabled": found.enabled,
    }


def _record_of(settings: Settings, found: SsoConnection) -> schemas.ConnectionRecord:
    uri = backchannel_logout_uri(settings, connection_id=found.id)
    return schemas.ConnectionRecord(
        **vars(found), has_secret=found.sealed_secret is not None, backchannel_logout_uri=uri
    )


def _assignable_profiles(setter: Profile | None) -> list[Profile]:
    """List the profiles of new people that `setter` may give."""
    return [profile for profile in NEW_PEOPLE if profile in creatable_by(setter)]


def _read_request(context: Context, asked: schemas.CreateConnectionRequest) -> tuple[dict[str, Any], list[str]]:
    """Return the columns of a connection without a secret, and its domains.

    Raises ValidationFailedError: with a message for every field that is wrong.
    """
    name, issuer, domains = tidy(asked.name), asked.issuer.strip(), [_domain(each) for each in asked.domains]
    wrong = [text for text, domain in zip(asked.domains, domains, strict=True) if domain is None]
    problems = {
        "name": company_name_problem(name),
        "issuer": None if context.services.outbound.allows(issuer) and "?" not in issuer else BAD_ISSUER,
        "domains": f"“{tidy(wrong[0])[:60]}” is not a domain, such as example.com" if wrong else None,
        "defaultProfile": _profile_problem(asked, setter=context.actor.profile),
    }
    errors = {field: problem for field, problem in problems.items() if problem is not None}
    if errors:
        raise ValidationFailedError(errors=errors)
    as_asked = asked.model_dump(include={"create_people", "default_profile", "enabled"})
    read = {"name": name, "issuer": issuer, "client_id": asked.client_id.strip(), "sealed_secret": None}
    return as_asked | read, list(dict.fromkeys(filter(None, domains)))


def _domain(typed: str) -> str | None:
    """Read a domain as it stands in normalised emails."""
    email = normalize_email(f"person@{typed.strip().removeprefix('@').rstrip('.')}")
    return None if email is None else email.rpartition("@")[2]


def _profile_problem(asked: schemas.CreateConnectionRequest, *, setter: Profile | None) -> str | None:
    if asked.default_profile is None:
        return NO_PROFILE if asked.create_people else None
    return None if asked.default_profile in _assignable_profiles(setter) else BAD_PROFILE


async def prove_domains_again(services: Services) -> None:
    """Look up some of the proved domains that are due: each once a week, and again two days after a failure."""
    async with services.unit_of_work() as unit:
        due = await repository.claim_due_domains(unit.connection, limit=BATCH)
    for domain, texts in await _look_up(services, due):
        async with services.unit_of_work() as unit:
            await _judge(unit, domain, texts=texts)


async def _look_up(services: Services, domains: Sequence[SsoDomain]) -> Iterable[tuple[SsoDomain, set[str] | None]]:
    """Look up the TXT records of domains that companies have named. Gives none for one without an answer."""

    async def texts_of(domain: SsoDomain) -> set[str] | None:
        try:
            return await services.outbound.find_texts(domain.domain, company_id=domain.company_id)
        except OutboundError:
            logger.info("domain_not_looked_up")
            return None

    return zip(domains, await asyncio.gather(*map(texts_of, domains)), strict=True)


async def _announce_loss(unit: ServiceUnit, domain: SsoDomain, *, reason: str) -> None:
    """Record that a proof has been withdrawn, and notify the administrators of its company."""
    await record(
        unit.connection,
        action=AuditAction.SSO_DOMAIN_LOST,
        company_id=domain.company_id,
        subject_id=domain.connection_id,
        subject_label=domain.domain,
        after={"reason": reason},
    )
    title = f"{domain.domain} is no longer proved"
    body = f"{reason}. People of this domain cannot log in by single sign-on until it is proved again."
    await _notify(unit, domain, title=title, body=body)
    logger.info("domain_lost", connection_id=str(domain.connection_id), reason=reason)


async def _judge(unit: ServiceUnit, domain: SsoDomain, *, texts: set[str] | None) -> None:
    if needs_no_proof(unit.services.settings, domain.domain) or (texts is not None and domain.record in texts):
        await repository.mark_proved(unit.connection, domain)
        return
    is_absent = texts is not None
    is_lost = await repository.note_missing(unit.connection, domain, is_absent=is_absent)
    if is_lost:
        await _announce_loss(unit, domain, reason=RECORD_GONE if is_absent else NOT_SEEN)
    elif is_lost is False and is_absent:
        title = f"The DNS record of {domain.domain} is missing"
        body = "If it is not there again within two days, people of this domain cannot log in by single sign-on."
        await _notify(unit, domain, title=title, body=body)


async def _notify(unit: ServiceUnit, domain: SsoDomain, *, title: str, body: str) -> None:
    notice = Notice(kind=NotificationKind.DOMAIN_PROOF, title=title, body=body, link=SETTINGS_PAGE)
    await notify_administrators(unit, notice, company_id=domain.company_id)
