"""Read and change a company's policy. It applies at the next request, in every process: none keeps a copy."""

from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Final, Protocol
from uuid import UUID

from pydantic.alias_generators import to_camel

from server.access.policies.policy import NO_POLICY, FactorKind, Policy, SecondFactor, required_factors
from server.access.policies.repository import (
    count_people,
    lock_as_super_admin,
    own_factors,
    read_policy,
    signed_in_administrators,
    store_policy,
)
from server.access.policies.schemas import LONGEST_DOMAIN, PolicyLimits, PolicyPeople, PolicyRecord, PolicyRequest
from server.company.audit.repository import AuditAction, record
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection, Database, UnitOfWork
from server.platform.errors import ConflictError, ForbiddenError, ValidationFailedError
from server.platform.schemas import ResponseSchema
from server.platform.services import Services
from server.vocabulary.emails import normalize_email
from server.vocabulary.fields import domain_of
from server.vocabulary.identity import Identity
from server.vocabulary.networks import is_inside, read_network
from server.vocabulary.profiles import Profile, Role


class PolicyConflictError(ConflictError):
    code = "edit_conflict"
    message = "Another Super Admin has changed this policy meanwhile. Please look at it again."


MINUTE: Final = 60
DAY: Final = 86_400
# The client refreshes at activity, at most every half minute: shorter sessions would end while they are used.
LEAST_IDLE_MINUTES: Final = 15

BAD_DOMAIN: Final = "“{typed}” is not a domain. Write it like example.org"
BAD_NETWORK: Final = "“{typed}” is not a network. Write it like 192.0.2.0/24 or 2001:db8::/32"
ALL_NETWORKS: Final = "“{typed}” admits every address. Leave the list empty instead"
NO_PASSKEY: Final = "Choose passkeys among the second factors, and who needs one"
OWN_FACTOR: Final = "Set up a second factor of this kind for yourself first, so that you can still log in"
OWN_DOMAIN: Final = "Your own email is of {domain}: add it, so that you can be added again"
OWN_ADDRESS: Final = "Your own address, {address}, is in none of these networks: you would be logged out at once"


