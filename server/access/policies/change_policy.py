"""Read and change a company's policy. It applies at the next request, in every process: none keeps a copy."""

from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final
from uuid import UUID

from pydantic.alias_generators import to_camel

from server.access.policies import repository
from server.access.policies.policy import (
    LONGEST_DOMAIN,
    NO_POLICY,
    FactorKind,
    Policy,
    PolicyLimits,
    PolicyRecord,
    PolicyRequest,
    SecondFactor,
    required_factors,
)
from server.company.audit.record import AuditAction, record, record_act
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection, Database, Effect
from server.platform.errors import ConflictError, ForbiddenError, ValidationFailedError
from server.platform.services import Context
from server.vocabulary.emails import normalize_email
from server.vocabulary.field_kinds import domain_of
from server.vocabulary.networks import is_inside, read_networks

# The client refreshes at activity, at most every half minute: shorter sessions would end while they are used.
LEAST_IDLE_MINUTES: Final = 15
# These fields decide which administrators may be connected; other people's sockets are checked each minute.
SOCKETS: Final = frozenset({"secondFactor", "factors", "passkeysOnly", "administratorNetworks"})


class PolicyConflictError(ConflictError):
    code = "edit_conflict"
    message = "Another Super Admin has changed this policy. Check the current version, then save again."


async def get_policy(context: Context) -> PolicyRecord:
    async with context.services.database.reading() as connection:
        policy = await repository.read_policy(connection, company_id=context.company_id)
        return await _describe(connection, policy, context)


async def change_policy(context: Context, form: PolicyRequest, *, on_new_domains: Effect) -> PolicyRecord:
    """Change the policy. Returns it as it is now; `on_new_domains` runs after the commit of other domains.

    Raises:
        ValidationFailedError: a field is wrong, or the caller would be locked out.
        PolicyConflictError: it has been changed since it was read.
        ForbiddenError: the caller has ceased to be a Super Admin since the request began.
    """
    policy = _read_form(form, settings=context.services.settings)
    owner, company_id = context.actor.key, context.company_id
    async with context.unit_of_work() as unit:
        if not await repository.lock_as_super_admin(unit.connection, **owner):
            raise ForbiddenError
        before = await repository.read_policy(unit.connection, company_id=company_id)
        if before.version != form.version:
            raise PolicyConflictError
        _refuse_lock_out(policy, context, own_factors=await repository.own_factors(unit.connection, **owner))
        former, new = _differences(before, policy)
        if not new:
            return await _describe(unit.connection, before, context)
        if not await repository.store_policy(unit.connection, policy, company_id=company_id):
            raise PolicyConflictError
        await record_act(unit, AuditAction.POLICY_CHANGED, before=former, after=new)
        if "emailDomains" in new:
            unit.after_commit(on_new_domains)
        if not SOCKETS.isdisjoint(new):
            # So that administrators who are no longer admitted receive nothing more.
            for user_id in await repository.signed_in_administrators(unit.connection, company_id=company_id):
                unit.after_commit(partial(unit.services.publisher.change_rights, user_id))
        return await _describe(unit.connection, policy, context)


async def lift_policy(database: Database, *, company_id: UUID) -> dict[str, Any]:
    """Remove what a policy demands and refuses: the operator's way back for a company that it has locked out.

    Returns what was lifted, by field. Lengths of sessions and domains stay.

    Raises PolicyConflictError: it was changed at the same moment.
    """
    async with database.unit_of_work() as unit:
        before = await repository.read_policy(unit.connection, company_id=company_id)
        names = ("second_factor", "passkeys_only", "factors", "administrator_networks")
        lifted = replace(before, **{name: getattr(NO_POLICY, name) for name in names}, version=before.version + 1)
        former, new = _differences(before, lifted)
        if former:
            if not await repository.store_policy(unit.connection, lifted, company_id=company_id):
                raise PolicyConflictError
            action, after = AuditAction.POLICY_LIFTED, {**new, "by": "operator"}
            await record(unit.connection, action=action, company_id=company_id, before=former, after=after)
        return former


