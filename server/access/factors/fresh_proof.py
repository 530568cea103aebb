"""Dangerous acts need a proof of the last ten minutes.

An account with a second factor proves that; any other its password, or itself at the provider of its session.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final, Unpack

from server.access.factors.repository import count_codes, find_first_proofs, list_factors, lock_owner
from server.access.policies.policy import counting_factors
from server.access.policies.repository import read_policy
from server.access.sessions.repository import has_fresh_proof, note_proof
from server.company.audit.record import AuditAction, record_act
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotSignedInError
from server.platform.services import Context, Unit
from server.vocabulary.identity import AccountKey, FactorMethod
from server.vocabulary.profiles import ADMINISTRATORS

# An act that concerns so many people is a dangerous one.
MANY_PEOPLE: Final = 100
PASSWORD: Final = "password"  # noqa: S105 - a name, no secret
SSO: Final = "sso"


class StepUpRequiredError(ForbiddenError):
    """`methods` are those by which the caller can prove themselves now."""

    message = "Please confirm that it is you."

    def __init__(self, methods: Collection[str]) -> None:
        super().__init__(met={"methods": list(methods)})


async def require_fresh_proof(connection: Connection, context: Context) -> None:
    """Raises StepUpRequiredError: the session's last proof is too old; it names the methods to prove again.

    The proof is read again, because another session may have ended it since the request began.
    """
    session = context.session
    if not session.is_freshly_verified or not await has_fresh_proof(
        connection, company_id=context.company_id, session_id=session.id
    ):
        raise StepUpRequiredError(await proof_methods(connection, context))


async def lock_by_fresh_proof(unit: Unit[Context]) -> None:
    """Lock the caller's account, whose factors change one by one, and ask for a fresh proof under the lock.

    Raises NotSignedInError: the account is gone or inactive by now, and StepUpRequiredError.
    """
    if not await lock_owner(unit.connection, **unit.context.actor.key):
        raise NotSignedInError
    await require_fresh_proof(unit.connection, unit.context)


async def require_fresh_proof_for_many(connection: Connection, context: Context, *, people: int) -> None:
    """Raises StepUpRequiredError: the act concerns many people, and the session's last proof is too old."""
    if people >= MANY_PEOPLE:
        await require_fresh_proof(connection, context)


async def require_fresh_proof_to_give(connection: Connection, context: Context, profiles: Iterable[str | None]) -> None:
    """Apply the one rule of all acts that give people profiles, or give them back: for administrators' it asks.

    Raises StepUpRequiredError: one of them manages people, and the session's last proof is too old.
    """
    if not ADMINISTRATORS.isdisjoint(profiles):
        await require_fresh_proof(connection, context)


async def ask_fresh_proof(context: Context) -> None:
    """Ask for a proof before a use case of a package that this one imports. Raises StepUpRequiredError."""
    async with context.services.database.reading() as connection:
        await require_fresh_proof(connection, context)


async def note_step_up(unit: Unit[Context], *, method: str) -> datetime:
    """Note that the caller has proved themselves now. Raises NotSignedInError: the session has ended meanwhile."""
    user_id = unit.context.user_id
    verified_at = await note_proof(unit.connection, session_id=unit.context.session.id, user_id=user_id)
    if verified_at is None:
        raise NotSignedInError
    await record_act(unit, AuditAction.STEPPED_UP, subject_id=user_id, after={"method": method})
    return verified_at


async def note_failed_step_up(unit: Unit[Context], *, method: str) -> None:
    await record_act(unit, AuditAction.STEP_UP_FAILED, subject_id=unit.context.user_id, after={"method": method})


async def proof_methods(connection: Connection, context: Context) -> list[str]:
    owner = context.actor.key
    methods = await methods_of(connection, **owner)
    if methods:
        return methods
    first = await find_first_proofs(connection, **owner, session_id=context.session.id)
    provider = [SSO] if first.has_provider else []
    return [PASSWORD, *provider] if first.has_password or not provider else provider


async def methods_of(connection: Connection, **owner: Unpack[AccountKey]) -> list[str]:
    """Return the methods by which the account can prove a second factor, as at a sign-in; none where it has no factor.

    Where it has a factor of a kind that its company's policy counts, no other kind is a proof.
    """
    factors = await list_factors(connection, **owner)
    usable = {each.kind for each in factors if not each.blocked}
    policy = await read_policy(connection, company_id=owner["company_id"])
    kinds = {kind.value for kind in usable & counting_factors(policy) or usable}
    if factors and await count_codes(connection, **owner):
        kinds.add(FactorMethod.RECOVERY.value)
    return [method.value for method in FactorMethod if method.value in kinds]
