"""A login at a provider gets a flow, as a typed password does. Its account is linked, found by email, or new."""

from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from server.access.factors.prove_factor import after_first_step
from server.access.flows.flow import Flow, FlowContext
from server.access.flows.repository import open_flow
from server.access.policies.repository import allowed_domains
from server.access.sso.authorization import Answered
from server.access.sso.connection import SignInError, SsoConnection, SsoOutcome
from server.access.sso.sign_in_repository import find_linked, keep_flow, link
from server.access.sso.tokens import ProviderPerson
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.send_messages import send_messages
from server.people.account.account_repository import lock_unproven_email
from server.people.account.events import UsersChangeKind
from server.people.account.proved_repository import (
    ProvedAccount,
    accept_without_password,
    add_proved_person,
    lock_account_of_email,
)
from server.people.account.publish_change import announce_changes
from server.people.account.release_email import release_email
from server.platform.database.connections import UnitOfWork
from server.platform.process.crypto import random_token
from server.platform.services import Services
from server.vocabulary.emails import mask_email, normalize_new_email
from server.vocabulary.methods import Method
from server.vocabulary.names import person_name_problem
from server.vocabulary.phones import normalize_phone
from server.vocabulary.profiles import ROLES_OF_PROFILE
from server.vocabulary.visible_text import tidy

LONGEST_NAME = 100


async def find_account(
    services: Services, unit: UnitOfWork, *, found: SsoConnection, person: ProviderPerson, address: str
) -> UUID:
    """The id of an account of the connection's company.

    Raises:
        SignInError: there is none, and none may be made; or the email's account is linked to another subject, because
            the provider has given the email to another person.
    """
    if person.email.rpartition("@")[2] not in found.proved_domains:
        raise SignInError(SsoOutcome.REFUSED, "domain not proved")
    linked = await _linked(unit, found, person)
    if linked is not None:
        return linked
    account = await lock_account_of_email(unit.connection, company_id=found.company_id, email=person.email)
    if account is None:
        account = await _create(services, unit, found=found, person=person, address=address)
    await _link(services, unit, found=found, person=person, account=account, address=address)
    return account.id


async def _linked(unit: UnitOfWork, found: SsoConnection, person: ProviderPerson) -> UUID | None:
    return await find_linked(
        unit.connection,
        company_id=found.company_id,
        connection_id=found.id,
        issuer=found.issuer,
        subject=person.subject,
    )


async def _link(
    services: Services,
    unit: UnitOfWork,
    *,
    found: SsoConnection,
    person: ProviderPerson,
    account: ProvedAccount,
    address: str,
) -> None:
    is_linked = await link(
        unit.connection,
        company_id=found.company_id,
        connection_id=found.id,
        issuer=found.issuer,
        subject=person.subject,
        user_id=account.id,
    )
    if not is_linked:
        # A sign-in of the same person may have linked it a moment ago.
        if await _linked(unit, found, person) == account.id:
            return
        raise SignInError(SsoOutcome.REFUSED, "linked to another subject")
    await record(
        unit.connection,
        action=AuditAction.SSO_LINKED,
        company_id=found.company_id,
        actor_id=account.id,
        subject_id=account.id,
        subject_label=mask_email(person.email),
        address=address,
        after={"connection": found.name, "issuer": found.issuer},
    )
    if not account.is_new:
        await _notify(services, unit, account, email=person.email, company_id=found.company_id)


async def _notify(
    services: Services, unit: UnitOfWork, account: ProvedAccount, *, email: str, company_id: UUID
) -> None:
    """The owner of an account that was there before gets a mail."""
    await queue_message(
        unit.connection,
        kind=MessageKind.SSO_LINKED,
        channel=Channel.EMAIL,
        recipient=email,
        keys=services.keys,
        company_id=company_id,
        user_id=account.id,
        parameters={"full_name": account.full_name, "company_name": account.company_name},
    )
    unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))