def _differences(before: Policy, after: Policy) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the former and the new values of what changes."""
    former, new = asdict(before), asdict(after)
    names = [name for name, value in former.items() if name != "version" and value != new[name]]
    return {to_camel(name): former[name] for name in names}, {to_camel(name): new[name] for name in names}


def _longest_lengths(settings: Settings) -> tuple[int, int]:
    """Return the longest sessions of the installation: idle minutes, and days."""
    return settings.session_idle_ttl // 60, settings.session_absolute_ttl // 86_400


async def _describe(connection: Connection, policy: Policy, context: Context) -> PolicyRecord:
    idle_minutes, days = _longest_lengths(context.services.settings)
    return PolicyRecord(
        **asdict(policy),
        limits=PolicyLimits(
            least_idle_minutes=LEAST_IDLE_MINUTES, session_idle_minutes=idle_minutes, session_days=days
        ),
        people=await repository.count_people(connection, company_id=context.company_id),
        your_address=context.address,
    )


def _read_form(form: PolicyRequest, *, settings: Settings) -> Policy:
    """Read the policy that the form describes, as the version after the one that was read.

    Raises ValidationFailedError: with a message for every field that is wrong.
    """
    errors = _length_errors(form, settings=settings)
    domains = _domains(form, errors)
    networks, problem = read_networks(form.administrator_networks)
    if problem is not None:
        errors["administratorNetworks"] = problem
    if form.passkeys_only and (form.second_factor is SecondFactor.NONE or FactorKind.PASSKEY not in form.factors):
        errors["passkeysOnly"] = "Choose passkeys among the second factors, and who needs one"
    if errors:
        raise ValidationFailedError(errors=errors)
    factors = tuple(kind for kind in FactorKind if kind in form.factors)
    read = {"factors": factors, "email_domains": domains, "administrator_networks": networks}
    return Policy(**form.model_dump() | read | {"version": form.version + 1})


def _refuse_lock_out(policy: Policy, author: Context, *, own_factors: frozenset[FactorKind]) -> None:
    """Demand that its author satisfies a policy, so that one Super Admin at least can still sign in and change it.

    Raises ValidationFailedError: with a message for every field.
    """
    errors = dict[str, str]()
    required = required_factors(policy, profile=author.actor.profile)
    if required and not required & own_factors:
        errors["passkeysOnly" if policy.passkeys_only else "secondFactor"] = (
            "Set up a second factor of this kind for yourself first, so that you can still log in"
        )
    if policy.email_domains and (domain := domain_of(author.actor.email or "")) not in policy.email_domains:
        errors["emailDomains"] = f"Your own email is of {domain}: add it, so that you can be added again"
    if not is_inside(author.address, policy.administrator_networks):
        own = f"Your own address, {author.address}, is in none of these networks"
        errors["administratorNetworks"] = f"{own}: you would be logged out at once"
    if errors:
        raise ValidationFailedError(errors=errors)


def _length_errors(form: PolicyRequest, *, settings: Settings) -> dict[str, str]:
    errors = dict[str, str]()
    longest_idle, longest_days = _longest_lengths(settings)
    idle, days = form.session_idle_minutes, form.session_days
    if idle is not None and not LEAST_IDLE_MINUTES <= idle <= longest_idle:
        errors["sessionIdleMinutes"] = f"Choose {LEAST_IDLE_MINUTES} to {longest_idle:,} minutes"
    if days is not None and not 1 <= days <= longest_days:
        errors["sessionDays"] = f"Choose 1 to {longest_days:,} days"
    return errors


def _domains(form: PolicyRequest, errors: dict[str, str]) -> tuple[str, ...]:
    found = dict[str, None]()
    for typed in form.email_domains:
        email = normalize_email(f"x@{typed.strip().removeprefix('@')}")
        if email is None or len(domain := domain_of(email)) > LONGEST_DOMAIN:
            errors["emailDomains"] = f"“{typed}” is not a domain. Write it like example.org"
        else:
            found[domain] = None
    return tuple(found)
