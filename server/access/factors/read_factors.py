"""The caller's second factors, and changes of them that prove nothing."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.owner import owner_of
from server.access.factors.recovery_codes import issue_recovery_codes
from server.access.factors.recovery_repository import count_codes
from server.access.factors.repository import ListedFactor, has_factor, has_password, list_factors, lock_owner
from server.access.factors.repository import rename_factor as rename
from server.access.notices.limits import refuse_too_many
from server.access.notices.send_notice import Owner, send_notice
from server.access.notices.texts import recovery_codes_renewed
from server.access.policies.policy import FactorKind, required_factors
from server.access.policies.repository import read_policy
from server.company.audit.repository import AuditAction, record
from server.platform.errors import ConflictError, NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.notice_link import NoticeAct


@dataclass(frozen=True, kw_only=True)
class OwnFactors:
    factors: list[ListedFactor]
    recovery_codes_left: int
    verified_at: datetime | None
    required: list[FactorKind]
    has_password: bool


class NoFactorError(ConflictError):
    message = "Recovery codes belong to an authenticator app or a passkey. Add one first."


async def read_factors(services: Services, *, identity: Identity) -> OwnFactors:
    owner = owner_of(identity)
    async with services.database.reading() as connection:
        policy = await read_policy(connection, company_id=identity.company_id)
        return OwnFactors(
            factors=await list_factors(connection, **owner),
            recovery_codes_left=await count_codes(connection, **owner),
            verified_at=identity.verified_at,
            required=sorted(required_factors(policy, profile=identity.profile)),
            has_password=await has_password(connection, **owner),
        )


async def rename_factor(services: Services, *, identity: Identity, factor_id: UUID, name: str) -> None:
    """Raises NotFoundError."""
    async with services.database.unit_of_work() as unit:
        if not await rename(unit.connection, **owner_of(identity), factor_id=factor_id, name=name):
            raise NotFoundError


async def renew_recovery_codes(services: Services, *, identity: Identity, address: str) -> list[str]:
    """Ten new ones; the former end.

    Raises:
        StepUpRequiredError: the caller's last proof is too old.
        NoFactorError: the caller has no second factor.
        ChangesUsedUpError: they were made anew too often today.

    """
    owner = owner_of(identity)
    async with services.database.unit_of_work() as unit:
        await lock_owner(unit.connection, **owner)
        await require_fresh_proof(unit.connection, identity)
        if not await has_factor(unit.connection, **owner):
            raise NoFactorError
        await refuse_too_many(services, unit.connection, act=NoticeAct.RECOVERY_CODES_RENEWED, user_id=identity.user_id)
        await record(
            unit.connection,
            action=AuditAction.RECOVERY_CODES_RENEWED,
            by=identity,
            subject_id=identity.user_id,
            address=address,
        )
        await send_notice(services, unit, recovery_codes_renewed(), to=Owner.of(identity))
        return await issue_recovery_codes(unit.connection, services.keys, **owner)
