"""The caller's second factors: list, rename and delete them, and what follows when one is added."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.owner import owner_of
from server.access.factors.recovery_codes import issue_first_codes, issue_recovery_codes
from server.access.factors.repository import (
    ListedFactor,
    count_codes,
    drop_pending_apps,
    has_factor,
    has_password,
    list_factors,
    lock_owner,
    replace_codes,
)
from server.access.factors.repository import delete_factor as delete
from server.access.factors.repository import rename_factor as rename
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_other_flows
from server.access.policies.policy import FactorKind, required_factors
from server.access.policies.repository import read_policy
from server.access.sessions.notices import (
    NoticeRecipient,
    factor_added,
    factors_removed,
    recovery_codes_renewed,
    refuse_too_many,
    send_notice,
)
from server.access.sessions.repository import forget_devices, forget_proofs, note_proof
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import UnitOfWork
from server.platform.errors import ConflictError, NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.notice_link import NoticeAct


async def welcome_factor(
    services: Services,
    unit: UnitOfWork,
    *,
    kind: FactorKind,
    factor_id: UUID,
    name: str,
    identity: Identity,
    address: str,
) -> list[str]:
    """Within the transaction that has confirmed it; the recovery codes of a first factor, to be shown once.

    Sign-ins under way began without the factor, and other sessions were proved without it: so were the apps that they
    have registered and not confirmed yet.

    Raises:
        ChangesUsedUpError: too many were added today.

    """
    owner = owner_of(identity)
    await refuse_too_many(services, unit.connection, act=NoticeAct.FACTOR_ADDED, user_id=identity.user_id)
    await drop_pending_apps(unit.connection, **owner)
    announce_ended_flows(services, unit, await end_other_flows(unit.connection, **owner, flow_id=None))
    await forget_proofs(unit.connection, **owner, spared=identity.session_id)
    await note_proof(unit.connection, session_id=identity.session_id, user_id=identity.user_id)
    await record(
        unit.connection,
        action=AuditAction.FACTOR_ADDED,
        by=identity,
        subject_id=identity.user_id,
        subject_label=name,
        address=address,
        after={"factor": str(factor_id), "kind": kind.value},
    )
    notice = factor_added(factor_id=factor_id, kind=kind, name=name)
    await send_notice(services, unit, notice, to=NoticeRecipient.of(identity))
    return await issue_first_codes(unit.connection, services.keys, **owner)


async def delete_factor(services: Services, *, identity: Identity, factor_id: UUID, address: str) -> None:
    """It proves nothing from now on: sign-ins under way and the proofs of other sessions end, which it may have given.

    With the last one end the recovery codes, and the browsers that were remembered after a factor: from now on they
    would need no code.

    Raises:
        StepUpRequiredError: the caller's last proof is too old.
        NotFoundError: the caller has no such factor.

    """
    owner = owner_of(identity)
    async with services.database.unit_of_work() as unit:
        await lock_owner(unit.connection, **owner)
        await require_fresh_proof(unit.connection, identity)
        deleted = await delete(unit.connection, **owner, factor_id=factor_id)
        if deleted is None:
            raise NotFoundError
        announce_ended_flows(services, unit, await end_other_flows(unit.connection, **owner, flow_id=None))
        await forget_proofs(unit.connection, **owner, spared=identity.session_id)
        if not await has_factor(unit.connection, **owner):
            await replace_codes(unit.connection, **owner, macs=[])
            await forget_devices(unit.connection, **owner)
        await record(
            unit.connection,
            action=AuditAction.FACTOR_REMOVED,
            by=identity,
            subject_id=identity.user_id,
            subject_label=deleted.name,
            address=address,
            before={"kind": deleted.kind.value, "factor": str(factor_id)},
        )
        notice = factors_removed([deleted.name], by_administrator=False)
        await send_notice(services, unit, notice, to=NoticeRecipient.of(identity))


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
        await send_notice(services, unit, recovery_codes_renewed(), to=NoticeRecipient.of(identity))
        return await issue_recovery_codes(unit.connection, services.keys, **owner)
