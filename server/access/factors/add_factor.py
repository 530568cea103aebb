"""What follows when an account gets a second factor, of whatever kind."""

from uuid import UUID

from server.access.factors.owner import owner_of
from server.access.factors.recovery_codes import issue_first_codes
from server.access.factors.repository import drop_pending_apps
from server.access.flows.end_repository import end_other_flows
from server.access.flows.publish_flow_state import announce_ended_flows
from server.access.notices.limits import refuse_too_many
from server.access.notices.send_notice import Owner, send_notice
from server.access.notices.texts import factor_added
from server.access.policies.policy import FactorKind
from server.access.sessions.proof_repository import forget_proofs, note_proof
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import UnitOfWork
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
    await send_notice(services, unit, notice, to=Owner.of(identity))
    return await issue_first_codes(unit.connection, services.keys, **owner)
