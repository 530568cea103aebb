"""Read a policy as it was typed: what is wrong with it, and whether its author could sign in under it."""

from dataclasses import dataclass
from typing import Final

from server.access.policies.policy import FactorKind, Policy, SecondFactor, required_factors
from server.access.policies.schemas import LONGEST_DOMAIN, PolicyRequest
from server.platform.configuration.settings import Settings
from server.platform.errors import ValidationFailedError
from server.vocabulary.emails import normalize_email
from server.vocabulary.identity import Identity
from server.vocabulary.networks import is_inside, read_network
from server.vocabulary.person_fields import domain_of

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
class Lengths:
    """The longest sessions of the installation."""

    idle_minutes: int
    days: int

    @classmethod
    def of(cls, settings: Settings) -> "Lengths":
        return cls(idle_minutes=settings.session_idle_ttl // MINUTE, days=settings.session_absolute_ttl // DAY)


def read_form(form: PolicyRequest, *, settings: Settings) -> Policy:
    """The policy that the form describes, as the version after the one that was read.

    Raises:
        ValidationFailedError: with a message for every field that is wrong.
    """
    errors = _length_errors(form, longest=Lengths.of(settings))
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


def _length_errors(form: PolicyRequest, *, longest: Lengths) -> dict[str, str]:
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
