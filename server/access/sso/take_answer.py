"""The way back from a provider: its answer counts once, in the browser that has asked, for what it was asked for."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from server.access.sso.authorization import Proof, StepUp, open_proof
from server.access.sso.connection import Connection
from server.access.sso.errors import Outcome, ProviderError, SignInError
from server.access.sso.exchange_code import exchange_code
from server.access.sso.metadata import Provider
from server.access.sso.person import Person
from server.access.sso.provider import read_provider
from server.access.sso.repository import find_connection
from server.access.sso.sign_in_repository import PendingSignIn, consume_state
from server.platform.process.crypto import SealError, same
from server.platform.services import Services

CANCELLED: Final = frozenset({"access_denied", "login_required", "interaction_required", "consent_required"})


@dataclass(frozen=True, kw_only=True)
class ProviderAnswer:
    """What the provider has sent the browser back with; what is missing is empty."""

    state: str = field(repr=False)
    code: str = field(repr=False)
    issuer: str
    error: str


@dataclass(frozen=True, kw_only=True)
class Answered:
    """The account that the provider has logged in, and what was asked for; the times are the database's."""

    found: Connection
    person: Person
    step_up: StepUp | None
    asked_at: datetime
    answered_at: datetime


async def take_answer(services: Services, answer: ProviderAnswer, *, company_id: UUID, browser: str | None) -> Answered:
    """An answer counts once, whatever becomes of it.

    Raises:
        SignInError: this browser has asked for no such answer, or it is not as it should be.
    """
    pending = await _consume(services, answer, browser=browser)
    if pending is None or pending.company_id != company_id:
        raise SignInError(Outcome.EXPIRED, "unknown state")
    try:
        proof = open_proof(services, pending.sealed_proof, state=answer.state)
    except SealError as error:
        raise SignInError(Outcome.FAILED, "seal") from error
    try:
        return await _take(services, answer, pending=pending, proof=proof)
    except SignInError as error:
        error.return_to = None if proof.step_up is None else proof.step_up.return_to
        raise


async def _consume(services: Services, answer: ProviderAnswer, *, browser: str | None) -> PendingSignIn | None:
    if not answer.state or browser is None:
        return None
    async with services.database.unit_of_work() as unit:
        return await consume_state(unit.connection, state=answer.state, browser=browser)


async def _take(services: Services, answer: ProviderAnswer, *, pending: PendingSignIn, proof: Proof) -> Answered:
    try:
        found, provider = await _read(services, pending)
    except ProviderError as error:
        raise SignInError(Outcome.FAILED, "provider") from error
    _check(answer, provider=provider)
    return Answered(
        found=found,
        person=await exchange_code(services, found, provider, code=answer.code, proof=proof),
        step_up=proof.step_up,
        asked_at=pending.asked_at,
        answered_at=pending.answered_at,
    )


async def _read(services: Services, pending: PendingSignIn) -> tuple[Connection, Provider]:
    """Raises SignInError: the connection is no longer in use, or has another issuer, since it was asked."""
    async with services.database.reading() as connection:
        found = await find_connection(connection, company_id=pending.company_id, connection_id=pending.connection_id)
    if found is None or not found.is_in_use or found.issuer != pending.issuer:
        raise SignInError(Outcome.UNAVAILABLE, "connection changed")
    return found, await read_provider(services, company_id=found.company_id, issuer=found.issuer)


def _check(answer: ProviderAnswer, *, provider: Provider) -> None:
    """RFC 9207: an answer of another issuer is not for this authorization."""
    named = answer.issuer or (provider.names_issuer and "none")
    if named and not same(named.encode(), provider.issuer.encode()):
        raise SignInError(Outcome.FAILED, "another issuer")
    if answer.error:
        outcome = Outcome.CANCELLED if answer.error in CANCELLED else Outcome.FAILED
        raise SignInError(outcome, "error of the provider")
    if not answer.code:
        raise SignInError(Outcome.FAILED, "no code")