async def _create(
    services: Services, unit: UnitOfWork, *, found: SsoConnection, person: ProviderPerson, address: str
) -> ProvedAccount:
    profile = found.default_profile
    if not found.create_people or profile is None or normalize_new_email(person.email) is None:
        raise SignInError(SsoOutcome.REFUSED, "no account")
    allowed = await allowed_domains(unit.connection.raw, company_id=found.company_id)
    if allowed and person.email.rpartition("@")[2] not in allowed:
        raise SignInError(SsoOutcome.REFUSED, "domain not allowed for new people")
    unproven = await lock_unproven_email(unit.connection, email=person.email, company_id=found.company_id)
    if unproven is not None:
        await release_email(services, unit, unproven)
    role = ROLES_OF_PROFILE[profile][0]
    account = await add_proved_person(
        unit.connection,
        company_id=found.company_id,
        email=person.email,
        phone=normalize_phone(person.phone, region=services.settings.phone_region) or "",
        full_name=_name(person),
        role=role,
        profile=profile,
    )
    if account is None:
        raise SignInError(SsoOutcome.REFUSED, "registered elsewhere")
    if account.is_new:
        await record(
            unit.connection,
            action=AuditAction.USER_CREATED,
            company_id=found.company_id,
            subject_id=account.id,
            subject_label=mask_email(person.email),
            address=address,
            after={"role": role.value, "profile": profile.value, "isActive": True, "connection": found.name},
        )
        announce_changes(
            services, unit, kind=UsersChangeKind.CREATED, company_id=found.company_id, user_ids=[account.id]
        )
    return account


def _name(person: ProviderPerson) -> str:
    """As the provider writes it where our rules allow it, else what stands before the @."""
    name = tidy(person.name)[:LONGEST_NAME].strip()
    if name and person_name_problem(name) is None:
        return name
    local = tidy("".join(each if each.isalnum() else " " for each in person.email.partition("@")[0]))
    return local if local and person_name_problem(local) is None else "New person"


# The provider's own factors (amr, acr) stand for none of the company's.
METHODS: Final = (Method.SSO,)


@dataclass(frozen=True, kw_only=True)
class OpenedFlow:
    flow: Flow
    secret: str = field(repr=False)


async def finish_sign_in(services: Services, answered: Answered, *, address: str) -> OpenedFlow:
    """The flow of the account that the provider has signed in.

    Raises:
        SignInError: it opens no account.
    """
    found, person = answered.found, answered.person
    try:
        async with services.database.unit_of_work() as unit:
            return await _open(services, unit, found=found, person=person, address=address)
    except SignInError:
        await _record_refusal(services, found, person, address=address)
        raise


async def _open(
    services: Services, unit: UnitOfWork, *, found: SsoConnection, person: ProviderPerson, address: str
) -> OpenedFlow:
    user_id = await find_account(services, unit, found=found, person=person, address=address)
    await accept_without_password(unit.connection, company_id=found.company_id, user_id=user_id, contact=person.email)
    state = await after_first_step(unit.connection, company_id=found.company_id, user_id=user_id, methods=METHODS)
    secret = random_token()
    flow = await open_flow(
        unit.connection,
        secret=secret,
        company_id=found.company_id,
        user_id=user_id,
        context=FlowContext.LOGIN,
        state=state,
        channel=Channel.EMAIL,
        temporary_password=False,
        address=address,
        methods=METHODS,
    )
    if flow is None:
        raise SignInError(SsoOutcome.REFUSED, "inactive")
    await keep_flow(
        unit.connection,
        flow_id=flow.id,
        connection_id=found.id,
        issuer=found.issuer,
        subject=person.subject,
        sid=person.sid,
    )
    return OpenedFlow(flow=flow, secret=secret)


async def _record_refusal(services: Services, found: SsoConnection, person: ProviderPerson, *, address: str) -> None:
    async with services.database.unit_of_work() as unit:
        await record(
            unit.connection,
            action=AuditAction.LOGIN_FAILED,
            company_id=found.company_id,
            subject_label=mask_email(person.email),
            address=address,
            after={"connection": found.name},
        )
