"""Remove the second factors of another account, for its owner who has lost them all."""

from typing import Any
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.repository import delete_factors, replace_codes
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_other_flows
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import NoticeRecipient, factors_removed, send_notice
from server.access.sessions.repository import forget_devices
from server.company.audit.repository import Actor, AuditAction, record
from server.people.account.account_rules import Account
from server.people.account.authority import lock_for_action
from server.people.account.errors import SelfForbiddenError
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Identity


async def reset_factors(services: Services, *, identity: Identity, user_id: UUID, address: str) -> int:
    """How many there were. Sessions, sign-ins under way and remembered browsers end: the next sign-in needs a code.

    Raises:
        SelfForbiddenError: it is the caller's own account, whose factors are removed one by one.
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller's profile does not cover theirs.
        StepUpRequiredError: the caller's last proof is too old.

    """
    if user_id == identity.user_id:
        raise SelfForbiddenError
    async with services.database.unit_of_work() as unit:
        account = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        await require_fresh_proof(unit.connection, identity)
        return await remove_all_factors(
            services, unit, account, company_id=identity.company_id, by=identity, address=address
        )


async def remove_all_factors(
    services: Services,
    unit: UnitOfWork,
    account: Account,
    *,
    company_id: UUID,
    by: Actor | None,
    address: str | None = None,
    noted: dict[str, Any] | None = None,
) -> int:
    """Of a locked account, with all that follows; `by` None: the operator, whose entry has `noted`."""
    owner = {"company_id": company_id, "user_id": account.id}
    removed = await delete_factors(unit.connection, **owner)
    await replace_codes(unit.connection, **owner, macs=[])
    if removed:
        announce_ended_flows(services, unit, await end_other_flows(unit.connection, **owner, flow_id=None))
        await end_user_sessions(services, unit, **owner, reason=SessionEndReason.REVOKED)
        await forget_devices(unit.connection, **owner)
        await record(
            unit.connection,
            action=AuditAction.FACTORS_RESET,
            company_id=company_id,
            actor_id=None if by is None else by.user_id,
            subject_id=account.id,
            subject_label=mask_label(account.label),
            address=address,
            before={"factors": [{"factor": str(each.id), "kind": each.kind.value} for each in removed]},
            after=noted,
        )
        notice = factors_removed([each.name for each in removed], by_administrator=True)
        to = NoticeRecipient(**owner, email=account.email, full_name=account.full_name)
        await send_notice(services, unit, notice, to=to)
    return len(removed)
