"""The operator's way back for a company that its own policy has locked out: what demands and refuses is removed."""

from dataclasses import asdict, replace
from typing import Any
from uuid import UUID

from pydantic.alias_generators import to_camel

from server.access.policies.errors import PolicyConflictError
from server.access.policies.policy import NO_POLICY, Policy
from server.access.policies.repository import read_policy, store_policy
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import Database


async def lift_policy(database: Database, *, company_id: UUID) -> dict[str, Any]:
    """What was lifted, by field; nothing where nothing was demanded. Lengths of sessions and domains stay.

    Raises:
        PolicyConflictError: it was changed at the same moment.

    """
    async with database.unit_of_work() as unit:
        before = await read_policy(unit.connection, company_id=company_id)
        lifted = replace(
            before,
            second_factor=NO_POLICY.second_factor,
            passkeys_only=NO_POLICY.passkeys_only,
            factors=NO_POLICY.factors,
            administrator_networks=NO_POLICY.administrator_networks,
            version=before.version + 1,
        )
        former, new = _differing(before, lifted), _differing(lifted, before)
        if not former:
            return {}
        if not await store_policy(unit.connection, lifted, company_id=company_id):
            raise PolicyConflictError
        await record(
            unit.connection,
            action=AuditAction.POLICY_LIFTED,
            company_id=company_id,
            before=former,
            after={**new, "by": "operator"},
        )
        return former


def _differing(one: Policy, other: Policy) -> dict[str, Any]:
    values, others = asdict(one), asdict(other)
    return {to_camel(name): value for name, value in values.items() if name != "version" and value != others[name]}
