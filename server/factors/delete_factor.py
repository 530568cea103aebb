"""Delete one of the caller's second factors."""

from uuid import UUID

from server.audit.repository import AuditAction, record
from server.errors import NotFoundError
from server.factors.fresh_proof import require_fresh_proof
from server.factors.owner import owner_of
from server.factors.recovery_repository import replace_codes
from server.factors.repository import delete_factor as delete
from server.factors.repository import has_factor, lock_owner
from server.identity.identity import Identity
from server.services import Services


async def delete_factor(services: Services, *, identity: Identity, factor_id: UUID, address: str) -> None:
    """The recovery codes end with the last one.

    Raises:
        StepUpRequiredError: the caller's last proof is too old.
        NotFoundError: the caller has no such factor.

    """
    owner = owner_of(identity)
    async with services.database.unit_of_work() as unit:
        await require_fresh_proof(unit.connection, identity)
        await lock_owner(unit.connection, **owner)
        deleted = await delete(unit.connection, **owner, factor_id=factor_id)
        if deleted is None:
            raise NotFoundError
        if not await has_factor(unit.connection, **owner):
            await replace_codes(unit.connection, **owner, macs=[])
        await record(
            unit.connection,
            action=AuditAction.FACTOR_REMOVED,
            by=identity,
            subject_id=identity.user_id,
            subject_label=deleted.name,
            address=address,
            before={"kind": deleted.kind.value, "factor": str(factor_id)},
        )
