"""A company's sign-in policy, and what follows from it for an account."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from server.vocabulary.profiles import ADMINISTRATORS, Profile


class SecondFactor(StrEnum):
    """Accounts whose sign-in needs a second factor."""

    NONE = "none"
    ADMINISTRATORS = "administrators"
    EVERYONE = "everyone"


class FactorKind(StrEnum):
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
    needs = policy.second_factor is SecondFactor.EVERYONE or (
        policy.second_factor is SecondFactor.ADMINISTRATORS and profile in ADMINISTRATORS
    )
    return counting_factors(policy) if needs else frozenset()


def counting_factors(policy: Policy) -> frozenset[FactorKind]:
    """Return the kinds that count where a second factor is needed: an account that has one is asked for no other."""
    if policy.second_factor is SecondFactor.NONE:
        return frozenset()
    return frozenset({FactorKind.PASSKEY}) if policy.passkeys_only else frozenset(policy.factors)


def networks_of(policy: Policy, *, profile: Profile | None) -> tuple[str, ...]:
    """Return the networks from which an account of this profile may sign in and call; none admits all."""
    return policy.administrator_networks if profile in ADMINISTRATORS else ()
