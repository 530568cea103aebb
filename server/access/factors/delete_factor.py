"""Delete one of the caller's second factors."""

from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.factors.owner import owner_of
from server.access.factors.recovery_repository import replace_codes
from server.access.factors.repository import delete_factor as delete
from server.access.factors.repository import has_factor, lock_owner
from server.access.flows.end_repository import end_other_flows
from server.access.flows.publish_flow_state import announce_ended_flows
from server.access.notices.send_notice import Owner, send_notice
from server.access.notices.texts import factors_removed
from server.access.sessions.device_repository import forget_devices
from server.access.sessions.proof_repository import forget_proofs
from server.company.audit.repository import AuditAction, record
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity


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
        await send_notice(services, unit, notice, to=Owner.of(identity))
