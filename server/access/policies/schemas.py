from typing import Annotated, Final

from pydantic import Field

from server.access.policies.policy import FactorKind, SecondFactor
from server.platform.schemas import RequestSchema, ResponseSchema
from server.vocabulary.networks import LONGEST_NETWORK

MOST_ENTRIES: Final = 50
LONGEST_DOMAIN: Final = 253
MOST_MINUTES: Final = 1_000_000

TypedDomain = Annotated[str, Field(max_length=LONGEST_DOMAIN + 1)]
TypedNetwork = Annotated[str, Field(max_length=LONGEST_NETWORK)]
Length = Annotated[int, Field(ge=0, le=MOST_MINUTES)]


class PolicyRequest(RequestSchema):
    """The whole policy; `version` is the one that was read."""

    second_factor: SecondFactor
    factors: list[FactorKind] = Field(min_length=1, max_length=len(FactorKind))
    passkeys_only: bool
    session_idle_minutes: Length | None
    session_days: Length | None
    email_domains: list[TypedDomain] = Field(max_length=MOST_ENTRIES)
    administrator_networks: list[TypedNetwork] = Field(max_length=MOST_ENTRIES)
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
