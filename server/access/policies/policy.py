"""A company's sign-in policy, what follows from it for an account, and its requests and responses."""

from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from server.platform.process.open_enum import OpenEnum
from server.platform.schemas import RequestSchema, ResponseSchema
from server.vocabulary.networks import LONGEST_NETWORK
from server.vocabulary.profiles import ADMINISTRATORS, Profile


class SecondFactor(OpenEnum):
    """Accounts whose sign-in needs a second factor."""

    NONE = "none"
    ADMINISTRATORS = "administrators"
    EVERYONE = "everyone"


class FactorKind(OpenEnum):
    TOTP = "totp"
    PASSKEY = "passkey"


@dataclass(frozen=True, kw_only=True)
class Policy:
    """`None` and empty lists leave a choice to the installation. `version` is 0 as long as nothing was chosen."""

    second_factor: SecondFactor = SecondFactor.NONE
    factors: tuple[FactorKind, ...] = tuple(FactorKind)
    passkeys_only: bool = False
    session_idle_minutes: int | None = None
    session_days: int | None = None
    email_domains: tuple[str, ...] = ()
    administrator_networks: tuple[str, ...] = ()
    version: int = 0


NO_POLICY: Final = Policy()


def required_factors(policy: Policy, *, profile: Profile | None) -> frozenset[FactorKind]:
    """Return the kinds of which an account of this profile must have one; none where it needs no second factor.

    A recovery code stands for any of them.
    """
    # With NONE no kind counts; a choice that this version does not know is taken to mean everyone.
    needs = policy.second_factor is not SecondFactor.ADMINISTRATORS or profile in ADMINISTRATORS
    return counting_factors(policy) if needs else frozenset()


def counting_factors(policy: Policy) -> frozenset[FactorKind]:
    """Return the kinds that count where a second factor is needed: an account that has one is asked for no other."""
    if policy.second_factor is SecondFactor.NONE:
        return frozenset()
    return frozenset({FactorKind.PASSKEY}) if policy.passkeys_only else frozenset(policy.factors)


def networks_of(policy: Policy, *, profile: Profile | None) -> tuple[str, ...]:
    """Return the networks from which an account of this profile may sign in and call; none admits all."""
    return policy.administrator_networks if profile in ADMINISTRATORS else ()


MOST_ENTRIES: Final = 50
LONGEST_DOMAIN: Final = 253

Length = Annotated[int, Field(ge=0, le=1_000_000)]


class PolicyRequest(RequestSchema):
    """The whole policy; `version` is the one that was read."""

    second_factor: SecondFactor
    factors: list[FactorKind] = Field(min_length=1, max_length=len(FactorKind))
    passkeys_only: bool
    session_idle_minutes: Length | None
    session_days: Length | None
    email_domains: list[Annotated[str, Field(max_length=LONGEST_DOMAIN + 1)]] = Field(max_length=MOST_ENTRIES)
    administrator_networks: list[Annotated[str, Field(max_length=LONGEST_NETWORK)]] = Field(max_length=MOST_ENTRIES)
    version: int = Field(ge=0)


class PolicyLimits(ResponseSchema):
    """The lengths of sessions that the installation allows."""

    least_idle_minutes: int
    session_idle_minutes: int
    session_days: int


class FactorFigures(ResponseSchema):
    """Active accounts, and those of them that have a second factor of any or of each kind."""

    people: int
    with_any: int
    with_totp: int
    with_passkey: int


class PolicyPeople(ResponseSchema):
    """How many accounts a policy concerns."""

    administrators: FactorFigures
    everyone: FactorFigures


class PolicyRecord(ResponseSchema):
    """A length of null is that of the installation; `yourAddress` is the caller's."""

    second_factor: SecondFactor
    factors: list[FactorKind]
    passkeys_only: bool
    session_idle_minutes: int | None
    session_days: int | None
    email_domains: list[str]
    administrator_networks: list[str]
    version: int
    limits: PolicyLimits
    people: PolicyPeople
    your_address: str
