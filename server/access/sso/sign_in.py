"""A login at a provider gets a flow, as a typed password does. Its account is linked, found by email, or new."""

from typing import Final
from uuid import UUID

from server.access.factors.own_factors import after_first_step
from server.access.flows.flow import OpenedFlow
from server.access.flows.own_flow import open_login
from server.access.policies.repository import allowed_domains
from server.access.sso.connection import SignInError, SsoConnection, SsoOutcome
from server.access.sso.provider import ProviderPerson
from server.access.sso.repository import find_linked, keep_flow, link
from server.company.audit.record import AuditAction, record_visit
from server.company.companies.repository import is_company_suspended
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_mail
from server.people.account.account_rules import field_rules
from server.people.account.change_accounts import release_email
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.sign_in_repository import (
    ProvedAccount,
    accept_without_password,
    add_proved_person,
    lock_account_of_email,
    lock_unproven_email,
)
from server.platform.process.metrics import SIGN_INS
from server.platform.services import Unit, Visit
from server.vocabulary.emails import mask_email, normalize_new_email
from server.vocabulary.field_kinds import FieldRules
from server.vocabulary.fields import read_typed
from server.vocabulary.identity import AccountKey, Method
from server.vocabulary.phones import normalize_phone
from server.vocabulary.profiles import ROLES_OF_PROFILE

# The provider's own factors (amr, acr) stand for none of the company's.
METHODS: Final = (Method.SSO,)


async def finish_sign_in(visit: Visit, found: SsoConnection, person: ProviderPerson) -> OpenedFlow:
    """Open the flow of the account that the provider has signed in. Raises SignInError: it opens no account."""
    try:
        async with visit.unit_of_work() as unit:
            return await _open(unit, found, person)
    except SignInError:
        SIGN_INS.labels(Method.SSO.value, "failed").inc()
        async with visit.unit_of_work() as unit:
            await record_visit(
                unit,
                AuditAction.LOGIN_FAILED,
                company_id=found.company_id,
                subject_label=mask_email(person.email),
                after={"connection": found.name},
            )
        raise


async def _open(unit: Unit[Visit], found: SsoConnection, person: ProviderPerson) -> OpenedFlow:
    owner = AccountKey(company_id=found.company_id, user_id=await _find_account(unit, found, person))
    await accept_without_password(unit.connection, **owner, contact=person.email)
    state = await after_first_step(unit.connection, **owner, methods=METHODS)
    opened = await open_login(unit, **owner, state=state, channel=Channel.EMAIL, methods=METHODS)
    if opened is None:
        raise SignInError(SsoOutcome.REFUSED, "inactive")
    await keep_flow(unit.connection, found, flow_id=opened.flow.id, subject=person.subject, sid=person.sid)
    return opened


async def _find_account(unit: Unit[Visit], found: SsoConnection, person: ProviderPerson) -> UUID:
    """Find or create an account of the connection's company.

    Raises SignInError: there is none, and none may be made; or the email's account is linked to another subject,
    because the provider has given the email to another person.
    """
    if person.email.rpartition("@")[2] not in found.proved_domains:
        raise SignInError(SsoOutcome.REFUSED, "domain not proved")
    linked = await find_linked(unit.connection, found, subject=person.subject)
    if linked is not None:
        return linked
    account = await lock_account_of_email(unit.connection, company_id=found.company_id, email=person.email)
    account = account or await _create(unit, found, person)
    if await link(unit.connection, found, subject=person.subject, user_id=account.id):
        await _announce_link(unit, found, person, account=account)
    # A sign-in of the same person may have linked it a moment ago.
    elif await find_linked(unit.connection, found, subject=person.subject) != account.id:
        raise SignInError(SsoOutcome.REFUSED, "linked to another subject")
    return account.id


async def _announce_link(
    unit: Unit[Visit], found: SsoConnection, person: ProviderPerson, *, account: ProvedAccount
) -> None:
    await record_visit(
        unit,
        AuditAction.SSO_LINKED,
        company_id=found.company_id,
        actor_id=account.id,
        subject_id=account.id,
        subject_label=mask_email(person.email),
        after={"connection": found.name, "issuer": found.issuer},
    )
    if not account.is_new:
        # The owner of an account that was there before gets a mail.
        owner = AccountKey(company_id=found.company_id, user_id=account.id)
        parameters = {"full_name": account.full_name, "company_name": account.company_name}
        await queue_mail(unit, MessageKind.SSO_LINKED, to=person.email, **owner, parameters=parameters)


async def _create(unit: Unit[Visit], found: SsoConnection, person: ProviderPerson) -> ProvedAccount:
    connection, services, company_id = unit.connection, unit.services, found.company_id
    profile = found.default_profile
    if not found.create_people or profile not in ROLES_OF_PROFILE or normalize_new_email(person.email) is None:
        raise SignInError(SsoOutcome.REFUSED, "no account")
    # A person who has an account is told so when their flow ends.
    if await is_company_suspended(connection, id=company_id):
        raise SignInError(SsoOutcome.REFUSED, "company suspended")
    allowed = await allowed_domains(connection, company_id=company_id)
    if allowed and person.email.rpartition("@")[2] not in allowed:
        raise SignInError(SsoOutcome.REFUSED, "domain not allowed for new people")
    unproven = await lock_unproven_email(connection, email=person.email, company_id=company_id)
    if unproven is not None:
        await release_email(unit, unproven)
    role = ROLES_OF_PROFILE[profile][0]
    account = await add_proved_person(
        connection,
        company_id=company_id,
        email=person.email,
        phone=normalize_phone(person.phone, region=services.settings.phone_region) or "",
        full_name=_name(person, rules=field_rules(services.settings)),
        role=role,
        profile=profile,
    )
    if account is None:
        raise SignInError(SsoOutcome.REFUSED, "registered elsewhere")
    if account.is_new:
        await record_visit(
            unit,
            AuditAction.USER_CREATED,
            company_id=company_id,
            subject_id=account.id,
            subject_label=mask_email(person.email),
            after={"role": role.value, "profile": profile.value, "isActive": True, "connection": found.name},
        )
        announce_changes(unit, kind=UsersChangeKind.CREATED, company_id=company_id, user_ids=[account.id])
    return account


def _name(person: ProviderPerson, *, rules: FieldRules) -> str:
    """Take the name as the provider writes it where a form would, else what stands before the @."""
    local = "".join(each if each.isalnum() else " " for each in person.email.partition("@")[0])
    read = (read_typed({"fullName": typed}, rules=rules).values.get("fullName") for typed in (person.name, local))
    return next(filter(None, read), "New person")
