"""The caller's second factors: list, rename and delete them, and what follows when one is added."""

from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.recovery_codes import issue_first_codes, issue_recovery_codes
from server.access.factors.repository import (
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
from server.access.factors.schemas import FactorItem, FactorList, SsoLinkItem
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_other_flows
from server.access.policies.policy import FactorKind, required_factors
from server.access.policies.repository import read_policy
from server.access.sessions.notices import (
    factor_added,
    factors_removed,
    recovery_codes_renewed,
    refuse_too_many,
    send_notice,
)
from server.access.sessions.repository import forget_devices, forget_proofs, note_proof
from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction
from server.platform.errors import ConflictError, NotFoundError
from server.platform.services import Context, Work
from server.vocabulary.link_tokens import NoticeAct


class NoFactorError(ConflictError):
    message = "Recovery codes belong to an authenticator app or a passkey. Add one first."


async def read_factors(context: Context, *, sso_links: list[SsoLinkItem]) -> FactorList:
    identity = context.identity
    async with context.services.database.reading() as connection:
        policy = await read_policy(connection, company_id=identity.company_id)
        factors = await list_factors(connection, **identity.key)
        return FactorList(
            factors=[FactorItem.model_validate(each) for each in factors],
            recovery_codes_left=await count_codes(connection, **identity.key),
            verified_at=identity.verified_at,
            required=sorted(required_factors(policy, profile=identity.profile)),
            has_password=await has_password(connection, **identity.key),
            sso_links=sso_links,
        )


async def rename_factor(context: Context, factor_id: UUID, *, name: str) -> None:
    """Raises NotFoundError: the caller has no such factor."""
    async with context.unit_of_work() as unit:
        if not await rename(unit.connection, **context.identity.key, factor_id=factor_id, name=name):
            raise NotFoundError


async def renew_recovery_codes(context: Context) -> list[str]:
    """Make ten new recovery codes, which replace the former ones.

    Raises:
        StepUpRequiredError: the caller's last proof is too old.
        NoFactorError: the caller has no second factor.
        ChangesUsedUpError: the codes were renewed too often today.
    """
    identity, services = context.identity, context.services
    async with context.unit_of_work() as unit:
        await lock_owner(unit.connection, **identity.key)
        await require_fresh_proof(unit.connection, identity)
        if not await has_factor(unit.connection, **identity.key):
            raise NoFactorError
        await refuse_too_many(services, unit.connection, act=NoticeAct.RECOVERY_CODES_RENEWED, user_id=identity.user_id)
        await record_act(unit, AuditAction.RECOVERY_CODES_RENEWED, subject_id=identity.user_id)
        await send_notice(unit, recovery_codes_renewed(), to=identity)
        return await issue_recovery_codes(unit.connection, services.keys, **identity.key)


async def welcome_factor(unit: Work[Context], *, kind: FactorKind, factor_id: UUID, name: str) -> list[str]:
    """Follow up the confirmation of a factor. Returns the recovery codes of a first factor, to be shown once.

    Sign-ins under way began without the factor, and other sessions were proved without it: they end, or need a proof
    again, and the apps that they have registered and not confirmed yet are dropped.

    Raises:
        ChangesUsedUpError: too many were added today.
    """
    identity, services = unit.context.identity, unit.services
    await refuse_too_many(services, unit.connection, act=NoticeAct.FACTOR_ADDED, user_id=identity.user_id)
    await drop_pending_apps(unit.connection, **identity.key)
    await _end_what_the_factors_opened(unit)
    await note_proof(unit.connection, session_id=identity.session_id, user_id=identity.user_id)
    await record_act(
        unit,
        AuditAction.FACTOR_ADDED,
        subject_id=identity.user_id,
        subject_label=name,
        after={"factor": str(factor_id), "kind": kind.value},
    )
    notice = factor_added(factor_id=factor_id, kind=kind, name=name)
    await send_notice(unit, notice, to=identity)
    return await issue_first_codes(unit.connection, services.keys, **identity.key)


async def delete_factor(context: Context, factor_id: UUID) -> None:
    """Delete a factor. Sign-ins under way and the proofs of other sessions end, because it may have given them.

    With the last one end the recovery codes, and the browsers that were remembered after a factor: from now on they
    would need no code.

    Raises:
        StepUpRequiredError: the caller's last proof is too old.
        NotFoundError: the caller has no such factor.
    """
    identity = context.identity
    async with context.unit_of_work() as unit:
        await lock_owner(unit.connection, **identity.key)
        await require_fresh_proof(unit.connection, identity)
        deleted = await delete(unit.connection, **identity.key, factor_id=factor_id)
        if deleted is None:
            raise NotFoundError
        await _end_what_the_factors_opened(unit)
        if not await has_factor(unit.connection, **identity.key):
            await replace_codes(unit.connection, **identity.key, macs=[])
            await forget_devices(unit.connection, **identity.key)
        await record_act(
            unit,
            AuditAction.FACTOR_REMOVED,
            subject_id=identity.user_id,
            subject_label=deleted.name,
            before={"kind": deleted.kind.value, "factor": str(factor_id)},
        )
        notice = factors_removed([deleted.name], by_administrator=False)
        await send_notice(unit, notice, to=identity)


async def _end_what_the_factors_opened(unit: Work[Context]) -> None:
    identity = unit.context.identity
    announce_ended_flows(unit, await end_other_flows(unit.connection, **identity.key, flow_id=None))
    await forget_proofs(unit.connection, **identity.key, spared=identity.session_id)