@dataclass(frozen=True, kw_only=True)
class SessionLengths:
    """The longest sessions of the installation."""

    idle_minutes: int
    days: int

    @classmethod
    def of(cls, settings: Settings) -> "SessionLengths":
        return cls(idle_minutes=settings.session_idle_ttl // MINUTE, days=settings.session_absolute_ttl // DAY)


def read_form(form: PolicyRequest, *, settings: Settings) -> Policy:
    """The policy that the form describes, as the version after the one that was read.

    Raises:
        ValidationFailedError: with a message for every field that is wrong.
    """
    errors = _length_errors(form, longest=SessionLengths.of(settings))
    domains, networks = _domains(form, errors), _networks(form, errors)
    if form.passkeys_only and (form.second_factor is SecondFactor.NONE or FactorKind.PASSKEY not in form.factors):
        errors["passkeysOnly"] = NO_PASSKEY
    if errors:
        raise ValidationFailedError(errors=errors)
    return Policy(
        second_factor=form.second_factor,
        factors=tuple(kind for kind in FactorKind if kind in form.factors),
        passkeys_only=form.passkeys_only,
        session_idle_minutes=form.session_idle_minutes,
        session_days=form.session_days,
        email_domains=domains,
        administrator_networks=networks,
        version=form.version + 1,
    )


def refuse_lock_out(policy: Policy, *, author: Identity, address: str, own_factors: frozenset[FactorKind]) -> None:
    """Its author satisfies what a policy asks, so that one Super Admin at least can still sign in and change it.

    Raises:
        ValidationFailedError: with a message for every field.
    """
    errors = dict[str, str]()
    required = required_factors(policy, profile=author.profile)
    if required and not required & own_factors:
        errors["passkeysOnly" if policy.passkeys_only else "secondFactor"] = OWN_FACTOR
    if policy.email_domains and (domain := domain_of(author.email or "")) not in policy.email_domains:
        errors["emailDomains"] = OWN_DOMAIN.format(domain=domain)
    if not is_inside(address, policy.administrator_networks):
        errors["administratorNetworks"] = OWN_ADDRESS.format(address=address)
    if errors:
        raise ValidationFailedError(errors=errors)


def _length_errors(form: PolicyRequest, *, longest: SessionLengths) -> dict[str, str]:
    errors = dict[str, str]()
    idle, days = form.session_idle_minutes, form.session_days
    if idle is not None and not LEAST_IDLE_MINUTES <= idle <= longest.idle_minutes:
        errors["sessionIdleMinutes"] = f"Choose {LEAST_IDLE_MINUTES} to {longest.idle_minutes:,} minutes"
    if days is not None and not 1 <= days <= longest.days:
        errors["sessionDays"] = f"Choose 1 to {longest.days:,} days"
    return errors


def _domains(form: PolicyRequest, errors: dict[str, str]) -> tuple[str, ...]:
    found = dict[str, None]()
    for typed in form.email_domains:
        email = normalize_email(f"x@{typed.strip().removeprefix('@')}")
        if email is None or len(domain := domain_of(email)) > LONGEST_DOMAIN:
            errors["emailDomains"] = BAD_DOMAIN.format(typed=typed)
        else:
            found[domain] = None
    return tuple(found)


def _networks(form: PolicyRequest, errors: dict[str, str]) -> tuple[str, ...]:
    found = dict[str, None]()
    for typed in form.administrator_networks:
        network = read_network(typed)
        if network is None:
            errors["administratorNetworks"] = BAD_NETWORK.format(typed=typed)
        elif network.endswith("/0"):
            errors["administratorNetworks"] = ALL_NETWORKS.format(typed=typed)
        else:
            found[network] = None
    return tuple(found)


async def get_policy(services: Services, *, identity: Identity, address: str) -> PolicyRecord:
    async with services.database.reading() as connection:
        policy = await read_policy(connection, company_id=identity.company_id)
        return await describe(connection, policy, identity=identity, address=address, settings=services.settings)


async def describe(
    connection: Connection, policy: Policy, *, identity: Identity, address: str, settings: Settings
) -> PolicyRecord:
    longest = SessionLengths.of(settings)
    people = await count_people(connection, company_id=identity.company_id)
    return PolicyRecord(
        second_factor=policy.second_factor,
        factors=list(policy.factors),
        passkeys_only=policy.passkeys_only,
        session_idle_minutes=policy.session_idle_minutes,
        session_days=policy.session_days,
        email_domains=list(policy.email_domains),
        administrator_networks=list(policy.administrator_networks),
        version=policy.version,
        limits=PolicyLimits(
            least_idle_minutes=LEAST_IDLE_MINUTES, session_idle_minutes=longest.idle_minutes, session_days=longest.days
        ),
        people=PolicyPeople.model_validate(people),
        your_address=address,
    )


# Fields that decide which administrators may be connected; other people's sockets are looked at each minute.
SOCKETS: Final = frozenset({"secondFactor", "factors", "passkeysOnly", "administratorNetworks"})


class RecheckPreviews(Protocol):
    """Check the company's previews of imports again, in a transaction of its own."""

    async def __call__(self, services: Services, /, *, company_id: UUID) -> None: ...


class PresentPosition(ResponseSchema):
    role: Role
    profile: Profile


async def change_policy(
    services: Services, form: PolicyRequest, *, identity: Identity, address: str, recheck: RecheckPreviews
) -> PolicyRecord:
    """The policy as it is now.

    Raises:
        ValidationFailedError: a field is wrong, or the caller would be locked out.
        PolicyConflictError: it has been changed since it was read.
        ForbiddenError: the caller has ceased to be a Super Admin since the request began.

    """
    policy = read_form(form, settings=services.settings)
    company_id = identity.company_id
    async with services.database.unit_of_work() as unit:
        if not await lock_as_super_admin(unit.connection, company_id=company_id, user_id=identity.user_id):
            raise ForbiddenError
        before = await read_policy(unit.connection, company_id=company_id)
        if before.version != form.version:
            raise PolicyConflictError
        own = await own_factors(unit.connection, company_id=company_id, user_id=identity.user_id)
        refuse_lock_out(policy, author=identity, address=address, own_factors=own)
        changed = _differences(before, policy)
        if changed is None:
            return await describe(
                unit.connection, before, identity=identity, address=address, settings=services.settings
            )
        if not await store_policy(unit.connection, policy, company_id=company_id):
            raise PolicyConflictError
        former, new = changed
        action = AuditAction.POLICY_CHANGED
        await record(unit.connection, action=action, by=identity, address=address, before=former, after=new)
        if "emailDomains" in new:
            unit.after_commit(partial(recheck, services, company_id=company_id))
        if not SOCKETS.isdisjoint(new):
            await _look_at_sockets_again(services, unit, company_id=company_id)
        return await describe(unit.connection, policy, identity=identity, address=address, settings=services.settings)


def _differences(before: Policy, after: Policy) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """(former, new) values of what changes; None where nothing does."""
    former, new = asdict(before), asdict(after)
    names = [name for name, value in former.items() if name != "version" and value != new[name]]
    if not names:
        return None
    return {to_camel(name): former[name] for name in names}, {to_camel(name): new[name] for name in names}


async def _look_at_sockets_again(services: Services, unit: UnitOfWork, *, company_id: UUID) -> None:
    """Of administrators who are signed in, so that those who are no longer admitted receive nothing more."""
    for user_id, role, profile in await signed_in_administrators(unit.connection, company_id=company_id):
        changed = PresentPosition(role=Role(role), profile=Profile(profile))
        unit.after_commit(partial(services.publisher.change_rights, user_id, changed=changed))


async def lift_policy(database: Database, *, company_id: UUID) -> dict[str, Any]:
    """What was lifted, by field; nothing where nothing was demanded. Lengths of sessions and domains stay.

    Raises:
        PolicyConflictError: it was changed at the same moment.

    """
    async with database.unit_of_work() as unit:
        before = await read_policy(unit.connection, company_id=company_id)
        lifted = replace(
            before,
            second_factor=NO_POLICY.second_factor,
            passkeys_only=NO_POLICY.passkeys_only,
            factors=NO_POLICY.factors,
            administrator_networks=NO_POLICY.administrator_networks,
            version=before.version + 1,
        )
        former, new = _differing(before, lifted), _differing(lifted, before)
        if not former:
            return {}
        if not await store_policy(unit.connection, lifted, company_id=company_id):
            raise PolicyConflictError
        await record(
            unit.connection,
            action=AuditAction.POLICY_LIFTED,
            company_id=company_id,
            before=former,
            after={**new, "by": "operator"},
        )
        return former


def _differing(one: Policy, other: Policy) -> dict[str, Any]:
    values, others = asdict(one), asdict(other)
    return {to_camel(name): value for name, value in values.items() if name != "version" and value != others[name]}
